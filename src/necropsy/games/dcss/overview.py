"""The overview block: title line, stat lines, and the short lists under the resistances.

    Sapling the Opulent (Gargoyle Enchanter)         Turns: 112093, Time: 05:07:00

    Health: 157/179    AC: 31    Str: 18    XL:     26   Next: 42%
    Magic:  38/38      EV: 12    Int: 30    God:    Sif Muna [******]
    Gold:   1204       SH:  8    Dex: 12    Spells: 2/58 levels left
    ...
    0: Orb of Zot
    }: 3/15 runes: decaying, serpentine, silver
    a: Channel Magic, Forget Spell, Renounce Religion

Three generations print different columns (0.3-0.8 with the exact experience, 0.9-0.15,
0.16 on); each stat is found by its own label. The right-hand column of the resistances
holds item names with players' inscriptions and is not read here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = [
    "LIST_KEYS",
    "OVERVIEW",
    "TITLE_LINE",
    "may_lack_overview",
    "read_lists",
    "read_pips",
    "read_stats",
    "read_title_line",
]

TITLE_LINE = "title line"
OVERVIEW = "overview"

LIST_KEYS = ("%: ", "@: ", "A: ", "0: ", "a: ")


def read_title_line(record: Record) -> None:
    """State player, title, character, turns and time from the title line."""
    title_lines = record.document.head.sections.title_lines
    if not title_lines:
        return
    start, match = next(iter(title_lines.items()))
    number = start + 1
    player, title = names.split_title(match["who"])
    record.state("who", match["who"], number, TITLE_LINE)
    record.state("player", player, number, TITLE_LINE)
    if title:
        record.state("title", title, number, TITLE_LINE)
    record.state("character_shown", match["character"], number, TITLE_LINE)
    record.state("turns", int(match["turns"]), number, TITLE_LINE)
    seconds = int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + int(match["seconds"])
    record.state("time_shown_s", seconds + int(match["days"] or 0) * 86_400, number, TITLE_LINE)


def read_stats(record: Record) -> None:
    """State HP, XL, Next% or XP, god and gold from the stat lines."""
    lines, start, end = _block(record)
    if start is None:
        return
    for index in _stat_lines(lines, start, end):
        line = grammar.squeezed(lines[index])
        number = index + 1
        if line.startswith(("HP", "Health:")):
            _read_health(record, line, number)
        if "XL:" in line or "Exp:" in line:
            _read_level(record, line, number)
        if "God:" in line:
            _read_god(record, line, number)
        if "Gold" in line and (match := grammar.find(grammar.GOLD, line)):
            record.state("gold", int(match["gold"]), number, OVERVIEW)
        if "Lives:" in line and (match := grammar.find(grammar.LIVES, line)):
            record.state("deaths", int(match["deaths"]), number, OVERVIEW)


def read_pips(record: Record) -> None:
    """State Will (to 0.25 MR) as the left column of the resistances shows it; an immunity as ∞."""
    lines, start, end = _block(record)
    if start is None:
        return
    for index in range(start + 1, end):
        line = lines[index]
        if not line.startswith(("Will ", "MR ")):
            continue
        match = grammar.read(grammar.WILL_PIPS, grammar.squeezed(line))
        if match is not None:
            shown = "∞" if match["pips"] == "inf" else match["pips"]
            record.state("will_pips", shown, index + 1, OVERVIEW)
            return


def read_lists(record: Record) -> None:
    """State runes, Orb, statuses and mutations."""
    lines, start, end = _block(record)
    if start is None:
        return
    runes_listed = listed = False
    for number, line in _list_lines(lines, start + 1, end):
        listed = True
        # The runes first: the key before them can be that of another list.
        if _looks_like_runes(line) and (m := grammar.read(grammar.RUNE_LINE, line)):
            _read_runes(record, m["runes"], m["obtainable"], m["names"], number)
            runes_listed = True
        elif line.startswith("0: Orb of Zot"):
            record.state("orb_shown", True, number, OVERVIEW)
        elif line.startswith("A: "):
            record.state("mutations", line[3:], number, OVERVIEW)
        elif line.startswith("@: "):
            record.state("statuses", line[3:], number, OVERVIEW)
    if not runes_listed and (listed or not may_lack_overview(record)):
        # From 0.9 on the line is left out only where there is no rune; but a file that was cut off
        # above the lists has lost them all.
        record.state("runes", 0, start + 1, OVERVIEW)


def _block(record: Record) -> tuple[Sequence[str], int | None, int]:
    """The lines that hold the overview, its title line, and the end of it."""
    lines, sections, _ = record.document.head
    if not sections.title_lines:
        return lines, None, 0
    start = next(iter(sections.title_lines))
    return lines, start, sections.end_of(start)


def _stat_lines(lines: Sequence[str], start: int, end: int) -> range:
    """The stat lines: the first block of lines that are not blank under the title line."""
    end = min(end, start + 12)
    first = start + 1
    while first < end and not lines[first].strip():
        first += 1
    last = first
    while last < end and lines[last].strip():
        last += 1
    return range(first, last)


def _read_health(record: Record, line: str, number: int) -> None:
    if match := grammar.read(grammar.HEALTH, line):
        record.state("hp", int(match["hp"]), number, OVERVIEW)
        record.state("max_hp", int(match["max_hp"]), number, OVERVIEW)


def _read_level(record: Record, line: str, number: int) -> None:
    at = line.find("XL:")
    if at >= 0 and (match := grammar.read(grammar.LEVEL, line[at:])):
        record.state("xl", int(match["xl"]), number, OVERVIEW)
        if match["next"] is not None:
            record.state("next_pct", int(match["next"]), number, OVERVIEW)
        return
    at = line.find("Exp:")
    if at >= 0 and (match := grammar.read(grammar.EXPERIENCE, line[at:])):
        record.state("xl", int(match["xl"]), number, OVERVIEW)
        record.state("xp", int(match["xp"]), number, OVERVIEW)
        if match["need"] is not None:
            record.state("xp_needed", int(match["need"]), number, OVERVIEW)
        return
    record.flaw("F111", "experience level and experience cannot be read", number)


def _read_god(record: Record, line: str, number: int) -> None:
    match = grammar.read(grammar.GOD, line[line.find("God:") :])
    if match is None:
        record.flaw("F111", "the god cannot be read", number)
        return
    god = match["god"].strip()
    record.state("god", "" if god == "No God" else god, number, OVERVIEW)
    if match["piety"] is not None:
        record.state("piety_in_numbers", int(match["piety"]), number, OVERVIEW)
    elif match["stars"] is not None:
        stars = match["stars"]
        record.state("stars", stars.count("*") + stars.count("X"), number, OVERVIEW)


def _list_lines(lines: Sequence[str], start: int, end: int) -> Iterator[tuple[int, str]]:
    """The lists at the margin, each with its continuation lines joined to it.

    They end before the sentences that follow the overview, at the latest at two blank lines.
    """
    number, blank = 0, False
    parts: list[str] = []
    for index, line in enumerate(lines[start:end], start):
        if not line or line.isspace():
            if blank:
                break
            blank, opens = True, False
        elif line.startswith("You "):
            break
        else:
            blank, opens = False, ": " in line[:12] and _opens_list(line)
        if parts and (opens or blank):
            yield number, grammar.squeezed(" ".join(parts))
            parts = []
        if opens:
            number, parts = index + 1, [line]
        elif parts:
            parts.append(line)
    if parts:
        yield number, grammar.squeezed(" ".join(parts))


def _opens_list(line: str) -> bool:
    return line.startswith(LIST_KEYS) or _looks_like_runes(line)


def _looks_like_runes(line: str) -> bool:
    """The key before the colon is a glyph or a key that the player chose; it may be a blank."""
    key, _, rest = line.partition(": ")
    return len(key) <= 8 and "/" in rest[:8] and " rune" in rest[:12]


def _read_runes(record: Record, held: str, obtainable: str, listed: str, number: int) -> None:
    record.state("runes", int(held), number, OVERVIEW)
    record.state("runes_obtainable", int(obtainable), number, OVERVIEW)
    match = grammar.read(grammar.RUNE_NAMES, listed)
    assert match is not None, "the line has a letter where the names begin"
    runes = tuple(name.strip() for name in match[0].split(","))
    record.state("rune_names", runes, number, OVERVIEW)


# One of these stands below the overview of nearly every morgue; the order is the player's.
_BELOW_THE_OVERVIEW = frozenset({"Inventory:", "Skills:", "Notes", "Message History", "Vanquished Creatures"})


def may_lack_overview(record: Record) -> bool:
    """Whether a morgue may be cut off at a blank line within its overview, as nothing stands below it."""
    start = next(iter(record.document.head.sections.title_lines), None)
    if start is None:
        return False
    below = record.document.lines()[start + 1 :]
    return not any(line.strip() in _BELOW_THE_OVERVIEW for line in below)
