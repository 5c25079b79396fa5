"""What a glimpse of a morgue settles is what the rules about the score say of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.engine import audit_text
from necropsy.games.dcss import GAME
from necropsy.games.dcss.glimpse import glimpse_of, seen_in
from necropsy.games.dcss.morgue import is_morgue, read_morgue
from necropsy.judge import judge
from necropsy.plan import Plan
from necropsy.record import Record

TESTS = Path(__file__).parents[2]
FOLDERS = (TESTS / "engine_truth" / "dcss", TESTS.parent / "sample_morgues")
SCORES = Plan(select=("S",))
NAME = "morgue-Sapling-20261130-104024.txt"


def _morgues() -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.txt")):
            text = path.read_text("utf-8", errors="replace")
            if is_morgue(path.name, text):
                yield text


MORGUES = tuple(_morgues())


def _full(text: str) -> Record:
    return read_morgue(text, NAME)


def agrees(text: str) -> bool:
    """Whether a glimpse settles a morgue; what it says must be what a full look says."""
    record = _full(text)
    seen = glimpse_of(record.document.text)
    if seen is None:
        return False
    audit = judge(GAME, record, ("S",))
    assert seen_in(record) is None
    assert (audit.verdict, audit.findings) == ("match" if seen.mark is None else "ineligible", ()), text
    assert audit.breakdown is not None
    assert audit.breakdown.to_dict() == seen.breakdown.to_dict()
    assert (audit.recorded, audit.breakdown.title) == (seen.score, seen.breakdown.title)
    quick = _full(text)
    GAME.glimpse(quick)
    assert GAME.identity(quick) == GAME.identity(record)
    assert GAME.unfinished(record) is None
    assert (GAME.unfinished(quick), GAME.ineligible(quick)) == (None, GAME.ineligible(record))
    again = judge(GAME, quick, ("S",))
    assert (again.verdict, again.reasons) == (audit.verdict, audit.reasons)
    return True


@pytest.mark.parametrize("text", MORGUES)
def test_engine_files(text: str) -> None:
    agrees(text)


def test_most_files_need_no_more() -> None:
    plain = [text for text in MORGUES if glimpse_of(text) is not None]
    assert len(plain) > len(MORGUES) / 2
    assert {seen.mark for text in plain if (seen := glimpse_of(text))} >= {None, "WIZ"}


_BELOW = 3_000
"""Characters within which most of the head stands."""

_PIECES = (
    *"0 9-:/.()*\n\t\x0b\xa0\u2028",
    "\n\n",
    "  ",
    " rune",
    "}: 3/15 runes: silver, golden, abyssal\n",
    "A: inexperienced 2\n",
    "\nA: horns 2\n",
    "0: 1/2 rune",
    "\nYou ",
    "\n\n\n",
    "\nSkills:\n",
    "Escaped with the Orb\n",
    "             ... and 3 runes!\n",
    "             ... and 4 gems on Nov 30, 2026!\n",
    " on Nov 31, 2026.",
    "Was ",
    "             Was the  Champion of Trog.\n",
    "Got out of the dungeon",
    "The game lasted 00:00:26 (9 turns).\n",
    "Time:",
    "Turns: 1, Time: 00:00:01",
    "file.",
    "Began as a Minotaur Fighter on Nov 30, 2026.\n",
    "Message History\n",
    "Annotations:\n",
    " *WIZ*",
    " *EXPLORE*",
    "XL: 27",
    "XL:     3   Next: 40%\n",
    "Gold: 99999",
    "Got a golden gem with 3 turns to spare",
    "\nInventory:\n",
    "\nNotes\n",
    "Upgraded the game from 0.19.0 to 0.31.0",
    "\nA: inexperienced 2\n",
    "inexperienced 1, ",
    "inexperienced",
    "Naga ",
    "0.9-a0",
    "Seeded DCSS",
    "Dungeon Sprint DCSS",
)


def _edited(text: str, draw: random.Random) -> str:
    """A morgue with one thing put in, taken out, or put elsewhere."""
    at = draw.randrange(min(len(text), _BELOW))
    kind = draw.randrange(7)
    if kind == 0:
        return text[:at] + draw.choice(_PIECES) + text[at:]
    if kind == 1:
        return text[:at] + text[at + draw.randrange(1, 40) :]
    lines = text.split("\n")
    line = draw.randrange(min(len(lines), 60))
    if kind == 2:
        del lines[line]
    elif kind == 3:
        lines.insert(draw.randrange(min(len(lines), 60)), lines[line])
    elif kind == 4:
        lines[line] = draw.choice(_PIECES) + lines[line]
    elif kind == 5:
        lines[line] = lines[line].lstrip()
    else:
        # The list of the mutations loses what it says, or says it on the next line.
        lines = [line if draw.random() < 0.9 else line[:3] for line in lines]
    return "\n".join(lines)


@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_edited_files(draw: random.Random, edits: int) -> None:
    for _ in range(20):
        text = draw.choice(MORGUES)
        for _ in range(edits):
            text = _edited(text, draw)
        if is_morgue(NAME, text):
            agrees(text)


def _plain() -> str:
    return next(text for text in MORGUES if "Quit the game" in text and glimpse_of(text))


@pytest.mark.parametrize("older", ["0.3.4", "0.9.0", "0.16.0", "0.34-a0-700"])
def test_a_saved_game_that_was_upgraded_is_most_likely_of_the_new_version(older: str) -> None:
    """A full look has other versions' levels as further ways, and takes the first that fits."""
    settled = 0
    for text in MORGUES:
        row = re.search(r"(?<=\n)( *\d+ *\|[^|\n]*\| ).*\n", text[text.find("\nNotes\n") :])
        if row is None or "Next:" in text:
            continue
        upgraded = text.replace(row[0], f"{row[0]}{row[1]}Upgraded the game from {older} to 0.34.1\n", 1)
        agrees(upgraded)
        settled += glimpse_of(upgraded) is not None
    assert settled


@pytest.mark.parametrize(
    "listed", ["inexperienced 1, ", "horns 1, inexperienced 3, ", "a\nb inexperienced, "]
)
@pytest.mark.parametrize("percent", ["", "   Next: 12%"])
def test_what_was_sacrificed_to_ru_shifts_the_levels(listed: str, percent: str) -> None:
    seen = 0
    for text in MORGUES:
        score = re.search(r"(?m)^(\d+)(?= .* \(level)", text)
        record = _full(re.sub(r"\nA: ", f"\nA: {listed}", text, count=1))
        if score is None or "\nA: " not in text:
            continue
        best = GAME.reckon(record).best(None)
        if best is None or best.total.low is None:
            continue
        fitted = re.sub(r"(?m)^\d+(?= .* \(level)", str(best.total.low), record.document.text, count=1)
        seen += agrees(re.sub(r"(XL: +\d+)(?: +Next: +\d+%)?", rf"\1{percent}", fitted, count=1))
        seen += agrees(fitted)
    assert seen


def test_words_with_two_blanks_between_them_take_a_longer_look() -> None:
    """A win that is written so that a quick look would not see it is none to it."""
    text = _plain().replace(
        "             Quit the game", "             Escaped  with the Orb\n          Quit the game"
    )
    assert glimpse_of(text) is None


def test_what_stands_at_the_margin_is_no_part_of_the_block() -> None:
    for text in MORGUES:
        moved = re.sub(r"^ +(\.\.\. and \d+ (?:runes|gems))", r"\1", text, flags=re.M)
        if moved != text:
            agrees(moved)
            assert glimpse_of(moved) is None or glimpse_of(text) is None


@pytest.mark.parametrize("left", ["", "   ", "\n }: 1/15 runes: silver"])
def test_an_empty_list_of_mutations_says_nothing(left: str) -> None:
    for text in MORGUES:
        agrees(re.sub(r"\nA: .*", f"\nA: {left}", text, count=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" character file.", " character sheet."),
        ("Began as a", "Began in a"),
        ("XL: ", "XP: "),
        ("\nA: ", "\nA: inexperienced\n1, "),
        ("\nA: ", "\nA: inexperienced 4, "),
        ("\nA: ", "\nA: inexperienced 1, inexperienced 2, "),
        ("\n@: ", "\n@: inexperienced 1, "),
        ("Gold: ", "Coin: "),
        ("\nInventory:", "\nLoadout:"),
        ("version 0.", "version 9."),
    ],
)
def test_what_takes_a_longer_look(old: str, new: str) -> None:
    text = _plain()
    assert old in text
    assert glimpse_of(text.replace(old, new)) is None


def test_a_score_that_does_not_fit_is_read_in_full() -> None:
    text = _plain()
    seen = glimpse_of(text)
    assert seen is not None
    forged = text.replace(f"\n{seen.score} ", f"\n{seen.score + 1_000_000} ", 1)
    assert glimpse_of(forged) is None
    (audit,) = audit_text(forged, NAME, SCORES)
    assert [finding.rule for finding in audit.findings] == ["S101"]


def test_a_glimpse_is_taken_only_where_the_score_alone_is_asked_for() -> None:
    (quick,) = audit_text(_plain(), NAME, SCORES)
    (full,) = audit_text(_plain(), NAME)
    assert quick.record is not None
    assert full.record is not None
    assert seen_in(quick.record) is not None
    assert seen_in(full.record) is None
    assert quick.breakdown is not None
    assert full.breakdown is not None
    assert quick.breakdown.to_dict() == full.breakdown.to_dict()


_HEAD_WITH: dict[str, Callable[[str], str]] = {
    "a long ending": lambda piece: _plain().replace("Quit the game", piece + " Quit the game"),
    "many lines of the ending": lambda piece: _plain().replace(
        "Quit the game", f"{piece[:9]}\n " * len(piece)
    ),
    "long stats": lambda piece: _plain().replace("Health:", piece + "Health:"),
    "many stats": lambda piece: _plain().replace("Health:", f"{piece[:9]}\n" * len(piece) + "Health:"),
    "a long name": lambda piece: _plain().replace(" the ", f" {piece} the ", 1),
    "a long list": lambda piece: _plain().replace("\nA: ", f"\nA: {piece}"),
}


@pytest.mark.parametrize("piece", ["a ", " ", "X", "a: 1/", "\n ", "Was the Champion of a ", "XL: 1 Next: "])
@pytest.mark.parametrize("where", _HEAD_WITH)
def test_a_head_of_any_length_is_read_once(where: str, piece: str) -> None:
    """A pattern that reads a line more than once would not come to the end of these."""
    text = _HEAD_WITH[where](piece * 50_000)
    assert len(text) > 50_000
    agrees(text)
