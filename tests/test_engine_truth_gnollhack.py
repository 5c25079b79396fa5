"""Real files of GnollHack against the engines' own account of how they counted (``engine_truth/``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from gnollhack_truth import Terms, terms_below

import necropsy
from necropsy.breakdown import Breakdown
from necropsy.joint import JointRecord
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

FOLDER = Path(__file__).parent / "engine_truth" / "gnollhack"
GAMES = terms_below(FOLDER)
SCORED = [game for game in GAMES if not game.zeroed]
JOINT = {
    audit.source: audit for audit in necropsy.audit_paths([FOLDER]) if audit.verdict is not Verdict.SKIPPED
}
LINES = [line for log in FOLDER.rglob("xlogfile") for line in log.read_text("utf-8").splitlines()]
ROLES = "Arc Bar Cav Hea Kni Mon Pri Ran Rog Sam Tou Val Wiz"


def names(games: list[Terms]) -> list[str]:
    return [game.name for game in games]


def errors(audit: Audit) -> list[str]:
    return [f"{f.rule} {f.message}" for f in audit.findings if f.severity is Severity.ERROR]


def joint(game: Terms) -> Audit:
    return JOINT[str(game.text)]


def misfits(game: Terms, breakdown: Breakdown) -> list[str]:
    """Terms of the engine that do not lie in ours, or are not ours where ours are exact."""
    found = [] if game.points in breakdown.total else [f"{game.points} not in {breakdown.total}"]
    for name, amount in game.amounts.items():
        term = breakdown.term(name)
        if term is None:
            found += [f"{name} {amount}"] * (amount != 0)
        elif amount not in term.span:
            found.append(f"{name} {amount} not in {term.span}")
    for name, value in game.factors.items():
        term = breakdown.term(name)
        assert term is not None, name
        assert term.factor is not None, name
        if not term.factor[0] * (1 - 1e-12) <= value <= term.factor[1] * (1 + 1e-12):
            found.append(f"{name} {value} not in {term.factor}")
    return found


def test_every_role_ending_version_and_mode_is_there() -> None:
    assert len(GAMES) >= 70
    assert {game.role for game in GAMES} == set(ROLES.split())
    assert len({game.engine for game in GAMES}) == 14
    facts = Counter(str(audit.fact("ending")) for audit in JOINT.values())
    assert set(facts) == {"ascended", "escaped", "quit", "death"}
    assert {audit.fact("mode") for audit in JOINT.values()} == {
        "classic",
        "modern",
        "casual",
        "reloadable",
        "explore",
        "wizard",
    }
    assert any(audit.fact("tournament") for audit in JOINT.values())


def test_all_files_of_a_game_are_one_audit() -> None:
    assert len(JOINT) == len(GAMES)
    records = [audit.record for audit in JOINT.values()]
    parts = Counter(len(record.parts) if isinstance(record, JointRecord) else 1 for record in records)
    pages, lines = len(list(FOLDER.rglob("*.html"))), len(LINES)
    assert sum(number * games for number, games in parts.items()) == len(GAMES) + pages + lines
    assert parts[3] == pages
    assert parts[1] == len(GAMES) - lines


@pytest.mark.parametrize("game", GAMES, ids=names(GAMES))
def test_no_file_is_accused(game: Terms) -> None:
    for audit in (necropsy.audit(game.text), joint(game)):
        assert not errors(audit)
        marked = game.data["wizard"] or game.zeroed
        assert audit.verdict == ("ineligible" if marked else "match"), audit.reasons


@pytest.mark.parametrize("game", SCORED, ids=names(SCORED))
def test_term_by_term_from_the_dump_alone(game: Terms) -> None:
    """Where the dump leaves something open, the first way that fits is shown and need not be the true one."""
    audit = necropsy.audit(game.text)
    assert audit.recorded == game.points
    assert audit.breakdown is not None
    assert game.points in audit.breakdown.total
    if audit.slack == 0:
        assert not misfits(game, audit.breakdown)


@pytest.mark.parametrize("game", SCORED, ids=names(SCORED))
def test_term_by_term_with_the_line(game: Terms) -> None:
    audit = joint(game)
    assert audit.recorded == game.points
    assert audit.breakdown is not None
    assert not misfits(game, audit.breakdown)


@pytest.mark.parametrize("game", [g for g in GAMES if g.zeroed], ids=names([g for g in GAMES if g.zeroed]))
def test_a_game_that_counts_for_nothing(game: Terms) -> None:
    audit = joint(game)
    assert audit.recorded == 0
    assert audit.recomputed is not None
    assert audit.recomputed.exact == 0


@pytest.mark.parametrize("page", sorted(FOLDER.rglob("*.html")), ids=lambda path: str(path.name))
def test_a_page_says_what_its_text_says(page: Path) -> None:
    text = necropsy.audit(page.with_suffix(".txt"))
    found = necropsy.audit(page)
    assert found.verdict == text.verdict
    assert found.recomputed == text.recomputed
    assert found.facts() == text.facts()


@pytest.mark.parametrize("log", sorted(FOLDER.rglob("xlogfile")), ids=lambda path: path.parent.name)
def test_a_line_alone_is_consistent(log: Path) -> None:
    audits = list(necropsy.audit_paths([log]))
    assert audits
    for audit in audits:
        assert not errors(audit), audit.source
        # Before the cap, what a Tourist or Rogue earned has no end that the line tells.
        expected = ("match", "ineligible") if audit.slack is not None else ("undecided", "ineligible")
        assert audit.verdict in expected, (audit.source, audit.reasons)
        assert audit.recorded in audit.recomputed, audit.source


def test_the_facts_that_went_in() -> None:
    for game in GAMES:
        audit, data = joint(game), game.data
        assert audit.fact("turns") == data["moves"], game.name
        assert audit.fact("umortality") == data["umortality"], game.name
        assert audit.fact("difficulty_level") == data["difficulty"], game.name
        assert audit.fact("role") == game.role, game.name
        assert audit.fact("won") == game.ascended, game.name
        assert audit.fact("max_depth") in (data["deepest_lev_reached_all"], None), game.name
        assert data["deepest_lev_reached_all"] in audit.fact("depth_span"), game.name
        assert data["utruemortality"] in audit.fact("true_deaths"), game.name


def test_other_points_than_the_engine_counted_are_another_score() -> None:
    """The arithmetic that other tests lean on is the engine's."""
    for game in SCORED:
        assert game.points_with() == game.points, game.name
        assert game.points_with(deaths=game.data["utruemortality"]) == game.points, game.name
