"""Edits that no plain rewriting gives: sections, version, kind of game, marks, notes, days."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import date, timedelta

from necropsy.games.dcss.calendar import month_named
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.forger.aims import neighbours
from necropsy.games.dcss.forger.notebook import rows_of, with_rows, without_row
from necropsy.games.dcss.forger.page import Step, chained, lines_of, said_by, with_lines
from necropsy.games.dcss.header import GAME_TYPES
from necropsy.games.dcss.misc_block import MISC
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.tamper.forger import Edit, Recipe
from necropsy.tamper.original import Sheet

__all__ = ["RECIPES"]

_NORMAL = next(name for name, kind in GAME_TYPES.items() if kind == "normal")


# ------------------------------------------------------------------------------ sections


def _sections(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each section that opens with a line of its own, and the sentences of the misc block."""
    lines = lines_of(sheet)
    for section in sheet.record.document.sections:
        text = "\n".join((*lines[: section.start], *lines[section.end :]))
        yield Edit(text, f"{section.kind.replace('_', ' ')} cut out", section.kind)
    stated = said_by(sheet, "escaped", MISC)
    if stated is not None:
        end = next(
            at for at in range(stated.line, len(lines)) if not lines[at].startswith("You ") and lines[at]
        )
        yield Edit(with_lines(sheet, stated.line - 1, end, ()), "misc block cut out", "misc")


# ------------------------------------------------------------------------------- version


def _versions(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Releases of other formulas, in the header alone and with the lines that each writes."""
    version, stated = version_of(sheet.record), sheet.record.first("version")
    if version is None or stated is None:
        return
    for other in neighbours(version):
        lines = lines_of(sheet)
        lines[stated.line - 1] = lines[stated.line - 1].replace(stated.value, other, 1)
        text = "\n".join(lines)
        yield Edit(text, f"version {stated.value} -> {other} in the header", "version")
        fitted = _layout_of(sheet.with_text(text.replace(stated.value, other)), int(other.split(".")[1]))
        if fitted != text:
            yield Edit(fitted, f"version {stated.value} -> {other} everywhere", "version")


_BUILD_SINCE, _SEED_SINCE, _SMALL_SINCE = 11, 23, 16


def _layout_of(sheet: Sheet, minor: int) -> str:
    """Header, seed line and capitals as a version writes them."""
    text, seed = sheet.text, sheet.record.first("seed")
    if minor < _SEED_SINCE and seed is not None:
        text = with_lines(sheet, seed.line - 1, seed.line + 1, ())
    if minor < _BUILD_SINCE:
        text = re.sub(r" \((?:tiles|webtiles|console)\) character file", " character file", text, count=1)
    if minor < _SMALL_SINCE:
        text = re.sub(r"(?m)^( {13}\.\.\. on )level(?= \d)", r"\1Level", text)
    return text


# -------------------------------------------------------------------------- kind of game


def _kinds(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """A sprint, a seeded game, Zot Defence or Descent called an ordinary game."""
    name = sheet.record.first("game_name")
    if name is None or sheet.record.value("game_type") in ("normal", "fork"):
        return
    lines = lines_of(sheet)
    lines[name.line - 1] = lines[name.line - 1].replace(name.value, _NORMAL, 1)
    text = "\n".join(lines)
    yield Edit(text, f"{name.value} -> {_NORMAL} in the header", "game_type")
    fitted = _ordinary(text)
    if fitted != text:
        yield Edit(fitted, f"{name.value} -> {_NORMAL} everywhere", "game_type")


def _ordinary(text: str) -> str:
    """Seed, place, notes and vaults as those of an ordinary game."""
    text = re.sub(r"(?m)^(Game seed: \d+) \(custom seed\)", r"\1", text, count=1)
    text = re.sub(r"\bin the (Dungeon) \(Sprint [^\n]*\)", r"on level 1 of the \1", text)
    text = re.sub(r"(?m)^You were in the Dungeon\.", "You were on level 1 of the Dungeon.", text)
    text = re.sub(
        r"(?m)^You visited 1 branch$", "You visited 1 branch of the dungeon, and saw 1 of its levels.", text
    )
    text = re.sub(r"(?m)^(.{0,6}: \d+/)\d+( runes?:)", r"\g<1>15\2", text)
    text = re.sub(r"(?m)^( *\d+ ?\| )D {7,8}(\| (?:Escaped|Got out|Safely))", r"\1D:$     \2", text)
    text = re.sub(r"(?m)^( *\d+ ?\| )D  ( *\|)", r"\1D:1\2", text)
    text = re.sub(r"(?m)^(Dungeon \(\d+/)1(?=\))", r"\g<1>15", text)
    return re.sub(r"(?m)^D:        \w+", "D:1:      layout_basic", text)


# --------------------------------------------------------------------------------- marks


def _marks(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The mark of wizard or explore mode, then what else shows the mode, one after the other."""
    if not (sheet.record.value("wizard") or sheet.record.value("explore")):
        return
    steps: dict[str, Step] = {
        "the mark": _without_mark,
        "the mark and the note": lambda each: chained(each, _without_mark, _without_mode_notes),
        "the mark, the note and the piety": lambda each: chained(
            each, _without_mark, _without_mode_notes, _without_numbers
        ),
        "every trace": lambda each: chained(
            each,
            _without_mark,
            _without_mode_notes,
            _without_numbers,
            _without_vault_marks,
            _without_abilities,
        ),
    }
    seen = set()
    for what, step in steps.items():
        text = step(sheet)
        if text is not None and text not in seen:
            seen.add(text)
            yield Edit(text, f"{what} taken out", "wizard" if sheet.record.value("wizard") else "explore")


def _without_mark(sheet: Sheet) -> str | None:
    score = sheet.record.first("score")
    if score is None:
        return None
    line = re.sub(r" \*(?:WIZ|EXPLORE)\*", "", lines_of(sheet)[score.line - 1])
    return with_lines(sheet, score.line - 1, score.line, [line])


def _without_mode_notes(sheet: Sheet) -> str | None:
    text = None
    while True:
        noted = sheet.record.first("wizard_noted") or sheet.record.first("explore_noted")
        if noted is None:
            return text
        at = next(n for n, row in enumerate(rows_of(sheet)) if row.start == noted.line - 1)
        text = without_row(sheet, at)
        sheet = sheet.with_text(text)


def _without_numbers(sheet: Sheet) -> str | None:
    """``God: Trog 35 (0)`` as stars."""
    stated = sheet.record.first("piety_in_numbers")
    if stated is None:
        return None
    stars = sum(stated.value >= least for least in (30, 50, 75, 100, 120, 160))
    line = lines_of(sheet)[stated.line - 1]
    line = re.sub(r"No God +-?\d+ \(-?\d+\)", "", line)
    line = re.sub(r" -?\d+ \(-?\d+\)", f" [{'*' * stars:.<6}]", line)
    return with_lines(sheet, stated.line - 1, stated.line, [line.rstrip()])


def _without_vault_marks(sheet: Sheet) -> str | None:
    text = re.sub(r"(?m)^\[[+-]gen[^\]]*\] *", "", sheet.text)
    return None if text == sheet.text else text


def _without_abilities(sheet: Sheet) -> str | None:
    """Abilities of wizard mode, from 0.28 on."""
    text = re.sub(r"(?m)^a: Build terrain.*$", "a: no special abilities", sheet.text)
    return None if text == sheet.text else text


# --------------------------------------------------------------------------------- notes

_ADDED = {
    "rune": ("Pan", "Got a magical rune of Zot"),
    "gem": ("Depths:4", "Got a midnight gem with 2411 turns to spare"),
    "level": ("D:9", "Reached XP level {level}. HP: 150/150 MP: 20/20"),
    "orb": ("Zot:5", "Got the Orb of Zot"),
    "unique": ("D:12", "Killed Sigmund"),
    "god": ("Temple", "Became a worshipper of Trog the Wrathful"),
    "win": ("D:$", "Escaped with the Orb!"),
    "wizard": ("D:1", "Entered wizard mode."),
    "arena": ("D", "Arena points: 99999 (+500) [x2]"),
}


def _notes_added(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """A note of each kind above the last row."""
    rows = rows_of(sheet)
    if not rows:
        return
    turn, level = rows[-2].turn if len(rows) > 1 else 0, (sheet.record.value("xl") or 1) + 1
    for fact, (place, text) in _ADDED.items():
        note = text.format(level=level)
        made = with_rows(sheet, -1, [(turn, place, note)])
        if made is not None:
            yield Edit(made, f"note added: {note}", f"note of {fact}")


_MOST_REMOVED = 60


def _notes_removed(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each note in turn, of long notes those that tell of a fact."""
    rows = rows_of(sheet)
    telling = [n for n, row in enumerate(rows) if row.text.startswith(_TELLING)]
    for at in range(len(rows)) if len(rows) <= _MOST_REMOVED else telling:
        text = rows[at].text
        yield Edit(without_row(sheet, at), f"note removed: {text[:60]}", _subject(text, at == len(rows) - 1))


_TELLING = ("Reached XP", "Got a", "Got the", "Became", "Fell", "Escaped", "Quit", "Entered wizard")


def _subject(text: str, last: bool) -> str:
    if last:
        return "note of the end"
    beginnings = {
        "Reached XP": "note of level",
        "Got the Orb": "note of orb",
        "Got a": "note of rune or gem",
        "Became": "note of god",
        "Entered": "note of branch or mode",
    }
    begun = next((what for beginning, what in beginnings.items() if text.startswith(beginning)), None)
    return begun or ("note of start" if "began the quest" in text else "other note")


# ---------------------------------------------------------------------------------- days


def _days(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The first day, the last one or both a month earlier; in the text, in the file's name, in both."""
    for days in (-30, -1):
        started, ended = _with_first_day(sheet, days), _with_last_day(sheet, days)
        name = _named(sheet.name, days)
        both = started and (_with_last_day(sheet.with_text(started), days) or started)
        shifts = (
            ("the first day", started, sheet.name),
            ("the last day", ended, sheet.name),
            ("the days in the text", both, sheet.name),
            ("the file's name", sheet.text, name),
            ("the days in text and name", both, name),
        )
        for what, text, new in shifts:
            if text is not None and (text, new) != (sheet.text, sheet.name):
                yield Edit(text, f"{what} {-days} days earlier", "dates", new)


def _with_first_day(sheet: Sheet, days: int) -> str | None:
    return _shifted(sheet, "started", days)


def _with_last_day(sheet: Sheet, days: int) -> str | None:
    return _shifted(sheet, "ended", days)


def _shifted(sheet: Sheet, fact: str, days: int) -> str | None:
    stated = said_by(sheet, fact, SCORE_BLOCK)
    if stated is None:
        return None
    was = date.fromisoformat(stated.value)
    line = lines_of(sheet)[stated.line - 1]
    return with_lines(
        sheet, stated.line - 1, stated.line, [line.replace(_printed(was), _printed(was + timedelta(days)))]
    )


def _printed(day: date) -> str:
    return f"{month_named(day.month)} {day.day}, {day.year}"


def _named(name: str, days: int) -> str:
    found = re.search(r"-(\d{8})-\d{4,6}", name)
    if found is None:
        return name
    day = date.fromisoformat(found[1]) + timedelta(days)
    return f"{name[: found.start(1)]}{day:%Y%m%d}{name[found.end(1) :]}"


RECIPES: dict[str, Recipe] = {
    "section-cut": _sections,
    "version": _versions,
    "mode": _kinds,
    "mark": _marks,
    "note-added": _notes_added,
    "note-removed": _notes_removed,
    "dates": _days,
}
"""Edits by the name of their kind."""
