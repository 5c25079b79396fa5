"""The line grammars of a DCSS morgue: one wide token for each kind of line.

A pattern reads a *squeezed* line (:func:`squeezed`: blanks at the ends gone, runs of
blanks made one), so that files whose blanks were stripped, doubled or padded on their
way read the same. Inside a pattern, neighbouring parts never match the same character:
the time to refuse a line grows with its length and no faster.
"""

from __future__ import annotations

import re

import pyparsing as pp

__all__ = ["LONGEST_LINE", "Match", "find", "read", "squeezed"]

LONGEST_LINE = 4096
"""Characters; a longer line is no line of a morgue and no pattern sees it."""

Match = re.Match[str]


def squeezed(line: str) -> str:
    """The line with every run of white space made one blank and none at its ends.

    A line that is too long to be one is left as it is.
    """
    return " ".join(line.split()) if len(line) <= LONGEST_LINE else line


def read(grammar: pp.Regex, line: str) -> Match | None:
    """Match a whole line, or ``None`` if it is not of this kind or too long to be one."""
    if len(line) > LONGEST_LINE:
        return None
    match: Match | None = grammar.re.match(line)
    return match


def find(grammar: pp.Regex, line: str) -> Match | None:
    """Match a part of a line, or ``None`` if there is none or the line is too long to be one."""
    if len(line) > LONGEST_LINE:
        return None
    match: Match | None = grammar.re.search(line)
    return match


def _line(pattern: str, example: str) -> pp.Regex:
    # The game prints the digits 0 to 9; those of other scripts are somebody's text.
    token = pp.Regex(pattern, flags=re.ASCII)
    token.set_name(example)
    return token


HEADER = _line(
    # No game's name has the signs that stand before a note, an annotation or an inscription;
    # some forks put their own name behind a colon or in brackets. The one name that nearly every
    # file has comes first: the other part looks for its end from the far side.
    r"(?P<game>Dungeon Crawl Stone Soup(?= version)"
    r"|[^\W\d_][^|:{}()]{1,60}(?:(?<=Soup|rawl): [^|:{}()]{1,40}|\([^|:{}()]{1,40}\))?)"
    r" version (?P<version>\S+)(?: \((?P<build>[^()]{1,40})\))?"
    r"(?: r\d{1,6})? character file\.$",
    "Dungeon Crawl Stone Soup version 0.34.1 (console) character file.",
)

SEED = _line(
    r"Game seed: (?P<seed>\d{1,20})"
    r"(?:, levelgen mode: (?P<levelgen>deterministic|classic)| \((?P<mark>custom seed|classic levelgen)\))?$",
    "Game seed: 13822733483601673834 (custom seed)",
)

SCORE_LINE = _line(
    r"(?P<score>-?\d{1,18}) (?P<who>\S.*) \(level (?P<xl>\d{1,3})"
    r"(?:, (?P<hp>-?\d{1,9})/(?P<max_hp>-?\d{1,9})(?: \((?P<unrotted>-?\d{1,9})\))? HPs)?\)"
    r"(?P<wizard> \*WIZ\*)?(?P<explore> \*EXPLORE\*)?$",
    "1338000 Sapling the Opulent (level 27, 157/179 HPs)",
)

BEGAN = _line(
    r"Began as an? (?P<character>.+) on (?P<date>[A-Z][a-z]{2,3} \d{1,2}, \d{4})\.$",
    "Began as a Mountain Dwarf Fighter on Nov 30, 2026.",
)

FOLLOWED = _line(
    r"Was (?P<rank>the Champion|a High Priest|an Elder|a Priest|a Believer|a Follower|an Initiate)"
    r" of (?P<god>[^.()]+?)(?P<penitent> \(penitent\))?\.$",
    "Was a Follower of Trog.",
)

PLAYTHING = _line(r"Was a (?:Favourite )?Plaything of Xom\.$", "Was a Plaything of Xom.")

DURATION = _line(
    r"(?:The|\S.*'s) game lasted (?:(?P<days>\d{1,5}) ?days? ?)?"
    r"(?P<hours>\d{1,5}):(?P<minutes>\d\d):(?P<seconds>\d\d) \((?P<turns>\d{1,18}) turns\)\.$",
    "The game lasted 1 day 06:37:46 (106625 turns).",
)

RUNES_TAKEN = _line(
    r"\.\.\. (?:and|with) (?P<runes>\d{1,4}) runes?(?: \(of (?P<types>\d{1,3}) types\))?"
    r"(?: on (?P<date>[A-Z][a-z]{2,3} \d{1,2}, \d{4}))?!?$",
    "... and 5 runes (of 5 types) on Aug 2, 2009!",
)

GEMS_TAKEN = _line(
    r"\.\.\. (?:and|with) (?P<gems>\d{1,4}) gems?(?: \((?P<intact>[^()]*)\))?"
    r"(?: on (?P<date>[A-Z][a-z]{2,3} \d{1,2}, \d{4}))?!?$",
    "... and 5 gems (all intact)!",
)

DATE_AT_END = _line(r" on (?P<date>[A-Z][a-z]{2,3} \d{1,2}, \d{4})[.!]$", " on Jan 3, 2024.")

DAMAGE = _line(r"\((?P<damage>-?\d{1,9}) damage\)$", "(23 damage)")

TITLE_LINE = _line(
    r"(?P<who>[^\s|:{}()][^|:{}()]*) \((?P<character>[^()]*)\) Turns: (?P<turns>\d{1,18}), Time: "
    r"(?:(?P<days>\d{1,5}) ?, )?(?P<hours>\d{1,5}):(?P<minutes>\d\d):(?P<seconds>\d\d)$",
    "Sapling the Opulent (Gargoyle Enchanter) Turns: 112093, Time: 05:07:00",
)

HEALTH = _line(
    r"(?:Health:|HP:?) ?(?P<hp>-?\d{1,9})/ ?(?P<max_hp>-?\d{1,9})(?: \((?P<unrotted>-?\d{1,9})\))?",
    "Health: 157/179",
)

LEVEL = _line(r"XL: ?(?P<xl>\d{1,3})(?: Next: ?(?P<next>\d{1,18})%)?$", "XL: 26 Next: 42%")

EXPERIENCE = _line(
    r"Exp: ?(?P<xl>\d{1,3})/(?P<xp>\d{1,18})(?: \((?P<pool>-?\d{1,18})\))?"
    r"(?:, need: ?(?P<need>-?\d{1,18}))?$",
    "Exp: 3/47 (0), need: 57",
)

GOD = _line(
    r"God: ?(?P<penance>\*(?! ?[\].]))?(?P<god>[^\[\d*-]*)"
    r"(?:(?P<piety>-?\d{1,9}) \((?P<pool>-?\d{1,9})\)|\[?(?P<stars>[*.X]{1,6})\]?|(?P<mood>- ?[A-Z ]+))?",
    "God: Trog [***...]",
)

GOLD = _line(r"Gold:? ?(?P<gold>\d{1,18})(?: |$)", "Gold: 1827")

LIVES = _line(r"Lives: ?(?P<lives>\d{1,9}),? [Dd]eaths: ?(?P<deaths>\d{1,9})", "Lives: 2 Deaths: 0")

RUNE_LINE = _line(
    r"(?P<key>.{0,8}): (?P<runes>\d{1,3})/(?P<obtainable>\d{1,3}) runes?: (?P<names>[A-Za-z].*)$",
    "}: 3/15 runes: silver, golden, abyssal",
)

RUNE_NAMES = _line(r"[A-Za-z-]+(?: ?, ?[A-Za-z-]+)*", "silver, golden, abyssal")

WHEREABOUTS = _line(
    r"You (?:(?P<escaped>escaped)|(?P<tense>were|are) (?:on|in|at) (?P<place>\S.*))\.$",
    "You were on level 5 of the Lair of Beasts.",
)

WORSHIP = _line(r"You (?P<tense>worshipped|worship) (?P<god>[^.]+)\.$", "You worshipped Trog.")

BRANCHES = _line(
    r"You (?:have )?visited (?P<branches>\d{1,4}) branch(?:es)?"
    r"(?: of the dungeon, and (?:saw|seen) (?P<levels>\d{1,5}) of its levels)?\.?$",
    "You visited 2 branches of the dungeon, and saw 16 of its levels.",
)

COINS = _line(
    r"You (?:have )?(?P<verb>collected|spent|donated|paid|used) (?P<gold>\d{1,18}) gold pieces?",
    "You collected 1827 gold pieces.",
)

LEVEL_NOTE = _line(
    r"Reached XP level (?P<xl>\d{1,3})\.(?: HP: (?P<hp>-?\d{1,9})/(?P<max_hp>-?\d{1,9}))?",
    "Reached XP level 2. HP: 29/29 MP: 1/1",
)

RUNE_NOTE = _line(r"Got an? (?P<rune>[a-z-]+) rune of Zot$", "Got a golden rune of Zot")

PURCHASE_NOTE = _line(
    r"Bought an? (?P<rune>[a-z-]{1,20}) rune of Zot for \d", "Bought a demonic rune of Zot for 1500 gold"
)

GEM_NOTE = _line(
    # Builds 0.31-a0-1239 to 1308 left the clock out, and a row that was written stays as it is.
    r"Got an? (?P<gem>[a-z-]+) gem(?: with -?\d{1,9} turns? to spare)?\.?$",
    "Got a smoky gem with 8900 turns to spare",
)

ARENA_NOTE = _line(r"Arena points: (?P<points>-?\d{1,12})(?: |$)", "Arena points: 41 (+15) [x1]")

QUEST_NOTE = _line(
    # A name may hold " the " itself; species and background never do.
    r"(?P<name>.*[^,]),? the (?P<character>[A-Za-z' -]{3,60}),? began the quest for the Orb\.?$",
    "Sapling the Gargoyle Enchanter began the quest for the Orb.",
)

WORSHIP_NOTE = _line(
    r"(?P<event>Became a worshipper of|Fell from the grace of) (?P<god>[^.]+?)\.?$",
    "Became a worshipper of Trog the Wrathful",
)

KILL_TOTAL = _line(
    r"(?P<grand>Grand Total: )?(?P<kills>\d{1,9}) creatures? vanquished\.?$", "372 creatures vanquished."
)

KILL_LINE = _line(
    r"(?:(?P<count>\d{1,9}) )?\S[^()]*(?:\((?:(?P<word>twice|thrice)|(?P<times>\d{1,9}) times)\))?",
    "Natasha (twice) (D:2)",
)

SKILL = _line(
    r"(?P<mark>[-+*O])? ?Level (?P<level>\d{1,2}(?:\.\d)?)(?: ?\((?P<boosted>\d{1,2}(?:\.\d)?)\))?"
    r" (?P<skill>[A-Z][A-Za-z &]+)$",
    "+ Level 18.1 Unarmed Combat",
)

SKILL_GAIN = _line(
    r"(?P<skill>[A-Z][A-Za-z &]*[a-z]) \|[^|]*\| (?P<level>\d{1,2}(?:\.\d)?)$", "Fighting | 25 | 25.7"
)

ZOT_ITEM = _line(
    r"\S - (?:(?P<orb>(?:the )?Orb of Zot)"
    r"|(?:an? |the )?(?:(?P<count>\d{1,4}) )?(?P<rune>[a-z-]+) runes? of Zot)(?: [({].*)?$",
    "J - a bone rune of Zot",
)

ITEM = _line(
    r"\S - (?P<name>[^(){}\x00-\x1f]+)(?P<marks>(?: \([^(){}]{1,40}\)){0,4})"
    r"(?: \{(?P<braces>[^\x00-\x1f]*)\})?$",
    "t - the ring of Goguz (worn) {rN++ Will+ Dex-4 Stlth+}",
)

WILL_DESCRIBED = _line(
    r"(?:Will(?P<signs>[+-]{0,3}): )?It (?P<how>(?:greatly )?(?:increases|decreases)|affects)"
    r" your (?:willpower|magic resistance|resistance to hostile enchantments)\b",
    "Will++: It greatly increases your willpower.",
)

WILL_PIPS = _line(r"(?:MR|Will) (?P<pips>[+.]{5}|∞|inf)(?: |$)", "Will ++++. (no amulet)")

XP_TOTAL = _line(
    r"Total \| (?P<plain>\d{1,9}) \| (?P<vault>\d{1,9}) \| (?:[-.\d]{1,9}|-?nan) \|.*$",
    "Total | 69 | 21 | 23.3 | 45 | 7 | 13.5",
)
