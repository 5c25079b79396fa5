"""The game's names: species, backgrounds, gods, branches and titles, by version.

The tables stand in ``tables/*.csv`` with their source; this module only looks things up.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from necropsy.tables import rows_of

__all__ = [
    "abbreviation_fits",
    "canonical_place",
    "god_of_worship_note",
    "is_background",
    "is_place",
    "note_places",
    "place_in_words",
    "rows",
    "short_form_can_be",
    "skills_of_title",
    "split_character",
    "split_title",
    "title_pattern",
]


rows = partial(rows_of, "dcss")
"""The rows of ``tables/<table>.csv`` as dictionaries."""


@lru_cache(maxsize=1)
def _species() -> dict[str, set[str]]:
    abbreviations: dict[str, set[str]] = {}
    for row in rows("species"):
        abbreviations.setdefault(row["name"], set()).add(row["abbreviation"])
    return abbreviations


@lru_cache(maxsize=1)
def _backgrounds() -> dict[str, set[str]]:
    abbreviations: dict[str, set[str]] = {}
    for row in rows("backgrounds"):
        abbreviations.setdefault(row["name"], set()).add(row["abbreviation"])
    return abbreviations


def is_background(text: str) -> bool:
    """Whether some version has a background of this name."""
    return text in _backgrounds()


# Of a species and a background together ("Deep Elf Earth Elementalist").
_MOST_WORDS = 6


@lru_cache(maxsize=4096)
def split_character(text: str) -> tuple[str, str] | None:
    """``"Mountain Dwarf Fighter"`` as species and background; ``None`` if the game knows no such pair."""
    words = text.split(" ", _MOST_WORDS)
    for at in range(1, len(words)):
        species, background = " ".join(words[:at]), " ".join(words[at:])
        if species in _species() and background in _backgrounds():
            return species, background
    return None


def abbreviation_fits(text: str, species: str, background: str) -> bool:
    """Whether ``"MDFi"`` can be the short form of a species and background."""
    # A coloured draconian is shortened like the plain one.
    kinds = {species, "Draconian"} if species.endswith("Draconian") else {species}
    short = {a for kind in kinds for a in _species().get(kind, ())}
    return text[:2] in short and text[2:] in _backgrounds().get(background, ())


@lru_cache(maxsize=4096)
def short_form_can_be(text: str, species: str | None, background: str | None) -> bool:
    """Whether a short form can be that of a species and background, or nothing is known of one of them."""
    if species is None or background is None or split_character(f"{species} {background}") is None:
        return True
    return abbreviation_fits(text, species, background)


def canonical_place(text: str) -> str:
    """A place as one spelling: old versions write ``Level 1 of The Dungeon`` in one block only."""
    text = text.replace(" of The ", " of the ", 1)
    if text.startswith("Pandemonium"):
        return text
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=1)
def _places() -> dict[str, set[str]]:
    places: dict[str, set[str]] = {}
    for row in rows("branches"):
        places.setdefault(canonical_place(row["place"]), set()).add(row["abbreviation"])
    return places


def note_places(place: str) -> set[str] | None:
    """What the notes' Place column can print for a place; ``None`` if the place is unknown.

    >>> sorted(note_places("level 5 of the Lair of Beasts"))
    ['Lair:5']
    """
    numbered = re.match(r"level (\d{1,3}) of (.+)", place)
    branch = numbered[2] if numbered else place
    abbreviations = _places().get(canonical_place(branch))
    if abbreviations is None:
        return None
    if numbered:
        return {f"{a}:{numbered[1]}" for a in abbreviations}
    return abbreviations | {f"{a}:1" for a in abbreviations}


@lru_cache(maxsize=1)
def _long_places() -> dict[str, set[tuple[str, bool]]]:
    """For each abbreviation the places that it may stand for, and whether they have numbers."""
    places: dict[str, set[tuple[str, bool]]] = {}
    for row in rows("branches"):
        long = canonical_place(row["place"]), row["numbered"] == "yes"
        places.setdefault(row["abbreviation"], set()).add(long)
    return places


@lru_cache(maxsize=4096)
def place_in_words(short: str) -> str | None:
    """The place that a log line means by ``D:5`` or ``Temple``; ``None`` where it is not sure.

    >>> place_in_words("Lair:5")
    'level 5 of the Lair of Beasts'
    """
    abbreviation, _, level = short.partition(":")
    found = _long_places().get(abbreviation, set())
    if len(found) != 1:
        return None
    ((place, numbered),) = found
    if level.isdecimal():
        return f"level {level} of {place}" if numbered else None
    return None if numbered or level else place


def is_place(short: str) -> bool:
    """Whether ``D:5`` names a place of some version."""
    return short.partition(":")[0] in _long_places()


@lru_cache(maxsize=1)
def _gods_by_worship_name() -> dict[str, str]:
    return {row["worship_name"]: row["name"] for row in rows("gods")}


@lru_cache(maxsize=256)
def god_of_worship_note(text: str) -> str | None:
    """The short name of the god that a note calls by a long one; ``None`` if unknown."""
    if text in _gods_by_worship_name():
        return _gods_by_worship_name()[text]
    # Jiyva has a second name that is made anew for every game.
    return "Jiyva" if text.startswith("Jiyva") else None


@lru_cache(maxsize=1)
def _titles() -> tuple[dict[str, set[str]], tuple[tuple[re.Pattern[str], str], ...]]:
    """Skills by title, and the titles with a word of the species in them as patterns."""
    plain: dict[str, set[str]] = {}
    patterns = []
    for row in rows("titles"):
        pattern = title_pattern(row["title"])
        if pattern is None:
            plain.setdefault(row["title"], set()).add(row["skill"])
        else:
            patterns.append((pattern, row["skill"]))
    return plain, tuple(patterns)


@lru_cache(maxsize=1024)
def title_pattern(title: str) -> re.Pattern[str] | None:
    """What a title with a word of the species in it can read; ``None`` for one without."""
    parts = re.split(r"@\w+@|%s", title)
    if len(parts) == 1:
        return None
    return re.compile(r"[\w' -]{1,20}".join(re.escape(part) for part in parts))


@lru_cache(maxsize=1024)
def skills_of_title(title: str) -> frozenset[str]:
    """The skills that a title may stand for; empty where the tables do not know it."""
    plain, patterns = _titles()
    if title in plain:
        return frozenset(plain[title])
    return frozenset(skill for pattern, skill in patterns if pattern.fullmatch(title))


# A title with " the " in it is in two parts; no name of 30 letters has more than seven.
_MOST_PARTS = 10

_WITHOUT_ARTICLE = (" La Petite Mort", ", Who Hides the Stars")


@lru_cache(maxsize=4096)
def split_title(who: str) -> tuple[str, str]:
    """``"Sapling the Opulent"`` as name and title; the title is "" if the line has none.

    A name may hold `` the `` itself, so with several of them the last one counts that a
    title known to some version follows.
    """
    for ending in _WITHOUT_ARTICLE:
        if who.endswith(ending):
            return who[: -len(ending)], ending.lstrip(" ,")
    parts = who.split(" the ")
    if len(parts) <= 2:
        return parts[0], parts[1] if len(parts) == 2 else ""
    for at in range(len(parts) - 1, max(0, len(parts) - _MOST_PARTS), -1):
        title = " the ".join(parts[at:])
        if skills_of_title(title):
            return " the ".join(parts[:at]), title
    return " the ".join(parts[:-1]), parts[-1]
