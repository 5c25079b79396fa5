"""Invented games of DCSS, written and read again: every fact comes back, and nobody is accused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.dcss_games import Game
from fuzz.dcss_lines import LINE_ERAS, LOGS, Log, line_of, logs, short_version
from fuzz.dcss_morgues import NEEDED, SAID, Morgue, morgues, written
from fuzz.dcss_points import floor_of, level_of, points
from fuzz.invariants import errors_in
from fuzz.profiles import quick
from necropsy import Audit, Severity, Verdict, audit_paths
from necropsy.engine import audit_text
from necropsy.plan import Plan


def audited(text: str, name: str) -> list[Audit]:
    return list(audit_text(text, name, Plan(pair=False)))


def unlike(audit: Audit, facts: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The facts that were read otherwise than they were written."""
    read = {name: audit.fact(name) for name in facts}
    return {name: (value, read[name]) for name, value in facts.items() if read[name] != value}


def facts_of(game: Game) -> dict[str, Any]:
    """What both kinds of files say."""
    return {
        "score": game.score,
        "player": game.name,
        "title": game.title,
        "species": game.species,
        "background": game.background,
        "xl": game.xl,
        "hp": game.hp,
        "max_hp": game.max_hp,
        "ending": game.ending,
        "won": game.won,
        "turns": game.turns,
        "duration_s": game.seconds,
        "started": game.started.date().isoformat(),
        "game_type": game.kind,
    }


def facts_of_morgue(morgue: Morgue) -> dict[str, Any]:
    """What a morgue says, as far as its sections were kept."""
    game, order = morgue.game, morgue.settings.order
    facts = facts_of(game) | {
        "version": game.version,
        "wizard": game.mark == "WIZ",
        "explore": game.mark == "EXPLORE",
        "gold": game.gold,
        "next_pct": game.percent if game.minor >= 9 else None,
        "xp": game.xp if game.minor <= 8 else None,
        "seed": None if game.seed is None else str(game.seed),
        "build": game.build if game.minor >= 11 else None,
        "kills": game.kills or None if "kills" in order else None,
    }
    # To 0.8 the runes of who died are items, from 0.16 to 0.22 Xom's sentence is lost.
    if game.out or game.minor >= 9:
        facts["runes"] = len(game.runes)
    if game.god != "Xom" or not 16 <= game.minor <= 22:
        facts["god"] = game.god
    if not game.out:
        facts["place"] = game.place
    if game.out and game.formula in ("F12", "F13"):
        facts["gems"] = len(game.gems)
    if game.stars and game.minor >= 6:
        facts |= {"stars": game.stars, "piety_rank": game.stars}
    if not game.out or game.runes or game.gems:
        facts["ended"] = game.ended.date().isoformat()
    return facts


def _seen(game: Game) -> dict[str, int | None]:
    """What the misc block says of branches; of a single one the sentence breaks off from 0.14 on."""
    if game.kind in ("sprint", "zotdef"):
        return {"branches": 1, "levels_seen": None if game.minor >= 14 else 1}
    return {"branches": 9, "levels_seen": 40}


def facts_of_misc_block(game: Game) -> dict[str, Any]:
    """What the misc block says."""
    return {
        "escaped": game.out and not game.in_zot,
        **_seen(game),
        "gold_collected": game.gold_found or None,
        "gold_spent": game.gold_spent or None,
    }


@quick(45)
@given(morgues(marked=True))
def test_a_morgue_says_what_was_written(morgue: Morgue) -> None:
    (audit,) = audited(morgue.text, morgue.name)
    assert audit.verdict is (Verdict.INELIGIBLE if morgue.game.mark else Verdict.MATCH)
    assert {f.rule for f in audit.findings if f.severity > Severity.HINT} <= {"C124"}
    assert unlike(audit, facts_of_morgue(morgue)) == {}
    lost = unlike(audit, facts_of_misc_block(morgue.game))
    order = morgue.settings.order
    # Behind sections in which others write, the block is not looked for.
    assert not lost or order[order.index("misc") - 1] not in ("header", "hiscore", "stats")
    assert {read for _, read in lost.values()} <= {None}
    span = audit.fact("xp_span")
    assert morgue.game.xp in span
    if not morgue.game.out:
        # Rows of the player's own can add to a dead character's gems, and never take one.
        assert (audit.fact("gems") or 0) >= len(morgue.game.gems)


@quick(25)
@given(
    morgues(),
    st.sets(st.sampled_from(NEEDED), min_size=1, max_size=3),
    st.lists(st.sampled_from(SAID), max_size=4),
)
def test_what_a_player_leaves_out_or_adds_is_no_proof(
    morgue: Morgue, lost: set[str], notes: list[str]
) -> None:
    for left_out in (set(), lost):
        order = tuple(section for section in morgue.settings.order if section not in left_out)
        settings = replace(morgue.settings, order=order, own_notes=tuple(notes))
        audits = audited(written(morgue.game, settings), morgue.name)
        assert errors_in(audits) == []
        allowed = {Verdict.UNDECIDED, Verdict.MATCH, Verdict.UNREADABLE} if left_out else {Verdict.MATCH}
        assert {audit.verdict for audit in audits} <= allowed
        assert {audit.recorded for audit in audits} <= {None, morgue.game.score}


@quick(20)
@given(morgues())
def test_a_point_too_many_is_no_match_where_nothing_hides_it(morgue: Morgue) -> None:
    (whole,) = audited(morgue.text, morgue.name)
    assert whole.recomputed is not None
    score, high = morgue.game.score, whole.recomputed.high
    assert high is not None
    raised = morgue.text.replace(f"{score} {morgue.game.name} the", f"{high + 1} {morgue.game.name} the")
    (audit,) = audited(raised, morgue.name)
    assert raised != morgue.text
    assert audit.recorded == high + 1
    assert audit.verdict is Verdict.MISMATCH


@quick(25)
@given(logs())
def test_a_log_says_what_was_written(log: Log) -> None:
    audits = audited(log.text, log.name)
    assert [audit.fact("player") for audit in audits] == [game.name for game in log.games]
    for audit, game in zip(audits, log.games, strict=True):
        assert audit.verdict is Verdict.MATCH
        assert not [f for f in audit.findings if f.severity > Severity.HINT]
        facts = facts_of(game) | {
            "version": game.version if game.minor >= 15 else short_version(game),
            "ended": game.ended.date().isoformat(),
            "god": game.god,
            "runes": len(game.runes),
            "rune_items": len(game.runes) + game.further_runes,
            "branch": "Zot" if game.in_zot else "D" if game.out else game.branch,
        }
        if game.minor >= 7:
            facts |= {"gold": game.gold, "gold_collected": game.gold_found, "kills": game.kills}
        if game.formula in ("F12", "F13"):
            facts["gems"] = len(game.gems)
        assert unlike(audit, facts) == {}


@quick(12)
@given(morgues(LINE_ERAS))
def test_a_morgue_and_its_line_are_one_game(tmp_path_factory: pytest.TempPathFactory, morgue: Morgue) -> None:
    folder, game = tmp_path_factory.mktemp("run"), morgue.game
    name = LOGS[game.kind]
    (folder / name).write_bytes(f"{line_of(game)}\n".encode())
    (folder / morgue.name).write_bytes(morgue.text.encode())
    (audit,) = audit_paths([folder])
    assert audit.verdict is Verdict.MATCH
    assert errors_in([audit]) == []
    assert {source.rpartition("/")[2] for source, _ in audit.record.places} == {name, morgue.name}
    assert audit.recorded == game.score


def test_the_second_calculator_agrees_with_the_worked_examples() -> None:
    won: dict[str, Any] = {"won": True, "left": False, "gems": 0, "gold": 0}
    lost = won | {"won": False}
    assert points("F1", **lost | {"gold": 200}, xp=1201, runes=0, turns=0) == 1_040
    assert points("F1", **lost | {"left": True}, xp=500_000, runes=3, turns=0, pack=31_000) == 406_000
    assert points("F1b", **lost | {"gold": 100}, xp=500_000, runes=3, turns=0, pack=31_000) == 350_100
    assert points("F2d", **won, xp=1_000_000, runes=3, turns=74_999, pack=280_000) == 1_530_000
    assert (
        points("F3", **won | {"gold": 3000}, xp=3_000_000, runes=15, turns=150_000, pack=560_000)
        == 11_101_937
    )
    assert points("F4", **won | {"gold": 2000}, xp=1_000_000, runes=3, turns=50_000) == 1_906_977
    assert points("F5", **lost | {"gold": 1_500_000}, xp=0, runes=3, turns=9) == 1_000_000
    assert points("F7", **lost | {"gold": 1_500_000}, xp=0, runes=3, turns=9) == 1_045_000
    assert points("F8", **won | {"gold": 4321}, xp=1_100_000, runes=3, turns=100_000) == 1_366_815
    assert points("F9", **won, xp=0, runes=15, turns=14_000) == 99_999_999
    assert points("F10", **won, xp=0, runes=15, turns=14_000) == 101_128_254
    assert points("F11", **won, xp=2_036_695, runes=15, turns=7_022) == 201_606_281
    assert points("F11", **won, xp=0, runes=10, turns=200) == -1_185_020_560
    assert points("F12", **won | {"gems": 3}, xp=1_000_000, runes=3, turns=50_000) == 1_934_977
    assert points("F13", **won | {"gems": 11}, xp=2_500_000, runes=15, turns=60_000) == 26_001_109
    assert [floor_of(27, 34, 0, aptitude) for aptitude in (2, 1, 0, -1, -2)] == [
        890_781,
        1_059_324,
        1_259_755,
        1_498_110,
        1_781_563,
    ]
    assert (floor_of(27, 12, 0, 0), floor_of(27, 11, 16, 0)) == (1_008_446, 1_356_798)
    assert (level_of(9, 7, 10, 0), level_of(10, 7, 10, 0), level_of(9, 8, 10, 0)) == (1, 2, 2)
