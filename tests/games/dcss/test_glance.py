"""What a glance at a line settles is what the rules and the reckoning say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cases_dcss
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.dcss import GAME
from necropsy.games.dcss.glance import glance
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.logfile import read_logfile
from necropsy.games.dcss.plain_line import PLAIN_LINE, PlainLine, plain_line
from necropsy.judge import judge
from necropsy.logline import Line
from necropsy.loglines import lines_of_text
from necropsy.verdict import Audit
from necropsy.xlog import read_colons

TESTS = Path(__file__).parents[2]
LOGS = sorted((TESTS / "engine_truth" / "dcss").rglob("*logfile*"))
LOGS.append(TESTS.parent / "sample_morgues" / "dcss" / "logfile")
LINES = sorted({line for path in LOGS for line in path.read_text("utf-8").splitlines() if line.strip()})


def game(text: str, name: str = "logfile") -> CrawlLine | None:
    found = next(read_logfile([Line(text, 1)], name), None)
    return found if isinstance(found, CrawlLine) else None


def in_full(line: CrawlLine) -> Audit:
    """The audit of a line that no glance has settled."""
    assert line.facts is not None
    return judge(GAME, line)


def agrees(text: str) -> bool:
    """Whether a glance settles a line; what it says must be what a full look says."""
    line = game(text)
    found = None if line is None else glance(line)
    if line is None or found is None:
        return False
    audit = in_full(line)
    assert (audit.verdict, audit.findings, audit.reasons) == ("match", (), ()), text
    points, breakdown = found
    assert audit.recorded == points
    assert audit.recomputed == breakdown.total
    assert audit.breakdown is not None
    assert audit.breakdown.regime == breakdown.regime
    assert audit.breakdown.title == breakdown.title
    assert [term.to_dict() for term in audit.breakdown.terms] == [term.to_dict() for term in breakdown.terms]
    return True


def test_most_lines_of_the_engines_are_settled() -> None:
    ends = [line for line in LINES if "ktyp=wizmode" not in line and "lv=0.1:" in line]
    settled = sum(map(agrees, ends))
    assert settled > len(ends) / 3


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((TESTS / "cases").glob("[CEFSX]1*.yaml")):
        for case in yaml.safe_load(path.read_text("utf-8")).values():
            if {"line", "log"} & case.keys() and not {"facts", "sample", "text"} & case.keys():
                yield path.stem, case


@pytest.mark.parametrize(("code", "case"), list(cases()))
def test_no_case_of_a_rule_about_lines_is_settled_otherwise(code: str, case: dict[str, Any]) -> None:
    line = cases_dcss.record_of(case)
    assert isinstance(line, CrawlLine)
    settled = agrees(line.text) if line.source == "logfile" else glance(line) is not None
    assert not (settled and case["finds"] != "nothing"), code


def test_a_case_of_a_rule_is_in_order_but_for_what_it_shows() -> None:
    assert sum(agrees(cases_dcss.record_of(case).text) for _, case in cases()) > 20  # type: ignore[attr-defined]


NUMBERS = st.sampled_from(
    ["0", "1", "2", "14", "15", "16", "27", "28", "999", "123456", "9" * 18, "9" * 19, "-1", "x", ""]
)


@given(st.data())
def test_whatever_is_changed_a_glance_never_settles_what_a_rule_finds(data: st.DataObject) -> None:
    fields = read_colons(data.draw(st.sampled_from(LINES))).values
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(sorted(fields)))
        change = data.draw(st.integers(0, 3))
        if change == 0:
            del fields[key]
        elif change == 1:
            fields[key] = data.draw(NUMBERS)
        elif change == 2 and fields[key].isdecimal():
            fields[key] = str(int(fields[key]) + data.draw(st.sampled_from([-1, 1, 10, 1000])))
        else:
            fields[key] = data.draw(st.sampled_from(list(fields.values())))
        if not fields:
            return
    agrees(cases_dcss.written(fields))


@given(st.sampled_from(LINES), st.text(alphabet="=:a0\x00\x1b\x7f\x9f ", min_size=1, max_size=3), st.data())
def test_odd_text_in_a_line_is_never_plain_and_odd(line: str, odd: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(line)))
    agrees(line[:at] + odd + line[at:])


@pytest.mark.parametrize("line", LINES)
def test_a_plain_line_has_the_fields_of_a_cut_one(line: str) -> None:
    plain = plain_line(line)
    if plain is None:
        return
    fields, repeated, broken = read_colons(line)
    assert not repeated
    assert not broken
    values = {
        key: None if value is None else value.replace("::", ":") for key, value in plain._asdict().items()
    }
    assert values == {key: fields.get(key) for key in PlainLine._fields}


def test_the_pattern_gives_its_groups_in_the_order_of_the_fields() -> None:
    assert tuple(PLAIN_LINE.re.groupindex) == PlainLine._fields  # type: ignore[attr-defined]
    assert plain_line(re.sub(r"=(\w+)", r"=\1", LINES[0])) == plain_line(LINES[0])


@pytest.mark.parametrize("kind", ["seeded", "sprint", "hints", "zotdef"])
def test_other_kinds_of_games_take_a_longer_look(kind: str) -> None:
    line = next(line for line in LINES if agrees(line))
    found = game(line, f"logfile-{kind}")
    assert found is not None
    assert glance(found) is None


def test_what_other_files_say_of_a_game_takes_a_longer_look() -> None:
    line = game(next(line for line in LINES if agrees(line)))
    assert line is not None
    line.state("told_before", "logfile:7")
    assert glance(line) is None


def test_a_line_without_a_line_end_takes_a_longer_look() -> None:
    text = next(line for line in LINES if agrees(line))
    (found,) = read_logfile(lines_of_text(text), "logfile")
    assert isinstance(found, CrawlLine)
    assert found.plain is None


def changed(**changes: str | None) -> str:
    """A line of 0.31 on, with other fields."""
    fields = read_colons(next(line for line in LINES if "v=0.34" in line and agrees(line))).values
    return cases_dcss.written({**fields, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"goldspent": None},
        {"igem": "1"},
        {"mp": "9", "mmp": None},
        {"killer": "a rat", "ktyp": "quitting"},
        {"tmsg": "escaped with the Orb"},
        {"br": "D", "lvl": "3", "absdepth": "4"},
        {"fgem": "12", "igem": "0"},
    ],
)
def test_what_is_odd_is_left_to_the_rules(changes: dict[str, str | None]) -> None:
    assert not agrees(changed(**changes))


def test_gold_counts_where_it_counted() -> None:
    line = next(line for line in LINES if "v=0.14" in line and "gold=" in line and agrees(line))
    fields = read_colons(line).values
    more = {**fields, "gold": str(int(fields["gold"]) + 7), "goldfound": str(int(fields["goldfound"]) + 7)}
    assert agrees(cases_dcss.written({**more, "sc": str(int(fields["sc"]) + 7)}))
    assert not agrees(cases_dcss.written({**more, "sc": str(int(fields["sc"]) + 9_000_000)}))
    assert not agrees(cases_dcss.written({**fields, "gold": None}))


@pytest.mark.parametrize(("ending", "pay"), [("winning", 254_000), ("leaving", 0)])
def test_games_that_left_the_dungeon(ending: str, pay: int) -> None:
    lost = read_colons(
        next(line for line in LINES if "v=0.34" in line and "nrune" not in line and agrees(line))
    )
    points = str(int(lost.values["sc"]) + pay)
    outside = {"ktyp": ending, "sc": points, "br": "D", "lvl": "0", "absdepth": "1", "killer": None}
    assert agrees(cases_dcss.written(lost.values | outside))
    assert not agrees(cases_dcss.written(lost.values | outside | {"lvl": "2"}))
    assert not agrees(cases_dcss.written(lost.values | outside | {"sc": "9000000"}))
