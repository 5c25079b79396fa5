"""What a leaderboard takes from an audit: plain data, which goes from process to process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from necropsy.breakdown import RescoreError
from necropsy.brief import Brief
from necropsy.filters import NO_FILTERS, Filters, Objection
from necropsy.games import Versioned, versioned
from necropsy.moment import Moment, moment_in
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.twin import mark_of
from necropsy.verdict import Audit, Verdict

__all__ = ["Contender", "ContenderWriter", "contender_of"]


class Contender(NamedTuple):
    """A game, or a file without one, as far as a leaderboard asks for it.

    Attributes:
        source: the file, with the line of a log.
        verdict: of its audit.
        why: what stands against the game, in words.
        objection: the filter that it fails; of such a game nothing else is told.
        game: short name of the game; ``None`` where the file holds none.
        player: the player, under the first name in the list of players.
        recorded: the recorded score.
        slack: width of the span within which the score is known; ``None`` without an end.
        turns: at the end.
        duration_s: seconds played.
        started: the start.
        ended: the end.
        won: whether the game was won.
        ending: how it ended.
        version: of the game, as the file names it.
        mode: of play.
        told_before: the file or line that told of the same game before.
        told_alike: whether that one told the same.
        rescored: the least and the most that the formula that was asked for gives, and the width of
            that span.
        unscored: why that formula gives nothing.
    """

    source: str
    verdict: Verdict
    why: str
    objection: Objection | None = None
    game: str | None = None
    player: str | None = None
    recorded: int | None = None
    slack: int | None = None
    turns: int | None = None
    duration_s: int | None = None
    started: Moment | None = None
    ended: Moment | None = None
    won: bool = False
    ending: str | None = None
    version: str | None = None
    mode: str | None = None
    told_before: str | None = None
    told_alike: bool = False
    rescored: tuple[int, int | None, int | None] | None = None
    unscored: str = ""

    @property
    def mark(self) -> int | None:
        """A number that the files of one game share (:func:`necropsy.twin.mark_of`)."""
        if self.player is None:
            return None
        return mark_of(self.player, self.recorded, self.turns, self.duration_s, self.started, self.ended)


def contender_of(audit: Audit, filters: Filters = NO_FILTERS, rescore: str | None = None) -> Contender:
    """What a leaderboard takes from an audit.

    Args:
        audit: the audit.
        filters: which games count.
        rescore: the version whose formula is to score the game, if it is to be ranked.
    """
    record, objection = audit.record, filters.objection(audit)
    if record is None or objection is not None:
        return Contender(audit.source, audit.verdict, _why(audit), objection)
    player = filters.player(record)
    rescored, unscored = None, ""
    if rescore is not None and player is not None and _has_place(audit):
        try:
            rescored = _rescored(audit, record, rescore)
        except (RescoreError, ValueError) as error:
            unscored = str(error)
    return Contender(
        audit.source,
        audit.verdict,
        _why(audit),
        None,
        record.game,
        player,
        audit.recorded,
        audit.slack,
        record.value("turns"),
        record.value("duration_s"),
        moment_in(record, "started"),
        moment_in(record, "ended"),
        bool(record.value("won")),
        _text(record.value("ending")),
        _text(record.value("version")),
        _text(record.value("mode")),
        record.value("told_before"),
        bool(record.value("told_alike")),
        rescored,
        unscored,
    )


@dataclass(frozen=True, slots=True)
class ContenderWriter:
    """Writes audits down as contenders, in whatever process they are made.

    Attributes:
        filters: which games count.
        rescore: the version whose formula is to score the games.
    """

    filters: Filters = NO_FILTERS
    rescore: str | None = None
    together: ClassVar[int] = 0
    lines: ClassVar[bool] = False

    def wants(self, brief: Brief) -> bool:
        """Whether an audit is of any game; the rest of what lies there is not left out either."""
        return brief.verdict is not Verdict.SKIPPED

    def write(self, audits: Sequence[Audit | None], number: int = 0) -> list[Contender | None]:  # noqa: ARG002
        """The contender of each audit that is wanted."""
        return [
            None if audit is None else contender_of(audit, self.filters, self.rescore) for audit in audits
        ]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _has_place(audit: Audit) -> bool:
    return audit.verdict is Verdict.MATCH and audit.recorded is not None


def _rescored(audit: Audit, record: Record, version: str) -> tuple[int, int | None, int | None]:
    """The score that another version's formula gives.

    What was recorded by this very formula needs no other score: it fits, and is known.

    Raises:
        RescoreError: if too little is known of the game.
        ValueError: if the game does not know the version.
    """
    game = versioned(record.game)
    if game is None:
        raise RescoreError(f"{record.game} has no formulas to choose from")
    recorded = audit.recorded
    assert recorded is not None  # without it nothing gets so far
    if _counts_by(game, record.value("version")) == game.formula(version):
        return recorded, recorded, 0
    span: Span = game.rescore(record, version).total
    if span.low is None:
        raise RescoreError("too little is known for any lower bound")
    return span.low, span.high, span.width


def _counts_by(game: Versioned, version: str | None) -> str | None:
    """The one formula that a game's own version follows, if it is one."""
    try:
        return None if version is None else game.formula(version)
    except ValueError:
        return None


def _why(audit: Audit) -> str:
    """What stands against a game: its first proof, else the reasons of its verdict."""
    proofs = (finding for finding in audit.findings if finding.severity is Severity.ERROR)
    proof = next(proofs, None)
    if proof is not None and audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED):
        return f"{proof.rule} {proof.message}"
    return "; ".join(audit.reasons)
