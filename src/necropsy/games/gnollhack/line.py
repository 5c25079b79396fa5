"""The facts of one line of an xlogfile: each field, and what follows from several.

A reader states only what a field says by itself; a value that the game cannot have written
is a flaw, and the fact is left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from necropsy.games.gnollhack import words
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.tables_csv import rows
from necropsy.record import Evidence, Readers, Record, Statement
from necropsy.span import Span

__all__ = ["READERS", "VERSION", "LineRecord", "XlogLine"]

PLACE = "xlogfile"
VERSION = re.compile(r"4\.\d{1,3}\.\d{1,3}$", re.ASCII)


class LineRecord(Record):
    """The record of a line, which shows of it only the fields that a statement rests on."""

    __slots__ = ()

    def evidence_of(self, statement: Statement) -> Evidence:
        """The fields of the line that a statement rests on; the whole line where there are none."""
        fields: dict[str, str] = self.document.fields
        shown = [f"{key}={fields[key]}" for key in _fields_of(statement.fact) if key in fields]
        evidence = super().evidence_of(statement)
        return replace(evidence, text=" ".join(shown)) if shown else evidence


@lru_cache(maxsize=256)
def _fields_of(fact: str) -> tuple[str, ...]:
    plain = tuple(key for key, name, _ in (*_PLAIN, *_FURTHER) if name == fact)
    return plain or _FIELDS.get(fact, ())


_FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("version", "version_shown", "version_number", "build"), ("version", "edit")),
    **dict.fromkeys(("player", "account"), ("name", "cname")),
    **dict.fromkeys(("mode", "mode_words"), ("mode",)),
    **dict.fromkeys(("flags", "modern"), ("flags",)),
    **dict.fromkeys(("difficulty", "difficulty_level"), ("difficulty",)),
    **dict.fromkeys(
        ("achieve_bits", "achieved", "achievements", "small_achievements", "role_quest_done", "role_quest"),
        ("achieve",),
    ),
    **dict.fromkeys(("conduct_bits", "kept", "conducts", "conduct_points"), ("conduct",)),
    "achieved_words": ("achieveX",),
    "kept_words": ("conductX",),
    "max_level": ("maxlvl",),
    **dict.fromkeys(("depth_span", "max_depth"), ("maxlvl", "deathdnum", "deathlev")),
    **dict.fromkeys(("death_branch", "death_depth", "place"), ("deathdnum", "deathlev")),
    **dict.fromkeys(("cause", "ending", "won"), ("death",)),
    "helpless": ("while",),
    **dict.fromkeys(("started", "starttime_s"), ("starttime",)),
    **dict.fromkeys(("ended", "endtime_s"), ("endtime",)),
    "starttime_utc_s": ("starttimeUTC",),
    "endtime_utc_s": ("endtimeUTC",),
    "true_deaths": ("deaths",),
    "role_score": ("role",),
}
"""The fields of the facts that are not a field as it stands."""


class XlogLine(NamedTuple):
    """A line of the file: its fields and its number."""

    fields: dict[str, str]
    number: int


def _integer(record: Record, key: str) -> int | None:
    text = record.document.fields.get(key)
    if text is None:
        return None
    digits = text[1:] if text[:1] == "-" else text
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return int(text)
    record.flaw("F224", f"{key} is no number: {text[:40]!r}", record.document.number)
    return None


_MOST_DIGITS = 18
_HEX = re.compile(r"0x[0-9a-fA-F]{1,16}$", re.ASCII)


def _bits(record: Record, key: str) -> int | None:
    text = record.document.fields.get(key)
    if text is None:
        return None
    if _HEX.match(text):
        return int(text, 16)
    record.flaw("F224", f"{key} is no set of bits: {text[:40]!r}", record.document.number)
    return None


def _read_plain(record: Record) -> None:
    """State the fields that a score needs and that are a fact as they stand."""
    _read_table(record, _PLAIN)


def _read_further(record: Record) -> None:
    """State the other fields that are a fact as they stand."""
    _read_table(record, _FURTHER)


def _read_table(record: Record, table: tuple[tuple[str, str, _Words | None], ...]) -> None:
    fields, number = record.document
    state = record.state
    for key, fact, known in table:
        text = fields.get(key)
        if text is None:
            continue
        if known is None:
            value = _integer(record, key)
            if value is not None:
                state(fact, value, number, PLACE)
        elif text in known:
            state(fact, known[text], number, PLACE)
        elif known is _ANYTHING:
            state(fact, text, number, PLACE)
        else:
            record.flaw("F224", f"{key} has no value that the game writes: {text[:40]!r}", number)


def _read_version(record: Record) -> None:
    fields, number = record.document
    version = fields.get("version")
    if version is None:
        return
    if not VERSION.match(version):
        record.flaw("F224", f"version is none of GnollHack: {version[:40]!r}", number)
        return
    edit = _integer(record, "edit")
    record.state("version", version if edit is None else f"{version}-{edit}", number, PLACE)
    record.state("version_number", version, number, PLACE)
    if edit is not None:
        record.state("build", edit, number, PLACE)


def _read_names(record: Record) -> None:
    """State the hero's name. The account server writes the account's name over it and keeps it beside."""
    fields, number = record.document
    name = fields.get("name")
    hero = fields.get("cname") or name
    if hero is not None:
        record.state("player", hero, number, PLACE)
    if name is not None and name != hero:
        record.state("account", name, number, PLACE)


def _read_form(record: Record) -> None:
    """State what tells the builds apart that have no number: which fields a line has."""
    fields, number = record.document
    if "version" in fields:
        record.state("version_shown", fields["version"], number, PLACE)
    record.state("fields", tuple(fields), number, PLACE)


_MODES = {
    "normal": "classic",
    "modern": "modern",
    "casual": "casual",
    "casual-classic": "reloadable",
    "reloadable": "reloadable",
    "explore": "explore",
    "debug": "wizard",
}


def _read_mode(record: Record) -> None:
    fields, number = record.document
    said = fields.get("mode")
    if said is None:
        return
    record.state("mode_words", said, number, PLACE)
    mode = _MODES.get(said)
    if mode is None:
        record.flaw("F224", f"mode has no value that the game writes: {said[:40]!r}", number)
    else:
        record.state("mode", mode, number, PLACE)


_MODERN = 8


def _read_flags(record: Record) -> None:
    flags = _bits(record, "flags")
    if flags is not None:
        record.state("flags", flags, record.document.number, PLACE)
        record.state("modern", bool(flags & _MODERN), record.document.number, PLACE)


def _read_difficulty(record: Record) -> None:
    level = _integer(record, "difficulty")
    if level is None:
        return
    number = record.document.number
    at = level - _EASIEST
    if not 0 <= at < len(words.DIFFICULTIES):
        record.flaw("F224", f"difficulty is no level that the game has: {level}", number)
        return
    record.state("difficulty_level", level, number, PLACE)
    # Builds before 4.1.0-PA4 have neither these words nor words beside the bits.
    if "achieveX" in record.document.fields:
        record.state("difficulty", words.DIFFICULTIES[at], number, PLACE)


_EASIEST = -4


@lru_cache(maxsize=1)
def _achievement_bits() -> tuple[tuple[int, str], ...]:
    """Bits and tokens since 4.1.0-PA4; the tests of place have no token."""
    found: dict[int, str] = {}
    for row in rows("achievements"):
        if row["bit"] and not row["token"].startswith("ended_") and row["until"] != "4.1.0-PA3":
            found[int(row["bit"])] = row["token"]
    return tuple(sorted(found.items()))


@lru_cache(maxsize=4096)
def _achieved(mask: int) -> tuple[str, ...]:
    return tuple(token for bit, token in _achievement_bits() if mask >> bit & 1)


@lru_cache(maxsize=4096)
def _kept(mask: int) -> tuple[str, ...]:
    return tuple(token for bit, token in enumerate(CONDUCTS) if mask >> bit & 1)


def _read_achievements(record: Record) -> None:
    """State the bits and what they mean. Before 4.1.0-PA4 there are no words beside them, and other bits."""
    fields, number = record.document
    mask = _bits(record, "achieve")
    if mask is None:
        return
    record.state("achieve_bits", mask, number, PLACE)
    # Later builds always write the words; a line without them has lost them and keeps its bits.
    if "achieveX" in fields or _is_later(fields):
        achieved = _achieved(mask)
        record.state("achieved", achieved, number, PLACE)
        done = "role_achievement" in achieved
        # The bit exists since 4.1.0-B7.
        if done or fields.get("version") != "4.1.0" or "scoring" in fields:
            record.state("role_quest_done", done, number, PLACE)


def _is_later(fields: dict[str, str]) -> bool:
    """Whether the version alone says that the build came after the release of 4.1.0 and its betas."""
    version = fields.get("version", "4.0.")
    return version != "4.1.0" and not version.startswith("4.0.")


def _read_conducts(record: Record) -> None:
    mask = _bits(record, "conduct")
    if mask is not None:
        number = record.document.number
        record.state("conduct_bits", mask, number, PLACE)
        record.state("kept", _kept(mask), number, PLACE)


def _read_words(record: Record) -> None:
    """State the words that stand beside the bits, as they stand."""
    fields, number = record.document
    for key, fact in (("achieveX", "achieved_words"), ("conductX", "kept_words")):
        listed = fields.get(key)
        if listed is not None:
            record.state(fact, tuple(listed.split(",")) if listed else (), number, PLACE)


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
_QUEST, _LUDIOS, _PLANES, _ASTRAL = 4, 6, 10, -5
# Their levels are counted from 1 in the dump, and by their depth here.
_COUNTED_ANEW = (_QUEST, _LUDIOS)
# The shallowest level on which the portal to the Quest can lie, the deepest, and how far down it leads.
_PORTAL_HIGHEST, _PORTAL_LOWEST, _QUEST_DEPTH = 11, 14, 5


def _read_depth(record: Record) -> None:
    """State how deep the hero can have been: ``maxlvl`` leaves out the Quest, whose portal is on 11 to 14."""
    branch, depth, most = (_integer(record, key) for key in ("deathdnum", "deathlev", "maxlvl"))
    number = record.document.number
    if most is None:
        return
    record.state("max_level", most, number, PLACE)
    if branch is None or depth is None:
        return
    low = max(most, depth, 1)
    if branch == _QUEST:
        high = max(low, _PORTAL_LOWEST + _QUEST_DEPTH)
    elif most < _PORTAL_HIGHEST:
        high = low
    else:
        high = max(low, min(_PORTAL_LOWEST, most) + _QUEST_DEPTH)
    record.state("depth_span", Span(low, high), number, PLACE)
    if low == high:
        record.state("max_depth", low, number, PLACE)


def _read_place(record: Record) -> None:
    """State where the game ended."""
    fields, number = record.document
    branch, depth = _integer(record, "deathdnum"), _integer(record, "deathlev")
    if branch is None or depth is None:
        return
    record.state("death_branch", branch, number, PLACE)
    record.state("death_depth", depth, number, PLACE)
    # Before 4.1.0-B1 the branches had other numbers.
    if 0 <= branch <= _PLANES and (
        fields.get("version") != "4.1.0" or "scoring" in fields or "demo" in fields
    ):
        place = _BRANCHES[branch]
        if branch == _PLANES:
            place = "The Astral Plane" if depth == _ASTRAL else place
        elif branch not in _COUNTED_ANEW:
            place = f"{place}, level {depth}"
        record.state("place", place, number, PLACE)


_ENDING = re.compile(r"(?P<ending>quit|escaped|ascended)(?: \(|$)")


def _read_death(record: Record) -> None:
    fields, number = record.document
    cause = fields.get("death")
    if cause is None:
        return
    record.state("cause", cause, number, PLACE)
    match = _ENDING.match(cause)
    ending = match["ending"] if match else "death"
    record.state("ending", ending, number, PLACE)
    record.state("won", ending == "ascended", number, PLACE)
    if helpless := fields.get("while"):
        record.state("helpless", helpless, number, PLACE)


def _read_true_deaths(record: Record) -> None:
    deaths = record.first("umortality")
    if deaths is not None and deaths.value >= 0:
        record.state("true_deaths", Span(0, deaths.value), deaths.line, PLACE)


def _read_times(record: Record) -> None:
    """Moments of start and end in UTC; how far the local clock was from it."""
    number = record.document.number
    for fact, key in (("started", "starttime"), ("ended", "endtime")):
        seconds = _integer(record, key)
        if seconds is None:
            continue
        record.state(f"{key}_s", seconds, number, PLACE)
        try:
            moment = _EPOCH + timedelta(seconds=seconds)
        except OverflowError:
            record.flaw("F224", f"{key} is no moment: {seconds}", number)
        else:
            record.state(fact, moment, number, PLACE)
        shifted = _integer(record, f"{key}UTC")
        if shifted is not None:
            record.state(f"{key}_utc_s", shifted, number, PLACE)


_EPOCH = datetime(1970, 1, 1)

_Words = dict[str, str | bool]

_ROLES: _Words = {code: code for code in words.ROLES.values()}
# Gnolls took the place of gnomes in 4.1.0-PA2.
_RACES: _Words = {**{code: code for code in words.RACES.values()}, "Gno": "Gnl"}
_GENDERS: _Words = {code: code for code in words.GENDERS.values()}
_ALIGNMENTS: _Words = {code: code for code in words.ALIGNMENTS.values()}
_YES_NO: _Words = {"yes": True, "no": False}
_ANYTHING: _Words = {}

_PLAIN: tuple[tuple[str, str, _Words | None], ...] = (
    ("points", "score", None),
    ("role", "role", _ROLES),
    ("race", "race", _RACES),
    ("gender", "gender", _GENDERS),
    ("gender0", "gender_original", _GENDERS),
    ("align", "alignment", _ALIGNMENTS),
    ("align0", "alignment_original", _ALIGNMENTS),
    ("turns", "turns", None),
    ("deaths", "umortality", None),
    ("scoring", "scoring", _YES_NO),
)
"""Key, fact, and the words that the field can have: ``None`` for a number."""

_FURTHER: tuple[tuple[str, str, _Words | None], ...] = (
    ("realtime", "duration_s", None),
    ("xplvl", "xl", None),
    ("hp", "hp", None),
    ("maxhp", "max_hp", None),
    ("collapse", "collapses", None),
    ("seclvl", "seclvl", None),
    ("editstart", "build_started", None),
    ("versionstart", "version_started", _ANYTHING),
    ("tournament", "tournament", _YES_NO),
    ("demo", "demo", None),
    ("birthdate", "birth_day", _ANYTHING),
    ("deathdate", "death_day", _ANYTHING),
    ("server", "server", _ANYTHING),
    ("platform", "platform", _ANYTHING),
    ("store", "store", _ANYTHING),
)

READERS = Readers(
    {
        **dict.fromkeys(("version", "version_number", "build"), (_read_version,)),
        **dict.fromkeys(("version_shown", "fields"), (_read_form,)),
        **dict.fromkeys(("player", "account"), (_read_names,)),
        **dict.fromkeys([fact for _, fact, _ in _PLAIN], (_read_plain,)),
        **dict.fromkeys([fact for _, fact, _ in _FURTHER], (_read_further,)),
        **dict.fromkeys(("mode", "mode_words"), (_read_mode,)),
        **dict.fromkeys(("flags", "modern"), (_read_flags,)),
        **dict.fromkeys(("difficulty", "difficulty_level"), (_read_difficulty,)),
        **dict.fromkeys(("achieve_bits", "achieved", "role_quest_done"), (_read_achievements,)),
        **dict.fromkeys(("conduct_bits", "kept"), (_read_conducts,)),
        **dict.fromkeys(("achieved_words", "kept_words"), (_read_words,)),
        **dict.fromkeys(("max_level", "depth_span", "max_depth"), (_read_depth,)),
        **dict.fromkeys(("death_branch", "death_depth", "place"), (_read_place,)),
        **dict.fromkeys(("cause", "ending", "won", "helpless"), (_read_death,)),
        **dict.fromkeys(
            ("started", "ended", "starttime_s", "endtime_s", "starttime_utc_s", "endtime_utc_s"),
            (_read_times,),
        ),
        "true_deaths": (_read_true_deaths,),
    }
)
