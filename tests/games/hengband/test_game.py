"""Hengband's side of the protocol: what it has, and what it has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from necropsy.breakdown import RescoreError
from necropsy.engine import audit_text
from necropsy.games import game, versioned
from necropsy.games.hengband import GAME
from necropsy.games.hengband.version import Version
from necropsy.identity import Identity
from necropsy.record import Record
from necropsy.rules import Rule, Severity
from necropsy.span import Span
from necropsy.verdict import Audit

HUMAN = Path(__file__).parents[2] / "engine_truth" / "hengband" / "en215_birth_r00_c03_p00_s0.txt"


def sent(*above: str, edits: tuple[tuple[str, str], ...] = ()) -> Audit:
    text = HUMAN.read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (audit,) = audit_text("\n".join([*above, "-----charcter dump-----", text]), "post.txt")
    return audit


def test_it_has_no_logs_and_a_newborn_no_identity() -> None:
    assert game("hengband") is GAME
    assert versioned("hengband") is GAME
    assert not GAME.is_log("logfile", "sc=1")
    assert list(GAME.read_log([], "logfile")) == []
    record = GAME.read(HUMAN.read_text(), "x")
    assert GAME.identity(record) is None
    assert GAME.keys(Identity("x", "text")) == ()
    assert GAME.glance(None) is None  # type: ignore[func-returns-value,arg-type]
    assert GAME.unfinished(record) is None


@pytest.mark.parametrize(
    ("code", "version", "holds"), [("B301", "2.1.5", True), ("B301", None, False), ("F301", None, True)]
)
def test_rules_hold_for_known_versions(code: str, version: str | None, holds: bool) -> None:
    rule = Rule(code, "a rule", Severity.ERROR, lambda _: ())
    record = Record("hengband")
    if version:
        record.state("version", version, 1, "title")
    assert GAME.holds(rule, GAME.edition(record)) is holds


def test_a_claimed_score_is_checked() -> None:
    assert sent("score: 100").verdict == "match"
    assert sent("score: 100").reasons == ()
    found = sent("score: 999999999")
    assert (found.verdict, found.recorded) == ("mismatch", 999_999_999)
    assert found.recomputed == Span(0, 190_132_238)


def test_what_a_screen_shot_says_is_no_part_of_the_dump() -> None:
    behind = "-----screen shot-----\n  [Recall Depth]\n"
    (audit,) = audit_text(f"score: 100\n-----charcter dump-----\n{HUMAN.read_text()}{behind}", "post")
    assert audit.verdict == "match"
    assert [found.severity for found in audit.findings] == [Severity.HINT], "a depth that is not shown"


@pytest.mark.parametrize(
    ("options", "high"),
    [
        ((), 190_132_238),
        ((("Preserve Mode:      ON", "Preserve Mode:      OFF"),), 200_139_198),
        ((("Small Levels:       ENABLED", "Small Levels:       ALWAYS"),), 200_139_198),
        ((("Arena Levels:       ENABLED", "Diving Only:        ON"),), 2 * 210_146_157),
        ((("Arena Levels:       ENABLED", "No Shops:           ON"),), 260_180_957),
    ],
)
def test_printed_options_move_the_span(options: tuple[tuple[str, str], ...], high: int) -> None:
    found = sent("score: 1", edits=options)
    assert found.recomputed is not None
    assert found.recomputed.high == high


def test_fights_that_are_not_told_leave_the_arena_open() -> None:
    found = sent("score: 1681000", edits=((" Arena:  0 Victory", " Arena: Champion"),))
    assert found.breakdown is not None
    arena = found.breakdown.term("arena")
    assert arena is not None
    assert arena.span == Span.exactly(41 * 41 * 1000), "a champion has won all that count"
    lost = sent("score: 0", edits=((" Arena:  0 Victory", " Arena: Defeated"),)).breakdown
    assert lost is not None
    arena = lost.term("arena")
    assert arena is not None
    assert arena.span.low == 0


@pytest.mark.parametrize(
    ("since", "until", "inside"),
    [
        ("", "", True),
        ("2.1.5", "2.1.5", None),
        ("2.1.5", "2.2.1", True),
        ("2.1.4", "", True),
        ("", "2.1.4", False),
        ("3.0.0", "", False),
    ],
)
def test_a_version_lies_between_two(since: str, until: str, inside: bool | None) -> None:
    record = GAME.read(HUMAN.read_text(), "x")
    found = GAME.version_window(since, until)(record)
    assert found is inside or (inside is None and found is True)
    assert GAME.version_window(since, until)(Record("hengband")) is None


def test_a_window_needs_versions_in_their_order() -> None:
    with pytest.raises(ValueError, match=r"version 2\.2\.1 is later than 2\.1\.5"):
        GAME.version_window("2.2.1", "2.1.5")
    with pytest.raises(ValueError, match="not a Hengband version"):
        GAME.version_window("", "2.2")


def test_another_versions_formula_counts_other_options() -> None:
    record = GAME.read(HUMAN.read_text(), "x")
    assert GAME.formula("1.2.0") == "formula of Hengband 1.2.0"
    mine, older = GAME.rescore(record, "2.1.5"), GAME.rescore(record, "1.2.0")
    assert mine.total.high == 190_132_238
    # Up to 1.5.3 the most experience that is printed counts, and nothing beyond it.
    assert older.total.high is not None
    assert older.total.high < 200_000
    with pytest.raises(ValueError, match="no formula is known for version"):
        GAME.rescore(record, "9.9.9")
    with pytest.raises(RescoreError, match="cannot be worked out"):
        GAME.rescore(Record("hengband"), "2.1.5")


def test_options_that_were_left_out_hide_a_mark() -> None:
    found = sent("score: 100", edits=(("  [Option Settings]\n", ""),))
    assert found.verdict == "undecided"
    assert any("the section of options" in reason and "left out" in reason for reason in found.reasons)


def test_a_moment_names_a_hero() -> None:
    text = HUMAN.read_text().replace("Play time    00:00:02", "Play time    01:00:02")
    one = GAME.identity(GAME.read(text, "x"))
    assert one is not None
    assert (
        GAME.identity(GAME.read(text.replace("Gold              251", "Gold              999"), "y")) == one
    )
    for old, new in (
        ("01:00:02", "01:00:03"),
        ("Day 1  6:00", "Day 1  6:01"),
        ("Height             59", "Height             60"),
    ):
        assert GAME.identity(GAME.read(text.replace(old, new), "x")) != one
    assert GAME.identity(GAME.read(text.replace("Age                17", ""), "x")) is None
    assert GAME.keys(one) == ()


OLD = ("[Hengband 2.1.5 ", "[Hengband 1.5.0 ")


@pytest.mark.parametrize(
    ("above", "edits"),
    [
        # The level of a quest does not count as a depth.
        (("score: 0", "depth: 5"), ()),
        # Small levels by choice, and arenas that there may be, are worth nothing.
        (("score: 0",), (("Small Levels:       ENABLED", "Small Levels:       ON"),)),
        (("score: 0",), (OLD, ("Arena Levels:       ENABLED", "Arena Levels:       ON"))),
        # Names of options in old versions.
        (("score: 26400",), (OLD, ("Arena Levels:       ENABLED", "Diving only:        ON"))),
        (("score: 26400",), (OLD, ("Arena Levels:       ENABLED", "Unusual rooms:      ON"))),
        # An experience that is not printed may be any.
        (
            ("score: 250000",),
            (OLD, ("Experience          0", "Experience      *****"), ("Max Exp             0", "")),
        ),
        # The client says the race that a form hides.
        (
            ("score: 0", "race: Human"),
            (("Race     : Human  ", "Race     : [Demon]"), ("Race  : Human  ", "Race  : [Demon]")),
        ),
        # A personality with and without the word that joins it to the name.
        (("score: 0", "seikaku: ふつうの"), ()),
    ],
)
def test_what_an_honest_client_can_send_is_no_fault(
    above: tuple[str, ...], edits: tuple[tuple[str, str], ...]
) -> None:
    found = sent(*above, edits=edits)
    assert not {finding.rule for finding in found.findings} & {"S301", "C320"}, found.findings
    assert found.verdict != "mismatch"


def test_another_personality_is_a_contradiction() -> None:
    assert {finding.rule for finding in sent("score: 0", "seikaku: いかさま").findings} == {"C320"}


def test_a_row_of_the_options_that_cannot_be_read_may_be_any() -> None:
    """Shops, rooms and nightmares are printed only where they are on."""
    shops = ("Arena Levels:       ENABLED", "Arena Levels:       ENABLED\n No Sh#ps:           !N")
    found = sent("score: 1", edits=(shops,))
    assert found.recomputed is not None
    assert found.recomputed.high is not None
    assert found.recomputed.high > 2 * 100_069_599 * 190 // 100


def test_a_rule_holds_for_its_last_version_and_what_followed_it() -> None:
    rule = GAME.rulebook["B323"]
    held = {
        text: GAME.holds(rule, Version.parse(text))
        for text in ("1.6.2", "1.7.0", "2.1.5", "2.2.1", "3.0.0Alpha5", "3.0.2Beta2")
    }
    assert [text for text, holds in held.items() if holds] == ["1.7.0", "2.1.5", "2.2.1"]
