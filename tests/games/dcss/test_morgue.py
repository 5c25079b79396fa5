"""Which reader states which fact, and files that were changed on their way."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from necropsy.engine import audit_text
from necropsy.fact import facts_of
from necropsy.games.dcss.morgue import is_morgue, read_morgue
from necropsy.record import Record
from necropsy.sources import decode

SAMPLES = Path(__file__).parents[3] / "sample_morgues" / "dcss"
DEATH = (SAMPLES / "morgue-Rijodo-20261130-104529.txt").read_text("utf-8")
WIN = (SAMPLES / "morgue-Pfijohu52-20261130-104519.txt").read_text("utf-8")
OLD = (SAMPLES / "morgue-H9nebai-20261130-112936.txt").read_text("utf-8")
XOM = (SAMPLES / "morgue-H21nerip-20261130-114055.txt").read_text("utf-8")
TEXTS = {"death": DEATH, "win": WIN, "old": OLD, "god": XOM}


def public(record: Record) -> dict[str, Any]:
    return {fact.name: record.value(fact.name) for fact in facts_of("dcss").values() if fact.public}


def same(text: str, changed: str) -> None:
    """The facts, the verdict and the rules that speak are those of the original."""
    assert public(read_morgue(changed)) == public(read_morgue(text))
    before, after = (next(audit_text(each)) for each in (text, changed))
    assert after.verdict is before.verdict
    # A line too long to be read is said to be one, and that is all.
    assert [f.rule for f in after.findings if f.rule != "F108"] == [f.rule for f in before.findings]
    assert after.recomputed == before.recomputed


def _doubled(text: str) -> str:
    """Blanks between words doubled; those at the beginning of a line and in tables of columns stay."""
    lines = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        lines.append(
            line if line.startswith("   S") else line[: len(line) - len(body)] + body.replace(" ", "  ")
        )
    return "\n".join(lines)


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR CRLF": lambda text: text.replace("\n", "\r\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "CRLF and LF": lambda text: text.replace("\n", "\r\n", text.count("\n") // 2),
    "blanks at the ends cut": lambda text: "\n".join(line.rstrip() for line in text.split("\n")),
    "blanks at the ends added": lambda text: "\n".join(line + "   " for line in text.split("\n")),
    "blank lines as blanks": lambda text: "\n".join(line or " " for line in text.split("\n")),
    "blanks doubled": _doubled,
    "no line break at the end": lambda text: text.rstrip("\n"),
    "line breaks at the end": lambda text: text + "\n" * 1_000,
    "line breaks at the beginning": lambda text: "\n" * 1_000 + text,
    "text at the end": lambda text: text + "\nSent from my abacus\n",
    "NUL at the end": lambda text: text + "\x00" * 100,
    "half a character at the end": lambda text: text + "\ud800\udc00\ud800",
    "a long line at the end": lambda text: text + "\n" + "x" * 1_000_000,
    "a long row of blanks at the end": lambda text: text + "\n" + " " * 1_000_000 + "x",
    "form feed at the end": lambda text: text + "\n\x0c\x1b[31m\n",
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", TEXTS)
def test_what_a_way_does_to_a_file_changes_no_fact(name: str, change: str) -> None:
    same(TEXTS[name], CHANGES[change](TEXTS[name]))


@pytest.mark.parametrize("name", TEXTS)
def test_single_bytes_in_the_map(name: str) -> None:
    """Tiles builds of 0.20 and 0.22 drew their maps in single bytes: the file is no UTF-8 then."""
    text = TEXTS[name].replace("∞", "oo")
    data = text.encode("ascii", "replace").replace(b"\nNotes\n", b"\n\x98\x98\xa7\x86\xf7\x81@\n\n\nNotes\n")
    content = decode(data)
    assert content.encoding == "cp1252"
    assert public(read_morgue(content.text)) == public(read_morgue(text))


def _sections(text: str) -> list[str]:
    """The file in pieces that can stand in any order: each begins at a blank line before a known word."""
    begin = (
        "Inventory:",
        "   Skills:",
        "You had ",
        "Dungeon Overview",
        "Innate",
        "Message History",
        "There were no",
    )
    begin += ("Vanquished", "Notes", "Levels and vault", "Skill  ", "Action ", "Illustrated notes")
    pieces: list[str] = [""]
    for line in text.split("\n"):
        if line.startswith(begin):
            pieces.append("")
        pieces[-1] += line + "\n"
    return pieces


@pytest.mark.parametrize("name", TEXTS)
def test_sections_in_any_order(name: str) -> None:
    pieces = _sections(TEXTS[name])
    assert len(pieces) > 6
    for shift in range(1, len(pieces)):
        same(TEXTS[name], "\n".join(pieces[shift:] + pieces[:shift]))
    same(TEXTS[name], "\n".join(reversed(pieces)))


@pytest.mark.parametrize("name", ["death", "win", "god"])
def test_the_score_block_before_the_header(name: str) -> None:
    text = TEXTS[name]
    start = next(i for i, line in enumerate(text.split("\n")) if "(level" in line)
    lines = text.split("\n")
    end = next(i for i, line in enumerate(lines) if " game lasted " in line) + 1
    changed = "\n".join([*lines[start:end], "", *lines[:start], *lines[end:]])
    same(text, changed)


@pytest.mark.parametrize("name", TEXTS)
def test_a_missing_section_changes_no_other_fact(name: str) -> None:
    pieces = _sections(TEXTS[name])
    whole = public(read_morgue(TEXTS[name]))
    for at in range(1, len(pieces)):
        rest = public(read_morgue("".join(pieces[:at] + pieces[at + 1 :])))
        changed = {fact for fact in whole if rest[fact] != whole[fact]}
        # Kills stand in their list alone, a dead character's gems in the notes, the old Orb in the pack.
        assert changed <= {"kills", "gems", "orb"}, pieces[at][:20]
        assert all(rest[fact] is None for fact in changed)


@pytest.mark.parametrize("name", TEXTS)
def test_an_unknown_section_changes_nothing(name: str) -> None:
    pieces = _sections(TEXTS[name])
    strange = "My own section:\nYou escaped.\n12 of 15 things\n\n"
    for at in range(1, len(pieces)):
        # Behind a table it would be a row of it.
        if not pieces[at - 1].startswith(("Vanquished", "Skill", "Action", "Notes", "Levels")):
            same(TEXTS[name], "".join([*pieces[:at], "\n", strange, *pieces[at:]]))


def test_a_repeated_section_is_not_read() -> None:
    pieces = _sections(DEATH)
    at = next(i for i, piece in enumerate(pieces) if piece.startswith("Notes"))
    record = read_morgue("".join([*pieces, "\n", pieces[at]]))
    assert [kind for kind, _ in record.value("sections_repeated")] == ["notes"]
    assert not record.has("notes")
    assert record.value("score") == 246


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DEATH, True),
        (DEATH.replace("\n", "\r"), True),
        ("\n".join(DEATH.split("\n")[3:]), True),
        ("\r".join(DEATH.split("\n")[3:]), True),
        ("\n".join(DEATH.split("\n")[10:]), True),
        ("Notes\nTurn   | Place    | Note\n-------+---\n     0 | D:1      | one\n", True),
        ("", False),
        ("\n" * 10_000, False),
        ("character file.", False),
        ("This is my character file.\nBegan as a hobby.\nTurns: 1, Time: 2\n| Place", False),
        ("Message History\n\n Dungeon Crawl Stone Soup version 0.34.1 character file.\n\nNotes\n", True),
        ("x" * 1_000_000, False),
    ],
)
def test_recognising(text: str, expected: bool) -> None:
    assert is_morgue("x.txt", text) is expected


@pytest.mark.parametrize(
    ("name", "player", "moment"),
    [
        ("morgue-Sapling-20261130-101112.txt", "Sapling", datetime(2026, 11, 30, 10, 11, 12)),
        ("a/b/morgue-Sapling-20261130-101112.txt.gz", "Sapling", datetime(2026, 11, 30, 10, 11, 12)),
        ("C:\\x\\morgue-12theZed-20261130-101112.txt", "12theZed", datetime(2026, 11, 30, 10, 11, 12)),
        ("a.zip::b/morgue-A-B-20261130-101112.txt", "A-B", datetime(2026, 11, 30, 10, 11, 12)),
        ("morgue-Sapling-20071130-1011.txt", "Sapling", datetime(2007, 11, 30, 10, 11)),
        ("copy of morgue-Sapling-20261130-101112.txt", "Sapling", datetime(2026, 11, 30, 10, 11, 12)),
        ("morgue-Sapling-20261330-101112.txt", None, None),
        ("morgue-Sapling.txt", None, None),
        ("Sapling.txt", None, None),
        ("morgue.txt", None, None),
        ("", None, None),
        ("morgue-" * 100_000, None, None),
    ],
)
def test_the_name_of_the_file(name: str, player: str | None, moment: datetime | None) -> None:
    record = read_morgue("", name)
    assert record.value("file_player") == player
    assert record.value("file_moment") == moment


def test_species_and_background_come_from_both_places() -> None:
    record = read_morgue(DEATH)
    assert [(s.value, s.place) for s in record.statements("species")] == [
        ("Human", "score block"),
        ("Human", "title line"),
    ]
    assert record.value("background") == "Hunter"


def test_structure() -> None:
    record = read_morgue(DEATH)
    assert (record.value("header_lines"), record.value("score_lines"), record.value("title_lines")) == (
        (1,),
        (5,),
        (11,),
    )
    assert not record.has("sections_repeated")


def test_every_declared_fact_has_a_reader_and_the_other_way_round() -> None:
    from necropsy.games.dcss.line import FACTS
    from necropsy.games.dcss.morgue import _READERS
    from necropsy.history import FACTS as BETWEEN

    # How the bytes were decoded is known before there is a text to read, and other files tell the rest.
    assert set(_READERS) | FACTS | BETWEEN | {"encoding", "alone"} == set(facts_of("dcss"))


@pytest.mark.parametrize("name", TEXTS)
def test_each_fact_alone_is_what_it_is_among_all(name: str) -> None:
    """A fact must not depend on which facts were asked for before it."""
    whole = read_morgue(TEXTS[name])
    whole.read_all()
    for fact in facts_of("dcss"):
        alone = read_morgue(TEXTS[name])
        assert alone.statements(fact) == whole.statements(fact), fact
