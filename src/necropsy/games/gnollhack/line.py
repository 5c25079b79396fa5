"""The facts of one line of an xlogfile: each field, and what follows from several.

A reader states only what a field says by itself; a value that the game cannot have written
is a flaw, and the fact is left out.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache
from operator import itemgetter
from typing import Any

from necropsy.games.gnollhack import words
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.line_fields import ALWAYS, ANYTHING, FURTHER, PLAIN, Table, fields_of
from necropsy.games.gnollhack.numbers import bits_of, number_of
from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build
from necropsy.logline import Line, LineReaders, LineRecord
from necropsy.span import Span

__all__ = [
    "PLACE",
    "PLANES",
    "QUEST",
    "READERS",
    "VERSION",
    "WORDS",
    "XlogRecord",
    "depths",
    "ending_of",
    "hero_in",
]

PLACE = "xlogfile"
UNSETTLED = "unsettled"
"""The fact that rules about lines need: whether no glance has settled all that they ask."""

VERSION = re.compile(r"4\.\d{1,3}\.\d{1,3}$", re.ASCII)


class XlogRecord(LineRecord):
    """The record of a line. What a score needs is read at once, the rest when it is asked for.

    Attributes:
        is_in_order: whether a glance saw that no rule about a line has more to say of it than hints.
    """

    __slots__ = ("_build", "is_in_order")

    GAME = "gnollhack"
    PLACE = PLACE
    fields_of = staticmethod(fields_of)

    def __init__(
        self, source: str, line: Line, fields: dict[str, str], readers: LineReaders | None = None
    ) -> None:
        super().__init__(source, line, fields, READERS if readers is None else readers)
        self._build: Build | None = None
        self.is_in_order = False

    @property
    def build(self) -> Build | None:
        """The build that finished the game; ``None`` where the line does not say it."""
        assert self.facts is not None
        return self._build

    @property
    def is_plain(self) -> bool:
        """Whether the line's form is in order, and nobody has said anything of the game yet."""
        return self._unread and not self._flaws and not self._facts

    def essence(self) -> str:
        """The values of the fields that every line has and no server writes anew."""
        try:
            # No value has a tab: what differs gives another text.
            return "\t".join(_values_of_essence(self.fields))
        except KeyError:
            return repr(tuple(map(self.fields.get, _ESSENCE)))

    def read(self) -> None:
        """Read what a score needs."""
        fields = self.fields
        self._facts[UNSETTLED] = not self.is_in_order
        said = _said_in(tuple(map(fields.get, WORDS)), "achieveX" in fields, "demo" in fields)
        if said is None:
            _read_words_of_a_score(self)
        else:
            facts, build = said
            self.facts.update(facts)
            self._build = build or self._build
        _read_table(self, _NUMBERS)
        _read_bits(self)
        _read_depth(self)
        _read_death(self)


_WORDED = tuple(row for row in PLAIN if row[2] is not None)
WORDS = ("version", "edit", "mode", "flags", "difficulty", *(key for key, _, _ in _WORDED))
_NUMBERS = tuple(row for row in PLAIN if row[2] is None)


def _read_words_of_a_score(record: XlogRecord) -> None:
    """State version, role, race, mode, difficulty and the like: of each there are few."""
    _read_version(record)
    _read_table(record, _WORDED)
    _read_mode(record)
    _read_difficulty(record)


@lru_cache(maxsize=16_384)
def _said_in(
    words: tuple[str | None, ...], achievements: bool, demo: bool
) -> tuple[dict[str, Any], Build | None] | None:
    """The facts that these fields state, and the build; ``None`` if one of them has a flaw.

    Many heroes of a log are of one role, race and version: their words are read once.
    """
    fields = {key: text for key, text in zip(WORDS, words, strict=True) if text is not None}
    fields |= {key: "" for key, there in (("achieveX", achievements), ("demo", demo)) if there}
    record = XlogRecord("", Line("", 0), fields)
    record._unread = False
    _read_words_of_a_score(record)
    return None if record.flaws else (record.facts, record.build)


# What an account server writes anew is the name alone.
_ESSENCE = tuple(sorted(ALWAYS - {"name"}))
_values_of_essence = itemgetter(*_ESSENCE)


def _integer(record: LineRecord, key: str) -> int | None:
    text = record.fields.get(key)
    return None if text is None else _number(record, key, text)


def _number(record: LineRecord, key: str, text: str) -> int | None:
    number = number_of(text)
    if number is None:
        record.flaw("F224", f"{key} is no number: {text[:40]!r}")
    return number


def _bits(record: LineRecord, key: str) -> int | None:
    text = record.fields.get(key)
    if text is None:
        return None
    bits = bits_of(text)
    if bits is None:
        record.flaw("F224", f"{key} is no set of bits: {text[:40]!r}")
    return bits


def _read_table(record: LineRecord, table: Table) -> None:
    """State the fields that are a fact as they stand."""
    fields, facts = record.fields, record.facts
    for key, fact, known in table:
        text = fields.get(key)
        if text is None:
            continue
        if known is None:
            number = _number(record, key, text)
            if number is not None:
                facts[fact] = number
        elif text in known:
            facts[fact] = known[text]
        elif known is ANYTHING:
            facts[fact] = text
        else:
            record.flaw("F224", f"{key} has no value that the game writes: {text[:40]!r}")


def _read_further(record: LineRecord) -> None:
    _read_table(record, FURTHER)


def _read_version(record: XlogRecord) -> None:
    fields, facts = record.fields, record.facts
    version = fields.get("version")
    if version is None:
        return
    facts["version_shown"] = version
    if not VERSION.match(version):
        record.flaw("F224", f"version is none of GnollHack: {version[:40]!r}")
        return
    edit = _integer(record, "edit")
    facts["version_number"] = version
    if edit is None:
        facts["version"] = version
    else:
        facts["version"] = f"{version}-{edit}"
        facts["build"] = edit
    record._build = _build(version, edit, *(key in fields for key in ("achieveX", "demo", "scoring")))


@lru_cache(maxsize=4096)
def _build(version: str, edit: int | None, words: bool, demo: bool, scoring: bool) -> Build | None:
    """The build; without an edit these three fields tell some builds apart."""
    there = {"achieveX": words, "demo": demo, "scoring": scoring}
    return Build.of_fields(version, edit, [key for key, is_there in there.items() if is_there])


def hero_in(fields: dict[str, str]) -> str | None:
    """The hero's name. The account server writes the account's name over it and keeps it beside."""
    return fields.get("cname") or fields.get("name")


def _read_names(record: LineRecord) -> None:
    fields, facts = record.fields, record.facts
    name, hero = fields.get("name"), hero_in(fields)
    if hero is not None:
        facts["player"] = hero
    if name is not None and name != hero:
        facts["account"] = name


def _read_fields(record: LineRecord) -> None:
    record.facts["fields"] = tuple(record.fields)


_MODES = {
    "normal": "classic",
    "modern": "modern",
    "casual": "casual",
    "casual-classic": "reloadable",
    "reloadable": "reloadable",
    "explore": "explore",
    "debug": "wizard",
}
_MODERN = 8


def _read_mode(record: LineRecord) -> None:
    facts = record.facts
    said = record.fields.get("mode")
    if said is not None:
        facts["mode_words"] = said
        mode = _MODES.get(said)
        if mode is None:
            record.flaw("F224", f"mode has no value that the game writes: {said[:40]!r}")
        else:
            facts["mode"] = mode
    flags = _bits(record, "flags")
    if flags is not None:
        facts["flags"] = flags
        facts["modern"] = bool(flags & _MODERN)


_EASIEST = -4


def _read_difficulty(record: LineRecord) -> None:
    level = _integer(record, "difficulty")
    if level is None:
        return
    at = level - _EASIEST
    if not 0 <= at < len(words.DIFFICULTIES):
        record.flaw("F224", f"difficulty is no level that the game has: {level}")
        return
    record.facts["difficulty_level"] = level
    # Builds before 4.1.0-PA4 have neither these words nor words beside the bits.
    if "achieveX" in record.fields:
        record.facts["difficulty"] = words.DIFFICULTIES[at]


@lru_cache(maxsize=1)
def _achievement_bits() -> tuple[tuple[int, str], ...]:
    """Bits and tokens since 4.1.0-PA4; the tests of place have no token."""
    found: dict[int, str] = {}
    for row in rows("achievements"):
        if row["bit"] and not row["token"].startswith("ended_") and row["until"] != "4.1.0-PA3":
            found[int(row["bit"])] = row["token"]
    return tuple(sorted(found.items()))


@lru_cache(maxsize=8192)
def _achieved(mask: int) -> tuple[str, ...]:
    return tuple(token for bit, token in _achievement_bits() if mask >> bit & 1)


@lru_cache(maxsize=8192)
def _kept(mask: int) -> tuple[str, ...]:
    return tuple(token for bit, token in enumerate(CONDUCTS) if mask >> bit & 1)


def _read_bits(record: LineRecord) -> None:
    """State achievements and conducts: the bits and what they mean."""
    facts = record.facts
    conducts = _bits(record, "conduct")
    if conducts is not None:
        facts["conduct_bits"] = conducts
        facts["kept"] = _kept(conducts)
    mask = _bits(record, "achieve")
    if mask is not None:
        facts["achieve_bits"] = mask
        _read_achieved(record, mask)


def _read_achieved(record: LineRecord, mask: int) -> None:
    """State the achievements. Before 4.1.0-PA4 there are no words beside the bits, and other bits."""
    fields = record.fields
    version = fields.get("version", "4.0.")
    # Later builds always write the words; a line without them has lost them and keeps its bits.
    is_later = version != "4.1.0" and not version.startswith("4.0.")
    if is_later or "achieveX" in fields:
        achieved = record.facts["achieved"] = _achieved(mask)
        done = "role_achievement" in achieved
        # The bit exists since 4.1.0-B7.
        if done or version != "4.1.0" or "scoring" in fields:
            record.facts["role_quest_done"] = done


def _read_words(record: LineRecord) -> None:
    """State the words that stand beside the bits, as they stand."""
    for key, fact in (("achieveX", "achieved_words"), ("conductX", "kept_words")):
        listed = record.fields.get(key)
        if listed is not None:
            record.facts[fact] = tuple(listed.split(",")) if listed else ()


_BRANCHES = (
    "The Dungeons of Doom",
    "Gehennom",
    "The Gnomish Mines",
    "The Large Circular Dungeon",
    "The Quest",
    "Sokoban",
    "Fort Ludios",
    "Plane of the Modron",
    "Hellish Pastures",
    "Vlad's Tower",
    "The Elemental Planes",
)
QUEST, _LUDIOS, PLANES, _ASTRAL = 4, 6, 10, -5
# Their levels are counted from 1 in the dump, and by their depth here.
_COUNTED_ANEW = (QUEST, _LUDIOS)
# The shallowest level on which the portal to the Quest can lie, the deepest, and how far down it leads.
_PORTAL_HIGHEST, _PORTAL_LOWEST, _QUEST_DEPTH = 11, 14, 5


def _read_depth(record: LineRecord) -> None:
    """State where the game ended and how deep the hero was: ``maxlvl`` leaves out the Quest."""
    facts = record.facts
    branch, depth = _integer(record, "deathdnum"), _integer(record, "deathlev")
    most = _integer(record, "maxlvl")
    if most is not None:
        facts["max_level"] = most
    if branch is None or depth is None:
        return
    facts["death_branch"], facts["death_depth"] = branch, depth
    if most is None:
        return
    span = facts["depth_span"] = depths(branch == QUEST, depth, most)
    if span.low == span.high:
        facts["max_depth"] = span.low


@lru_cache(maxsize=4096)
def depths(in_quest: bool, depth: int, most: int) -> Span:
    """The deepest level, the Quest included, whose portal lies on 11 to 14."""
    low = max(most, depth, 1)
    if in_quest:
        return Span(low, max(low, _PORTAL_LOWEST + _QUEST_DEPTH))
    if most < _PORTAL_HIGHEST:
        return Span(low, low)
    return Span(low, max(low, min(_PORTAL_LOWEST, most) + _QUEST_DEPTH))


def _read_place(record: LineRecord) -> None:
    """State where the game ended, in words."""
    fields, branch, depth = record.fields, record.value("death_branch"), record.value("death_depth")
    if branch is None or not 0 <= branch <= PLANES:
        return
    # Before 4.1.0-B1 the branches had other numbers.
    if fields.get("version") != "4.1.0" or "scoring" in fields or "demo" in fields:
        place = _BRANCHES[branch]
        if branch == PLANES:
            place = "The Astral Plane" if depth == _ASTRAL else place
        elif branch not in _COUNTED_ANEW:
            place = f"{place}, level {depth}"
        record.facts["place"] = place


_ENDINGS = {"quit": "quit", "escaped": "escaped", "ascended": "ascended"}


def ending_of(cause: str) -> str:
    """How a game ended, by its cause; what the hero was doing may follow in brackets."""
    return _ENDINGS.get(cause.partition(" (")[0], "death")


def _read_death(record: LineRecord) -> None:
    """State how the game ended."""
    cause = record.fields.get("death")
    if cause is None:
        return
    facts = record.facts
    facts["cause"] = cause
    ending = facts["ending"] = ending_of(cause)
    facts["won"] = ending == "ascended"


def _read_helpless(record: LineRecord) -> None:
    if helpless := record.fields.get("while"):
        record.facts["helpless"] = helpless


def _read_true_deaths(record: LineRecord) -> None:
    deaths = record.value("umortality")
    if deaths is not None and deaths >= 0:
        record.facts["true_deaths"] = Span(0, deaths)


_CLOCKS = {
    "starttime_s": "starttime",
    "endtime_s": "endtime",
    "starttime_utc_s": "starttimeUTC",
    "endtime_utc_s": "endtimeUTC",
}


def _read_times(record: LineRecord) -> None:
    """Start and end in seconds, by UTC and by the clock that the game shows."""
    for fact, key in _CLOCKS.items():
        seconds = _integer(record, key)
        if seconds is not None:
            record.facts[fact] = seconds


def _read_moments(record: LineRecord) -> None:
    for fact, key in (("started", "starttime"), ("ended", "endtime")):
        seconds = record.value(f"{key}_s")
        if seconds is None:
            continue
        try:
            record.facts[fact] = _EPOCH + timedelta(seconds=seconds)
        except OverflowError:
            record.flaw("F224", f"{key} is no moment: {seconds}")


_EPOCH = datetime(1970, 1, 1)

READERS = LineReaders(
    {
        **dict.fromkeys(("player", "account"), _read_names),
        **dict.fromkeys([fact for _, fact, _ in FURTHER], _read_further),
        **dict.fromkeys(("achieved_words", "kept_words"), _read_words),
        **dict.fromkeys(("started", "ended"), _read_moments),
        **dict.fromkeys(_CLOCKS, _read_times),
        "fields": _read_fields,
        "helpless": _read_helpless,
        "place": _read_place,
        "true_deaths": _read_true_deaths,
    }
)
"""What is read when it is asked for."""
