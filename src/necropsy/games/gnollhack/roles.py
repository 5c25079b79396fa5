"""What a role earns beside the general score: its own deeds, and the bonus for its optional quest.

The dump's role block gives counts, values or names. What each is worth is data, in
``tables/roles.csv``; here is how the roles count. Amounts are spans: where the block and
the other lists do not fix one, the percentage of the block may narrow it.

>>> newest = Build.parse("4.3.0 (Build 10)")
>>> items("Arc", newest, {"artifact": 1, "historic_statue": 1, "mummy_wrapping": 2, "art": 150})
Span(low=79000, high=79000)
>>> quest("Arc", newest)
Span(low=60000, high=60000)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from necropsy.games.gnollhack import spells as spell_book
from necropsy.games.gnollhack.monsters import Listed, Monster, monsters
from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.span import Span

__all__ = [
    "NOT_IN_PERCENTAGE",
    "ROLES",
    "counts_for",
    "deeds",
    "in_bounty",
    "is_unrestricted",
    "items",
    "kinds",
    "knight",
    "percent",
    "quest",
    "spells",
    "tourist",
    "unknown",
    "within_percentage",
    "worth",
]

ROLES: dict[str, tuple[str, ...]] = {
    "Arc": ("Archaeologist",),
    "Bar": ("Barbarian",),
    "Cav": ("Caveman", "Cavewoman"),
    "Hea": ("Healer",),
    "Kni": ("Knight",),
    "Mon": ("Monk",),
    "Pri": ("Priest", "Priestess"),
    "Ran": ("Ranger",),
    "Rog": ("Rogue",),
    "Sam": ("Samurai",),
    "Tou": ("Tourist",),
    "Val": ("Valkyrie",),
    "Wiz": ("Wizard",),
}
"""The roles by their three letters, each with the words that dumps call it."""

NOT_IN_PERCENTAGE = frozenset({"mummy_wrapping", "sarcophagus"})
"""What an Archaeologist's printed percentage leaves out although it is scored (since 4.2.0-120)."""

QUEST = "quest"
NOTHING = Span.exactly(0)
HUNDRED_PERCENT = 600_000
"""What the printed percentage is a part of; the cap of the role amount."""


# ------------------------------------------------------------------------------ worth


@dataclass(frozen=True, slots=True)
class _Worth:
    role: str
    what: str
    points: int
    builds: BuildRange


@lru_cache(maxsize=4096)
def worth(role: str, what: str, build: Build) -> Span:
    """Points for each thing of a kind; 0 where the build does not count it.

    A build that cannot be placed gives all that it may be worth.
    """
    held = [row for row in _worths().get((role, what), ()) if row.builds.overlaps(build)]
    spans = [Span.exactly(row.points) for row in held]
    if not any(row.builds.holds(build) for row in held):
        spans.append(NOTHING)
    return reduce(or_, spans)


def counts_for(role: str, what: str) -> bool:
    """Whether a role counts a thing in any version."""
    return what != QUEST and (role, what) in _worths()


def kinds(role: str) -> tuple[str, ...]:
    """All that a role was ever paid for, its optional quest left out."""
    return tuple(what for of, what in _worths() if of == role and what != QUEST)


def quest(role: str, build: Build) -> Span:
    """The bonus for the role achievement (before 4.1.3-42 it counts as a notable one)."""
    return worth(role, QUEST, build)


@lru_cache(maxsize=1024)
def unknown(role: str, build: Build) -> Span:
    """The role-specific amount of a game of which nothing else is known: an xlogfile line's."""
    paid = any(worth(role, what, build) != NOTHING for what in kinds(role))
    return Span.at_least(0) if paid else NOTHING


def deeds(role: str, build: Build) -> tuple[str, ...]:
    """How the dump lists the role achievement up to 4.1.3-54, without "You had" and the full stop."""
    return tuple(phrase for of, phrase, builds in _deeds() if of == role and builds.overlaps(build))


@lru_cache(maxsize=1)
def _worths() -> dict[tuple[str, str], tuple[_Worth, ...]]:
    table: dict[tuple[str, str], tuple[_Worth, ...]] = {}
    for row in rows("roles"):
        one = _Worth(row["role"], row["what"], int(row["points"]), BuildRange(row["since"], row["until"]))
        table[one.role, one.what] = (*table.get((one.role, one.what), ()), one)
    return table


@lru_cache(maxsize=1)
def _deeds() -> tuple[tuple[str, str, BuildRange], ...]:
    return tuple(
        (row["role"], row["phrase"], BuildRange(row["since"], row["until"])) for row in rows("deeds")
    )


# ------------------------------------------------------------------------- percentage


def percent(amount: int) -> int:
    """What the block prints for an amount (with the bonus): ``min(100, trunc(100 x amount / 600000))``.

    >>> [percent(amount) for amount in (130_750, 5_999, 999_999, -6_001)]
    [21, 0, 100, -1]
    """
    return min(100, abs(100 * amount) // HUNDRED_PERCENT * (1 if amount > 0 else -1))


def within_percentage(printed: int, bonus: Span = NOTHING) -> Span:
    """The role-specific amounts for which the block prints this percentage.

    Args:
        printed: the percentage.
        bonus: the bonus for the role achievement, which is part of it.

    >>> within_percentage(21, Span.exactly(60_000))
    Span(low=66000, high=71999)
    """
    step = HUNDRED_PERCENT // 100
    low = step * printed if printed > 0 else step * (printed - 1) + 1
    high = None if printed >= 100 else step * (printed + 1) - 1 if printed >= 0 else step * printed
    return Span(low, high) - bonus


def _narrowed(amount: Span, printed: int | None, bonus: Span) -> Span:
    """The part of a span that fits the percentage; the whole span if none does (a rule reports that)."""
    if printed is None:
        return amount
    return amount & within_percentage(printed, bonus) or amount


# ------------------------------------------------------------------------------ items

_CONTAINERS_UNCOUNTED = BuildRange("4.1.3-45", "4.1.3-54")
"""A Valkyrie's artifacts in containers are scored and not counted in the block; other items the other way."""


def items(
    role: str,
    build: Build,
    counts: Mapping[str, int],
    *,
    containers: bool = False,
    printed: int | None = None,
    bonus: Span = NOTHING,
) -> Span:
    """The amount of a role that collects: Arc, Bar, Cav, Ran, Rog, Sam, Val.

    Args:
        role: the role.
        build: the build that finished the game.
        counts: how many of each kind the role block names (with those in the chest), by the
            names of ``tables/roles.csv``: ``{"item": 2, "ammo": 12}``. Of ``art``,
            ``valuables`` and ``points`` it is the value.
        containers: whether the dump lists the contents of a container.
        printed: the percentage that the block prints.
        bonus: the bonus for the role achievement.

    Raises:
        KeyError: if the role counts no such thing in any version.
    """
    for what in counts:
        if (role, what) not in _worths():
            raise KeyError(what)
    amount = sum((worth(role, what, build) * count for what, count in counts.items()), start=NOTHING)
    # A line that gives the worth in points gives all of it.
    if role == "Val" and containers and "points" not in counts and _CONTAINERS_UNCOUNTED.overlaps(build):
        return _narrowed(Span(amount.low, None), printed, bonus)
    return amount


# --------------------------------------------------------------------------- monsters


@dataclass(frozen=True, slots=True)
class _Bounty:
    """Which monsters count for a Knight of an alignment in a range of builds."""

    builds: BuildRange
    alignments: tuple[str, ...]
    nature: str
    dragons: int
    imps: bool = False

    def holds(self, monster: Monster) -> bool:
        if bool(getattr(monster, self.nature)) or (self.imps and monster.kind == "S_IMP"):
            return True
        return monster.kind == "S_DRAGON" and self.dragons * (monster.alignment or 0) > 0


_BOUNTIES = (
    _Bounty(BuildRange("4.1.3-42", "4.1.3-42"), ("lawful", "neutral", "chaotic"), "demon", -1),
    _Bounty(BuildRange("4.1.3-43", "4.1.3-45"), ("lawful",), "demon", -1),
    _Bounty(BuildRange("4.1.3-46", ""), ("lawful",), "demon", -1, imps=True),
    _Bounty(BuildRange("4.1.3-43", ""), ("chaotic",), "angel", 1),
    _Bounty(BuildRange("4.1.3-49", ""), ("neutral",), "undead", 0),
)

_LISTS_THE_LIVING = BuildRange("4.1.3-43", "4.1.3-44")
"""The Knight's list names every species that would count, with 0 deaths, too; a unique without a count."""

_COUNTER = BuildRange("4.1.3-46", "")
"""Knights and Tourists have a running counter; a neutral Knight's is corrected by no list."""


def in_bounty(monster: Monster, alignment: str, build: Build) -> bool:
    """Whether a Knight of an alignment (``lawful``, ``neutral``, ``chaotic``) is paid for a monster."""
    return any(
        bounty.holds(monster)
        for bounty in _BOUNTIES
        if alignment in bounty.alignments and bounty.builds.overlaps(build)
    )


def knight(
    build: Build,
    slain: Iterable[Listed],
    *,
    alignment: str,
    vanquished: Iterable[Listed] = (),
    died_out: Iterable[Listed] = (),
    printed: int | None = None,
    bonus: Span = NOTHING,
) -> Span:
    """A Knight's amount.

    Args:
        build: the build that finished the game.
        slain: the names of the role block's list.
        alignment: the alignment in force at the end: ``lawful``, ``neutral`` or ``chaotic``.
        vanquished: the list of vanquished creatures; for a neutral Knight, who has no list
            of the slain (since 4.1.3-46), and for 4.1.3-43 and -44.
        died_out: the species that the list of extinct ones marks as such; they count up to -45.
        printed: the percentage that the block prints.
        bonus: the bonus for the role achievement.
    """
    if alignment == "neutral" and _COUNTER.overlaps(build):
        return _narrowed(_at_most_bounty(build, vanquished, alignment), printed, bonus)
    entries = [entry for entry in slain if entry.times > 0]
    surely = _surely_dead(build, vanquished) if _LISTS_THE_LIVING.overlaps(build) else None
    amount = sum((_slain(entry, build, surely) for entry in entries), start=NOTHING)
    amount += sum((_extinction(entry, build, alignment) for entry in died_out), start=NOTHING)
    return _narrowed(amount, printed, bonus)


def _slain(entry: Listed, build: Build, surely_dead: Collection[str] | None) -> Span:
    """What the deaths of a species pay; of a unique monster the first alone."""
    found = monsters(entry.name, build)
    if not found:
        return Span.at_least(0)
    unique, each = worth("Kni", "unique", build), worth("Kni", "slain", build)
    amounts = []
    for monster in found:
        hard = monster.difficulty + 1
        amounts.append(unique * hard if monster.unique else each * hard * entry.times)
        if monster.unique and surely_dead is not None and monster.name not in surely_dead:
            amounts.append(NOTHING)
    return reduce(or_, amounts)


def _surely_dead(build: Build, vanquished: Iterable[Listed]) -> frozenset[str]:
    return frozenset(monster.name for entry in vanquished for monster in monsters(entry.name, build))


def _extinction(entry: Listed, build: Build, alignment: str) -> Span:
    each = worth("Kni", "died_out", build)
    found = [monster for monster in monsters(entry.name, build) if in_bounty(monster, alignment, build)]
    return _any([each * (monster.difficulty + 1) for monster in found if not monster.unique])


def _at_most_bounty(build: Build, vanquished: Iterable[Listed], alignment: str) -> Span:
    """From nothing to what a Knight of this alignment would get for all that was vanquished."""
    total = NOTHING
    for entry in vanquished:
        found = [monster for monster in monsters(entry.name, build) if in_bounty(monster, alignment, build)]
        if found or not monsters(entry.name, build):
            total += _slain(entry, build, None)
    return total | NOTHING


def tourist(
    build: Build,
    selfies: Iterable[Listed],
    *,
    vanquished: Iterable[Listed] = (),
    alignment: str = "",
    printed: int | None = None,
    bonus: Span = NOTHING,
) -> Span:
    """A Tourist's amount: each species photographed, once.

    Args:
        build: the build that finished the game.
        selfies: the names of the role block's list.
        vanquished: the list of vanquished creatures. A change of alignment (a helm's, too)
            overwrites the running counter of any role with what a Knight would have, and
            only a list of selfies that is not empty puts a Tourist's right again. Left out,
            no such change is reckoned with.
        alignment: the alignment in force at the end.
        printed: the percentage that the block prints.
        bonus: the bonus for the role achievement.
    """
    pictures = list(selfies)
    if not pictures and _COUNTER.overlaps(build):
        return _at_most_bounty(build, vanquished, alignment)
    each = worth("Tou", "selfie", build)
    amount = NOTHING
    for entry in pictures:
        found = monsters(entry.name, build)
        amounts = [each * (monster.difficulty + 1) for monster in found]
        amount += _any(amounts) if found else Span.at_least(0)
    return _narrowed(amount, printed, bonus)


def _any(amounts: list[Span]) -> Span:
    return reduce(or_, amounts) if amounts else NOTHING


# ----------------------------------------------------------------------------- spells

_LEVELS = Span(-1, 12)
"""The levels that spells have."""


def spells(
    role: str,
    build: Build,
    known: Iterable[str],
    new: int,
    schools: Collection[str],
    *,
    alignment: str | None = None,
    amnesia: bool = True,
    printed: int | None = None,
    bonus: Span = NOTHING,
) -> Span:
    """The amount of a role that learns: Hea, Pri, Wiz.

    A spell counts if its school is not restricted and its book was not known at the start.
    The block gives their number only. Each role starts with some spells that are always the
    same and some random ones; amnesia makes a starting book unknown again, and then its
    spell counts, too.

    Args:
        role: the role.
        build: the build that finished the game.
        known: the names of all spells in the repertoire.
        new: how many new spells in unrestricted schools the block counts.
        schools: the schools in the list of final skills (``"healing"``).
        alignment: the original alignment, for a Priest's starting spell.
        amnesia: whether to reckon with it, as no file tells. Without, the spells that every
            hero of the role starts with cannot be among the new ones.
        printed: the percentage that the block prints.
        bonus: the bonus for the role achievement.

    >>> healer = Build.parse("4.3.0 (Build 10)"), ["Minor healing", "Sleep", "Full healing"], 1, ["healing"]
    >>> spells("Hea", *healer, amnesia=False), spells("Hea", *healer)
    (Span(low=22000, high=22000), Span(low=2000, high=22000))
    """
    learnt = [name for name in known if is_unrestricted(name, build, schools)]
    if not amnesia:
        from_start = spell_book.starting(role, alignment)
        rest = [name for name in learnt if name.casefold() not in from_start]
        # with fewer left than were counted there was amnesia
        learnt = rest if new <= len(rest) else learnt
    amount = worth(role, "spell", build) * _weight_of(new, learnt, build)
    return _narrowed(amount, printed, bonus)


def _weight_of(number: int, names: list[str], build: Build) -> Span:
    """The sum of level + 2 over some of the spells: from the lightest to the heaviest choice."""
    if number > len(names):
        return (_LEVELS + 2) * number
    levels = [_level(name, build) for name in names]
    lightest = sorted(level.low or 0 for level in levels)[:number]
    heaviest = sorted((level.high or 0 for level in levels), reverse=True)[:number]
    return Span(sum(lightest), sum(heaviest)) + 2 * number


def _level(name: str, build: Build) -> Span:
    found = spell_book.spells(name, build)
    return reduce(or_, (Span.exactly(spell.level) for spell in found)) if found else _LEVELS


def is_unrestricted(name: str, build: Build, schools: Collection[str]) -> bool:
    """Whether a spell may count; one that no table knows may."""
    found = spell_book.spells(name, build)
    return not found or any(spell.school in schools for spell in found)
