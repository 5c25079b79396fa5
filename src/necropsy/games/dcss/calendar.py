"""Dates as a morgue prints them: ``Sept 3, 2018``; the months are not always three letters."""

from __future__ import annotations

from datetime import date, datetime

__all__ = ["file_moment", "iso_date", "month_named"]

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"), 1
    )
}


def iso_date(text: str) -> str | None:
    """``"Sept 3, 2018"`` as ``"2018-09-03"``, or ``None`` if there is no such day."""
    month, _, rest = text.partition(" ")
    day, _, year = rest.partition(", ")
    if month not in _MONTHS or not (day.isdecimal() and year.isdecimal()):
        return None
    try:
        return date(int(year), _MONTHS[month], int(day)).isoformat()
    except ValueError:
        return None


def month_named(month: int) -> str:
    """The name by which a month, counted from 1, is printed: ``9`` as ``"Sept"``."""
    return list(_MONTHS)[month - 1]


def file_moment(text: str) -> datetime | None:
    """The moment in a morgue's name, ``"20261130-104024"``, or ``None`` if it is none."""
    # 0.1 leaves the seconds out.
    if len(text) not in (13, 15) or not text.isascii():
        return None
    try:
        day = int(text[:4]), int(text[4:6]), int(text[6:8])
        return datetime(*day, int(text[9:11]), int(text[11:13]), int(text[13:] or 0))
    except ValueError:
        return None
