"""A glimpse of a morgue: its score and what the score follows from, where nothing about them is odd.

Where the score alone is asked for, most morgues need no more than one pattern over their head
and a look for what the notes and the lists may hold. A glimpse says that the score fits, and
what names the game, or it does not know: what it does not settle is read in full and judged by
the rules, and tests hold the two together.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from necropsy.breakdown import Breakdown
from necropsy.games.dcss import experience, grammar, names, score
from necropsy.games.dcss.calendar import iso_date
from necropsy.games.dcss.facts import GEMS_SINCE
from necropsy.games.dcss.line_reckon import newer_than_read
from necropsy.games.dcss.notes import gems_noted
from necropsy.games.dcss.overview import LIST_KEYS
from necropsy.games.dcss.score_block import ending_of
from necropsy.games.dcss.sprint_rules import own_rules
from necropsy.games.dcss.variant import odd_species, odd_version
from necropsy.games.dcss.version import Version
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["PLAIN_HEAD", "Glimpse", "glimpse_of", "seen_in"]


class Glimpse(NamedTuple):
    """What a glimpse tells of a game that has ended, and whose score fits.

    Attributes:
        score: the recorded score.
        breakdown: the score taken apart.
        player: the character's name.
        started: the day of the start (``"2026-11-30"``).
        ended: the day of the end; ``None`` where the file does not say it.
        seed: the seed of the dungeon, where there is one.
        chosen: whether the player chose it.
        mark: ``WIZ`` or ``EXPLORE`` where the score line is marked so.
    """

    score: int
    breakdown: Breakdown
    player: str
    started: str
    ended: str | None
    seed: str | None
    chosen: bool
    mark: str | None


# Words with one blank between them, as a squeezed line has them: such lines are read as they stand.
_WORDS = r"\S+(?: \S+)*"
_NAME = r"[^\s|:{}()]+(?: [^\s|:{}()]+)*"
_DATE = r"[A-Z][a-z]{2,3} [0-9]{1,2}, [0-9]{4}"
_HIT_POINTS = r"-?[0-9]{1,9}/-?[0-9]{1,9}(?: \(-?[0-9]{1,9}\))? HPs"
_TIME = r"[0-9]{1,5}:[0-9]{2}:[0-9]{2}"
_RANK = r"(?:the Champion|a High Priest|an Elder|a Priest|a Believer|a Follower|an Initiate)"
_GOD = rf"(?:{_RANK} of [^.()\s]+(?: [^.()\s]+)*(?: \(penitent\))?|a (?:Favourite )?Plaything of Xom)"

PLAIN_HEAD = pp.Regex(
    r" ?(?:Dungeon Crawl Stone Soup|Seeded DCSS|Dungeon (?P<sprint>Sprint|Descent) DCSS)"
    r" version (?P<version>\S{1,60})(?: \([^()\n]{1,40}\))? character file\.\n\n"
    r"(?:Game seed: (?P<seed>[0-9]{1,20})"
    r"(?P<chosen> \(custom seed\)|, levelgen mode: (?:deterministic|classic)|)\n\n)?"
    rf"(?P<score>[0-9]{{1,18}}) (?P<who>{_NAME}) \(level (?P<xl>[0-9]{{1,2}}), {_HIT_POINTS}\)"
    r"(?: \*(?P<mark>WIZ|EXPLORE)\*)?\n"
    rf" +Began as an? (?P<character>{_NAME}) on (?P<started>{_DATE})\.\n"
    rf"(?: +Was {_GOD}\.\n)?"
    # What stands at the margin is no part of the block.
    rf"(?P<ending> +{_WORDS}\n(?: *\n| +(?!The game lasted){_WORDS}\n){{0,20}}?)"
    rf" +The game lasted (?:[0-9]{{1,5}} days? )?{_TIME} \((?P<turns>[0-9]{{1,18}}) turns\)\.\n\n"
    rf"{_NAME} \([^()\n]*\) +Turns: [0-9]{{1,18}}, Time: (?:[0-9]{{1,5}}, )?{_TIME}\n\n"
    r"(?P<stats>(?:(?=[^\n]*\S)[^\n]*\n){1,9})\n",
    as_match=True,
)
PLAIN_HEAD.set_name(" Dungeon Crawl Stone Soup version 0.34.1 (console) character file.\n\nGame seed: …")

_LEVEL = re.compile(r"[^X]*XL: +[0-9]{1,3}(?: +Next: +(?P<next>[0-9]{1,9})%)? *\n")
_GOLD = re.compile(r"Gold:? *(?P<gold>[0-9]{1,18})[ \n]")
_ONCE = ("XL:", "Gold")

# What ends the lists of the overview: a sentence below them, or two blank lines.
_BELOW_LISTS = ("\nYou ", "\n\n\n")

# What may open a section or end the lists before that, and what takes a longer look.
_ODD = re.compile(
    r"\n(?:[^\S\n]+\n|Inven|   Sk|Skill|There|Dunge|Overv|Annot|Innat|Mutat|Messa|Vanqu|Grand|Notes|Illus"
    r"|Level|Actio|Table|DLua |Condu)|Exp:|file\.|Began|Time:"
)

# The list of the mutations; one that begins on the next line takes a longer look.
_MUTATIONS = re.compile(r"\nA: +\S")

# Ru's sacrifice of experience, which shifts the thresholds. Every list begins with a colon.
_SACRIFICED = re.compile(r"\nA: (?:[^:\n]|\n(?=\S))*?\binexperienced(?: (?P<levels>[1-3])\b|(?=,))", re.ASCII)

# What may be the list of the runes, behind a glyph or a key that the player chose.
_RUNES = re.compile(r"\n(?P<line>[^\n]{0,8}: [^\n]{0,7}/[^\n]{0,11} rune[^\n]*)")


class _Edition(NamedTuple):
    """What all games of one version have in common."""

    version: Version
    regimes: tuple[score.Regime, ...]
    has_gems: bool
    tells_mutations: bool
    own_rules: bool


# Since runes are no items (d8593eb2) a number of them is one of kinds.
_RUNES_ARE_FLAGS = "0.9-a1-579"


@lru_cache(maxsize=4096)
def _edition(text: str) -> _Edition | None:
    """What is known of a version; ``None`` of one whose games take a longer look."""
    if odd_version(text):
        return None
    version = Version.parse(text)
    found = score.regimes(version)
    if not found or version.may_be_before(_RUNES_ARE_FLAGS) or any(newer_than_read(version)):
        return None
    if version.may_be_since(GEMS_SINCE) and not version.since(GEMS_SINCE):
        return None
    return _Edition(
        version, found, version.since(GEMS_SINCE), not version.before("0.16"), bool(own_rules(version))
    )


class _Ending(NamedTuple):
    """How a game ended, and what the score block says of it.

    Attributes:
        kind: ``win``, ``left``, ``quit`` or ``death``.
        day: the day of the end; ``None`` where it is not printed.
        runes: the runes that were carried out; ``None`` where none is named.
        gems: the gems, likewise.
    """

    kind: str
    day: str | None
    runes: int | None
    gems: int | None


def seen_in(record: Record) -> Glimpse | None:
    """What a glimpse has told of a record; ``None`` if nothing, or if nobody asked for one."""
    seen: Glimpse | None = getattr(record.document, "glimpse", None)
    return seen


def glimpse_of(text: str) -> Glimpse | None:
    """The glimpse of a morgue; ``None`` where it takes a longer look.

    Args:
        text: the whole file, with line feeds.
    """
    head = PLAIN_HEAD.re.match(text)
    if head is None or head.end() > grammar.LONGEST_LINE:
        return None
    edition, ending = _edition(head["version"]), _ending(head["ending"])
    if edition is None or ending is None:
        return None
    if head["sprint"] == "Sprint" and edition.own_rules:
        # The map may have scored itself.
        return None
    game, started = _game(text, head, edition, ending), iso_date(head["started"])
    if game is None or started is None:
        return None
    points = int(head["score"])
    breakdown = score.breakdown_of_any(edition.regimes, game)
    if points not in breakdown.total or breakdown.slack is None:
        return None
    ended = ending.day
    if ended is None and not (ending.kind in ("win", "left") and not ending.runes and not ending.gems):
        # A day that is not printed is the first.
        ended = started
    player, _ = names.split_title(head["who"])
    return Glimpse(
        points,
        breakdown,
        player,
        started,
        ended,
        head["seed"],
        head["chosen"] == " (custom seed)",
        head["mark"],
    )


def _ending(block: str) -> _Ending | None:
    """What the score block says of the end; ``None`` where that takes a longer look."""
    if "game lasted" in block or "Time:" in block:
        return None
    lines = [line.lstrip(" ") for line in block.split("\n") if line and not line.isspace()]
    first, last = lines[0], lines[-1]
    if first.startswith(("Was ", "The game lasted ")):
        return None
    kind = ending_of(first)
    if kind in ("win", "left"):
        return _carried_out(kind, lines)
    dated = grammar.DATE_AT_END.re.search(last)
    day = iso_date(dated["date"]) if dated else None
    return None if dated and day is None else _Ending(kind, day, None, None)


_TAKEN = (("runes", grammar.RUNES_TAKEN), ("gems", grammar.GEMS_TAKEN))


def _carried_out(kind: str, lines: list[str]) -> _Ending | None:
    """What was carried out of the dungeon, one line for the runes and one for the gems."""
    taken: dict[str, int] = {}
    day = None
    for line in lines[1:]:
        for thing, pattern in _TAKEN:
            match = pattern.re.match(line)
            if match is None:
                continue
            if thing in taken or day is not None or (thing == "runes" and match["types"]):
                return None
            taken[thing] = int(match[thing])
            day = iso_date(match["date"]) if match["date"] else None
            if match["date"] and day is None:
                return None
            break
        else:
            return None
    if " on " in lines[0]:
        return None
    return _Ending(kind, day, taken.get("runes"), taken.get("gems"))


def _game(text: str, head: re.Match[str], edition: _Edition, ending: _Ending) -> score.Game | None:
    """What goes into the score; ``None`` where it does not all stand where it stands in most files."""
    stats, listed = head["stats"], _lists(text, *head.span("stats"))
    level, gold = _LEVEL.match(stats), _GOLD.search(stats)
    if listed is None or level is None or gold is None or any(stats.count(sign) > 1 for sign in _ONCE):
        return None
    sacrificed = _sacrificed(listed)
    character = names.split_character(head["character"])
    if character is None or odd_species(character[0], head["version"]):
        return None
    # Without the list of the mutations the percentage may be of another ladder.
    known = "\nA: " in listed or not edition.tells_mutations
    xl, percent = int(head["xl"]), None if level["next"] is None else int(level["next"])
    # The level may be one of an older version (a note says so); the likeliest is that it is not.
    xp = experience.xp_span(xl, percent, character[0], edition.version, sacrificed or 0, percent_known=known)
    if xp is None or sacrificed is None or (ending.gems is not None and not edition.has_gems):
        return None
    # Who stays in the dungeon has the runes in the overview, and the gems in the notes.
    stays = ending.kind not in ("win", "left")
    runes = _runes_listed(listed) if stays else ending.runes or 0
    gems = gems_noted(text) if stays and edition.has_gems else ending.gems or 0
    if runes is None or gems is None:
        return None
    return score.Game(
        xp=xp,
        ending=ending.kind,
        runes=Span.exactly(runes),
        turns=Span.exactly(int(head["turns"])),
        gems=Span.exactly(gems),
        gold=Span.exactly(int(gold["gold"])),
        rune_items=None if ending.runes is None else Span.exactly(ending.runes),
        xp_from=f"level {xl}" if percent is None else f"level {xl} and {percent}%",
    )


def _sacrificed(lists: str) -> int | None:
    """The levels of the mutation "inexperienced"; ``None`` where its list takes a longer look."""
    if "inexperienced" not in lists:
        return 0
    if lists.count("inexperienced") > 1 or lists.count("\nA: ") > 1:
        return None
    match = _SACRIFICED.search(lists)
    return None if match is None else int(match["levels"] or 1)


def _runes_listed(lists: str) -> int | None:
    """How many runes the overview lists; ``None`` where the line takes a longer look."""
    found = _RUNES.search(lists)
    if found is None:
        return 0
    match = grammar.read(grammar.RUNE_LINE, grammar.squeezed(found["line"]))
    return None if match is None or found["line"].startswith(LIST_KEYS) else int(match["runes"])


def _lists(text: str, start: int, end: int) -> str | None:
    """The stats, which stand from ``start`` to ``end``, and the lists; ``None`` where they are not plain."""
    # The inventory stands below them: what ends them is not looked for further down.
    inventory = text.find("\nInventory:", start - 1)
    found = (text.find(words, start - 1, inventory + 1) for words in _BELOW_LISTS)
    below = min([at for at in found if at >= 0], default=-1)
    if inventory < 0 or below < end:
        return None
    listed = text[start - 1 : below + 1]
    begins_below = "\nA:" in listed and _MUTATIONS.search(listed) is None
    return None if begins_below or _ODD.search(listed) else listed
