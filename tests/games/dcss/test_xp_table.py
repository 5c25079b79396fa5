"""The table of experience by level."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue

TABLE = """\
Table legend:
 A = Non-vault XP
 B = Vault XP
 C = Vault XP percentage of total XP

                 A         B        C        D         E        F
            +---------+---------+-------+---------+---------+-------
      Total |      69 |      21 |  {share} |      45 |       7 |  13.5
            +---------+---------+-------+---------+---------+-------
        D:1 |      24 |       0 |   0.0 |      17 |       0 |   0.0
"""


@pytest.mark.parametrize("share", ["23.3", "-nan", "nan"])
def test_the_total_is_a_witness(share: str) -> None:
    statement = read_morgue(TABLE.format(share=share)).first("xp_by_level")
    assert statement is not None
    assert (statement.value, statement.line, statement.place) == (90, 8, "experience table")
    assert statement.standing.value == "witness"


def test_another_table_states_nothing() -> None:
    assert not read_morgue(TABLE.replace("Non-vault XP", "Elapsed time").format(share="1.0")).has(
        "xp_by_level"
    )


def test_a_file_without_it_states_nothing() -> None:
    assert not read_morgue("Table legend:").has("xp_by_level")
