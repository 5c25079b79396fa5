"""C: dates, time played and turns on one log line.

Each check compares plain values first and says more only where they do not fit: a log has
millions of lines. What a build of DCSS proper cannot write is an error; a line of a fork
is none of its business.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.rules.book import rule
from necropsy.games.dcss.rules.dates import tagged
from necropsy.games.dcss.rules.line_reports import NONE, Reports, found_in, more
from necropsy.games.dcss.version import Version
from necropsy.rules import Report, Severity, difference


@rule("C176", "A date that the game does not write", part="line")
def dates_are_dates(line: CrawlLine) -> Reports:
    """A date is year, month, day, hour, minute and second in 14 digits, and S or D.

    The month is counted from 0, so it is at most 11. Honest exceptions: none.
    """
    facts = line.facts
    if facts["start_s"] is not None and facts["end_s"] is not None:
        return NONE
    reports: list[Report] = []
    for key, fact in (("start", "start_s"), ("end", "end_s")):
        text = line.fields.get(key)
        if text is not None and facts[fact] is None:
            message = f"{key}: {text[:40]!r} is no date of the game's (14 digits, month 00 to 11, S or D)"
            reports += found_in(line, message, found=text[:40])
    return reports


@rule("C177", "A game that ended before it began", Severity.WARNING, part="line")
def the_end_comes_last(line: CrawlLine) -> Reports:
    """The end is not before the start. An hour may be missing where summer time began or ended.

    Honest exceptions: a clock that was set back.
    """
    start, end = line.facts["start_s"], line.facts["end_s"]
    if start is None or end is None or start <= end or start <= end + _change_of_time(line):
        return NONE
    message = f"dates: the game ended {start - end:,} s before it began"
    return found_in(line, message, "start_s", "end_s", expected=start, found=end)


@rule("C183", "Time played is longer than the time that went by", Severity.WARNING, part="line")
def time_went_by(line: CrawlLine) -> Reports:
    """From start to end there is room for the time played (``dur``); a minute is allowed.

    Honest exceptions: a clock that was set back while the game was saved or played.
    """
    facts = line.facts
    start, end, played = facts["start_s"], facts["end_s"], facts.get("duration_s")
    if start is None or end is None or played is None or played <= end - start + 60:
        return NONE
    between = end - start + _change_of_time(line)
    if between < 0 or played <= between + 60:
        return NONE
    message = f"time played: the line says {played:,} s, {between:,} s went by {difference(played, between)}"
    return found_in(line, message, "duration_s", "start_s", "end_s", expected=between, found=played)


def _change_of_time(line: CrawlLine) -> int:
    """The hour that local time gains or loses where one date is in summer time and the other not."""
    return 3600 if line.fields["start"][-1:] != line.fields["end"][-1:] else 0


@rule("C184", "A line of a game that ended before its version existed", Severity.WARNING, part="line")
def version_was_out(line: CrawlLine) -> Reports:
    """A version's tag is older than each game that it finished; a day is allowed for time zones.

    Honest exceptions: a clock that was wrong. Up to 0.5 builds of a branch carried the
    number before it was tagged, so sixty days are allowed there.
    """
    version, end = line.facts["version"], line.facts["end_s"]
    if version is None or end is None:
        return NONE
    out = out_since(version)
    if out is None or end >= out[0]:
        return NONE
    ended = line.value("ended")
    message = f"dates: the game ended on {ended}, version {version} was tagged on {out[1]}"
    return found_in(line, message, "version", "ended", expected=out[1], found=ended)


@lru_cache(maxsize=4096)
def out_since(text: str) -> tuple[int, str] | None:
    """The second before which no game of a version can have ended, and the day of its tag."""
    try:
        version = Version.parse(text)
    except ValueError:
        return None
    day = tagged(version)
    if day is None:
        return None
    allowed = 60 if version.before("0.6") else 1
    days = date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal() - allowed
    return days * 86_400, day


_MANY_TURNS, _TURNS_A_SECOND = 5000, 100


@rule("C185", "More turns than anybody plays in the time", Severity.HINT, part="line")
def turns_take_time(line: CrawlLine) -> Reports:
    """A hundred turns a second over a whole game are more than a person's keys give.

    Honest exceptions: bots, and games that mostly rested or travelled, which one key can
    ask for.
    """
    turns, played = line.facts.get("turns"), line.facts.get("duration_s")
    if turns is None or turns < _MANY_TURNS or played is None or turns <= _TURNS_A_SECOND * max(played, 1):
        return NONE
    message = f"time played: {turns:,} turns in {played:,} s are more than {_TURNS_A_SECOND} a second"
    return found_in(line, message, "turns", "duration_s", found=turns)


@rule("C186", "More turns than time in the game", Severity.HINT, since="0.12-a0-2785", part="line")
def turns_fit_game_time(line: CrawlLine) -> Reports:
    """Time in the game (``aut``) is ten to a turn of normal speed; no turn was seen to take less than one.

    Honest exceptions: a turn may take no time, in principle.
    """
    turns, aut = line.facts.get("turns"), line.facts.get("aut")
    if turns is None or aut is None or turns <= aut:
        return NONE
    message = f"turns: the line says {turns:,} turns in {aut:,} aut {more(turns, aut)}"
    return found_in(line, message, "turns", "aut", expected=aut, found=turns)
