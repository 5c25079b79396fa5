"""The line grammars of a GnollHack dumplog: one wide token for each kind of line.

A pattern reads a line without its indentation and without blanks at its end; whether a
line may stand where it stands is the business of the cutter. What a player can write
into a line (names of heroes and pets) is taken as long as possible, from the left, and
the game's own words are read at the end of the line. Neighbouring parts of a pattern
never match the same character: the time to refuse a line grows with its length.
"""

from __future__ import annotations

import re
from functools import lru_cache

import pyparsing as pp

__all__ = ["LONGEST_LINE", "read", "read_header_line"]

LONGEST_LINE = 4096
"""Characters; a longer line is no line of a dumplog and no pattern sees it."""

Match = re.Match[str]


def read(grammar: pp.Regex, line: str) -> Match | None:
    """Match a whole line, or ``None`` if it is not of this kind or too long to be one."""
    if len(line) > LONGEST_LINE:
        return None
    match: Match | None = grammar.re.match(line)
    return match


@lru_cache(maxsize=64)
def read_header_line(line: str) -> Match | None:
    """Match the first line: a file is known by it and then read, and all of one build have the same."""
    return read(HEADER, line)


def _line(pattern: str, example: str) -> pp.Regex:
    # The game prints the digits 0 to 9; those of other scripts are somebody's text.
    token = pp.Regex(pattern, flags=re.ASCII)
    token.set_name(example)
    return token


_VERSION = (
    r"(?P<version>(?P<number>\d{1,3}\.\d{1,3}\.\d{1,3})(?: \((?:Build|Revision) (?P<edit>\d{1,6})\)"
    r"| (?P<stage>Pre-Alpha|Alpha|Beta|Release Candidate) (?P<stage_number>\d{1,4}))?"
    r"(?: ?\*)?(?: \(Hot Fix \d{1,3}\))?(?: ?\*)?)"
)
_MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
_ALIGNMENT = "(?P<alignment>lawful|neutral|chaotic|unaligned)"
_GENDER = "(?P<gender>male|female|neuter)"
_RACE = "(?P<race>human|elven|dwarven|gnollish|orcish)"
_ROLE = (
    "(?P<role>Archaeologist|Barbarian|Cave(?:wo)?man|Healer|Knight|Monk|Priest(?:ess)?|Ranger|Rogue|Samurai"
    "|Tourist|Valkyrie|Wizard)"
)
_DIFFICULTY = "(?P<difficulty>[a-z]+(?: [a-z]+)?)"
_MODE = "(?P<mode>[a-z-]+(?: [a-z-]+){0,2})"

HEADER = _line(
    r"(?P<port>[^\s:|{}()](?:[^\n:|{}()]{0,60}[^\s:|{}()])?) GnollHack Version "
    + _VERSION
    + r" - last (?:build|revision)"
    r" (?P<date>[^()]{1,60}?)(?: \((?P<sha>[0-9a-f]{7,64})(?:, [^()]{1,100})?\))?\.?$",
    "Unix GnollHack Version 4.3.0 (Build 10) - last build Mon Nov 30 10:19:59 2026"
    " (9676ab7a4def1aef29453686a82b43fcf2528476).",
)

TITLE = _line("GnollHack " + _VERSION + r" \((?P<player>.*)\)$", "GnollHack 4.3.0 (Build 10) (sapling)")

DATES = _line(
    rf"Game began (?P<began>{_MOMENT}), (?P<verb>ended|snapshot(?: at)?) (?P<ended>{_MOMENT})\.?$",
    "Game began 2026-11-30 10:29:12, ended 2026-11-30 10:29:15",
)

CHARACTER = _line(
    rf"(?P<player>.*), {_ALIGNMENT}(?: {_GENDER})? {_RACE} {_ROLE}$", "sapling, chaotic male human Rogue"
)

STATUS = _line(
    r"[^\n]*?\bHP:(?P<hp>-?\d{1,9})\((?P<max_hp>-?\d{1,9})\)",
    "x Dlvl:1 HP:0(25) MP:14(14) AC:2 MC:2/20% MS:12 W:M XL:1/0",
)

MESSAGE = _line(
    rf"You (?:were|are) playing on {_DIFFICULTY} difficulty(?: in {_MODE} mode)?\.$",
    "You were playing on expert difficulty in classic mode.",
)

OWNER = _line(rf"(?P<player>.+) the {_ROLE}'s attributes:$", "Sapling the Rogue's attributes:")

RANK = _line(
    rf"You (?:were|are)(?: actually)? an? [^,.]{{1,40}},(?: an?)? level (?P<xl>\d{{1,3}})(?: {_GENDER})? "
    rf"(?:{_RACE} {_ROLE}|[a-z]{{1,20}})\.$",
    "You were a Footpad, a level 1 male human Rogue.",
)

MISSION = _line(
    rf"You (?:were|are) {_ALIGNMENT}, (?P<manner>temporarily |belatedly |nominally )?on a mission for \S.*$",
    "You were chaotic, temporarily on a mission for Kos",
)

ACTUALLY = _line(rf"You (?:were|are) actually {_ALIGNMENT}\.$", "You were actually lawful.")

STARTED_OUT = _line(
    rf"You started out (?:{_GENDER} and {_ALIGNMENT}|(?P<only_gender>male|female|neuter)"
    r"|(?P<only_alignment>lawful|neutral|chaotic|unaligned))\.$",
    "You started out female and lawful.",
)

STOOD = _line(
    r"You (?:were|are) in (?P<branch>(?:the )?[A-Z][A-Za-z]*(?: [A-Za-z]+)*(?:'s Tower)?),"
    r" on level (?P<level>-?\d{1,3})(?:, [^.]*)?\.$",
    "You were in the Dungeons of Doom, on level 12, a very big room.",
)

TURNS_AGO = _line(
    r"You entered the dungeon (?P<turns>\d{1,18}) turns? ago\.$", "You entered the dungeon 20 turns ago."
)

EXPERIENCE = _line(
    r"You (?:had|have) (?P<xp>-?\d{1,18}) experience points?[.,]", "You had 223572 experience points."
)

GAME_SCORE = _line(r"Your game score (?:was|is) (?P<score>-?\d{1,18})\.$", "Your game score was 464800000.")

HIT_POINTS = _line(
    r"You (?:had|have) (?:(?:all )?(?P<hp>-?\d{1,9}) out of (?P<max_hp>-?\d{1,9}) hit points?"
    r"|(?P<all>-?\d{1,9}) hit points? in total)\.$",
    "You had 236 out of 292 hit points.",
)

WALLET = _line(
    r"Your wallet (?:contained|contains) (?P<gold>\d{1,18}) ", "Your wallet contained 1895 gold pieces."
)

GAME_DIFFICULTY = _line(
    rf"Your game difficulty (?:was|is) {_DIFFICULTY}(?: \(|\.$)",
    "Your game difficulty was expert (100% damage by monsters, 100% by player).",
)

GAME_MODE = _line(
    rf"You (?:were|are) playing in {_MODE} mode(?: \(|\.$)",
    "You were playing in classic mode (traditional mode with permanent death).",
)

_TIME = (
    r"(?:(?P<days>\d{1,6}) days?)?(?:, | and )?(?:(?P<hours>\d{1,7}) hours?)?(?:, | and )?"
    r"(?:(?P<minutes>\d{1,9}) minutes?)?(?:, | and )?(?:(?P<seconds>\d{1,12}) seconds?)?"
)

PLAYING_TIME = _line(
    rf"You (?:had|have) been playing the game for {_TIME}\.$",
    "You had been playing the game for 29 hours, 11 minutes and 35 seconds.",
)

SURVIVED = _line(
    r"You (?:have )?survived"
    r"(?: after being killed (?:(?P<word>once|twice|thrice)|(?P<times>\d{1,9}) times))?\.$",
    "You survived after being killed 34 times.",
)

DEAD = _line(r"You are dead(?: \((?P<times>\d{1,9})(?:st|nd|rd|th) time!\))?\.$", "You are dead (2nd time!).")

SKILL = _line(
    r"(?P<skill>[A-Z][A-Za-z' -]*[a-z])  +(?P<level>[A-Z][a-z]*(?: [A-Z][a-z]*)?)"
    r" / (?P<most>[A-Z][a-z]*(?: [A-Z][a-z]*)?)$",
    "Clerical spell                      Unskilled / Grand Master",
)

SPELL = _line(
    # As a table, and the two one-line forms of the first betas.
    r"(?P<spell>[A-Z](?:[^\s()]| (?![ (-]))*)(?: +| - | \()(?P<chance>\d{1,3})% success",
    "Minor healing                       100% success  25 castings left",
)

EVENT = _line(r"(?P<turn>\d{1,12}): (?P<text>\S.*)$", "20: ascended to demigodhood")

ENTERED = _line(
    rf"(?P<player>.*) the {_ALIGNMENT}(?: {_GENDER})? {_RACE} {_ROLE} has entered the dungeon"
    rf" on {_DIFFICULTY} difficulty(?: in {_MODE} mode)?$",
    "sapling the chaotic male human Monk has entered the dungeon on grand master difficulty in classic mode",
)

WISH = _line(
    r"(?:wished for|made (?:his|her|its|their) first (?:artifact )?wish -) \"",
    'made his first wish - "The Prime Codex"',
)

KILL = _line(
    r"(?:(?P<count>\d{1,9}) (?P<many>\S.*)|(?P<article>an?) (?P<one>\S.*)"
    r"|(?P<unique>\S[^()]*[^()\s])(?: \((?:(?P<word>twice|thrice)|(?P<times>\d{1,9}) times)\))?)$",
    "Demogorgon (twice)",
)

KILL_TOTAL = _line(r"(?P<kills>\d{1,9}) creatures? vanquished\.$", "3638 creatures vanquished.")

SPECIES_TOTAL = _line(r"(?P<species>\d{1,6}) species (?P<fate>genocided|extinct)\.$", "9 species genocided.")

WISHES = _line(
    r"You (?:have )?used (?:(?P<no>no) wish(?:es)?|(?P<wishes>\d{1,9}) wish(?:es)?"
    r"(?: \((?P<artifacts>\d{1,9}|all|both) for (?:an )?artifacts?\)| \(for an (?P<one>artifact)\))?)\.$",
    "You used 8 wishes (1 for an artifact).",
)

GENOCIDES = _line(
    r"You (?:have )?genocided (?P<species>\d{1,9}) types? of monsters?\.$",
    "You genocided 9 types of monsters.",
)

PETS = _line(
    r"You (?:had|have) (?P<pets>\d{1,9}) (?:pet or ally|pets or allies)\.$", "You had 2 pets or allies."
)

BONES = _line(r"You (?:have )?found (?P<bones>\d{1,9}) bones levels?\.$", "You found 1 bones level.")

COUNTED = _line(
    # The amount, its currency (any word where the hero saw things), the thing, and where it is.
    r"You (?:had|have)(?P<learnt> learnt)? (?P<amount>\d{1,18}) "
    r"(?:[^\s.]+(?: [^\s.]+){0,2} worth of )?(?P<what>[A-Za-z][A-Za-z ,-]*?)"
    r"(?: with you| in your (?P<chest>sandalwood|magic) chest| in unrestricted schools)"
    r"(?:, each worth (?P<each>\d{1,12}) points)?\.$",
    "You had 2 historic statues with you.",
)

PERCENTAGE = _line(
    r"You (?:(?:had|have) gained|(?P<would>would have gained)) (?P<percent>\d{1,9})% of your maximum role"
    r" score(?(would) upon ascension with current conducts intact)\.$",
    "You had gained 8% of your maximum role score.",
)

BRANCH = _line(
    r"(?P<branch>The Dungeons of Doom|Gehennom|The Gnomish Mines|The Large Circular Dungeon|The Quest|Sokoban"
    r"|Fort Ludios|Plane of the Modron|Hellish Pastures|Vlad's Tower|The Elemental Planes)"
    r"(?P<colon>:(?: [Ll]evels? (?P<first>\d{1,3})(?: (?:up )?to (?P<last>\d{1,3}))?)?)?$",
    "Sokoban: Levels 6 up to 3",
)

LEVELS = _line(r"[Ll]evels? (?P<first>\d{1,3})(?: (?:up )?to (?P<last>\d{1,3}))?$", "Levels 6 up to 3")

LEVEL = _line(
    r"(?:[Ll]evel (?P<level>-?\d{1,3})|(?P<plane>(?:Astral )?Plane(?: of (?:Earth|Air|Fire|Water))?)):",
    'Level 5: "Vault" <- You were here.',
)

FAREWELL = _line(
    rf"(?:Goodbye|Fare thee well|Sayonara|Aloha|Farvel) (?P<player>.*) the"
    rf" (?:{_ROLE}|Demigod(?:dess)?)\.\.\.$",
    "Sayonara sapling the Samurai...",
)

CLOSING = _line(
    # Up to 4.1.2-4 the sentence stands on two or three lines.
    r"You (?P<how>\S.*) with (?P<score>-?\d{1,18}) points?, and (?P<gold>-?\d{1,18}) pieces? of gold,"
    r" after (?P<turns>\d{1,18}) moves?\.$",
    "You and the kitten went to your reward with 464800000 points, and 1895 pieces of gold, after 20 moves.",
)

CLOSING_GOLD = _line(
    r"and (?P<gold>-?\d{1,18}) pieces? of gold, after (?P<turns>\d{1,18}) moves?\.$",
    "and 55341 pieces of gold, after 54592 moves.",
)

ENDED_IN = _line(
    r"(?P<verb>[a-z]+(?: [a-z]+){0,6}) (?:beyond the confines of the dungeon"
    r"|in (?P<place>(?:The )?[A-Z][A-Za-z]*(?:[ '](?!on dungeon )[A-Za-z]+)*)"
    r"(?: on dungeon level (?P<level>-?\d{1,3}))?)$",
    "died in The Dungeons of Doom on dungeon level 3",
)

PLAYED = _line(
    rf"You played on {_DIFFICULTY} difficulty(?: in {_MODE} mode)?(?: for {_TIME})?\.$",
    "You played on grand master difficulty in non-scoring casual mode for 1 minute and 3 seconds.",
)

COLLAPSED = _line(
    r"The dungeon (?:(?P<never>never) collapsed on you|collapsed on you (?P<times>\d{1,9}) times?)\.$",
    "The dungeon collapsed on you 2 times.",
)

FINAL_LEVEL = _line(
    r"You were level (?P<xl>\d{1,3}) with a maximum of (?P<max_hp>-?\d{1,9}) hit points? when you"
    r" (?P<verb>[a-z]+(?: [a-z]+){0,6})\.$",
    "You were level 30 with a maximum of 292 hit points when you ascended.",
)

POINTS = _line(r"(?P<score>-?\d{1,18}) points?$", "52625 points")

LOG_LINE = _line(
    r"(?P<version>\d{1,3}\.\d{1,3}\.\d{1,3}) (?P<points>-?\d{1,18}) (?P<deathdnum>-?\d{1,3})"
    r" (?P<deathlev>-?\d{1,4}) (?P<maxlvl>-?\d{1,4}) (?P<hp>-?\d{1,9}) (?P<maxhp>-?\d{1,9})"
    r" (?P<deaths>\d{1,9}) (?P<deathdate>\d{8}) (?P<birthdate>\d{8}) (?P<uid>\d{1,10})"
    r" (?P<role>[A-Z][a-z]{2}) (?P<race>[A-Z][a-z]{2})"
    r" (?P<gender>[A-Z][a-z]{2}) (?P<align>[A-Z][a-z]{2}) (?P<name>[^,]*),(?P<death>.*)$",
    "4.3.0 52625 0 1 1 0 25 1 20261130 20261130 0 Rog Hum Mal Cha sapling,committed suicide",
)
