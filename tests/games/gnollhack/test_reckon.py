"""From the facts to the ways in which a score can have come about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from necropsy.engine import audit_text
from necropsy.games.gnollhack import GAME
from necropsy.joint import JointRecord
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.span import Span
from necropsy.verdict import Audit

TRUTH = Path(__file__).parents[2] / "engine_truth" / "gnollhack"
RURIK = TRUTH / "old" / "4.1.0-B6" / "gnollhack.rurik.1796036988.txt"


def text_of(folder: str, hero: str) -> str:
    (path,) = (TRUTH / folder).glob(f"gnollhack.{hero}.*.txt")
    return path.read_text("utf-8")


def line_of(folder: str, hero: str) -> str:
    lines = (TRUTH / folder / "xlogfile").read_text("utf-8").splitlines(keepends=True)
    return next(line for line in lines if f"\tname={hero}\t" in line)


def audit(text: str, name: str = "dump.txt") -> Audit:
    (found,) = audit_text(text, name)
    return found


def record(text: str, name: str = "dump.txt") -> Record:
    if not GAME.is_log(name, text):
        return GAME.read(text, name)
    return next(each for each in GAME.read_log(lines_of_text(text), name) if isinstance(each, Record))


def span(audit: Audit, term: str) -> Span:
    assert audit.breakdown is not None
    found = audit.breakdown.term(term)
    assert found is not None
    return found.span


# ---------------------------------------------------------------- what cannot be decided


def of_version(version: str) -> str:
    return RURIK.read_text("utf-8").replace("4.1.0 Beta 6", version)


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("4.1.0", "up to the release of 4.1.0 the score is a sum kept during the game"),
        ("4.1.0 Pre-Alpha 4", "4.1.0-PA4 records a sum kept during the game"),
        ("4.0.20", "up to the release of 4.1.0"),
        ("4.3.0 (Build 11)", "builds after 4.3.0-10 were not read"),
        ("5.0.0 (Build 1)", "builds after 4.3.0-10 were not read"),
    ],
)
def test_a_build_whose_formula_is_not_sure_is_undecided_and_says_why(version: str, why: str) -> None:
    found = audit(of_version(version).replace(" with 50000 points", " with 51234 points"))
    assert found.verdict == "undecided"
    assert any(reason.startswith(why) for reason in found.reasons), found.reasons
    assert all(finding.rule != "S201" for finding in found.findings)


def test_a_build_to_come_that_fits_is_a_match() -> None:
    text = text_of("patched", "full01").replace("4.3.0 (Build 10)", "4.3.0 (Build 11)")
    assert audit(text).verdict == "match"


def test_a_text_without_header_or_closing_block_says_what_is_missing() -> None:
    text = text_of("patched", "full01")
    found = audit(text[text.index("Game began") :])
    assert (found.verdict, found.reasons) == (
        "undecided",
        ("needs the header or the fields that name the version",),
    )
    whole = text.splitlines(keepends=True)
    cut = "".join(line for line in whole if not line.startswith("You played on"))
    assert audit(cut).verdict == "match", "the difficulty stands in the attributes, too"
    cut = "".join(line for line in whole if " after 20 moves." not in line)
    found = audit(cut)
    assert (found.verdict, found.recorded) == ("undecided", 464_800_000)
    assert found.reasons == ("needs the line that says how the game ended",)


def b6_line(*, words: bool, demo: bool, points: int | None = None) -> str:
    line = line_of("old/4.1.0-B6", "delma")
    if not words:
        line = re.sub(r"\tachieveX=[^\t]*\tconductX=[^\t]*", "", line)
    if not demo:
        line = line.replace("\tdemo=0", "")
    return line if points is None else re.sub(r"\tpoints=\d+", f"\tpoints={points}", line)


@pytest.mark.parametrize(
    ("line", "verdict", "why"),
    [
        (b6_line(words=True, demo=True), "match", ""),
        (b6_line(words=True, demo=True, points=99_999_999), "mismatch", ""),
        (b6_line(words=True, demo=False), "undecided", "4.1.0-PA4"),
        (b6_line(words=True, demo=False, points=99_999_999), "undecided", "4.1.0-PA4"),
        (b6_line(words=False, demo=False), "undecided", "up to the release of 4.1.0"),
    ],
)
def test_a_line_of_4_1_0_is_placed_by_its_fields(line: str, verdict: str, why: str) -> None:
    found = audit(line, "xlogfile")
    assert found.verdict == verdict
    assert any(reason.startswith(why) for reason in found.reasons) == bool(why)


def test_a_dump_places_the_line_beside_it() -> None:
    dump = record(RURIK.read_text("utf-8"), "a.txt")
    line = record(line_of("old/4.1.0-B6", "rurik").replace("\tdemo=0", ""), "xlogfile")
    alone = GAME.reckon(line)
    assert not alone.candidates
    both = GAME.reckon(JointRecord([dump, line]))
    assert [way.total for way in both.candidates] == [Span.exactly(50_000)]


def test_a_logfile_says_too_little() -> None:
    found = audit("4.3.0 52625 0 1 1 0 25 1 20261130 20261130 0 Rog Hum Mal Cha sapling,quit\n", "logfile")
    assert found.verdict == "undecided"
    assert found.reasons == ("needs the turns", "needs the difficulty", "needs the list of achievements")


def test_lines_of_nethack_are_none_of_ours() -> None:
    line = "version=3.6.6\tpoints=10\tdeathdnum=0\tdeathlev=1\tmaxlvl=1\tname=x\trole=Arc\tdeath=quit\n"
    assert not GAME.recognises("xlogfile", line)
    assert audit(line, "xlogfile").verdict == "unreadable"


# ------------------------------------------------------------------------------ depth


def overview(*branches: str) -> str:
    text = text_of("honest", "bren01")
    start = text.index("The Dungeons of Doom: Levels")
    end = text.index("\nGoodbye", start)
    return text[:start] + "\n".join(branches) + "\n" + text[end:]


DOOM = "The Dungeons of Doom: Levels 1 to 13\n   Level 13: <- You were here."
QUEST = "The Quest: Levels 1 to 3\n   Level 3:"


@pytest.mark.parametrize(
    ("branches", "deepest"),
    [
        ((DOOM,), Span.exactly(13)),
        ((DOOM, QUEST), Span(13, 16)),
        ((DOOM.replace(" <-", "\n      Portal to The Quest.\n   Level 12: <-"), QUEST), Span.exactly(15)),
        ((DOOM, "Fort Ludios: \n   Level 1:"), Span(13, 21)),
        ((DOOM.replace("13", "24"), "Fort Ludios: \n   Level 1:"), Span.exactly(24)),
    ],
)
def test_depth_of_the_overview(branches: tuple[str, ...], deepest: Span) -> None:
    assert span(audit(overview(*branches)), "depth") == 1000 * (deepest - 1)


def test_the_line_tells_how_deep_ludios_lies() -> None:
    dump = record(overview(DOOM, "Fort Ludios: \n   Level 1:"), "a.txt")
    line = record(
        line_of("honest", "bren01").replace("maxlvl=11", "maxlvl=19").replace("points=10000", "points=18000"),
        "xlogfile",
    )
    ways = GAME.reckon(JointRecord([dump, line])).candidates
    assert ways[0].term("depth").span == Span.exactly(18_000)  # type: ignore[union-attr]


def test_a_game_that_ended_in_the_quest_tells_how_deep_it_lies() -> None:
    dump, line = (
        record(text_of("patched", "ques01"), "a.txt"),
        record(line_of("patched", "ques01"), "xlogfile"),
    )
    alone = GAME.reckon(dump).best(17_000)
    both = GAME.reckon(JointRecord([dump, line])).best(17_000)
    assert alone is not None
    assert both is not None
    assert 17_000 in alone.total
    assert both.total == Span.exactly(17_000)


# ---------------------------------------------------------------------------- choices


def notes(audit: Audit) -> str:
    return audit.breakdown.note if audit.breakdown else ""


def test_what_elbereth_leaves_open_is_two_ways() -> None:
    """The line about it stands only where the hero knows the word: the first way that fits is shown."""
    text = text_of("patched", "bone01")
    assert "You never engraved Elbereth." not in text
    assert notes(audit(text)) == "if Elbereth was never engraved"
    engraved = text.replace("43616000", "42016000")
    assert audit(engraved).verdict == "match"
    assert notes(audit(engraved)) == "if Elbereth was engraved"
    listed = engraved.replace(
        "Voluntary challenges:\n", "Voluntary challenges:\n You never engraved Elbereth.\n"
    )
    assert audit(listed).verdict == "mismatch"


def test_the_diary_has_the_invocation_that_the_list_leaves_out() -> None:
    text = text_of("old/4.1.2", "prisk")
    assert "performed the invocation" not in text
    tools = " You had found the Bell of Opening.\n You had found the Candelabrum of Invocation.\n"
    tools += " You had found the Book of the Dead.\n"
    added = text.replace("Achievements:\n", f"Achievements:\n{tools}")
    plain, noted = (
        record(added),
        record(added.replace("ascended to demi", "performed the invocation\n61046: ascended to demi", 1)),
    )
    assert plain.value("invoked") is False
    assert noted.value("invoked") is True
    spans = [
        [way.term("achievements").span for way in GAME.reckon(each).candidates]  # type: ignore[union-attr]
        for each in (plain, noted)
    ]
    assert {span.width for each in spans for span in each} == {0}
    assert min(s.low or 0 for s in spans[1]) - min(s.low or 0 for s in spans[0]) == 10_000


def test_true_deaths_are_open_without_a_diary() -> None:
    found = audit(text_of("old/4.1.0-B6", "lifsav"))
    assert found.verdict == "match"
    assert found.slack
    found = audit(text_of("old/4.2.0-22", "lifsav"))
    assert (found.verdict, found.slack) == ("match", 0)


def test_an_unreleased_build_may_count_by_the_next_formula() -> None:
    """4.2.0-119 is the last tag before the formula of -120: Tourists get 200 for 100."""
    text = text_of("old/4.2.0-120", "ardal").replace("(Build 120)", "(Build 119)")
    found = audit(text)
    assert found.verdict == "match"
    assert "before it had a number" in notes(found)


def test_a_game_that_counts_for_nothing_scores_nothing() -> None:
    for hero in ("casu01", "relo01"):
        found = audit(text_of("patched", hero))
        assert (found.verdict, found.recomputed) == ("ineligible", Span.exactly(0))
    line = (
        line_of("patched", "full01").replace("scoring=yes", "scoring=no").replace("flags=0x84", "flags=0xa4")
    )
    found = audit(line, "xlogfile")
    assert found.verdict == "mismatch"
    assert found.recomputed == Span.exactly(0)


def test_counts_of_another_role_do_not_stop_the_audit() -> None:
    text = text_of("old/4.2.0-120", "ardal").replace(
        "Role score:\n", "Role score:\n You had 2 amulets of life saving with you.\n"
    )
    assert audit(text).verdict == "tampered"


def test_a_line_alone_says_what_a_dump_would_settle() -> None:
    found = record(line_of("patched", "full01"), "xlogfile")
    (missing,) = GAME.reckon(found).missing
    assert missing.startswith("needs the dumplog")


def test_a_dump_without_challenges_says_so() -> None:
    text = text_of("patched", "full01")
    start, end = text.index("Voluntary challenges:"), text.index("Role score:")
    assert GAME.reckon(record(text[:start] + text[end:])).missing == (
        "needs the voluntary challenges, which tell the conducts",
    )


# ---------------------------------------------------------------------- contradictions


def cases() -> Iterator[tuple[str, str, str, str]]:
    yield "turns=20", "turns=21", "turns", "1 too few"
    yield "points=464800000", "points=464800001", "score", "1 too little"


@pytest.mark.parametrize(("old", "new", "what", "off"), list(cases()))
def test_where_files_differ_both_are_heard(old: str, new: str, what: str, off: str) -> None:
    line = line_of("patched", "full01")
    assert old in line
    joint = JointRecord(
        [record(text_of("patched", "full01"), "a.txt"), record(line.replace(old, new), "xlogfile")]
    )
    (finding,) = GAME.rulebook["X201"].run(joint)
    assert finding.message.startswith(f"{what}: ")
    assert off in finding.message
    assert [evidence.source for evidence in finding.evidence] == ["a.txt", "xlogfile"]


def test_a_build_that_nobody_read_fits_with_a_reservation() -> None:
    text = RURIK.read_text("utf-8")
    newer = re.sub(r"Version \d+\.\d+\.\d+", "Version 4.4.0", text)
    assert newer != text
    found = audit(newer)
    assert found.verdict in ("match", "undecided")
    assert any("were not read" in reason for reason in found.reasons)


def test_a_game_that_counts_for_nothing_has_a_step_to_nothing() -> None:
    found = audit(text_of("patched", "casu01"))
    assert found.breakdown is not None
    last = found.breakdown.terms[-1]
    assert (last.name, last.span, last.factor) == ("scoring", Span.exactly(0), (0.0, 0.0))
    assert last.formula.startswith("0: the game is ")


@pytest.mark.parametrize(
    ("begin", "end", "needs"),
    [
        ("The Dungeons of Doom: Levels", "\n\n", "needs the dungeon overview"),
        ("Achievements:", "\n\n", "needs the list of achievements"),
    ],
)
def test_a_dump_without_a_block_that_each_has_is_undecided(begin: str, end: str, needs: str) -> None:
    """What is left of it would fit whatever score somebody writes into it."""
    text = RURIK.read_text("utf-8")
    start = text.index(begin)
    cut = text[:start] + text[text.index(end, start) :]
    found = audit(cut)
    assert found.verdict == "undecided"
    assert any(reason.startswith(needs) for reason in found.reasons)


@pytest.mark.parametrize("level", ["-9", "3", "99"])
def test_a_difficulty_that_no_game_has_stops_nothing(level: str) -> None:
    line = line_of("patched", "full01")
    text = re.sub(r"\tdifficulty=-?\d", f"\tdifficulty={level}", line) + "\n" + line
    found, honest = audit_text(text, "xlogfile")
    assert (found.verdict, honest.verdict) == ("undecided", "match")
    assert any(f"difficulty is no level that the game has: {level}" in f.message for f in found.findings)
