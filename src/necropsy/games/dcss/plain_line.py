"""The form of a log line with nothing odd about it, as one pattern.

The game writes the fields of a line in one order (hiscores.cc, ``set_base_xlog_fields``
and ``set_score_fields``), which no version from 0.9 to the trunk of 0.35 has changed: some
only leave fields out. So one pattern reads the fields that a glance needs, and what it does
not match is cut into its fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pyparsing as pp

__all__ = ["PlainLine", "plain_line"]

# Nothing is tried twice, and most texts have no colon: a log has millions of lines.
_CHARACTERS = r"[^:\x00-\x1f\x7f-\x9f]*+"
_TEXT = f"{_CHARACTERS}(?:::{_CHARACTERS}(?:::{_CHARACTERS})*+|)"
_NUMBER = r"[0-9]{1,18}+"
_DATE = r"[0-9]{14}[SD]"

_ORDER = """
    v! vlong lv(0\\.1)! vsavrv vsav tiles name! race! cls! char xl#! sk sklev#! title place! banisher br!
    lvl#! absdepth#!
    ltyp(D) hp-! mhp#! mmhp#! mp# mmp# bmmp# str- int- dex- ac- ev- sh- god start@! dur#! turn#!
    aut# urune# nrune# fgem# igem# kills# maxskills fifteenskills status gold# goldfound# goldspent#
    scrollsused# fruit potionsused# sc-! ktyp! killer killer_flags dam sdam tdam kaux ikiller kpath piety# pen
    end@! map mapdesc killermap seed tmsg vmsg
"""
"""Keys in the game's order: # a number, - one that may be below 0, @ a moment, (..) the one value that is
plain; ! one that every line has."""


class PlainLine(NamedTuple):
    """The fields of a plain line that a glance needs, as they stand; ``None`` for one that is left out."""

    v: str
    vlong: str | None
    name: str
    race: str
    cls: str
    char: str | None
    xl: str
    sklev: str
    br: str
    lvl: str
    absdepth: str
    hp: str
    mhp: str
    mmhp: str
    mp: str | None
    mmp: str | None
    start: str
    dur: str
    turn: str
    aut: str | None
    urune: str | None
    nrune: str | None
    fgem: str | None
    igem: str | None
    maxskills: str | None
    fifteenskills: str | None
    gold: str | None
    goldfound: str | None
    goldspent: str | None
    sc: str
    ktyp: str
    killer: str | None
    end: str
    seed: str | None
    tmsg: str | None


_KEY = re.compile(r"(?P<key>[a-z_]+)(?P<kind>[#@-]|\((?P<value>[^)]*)\))?(?P<always>!)?")
_VALUES = {"#": _NUMBER, "-": "-?" + _NUMBER, "@": _DATE, None: _TEXT}


def _parts() -> Iterator[str]:
    for at, match in enumerate(_KEY.finditer(_ORDER)):
        value = match["value"] or _VALUES[match["kind"]]
        shown = f"(?P<{match['key']}>{value})" if match["key"] in PlainLine._fields else f"(?:{value})"
        field = f"{':' if at else ''}{match['key']}={shown}"
        yield field if match["always"] else f"(?:{field}|)"


PLAIN_LINE = pp.Regex("".join(_parts()), as_match=True)
PLAIN_LINE.set_name(
    "v=0.34.1:lv=0.1:name=Sapling:race=Gnoll:cls=Monk:xl=3:…:sc=12:ktyp=mon:…:end=20261030101706S"
)

_read = PLAIN_LINE.re.fullmatch


def plain_line(text: str) -> PlainLine | None:
    """The fields of a line that has nothing odd about its form; ``None`` for any other."""
    match = _read(text)
    return None if match is None else PlainLine._make(match.groups())
