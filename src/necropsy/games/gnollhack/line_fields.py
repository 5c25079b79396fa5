"""The fields of an xlogfile's line: which fact each is, and which fields a fact rests on."""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.gnollhack import words

__all__ = ["ALWAYS", "ANYTHING", "FURTHER", "PLAIN", "SOMETIMES", "Table", "fields_of"]

ALWAYS = frozenset(
    {
        "version",
        "points",
        "deathdnum",
        "deathlev",
        "maxlvl",
        "hp",
        "maxhp",
        "deaths",
        "deathdate",
        "birthdate",
        "uid",
        "role",
        "race",
        "gender",
        "align",
        "name",
        "death",
        "conduct",
        "turns",
        "achieve",
        "realtime",
        "starttime",
        "endtime",
        "gender0",
        "align0",
        "flags",
        "difficulty",
        "mode",
    }
)
"""The fields of every line since 4.1.0-B1."""

SOMETIMES = frozenset(
    {
        "edit",
        "versionstart",
        "editstart",
        "cname",
        "while",
        "achieveX",
        "conductX",
        "starttimeUTC",
        "endtimeUTC",
        "xplvl",
        "demo",
        "scoring",
        "tournament",
        "seclvl",
        "collapse",
        "platform",
        "platformversion",
        "port",
        "portversion",
        "portbuild",
        "portseclvl",
        "store",
        "server",
        "src",
    }
)
"""The fields of some versions and servers."""

Words = dict[str, str | bool]
Table = tuple[tuple[str, str, Words | None], ...]
"""Key, fact, and the words that the field can have: ``None`` for a number."""

_ROLES: Words = {code: code for code in words.ROLES.values()}
# Gnolls took the place of gnomes in 4.1.0-PA2.
_RACES: Words = {**{code: code for code in words.RACES.values()}, "Gno": "Gnl"}
_GENDERS: Words = {code: code for code in words.GENDERS.values()}
_ALIGNMENTS: Words = {code: code for code in words.ALIGNMENTS.values()}
_YES_NO: Words = {"yes": True, "no": False}
ANYTHING: Words = {}

PLAIN: Table = (
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
"""The fields that a score needs and that are a fact as they stand."""

FURTHER: Table = (
    ("realtime", "duration_s", None),
    ("xplvl", "xl", None),
    ("hp", "hp", None),
    ("maxhp", "max_hp", None),
    ("collapse", "collapses", None),
    ("seclvl", "seclvl", None),
    ("editstart", "build_started", None),
    ("versionstart", "version_started", ANYTHING),
    ("tournament", "tournament", _YES_NO),
    ("demo", "demo", None),
    ("birthdate", "birth_day", ANYTHING),
    ("deathdate", "death_day", ANYTHING),
    ("server", "server", ANYTHING),
    ("platform", "platform", ANYTHING),
    ("store", "store", ANYTHING),
)


@lru_cache(maxsize=256)
def fields_of(fact: str) -> tuple[str, ...]:
    """The keys of the fields that a fact rests on."""
    plain = tuple(key for key, name, _ in (*PLAIN, *FURTHER) if name == fact)
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
