"""One line of a log: its facts, its score, and what it settles of a morgue."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cases_dcss import LINE, line_of, record_of, written
from hypothesis import given
from hypothesis import strategies as st
from test_logfile import CORPUS, ENGINES, TRUTH, lines_of, logs, needs_corpus, needs_engines

from necropsy.breakdown import Reckoning
from necropsy.fact import facts_of
from necropsy.games.dcss import GAME, experience
from necropsy.games.dcss.experience import XP_CAP, tiered_points
from necropsy.games.dcss.layout import foreign_fields
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.line_moment import moment
from necropsy.games.dcss.logfile import read_logfile
from necropsy.games.dcss.morgue import read_morgue
from necropsy.games.dcss.reckon import reckon, variant_of
from necropsy.games.dcss.version import Version
from necropsy.joint import JointRecord
from necropsy.judge import judge
from necropsy.record import Record, Standing
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

KINDS = {"text": str, "integer": int, "yes-no": bool, "date": str, "span": Span}


def line(version: str = "0.34.1", log_name: str = "logfile", **fields: Any) -> CrawlLine:
    """A plain game's line with some fields changed; ``None`` takes one out."""
    old = dict.fromkeys(foreign_fields(version))
    case = {"line": old | fields, "version": version, "log_name": log_name}
    record = record_of(case)
    assert isinstance(record, CrawlLine)
    return record


def total(record: Record) -> Span:
    (candidate,) = reckon(record).candidates
    return candidate.total


def verdict(record: Record) -> tuple[Verdict, tuple[str, ...]]:
    audit = judge(GAME, record)
    return audit.verdict, audit.reasons


# --------------------------------------------------------------------------------- facts


def test_the_facts_of_a_plain_line() -> None:
    record = line(tmsg="slain by an ogre", server="cao", status="hasted", pen="1", vsavrv="Git:0.34.0")
    expected = {
        "score": 16000,
        "player": "Sapling",
        "version": "0.34.1",
        "mode": "normal",
        "game_type": "normal",
        "ending": "death",
        "won": False,
        "turns": 12345,
        "duration_s": 3600,
        "started": "2026-11-30",
        "ended": "2026-11-30",
        "start_s": 1796032800,
        "end_s": 1796040000,
        "species": "Human",
        "background": "Fighter",
        "title": "Cleaver",
        "god": "Trog",
        "xl": 12,
        "hp": -3,
        "max_hp": 88,
        "max_hp_unrotted": 88,
        "mp": 5,
        "max_mp": 9,
        "gold": 204,
        "kills": 321,
        "gold_collected": 504,
        "gold_spent": 300,
        "runes": 0,
        "rune_items": 0,
        "gems": 0,
        "place": "level 9 of the Dungeon",
        "place_short": "D:9",
        "branch": "D",
        "level": 9,
        "depth": 9,
        "strength": 21,
        "intelligence": 8,
        "dexterity": 11,
        "ac": 17,
        "ev": 9,
        "sh": 0,
        "aut": 123456,
        "best_skill": "Axes",
        "best_skill_level": 14,
        "scrolls_used": 9,
        "potions_used": 8,
        "killer": "an ogre",
        "seed": "27182818",
        "wizard": False,
        "explore": False,
        "penance": True,
        "cause": "Slain by an ogre",
        "server": "cao",
        "status": "hasted",
        "save_version": "0.34.0",
    }
    assert {fact: record.value(fact) for fact in expected} == expected
    for fact in ("map", "seed_custom", "entry", "gems_intact", "piety", "unheard_of"):
        assert record.value(fact) is None


def test_every_fact_of_a_line_is_in_the_table_and_of_its_kind() -> None:
    table = facts_of("dcss")
    for path in logs(TRUTH):
        for record in read_logfile(lines_of(path.read_text("utf-8")), path.name):
            assert isinstance(record, CrawlLine)
            record.read_all()
            for fact, value in record.facts.items():
                assert value is None or type(value) is KINDS[table[fact].kind], fact


def test_what_a_line_does_not_say_it_does_not_state() -> None:
    record = line_of("v=0.4.1:name=x:sc=5", "games.txt")
    record.read_all()
    stated = {fact for fact, value in record.facts.items() if value is not None}
    assert stated == {"score", "player", "version", "god", "runes", "rune_items", "wizard", "explore"}


def test_the_evidence_is_the_fields_that_a_fact_rests_on() -> None:
    record = line()
    shown = [record.evidence(record.first(fact))[0] for fact in ("score", "version", "place", "gems")]
    assert [evidence.text for evidence in shown[:3]] == ["sc=16000", "v=0.34.1 vlong=0.34.1", "place=D:9"]
    assert shown[3].text == record.text[:400], "what stands in no field stands in the whole line"
    assert {(evidence.source, evidence.line) for evidence in shown} == {("logfile", 1)}
    statement = record.first("turns")
    assert statement is not None
    assert (statement.place, statement.standing) == ("logfile", Standing.TESTIMONY)


@pytest.mark.parametrize(
    ("kind", "ending"),
    [("winning", "win"), ("leaving", "left"), ("quitting", "quit"), ("mon", "death"), ("headbutt", "death")],
)
def test_endings(kind: str, ending: str) -> None:
    record = line(ktyp=kind)
    assert (record.value("ending"), record.value("won")) == (ending, ending == "win")
    assert GAME.unfinished(record) is None


@pytest.mark.parametrize(("kind", "mode"), [("wizmode", "wizard"), ("exploremode", "explore")])
def test_a_mode_entered_is_no_end(kind: str, mode: str) -> None:
    record = line(ktyp=kind)
    assert record.value("entry") == mode
    assert not record.has("ending")
    expected = f"the line was written when the game entered {mode} mode; it is no end"
    assert verdict(record) == (Verdict.UNFINISHED, (expected,))
    assert reckon(record).missing == ("needs the field ktyp, which says how the game ended",)


@pytest.mark.parametrize(
    ("fields", "log_name", "kind", "mode"),
    [
        ({"lv": "0.1-sprint.1"}, "logfile", "sprint", "sprint"),
        ({"lv": "0.1-zotdef.1"}, "games.txt", "zotdef", "zotdef"),
        ({}, "logfile-seeded", "seeded", "seeded"),
        ({}, "games.txt", None, None),
        ({"wiz": "1"}, "logfile", "normal", "wizard"),
        ({"explore": "1"}, "logfile", "normal", "explore"),
        ({"wiz": "0"}, "logfile", "normal", "normal"),
    ],
)
def test_kind_and_mode(fields: dict[str, str], log_name: str, kind: str | None, mode: str | None) -> None:
    record = line(log_name=log_name, **fields)
    assert (record.value("game_type"), record.value("mode")) == (kind, mode)
    assert record.value("seed_custom", False) is (kind == "seeded")


def test_marked_games_and_lessons_are_not_eligible() -> None:
    assert verdict(line(wiz="1")) == (Verdict.INELIGIBLE, ("played in wizard mode (*WIZ*)",))
    assert verdict(line(explore="1"))[0] is Verdict.INELIGIBLE
    assert verdict(line(log_name="logfile-tutorial"))[0] is Verdict.INELIGIBLE
    assert verdict(line()) == (Verdict.MATCH, ())


@pytest.mark.parametrize(
    ("fields", "log_name", "name"),
    [
        ({"mapdesc": 'Sprint VIII: "Arena of Blood"', "map": "vault"}, "x", "meatsprint"),
        ({"map": "pitsprint"}, "x", "pitsprint"),
        ({"map": "vault"}, "scores-sprint-linesprint", "linesprint"),
        ({"map": "vault"}, "x", None),
        ({"mapdesc": "Sprint XL: none"}, "x", None),
    ],
)
def test_the_map_of_a_sprint(fields: dict[str, str], log_name: str, name: str | None) -> None:
    assert line(lv="0.1-sprint.1", log_name=log_name, **fields).value("map") == name
    assert line(log_name="logfile", **fields).value("map") is None, "other games have vaults, too"


@pytest.mark.parametrize(
    ("short", "place"),
    [
        ("Lair:5", "level 5 of the Lair of Beasts"),
        ("Temple", "the Ecumenical Temple"),
        ("D:$", None),
        ("Zot", None),
        ("Temple:1", None),
        ("Hive", None),
        ("nowhere", None),
    ],
)
def test_a_place_is_put_into_words_where_they_are_sure(short: str, place: str | None) -> None:
    assert line(place=short).value("place") == place


def test_runes_and_gems_that_a_line_leaves_out() -> None:
    assert line(urune="3", nrune="3").value("runes") == 3
    assert line("0.4.1", nrune="3").value("runes") is None
    assert line("0.30.1").value("gems") is None
    assert line(v="0.31-a0", vlong=None).value("gems") is None
    sprint = {"lv": "0.1-sprint.1"}
    assert line("0.28.0", map="pitsprint", **sprint).value("runes") == 0
    assert line("0.28.0", map="meatsprint", **sprint).value("runes") is None
    assert line("0.28.0", map="vault", **sprint).value("runes") is None
    assert line(map="meatsprint", **sprint).value("runes") == 0
    assert line("0.28.0", map="meatsprint", urune="1", **sprint).value("rune_items") is None


def test_numbers_that_are_none() -> None:
    record = line(ac="x", turn="1_0", gold="9" * 19, hp="-", kills="-3", mhp="٣x")
    assert [flaw.message for flaw in record.flaws] == [
        "hp is no number: '-'",
        "mhp is no number: '٣x'",
        "turn is no number: '1_0'",
        f"gold is no number: '{'9' * 19}'",
        "ac is no number: 'x'",
    ]
    assert record.value("strength") == 21
    for fact in ("ac", "turns", "gold", "hp", "kills"):
        assert record.value(fact) is None


# --------------------------------------------------------------------------------- dates


@given(st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 31)), st.sampled_from("SD"))
def test_a_date_is_read_with_its_month_counted_from_0(when: datetime, letter: str) -> None:
    when = when.replace(microsecond=0)
    text = f"{when.year:04}{when.month - 1:02}{when:%d%H%M%S}{letter}"
    seconds = moment(text)
    assert seconds == (when.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    record = line(start=text, end=text)
    assert record.value("started") == record.value("ended") == when.date().isoformat()


@given(st.text("0123456789SDx٣", max_size=16))
def test_no_text_breaks_the_reader_of_dates(text: str) -> None:
    seconds = moment(text)
    assert (seconds is None) or (len(text) == 15 and text[14] in "SD")


def test_a_date_that_is_none_leaves_the_day_open() -> None:
    record = line(start="20261230101112S")
    assert record.value("started") is None
    assert record.value("ended") == "2026-11-30"


# ---------------------------------------------------------------------------- round trip

_KEYS = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
_VALUES = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20).filter(
    # A value that begins or ends with a colon looks as if its neighbour did.
    lambda text: not text.startswith(":") and not text.endswith(":")
)


@given(st.dictionaries(_KEYS, _VALUES, max_size=12))
def test_what_is_written_is_read(extra: dict[str, str]) -> None:
    fields = {"v": "0.34.1", "name": "x", "sc": "1"} | {f"x{key}": value for key, value in extra.items()}
    record = line_of(written(dict(fields)))
    assert isinstance(record, CrawlLine)
    assert record.fields == fields
    assert not record.repeated
    assert not record.broken


@given(st.text("=:abv\x00\x1b1-", max_size=80), st.integers(0, 300))
def test_no_damage_raises(junk: str, at: int) -> None:
    text = written(LINE)
    for found in read_logfile(lines_of(f"{text[:at]}{junk}{text[at:]}\n"), "logfile"):
        if isinstance(found, CrawlLine):
            audit = judge(GAME, found)
            assert isinstance(audit, Audit)
            found.read_all()


# --------------------------------------------------------------------------------- score


@given(
    st.sampled_from(["0.9.2", "0.12.1", "0.14.2", "0.16.1", "0.21.1", "0.27.1", "0.29.1", "0.34.1"]),
    st.sampled_from(["Human", "Demigod", "Minotaur", "Naga", "Spriggan", "Mummy"]),
    st.integers(0, XP_CAP),
    st.integers(0, 3),
    st.integers(0, 2_000_000),
)
def test_every_honest_line_lies_in_its_span(
    text: str, species: str, xp: int, sacrificed: int, gold: int
) -> None:
    version = Version.parse(text)
    mutation = sacrificed if version.since("0.16") else 0
    top = experience.max_level(version, mutation).low or 0
    held = [
        level
        for level in range(1, top + 1)
        if (span := experience.xp_span(level, None, species, version, mutation)) is not None and xp in span
    ]
    assert held
    counted = 0 if version.since("0.15") else gold if version.before("0.10") else min(gold, 1_000_000)
    record = line(text, race=species, char=None, xl=held[-1], sc=tiered_points(xp) + counted, gold=gold)
    assert record.value("score") in total(record)
    assert judge(GAME, record).verdict is Verdict.MATCH


def test_a_level_more_points_than_it_has_are_no_match() -> None:
    record = line(sc=100_000)
    audit = judge(GAME, record)
    assert audit.verdict is Verdict.MISMATCH
    (finding,) = [finding for finding in audit.findings if finding.severity is Severity.ERROR]
    assert re.search(r"the line says 100,000, the formula of 0.34.1 gives at most [\d,]+ ", finding.message)
    assert {evidence.text for evidence in finding.evidence} >= {"sc=100000", "xl=12"}
    assert audit.breakdown is not None
    assert "level 12 stands for" in audit.breakdown.terms[0].formula


def test_what_a_line_is_made_of() -> None:
    won = line(ktyp="winning", urune="3", nrune="3", fgem="2", igem="1", turn="100000", xl="27")
    (candidate,) = reckon(won).candidates
    spans = {term.name: term.span for term in candidate.terms}
    assert spans["runes"] == Span.exactly(45_000)
    assert spans["orb"] == Span.exactly(260_000)
    assert spans["turns"] == Span.exactly(562_494)
    assert spans["gems"] == Span.exactly(200_000)
    assert spans["experience"].high == tiered_points(XP_CAP)
    assert sum(spans.values(), start=Span.exactly(0)) == candidate.total


def test_equal_lines_share_their_reckoning() -> None:
    assert reckon(line(turn="5", gold="7")) is reckon(line(turn="9", gold="1"))
    assert reckon(line("0.14.2", gold="7")) is not reckon(line("0.14.2", gold="8"))


def test_old_lines_do_not_say_all() -> None:
    early = line("0.4.5", gold=None, goldfound=None)
    assert total(early).high is None or total(early).high == 99_999_999
    assert "needs the morgue, which has the gold in hand" in reckon(early).missing
    won = line("0.8.1", ktyp="winning", urune="3", nrune="4", sc="5000000")
    assert "needs the value of the pack, which counted to 0.8 and stands in no file" in reckon(won).missing
    (candidate,) = reckon(won).candidates
    inventory = candidate.term("inventory")
    assert inventory is not None
    assert inventory.span == Span.at_least(290_000)
    assert not reckon(line()).missing[1:]


def test_a_score_at_the_cap() -> None:
    capped = line("0.14.2", ktyp="winning", urune="15", nrune="15", turn="14000", xl="27", sc="99999999")
    assert total(capped) == Span.exactly(99_999_999)
    assert verdict(capped) == (Verdict.MATCH, ())


def test_runes_that_0_4_did_not_count() -> None:
    (candidate,) = reckon(line("0.4", ktyp="winning", nrune="4")).candidates
    assert candidate.term("runes") is None
    both = reckon(line("0.4.1", ktyp="winning", nrune="4")).candidates[0]
    runes = both.term("runes")
    assert runes is not None
    assert runes.span == Span(0, 36_000)


def test_zot_defence_divides_the_bonus() -> None:
    won = {"ktyp": "winning", "urune": "15", "nrune": "15", "turn": "20000", "xl": "1", "gold": "0"}
    low = total(line("0.14.2", lv="0.1-zotdef.1", **won)).low
    assert low == 405_000 + 284_000 + 7_030_898


@pytest.mark.parametrize(("ending", "points"), [("mon", 700_000), ("winning", 1_400_000)])
def test_a_map_that_scores_itself(ending: str, points: int) -> None:
    record = line("0.28.0", lv="0.1-sprint.1", map="meatsprint", turn="7", ktyp=ending, sc=points)
    assert total(record) == Span.exactly(points)
    assert verdict(record) == (Verdict.MATCH, ())
    assert judge(GAME, record).breakdown is not None


def test_thunderdome_needs_the_morgue() -> None:
    arena = line("0.28.0", lv="0.1-sprint.1", map="arena_sprint", sc="41")
    assert verdict(arena) == (
        Verdict.UNDECIDED,
        (
            "needs the morgue, which has the progress to the next level",
            "needs the morgue, in whose notes Thunderdome's points stand",
        ),
    )


def test_a_sprint_of_an_unknown_map_may_have_been_any() -> None:
    fields = {"lv": "0.1-sprint.1", "map": "vault", "turn": "7"}
    notes = [candidate.note for candidate in reckon(line("0.28.0", **fields)).candidates]
    assert notes == ["", "if the map was meatsprint, which scores itself"]
    assert verdict(line("0.28.0", sc="700000", **fields))[0] is Verdict.MATCH
    assert verdict(line("0.28.0", sc="5000000", **fields))[0] is Verdict.UNDECIDED
    assert verdict(line("0.34.1", sc="5000000", **fields))[0] is Verdict.MISMATCH


def test_a_build_without_its_commits_may_follow_several_formulas() -> None:
    (candidate,) = reckon(line(v="0.15-a0", vlong=None)).candidates
    assert candidate.regime == "F8 or F9"
    assert candidate.total.covers(total(line("0.15.3")))


def test_a_build_that_was_not_read() -> None:
    doubts = reckon(line("0.35-a0-900-gabcdef1", v="0.35-a0")).doubts
    assert doubts == ("builds after 0.35-a0-870 were not read; their formula may be another one",)
    assert not reckon(line("0.35-a0-870-gabcdef1", v="0.35-a0")).doubts
    assert reckon(line("0.35-a1", v="0.35-a1")).missing == ("no formula is known for version 0.35-a1",)


def test_a_game_continued_from_another_version() -> None:
    # A Human needs a quarter more experience for each level from 0.31 on.
    stale = {"xl": "20", "sc": "220000"}
    assert verdict(line(**stale))[0] is Verdict.MISMATCH
    assert verdict(line(vsavrv="0.34.1", **stale))[0] is Verdict.MISMATCH
    continued = line(vsavrv="Git:0.30.0", **stale)
    assert verdict(continued)[0] is Verdict.MATCH
    audit = judge(GAME, continued)
    assert audit.breakdown is not None
    assert audit.breakdown.note == "if no experience was gained since the game was upgraded from 0.30.0"
    for saved_by in ("0.33.0", "somebody's"):
        found, reasons = verdict(line(vsavrv=saved_by, **stale))
        assert found is Verdict.UNDECIDED
        assert f"the game was continued from a save of version {saved_by}," in reasons[-1]


def test_the_sprint_rule_that_leaked() -> None:
    leaked = line("0.16.1", turn="61543", sc="1859332704", xl="27")
    found, reasons = verdict(leaked)
    assert found is Verdict.UNDECIDED
    assert "the game's own bug of that time" in reasons[-1]
    assert "S102" in {finding.rule for finding in judge(GAME, leaked).findings}
    assert verdict(line("0.16.1"))[0] is Verdict.MATCH
    assert verdict(line("0.16.1", sc="1859332704"))[0] is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"explbr": "bcadren"}, "the line is of the server's branch 'bcadren'"),
        ({"lv": "dcssca-0.1"}, "no line of DCSS has lv=dcssca-0.1"),
        ({"lv": None}, "the line has no lv"),
        ({"vlong": "bcrawl-1.42.1"}, "'bcrawl-1.42.1' is no version of DCSS"),
        ({"vlong": "0.36.0"}, "version 0.36.0 is newer than any known here"),
        ({"race": "Goblin"}, "version 0.34.1 has no species 'Goblin'"),
        ({"cls": "Accountant"}, "'Accountant' is no background of DCSS"),
    ],
)
def test_forks_are_not_judged(fields: dict[str, str | None], reason: str) -> None:
    record = line(turn="-5", **fields)
    assert variant_of(record) == reason
    assert reckon(record) == Reckoning(missing=(f"unknown variant: {reason}",))
    audit = judge(GAME, record)
    assert audit.verdict is Verdict.UNDECIDED
    assert audit.variant == reason
    assert {finding.rule for finding in audit.findings} & {"C175", "S101"} == set()
    assert "F104" in {finding.rule for finding in audit.findings}


@pytest.mark.parametrize("key", ["xl", "race", "ktyp"])
def test_what_a_score_cannot_do_without(key: str) -> None:
    (missing,) = reckon(line(**{key: None})).missing
    assert missing.startswith(f"needs the field {key}, which ")
    assert verdict(line(**{key: None}))[0] is Verdict.UNDECIDED


def test_a_line_without_background_is_no_fork() -> None:
    assert variant_of(line(cls=None)) is None
    assert variant_of(line_of("v=0.34.1:vlong=0.34.1:name=x:sc=3:lv=0.1")) is None
    assert line(xl=40).value("xp_span") is None
    assert line().value("xp_span") == experience.xp_span(
        12, None, "Human", Version.parse("0.34.1"), percent_known=False
    )
    assert line(xl=None).value("xp_span") is None


# ---------------------------------------------------------------------- with its morgue


def pairs(of_lines: list[Path], of_dumps: Path) -> list[tuple[Record, CrawlLine]]:
    """The morgues below a folder with their lines, by name and end."""
    lines = {}
    for path in of_lines:
        for found in read_logfile(lines_of(path.read_text("utf-8")), str(path)):
            if isinstance(found, CrawlLine) and "entry" not in found.facts:
                lines[found.value("player"), found.value("end_s")] = found
    found_pairs = []
    for path in sorted(of_dumps.rglob("*morgue-*.txt")):
        dump = read_morgue(path.read_text("utf-8", errors="replace"), str(path))
        ended = dump.value("file_moment")
        seconds = int(ended.replace(tzinfo=UTC).timestamp()) if ended else None
        if (dump.value("player"), seconds) in lines:
            found_pairs.append((dump, lines[dump.value("player"), seconds]))
    return found_pairs


PAIRS = pairs(logs(TRUTH), TRUTH)


def test_there_are_pairs() -> None:
    assert len(PAIRS) > 12


def agree(pair: tuple[Record, CrawlLine]) -> None:
    alone, both = judge(GAME, pair[0]), judge(GAME, JointRecord(pair))
    assert not [finding for finding in both.findings if finding.rule[0] == "X"], pair[0].source
    errors = [{f.rule for f in a.findings if f.severity is Severity.ERROR} for a in (alone, both)]
    assert errors[0] | {"C171", "C172"} >= errors[1] >= errors[0], pair[0].source
    assert both.verdict is alone.verdict or alone.verdict is Verdict.UNDECIDED, pair[0].source
    # Where no experience prints what the morgue shows, the line's level is all there is.
    if alone.breakdown is not None and alone.verdict is not Verdict.MISMATCH:
        assert both.breakdown is not None
        assert alone.breakdown.total.covers(both.breakdown.total), pair[0].source


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: Path(pair[0].source).name)
def test_a_morgue_and_its_line_agree(pair: tuple[Record, CrawlLine]) -> None:
    agree(pair)


@needs_engines
def test_every_morgue_of_the_engines_agrees_with_its_line() -> None:
    found = pairs(logs(ENGINES), ENGINES)
    assert len(found) > 400
    for pair in found:
        agree(pair)


@needs_corpus
def test_every_public_morgue_agrees_with_its_line() -> None:
    found = pairs(sorted(CORPUS.glob("*__*")), CORPUS.parent / "dcss_morgue")
    assert len(found) > 50
    for pair in found:
        agree(pair)


@pytest.mark.parametrize("fact", ["score", "turns", "xl", "species", "ending", "started", "duration_s"])
def test_the_pairs_are_really_compared(fact: str) -> None:
    stated = [pair for pair in PAIRS if pair[0].has(fact) and pair[1].has(fact)]
    assert len(stated) > 12


DEAD = """\
 Dungeon Crawl Stone Soup version 0.34.1 (console) character file.

36000 Sapling the Cleaver (level 12, -3/88 HPs)
             Began as a Human Fighter on Nov 30, 2026.
             Was a Follower of Trog.
             Slain by an ogre (9 damage)
             ... on level 9 of the Dungeon.
             The game lasted 01:00:00 (12345 turns).

Sapling the Cleaver (Human Fighter)                  Turns: 12345, Time: 01:00:00

Health: -3/88      AC: 17    Str: 21    XL:     12   Next: 50%
Magic:  5/9        EV:  9    Int:  8    God:    Trog [*.....]
Gold:   204        SH:  0    Dex: 11    Spells: 0/11 levels left

}: 0/15 runes:
A: (no mutations)
"""


def test_a_line_settles_the_gems_of_a_dead_character() -> None:
    dump = read_morgue(DEAD, "morgue.txt")
    open_gems, pinned = reckon(dump).candidates[0], reckon(JointRecord([dump, line(fgem="2")])).candidates[0]
    gems = pinned.term("gems")
    assert gems is not None
    assert gems.span == Span.exactly(20_000)
    assert open_gems.total.covers(pinned.total)
    assert open_gems.total != pinned.total
    assert "needs the notes" in " ".join(reckon(dump).missing)
    assert "needs the notes" not in " ".join(reckon(JointRecord([dump, line(fgem="2")])).missing)


def test_a_line_settles_what_a_player_left_out() -> None:
    head, _, rest = DEAD.partition("36000 Sapling")
    cut = head + rest[rest.index("Sapling the Cleaver (Human") :]
    alone, line_of_it = read_morgue(cut, "morgue.txt"), line(sc="36000", fgem="2", urune="0", nrune="0")
    assert judge(GAME, alone).verdict is Verdict.UNDECIDED
    audit = judge(GAME, JointRecord([alone, line_of_it]))
    assert audit.recorded == 36000
    assert audit.breakdown is not None
    assert audit.breakdown.slack is not None
    assert audit.breakdown.slack < 1000
    won = JointRecord([alone, line(ktyp="winning", urune="4", nrune="4")])
    runes = reckon(won).candidates[0].term("runes")
    assert runes is not None
    assert runes.span == Span.exactly(64_000)


def test_a_line_names_the_map_and_the_save_of_a_morgue() -> None:
    sprint = read_morgue(
        DEAD.replace("Dungeon Crawl Stone Soup", "Dungeon Sprint DCSS").replace("0.34.1", "0.28.0")
    )
    assert len(reckon(sprint).candidates) > 1
    both = JointRecord([sprint, line("0.28.0", lv="0.1-sprint.1", map="pitsprint")])
    assert len(reckon(both).candidates) == 1
    stale = read_morgue(DEAD.replace("XL:     12   Next: 50%", "XL:     12"))
    saved = JointRecord([stale, line(vsavrv="0.30.0")])
    assert any("upgraded from 0.30.0" in candidate.note for candidate in reckon(saved).candidates)
    odd = JointRecord([stale, line(vsavrv="somebody's")])
    assert not any("upgraded" in candidate.note for candidate in reckon(odd).candidates)


def test_a_fork_is_told_by_either_file() -> None:
    dump = read_morgue(DEAD, "morgue.txt")
    assert variant_of(JointRecord([dump, line()])) is None
    assert variant_of(JointRecord([dump, line(explbr="x")])) == "the line is of the server's branch 'x'"


def test_a_rule_about_a_dump_does_not_look_at_the_line() -> None:
    dump = read_morgue(DEAD, "morgue.txt")
    both = JointRecord([dump, line(xl=13, start="20261131100000S")])
    found = {finding.rule for finding in judge(GAME, both).findings}
    assert {"X101", "X103"} <= found
    assert not found & {"C101", "C129", "C141"}


@pytest.mark.parametrize("key", ["turn", "kills", "urune", "nrune", "fgem", "igem", "gold", "goldspent"])
def test_a_count_below_nothing_is_none(key: str) -> None:
    record = line(**{key: "-1"})
    audit = judge(GAME, record)
    assert "C175" in {finding.rule for finding in audit.findings}
    stated = [statement.value for fact in ("turns", "kills", "gold") for statement in record.statements(fact)]
    assert -1 not in stated


@pytest.mark.parametrize("key", ["xl", "sc", "ktyp", "turn", "gold", "race"])
def test_what_a_score_depends_on_must_stand_once(key: str) -> None:
    (record,) = read_logfile(lines_of(f"{written(LINE)}:{key}=7\n"), "logfile")
    assert isinstance(record, CrawlLine)
    audit = judge(GAME, record)
    assert audit.verdict is Verdict.UNDECIDED
    assert audit.reasons == (f"needs one {key}: the line has two",)


def test_an_ending_that_no_version_has() -> None:
    found, reasons = verdict(line(ktyp="ascended"))
    assert found is Verdict.UNDECIDED
    assert reasons[-1] == "unknown variant: no version of DCSS has ktyp=ascended"


def test_a_winner_without_turns_is_not_judged() -> None:
    found, reasons = verdict(line(ktyp="winning", turn=None, urune="3"))
    assert found is Verdict.UNDECIDED
    assert reasons == ("needs the field turn, which says how fast a winner was",)


def test_zot_defence_ended_with_0_16() -> None:
    assert variant_of(line("0.17.1", lv="0.1-zotdef.1")) == "version 0.17.1 has no Zot Defence"
    assert variant_of(line("0.16.1", lv="0.1-zotdef.1")) is None
