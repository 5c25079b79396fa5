"""The score block: the game's own account of how the game ended.

    1338000 Sapling the Opulent (level 26, 157/179 HPs)
                 Began as a Gargoyle Enchanter on Nov 30, 2026.
                 Was the Champion of Sif Muna.
                 Escaped with the Orb
                 ... and 3 runes!

                 The game lasted 05:06:59 (112093 turns).

Only its own lines are read: the score line at the margin, then indented lines up to the
one that gives the duration. Whether the game was won is decided by the first line after
the god, and never by a search for words: other people's wins stand in real notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names
from necropsy.games.dcss.calendar import iso_date

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["PLACE", "ending_of", "read_score_block", "read_score_line"]

PLACE = "score block"

# The block has at most a dozen lines; a chain of summoners makes it a little longer.
_LONGEST_BLOCK = 40

_RANKS = {
    "an Initiate": 0,
    "a Follower": 1,
    "a Believer": 2,
    "a Priest": 3,
    "an Elder": 4,
    "a High Priest": 5,
    "the Champion": 6,
}

_ENDINGS = (
    ("Escaped with the Orb", "win"),
    ("Got out of the dungeon", "left"),
    ("Safely got out of the dungeon", "left"),
    ("Quit the game", "quit"),
)


def read_score_line(record: Record) -> None:
    """State what the score line says: score, player, title, XL, HP, marks."""
    score_lines = record.document.head.sections.score_lines
    if not score_lines:
        return
    start, match = next(iter(score_lines.items()))
    number = start + 1
    record.state("score", int(match["score"]), number, PLACE)
    player, title = names.split_title(match["who"])
    record.state("who", match["who"], number, PLACE)
    record.state("player", player, number, PLACE)
    if title:
        record.state("title", title, number, PLACE)
    record.state("xl", int(match["xl"]), number, PLACE)
    if match["hp"] is not None:
        record.state("hp", int(match["hp"]), number, PLACE)
        record.state("max_hp", int(match["max_hp"]), number, PLACE)
    record.state("wizard", match["wizard"] is not None, number, PLACE)
    record.state("explore", match["explore"] is not None, number, PLACE)


def read_score_block(record: Record) -> None:
    """State what the lines under the score line say."""
    head = record.document.head
    if not head.sections.score_lines:
        return
    numbers, lines = _body(head.lines, next(iter(head.sections.score_lines)) + 1)
    position = _read_beginning(record, numbers, lines)
    position = _read_god(record, numbers, lines, position)
    position = _read_ending(record, numbers, lines, position)
    if position < len(lines):
        _read_duration(record, numbers[position], lines[position])


def _body(lines: Sequence[str], start: int) -> tuple[list[int], list[str]]:
    """The block's lines, squeezed, with their numbers; the last is the duration if it is there."""
    numbers, body = [], []
    for index in range(start, min(start + _LONGEST_BLOCK, len(lines))):
        line = lines[index]
        if line.strip() and not line[0].isspace():
            break
        text = grammar.squeezed(line)
        numbers.append(index + 1)
        body.append(text)
        if _is_duration(text):
            break
    while body and not body[-1]:
        numbers.pop()
        body.pop()
    return numbers, body


def _read_beginning(record: Record, numbers: Sequence[int], lines: Sequence[str]) -> int:
    match = grammar.read(grammar.BEGAN, lines[0]) if lines else None
    if match is None:
        if lines:
            record.flaw("F110", "the line that says how the character began cannot be read", numbers[0])
        return 1
    record.state("character", match["character"], numbers[0], PLACE)
    started = iso_date(match["date"])
    if started is None:
        record.flaw("F110", f"{match['date']!r} is no date", numbers[0])
    else:
        record.state("started", started, numbers[0], PLACE)
    return 1


def _read_god(record: Record, numbers: Sequence[int], lines: Sequence[str], at: int) -> int:
    line = lines[at] if at < len(lines) else ""
    if not line.startswith("Was "):
        record.state("god", "", numbers[0] if numbers else 0, PLACE)
        # 0.16 to 0.22 lose Xom's sentence and leave its line blank.
        return at + 1 if not line and at + 1 < len(lines) else at
    if match := grammar.read(grammar.FOLLOWED, line):
        record.state("god", match["god"], numbers[at], PLACE)
        record.state("piety_rank", _RANKS[match["rank"]], numbers[at], PLACE)
        record.state("penance", match["penitent"] is not None, numbers[at], PLACE)
        return at + 1
    if grammar.read(grammar.PLAYTHING, line):
        record.state("god", "Xom", numbers[at], PLACE)
        return at + 1
    # "Was drained of all life" is an ending.
    record.state("god", "", numbers[0], PLACE)
    return at


def _read_ending(record: Record, numbers: Sequence[int], lines: Sequence[str], at: int) -> int:
    if at >= len(lines) or _is_duration(lines[at]):
        record.flaw("F110", "the score block does not say how the game ended", *numbers[:1])
        return at
    ending = ending_of(lines[at])
    record.state("ending", ending, numbers[at], PLACE)
    record.state("won", ending == "win", numbers[at], PLACE)
    last = at
    while last + 1 < len(lines) and not _is_duration(lines[last + 1]):
        last += 1
    if ending in ("win", "left"):
        _read_spoils(record, numbers[at : last + 1], lines[at : last + 1])
    else:
        _read_death(record, numbers[at : last + 1], lines[at : last + 1])
    return last + 1


def ending_of(line: str) -> str:
    """How a game ended by the first line that says so: ``win``, ``left``, ``quit`` or ``death``."""
    return next((kind for words, kind in _ENDINGS if line.startswith(words)), "death")


def _read_spoils(record: Record, numbers: Sequence[int], lines: Sequence[str]) -> None:
    """Runes, gems and end date of a game that left the dungeon."""
    record.state("cause", lines[0].rstrip("!."), numbers[0], PLACE)
    record.state("end_dated", any(" on " in line for line in lines), numbers[0], PLACE)
    for number, line in zip(numbers, lines, strict=True):
        if match := grammar.read(grammar.RUNES_TAKEN, line):
            items = int(match["runes"])
            record.state("rune_items", items, number, PLACE)
            # Up to 0.8 the first number counts items; "(of M types)" stands only if M > 1.
            types = int(match["types"]) if match["types"] else items
            record.state("runes", types, number, PLACE)
        elif match := grammar.read(grammar.GEMS_TAKEN, line):
            record.state("gems", int(match["gems"]), number, PLACE)
        else:
            match = None
        if match is not None and match["date"]:
            _read_last_day(record, match["date"], number)


def _read_death(record: Record, numbers: Sequence[int], lines: Sequence[str]) -> None:
    """Cause, damage, place and end date of a game that ended inside the dungeon."""
    filled = [(n, line) for n, line in zip(numbers, lines, strict=True) if line]
    if not filled:
        return
    last_number, last = filled[-1]
    if dated := grammar.find(grammar.DATE_AT_END, last):
        _read_last_day(record, dated["date"], last_number)
        last = last[: dated.start()] + "."
    record.state("end_dated", dated is not None, last_number, PLACE)
    first = lines[0]
    wounded = next((m for _, line in filled if (m := grammar.find(grammar.DAMAGE, line))), None)
    if wounded:
        record.state("damage", int(wounded["damage"]), numbers[0], PLACE)
    where = _whereabouts(last)
    if where is not None:
        place, map_title = where
        record.state("place", names.canonical_place(place), last_number, PLACE)
        if map_title:
            record.state("map_title", map_title, last_number, PLACE)
    cause = first if len(filled) > 1 else first.split(" on level ")[0].split(" on Level ")[0].split(" in ")[0]
    record.state("cause", cause.rstrip("."), numbers[0], PLACE)


def _read_last_day(record: Record, text: str, number: int) -> None:
    day = iso_date(text)
    if day is None:
        record.flaw("F110", f"{text!r} is no date", number)
    else:
        record.state("ended", day, number, PLACE)


def _whereabouts(line: str) -> tuple[str, str] | None:
    """Place and map title from the last line.

    It reads ``... in the Dungeon (Sprint I: "Red Sonja").``, from 0.33 on perhaps behind another
    clause: ``... while vexed by an orc... on level 2 of the Abyss.``
    """
    # A map's title may hold the same words, so they are looked for before it.
    place, bracket, title = line.rstrip(".").partition(" (")
    lowered = place.lower()
    for words in ("quit the game on ", "quit the game in ", "... on ", "... in "):
        if lowered.startswith(words):
            start = len(words)
            break
    else:
        found = [(lowered.rfind(words), words) for words in ("... on level ", "... in ")]
        at, words = max(found)
        if at < 0:
            return None
        start = at + (len("... on ") if words == "... on level " else len(words))
    return place[start:], title.removesuffix(")") if bracket else ""


def _is_duration(line: str) -> bool:
    # A ghost may be called so, but no cause of death begins so.
    return line.startswith("The game lasted ") or (
        " game lasted " in line and grammar.read(grammar.DURATION, line) is not None
    )


def _read_duration(record: Record, number: int, line: str) -> None:
    match = grammar.read(grammar.DURATION, line)
    if match is None:
        record.flaw("F110", "the line that gives duration and turns cannot be read", number)
        return
    record.state("turns", int(match["turns"]), number, PLACE)
    seconds = int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + int(match["seconds"])
    record.state("duration_s", seconds + int(match["days"] or 0) * 86_400, number, PLACE)
