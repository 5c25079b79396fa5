"""The facts of one line of a logfile: each field, and what follows from several.

The game writes a line for every game that ends (hiscores.cc, ``set_score_fields``), and one
more when wizard or explore mode is entered. Facts have the names that they have in a
morgue, and values of the same form, so that the two can be compared.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from necropsy import xlog
from necropsy.games.dcss import experience, names
from necropsy.games.dcss.facts import GEMS_SINCE, map_of_title, sprints, version_of
from necropsy.games.dcss.line_moment import day_of, moment
from necropsy.games.dcss.plain_line import PlainLine
from necropsy.games.dcss.version import Version
from necropsy.logline import ADDED, Line, LineReaders, LineRecord

__all__ = ["FACTS", "KNOWN", "LINE_KINDS", "PLACE", "READERS", "CrawlLine"]

PLACE = "logfile"

_INTEGERS = {
    "sc": "score",
    "xl": "xl",
    "hp": "hp",
    "mhp": "max_hp",
    "mmhp": "max_hp_unrotted",
    "mp": "mp",
    "mmp": "max_mp",
    "sklev": "best_skill_level",
    "lvl": "level",
    "absdepth": "depth",
    "turn": "turns",
    "dur": "duration_s",
    "aut": "aut",
    "urune": "runes",
    "nrune": "rune_items",
    "fgem": "gems",
    "igem": "gems_intact",
    "gold": "gold",
    "goldfound": "gold_collected",
    "goldspent": "gold_spent",
    "zigscompleted": "zigs_completed",
    "zigdeepest": "zig_deepest",
}
"""The fields that are a number, and the fact of each."""

_LATER = {
    "str": "strength",
    "int": "intelligence",
    "dex": "dexterity",
    "ac": "ac",
    "ev": "ev",
    "sh": "sh",
    "piety": "piety",
    "kills": "kills",
    "scrollsused": "scrolls_used",
    "potionsused": "potions_used",
}
"""Further numbers, read when somebody asks."""

_TEXTS = {
    "name": "player",
    "race": "species",
    "cls": "background",
    "title": "title",
    "place": "place_short",
    "br": "branch",
    "sk": "best_skill",
    "seed": "seed",
    "god": "god",
}
"""The fields that are a fact as they stand."""

_FURTHER = {"killer": "killer", "status": "status", "server": "server"}
"""The same, read when somebody asks."""

_UNREAD = (
    "ktyp wiz explore start end v vlong lv vsav vsavrv explbr tiles char bmmp banisher ltyp fruit uid"
    " pen maxskills fifteenskills killer_flags dam sdam tdam kaux ikiller kpath map mapdesc killermap tmsg"
    " vmsg"
)
_OF_SCOREBOARDS = "src file game game_key cversion offset lineno id hash url"
"""What scoreboards put beside the game's own fields."""

KNOWN = frozenset({*_INTEGERS, *_LATER, *_TEXTS, *_FURTHER, *_UNREAD.split(), *_OF_SCOREBOARDS.split()})
"""Every field of 0.4 to the trunk of 0.35."""

_ENDINGS = {"winning": "win", "leaving": "left", "quitting": "quit"}
_ENTRIES = {"wizmode": "wizard", "exploremode": "explore"}
"""What is written when a mode is entered; to 0.30-a0-897 explore mode calls itself wizard mode."""

LINE_KINDS = {"0.1-sprint.1": "sprint", "0.1-zotdef.1": "zotdef"}
"""What ``lv``, the version of the line, says of the kind of game."""


class CrawlLine(LineRecord):
    """The record of a line. What score and rules need is read at once, the rest when it is asked for.

    Args:
        source: the file's name.
        line: the line.
        fields: its fields by key, without those that stand twice; ``None`` for a plain line.
        repeated: keys that stand twice with different values; nothing is taken from them.
        broken: parts of the line that have no key.
        kind: the kind of game that the file's name stands for, if it says one.
        plain: what a glance needs of a line that has nothing odd about its form.

    Attributes:
        repeated: the same.
        broken: the same.
        negative: keys of numbers below 0, mostly the hit points and nothing else.
        kin: what it has in common with other lines, once somebody asked.
    """

    __slots__ = ("_moments", "broken", "kin", "kind", "negative", "plain", "repeated")

    GAME = "dcss"
    PLACE = PLACE

    def __init__(
        self,
        source: str,
        line: Line,
        fields: dict[str, str] | None,
        repeated: tuple[str, ...] = (),
        broken: tuple[str, ...] = (),
        kind: str | None = None,
        plain: PlainLine | None = None,
    ) -> None:
        super().__init__(source, line, fields, READERS)
        self.plain = plain
        self.kind = kind
        self.repeated = repeated
        self.broken = broken
        self.negative: list[str] = []
        self.kin: Any = None
        self._moments: tuple[int | None, int | None] | None = None

    @property
    def moments(self) -> tuple[int | None, int | None]:
        """Start and end in seconds since 1970, their clock read as UTC; ``None`` for what is no date."""
        if self._moments is None:
            if self.plain is not None:
                self._moments = moment(self.plain.start), moment(self.plain.end)
            else:
                get = self.fields.get
                self._moments = moment(get("start", "")), moment(get("end", ""))
        return self._moments

    def cut(self) -> dict[str, str]:
        """The fields of a plain line, in which each stands once."""
        return xlog.read_colons(self.text).values

    @property
    def entry(self) -> str | None:
        """The mode whose beginning the line tells of: it is no end then."""
        return _ENTRIES.get(self.fields.get("ktyp", "") if self.plain is None else self.plain.ktyp)

    def essence(self) -> str:
        """What two lines of one game have in common, whoever copied them; a plain one has nothing added."""
        return self.text if self.plain is not None else super().essence()

    def own_text(self) -> str:
        """The line without the fields that scoreboards add."""
        own = ((key, value) for key, value in self.fields.items() if key not in ADDED)
        return ":".join(f"{key}={value.replace(':', '::')}" for key, value in own)

    def fields_of(self, fact: str) -> tuple[str, ...]:
        """The keys of the fields that a fact rests on."""
        return _FIELDS_OF.get(fact, ())

    def read(self) -> None:
        """Read what score and rules need."""
        fields, facts = self.fields, self.facts
        get = fields.get
        for fact, text in zip(_INTEGER_FACTS, map(get, _INTEGERS), strict=True):
            if text is not None:
                if text.isdecimal() and len(text) <= _MOST_DIGITS:
                    facts[fact] = int(text)
                else:
                    _read_odd_integer(self, fact, text)
        later = "".join(map(get, _LATER, _NO_TEXTS))
        if not later.isdecimal() or len(later) > _LATER_DIGITS:
            _check_later(self)
        for fact, text in zip(_TEXT_FACTS, map(get, _TEXTS), strict=True):
            if text is not None:
                facts[fact] = text
        facts["god"] = get("god", "")
        facts["version"] = version = get("vlong") or get("v")
        facts["game_type"] = LINE_KINDS.get(get("lv", ""), self.kind)
        facts["start_s"], facts["end_s"] = self.moments
        _read_end(self)
        if "nrune" not in fields and "urune" not in fields and facts["game_type"] != "sprint":
            facts["runes"] = facts["rune_items"] = 0
        if version is not None and "fgem" not in fields and _has_gems(version):
            facts["gems"] = 0


NEVER_NEGATIVE = frozenset(
    {"turn", "dur", "urune", "nrune", "fgem", "igem", "kills", "aut", "gold", "goldfound", "goldspent"}
) | {
    "scrollsused",
    "potionsused",
}
"""The numbers that count up from 0."""

_INTEGER_FACTS = tuple(_INTEGERS.values())
_TEXT_FACTS = tuple(_TEXTS.values())
_KEY_OF = {fact: key for key, fact in (_INTEGERS | _LATER).items()}
_NO_TEXTS = ("",) * len(_LATER)
_MOST_DIGITS = 18
_LATER_DIGITS = 40
"""So many digits the further numbers of a line have at most, all together, as a rule."""
_NUMBER = re.compile(r"-\d{1,18}", re.ASCII)


def _read_odd_integer(record: CrawlLine, fact: str, text: str) -> None:
    """State a number below 0, or note what is no number."""
    if _NUMBER.fullmatch(text):
        record.negative.append(_KEY_OF[fact])
        # What only counts up is unknown where the line says less than nothing.
        if _KEY_OF[fact] not in NEVER_NEGATIVE:
            record.facts[fact] = int(text)
    else:
        record.flaw("F130", f"{_KEY_OF[fact]} is no number: {text[:40]!r}")


def _check_later(record: CrawlLine) -> None:
    """Look at each of the further numbers: together they are no plain digits."""
    for key, fact in _LATER.items():
        text = record.fields.get(key)
        if text is not None and not (text.isdecimal() and len(text) <= _MOST_DIGITS):
            _read_odd_integer(record, fact, text)


def _read_later(record: LineRecord) -> None:
    """State the numbers that are wanted rarely; those below 0 are there already."""
    for key, fact in _LATER.items():
        text = record.fields.get(key)
        if text is not None and text.isdecimal() and len(text) <= _MOST_DIGITS:
            record.facts[fact] = int(text)


def _read_end(record: LineRecord) -> None:
    """State how the game ended, or which mode was entered; and whether a mode was on."""
    fields, facts = record.fields, record.facts
    kind = fields.get("ktyp")
    facts["wizard"] = "wiz" in fields and fields["wiz"] == "1"
    facts["explore"] = "explore" in fields and fields["explore"] == "1"
    if kind in _ENTRIES:
        facts["entry"] = _ENTRIES[kind]
    elif kind is not None:
        ending = _ENDINGS.get(kind, "death")
        facts["ending"] = ending
        facts["won"] = ending == "win"


@lru_cache(maxsize=4096)
def _has_gems(text: str) -> bool:
    """Whether every build of a version writes the gems that were found, if any were."""
    try:
        return Version.parse(text).since(GEMS_SINCE)
    except ValueError:
        return False


# -------------------------------------------------------------------------------- dates


def _read_days(record: LineRecord) -> None:
    """State the days of start and end as a morgue prints them."""
    for key, fact, seconds in (("start", "started", "start_s"), ("end", "ended", "end_s")):
        if record.facts.get(seconds) is not None:
            day = day_of(record.fields[key][:8])
            assert day is not None, "it was read before"
            record.facts[fact] = day[1]


# ------------------------------------------------------------------- what is asked for later


def _read_further(record: LineRecord) -> None:
    for key, fact in _FURTHER.items():
        if key in record.fields:
            record.facts[fact] = record.fields[key]


def _read_mode(record: LineRecord) -> None:
    """State the mode: wizard or explore where the line is marked, else the kind of game."""
    facts = record.facts
    mode = next((mode for mode in ("wizard", "explore") if facts.get(mode)), facts.get("game_type"))
    if mode is not None:
        facts["mode"] = mode


def _read_seed_choice(record: LineRecord) -> None:
    if record.facts.get("game_type") == "seeded":
        record.facts["seed_custom"] = True


def _read_place(record: LineRecord) -> None:
    """State the place in the words of a morgue, where they are sure."""
    place = names.place_in_words(record.facts.get("place_short", ""))
    if place is not None:
        record.facts["place"] = place


def _read_cause(record: LineRecord) -> None:
    cause = record.fields.get("vmsg") or record.fields.get("tmsg")
    if cause:
        record.facts["cause"] = cause[:1].upper() + cause[1:]


def _read_save(record: LineRecord) -> None:
    """State the version that wrote the save which the game was continued from."""
    saved_by = record.fields.get("vsavrv")
    if saved_by is not None:
        record.facts["save_version"] = saved_by.removeprefix("Git:")


def _read_penance(record: LineRecord) -> None:
    if "pen" in record.fields:
        record.facts["penance"] = True


_MAP_OF_FILE = re.compile(r"scores-sprint-(?P<map>\w{1,40})")


def _read_map(record: LineRecord) -> None:
    """State a sprint's map: by its title, by the name of a file of scores, by the vault of the end."""
    if record.facts.get("game_type") != "sprint":
        return
    fields, named = record.fields, _MAP_OF_FILE.search(record.source[-255:])
    for name in (map_of_title(fields.get("mapdesc", "")), named and named["map"], fields.get("map")):
        if name in sprints():
            record.facts["map"] = name
            return


def _read_no_runes(record: LineRecord) -> None:
    """State that a sprint whose line names no runes had none, where its map leaves none out.

    From 0.12 to 0.31-a0-1238 a map that scores itself does.
    """
    if "urune" in record.fields or "nrune" in record.fields:
        return
    version, name = version_of(record), record.value("map")
    row = sprints().get(name)
    if version is not None and (version.since(GEMS_SINCE) or (row is not None and not row["own_score"])):
        record.facts["runes"] = record.facts["rune_items"] = 0


def _read_xp_span(record: LineRecord) -> None:
    level, species, version = record.facts.get("xl"), record.facts.get("species"), version_of(record)
    if level is not None and species is not None and version is not None:
        span = experience.xp_span(level, None, species, version, percent_known=False)
        if span is not None:
            record.facts["xp_span"] = span


READERS = LineReaders(
    {
        **dict.fromkeys(("started", "ended"), _read_days),
        **dict.fromkeys(_FURTHER.values(), _read_further),
        **dict.fromkeys(_LATER.values(), _read_later),
        "mode": _read_mode,
        "seed_custom": _read_seed_choice,
        "place": _read_place,
        "cause": _read_cause,
        "save_version": _read_save,
        "penance": _read_penance,
        "map": _read_map,
        **dict.fromkeys(("runes", "rune_items"), _read_no_runes),
        "xp_span": _read_xp_span,
    }
)

_FIELDS_OF: dict[str, tuple[str, ...]] = {
    **{fact: (key,) for key, fact in (_INTEGERS | _LATER | _TEXTS | _FURTHER).items()},
    "version": ("v", "vlong"),
    "game_type": ("lv",),
    **dict.fromkeys(("start_s", "started"), ("start",)),
    **dict.fromkeys(("end_s", "ended"), ("end",)),
    **dict.fromkeys(("entry", "ending", "won"), ("ktyp",)),
    "wizard": ("wiz",),
    "explore": ("explore",),
    "mode": ("wiz", "explore", "lv"),
    "place": ("place",),
    "cause": ("tmsg", "vmsg"),
    "save_version": ("vsavrv",),
    "penance": ("pen",),
    "map": ("map", "mapdesc"),
    "xp_span": ("xl", "race"),
    "runes": ("urune", "nrune"),
}
"""The keys of the fields that each fact rests on."""

FACTS = frozenset({*_FIELDS_OF, *READERS})
"""Every fact that a line can state."""
