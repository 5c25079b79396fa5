"""The game's words for what a hero is, and the codes of the xlogfile for the same."""

from __future__ import annotations

__all__ = ["ALIGNMENTS", "DIFFICULTIES", "GENDERS", "RACES", "ROLES", "TIMES", "level_of_difficulty"]

ROLES = {
    "Archaeologist": "Arc",
    "Barbarian": "Bar",
    "Caveman": "Cav",
    "Cavewoman": "Cav",
    "Healer": "Hea",
    "Knight": "Kni",
    "Monk": "Mon",
    "Priest": "Pri",
    "Priestess": "Pri",
    "Ranger": "Ran",
    "Rogue": "Rog",
    "Samurai": "Sam",
    "Tourist": "Tou",
    "Valkyrie": "Val",
    "Wizard": "Wiz",
}
RACES = {"human": "Hum", "elven": "Elf", "dwarven": "Dwa", "gnollish": "Gnl", "orcish": "Orc"}
GENDERS = {"male": "Mal", "female": "Fem", "neuter": "Ntr"}
ALIGNMENTS = {"lawful": "Law", "neutral": "Neu", "chaotic": "Cha", "unaligned": "Una"}

DIFFICULTIES = ("standard", "experienced", "adept", "veteran", "expert", "master", "grand master")
"""From -4 to 2, as 4.1.0-B1 and later call them."""

_EASIEST = -4
_LEVELS = {word: level for level, word in enumerate(DIFFICULTIES, _EASIEST)}

TIMES = {None: 1, "once": 1, "twice": 2, "thrice": 3}


def level_of_difficulty(word: str) -> int | None:
    """The level that a word stands for since 4.1.0-B1; ``None`` for the words of older builds."""
    return _LEVELS.get(word)
