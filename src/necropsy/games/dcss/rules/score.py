"""S: the recorded score against the formula of its version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.limits import MOST_RUNES
from necropsy.games.dcss.rules.book import in_special_mode, left_the_dungeon, rule
from necropsy.games.dcss.sprint_rules import explained_by_sprint_rule, own_rules
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity
from necropsy.span import Span

# More gem notes than this are nobody's evidence.
_SHOWN = 20


_NONE: tuple[Report, ...] = ()


@rule("S101", "The recorded score is not what the formula gives", decisive=True)
def score_fits(record: Record) -> Iterable[Report]:
    """The score of a finished game follows from its experience, runes, gems, gold and turns.

    The formula is the one of the version in the header (hiscores.cc). What the file does
    not fix to the point is a span, so a score outside it cannot be honest.

    Honest exceptions, all built in: sprint maps that score themselves, builds that cannot
    be placed in the trunk where the formula switched, gems of a dead character whose notes
    are missing, Ru's sacrifice of experience, the 99,999,999 cap and the 32-bit wrap.
    """
    breakdown, recorded = record.breakdown, record.value("score")
    if breakdown is None or recorded is None or recorded in breakdown.total:
        return _NONE
    return (_misfit(record, breakdown.total),)


def _misfit(record: Record, total: Span) -> Report:
    score = record.first("score")
    assert score is not None
    off = total.excess(score.value)
    version = record.value("version")
    bound = _bound(total, off)
    way = "much" if off > 0 else "little"
    said = "line" if record.line else "file"
    return Report(
        f"score: the {said} says {score.value:,}, the formula of {version} gives {bound}"
        f" ({abs(off):,} too {way})",
        expected=[total.low, total.high],
        found=score.value,
        evidence=record.evidence(score, *_inputs(record)),
    )


def _bound(total: Span, off: int) -> str:
    if total.width == 0:
        return f"{total}"
    return f"at most {total.high:,}" if off > 0 else f"at least {total.low:,}"


def _inputs(record: Record) -> Iterator[Statement | None]:
    """The statements that the terms which count were computed from."""
    assert record.breakdown is not None
    for term in record.breakdown.terms:
        if term.span.exact != 0:
            for fact in term.facts:
                yield record.first(fact)


@rule(
    "S102",
    "The score follows the sprint rule that once leaked into normal games",
    Severity.WARNING,
    until="0.18-a0-1625",
)
def score_of_a_known_bug(record: Record) -> Iterable[Report]:
    """100,000 points a turn in a normal game are a bug of the game, not of the player.

    From 0.12-a0-1565 to 0.18-a0-1625 the hook that lets a sprint map score itself was not
    tied to sprints. The best known case has 1,859,332,704 points: 61,543 turns x 100,000,
    kept in 32 bits.
    """
    if record.breakdown is None or not explained_by_sprint_rule(record, record.breakdown):
        return _NONE
    score, turns = record.value("score"), record.value("turns")
    message = (
        f"score: {score:,} is what Arena of Blood's rule gives for {turns:,} turns"
        " (100,000 each, kept in 32 bits): the game's own bug of that time scored it"
    )
    return (Report(message, found=score, evidence=record.evidence(*map(record.first, ("score", "turns")))),)


@rule("S103", "The score fits only with fewer gems than the notes name", Severity.WARNING)
def gems_fit_with_fewer_notes(record: Record) -> Iterable[Report]:
    """A dead character's gems are counted in the notes, where a script can add rows.

    The score is consistent with the smaller number; the surplus rows are somebody's own.
    """
    breakdown = record.breakdown
    if (
        breakdown is None
        or not breakdown.note.startswith("with ")
        or record.value("score") not in breakdown.total
    ):
        return _NONE
    message = f"gems: the score fits {breakdown.note}; a script or a player's own note added the others"
    evidence = record.evidence(*record.statements("gem_noted")[:_SHOWN])
    return (Report(message, found=record.value("gems"), evidence=evidence),)


@rule("S104", "Zot Defence won with fewer than fifteen runes", until="0.17-a0-1030")
def zot_defence_needs_all_runes(record: Record) -> Iterable[Report]:
    """In Zot Defence the Orb cannot be touched without fifteen runes (items.cc).

    Honest exceptions: wizard mode makes Orbs.
    """
    if record.value("game_type") != "zotdef" or not record.value("won"):
        return _NONE
    runes = record.first("runes")
    if runes is None or runes.value >= MOST_RUNES or in_special_mode(record):
        return _NONE
    message = (
        f"runes: a Zot Defence game was won with {runes.value}, the Orb needs {MOST_RUNES}"
        f" ({MOST_RUNES - runes.value} too few)"
    )
    evidence = record.evidence(record.first("ending"), runes)
    return (Report(message, MOST_RUNES, runes.value, evidence),)


@rule("S105", "A map that scores itself, in a game that does not name its map", Severity.HINT)
def map_unknown(record: Record) -> Iterable[Report]:
    """A sprint that was won or left does not name its map in its score block.

    With no vault list and no tell-tale note every formula of the version was tried.
    Before 0.12 and from 0.34.0 on every map counts by the same formula, and it is silent.
    """
    if record.value("game_type") != "sprint" or record.breakdown is None or record.has("map"):
        return _NONE
    if not left_the_dungeon(record) or not _maps_score_themselves(record):
        return _NONE
    message = "map: the file does not say which sprint map it is; every formula of the version was tried"
    return (Report(message, evidence=record.evidence(record.first("game_type"))),)


def _maps_score_themselves(record: Record) -> bool:
    version = version_of(record)
    return version is not None and bool(own_rules(version))
