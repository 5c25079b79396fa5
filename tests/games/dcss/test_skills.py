"""Skills, skill gains and actions."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue


@pytest.mark.parametrize(
    ("line", "skill", "level"),
    [
        (" + Level 18.1 Unarmed Combat", "Unarmed Combat", 18.1),
        (" - Level 4 Fighting", "Fighting", 4.0),
        (" * Level 8.9 Maces & Flails", "Maces & Flails", 8.9),
        (" O Level 27 Stealth", "Stealth", 27.0),
        (" O Level 27.0 Stealth", "Stealth", 27.0),
        ("   Level 12.0(13.3) Air Magic", "Air Magic", 12.0),
        ("   Level 12.0 (13.3) Air Magic", "Air Magic", 12.0),
        (" + Level 0.5  Dodging ", "Dodging", 0.5),
    ],
)
@pytest.mark.parametrize("heading", ["   Skills:", "Skills:"])
def test_a_skill(heading: str, line: str, skill: str, level: float) -> None:
    record = read_morgue(f"\n{heading}\n{line}\n\n\nYou had 3 spell levels left.\n")
    [statement] = record.statements("skill")
    assert statement.value == (skill, level)
    assert statement.line == 3


@pytest.mark.parametrize(
    "line", [" + Level x Fighting", " + Level 100 Fighting", " ! Level 3 Fighting", " + Level 3.25 Fighting"]
)
def test_no_skill(line: str) -> None:
    assert not read_morgue(f"   Skills:\n{line}\n").has("skill")


GAINS = """
Skill      XL: |  1  2  3 | |
---------------+----------+-----
Fighting       |  2  3    |  3.4
Maces & Flails |          | 14.5
Stealth        | 27       | 27.0
Unreadable     | 27

Dodging        |  1       |  1.0
"""


def test_the_last_column_of_skill_gains() -> None:
    record = read_morgue(GAINS)
    said = [s.value for s in record.statements("skill_gained")]
    assert said == [("Fighting", 3.4), ("Maces & Flails", 14.5), ("Stealth", 27.0)]


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Action                   |  1- 3 |  4- 6 |  7- 9 || total", 3),
        ("Action                   || total", 0),
        ("Action                   |  1- 3 || total   ", 1),
    ],
)
def test_the_columns_of_the_action_table(heading: str, columns: int) -> None:
    record = read_morgue(f"\n{heading}\n-----\nMelee: Axe |  3 || 3\n")
    assert record.value("action_columns") == columns


def test_absent_and_repeated_tables() -> None:
    nothing = read_morgue("nothing\n")
    twice = read_morgue((GAINS + "\n   Skills:\n + Level 3 Fighting\n\nAction | 1 || total\n\n") * 2)
    for fact in ("skill", "skill_gained", "action_columns"):
        assert not nothing.has(fact)
        assert not twice.has(fact)
