"""Which games count: the rules by which a tournament's host lets games in.

A filter decides from the facts of a game. Where the facts do not decide, the game is left
out and the reason says so: a host can then look at it. Nothing is left out without being
counted.

Sources of the rules: a tournament of DCSS counts games that start at or after its first
moment and end before its last one; Junethack's and the NetHack Scoreboard's start-scum
rules are the ones by which these two drop games.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from necropsy.brief import Brief
from necropsy.moment import moment_in
from necropsy.record import Record
from necropsy.roster import Roster, player_of
from necropsy.verdict import Audit
from necropsy.version_span import VersionSpan, check_versions, window_of

__all__ = ["NO_FILTERS", "SCUM_RULES", "Filters", "Objection", "Sieve"]


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a game does not count.

    Attributes:
        option: the filter, as the command line calls it (``"--since"``).
        reason: what stands against the game, in the same words for all games of the kind.
    """

    option: str
    reason: str

    def __str__(self) -> str:
        return f"{self.option} ({self.reason})"


@dataclass(frozen=True, slots=True)
class _Scum:
    """A start-scum rule: what is quit or left at so low a count is no game."""

    fact: str
    most: int
    reason: str


SCUM_RULES = {
    "junethack": _Scum("turns", 10, "quit or escaped within 10 turns"),
    "nethack-scoreboard": _Scum("score", 999, "quit or escaped below 1,000 points"),
}
"""The start-scum rules by name, as :class:`Filters` takes them."""

# DCSS calls it "left" when somebody walks out without the Orb.
_GIVEN_UP = ("quit", "left", "escaped")


@dataclass(frozen=True, slots=True)
class Filters:
    """The conditions of a run; those that are not set let every game pass.

    Attributes:
        versions: the versions that count, in each game's own order.
        since: a game must start at or after this moment.
        until: a game must end before this moment.
        modes: the modes that count, in small letters.
        no_seeded: whether games on a seed that the player chose are left out (DCSS).
        min_turns: a game must have so many turns.
        servers: the servers that count, in small letters (the ``server`` of a merged log).
        players: the players who take part.
        exclude: the players who do not.
        scum_rules: names of :data:`SCUM_RULES` by which games are left out.
    """

    versions: VersionSpan | None = None
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    modes: frozenset[str] = frozenset()
    no_seeded: bool = False
    min_turns: int | None = None
    servers: frozenset[str] = frozenset()
    players: Roster | None = None
    exclude: Roster | None = None
    scum_rules: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        *,
        version_range: str | None = None,
        since: str | None = None,
        until: str | None = None,
        mode: Iterable[str] = (),
        no_seeded: bool = False,
        min_turns: int | None = None,
        server: Iterable[str] = (),
        players: str | os.PathLike[str] | None = None,
        exclude: str | os.PathLike[str] | None = None,
        no_start_scum: Iterable[str] = (),
        game: str | None = None,
    ) -> Filters:
        """The conditions from texts, as the command line has them.

        Args:
            version_range: ``0.30..0.34``, ``0.30..``, ``..0.34`` or ``0.34``.
            since: a day or a moment (``2026-11-01``, ``2026-11-01 20:00``); a day means its
                first second.
            until: the same; a moment is not part of the time any more, a day is to its last
                second.
            mode: names of modes.
            no_seeded: whether games on a chosen seed are left out.
            min_turns: the least number of turns.
            server: names of servers.
            players: a file with the players who take part.
            exclude: a file with the players who do not.
            no_start_scum: names of start-scum rules.
            game: the one game that is looked at, to check the versions by.

        Raises:
            ValueError: if a text cannot be read, or a name is not known.
            RosterError: if a list of players cannot be used.
        """
        versions = None if version_range is None else VersionSpan.of(version_range)
        if versions is not None:
            check_versions(versions, game)
        first = None if since is None else _moment(since)
        last = None if until is None else _moment(until, whole_day=True)
        if first is not None and last is not None and last <= first:
            raise ValueError(f"no game can start at {since} or later and end before {until} is over")
        rules = tuple(dict.fromkeys(map(str.lower, no_start_scum)))
        for rule in rules:
            if rule not in SCUM_RULES:
                raise ValueError(f"{rule}: no start-scum rule of that name; known: {', '.join(SCUM_RULES)}")
        admitted = None if players is None else Roster.read(players)
        banned = None if exclude is None else Roster.read(exclude)
        return cls(
            versions,
            first,
            last,
            frozenset(map(str.casefold, mode)),
            no_seeded,
            min_turns,
            frozenset(map(str.casefold, server)),
            admitted,
            # Who is banned under one name is so under all that the other list gives them.
            banned if banned is None or admitted is None else banned.known_as(admitted),
            rules,
        )

    @property
    def idle(self) -> bool:
        """Whether nothing is asked for."""
        return self == NO_FILTERS

    def objection(self, audit: Audit) -> Objection | None:
        """Why a game does not count, by the first condition that it fails; ``None`` if it counts.

        A file without a game in it fails none.
        """
        if audit.record is None:
            return None
        for option, check in _CHECKS:
            reason = check(self, audit.record)
            if reason is not None:
                return Objection(option, reason)
        return None

    def player(self, record: Record) -> str | None:
        """Who played, under the first name of theirs in the list of players."""
        name = player_of(record)
        return name if name is None or self.players is None else self.players.main(name)


NO_FILTERS = Filters()
"""Every game counts."""

_MOMENT = re.compile(r"(?P<day>\d{4}-\d{2}-\d{2})(?:[T ](?P<time>\d{2}:\d{2}(?::\d{2})?))?", re.ASCII)


def _moment(text: str, *, whole_day: bool = False) -> dt.datetime:
    """A moment; a day is its first second, or the first one after it."""
    match = _MOMENT.fullmatch(text.strip())
    problem = ValueError(f"{text!r} is no day and no moment (expected e.g. 2026-11-01 or 2026-11-01 20:00)")
    if match is None:
        raise problem
    try:
        moment = dt.datetime.fromisoformat(f"{match['day']}T{match['time'] or '00:00'}")
        return moment + dt.timedelta(days=1) if whole_day and not match["time"] else moment
    except (ValueError, OverflowError):
        raise problem from None


# --------------------------------------------------------------------------- the checks
# Each gives the reason against a game, or None. A reason names no player and no number of
# the one game: the games of one reason are counted together.


def _version(filters: Filters, record: Record) -> str | None:
    if filters.versions is None:
        return None
    window = window_of(record.game, filters.versions)
    if window is None:
        return f"{record.game} has no such versions"
    inside = window(record)
    if inside is None:
        return "the version cannot be placed"
    return None if inside else "another version"


def _started(filters: Filters, record: Record) -> str | None:
    if filters.since is None:
        return None
    start = moment_in(record, "started")
    if start is None:
        return "the start is not known"
    early = start.before(filters.since)
    if early is None:
        return "started on that day, the hour is not known"
    return f"started before {filters.since:%Y-%m-%d %H:%M}" if early else None


def _ended(filters: Filters, record: Record) -> str | None:
    if filters.until is None:
        return None
    end = moment_in(record, "ended")
    if end is None:
        return "the end is not known"
    early = end.before(filters.until)
    if early is None:
        return "ended on that day, the hour is not known"
    return None if early else f"ended at {filters.until:%Y-%m-%d %H:%M} or later"


def _mode(filters: Filters, record: Record) -> str | None:
    if not filters.modes:
        return None
    mode = record.value("mode")
    if mode is None:
        return "the mode is not known"
    return None if str(mode).casefold() in filters.modes else "another mode"


def _seeded(filters: Filters, record: Record) -> str | None:
    if not filters.no_seeded:
        return None
    chosen = "seeded" in (record.value("mode"), record.value("game_type")) or record.value("seed_custom")
    return "the player chose the seed" if chosen else None


def _turns(filters: Filters, record: Record) -> str | None:
    if filters.min_turns is None:
        return None
    turns = record.value("turns")
    if turns is None:
        return "the turns are not known"
    return f"fewer than {filters.min_turns:,} turns" if turns < filters.min_turns else None


def _server(filters: Filters, record: Record) -> str | None:
    if not filters.servers:
        return None
    server = record.value("server")
    if server is None:
        return "the file names no server"
    return None if str(server).casefold() in filters.servers else "another server"


def _listed(filters: Filters, record: Record) -> str | None:
    if filters.players is None or player_of(record) in filters.players:
        return None
    return "the player is not on the list"


def _excluded(filters: Filters, record: Record) -> str | None:
    if filters.exclude is None:
        return None
    return "the player is on the list" if player_of(record) in filters.exclude else None


def _scum(filters: Filters, record: Record) -> str | None:
    for name in filters.scum_rules:
        rule = SCUM_RULES[name]
        ending, count = record.value("ending"), record.value(rule.fact)
        if (ending is not None and ending not in _GIVEN_UP) or (count is not None and count > rule.most):
            continue
        if ending is None or count is None:
            return f"{name}: the ending or the {rule.fact} is not known"
        return rule.reason
    return None


_CHECKS: tuple[tuple[str, Callable[[Filters, Record], str | None]], ...] = (
    ("--version-range", _version),
    ("--since", _started),
    ("--until", _ended),
    ("--mode", _mode),
    ("--no-seeded", _seeded),
    ("--min-turns", _turns),
    ("--server", _server),
    ("--players", _listed),
    ("--exclude", _excluded),
    ("--no-start-scum", _scum),
)


@dataclass(slots=True)
class Sieve:
    """Lets through the games that count, and counts the others.

    Attributes:
        filters: the conditions.
        left_out: how many games failed for which reason.
    """

    filters: Filters
    left_out: Counter[Objection] = field(default_factory=Counter)
    idle: bool = field(init=False)

    def __post_init__(self) -> None:
        self.idle = self.filters.idle

    def keeps(self, audit: Audit) -> bool:
        """Whether a game counts."""
        if self.idle:
            return True
        objection = self.filters.objection(audit)
        if objection is not None:
            self.left_out[objection] += 1
        return objection is None

    def counts(self, brief: Brief) -> bool:
        """Whether a game counts, of which the filters were asked where it was read."""
        if brief.objection is not None:
            self.left_out[Objection(*brief.objection)] += 1
        return brief.objection is None

    def said(self) -> Iterator[str]:
        """One sentence on what was left out, made when it is asked for; nothing if that is nothing."""
        if self.left_out:
            total = self.left_out.total()
            parts = [f"{count:,} by {objection}" for objection, count in self.left_out.most_common()]
            yield f"{total:,} {'games' if total > 1 else 'game'} left out: {', '.join(parts)}."
