"""What a dump leaves open of the achievements: where the game ended."""

from __future__ import annotations

import pytest
from cases_gnollhack import record_of

from necropsy.games.gnollhack.achievements import ENDED_IN_ENDGAME, ENDED_ON_ASTRAL
from necropsy.games.gnollhack.choices import achievements_of
from necropsy.games.gnollhack.version import Build

ENDGAME = {ENDED_IN_ENDGAME}
BOTH = {ENDED_IN_ENDGAME, ENDED_ON_ASTRAL}


@pytest.mark.parametrize(
    ("facts", "counted"),
    [
        ({"won": True, "here": "Astral Plane"}, BOTH),
        ({"won": False, "place": "The Astral Plane", "here": "Astral Plane"}, BOTH),
        ({"won": False, "place": "The Elemental Planes", "here": "Plane of Fire"}, ENDGAME),
        # Who offered the Amulet to a wrong god escapes, and the closing line names no place.
        ({"won": False, "here": "Astral Plane"}, BOTH),
        ({"won": False, "here": "Plane of Water"}, ENDGAME),
        ({"won": False, "here": "The Dungeons of Doom, level 1"}, set()),
        ({"won": False, "here": "Plane of the Modron, level 2"}, set()),
        ({"won": False, "place": "Plane of the Modron, level 2"}, set()),
        ({"won": False}, set()),
    ],
)
def test_where_a_game_ended(facts: dict[str, object], counted: set[str]) -> None:
    record = record_of({"version": "4.1.3-24", "dump": {**facts}})
    earned, _ = achievements_of(record, Build.of_tag("4.1.3-24"))
    assert earned & BOTH == counted
