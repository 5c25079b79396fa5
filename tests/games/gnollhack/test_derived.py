"""Facts that the tables tell: what was notable, and what conducts and role were worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from gnollhack_truth import Terms, terms_below

from necropsy.games.gnollhack import GAME, derived
from necropsy.games.gnollhack.xlogfile import read_xlogfile
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.span import Span

TRUTH = Path(__file__).parents[2] / "engine_truth" / "gnollhack"
GAMES = {game.path.name.split(".")[1]: game for game in terms_below(TRUTH / "patched")}


def dump(hero: str) -> Record:
    return GAME.read(GAMES[hero].text.read_text("utf-8"), "a.txt")


def test_notable_and_small_achievements() -> None:
    record, engine = dump("full01"), GAMES["full01"].data
    assert len(record.value("achievements")) == engine["notable_achievements"]
    assert len(record.value("small_achievements")) == engine["small_achievements"]
    assert "role_achievement" not in record.value("achievements")


def test_an_achievement_counts_as_its_build_counted_it() -> None:
    text = GAMES["full01"].text.read_text("utf-8")
    for version, phrase, kind in (
        ("4.2.0 (Build 7)", "learned", "small_achievements"),
        ("4.2.0 (Build 8)", "solved", "achievements"),
    ):
        made = text.replace("Achievements:\n", f"Achievements:\n You had {phrase} the castle tune.\n")
        record = GAME.read(made.replace("4.3.0 (Build 10)", version), "a.txt")
        assert "learned_castle_drawbridge_tune" in record.value(kind)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_conduct_points_are_the_engines(game: Terms) -> None:
    record = GAME.read(game.text.read_text("utf-8"), "a.txt")
    if not game.zeroed:
        assert game.data["conduct_points_if_ascended"] in record.value("conduct_points")
    never_died = {"never_died"} if game.data["umortality"] == 0 else set()
    assert set(record.value("conducts")) == set(record.value("kept")) | never_died


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_role_amounts_are_the_engines(game: Terms) -> None:
    record = GAME.read(game.text.read_text("utf-8"), "a.txt")
    if game.zeroed:
        return
    # A Monk's share of the conducts is reckoned with the conducts.
    share = 5000 * game.conducts if game.role == "Mon" else 0
    assert game.amounts["role_score"] - share in record.value("role_score")
    assert record.value("role_quest") == Span.exactly(game.amounts["role_quest"])


def test_nothing_follows_from_nothing() -> None:
    record = next(
        read_xlogfile(lines_of_text("version=4.2.0\tedit=120\tname=x\tturns=5\n"), "xlogfile", derived.LINE)
    )
    for fact in (
        "achievements",
        "small_achievements",
        "conducts",
        "conduct_points",
        "role_score",
        "role_quest",
    ):
        assert record.value(fact) is None


def test_conducts_without_a_build_have_no_worth() -> None:
    text = GAMES["full01"].text.read_text("utf-8")
    record = GAME.read(text[text.index("Game began") :], "a.txt")
    assert record.value("conducts")
    assert record.value("conduct_points") is None
    assert record.value("achievements") is None
    assert record.value("role_score") is None
