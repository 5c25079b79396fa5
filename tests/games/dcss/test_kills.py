"""Kill lists."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record


def kills(*lines: str, heading: str = "Vanquished Creatures") -> Record:
    return read_morgue("\n" + heading + "\n" + "\n".join(lines) + "\n\n")


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("  An ogre (D:3)", 1),
        ("  A bat", 1),
        ("  3 ogres (D:3)", 3),
        ("  12 jackals", 12),
        ("  999999999 rats", 999_999_999),
        ("  1234567890 rats", 1),
        ("  Natasha (twice)", 2),
        ("  Natasha (thrice) (D:2)", 3),
        ("  Natasha (4 times) (D:2)", 4),
        ("  Dowan (D:5)", 1),
        ("  The ghost of Twigs the Slicer, an adept DsGl (D:3)", 1),
        ("  The ghost of 12 the Zed, a novice HuFi (Lair:2)", 1),
        ("  A ball python (shapeshifter) (D:2)", 1),
        ("  A rat (1234567890 times)", 1),
        ("  ((twice)", 1),
        ("  A rat" + "t" * 5_000 + " (twice)", 1),
    ],
)
def test_a_line(line: str, count: int) -> None:
    record = kills(line, f"{count} creatures vanquished.")
    assert record.value("kills_listed") == (count, count)
    assert record.value("kills") == count


@pytest.mark.parametrize(
    "total", ["1 creature vanquished.", "1 creature vanquished", "  1 creature vanquished."]
)
def test_the_total(total: str) -> None:
    record = kills("  An ogre (D:3)", total.strip())
    assert record.value("kills_listed") == (1, 1)


def test_categories_and_a_grand_total() -> None:
    record = read_morgue(
        "Vanquished Creatures\n  An ogre (D:3)\n  2 rats\n3 creatures vanquished.\n\n"
        "Vanquished Creatures (collateral kills)\n  A bat (D:1)\n1 creature vanquished.\n\n"
        "Vanquished Creatures (others)\n  5 rats\n5 creatures vanquished.\n\n"
        "Grand Total: 9 creatures vanquished\n\n"
    )
    assert [s.value for s in record.statements("kills_listed")] == [(3, 3), (1, 1), (5, 5)]
    assert record.value("kills_in_all") == 9
    assert record.value("kills") == 9


def test_categories_without_their_grand_total_give_none() -> None:
    record = read_morgue(
        "Vanquished Creatures\n  2 rats\n2 creatures vanquished.\n\n"
        "Vanquished Creatures (others)\n  5 rats\n5 creatures vanquished.\n\n"
    )
    assert not record.has("kills")
    assert not record.has("kills_in_all")


def test_a_wrong_total_is_kept_as_it_stands() -> None:
    assert kills("  3 ogres", "30 creatures vanquished.").value("kills_listed") == (3, 30)


@pytest.mark.parametrize(
    "total", ["many creatures vanquished.", "Nobody", "12345678901 creatures vanquished."]
)
def test_a_list_without_a_total_says_nothing(total: str) -> None:
    assert not kills("  3 ogres", total).has("kills")


def test_an_unreadable_grand_total() -> None:
    assert not read_morgue("Grand Total: many creatures vanquished\n").has("kills")


def test_no_list() -> None:
    assert not read_morgue("  3 ogres\n3 creatures vanquished.\n").has("kills")
