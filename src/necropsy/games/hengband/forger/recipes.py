"""Edits of a Hengband dump that are no change of one fact."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from necropsy.games.hengband import grammar
from necropsy.games.hengband.deeds import Quest, Unique
from necropsy.games.hengband.forger.cells import claim, everywhere, on_screen, with_line, with_lines
from necropsy.games.hengband.forger.deeds import is_english
from necropsy.games.hengband.forger.makeover import as_personality, as_race
from necropsy.tamper.forger import Edit, Recipe
from necropsy.tamper.original import Sheet

__all__ = ["RECIPES"]

# -------------------------------------------------------------------------------- sections


def _sections_cut(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each section in turn, and the parts of the screens."""
    dump = sheet.record.document
    for section, (first, end) in dump.sections.items():
        title = first if section == "checksum" else first - 1
        yield Edit(with_lines(sheet, title + 1, end, []), f"the section of {section} taken out", section)
    if dump.table is not None:
        begins = min((first for first, _ in dump.sections.values()), default=dump.table + 8)
        for what, first, end in (
            ("stat table", dump.table, dump.table + 8),
            ("flags", dump.table + 8, begins - 1),
        ):
            yield Edit(with_lines(sheet, first + 1, end, []), f"the {what} taken out", what)


# --------------------------------------------------------------------------------- version

_VERSIONS = ("1.5.3", "2.0.0", "2.1.5", "2.2.1", "3.0.0Alpha50", "3.0.1Beta15", "3.0.2Beta2")
"""Versions between which the formula or the dump changed."""


def _versions(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each of the other versions: in the title, and where a client names it as well."""
    own, title = sheet.record.value("version"), sheet.record.document.title
    if own is None:
        return
    client = sheet.record.value("claimed_version")
    for version in _VERSIONS:
        if version == own:
            continue
        renamed = sheet.record.lines[title].replace(own, version, 1)
        edited = sheet.with_text(with_line(sheet, title + 1, renamed))
        yield Edit(edited.text, f"version {own} -> {version} in the title", "version")
        if client:
            edited = everywhere(edited, [claim("version")], client.replace(own, version))
            yield Edit(edited.text, f"version {own} -> {version} everywhere", "version")


# ---------------------------------------------------------------------------- mode and marks


def _modes(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """A hero whose score the game cuts down, made into one whose score it does not."""
    if sheet.record.value("personality") == "Munchkin":
        text = as_personality(sheet, "Ordinary")
        if text is not None:
            yield Edit(text, "a Munchkin made ordinary", "personality")
    if sheet.record.value("race") in ("幽霊", "Spectre"):
        text = as_race(sheet, "Human" if is_english(sheet) else "人間")
        if text is not None:
            yield Edit(text, "a Spectre made human", "race")


def _marks(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The line that tells of something illegal."""
    for number, line in sheet.record.document.body("options"):
        if grammar.read(grammar.CHEATED, line):
            yield Edit(with_lines(sheet, number - 1, number, []), "the mark taken out", "cheated")


# ------------------------------------------------------------------------------------ notes

_FOES = {
    # A weak unique monster and the last of all, with their levels.
    True: (("Fang, Farmer Maggot's Dog", 5), ("The Serpent of Chaos", 100)),
    False: (("『ボーシン』", 6), ("『混沌のサーペント』", 100)),
}


def _notes_added(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """A unique monster that lives, with and without the numbers, and a quest that was not done."""
    for name, level in _FOES[is_english(sheet)]:
        uniques = sheet.record.value("top_uniques", ())
        if any(each.name == name for each in uniques):
            continue
        if uniques:
            at = next((each.line for each in uniques if each.level < level), uniques[-1].line + 1)
            text = with_lines(sheet, at, at - 1, [_unique_row(sheet, name, level, uniques)])
            yield Edit(text, f"{name} put into the list", "uniques")
        numbered = _with_kills(sheet, [*_rows(sheet), (level, _unique_row(sheet, name, level, uniques))], 1)
        if numbered is not None:
            yield Edit(numbered, f"{name} put into the list, with the numbers", "uniques")
    done = sheet.record.first("ended_quests")
    if done is not None:
        heading = done.line
        below = sheet.record.lines[heading]
        row = _quest_row(sheet, done.value)
        # Where none was done there stands a word for it.
        last = heading + 1 if grammar.read(grammar.QUEST, below) is None else heading
        yield Edit(with_lines(sheet, heading + 1, last, [row]), "a quest put in", "quests")
    for each in sheet.record.value("dungeons", ()):
        if not each.conquered:
            line = sheet.record.lines[each.line - 1]
            yield Edit(
                with_line(sheet, each.line, f"   !{line[4:]}"), f"{each.dungeon} conquered", "dungeons"
            )


def _unique_row(sheet: Sheet, name: str, level: int, others: Sequence[Unique]) -> str:
    width = 40 - (0 if is_english(sheet) else len(name))
    row = f"  {name:<{width}} ({'level' if is_english(sheet) else 'レベル'}{level:3d})"
    timed = next((each for each in others if each.seconds is not None), None)
    if timed is not None:
        # At the hour of another.
        row += sheet.record.lines[timed.line - 1].partition(")")[2]
    return row


def _quest_row(sheet: Sheet, quests: Sequence[Quest]) -> str:
    level, seconds = sheet.record.value("level", 1), sheet.record.value("duration_s", 0)
    clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    told = f" - {clock}" if not quests or quests[0].seconds is not None else ""
    if is_english(sheet):
        return f"  {'Thieves Hideout':<35} (Danger  level:   5) - level {level:2d}{told}"
    return f"  {'盗賊の隠れ家':<29} (危険度:  5階相当) - レベル{level:2d}{told}"


def _rows(sheet: Sheet) -> list[tuple[int, str]]:
    """The levels and rows of the list of unique monsters."""
    return [(each.level, sheet.record.lines[each.line - 1]) for each in sheet.record.value("top_uniques", ())]


def _with_kills(sheet: Sheet, rows: list[tuple[int, str]], more: int) -> str | None:
    """The text with another list of unique monsters and numbers that fit it."""
    document, record = sheet.record.document, sheet.record
    if "kills" not in document.sections or record.value("kills") is None:
        return None
    kills, uniques = record.value("kills") + more, record.value("uniques") + more
    listed = [row for _, row in sorted(rows, key=lambda each: -each[0])][: min(uniques, 10)]
    if is_english(sheet):
        plural = "s" if uniques > 1 else ""
        enemies = f"{kills} enem{'ies' if kills > 1 else 'y'}"
        head = f"You have defeated {enemies} including {uniques} unique monster{plural} in total."
        title = f"< Unique monsters top {len(listed)} >"
    else:
        head = f"{uniques}体のユニーク・モンスターを含む、合計{kills}体の敵を倒しています。"
        title = f"《上位{len(listed)}体のユニーク・モンスター》"
    first, end = document.sections["kills"]
    told = [head, "", title, *listed] if uniques else [head]
    return with_lines(sheet, first + 1, end, ["", *told, "", ""])


def _notes_removed(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each row that tells of a deed or of the body; a unique monster's with and without the numbers."""
    record = sheet.record
    for quest in record.value("ended_quests", ()):
        yield Edit(with_lines(sheet, quest.line, quest.line, []), f"{quest.name} taken out", "quests")
    for each in record.value("top_uniques", ()):
        yield Edit(with_lines(sheet, each.line, each.line, []), f"{each.name} taken out", "uniques")
        left = [row for row in _rows(sheet) if row[1] != record.lines[each.line - 1]]
        text = _with_kills(sheet, left, -1) if left else None
        if text is not None:
            yield Edit(text, f"{each.name} taken out, with the numbers", "uniques")
    for depth in record.value("dungeons", ()):
        yield Edit(with_lines(sheet, depth.line, depth.line, []), f"{depth.dungeon} taken out", "dungeons")
    for section in ("mutations", "messages"):
        for number, line in record.document.body(section):
            yield Edit(with_lines(sheet, number, number, []), f"{line.strip()[:40]!r} taken out", section)
    for fact in ("lives", "patron"):
        said = record.first(fact)
        if said is not None and fact == "lives":
            yield Edit(with_lines(sheet, said.line, said.line, []), "another life taken out", fact)


# ------------------------------------------------------------------------------------ dates


def _dates(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The day and hour of the game, and the time played, each and together."""
    record = sheet.record
    day, played = record.value("day"), record.value("duration_s")
    if day is not None:
        for new in (day + 1, day * 10):
            yield Edit(
                everywhere(sheet, [on_screen(grammar.DAY, "day")], new).text, f"day {day} -> {new}", "day"
            )
    if played is None:
        return
    for seconds in (played + 3600, played // 2):
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        what = f"time played {played} s -> {seconds} s"
        edited = sheet.with_text(_with_clock(sheet, clock))
        yield Edit(edited.text, what, "duration_s")
        if day is not None:
            both = everywhere(edited, [on_screen(grammar.DAY, "day")], day + 1)
            yield Edit(both.text, f"{what}, day {day} -> {day + 1}", "duration_s")


def _with_clock(sheet: Sheet, clock: str) -> str:
    said = sheet.record.first("duration_s")
    assert said is not None, "the time played is known"
    line = re.sub(
        r" ?(?<!\d)\d{1,6}:\d\d:\d\d(?!\d)",
        lambda old: clock.rjust(len(old[0])),
        sheet.record.lines[said.line - 1],
    )
    return with_line(sheet, said.line, line)


RECIPES: dict[str, Recipe] = {
    "section-cut": _sections_cut,
    "version": _versions,
    "mode": _modes,
    "mark": _marks,
    "note-added": _notes_added,
    "note-removed": _notes_removed,
    "dates": _dates,
}
"""The recipes by their kinds."""
