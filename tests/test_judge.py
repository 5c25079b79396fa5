"""What a verdict rests on, with a game made for the purpose."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from necropsy.breakdown import Breakdown, Reckoning, Term
from necropsy.judge import judge
from necropsy.record import Record
from necropsy.rules import Rule, Rulebook
from necropsy.span import Span


@dataclass(eq=False)
class Chess:
    """A game whose formula is given."""

    reckoning: Reckoning
    name: str = "chess"
    rulebook: Rulebook = field(default_factory=Rulebook)

    def reckon(self, _record: Record) -> Reckoning:
        return self.reckoning

    def glance(self, _line: Record) -> None:
        return None

    def unfinished(self, _record: Record) -> None:
        return None

    def variant(self, _record: Record) -> None:
        return None

    def unscored(self, record: Record) -> str | None:
        return None if record.has("score") else "no score"

    def ineligible(self, _record: Record) -> None:
        return None

    def edition(self, _record: Record) -> None:
        return None

    def holds(self, _rule: Rule, _edition: None) -> bool:
        return True


def one_term(span: Span) -> Breakdown:
    return Breakdown("F1", "the formula", (Term("moves", span, "moves", "chess.c"),), span)


@pytest.mark.parametrize(
    ("span", "doubts", "verdict", "reasons"),
    [
        (Span(1, 9), (), "match", ()),
        (Span(1, 9), ("newer",), "match", ("newer",)),
        (Span(6, 9), (), "mismatch", ()),
        (Span(6, 9), ("newer",), "undecided", ("newer",)),
        (
            Span.at_least(1),
            (),
            "undecided",
            ("needs what would bound the score: without an end is moves",),
        ),
        (Span.at_least(6), (), "mismatch", ()),
    ],
)
def test_verdict(span: Span, doubts: tuple[str, ...], verdict: str, reasons: tuple[str, ...]) -> None:
    record = Record("chess", "x.txt", ["score 5"])
    record.state("score", 5, 1, "score")
    audit = judge(Chess(Reckoning((one_term(span),), (), doubts)), record)
    assert (audit.verdict.value, audit.reasons) == (verdict, reasons)


@pytest.mark.parametrize(
    ("reckoning", "verdict", "reasons"),
    [
        (Reckoning((one_term(Span.at_least(1)),)), "match", ("no score",)),
        (Reckoning(missing=("needs the board",)), "undecided", ("needs the board",)),
    ],
)
def test_a_game_without_a_score_is_judged_by_the_rest(
    reckoning: Reckoning, verdict: str, reasons: tuple[str, ...]
) -> None:
    audit = judge(Chess(reckoning), Record("chess", "x.txt", []))
    assert (audit.verdict.value, audit.reasons, audit.recorded) == (verdict, reasons, None)


def test_a_game_without_a_score_of_which_nothing_was_asked_is_undecided() -> None:
    game = Chess(Reckoning((one_term(Span.at_least(1)),)))
    record = Record("chess", "x.txt", [])
    audit = judge(game, record, select=("S",))
    assert audit.verdict.value == "undecided"
    assert audit.reasons == ("the file records no score, and no rule about the character was to run",)
    record.state("score", 5, 1, "score")
    assert judge(Chess(Reckoning((one_term(Span(1, 9)),))), record, select=("S",)).verdict.value == "match"
