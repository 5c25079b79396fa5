"""An xlogfile of any length: honest lines of GnollHack, each of another game."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from invented import Players, day_of
from originals import FOLDERS
from template import PLAYED

from necropsy.engine import audit_each
from necropsy.games.gnollhack import GAME
from necropsy.logline import LineRecord
from necropsy.loglines import lines_of_text
from necropsy.rules import Finding, Severity
from necropsy.sources import Source

__all__ = ["like", "patterns", "write_xlogfile"]

Fields = dict[str, str]

_SET = frozenset({"patched", "wizard"})
"""Folders with games of an engine that was told what to write, or of a mode without points."""

_A_DAY = 86_400
_LONGEST = 20_000
_DEEPEST = 25


@cache
def patterns() -> tuple[Fields, ...]:
    """The fields of each honest line of the engines in this repository, each game once.

    Left out are those of heroes who were put where they ascended: they lack what others earn on the way.
    """
    found = {}
    for path in _logs():
        for audit in audit_each([Source(str(path))]):
            if isinstance(audit.record, LineRecord) and not any(map(_is_grave, audit.findings)):
                found[audit.record.text] = audit.record.fields
    return tuple(found.values())


def _is_grave(finding: Finding) -> bool:
    return finding.severity > Severity.HINT


def _logs() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((folder / "gnollhack").rglob("xlogfile")):
            if path.parent.name not in _SET:
                yield path


def write_xlogfile(path: Path, count: int, seed: int = 0) -> int:
    """Write a log of so many lines; how many bytes it has."""
    chance = random.Random(seed)
    players = Players(chance.getrandbits(32))
    lines = [
        _text_of(like(pattern, number, count, players, chance))
        for number, pattern in zip(range(count), itertools.cycle(patterns()))
    ]
    return path.write_bytes(("\n".join(lines) + "\n").encode())


def like(pattern: Fields, number: int, count: int, players: Players, chance: random.Random) -> Fields:
    """The line of another game that ended as one did: another hero, day, depth and death, other conducts."""
    fields = pattern.copy()
    player = players.like(fields["name"])
    fields |= {key: player for key in ("name", "cname") if key in fields}
    _move(fields, (day_of(number, count) - PLAYED).days, chance)
    if fields["death"].startswith("killed by a"):
        fields["death"] = f"killed by {chance.choice(_KILLERS)}"
        fields["hp"] = str(-chance.randrange(12))
    fields["maxhp"] = str(max(int(fields["hp"]), 1) + chance.randrange(150))
    if fields["role"] not in _WOMEN:
        fields["gender"] = fields["gender0"] = chance.choice(("Mal", "Fem"))
    if not fields["death"].startswith("ascended"):
        fields["turns"] = str(chance.randrange(1, 60_000))
        if "xplvl" in fields:
            fields["xplvl"] = str(chance.randrange(1, 15))
        _break_conducts(fields, chance)
        _sink(fields, chance)
    return fields


def _move(fields: Fields, days: int, chance: random.Random) -> None:
    """Play the game on another day, for another while."""
    start, lasted = int(fields["starttime"]) + days * _A_DAY, chance.randrange(10, _LONGEST)
    fields["realtime"] = str(chance.randrange(lasted))
    for key, moment in (("starttime", start), ("endtime", start + lasted)):
        for clock in (key, f"{key}UTC"):
            if clock in fields:
                fields[clock] = str(moment)
    for key, clock in (("birthdate", "starttime"), ("deathdate", "endtime")):
        fields[key] = f"{_day(int(fields[clock])):%Y%m%d}"


def _day(seconds: int) -> dt.date:
    return dt.date(1970, 1, 1) + dt.timedelta(days=seconds // _A_DAY)


def _break_conducts(fields: Fields, chance: random.Random) -> None:
    """Break some of the conducts that no other follows from, in bits and words."""
    bits, words = int(fields["conduct"], 16), fields.get("conductX", "").split(",")
    for bit, word in _FREE.items():
        if bits >> bit & 1 and chance.random() < 0.5:
            bits ^= 1 << bit
            words = [each for each in words if each != word]
    fields["conduct"] = hex(bits)
    if "conductX" in fields:
        fields["conductX"] = ",".join(words)


def _sink(fields: Fields, chance: random.Random) -> None:
    """End the game on another level of the main dungeon, with the points that this makes."""
    if fields["deathdnum"] != "0" or fields["deathlev"] != fields["maxlvl"]:
        return
    was = _least(fields)
    fields["deathlev"] = fields["maxlvl"] = str(chance.randrange(1, _DEEPEST))
    fields["points"] = str(int(fields["points"]) + _least(fields) - was)


def _least(fields: Fields) -> int:
    """The fewest points that the likeliest formula gives a game."""
    (record,) = GAME.read_log(lines_of_text(_text_of(fields)), "xlogfile")
    assert isinstance(record, LineRecord)
    breakdown = GAME.reckon(record).best(record.value("score"))
    return breakdown.total.low or 0 if breakdown is not None else 0


def _text_of(fields: Fields) -> str:
    return "\t".join(f"{key}={value}" for key, value in fields.items())


_WOMEN = frozenset({"Val"})

_FREE = {4: "weaponless", 6: "illiterate", 7: "polyless", 8: "polyselfless", 11: "genocideless"}
"""Conducts by their bits."""

_KILLERS = (
    *("a soldier ant", "a gnome lord", "a hill orc", "a jackal", "a dwarf", "a giant beetle", "a werejackal"),
    *("a rotted food ration", "a wand", "an arrow", "a falling rock", "a boiling potion", "a hallucinogen"),
    *("an owlbear", "an electric eel", "the Wizard of Yendor", "Medusa", "a cockatrice", "a touch of death"),
)
