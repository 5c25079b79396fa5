"""The honest games that the tests of this folder edit, and a forger who knows little."""

from __future__ import annotations

from pathlib import Path

from necropsy.tamper import Original
from necropsy.tamper.forger import Aim, Edit, Forger

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
WIN = "morgue-Pfijohu52-20261130-104519.txt"


def win() -> Original:
    """A win with three runes, with its line."""
    lines = (SAMPLES / "dcss" / "logfile").read_text("utf-8").splitlines()
    entry = next(line for line in lines if ":name=Pfijohu52:" in line)
    return Original(WIN, (SAMPLES / "dcss" / WIN).read_text("utf-8"), "logfile", entry)


def dump_alone() -> Original:
    """The same without its line."""
    game = win()
    return Original(game.name, game.text)


def line_alone() -> Original:
    """The same without its dump."""
    game = win()
    return Original(game.log, "", game.log, game.entry)


TURNS = Aim("turns", lambda record, chance: [record.value("turns") // 2, chance.randrange(100, 999)])
GOD = Aim("god", lambda _record, _chance: ["Xom"])
"""Which an atheist's overview has no words for that could be exchanged."""

FORGER = Forger(
    aims=(TURNS,),
    renamed=lambda name, old, new: name.replace(old, new),
    recipes={
        "dates": lambda sheet, _: iter(
            [
                Edit(sheet.text.replace("Nov 30", "Nov 29"), "a day earlier", "started"),
                Edit(sheet.text, "", ""),
            ]
        )
    },
)
