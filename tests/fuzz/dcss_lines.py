"""Lines of a logfile for invented games of DCSS, with the fields that each era writes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from fuzz.dcss_games import ERAS, MAP, Game, games

__all__ = ["LINE_ERAS", "LOGS", "Log", "line_of", "logs", "short_version"]

LINE_ERAS = tuple(version for version in ERAS if not version.startswith("0.3."))
"""Logs of 0.3 and before are read by nobody."""


@dataclass(frozen=True, slots=True)
class Log:
    """Some games, and the log of their ends.

    Attributes:
        games: the facts.
        name: what the log is called.
        text: the file.
    """

    games: tuple[Game, ...]
    name: str
    text: str


# What a server or another player can put into a message of the end.
_SAID = (
    "",
    "slain by an orc",
    "name=Somebody:sc=99999999:ktyp=winning",
    "::",
    "=",
    "x" * 500,
    "∞ 樹 é ٣ \u202e",
    "%s",
)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Logs of one kind of game, with one line or a few."""
    kind = draw(st.sampled_from(("normal", *LOGS)))
    played = draw(st.lists(games(LINE_ERAS, kind), min_size=1, max_size=3, unique_by=lambda game: game.name))
    newline = draw(st.sampled_from(("\n", "\n", "\r\n")))
    lines = [line_of(game, draw(st.sampled_from(_SAID))) for game in played]
    return Log(tuple(played), LOGS[kind], newline.join(lines) + newline)


LOGS = {
    "normal": "logfile",
    "seeded": "logfile-seeded",
    "descent": "logfile-descent",
    "sprint": "logfile-sprint",
    "zotdef": "logfile-zotdef",
}
"""What the log of each kind of game is called."""


def line_of(game: Game, said: str = "") -> str:
    """The line of a game's end; a colon in a value is doubled, and what is empty or 0 may be left out."""
    fields = ((key, str(value)) for key, value in _fields(game, said))
    return ":".join(f"{key}={value.replace(':', '::')}" for key, value in fields if value)


_Field = tuple[str, object]


def _fields(game: Game, said: str) -> Iterator[_Field]:
    yield "v", short_version(game)
    if game.minor >= 15:
        yield "vlong", game.version
    yield "lv", f"0.1-{game.kind}.1" if game.kind in ("sprint", "zotdef") else "0.1"
    yield from (("name", game.name), ("race", game.species), ("cls", game.background), ("char", game.short))
    yield from (("xl", game.xl), ("sk", "Fighting"), ("sklev", game.skill // 10), ("title", game.title))
    yield from _whereabouts(game)
    yield from (("hp", game.hp), ("mhp", game.max_hp), ("mmhp", game.max_hp))
    if game.minor >= 17:
        yield from (("mp", 3), ("mmp", 3), ("bmmp", 3))
    yield from (("str", 12), ("int", 14), ("dex", 18))
    if game.minor >= 13:
        yield from (("ac", 1), ("ev", 10), ("sh", 0))
    yield "god", game.god
    yield from (("start", _moment(game.started)), ("dur", game.seconds), ("turn", game.turns))
    if game.minor >= 13:
        yield "aut", game.turns * 10
    yield from _treasures(game)
    if game.minor >= 7:
        yield "kills", game.kills
    if game.minor >= 9:
        yield "maxskills", "Fighting" if game.skill == 270 else ""
        yield "fifteenskills", "Fighting" if game.skill >= 150 else ""
    if game.minor >= 7:
        yield from (("gold", game.gold), ("goldfound", game.gold_found), ("goldspent", game.gold_spent))
    if game.minor >= 17:
        yield from (("scrollsused", 4), ("potionsused", 0))
    yield from _end(game, said)


def short_version(game: Game) -> str:
    """The version without the commits since its tag."""
    return game.version.partition("-g")[0].rpartition("-")[0] or game.version


def _whereabouts(game: Game) -> Iterator[_Field]:
    place, branch, level = game.last_spot, game.branch, game.depth
    if game.out:
        branch, level = "Zot" if game.in_zot else "D", 0
    yield from (("place", place), ("br", branch), ("lvl", level))
    if game.minor >= 8:
        yield "absdepth", max(level, 1) if game.minor >= 11 else level
    if game.minor <= 9:
        yield "ltyp", "D"


def _treasures(game: Game) -> Iterator[_Field]:
    if game.runes:
        yield from (("urune", len(game.runes)), ("nrune", len(game.runes) + game.further_runes))
    if game.gems:
        yield from (("fgem", len(game.gems)), ("igem", len(game.gems) // 2 or ""))


_KTYP = {"win": "winning", "left": "leaving", "quit": "quitting"}
_MESSAGES = {"win": "escaped with the Orb", "left": "got out of the dungeon", "quit": "quit the game"}


def _end(game: Game, said: str) -> Iterator[_Field]:
    death = game.death
    yield "sc", game.score
    yield "ktyp", _KTYP[game.ending] if death is None else death.ktyp
    if death is not None:
        yield "killer", death.killer
        yield "kaux", said
    if game.stars and game.minor >= 9:
        yield "piety", 30 + 25 * game.stars
    yield "end", _moment(game.ended)
    if game.kind == "sprint":
        yield from (("map", "dungeon_sprint_1"), ("mapdesc", MAP))
    if game.seed is not None and game.minor >= 24:
        yield "seed", game.seed
    if game.minor >= 8:
        yield "tmsg", _MESSAGES.get(game.ending, "slain by somebody")


def _moment(moment: dt.datetime) -> str:
    """The months are counted from 0."""
    return f"{moment.year}{moment.month - 1:02}{moment:%d%H%M%S}S"
