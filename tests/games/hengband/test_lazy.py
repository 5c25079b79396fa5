"""The rules about what could not be read leave the rest of a dump unread."""

from __future__ import annotations

from pathlib import Path

from necropsy.games.hengband import GAME
from necropsy.games.hengband.rules.form import REMARKED

HUMAN = Path(__file__).parents[2] / "engine_truth" / "hengband" / "en215_birth_r00_c03_p00_s0.txt"


def test_the_rules_about_flaws_ask_for_all_that_has_some() -> None:
    lines = ["sc: 12", "turns: 9", "-----charcter dump-----", *HUMAN.read_text().split("\n")]
    found = 0
    for at, line in enumerate(lines):
        for others in ([], [line[: len(line) // 2]], [line + " or"], [line, line]):
            text = "\n".join([*lines[:at], *others, *lines[at + 1 :]])
            asked, whole = GAME.read(text, "x"), GAME.read(text, "x")
            for fact in REMARKED:
                asked.statements(fact)
            whole.read_all()
            assert sorted(map(str, asked.flaws)) == sorted(map(str, whole.flaws)), text
            found += bool(asked.flaws)
    assert found > 10
