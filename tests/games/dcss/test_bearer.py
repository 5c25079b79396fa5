"""The character of a morgue, its Will in words, and how an explanation shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

import necropsy
from necropsy.games.dcss import GAME
from necropsy.games.dcss.bearer import told_of
from necropsy.games.dcss.morgue import read_morgue
from necropsy.games.dcss.overview import read_pips
from necropsy.games.dcss.will_account import account_of, will_remark
from necropsy.record import Record

SHEET = """\
 Dungeon Crawl Stone Soup version {version} (console) character file.

Sapling the Covered ({species} Fighter)        Turns: 1403, Time: 00:01:16

Health: 134/134    AC: 16    Str: 27    XL:     {xl}   Next: 8%

rFire   . . .  (100%)   a - +0 hand axe
{label}    {pips}           (no amulet) {{Will +++++}}
Stlth   +               Will +++++

@: {statuses}
A: {mutations}
a: Renounce Religion (0%)

You were on {place}.

Inventory:

Armour
 b - a +2 cloak of willpower (worn)
 t - the ring of Goguz (worn) {{rN++ Will++ Dex-4}}
   (You found it on level 2 of the Depths)

   Will++:    It greatly increases your willpower.

   Skills:
 + Level 2.8 Armour
"""

PLAIN = {
    "version": "0.34.1",
    "species": "Minotaur",
    "xl": 27,
    "label": "Will",
    "pips": "+++++",
    "statuses": "flying",
    "mutations": "horns 2, retaliatory headbutt",
    "place": "level 5 of the Depths",
}


def sheet(**changed: object) -> Record:
    return read_morgue(SHEET.format(**PLAIN | changed), "morgue.txt")


def account(record: Record) -> str:
    told = told_of(record)
    assert told is not None
    return account_of(told)


def test_each_source_with_its_line() -> None:
    said = will_remark(sheet())
    assert said == (
        "Will: 200 = 27 x 3 (Minotaur, line 3) + 40 (armour, line 20) + 80 (artefact, line 21);"
        " the overview shows +++++ (line 8)."
    )


def test_each_source_is_a_statement() -> None:
    told = told_of(sheet())
    assert told is not None
    assert [(s.fact, s.line) for s in told.statements] == [
        ("xl", 5),
        ("species", 3),
        ("will_item", 20),
        ("will_item", 21),
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"xl": 10}, "150 = 10 x 3 (Minotaur) + 40 (armour) + 80 (artefact)"),
        (
            {"xl": 10, "mutations": "weak-willed 1, horns 2"},
            "110 = 10 x 3 (Minotaur) + 40 (armour) + 80 (artefact) - 40 (mutation)",
        ),
        (
            {"xl": 5, "statuses": "weak-willed, strong-willed"},
            "100 = 5 x 3 (Minotaur) + 40 (armour) + 80 (artefact) + 80 (Trog's Hand), halved",
        ),
        (
            {"statuses": "werewolf-form"},
            "161 = 27 x 3 (Minotaur) + 40 (armour) + 80 (artefact) - 40 (werewolf form)",
        ),
        (
            {"place": "level 7 of Tartarus"},
            "100 = 27 x 3 (Minotaur) + 40 (armour) + 80 (artefact), halved in Tartarus",
        ),
        (
            {"statuses": "slaughter-form (expiring)"},
            "immune = 27 x 3 (Minotaur) + 40 (armour) + 80 (artefact), immune in slaughter form",
        ),
        (
            {"version": "0.21.1", "statuses": "regenerating", "xl": 1},
            "123 or 203 = 1 x 3 (Minotaur) + 40 (armour) + 80 (artefact) + 0 or 80 (Trog's Hand)",
        ),
        (
            {"version": "0.32-a0-7-g1234567", "species": "Purple Draconian", "xl": 1},
            "123 or 126 = 1 x 6 or 3 (Purple Draconian) + 40 (armour) + 80 (artefact)",
        ),
        (
            {"version": "0.20-a0-7", "species": "Gnoll", "xl": 10, "statuses": "regenerating, vulnerable"},
            "70 or 110 = 10 x 2 (Gnoll) + 40 (armour) + 80 (artefact) + 0 or 80 (Trog's Hand), halved",
        ),
    ],
)
def test_the_account(changed: dict[str, object], said: str) -> None:
    assert account(sheet(**changed)) == said


def test_many_possible_values_are_not_listed() -> None:
    text = SHEET.replace("   Will++:    It greatly increases your willpower.\n", "").format(
        **PLAIN | {"xl": 10}
    )
    record = read_morgue(text.replace("You were on level 5 of the Depths.\n", ""), "morgue.txt")
    assert account(record).startswith("35 … 150 = 10 x 3 (Minotaur) + 40 (armour) + 0 or 80 (artefact)")


@pytest.mark.parametrize(
    "changed",
    [
        {"version": "2.3.0-a0-568-g1234567"},
        {"species": "Ewok"},
        {"statuses": "teapot-form"},
        {"statuses": "statue-form, dragon-form"},
        {"mutations": "strong-willed 4"},
        {"mutations": "[strong-willed 1]"},
        {"statuses": "immensely strong-willed"},
        {"species": "Coglin", "version": "0.20.1"},
    ],
)
def test_what_is_not_known_gives_no_answer(changed: dict[str, object]) -> None:
    record = sheet(**changed)
    assert told_of(record) is None
    assert will_remark(record) is None


def test_without_pips_nothing_is_said() -> None:
    record = sheet(pips="+?+..")
    assert told_of(record) is not None
    assert will_remark(record) is None


@pytest.mark.parametrize(("pips", "read"), [("++++.", "++++."), ("∞", "∞"), ("inf", "∞")])
@pytest.mark.parametrize("label", ["Will", "MR  "])
def test_pips(label: str, pips: str, read: str) -> None:
    [statement] = sheet(label=label, pips=pips).statements("will_pips")
    assert (statement.value, statement.line) == (read, 8)


def test_without_an_overview_there_are_no_pips() -> None:
    record = read_morgue("Will    ++++.\n")
    read_pips(record)
    assert not record.has("will_pips")


def test_an_explanation_says_it() -> None:
    record = sheet()
    assert list(GAME.remarks(record)) == [will_remark(record)]


def test_no_explanation_says_it_of_a_log() -> None:
    sample = Path(__file__).parents[3] / "sample_morgues" / "dcss" / "logfile"
    for audit in necropsy.audit_paths([sample]):
        assert audit.record is not None
        assert not any(remark.startswith("Will") for remark in GAME.remarks(audit.record))
