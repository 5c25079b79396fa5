"""When a game began and ended, as precisely as its files say it.

A DCSS morgue names the day only, a log the second. A :class:`Moment` is therefore the
stretch of time that a text can mean, and a comparison has three answers.

>>> day, noon = moment_of("2026-11-30"), moment_of("2026-11-30 12:00:00")
>>> day.before(noon.earliest), day.before(dt.datetime(2026, 12, 1))
(None, True)

The clock is that of the file: of the log mostly UTC, of a dump the server's own. Files
name no time zone, so none is reckoned with.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from necropsy.record import Record, Standing

__all__ = ["Moment", "moment_in", "moment_of", "utc_in"]

_LAST_SECOND = dt.timedelta(days=1) - dt.timedelta(seconds=1)


class Moment(NamedTuple):
    """The earliest and the latest second that a stated time can mean."""

    earliest: dt.datetime
    latest: dt.datetime

    @property
    def exact(self) -> bool:
        """Whether the second is known."""
        return self.earliest == self.latest

    def before(self, bound: dt.datetime) -> bool | None:
        """Whether this lies before a bound; ``None`` where only the day is known and does not decide."""
        if self.latest < bound:
            return True
        return False if self.earliest >= bound else None

    def __str__(self) -> str:
        return str(self.earliest if self.exact else self.earliest.date())


def moment_of(value: Any) -> Moment | None:
    """The moment that a fact's value means: a day, a time, or the ISO text of either.

    >>> str(moment_of("2026-11-30T10:11:12")), moment_of("yesterday")
    ('2026-11-30 10:11:12', None)
    """
    if isinstance(value, str):
        value = _read(value.strip())
    if isinstance(value, dt.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(dt.UTC).replace(tzinfo=None)
        return Moment(value, value)
    if isinstance(value, dt.date):
        midnight = dt.datetime.combine(value, dt.time())
        return Moment(midnight, midnight + _LAST_SECOND)
    return None


_DAY_LENGTH = len("2026-11-30")


def _read(text: str) -> dt.date | None:
    try:
        return (dt.date if len(text) == _DAY_LENGTH else dt.datetime).fromisoformat(text)
    except ValueError:
        return None


_SECONDS = {"started": "start_s", "ended": "end_s"}
"""The facts of a DCSS log line that have the second; its days are for comparing with a morgue's."""

_EPOCH = dt.datetime(1970, 1, 1)


def moment_in(record: Record, fact: str) -> Moment | None:
    """What a record says of a time: the most precise of its statements.

    Of several that are equally precise the last one counts: where a dump and its log line
    tell of a game, that is the line's, which is UTC.
    """
    seconds = record.value(_SECONDS.get(fact, ""))
    if seconds is not None:
        return moment_of(_EPOCH + dt.timedelta(seconds=seconds))
    stated: Sequence[Any] = record.statements(fact)
    testimony = [statement for statement in stated if statement.standing is Standing.TESTIMONY]
    moments = [moment_of(statement.value) for statement in testimony or stated]
    known = [moment for moment in moments if moment is not None]
    return min(reversed(known), key=lambda moment: moment.latest - moment.earliest, default=None)


_UTC_SECONDS = {
    "started": ("start_s", "starttime_utc_s", "starttime_s"),
    "ended": ("end_s", "endtime_utc_s", "endtime_s"),
}
"""The facts of a log line that count seconds since 1970, the surest first."""


def utc_in(record: Record, fact: str) -> dt.datetime | None:
    """The second in UTC, without a zone of its own; ``None`` where no line of a log tells of the game.

    A dump has the clock of the place where it was written, and does not say which that is.
    """
    for name in _UTC_SECONDS[fact]:
        seconds = record.value(name)
        if seconds is not None:
            try:
                return _EPOCH + dt.timedelta(seconds=seconds)
            except OverflowError:
                return None
    return None
