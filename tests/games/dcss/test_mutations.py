"""What the sections below the overview say of inexperience and of the Dungeon's depth."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue

HEAD = "Innate Abilities, Weirdness & Mutations\n\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "You are somewhat inexperienced. (-1 XL)\n\n", [1]),
        (HEAD + "You are inexperienced (-4 XL)\n\n", [2]),
        (HEAD + "You have tough skin. (AC +1)\n((You are extremely inexperienced. (-3 XL)))\n\n", [3]),
        (HEAD + "You have tough skin. (AC +1)\n\n", [0]),
        (HEAD + "You have tough skin. (AC +1)\n\nInventory:\n a - a +0 club", [0]),
        (HEAD + "You have tough", []),
        ("", []),
    ],
)
def test_inexperience(text: str, said: list[int]) -> None:
    assert read_morgue(text).values("inexperience_told") == said


TRAVELS = "Dungeon Overview and Level Annotations\n\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TRAVELS + "Branches:\nDungeon (9/15)            Temple (1/1) D:5\n", [15]),
        (TRAVELS + "Branches:\nDungeon (1/1)             \n", [1]),
        (TRAVELS + "Branches: (press G to reach them and ?/B for more information)\nDungeon (3/27)\n", [27]),
        (TRAVELS + "Branches:\nZot     (1/1)\n\nAltars:\n\n\nDungeon (1/1) said I\n", []),
        ("Dungeon (1/1)\n", []),
    ],
)
def test_depth_of_the_dungeon(text: str, said: list[int]) -> None:
    assert read_morgue(text).values("dungeon_levels") == said
