"""How and when a game ended, in each place that tells of it."""

from __future__ import annotations

from functools import partial

from necropsy.games.dcss.forger.block import with_cause, with_spoils
from necropsy.games.dcss.forger.notebook import retimed, rewritten_row, rows_of
from necropsy.games.dcss.forger.page import Step, chained, plainly, said_by, version, with_lines
from necropsy.games.dcss.forger.spoils import orb_note, orb_shown, runes_everywhere, visited, without_orb
from necropsy.games.dcss.misc_block import MISC
from necropsy.tamper.original import Sheet

__all__ = [
    "block_of_end",
    "ending_everywhere",
    "note_of_end",
    "turn_of_last_note",
    "turns_everywhere",
    "whereabouts",
]

_TO_ENTER_ZOT = 3
_KILLER = "Slain by an orc"


def turns_everywhere(sheet: Sheet, turns: int) -> str | None:
    """The turns in score block, title line and notes; fewer of them bring the notes closer together."""
    was = sheet.record.value("turns")

    def turn_of(turn: int, last: bool) -> int:
        if last:
            return turns
        return turn if turns >= was else turn * turns // was

    return chained(sheet, plainly("turns", turns), lambda each: retimed(each, turn_of))


def turn_of_last_note(sheet: Sheet, turns: int) -> str | None:
    """The last note alone."""
    rows = rows_of(sheet)
    return rewritten_row(sheet, -1, turns, rows[-1].place, rows[-1].text) if rows else None


def ending_everywhere(sheet: Sheet, ending: str) -> str | None:
    """Another ending in score block, misc block, overview, pack and notes."""
    steps: list[Step] = [
        partial(block_of_end, ending=ending),
        partial(whereabouts, ending=ending),
        partial(note_of_end, ending=ending),
        partial(_hit_points, ending=ending),
    ]
    if ending == "win":
        steps += [_enough_runes, _orb_if_missing, orb_note, visited]
    elif ending == "left":
        steps.append(without_orb)
    return chained(sheet, *steps)


def block_of_end(sheet: Sheet, ending: str) -> str | None:
    """The score block's lines on the end."""
    if ending in ("win", "left"):
        return with_spoils(sheet, ending=ending, gems=sheet.record.value("gems") or 0)
    level = "Level" if version(sheet).before("0.16") else "level"
    return with_cause(sheet, [_KILLER, f"... on {level} 1 of the Dungeon."])


def whereabouts(sheet: Sheet, ending: str) -> str | None:
    """The misc block's sentence: who left escaped, everybody else was somewhere."""
    stated = said_by(sheet, "escaped", MISC)
    if stated is None:
        return None
    line = "You escaped." if ending in ("win", "left") else "You were on level 1 of the Dungeon."
    return with_lines(sheet, stated.line - 1, stated.line, [line])


def note_of_end(sheet: Sheet, ending: str) -> str | None:
    """The last row of the notes."""
    rows = rows_of(sheet)
    if not rows:
        return None
    outside = "D" if sheet.record.value("game_type") == "sprint" else "D:$"
    rich = sheet.record.value("runes") or sheet.record.value("gems")
    left = "Got out of the dungeon!" if rich else "Got out of the dungeon alive."
    place, text = {
        "win": (outside, "Escaped with the Orb!"),
        "left": (outside, left),
        "death": ("D:1", _KILLER),
    }[ending]
    return rewritten_row(sheet, -1, rows[-1].turn, place, text)


def _hit_points(sheet: Sheet, ending: str) -> str | None:
    hp, most = sheet.record.value("hp"), sheet.record.value("max_hp")
    if hp is None:
        return None
    if ending == "death":
        return plainly("hp", -2)(sheet)
    return plainly("hp", max(most or 1, 1))(sheet) if hp <= 0 else None


def _enough_runes(sheet: Sheet) -> str | None:
    """Three runes open the Realm of Zot."""
    held = sheet.record.value("runes") or 0
    sprint = sheet.record.value("game_type") not in ("normal", "seeded")
    return None if held >= _TO_ENTER_ZOT or sprint else runes_everywhere(sheet, _TO_ENTER_ZOT)


def _orb_if_missing(sheet: Sheet) -> str | None:
    held = sheet.record.has("orb_shown") or sheet.record.has("orb_item")
    return None if held else orb_shown(sheet)
