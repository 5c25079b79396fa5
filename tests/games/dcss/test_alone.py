"""What is read of a part of a morgue alone is what the whole file gives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from necropsy.engine import Plan, audit_each, records_in
from necropsy.games.dcss import GAME
from necropsy.games.dcss.diary import diary_of
from necropsy.games.dcss.head import Head
from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Statement
from necropsy.sources import find

SAMPLES = sorted((Path(__file__).parents[2] / "engine_truth" / "dcss").rglob("morgue*.txt"))
FACTS = (
    *("version", "game_type", "seed", "score", "who", "xl", "hp", "character", "ending", "cause", "place"),
    *("runes", "rune_names", "turns", "character_shown", "next_pct", "god", "gold", "mutations"),
    *("will_pips", "branches", "escaped", "alive", "gems", "gem_notes", "gem_noted", "rune_noted"),
)


def statements(text: str, *, whole: bool, unfolded: bool = False) -> list[list[Statement]]:
    record = read_morgue(text)
    document = record.document
    if unfolded:
        GAME.unfold(record)
    elif whole:
        # Where the sections are there the notes are looked up among them.
        document._head = Head(document.lines(), document.sections)
    return [list(record.statements(fact)) for fact in FACTS]


def moved(text: str, seed: int) -> str:
    """The file with some of its paragraphs moved, copied, taken out or run together."""
    chance = random.Random(seed)
    parts = text.split("\n\n")
    for _ in range(chance.randint(1, 4)):
        part = parts.pop(chance.randrange(len(parts))) if len(parts) > 1 else parts[0]
        for _ in range(chance.randint(0, 2)):
            at = chance.randrange(len(parts) + 1)
            parts[at:at] = [part]
    return "".join(part + chance.choice(("\n\n", "\n\n", "\n\n", "\n", "\n \n")) for part in parts)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_part_alone_says_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    for edited in (text, *(moved(text, seed) for seed in range(25))):
        alone = statements(edited, whole=False)
        assert alone == statements(edited, whole=True)
        assert alone == statements(edited, whole=True, unfolded=True)


def test_most_files_are_read_in_part() -> None:
    documents = [read_morgue(path.read_text("utf-8")).document for path in SAMPLES]
    heads = [document.head for document in documents]
    diaries = [diary_of(document.text) for document in documents]
    assert sum(head.length > 0 for head in heads) > len(SAMPLES) / 2
    assert sum(diary is not None for diary in diaries) > len(SAMPLES) / 2


@pytest.mark.parametrize(("select", "whole"), [((), True), (("C1", "S"), True), (("S",), False)])
def test_a_morgue_is_cut_at_once_where_more_than_the_score_is_judged(
    select: tuple[str, ...], *, whole: bool
) -> None:
    for audit in audit_each(find(SAMPLES[:5]), Plan(select=select)):
        assert audit.record is not None
        assert audit.record.document.whole is whole


def test_facts_alone_are_read_in_part() -> None:
    assert [record.document.whole for record in records_in(SAMPLES[:5])] == [False] * 5
