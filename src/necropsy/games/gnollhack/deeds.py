"""Achievements and voluntary challenges, as the dump lists them.

Each line becomes the word that the xlogfile has for it. What a word is worth in which
version is decided elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar
from necropsy.games.gnollhack.tables_csv import rows

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["CONDUCTS", "in_order", "read_achievements", "read_challenges"]

_NOTHING = ("You had not earned any achievements.", "You have not earned any achievements.")

# The role achievement is named by the deed itself up to 4.1.3-54.
_DEEDS = (
    "defeated ",
    "found ",
    "attained ",
    "successfully cast ",
    "taken ",
    "completed your optional quest by ",
)


@lru_cache(maxsize=1)
def _phrases() -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Tokens by phrase, and by the beginning of a phrase."""
    whole, beginnings = {}, {}
    for row in rows("achievements"):
        if row["phrase"].endswith("*"):
            beginnings[row["phrase"][:-1]] = row["token"]
        elif row["phrase"]:
            whole[row["phrase"]] = row["token"]
    return whole, tuple(beginnings.items())


@lru_cache(maxsize=1)
def _order() -> dict[str, int]:
    """The place of each achievement in the list of the xlogfile."""
    order: dict[str, int] = {}
    for row in rows("achievements"):
        if row["bit"]:
            order[row["token"]] = int(row["bit"])
    return order


def in_order(tokens: set[str]) -> tuple[str, ...]:
    """Tokens of achievements in the order of their bits."""
    order = _order()
    return tuple(sorted(tokens, key=lambda token: (order.get(token, 99), token)))


def _token(phrase: str) -> str:
    whole, beginnings = _phrases()
    if phrase in whole:
        return whole[phrase]
    for beginning, token in beginnings:
        if phrase.startswith(beginning):
            return token
    return "role_achievement" if phrase.startswith(_DEEDS) else ""


def read_achievements(record: Record) -> None:
    """State the achievements by their tokens, and what they say of the role's quests."""
    document = record.document
    section = document.sections.last("achievements")
    if section is None:
        return
    place = "achievements"
    title = document.number(section.start)
    found: dict[str, int] = {}
    for number, line in document.body(section):
        if line in _NOTHING:
            continue
        phrase = line.removesuffix(".").removeprefix("You had ").removeprefix("You have ")
        token = _token(phrase)
        if not token:
            record.flaw("F203", f"{line!r} is no achievement", number)
        elif token in found:
            record.flaw("C237", f"{line!r} stands twice", number)
        else:
            found[token] = number
    quest = found.pop("role_quest", 0)
    record.state("achieved", in_order(set(found)), next(iter(found.values()), title), place)
    record.state("quest_completed", bool(quest), quest or title, place)
    done = found.get("role_achievement", 0)
    record.state("role_quest_done", bool(done), done or title, place)


_CHALLENGES: dict[str, tuple[str, ...]] = {
    "You were blind from birth.": ("blind",),
    "You were faithfully nudist.": ("nudist",),
    "You went without food.": ("foodless", "vegan", "vegetarian"),
    "You followed a strict vegan diet.": ("vegan", "vegetarian"),
    "You were vegetarian.": ("vegetarian",),
    "You were an atheist.": ("atheist",),
    "You never hit with a wielded weapon.": ("weaponless",),
    "You were a pacifist.": ("pacifist",),
    "You were illiterate.": ("illiterate",),
    "You never genocided any monsters.": ("genocideless",),
    "You never polymorphed an object.": ("polyless",),
    "You never changed form.": ("polyselfless",),
    "You used no wishes.": ("wishless", "artiwishless"),
    "You did not wish for any artifacts.": ("artiwishless",),
    "You never engraved Elbereth.": ("elberethless",),
    "You never caused conflict.": ("conflictless",),
    "You never had a pet or ally.": ("petless",),
    "You never found a bones level.": ("boneless",),
}
_PRESENT = {
    "You have been blind from birth.": "You were blind from birth.",
    "You have been faithfully nudist.": "You were faithfully nudist.",
    "You have gone without food.": "You went without food.",
    "You have followed a strict vegan diet.": "You followed a strict vegan diet.",
    "You have been vegetarian.": "You were vegetarian.",
    "You have been an atheist.": "You were an atheist.",
    "You have never hit with a wielded weapon.": "You never hit with a wielded weapon.",
    "You have been a pacifist.": "You were a pacifist.",
    "You have been illiterate.": "You were illiterate.",
}
CONDUCTS = (
    "foodless",
    "vegan",
    "vegetarian",
    "atheist",
    "weaponless",
    "pacifist",
    "illiterate",
    "polyless",
    "polyselfless",
    "wishless",
    "artiwishless",
    "genocideless",
    "blind",
    "nudist",
    "elberethless",
    "conflictless",
    "never_died",
    "petless",
    "boneless",
)
"""In the order of their bits in the xlogfile."""

_ORDER = {token: at for at, token in enumerate(CONDUCTS)}
_COUNTS = (
    ("genocides", grammar.GENOCIDES, "species"),
    ("pets", grammar.PETS, "pets"),
    ("bones_levels", grammar.BONES, "bones"),
)


def read_challenges(record: Record) -> None:
    """State the conducts that were kept, by their tokens, and what is counted of the others."""
    document = record.document
    section = document.sections.last("challenges")
    if section is None:
        return
    place = "voluntary challenges"
    kept: dict[str, int] = {}
    for number, line in document.body(section):
        tokens = _CHALLENGES.get(_PRESENT.get(line, line))
        if tokens is not None:
            for token in tokens:
                kept.setdefault(token, number)
        else:
            _read_count(record, number, line, place)
    title = document.number(section.start)
    record.state("kept", tuple(sorted(kept, key=_ORDER.__getitem__)), next(iter(kept.values()), title), place)
    if "wishless" in kept:
        record.state("wishes", 0, kept["wishless"], place)


def _read_count(record: Record, number: int, line: str, place: str) -> None:
    if match := grammar.read(grammar.WISHES, line):
        wishes = int(match["wishes"] or 0)
        record.state("wishes", wishes, number, place)
        said = match["artifacts"] or ("1" if match["one"] else "0")
        artifacts = wishes if said in ("all", "both") else int(said)
        record.state("artifact_wishes", artifacts, number, place)
        return
    for fact, pattern, group in _COUNTS:
        if match := grammar.read(pattern, line):
            record.state(fact, int(match[group]), number, place)
            return
