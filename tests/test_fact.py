"""The table of facts."""

from __future__ import annotations

import pytest

from necropsy.fact import Fact, facts_of

KINDS = {"text", "integer", "yes-no", "date", "span", "list"}

# What the output of every game has.
COMMON = {
    "score",
    "player",
    "version",
    "ending",
    "won",
    "turns",
    "started",
    "ended",
    "duration_s",
    "xl",
    "xp",
    "gold",
}


def test_the_facts_of_a_game() -> None:
    facts = facts_of("dcss")
    assert facts["score"] == Fact(
        "score", "integer", "points", True, False, "the score that the game recorded"
    )
    assert COMMON | {"kills", "mode"} <= {name for name, fact in facts.items() if fact.public}
    assert facts["turns"].compared
    assert not facts["level_noted"].public


def test_each_row_is_whole() -> None:
    for name, fact in facts_of("dcss").items():
        assert fact.name == name
        assert name.isidentifier()
        assert fact.kind in KINDS
        assert fact.meaning
        assert not fact.meaning.endswith(".")


def test_the_table_is_read_once() -> None:
    assert facts_of("dcss") is facts_of("dcss")


def test_an_unknown_game() -> None:
    with pytest.raises(ModuleNotFoundError):
        facts_of("snake")
