"""From a record to a verdict: recompute, run the rules, decide."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from inspect import unwrap

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.games import Game
from necropsy.joint import JointRecord
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.rules import PARTS, Check, Finding, Rule, Severity, selected
from necropsy.verdict import Audit, Verdict

__all__ = ["judge"]

# Looked up once: a log has millions of lines.
_MATCH = Verdict.MATCH


def judge(game: Game, record: Record, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Audit:
    """Audit one game.

    Args:
        game: the game that the record is of.
        record: its facts.
        select: the beginnings of the rule codes to run; all where it is empty.
        ignore: the beginnings of the rule codes to leave out.
    """
    settled = _settled(game, record, tuple(select), tuple(ignore))
    if settled is not None:
        return settled
    running = game.unfinished(record)
    if running is not None:
        return _audit(game, record, Verdict.UNFINISHED, reasons=(running,))
    reckoning = game.reckon(record)
    recorded = record.value("score")
    breakdown = reckoning.best(recorded)
    record.breakdown = breakdown
    findings = tuple(_findings(game, record, tuple(select), tuple(ignore)))
    cut = game.cut_off(record) if _prove(findings) else None
    if cut is not None:
        # What a file lacks that has lost its end, and where its last line ends, proves nothing.
        findings = tuple(_left_of(findings, game))
        verdict = Verdict.TAMPERED if _prove(findings) else Verdict.UNDECIDED
        return _audit(game, record, verdict, breakdown, findings, (cut,))
    verdict = _verdict(game, record, reckoning, breakdown, findings)
    if verdict is Verdict.MATCH and not _is_examined(game, record, tuple(select), tuple(ignore)):
        return _audit(game, record, Verdict.UNDECIDED, breakdown, findings, (_UNASKED,))
    if verdict is Verdict.UNDECIDED:
        # Without certainty about the formula a score is no proof of anything.
        findings = tuple(f for f in findings if not game.rulebook[f.rule].decisive)
    reasons = _reasons(game, record, reckoning, verdict)
    if verdict is Verdict.UNDECIDED and not reasons and breakdown is not None:
        reasons = (_open_terms(breakdown),)
    return _audit(game, record, verdict, breakdown, findings, reasons)


_UNASKED = "the file records no score, and no rule about the character was to run"


def _prove(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)


def _left_of(findings: Iterable[Finding], game: Game) -> Iterator[Finding]:
    """What is left of some findings if the file was cut off, the worst first."""
    rules = [(game.rulebook[finding.rule], finding) for finding in findings]
    yield from (finding for rule, finding in rules if rule.stands)
    for rule, finding in rules:
        if not (rule.stands or rule.decisive):
            yield replace(finding, severity=min(finding.severity, Severity.WARNING))


def _is_examined(game: Game, record: Record, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Whether there was anything to hold: of a game without a score the build is all that there is."""
    if not (select or ignore) or game.unscored(record) is None:
        return True
    chosen = _chosen(game, game.edition(record), "dump", select, ignore)
    return any(rule.code.startswith("B") for rule in chosen)


def _settled(game: Game, record: Record, select: tuple[str, ...], ignore: tuple[str, ...]) -> Audit | None:
    """The audit of a game that a glance finds in order; no rule has more to say of it than hints."""
    found = game.glance(record)
    if found is None:
        return None
    recorded, breakdown, *others = found
    hints: tuple[Finding, ...] = others[0] if others else ()
    if hints and (select or ignore):
        hints = tuple(hint for hint in hints if selected(hint.rule, select, ignore))
    record.breakdown = breakdown
    # Of lines a glance settles no others than those of games for a leaderboard.
    why = None if isinstance(record, LineRecord) else game.ineligible(record)
    verdict, reasons = (_MATCH, ()) if why is None else (Verdict.INELIGIBLE, (why,))
    return Audit(record.label, verdict, game.name, None, recorded, breakdown, hints, reasons, record=record)


def _findings(game: Game, record: Record, select: tuple[str, ...], ignore: tuple[str, ...]) -> list[Finding]:
    if isinstance(record, LineRecord):
        found = _line_findings(record, _checks(game, game.edition(record), "line", select, ignore))
    elif isinstance(record, JointRecord):
        chosen = _chosen(game, game.edition(record), "several", select, ignore)
        found = [finding for rule in chosen for finding in rule.run(record)]
    else:
        found = _dump_findings(record, _checks(game, game.edition(record), "dump", select, ignore))
    if len(found) > 1:
        found.sort(key=lambda finding: -finding.severity)
    return found


def _dump_findings(record: Record, checks: Sequence[tuple[str, Check, Rule]]) -> list[Finding]:
    """The findings of a lone dump: what a rule needs is looked for before its function is called."""
    found = []
    value = record.value
    for needs, check, rule in checks:
        if needs and not value(needs):
            continue
        for report in check(record):
            found.append(rule.finding(report))
    return found


def _line_findings(record: LineRecord, checks: Sequence[tuple[str, Check, Rule]]) -> list[Finding]:
    """The findings of a lone line: a log has millions, and nearly none breaks a rule."""
    found = []
    stated = record.facts.get
    for needs, check, rule in checks:
        if needs and not stated(needs):
            continue
        for report in check(record):
            found.append(rule.finding(report))
    return found


_PARTS_OF = {
    "line": ("", "line"),
    "dump": ("", "dump"),
    "several": PARTS,
}
"""Which rules a record of one kind can break."""


@lru_cache(maxsize=4096)
def _chosen(
    game: Game, edition: Hashable, form: str, select: tuple[str, ...], ignore: tuple[str, ...]
) -> tuple[Rule, ...]:
    return tuple(
        rule
        for rule in game.rulebook
        if selected(rule.code, select, ignore) and rule.part in _PARTS_OF[form] and game.holds(rule, edition)
    )


@lru_cache(maxsize=4096)
def _checks(
    game: Game, edition: Hashable, form: str, select: tuple[str, ...], ignore: tuple[str, ...]
) -> tuple[tuple[str, Check, Rule], ...]:
    chosen = _chosen(game, edition, form, select, ignore)
    # In a lone dump nobody has to look for the dump.
    return tuple((rule.needs, unwrap(rule.check) if form == "dump" else rule.check, rule) for rule in chosen)


def _verdict(
    game: Game,
    record: Record,
    reckoning: Reckoning,
    breakdown: Breakdown | None,
    findings: tuple[Finding, ...],
) -> Verdict:
    recorded, unscored = record.value("score"), game.unscored(record) is not None
    if breakdown is None or (recorded is None and not unscored):
        return Verdict.UNDECIDED
    if not unscored and recorded not in breakdown.total:
        return Verdict.MISMATCH if reckoning.conclusive else Verdict.UNDECIDED
    if findings and any(f.severity is Severity.ERROR and game.rulebook[f.rule].accuses for f in findings):
        return Verdict.TAMPERED
    if not unscored and breakdown.slack is None:
        # Every score fits a span without an end.
        return Verdict.UNDECIDED
    if game.ineligible(record) is not None:
        return Verdict.INELIGIBLE
    return Verdict.MATCH


def _reasons(game: Game, record: Record, reckoning: Reckoning, verdict: Verdict) -> tuple[str, ...]:
    if verdict is Verdict.UNDECIDED:
        return (*reckoning.missing, *reckoning.doubts)
    if verdict is Verdict.MATCH:
        return (*reckoning.doubts, *filter(None, (game.unscored(record),)))
    if verdict is Verdict.INELIGIBLE:
        return tuple(filter(None, (game.ineligible(record),)))
    return ()


def _open_terms(breakdown: Breakdown) -> str:
    """What leaves a score without an end, where nothing is said to be missing."""
    names = [term.name for term in breakdown.terms if term.span.width is None]
    return f"needs what would bound the score: without an end is {', '.join(names)}"


def _audit(
    game: Game,
    record: Record,
    verdict: Verdict,
    breakdown: Breakdown | None = None,
    findings: tuple[Finding, ...] = (),
    reasons: tuple[str, ...] = (),
) -> Audit:
    return Audit(
        source=record.label,
        verdict=verdict,
        game=game.name,
        variant=game.variant(record),
        recorded=record.value("score"),
        breakdown=breakdown,
        findings=findings,
        reasons=reasons,
        record=record,
    )
