"""The moments of a log line's start and end, as the game writes them."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

__all__ = ["day_of", "moment"]


def moment(text: str) -> int | None:
    """``20261030101706S`` in seconds since 1970, read as UTC; ``None`` if it is no date.

    The month is counted from 0; ``D`` stands for summer time (hiscores.cc, ``make_date_string``).

    >>> moment("20261030101706S")
    1796033826
    """
    day, minute, second = day_of(text[:8]), _MINUTES.get(text[8:12]), _SECONDS.get(text[12:])
    if day is not None and minute is not None and second is not None:
        return day[0] + minute + second
    return _odd_moment(text)


_MINUTES = {f"{hour:02}{minute:02}": hour * 3600 + minute * 60 for hour in range(24) for minute in range(60)}
# A leap second is a second.
_SECONDS = {f"{second:02}{season}": second for second in range(61) for season in "SD"}


def _odd_moment(text: str) -> int | None:
    """The same for a text that is no date, or has digits of another script."""
    if len(text) != 15 or text[14] not in "SD":
        return None
    day, clock = day_of(text[:8]), text[8:14]
    if day is None or not clock.isdecimal():
        return None
    number = int(clock)
    minute, second = number // 100 % 100, number % 100
    if number >= 240_000 or minute > 59 or second > 60:
        return None
    return day[0] + number // 10_000 * 3600 + minute * 60 + second


_EPOCH = date(1970, 1, 1).toordinal()


@lru_cache(maxsize=16_384)
def day_of(text: str) -> tuple[int, str] | None:
    """The second at which a day begins, and the day as ISO writes it."""
    if not (text.isdecimal() and text.isascii()):
        return None
    try:
        day = date(int(text[:4]), int(text[4:6]) + 1, int(text[6:]))
    except ValueError:
        return None
    return (day.toordinal() - _EPOCH) * 86_400, day.isoformat()
