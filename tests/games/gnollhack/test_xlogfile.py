"""Lines of an xlogfile: of the game in all its versions, of servers and scoreboards, and damaged ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.gnollhack.dumplog import read_dumplog
from necropsy.games.gnollhack.line import READERS
from necropsy.games.gnollhack.logfile import is_logfile, read_logfile
from necropsy.games.gnollhack.xlogfile import is_xlogfile, read_xlogfile
from necropsy.logline import Rejected
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.span import Span

SHARED = Path(__file__).parents[4] / "shared"
LOGS = sorted((SHARED / "data" / "gnollhack").glob("**/xlogfile"))
OTHERS = [
    path
    for path in sorted((SHARED / "corpus" / "gnollhack").glob("*"))
    if "xlog" in path.name or "tnnt" in path.name
]

FIELDS = {
    "version": "4.2.0",
    "edit": "120",
    "versionstart": "4.1.3",
    "editstart": "55",
    "points": "13022",
    "deathdnum": "0",
    "deathlev": "12",
    "maxlvl": "12",
    "hp": "0",
    "maxhp": "92",
    "deaths": "3",
    "deathdate": "20261130",
    "birthdate": "20261130",
    "uid": "5",
    "role": "Arc",
    "race": "Hum",
    "gender": "Mal",
    "align": "Cha",
    "name": "sapling",
    "cname": "sapling",
    "death": "killed by a kitten called Fifi",
    "while": "praying",
    "conduct": "0x8516",
    "turns": "2045",
    "achieve": "0x10050800",
    "achieveX": "defeated_medusa,entered_the_gnomish_mines,entered_a_shop,role_achievement",
    "conductX": "vegan,vegetarian,weaponless,polyselfless,artiwishless,conflictless",
    "realtime": "3632",
    "starttime": "1796034651",
    "endtime": "1796038283",
    "starttimeUTC": "1796038251",
    "endtimeUTC": "1796041883",
    "gender0": "Mal",
    "align0": "Law",
    "xplvl": "9",
    "flags": "0x8",
    "difficulty": "-2",
    "mode": "modern",
    "scoring": "yes",
    "tournament": "no",
    "seclvl": "1",
    "collapse": "2",
}


def line(**changes: str | None) -> str:
    fields = {**FIELDS, **{key.rstrip("_"): value for key, value in changes.items()}}
    return "\t".join(f"{key}={value}" for key, value in fields.items() if value is not None)


def read(text: str) -> Record:
    (record,) = read_xlogfile(lines_of_text(text if text.endswith("\n") else text + "\n"), "xlogfile")
    record.read_all()
    return record


def rules(record: Record) -> list[str]:
    return [flaw.rule for flaw in record.flaws]


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("version", "4.2.0-120"),
        ("version_shown", "4.2.0"),
        ("version_number", "4.2.0"),
        ("build", 120),
        ("version_started", "4.1.3"),
        ("build_started", 55),
        ("score", 13022),
        ("player", "sapling"),
        ("account", None),
        ("role", "Arc"),
        ("race", "Hum"),
        ("gender", "Mal"),
        ("gender_original", "Mal"),
        ("alignment", "Cha"),
        ("alignment_original", "Law"),
        ("alignment_current", None),
        ("turns", 2045),
        ("duration_s", 3632),
        ("started", datetime(2026, 11, 30, 10, 30, 51)),
        ("ended", datetime(2026, 11, 30, 11, 31, 23)),
        ("starttime_s", 1796034651),
        ("starttime_utc_s", 1796038251),
        ("xl", 9),
        ("hp", 0),
        ("max_hp", 92),
        ("umortality", 3),
        ("true_deaths", Span(0, 3)),
        ("difficulty", "adept"),
        ("difficulty_level", -2),
        ("mode", "modern"),
        ("mode_words", "modern"),
        ("modern", True),
        ("flags", 8),
        ("scoring", True),
        ("tournament", False),
        ("seclvl", 1),
        ("collapses", 2),
        ("ending", "death"),
        ("won", False),
        ("cause", "killed by a kitten called Fifi"),
        ("helpless", "praying"),
        ("place", "The Dungeons of Doom, level 12"),
        ("max_level", 12),
        ("depth_span", Span(12, 17)),
        ("max_depth", None),
        ("achieve_bits", 0x10050800),
        ("achieved", ("defeated_medusa", "entered_the_gnomish_mines", "entered_a_shop", "role_achievement")),
        (
            "achieved_words",
            ("defeated_medusa", "entered_the_gnomish_mines", "entered_a_shop", "role_achievement"),
        ),
        ("role_quest_done", True),
        ("kept", ("vegan", "vegetarian", "weaponless", "polyselfless", "artiwishless", "conflictless")),
        ("kept_words", ("vegan", "vegetarian", "weaponless", "polyselfless", "artiwishless", "conflictless")),
        ("conduct_bits", 0x8516),
        ("birth_day", "20261130"),
    ],
)
def test_facts(fact: str, value: Any) -> None:
    record = read(line())
    assert record.value(fact) == value
    assert record.flaws == []


def test_each_game_has_the_number_of_its_line() -> None:
    text = f"{line(cname='a')}\n\n{line(cname='b')}\r\n{line(cname='c')}\n"
    records = list(read_xlogfile(lines_of_text(text), "x"))
    assert [(r.value("player"), r.first("score").line) for r in records] == [("a", 1), ("b", 3), ("c", 4)]  # type: ignore[union-attr]
    assert records[1].value("collapses") == 2
    assert [e.text for e in records[2].evidence(records[2].first("score"))] == ["points=13022"]


def test_the_file_is_read_as_it_is_asked_for() -> None:
    records = read_xlogfile(lines_of_text(line() + "\n" + "x" * 10), "x")
    assert isinstance(records, Iterator)
    assert next(records).value("score") == 13022


def test_the_order_of_the_fields_means_nothing() -> None:
    """The server writes them anew: in another order, with ``while`` always there, and with its own."""
    fields = line(while_="", versionstart=None, editstart=None, cname="Hero").split("\t")
    server = "\t".join(
        [
            *reversed(fields),
            "platform=Android",
            "platformversion=14",
            "port=x",
            "store=google",
            "portseclvl=10",
        ]
    )
    record = read(server)
    assert record.flaws == []
    assert (record.value("score"), record.value("platform"), record.value("store")) == (
        13022,
        "Android",
        "google",
    )
    assert [record.value(fact) for fact in ("player", "account", "helpless")] == ["Hero", "sapling", None]


def test_columns_of_scoreboards() -> None:
    record = read(f"server=example.org\t{line()}\tsrc=hdf-eu")
    assert (record.value("server"), record.value("score"), record.flaws) == ("example.org", 13022, [])
    assert is_xlogfile("x", f"server=example.org\t{line()}\tsrc=hdf-eu\n")


@pytest.mark.parametrize(
    ("death", "ending"),
    [
        ("quit", "quit"),
        ("quit (with the Amulet)", "quit"),
        ("escaped", "escaped"),
        ("escaped (in celestial disgrace)", "escaped"),
        ("ascended", "ascended"),
        ("ascended (with a fake Amulet)", "ascended"),
        ("killed by ascended", "death"),
        ("ascended; the kitten", "death"),
        ("quitter", "death"),
        ("committed suicide (with the Amulet)", "death"),
        ("", "death"),
    ],
)
def test_endings(death: str, ending: str) -> None:
    record = read(line(death=death))
    assert (record.value("ending"), record.value("won")) == (ending, ending == "ascended")


@pytest.mark.parametrize(
    ("branch", "depth", "most", "span", "place"),
    [
        (0, 1, 1, Span.exactly(1), "The Dungeons of Doom, level 1"),
        (0, 10, 10, Span.exactly(10), "The Dungeons of Doom, level 10"),
        (0, 11, 11, Span(11, 16), "The Dungeons of Doom, level 11"),
        (1, 44, 44, Span.exactly(44), "Gehennom, level 44"),
        (4, 18, 4, Span(18, 19), "The Quest"),
        (4, 12, 1, Span(12, 19), "The Quest"),
        (6, 17, 20, Span.exactly(20), "Fort Ludios"),
        (10, -5, 44, Span.exactly(44), "The Astral Plane"),
        (10, -1, 44, Span.exactly(44), "The Elemental Planes"),
        (77, 3, 3, Span.exactly(3), None),
    ],
)
def test_depths(branch: int, depth: int, most: int, span: Span, place: str | None) -> None:
    record = read(line(deathdnum=str(branch), deathlev=str(depth), maxlvl=str(most)))
    assert (record.value("depth_span"), record.value("place")) == (span, place)
    assert record.value("max_depth") == (span.low if span.low == span.high else None)


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        ("normal", "classic"),
        ("modern", "modern"),
        ("casual", "casual"),
        ("reloadable", "reloadable"),
        ("casual-classic", "reloadable"),
        ("explore", "explore"),
        ("debug", "wizard"),
    ],
)
def test_modes(said: str, mode: str) -> None:
    record = read(line(mode=said))
    assert (record.value("mode"), record.value("mode_words")) == (mode, said)


def test_lines_of_old_builds() -> None:
    old = dict.fromkeys(
        (
            "edit",
            "versionstart",
            "editstart",
            "cname",
            "starttimeUTC",
            "endtimeUTC",
            "xplvl",
            "tournament",
            "seclvl",
            "collapse",
        )
    )
    record = read(line(**old, version="4.1.0", scoring=None, demo="0"))
    assert (record.value("version"), record.value("build"), record.value("demo"), record.flaws) == (
        "4.1.0",
        None,
        0,
        [],
    )
    assert "demo" in record.value("fields")
    # Before 4.1.0-PA4 there are no words, and the bits mean other things.
    record = read(line(**old, version="4.1.0", scoring=None, achieveX=None, conductX=None, race="Gno"))
    assert (record.value("achieve_bits"), record.has("achieved"), record.has("place")) == (
        0x10050800,
        False,
        False,
    )
    assert record.value("race") == "Gnl"


def test_empty_lists() -> None:
    record = read(line(achieve="0x0", achieveX="", conduct="0x0", conductX=""))
    assert [record.value(fact) for fact in ("achieved", "achieved_words", "kept", "kept_words")] == [()] * 4


def test_the_names_of_account_and_hero() -> None:
    record = read(line(name="account", cname="hero"))
    assert (record.value("player"), record.value("account")) == ("hero", "account")
    record = read(line(name="hero", cname=None))
    assert (record.value("player"), record.value("account")) == ("hero", None)


def test_a_build_without_the_bit_says_nothing_of_the_role_achievement() -> None:
    old = {"version": "4.1.0", "edit": None, "scoring": None, "demo": "0"}
    assert read(line(**old, achieve="0x0", achieveX="")).value("role_quest_done") is None
    assert read(line(**old)).value("role_quest_done") is True
    assert (
        read(line(**old | {"scoring": "yes"}, achieve="0x0", achieveX="")).value("role_quest_done") is False
    )


# ------------------------------------------------------------------ damaged lines


def test_a_line_that_is_cut_off() -> None:
    whole = line()
    for length in range(12, len(whole) - 10):
        records = list(read_xlogfile(lines_of_text(whole[:length]), "x"))
        assert len(records) == 1, length
        record = records[0]
        record.read_all()
        assert "F220" in rules(record) or "mode=" in whole[:length]
        for fact in ("score", "turns", "deaths", "duration_s", "flags", "difficulty_level", "umortality"):
            # A number that lost its end is no number.
            assert record.value(fact) in (
                None,
                {
                    "score": 13022,
                    "turns": 2045,
                    "duration_s": 3632,
                    "flags": 8,
                    "difficulty_level": -2,
                    "umortality": 3,
                }.get(fact),
            ), (length, fact)


def test_fields_that_are_missing() -> None:
    record = read(line(turns=None, mode=None))
    assert rules(record) == ["F220"]
    assert "mode, turns" in record.flaws[0].message
    assert record.value("score") == 13022


@pytest.mark.parametrize("key", ["points", "turns", "role", "death"])
def test_a_field_that_stands_twice_says_nothing(key: str) -> None:
    """A name from a server can hold a tab and bring fields of its own."""
    fact = {"points": "score", "death": "cause"}.get(key, key)
    record = read(line(cname=f"x\t{key}=Wiz"))
    assert rules(record) == ["F221"]
    assert not record.has(fact)
    assert record.value("player") == "x"
    record = read(line() + f"\t{key}={FIELDS[key]}")
    assert (record.flaws, record.has(fact)) == ([], True)


def test_unknown_fields_are_named() -> None:
    record = read(line() + "\tluck=7\t\x1b[2J=1")
    assert rules(record) == ["F222", "F223"]
    assert "'luck'" in record.flaws[0].message
    assert "\x1b" not in record.flaws[0].message


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x07", "\x7f", "\r"])
def test_control_characters(sign: str) -> None:
    record = read(line(name=f"sap{sign}ling"))
    assert rules(record) == ["F223"]
    assert record.value("score") == 13022


def test_characters_of_all_scripts_are_no_control_characters() -> None:
    assert read(line(name="Sämp\u00a0ling\u2028ウィザード")).flaws == []


def test_a_part_that_is_no_field() -> None:
    assert rules(read(line(name="a\tb"))) == ["F220"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("points", "1e9"),
        ("points", "1_000"),
        ("points", "٣"),
        ("points", ""),
        ("points", "-"),
        ("points", " 5"),
        ("points", "9" * 19),
        ("turns", "0x10"),
        ("achieve", "12"),
        ("achieve", "0x1_0"),
        ("conduct", "0x" + "f" * 17),
        ("flags", "0x"),
        ("role", "Sap"),
        ("race", "Ent"),
        ("align", "Law "),
        ("mode", "easy"),
        ("scoring", "maybe"),
        ("starttime", "9" * 18),
        ("version", "4.2"),
    ],
)
def test_values_that_the_game_does_not_write(key: str, value: str) -> None:
    record = read(line(**{key: value}))
    assert set(rules(record)) == {"F224"}


def test_a_line_that_is_too_long() -> None:
    (record,) = read_xlogfile(lines_of_text(line(name="x" * 100_000) + "\n"), "x")
    assert isinstance(record, Rejected)
    assert record.reason == "longer than the 65,536 characters that a line may have"
    assert len(record.text) == 400


@given(st.text(max_size=200))
def test_nothing_raises(text: str) -> None:
    for candidate in (text, f"version=4.2.0\t{text}", f"{line()}\t{text}"):
        for record in read_xlogfile(lines_of_text(candidate), "x"):
            if isinstance(record, Record):
                record.read_all()
        is_xlogfile("x", candidate)
        is_logfile("record", candidate)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (line(), True),
        (line() + "\n", True),
        ("\n\n" + line() + "\n", True),
        (line(version="3.7.0"), False),
        (line(version="3.6.6", difficulty=None, mode=None), False),
        (line(difficulty=None), False),
        (line(difficulty="hard"), False),
        (line(points=None), False),
        (line(version="4.2.0x"), False),
        ("v=0.34.1:sc=12:name=x", False),
        ("", False),
        ("\n" * 100_000, False),
        ("version=4.\t" * 100_000, False),
    ],
)
def test_recognising(text: str, expected: bool) -> None:
    assert is_xlogfile("xlogfile", text) is expected


def test_lines_of_other_games_are_passed_over() -> None:
    text = "\n".join([line(version="3.6.6", difficulty=None), "# a remark", line(), "x", ""])
    remark, record, x = read_xlogfile(lines_of_text(text), "x")
    assert record.value("score") == 13022
    assert isinstance(remark, Rejected)
    assert remark[1:] == (2, len(text.split("\n")[0]) + 1, "no line of a game", "# a remark")
    assert (x.line, x.text) == (4, "x")


# ------------------------------------------------------------------ logfile and record

LOGGED = (
    "4.2.0 13022 0 12 12 0 92 3 20261130 20261130 5 Arc Hum Mal Cha sapling,killed by a kitten, while praying"
)


def test_a_logfile() -> None:
    text = f"# x\n{LOGGED}\n3.6.7 64 0 1 1 0 14 1 20250716 20250716 1 Mon Hum Fem Neu x,quit\n"
    (record,) = read_logfile(lines_of_text(text), "logfile")
    record.read_all()
    assert record.flaws == []
    found = [
        record.value(fact)
        for fact in (
            "version",
            "score",
            "role",
            "alignment",
            "player",
            "cause",
            "helpless",
            "ending",
            "max_level",
        )
    ]
    assert found == ["4.2.0", 13022, "Arc", "Cha", "sapling", "killed by a kitten", "praying", "death", 12]
    assert record.first("score").line == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("logfile", LOGGED, True),
        ("x/record", LOGGED + "\r\n", True),
        ("logfile.gz", LOGGED, True),
        ("notes.txt", LOGGED, False),
        ("logfile", LOGGED.replace("4.2.0", "3.6.7"), False),
        ("logfile", "", False),
    ],
)
def test_recognising_a_logfile(name: str, text: str, expected: bool) -> None:
    assert is_logfile(name, text) is expected


# ------------------------------------------------------------------ real files

needs_logs = pytest.mark.skipif(not LOGS, reason="the shared GnollHack files are not here")


@needs_logs
def test_real_lines_have_no_flaw() -> None:
    for path in LOGS:
        text = path.read_text("utf-8")
        assert is_xlogfile(path.name, text)
        records = list(read_xlogfile(lines_of_text(text), str(path)))
        assert len(records) == len(text.splitlines())
        for record in records:
            record.read_all()
            assert record.flaws == [], path
            assert set(record.value("kept_words")) - set(record.value("kept")) <= {"petless"}
            bits, said = set(record.value("achieved")), set(record.value("achieved_words"))
            assert bits == said or record.value("version") == "4.1.0", path


SAME = [
    "score",
    "role",
    "race",
    "gender",
    "alignment",
    "alignment_original",
    "turns",
    "xl",
    "hp",
    "max_hp",
    "umortality",
    "collapses",
    "difficulty",
    "difficulty_level",
    "mode",
    "scoring",
    "tournament",
    "ending",
    "won",
    "started",
    "ended",
    "max_level",
    "duration_s",
    "player",
]


@needs_logs
def test_a_line_and_the_dump_of_the_same_game_agree() -> None:
    pairs = 0
    for path in LOGS:
        for log in read_xlogfile(lines_of_text(path.read_text("utf-8")), str(path)):
            dump = path.with_name(f"gnollhack.{log.value('player')}.{log.value('starttime_s')}.txt")
            if not dump.exists():
                continue
            pairs += 1
            record = read_dumplog(dump.read_text("utf-8"), str(dump))
            for fact in SAME:
                if log.has(fact) and record.has(fact):
                    assert log.value(fact) == record.value(fact), (dump, fact)
            for fact in ("version_number", "build"):
                if log.has(fact):
                    assert log.value(fact) == record.value(fact), dump
            assert log.value("depth_span") & record.value("depth_span") is not None, dump
            assert log.value("true_deaths") & record.value("true_deaths") is not None, dump
            # The invocation has no line before 4.1.3-28; a bit for the role's achievement came with B7.
            only_here, only_there = (
                set(a.value("achieved")) - set(b.value("achieved")) for a, b in ((log, record), (record, log))
            )
            assert only_here <= {"performed_the_invocation_ritual"}, dump
            assert only_there <= ({"role_achievement", "crowned"} if "-B6" in str(dump) else set()), dump
            # Deaths have a line of their own, and Elbereth only where the hero knows the word.
            assert set(log.value("kept")) - set(record.value("kept")) <= {"never_died", "elberethless"}, dump
            assert set(record.value("kept")) <= set(log.value("kept")), dump
    assert pairs > 300


@needs_logs
def test_real_lines_say_what_the_game_counted() -> None:
    for path in LOGS:
        for log in read_xlogfile(lines_of_text(path.read_text("utf-8")), str(path)):
            terms_file = path.with_name(
                f"gnollhack.{log.value('player')}.{log.value('starttime_s')}.terms.json"
            )
            if terms_file.exists():
                terms = json.loads(terms_file.read_text())
                assert log.value("score") == terms["score"]
                assert terms["deepest_lev_reached_all"] in log.value("depth_span"), terms_file
                assert terms["utruemortality"] in log.value("true_deaths")


@pytest.mark.skipif(not OTHERS, reason="the public corpus is not here")
def test_logs_of_other_games_are_not_taken() -> None:
    for path in OTHERS:
        text = path.read_text("utf-8", errors="replace")
        assert not is_xlogfile(path.name, text), path
        assert not any(isinstance(record, Record) for record in read_xlogfile(lines_of_text(text), "x"))


def test_every_reader_says_something() -> None:
    record = read(line() + "\tserver=x\tplatform=x\tstore=x\tdemo=0")
    assert {fact for fact in READERS if not record.has(fact)} == {"account"}


def test_games_behind_many_lines_of_another_game_are_found() -> None:
    other = "version=3.6.6\tpoints=10\tdeathdnum=0\tdeathlev=1\trole=Arc\tname=x\tdeath=quit\n"
    text = other * 500 + line() + "\n"
    assert is_xlogfile("x", text)
    assert [record.line for record in read_xlogfile(lines_of_text(text), "x")] == [501]


def test_a_line_with_a_field_or_two_is_nobodys_game() -> None:
    for line_of_none in read_xlogfile(lines_of_text("points=1\nrole=Arc\tpoints=3\n"), "x"):
        assert isinstance(line_of_none, Rejected)
    (damaged,) = read_xlogfile(lines_of_text("role=Arc\tpoints=3\tname=x\n"), "x")
    assert [flaw.message for flaw in damaged.flaws] == [
        "fields that every game has are missing: achieve, align, align0, birthdate, conduct and 20 more"
    ]
