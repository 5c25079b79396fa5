"""What an explanation says of a hero, as people read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from necropsy.engine import Plan, audit_each
from necropsy.games.hengband import GAME
from necropsy.sources import find

SAMPLES = Path(__file__).parents[2] / "engine_truth" / "hengband"
TITAN = SAMPLES / "en215_wiz0_r13_c23_p06_exp14175000.txt"
HUMAN = SAMPLES / "en215_birth_r00_c03_p00_s0.txt"

SAID = """\
Stats, each base moved by the steps of its columns:
        base race cls per oth   actual
  STR  18/80   +5  +8  +1  +0 = 18/***  (the file says 18/***, line 36)
  INT 18/130   +1 -20  -1  +0 =     11  (the file says 11, line 37)
  WIS 18/120   +2 -20  -2  +0 =     10  (the file says 10, line 38)
  DEX  18/80   -2  +4  +2  +0 = 18/120  (the file says 18/120, line 39)
  CON  18/70   +3  +4  +0  +0 = 18/140  (the file says 18/140, line 40)
  CHR 18/120   +1  -5  +1  +0 =  18/90  (the file says 18/90, line 41)"""


def remarks(path: Path, *edits: tuple[str, str]) -> list[str]:
    text = path.read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return list(GAME.remarks(GAME.read(text, path.name)))


def test_the_stats_are_put_together() -> None:
    # A hero of wizard mode may be of another class than its points were counted for.
    stats, experience, rest = remarks(TITAN, (" You have done something illegal.", ""))
    assert stats == SAID
    assert experience == "Experience 14,175,000 at 315 % is level 50."
    assert rest.startswith("A dump records no score")


def test_a_drained_stat_is_shown() -> None:
    row = ("0     18         .............\n Class", "0     18     16  .............\n Class")
    assert "(the file says 18, now 16, line 36)" in remarks(HUMAN, row)[0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("x", "x", "Experience 0 at 125 % is level 1, which ends at 12."),
        ("Race     : Human  ", "Race     : [Demon]", None),
        ("Experience          0", "Nothing             0", None),
    ],
)
def test_experience_is_told_where_one_factor_counts(old: str, new: str, said: str | None) -> None:
    told = [remark for remark in remarks(HUMAN, (old, new)) if remark.startswith("Experience")]
    assert told == ([said] if said else [])


def test_a_file_with_nothing_in_it_has_nothing_to_explain() -> None:
    assert list(GAME.remarks(GAME.read("  [Hengband 2.1.5 Character Dump]\n", "x"))) == []


def test_a_match_says_that_no_score_was_there() -> None:
    (audit,) = audit_each(find([HUMAN]))
    assert audit.reasons == ("a dump records no score: only the build of the character was examined",)
    assert audit.recorded is None
    assert audit.recomputed is not None
    assert audit.fact("xl") == audit.fact("level") == 1
    assert audit.fact("xp") == audit.fact("exp") == 0


def test_the_score_rules_alone_examine_no_character() -> None:
    (audit,) = audit_each(find([HUMAN]), Plan(select=("S",)))
    assert audit.verdict.value == "undecided"
    (audit,) = audit_each(find([HUMAN]), Plan(select=("B301",)))
    assert audit.verdict.value == "match"
