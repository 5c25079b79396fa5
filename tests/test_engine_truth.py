"""Real files against the engine's own account of how it counted them (see ``engine_truth/INDEX.md``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import necropsy
from necropsy.games.dcss.experience import tiered_points
from necropsy.rules import Severity
from necropsy.verdict import Audit

FOLDER = Path(__file__).parent / "engine_truth" / "dcss"
ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "terms.jsonl").read_text("utf-8").splitlines()
]
BEYOND_THE_LIMIT = ("Plunene79", "Psolamu80")
"""Games with more experience than a character can have: their experience term cannot fit."""

OURS = {
    "experience": ("modified_xp",),
    "runes": ("t_rune10k", "t_rune_quad"),
    "orb": ("t_orb", "t_win_rune"),
    "turns": ("t_speed",),
    "gems": ("t_gems",),
}
"""Our terms, and the engine's that they are the sum of."""


def audit(row: dict[str, Any]) -> Audit:
    return necropsy.audit(FOLDER / row["file"])


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["file"].removesuffix(".txt") for row in rows]


def errors(found: Audit) -> set[str]:
    return {finding.rule for finding in found.findings if finding.severity is Severity.ERROR}


GOLD_WAS_SET = {"C150"}
"""Some games with a hidden mark had their gold set, too; that may be reported or not."""


WITH_XP = [row for row in ROWS if "xp" in row]
SCORED = [row for row in ROWS if row["verdict"] not in ("undecided", "unfinished")]
UNSCORED = [row for row in ROWS if row not in SCORED]
WITH_TERMS = [row for row in SCORED if "engine" in row]


def test_the_table_and_the_folder_hold_the_same_files() -> None:
    present = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.txt")}
    assert {row["file"] for row in ROWS} == present
    assert len(WITH_TERMS) >= 25
    assert len(WITH_XP) >= 30


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_verdict(row: dict[str, Any]) -> None:
    found = audit(row)
    assert found.verdict == row["verdict"], (found.reasons, found.findings)
    assert errors(found) - GOLD_WAS_SET == set(row["errors"])


@pytest.mark.parametrize("row", SCORED, ids=names(SCORED))
def test_recorded_score_lies_in_the_span(row: dict[str, Any]) -> None:
    found = audit(row)
    assert found.recorded == row["score"]
    assert found.recomputed is not None
    assert (found.recorded in found.recomputed) == (row["verdict"] != "mismatch")


@pytest.mark.parametrize("row", UNSCORED, ids=names(UNSCORED))
def test_what_cannot_be_scored_says_why(row: dict[str, Any]) -> None:
    found = audit(row)
    assert found.breakdown is None
    assert found.recorded is None
    assert any("score block" in reason for reason in found.reasons)


@pytest.mark.parametrize("row", WITH_TERMS, ids=names(WITH_TERMS))
def test_term_by_term(row: dict[str, Any]) -> None:
    found, engine = audit(row), row["engine"]
    assert found.breakdown is not None
    assert engine["base_score"] is True, "0.34.1 lets no map score itself"
    for name, parts in OURS.items():
        term = found.breakdown.term(name)
        amount = sum(engine[part] for part in parts)
        assert term is not None, name
        if name == "experience" and any(player in row["file"] for player in BEYOND_THE_LIMIT):
            assert amount not in term.span
            continue
        assert amount in term.span, name
        if term.span.width == 0:
            assert term.span.exact == amount, name
    total = sum(engine[part] for parts in OURS.values() for part in parts)
    assert (engine["points"] - total) % 2**32 == 0
    assert engine["points"] == found.recorded


@pytest.mark.parametrize("row", WITH_TERMS, ids=names(WITH_TERMS))
def test_the_facts_that_went_in(row: dict[str, Any]) -> None:
    found, engine = audit(row), row["engine"]
    assert found.fact("turns") == engine["num_turns"]
    assert found.fact("won") == engine["win"]
    assert found.fact("runes") in (engine["runes_in_pack"], None)
    assert found.fact("gems") in (engine["gems_found"], None)
    if not any(player in row["file"] for player in BEYOND_THE_LIMIT):
        assert found.fact("xp_span") is None or engine["experience"] in found.fact("xp_span")


@pytest.mark.parametrize("row", WITH_XP, ids=names(WITH_XP))
def test_experience_of_the_older_engines(row: dict[str, Any]) -> None:
    found = audit(row)
    span = found.fact("xp_span")
    assert row["xp"] in span
    assert found.breakdown is not None
    term = found.breakdown.term("experience")
    if term is not None:
        assert tiered_points(row["xp"]) in term.span
