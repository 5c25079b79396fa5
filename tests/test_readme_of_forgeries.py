"""The README's table of forgeries is what the measure gives for the samples.

Run with ``NECROPSY_REWRITE=1`` to write the present table into it.
"""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path

import pytest

from necropsy.reports.forgeries import write_forgeries_markdown
from necropsy.tamper import KINDS, Outcome, Tallies

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
sys.path.insert(0, str(ROOT / "tests" / "benchmarks"))

from tamper import OWN, Measure, honest, is_patched, trials  # noqa: E402

TABLE = re.compile(r"<!-- forgeries -->\n(?P<shown>.*?)\n\n", re.S)
SAMPLES = [path for path in OWN if "sample_morgues" in path.parts]


@pytest.fixture(scope="module")
def tallies() -> Tallies:
    """What becomes of every forgery of the samples."""
    games, accused = honest(SAMPLES)
    assert accused == []
    found = Tallies()
    for name, trial in trials(Measure(games)):
        found.add(name, trial)
    return found


def test_the_table_is_true(tallies: Tallies) -> None:
    stream = io.StringIO()
    write_forgeries_markdown(tallies, stream)
    text = README.read_text("utf-8")
    (block,) = TABLE.finditer(text)
    if os.environ.get("NECROPSY_REWRITE"):
        README.write_text(text.replace(block["shown"], stream.getvalue().rstrip("\n")), "utf-8")
        return
    assert block["shown"] == stream.getvalue().rstrip("\n")


def test_what_stands_twice_is_not_edited_once_unseen(tallies: Tallies) -> None:
    for game in tallies.games:
        for kind in ("one-place", "score-one-place"):
            twice = tallies.of(kind, game).twice
            assert twice[Outcome.CAUGHT] >= 0.99 * twice.total(), (kind, game)


def test_the_honest_line_gives_every_forgery_away(tallies: Tallies) -> None:
    for game in tallies.games:
        for kind in ("fitted-beside-line", "fitted-beside-twin"):
            tally = tallies.of(kind, game)
            assert tally.caught == tally.made, (kind, game, tally.missed)


def test_the_honest_dump_gives_every_edited_line_away(tallies: Tallies) -> None:
    for game in tallies.games:
        for kind in ("line-beside-dump", "line-fitted-beside-dump"):
            tally = tallies.of(kind, game)
            # A dump without header and score block has nothing to hold against some fields.
            assert tally.twice[Outcome.CAUGHT] == tally.twice.total(), (kind, game)
            assert tally.caught >= 0.99 * tally.made, (kind, game, tally.missed)


def test_every_kind_of_edit_is_made(tallies: Tallies) -> None:
    assert [kind for kind in KINDS if not any(tallies.of(kind, game).made for game in tallies.games)] == []


def test_no_honest_game_is_accused() -> None:
    games, accused = honest(OWN)
    assert len(games) > 300
    assert [game.audit.source for game in accused if not is_patched(game.audit)] == []
