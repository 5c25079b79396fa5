"""Willpower, up to 0.25 "magic resistance": how a character comes by it, and what the overview shows.

    W = XL x (the species' Will) + 40 x (steps of what it wears and is)        forms: +40, -40
    W = at most 200 (from the trunk of 0.30 on)
    W = W / 2, rounded to 0, while its will is weak, and in Tartarus
    W = at least 0 (from 0.12 on)

The robe of Folly takes all of it, a form of shadow or slaughter resists whatever comes
(player_willpower in player.cc; to 0.25 player_res_magic). The numbers are data:
``tables/will_species.csv``, ``will_sources.csv`` and ``will_rules.csv``.

A file does not always fix what goes in, nor does a trunk build always say which of two rules
it follows, so every answer is the set of values that can be.

>>> minotaur = Bearer(27, "Minotaur", (Source("armour", (2,)),))
>>> will_of(minotaur, Version.parse("0.34.1"))
frozenset({161})
>>> pips(161)
'++++.'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from necropsy.games.dcss.by_version import choices, table_rows
from necropsy.games.dcss.names import rows
from necropsy.games.dcss.version import Version
from necropsy.span import Span

__all__ = [
    "IMMUNE",
    "PIPS_SINCE",
    "Bearer",
    "Source",
    "Wills",
    "band_of_pips",
    "band_of_words",
    "forms",
    "is_immune",
    "pips",
    "pips_of",
    "species_will",
    "step",
    "will_of",
    "words",
]

Wills = frozenset[int]
"""Every Will that a character may have."""

IMMUNE = 5000
"""The Will of a form that no hex touches (``WILL_INVULN``, before ``MAG_IMMUNE``)."""

PIPS_SINCE = "0.14"
"""The overview shows pips from here on."""

_PER_LEVEL = 3
_PIP = 40
_PIPS = 5


class Source(NamedTuple):
    """Something that raises or lowers Will.

    Attributes:
        name: the source in ``will_sources.csv`` (``"ring"``).
        counts: how many steps of it there are, or may be (``(0, 1)``: perhaps one).
    """

    name: str
    counts: tuple[int, ...] = (1,)


class Bearer(NamedTuple):
    """All of a character that its Will depends on.

    Attributes:
        xl: experience level.
        species: as the game prints it.
        sources: what it wears and is.
        form: the form that it has taken (``"lich"``), "" for its own.
        halved: whether its will is weak (Will/2), or may be.
        tartarus: whether it stands there, or may.
        folly: whether it wears the robe of Folly, or may.
    """

    xl: int
    species: str
    sources: tuple[Source, ...] = ()
    form: str = ""
    halved: tuple[bool, ...] = (False,)
    tartarus: tuple[bool, ...] = (False,)
    folly: tuple[bool, ...] = (False,)


def species_will(species: str, version: Version) -> tuple[int, ...]:
    """Will per experience level (``will_species.csv``); 3 for a species that has no row there."""
    return tuple(map(int, choices("will_species", species, version))) or (_PER_LEVEL,)


def step(source: str, version: Version) -> tuple[int, ...]:
    """What one step of a source adds (``will_sources.csv``); 0 where it is no source."""
    return tuple(map(int, choices("will_sources", source, version))) or (0,)


@lru_cache(maxsize=1)
def forms() -> frozenset[str]:
    """The forms that are known (``forms.csv``); of any other it is not known what it does to Will."""
    return frozenset(row["form"] for row in rows("forms"))


def is_immune(form: str, version: Version) -> tuple[bool, ...]:
    """Whether a form resists every hex."""
    return tuple(dict.fromkeys(form == each for each in choices("will_rules", "immune", version)))


@lru_cache(maxsize=4096)
def will_of(bearer: Bearer, version: Version) -> Wills:
    """Every Will that the character may have in the builds that ``version`` may be.

    Each rule of a build that cannot be placed is taken either way, so the set may hold a few
    values that no build gives; it never lacks one.
    """
    found: set[int] = set()
    for immune, naked in product(is_immune(bearer.form, version), _in_force("folly", bearer.folly, version)):
        if immune:
            found.add(IMMUNE)
        elif naked:
            found.add(0)
        else:
            found |= _finished(_sums(bearer, version), bearer, version)
    return frozenset(found)


def _sums(bearer: Bearer, version: Version) -> set[int]:
    """XL x the species' Will + the steps of each source."""
    found = {bearer.xl * will for will in species_will(bearer.species, version)}
    for source in (*bearer.sources, Source(bearer.form)):
        added = {count * each for count in source.counts for each in step(source.name, version)}
        found = {will + more for will in found for more in added}
    return found


def _finished(sums: set[int], bearer: Bearer, version: Version) -> set[int]:
    """The sum after the cap, the halving and the floor, in this order."""
    places = _in_force("tartarus", bearer.tartarus, version)
    halvings = {weak or there for weak, there in product(bearer.halved, places)}
    caps, floors = choices("will_rules", "cap", version), choices("will_rules", "floor", version)
    found = set()
    for will, halved, cap, floor in product(sums, halvings, caps, floors):
        capped = min(will, int(cap)) if cap else will
        left = int(capped / 2) if halved else capped
        found.add(max(left, int(floor)) if floor else left)
    return found


def _in_force(rule: str, said: tuple[bool, ...], version: Version) -> set[bool]:
    """Whether what may be so counts: a version may not have the rule yet."""
    return {so and known == "yes" for so, known in product(said, choices("will_rules", rule, version))}


def pips(will: int) -> str:
    """The pips of a Will that is no immunity: one for each 40, at most five (output.cc).

    >>> pips(39), pips(160), pips(200)
    ('.....', '++++.', '+++++')
    """
    held = min(max(will, 0) // _PIP, _PIPS)
    return "+" * held + "." * (_PIPS - held)


def pips_of(wills: Iterable[int], version: Version) -> tuple[str, ...]:
    """How the overview may show a Will, the least first.

    An immunity is ∞ in 0.27 to 0.33, and five pips before; 0.34 compares the count of pips with
    the Will of an immunity, so it shows five again.
    """
    return _pips_of(frozenset(wills), version)


@lru_cache(maxsize=4096)
def _pips_of(wills: Wills, version: Version) -> tuple[str, ...]:
    shown: list[str] = []
    for will in sorted(wills):
        shown += choices("will_rules", "immune_pips", version) if will >= IMMUNE else (pips(will),)
    return tuple(dict.fromkeys(shown))


def band_of_pips(shown: str) -> Span:
    """Every Will that some pips stand for; an immunity is above all of them."""
    held = _PIPS if shown == "∞" else shown.count("+")
    low = None if held == 0 else held * _PIP
    return Span(low, None if held == _PIPS else held * _PIP + _PIP - 1)


def band_of_words(said: str, version: Version) -> Span | None:
    """Every Will that a word of the status line stands for; ``None`` if the version has no such word.

    >>> band_of_words("quite resistant to hostile enchantments", Version.parse("0.17.1"))
    Span(low=60, high=89)
    """
    word, _, against = said.partition(" resistant to ")
    low: int | None = None
    for row in table_rows("will_words", version):
        if said == f"immune to {row['against']}":
            return Span.at_least(IMMUNE)
        if row["against"] == against:
            high = int(row["below"]) - 1 if row["below"] else None
            if row["word"] == word:
                return Span(low, high)
            low = None if high is None else high + 1
    return None


def words(wills: Iterable[int], version: Version) -> tuple[str, ...]:
    """How the status line of 0.2 to 0.18 may put a Will, the least first; empty in other versions.

    >>> words([81], Version.parse("0.17.1"))
    ('quite resistant to hostile enchantments',)
    """
    scale = table_rows("will_words", version)
    against = tuple(dict.fromkeys(row["against"] for row in scale))
    found = (_in_words(will, kind, scale) for will in sorted(wills) for kind in against)
    return tuple(dict.fromkeys(found))


def _in_words(will: int, against: str, scale: tuple[dict[str, str], ...]) -> str:
    if will >= IMMUNE:
        return f"immune to {against}"
    bands = (row for row in scale if row["against"] == against)
    word = next(row["word"] for row in bands if not row["below"] or will < int(row["below"]))
    return f"{word} resistant to {against}"
