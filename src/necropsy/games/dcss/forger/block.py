"""The score block's lines on how the game ended, and what was carried out."""

from __future__ import annotations

from collections.abc import Sequence

from necropsy.games.dcss.calendar import month_named
from necropsy.games.dcss.forger.page import said_by, version, with_lines
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.tamper.original import Sheet

__all__ = ["with_cause", "with_spoils"]

_MARGIN = " " * 13


def with_cause(sheet: Sheet, lines: Sequence[str]) -> str | None:
    """The text with other lines between the god and the duration; ``None`` where these are missing."""
    cause, duration = said_by(sheet, "ending", SCORE_BLOCK), said_by(sheet, "duration_s", SCORE_BLOCK)
    if cause is None or duration is None:
        return None
    new = [_MARGIN + line for line in lines]
    return with_lines(sheet, cause.line - 1, duration.line - 1, new)


def with_spoils(
    sheet: Sheet, *, ending: str | None = None, runes: int | None = None, gems: int | None = None
) -> str | None:
    """The text of a game that left the dungeon with so much; what is not given stays.

    ``None`` where the game did not leave, and no other ending is given.
    """
    record = sheet.record
    was = record.value("ending")
    ends = ending or was
    if ends not in ("win", "left"):
        return None
    items = record.value("rune_items") or 0
    held = max(items, record.value("runes") or 0) if runes is None else runes
    if gems is None:
        gems = record.value("gems") or 0
    started = ends == was and not (held or gems)
    if started:
        return None
    return with_cause(sheet, _ending_lines(sheet, ends == "win", held, gems))


def _ending_lines(sheet: Sheet, won: bool, runes: int, gems: int) -> list[str]:
    """As hiscores.cc writes them: the day of the end and the ``!`` behind the last of them."""
    if not runes and not gems:
        return ["Escaped with the Orb!" if won else "Got out of the dungeon alive."]
    lines = ["Escaped with the Orb" if won else "Got out of the dungeon"]
    if runes:
        lines.append(f"... {'and' if won else 'with'} {runes} rune{'s' * (runes > 1)}{_types(sheet, runes)}")
    if gems:
        lines.append(f"... {'and' if won or runes else 'with'} {gems} gem{'s' * (gems > 1)}")
    lines[-1] += f"{_day_of_end(sheet)}!"
    return [*lines, ""]


def _types(sheet: Sheet, runes: int) -> str:
    """Up to 0.8 the kinds of runes stand behind their number, if there are several."""
    return f" (of {runes} types)" if version(sheet).before("0.9") and runes > 1 else ""


def _day_of_end(sheet: Sheet) -> str:
    """The day as the game would print it: only where it is another one than the first."""
    record = sheet.record
    named = record.value("file_moment")
    ended = record.value("ended") or (named and named.date().isoformat())
    started = record.value("started")
    if not ended or not started or ended == started:
        return ""
    year, month, day = map(int, ended.split("-"))
    return f" on {month_named(month)} {day}, {year}"
