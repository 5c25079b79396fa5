"""Whose Will it is: what a morgue says of all that Will depends on.

Nothing is guessed. Where the file does not say a thing for sure (an artefact whose property only
the braces name, a place that is not told) it may be either; where something is met that is not
known (another form, a row of the inventory that is none, a section left out), there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.dcss import experience, will
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.will import Bearer, Source
from necropsy.games.dcss.worn import FOLLY, UNREAD

if TYPE_CHECKING:
    from necropsy.games.dcss.version import Version
    from necropsy.record import Record, Statement

__all__ = ["Told", "told_of"]


class Told(NamedTuple):
    """A character as a morgue tells of it.

    Attributes:
        bearer: all that its Will depends on.
        version: the version that wrote the file.
        sources: each source that was counted, with the statement that tells of it.
        others: statements that the rest stands on: level, species, what halves.
        sure: whether no talisman can be at work that the file does not show.
    """

    bearer: Bearer
    version: Version
    sources: tuple[tuple[Source, Statement], ...]
    others: tuple[Statement, ...]
    sure: bool = True

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All statements that went in, level and species first."""
        return (*self.others, *(statement for _, statement in self.sources))


_MUTATIONS = {
    "strong-willed": "strong",
    "magic resistance": "strong",
    "weak-willed": "weak",
    "magic vulnerability": "weak",
    "demonic willpower": "demonic",
}
_MUTATION = re.compile(rf"(?P<name>{'|'.join(_MUTATIONS)})(?: (?P<levels>[1-3]))?")
_ABOUT_WILL = re.compile(r"willed|willpower|magic (?:resist|vulnerab)")
_WEAK = ("weak-willed", "vulnerable")
# One of these is in whatever changes Will; most lists have none, and need not be taken apart.
_WORDS_ABOUT_WILL = ("will", "magic ")
_WORDS_OF_CONDITIONS = (*_WORDS_ABOUT_WILL, "vulnerable", "enlightened", "-form")
_TROG_IS_NAMED_SINCE = "0.28"
"""Before, Trog's Hand is "regenerating", as the spell, the potion and the ring are."""
_OF_TROG = re.compile(r"regenerat|recuperat|healing")
"""What the status of regeneration can read, also for who cannot heal or is ill."""


def told_of(record: Record) -> Told | None:
    """The character whose Will a morgue shows; ``None`` where the file does not say enough."""
    version, level, species = version_of(record), record.first("xl"), record.first("species")
    mutations, statuses = record.first("mutations"), record.first("statuses")
    if version is None or level is None or species is None or mutations is None or statuses is None:
        return None
    if not record.has("inventory_listed") or variant_of(record) is not None:
        return None
    if not _has_species(version, species.value):
        return None
    of_mutations, of_statuses = _mutated(mutations.value), _under(statuses.value)
    items = record.statements("will_item")
    kinds = [item.value[0] for item in items]
    if of_mutations is None or of_statuses is None or UNREAD in kinds:
        return None
    form, halved, conditions = of_statuses
    if len(items) > _MOST_ITEMS or (
        form not in _NO_TALISMANS and _may_hang_on_a_lost_talisman(record, version)
    ):
        return None
    conditions += _hand_of_trog(record, statuses.value, version)
    sources = [(_source(*item.value), item) for item in items if item.value[0] != FOLLY]
    sources += [(source, mutations) for source in of_mutations]
    sources += [(source, statuses) for source in conditions]
    robes = [item for item in items if item.value[0] == FOLLY] if FOLLY in kinds else []
    told = Bearer(
        level.value,
        species.value,
        tuple([source for source, _ in sources]),
        form,
        (halved,),
        _in_tartarus(record),
        tuple(map(bool, robes[0].value[1])) if robes else (False,),
    )
    others = tuple(_others(record, told, level, species, statuses, *robes))
    return Told(told, version, tuple(sources), others, bool(form) or not _may_hide_forms(version))


_MOST_ITEMS = 160
"""More than any pack and body hold; each can add to Will in several ways."""

_NO_TALISMANS = ("", "shadow", "slaughter")
"""No form, and those that last a while and come from gods and powers alone."""

_TALISMANS_SINCE, _FORMS_SHOWN_SINCE, _TALISMANS_WORN_SINCE = "0.31-a0-1", "0.33-a0-1201", "0.34-a0-371"


def _may_hide_forms(version: Version) -> bool:
    """Whether a talisman's form has no end and is no status: then no word tells of it.

    Statuses without a duration were left out (``fill_status_info``) from the first talismans up to
    0.33-a0-1200. So a form of death adds its 40 unseen, and an artefact talisman what it has.
    """
    return version.may_be_since(_TALISMANS_SINCE) and version.may_be_before(_FORMS_SHOWN_SINCE)


def _may_hang_on_a_lost_talisman(record: Record, version: Version) -> bool:
    """Whether the talisman of a form is not in the pack: up to 0.34-a0-370 it went on from a copy of it."""
    if not (version.may_be_since(_TALISMANS_SINCE) and version.may_be_before(_TALISMANS_WORN_SINCE)):
        return False
    section = record.document.sections.only("inventory")
    if section is None:
        return True
    return not any("(active)" in line for line in record.lines[section.start + 1 : section.end])


@lru_cache(maxsize=4096)
def _has_species(version: Version, species: str) -> bool:
    return bool(experience.aptitudes(species, version))


def _source(name: str, counts: Iterable[int]) -> Source:
    return Source(name, tuple(counts))


def _mutated(listed: str) -> list[Source] | None:
    """The mutations that change Will; ``None`` if one reads unlike any that is known."""
    found: list[Source] = []
    if not any(word in listed for word in _WORDS_ABOUT_WILL):
        return found
    for entry in listed.split(", "):
        if not _ABOUT_WILL.search(entry) or (entry.startswith("(") and entry.endswith(")")):
            # In brackets stands what the form suppresses.
            continue
        match = _MUTATION.fullmatch(entry)
        if match is None:
            return None
        found.append(Source(_MUTATIONS[match["name"]], (int(match["levels"] or 1),)))
    return found


def _under(listed: str) -> tuple[str, bool, list[Source]] | None:
    """The form, whether the will is weak, and the other conditions that change Will."""
    if not any(word in listed for word in _WORDS_OF_CONDITIONS):
        return "", False, []
    entries = [entry.removesuffix(" (expiring)") for entry in listed.split(", ")]
    shapes = [entry.removesuffix("-form") for entry in entries if "-form" in entry]
    if len(shapes) > 1 or not will.forms().issuperset(shapes):
        return None
    conditions = []
    for entry in entries:
        if entry == "strong-willed":
            conditions.append(Source("trog"))
        elif entry == "enlightened":
            conditions.append(Source("enlightened"))
        elif _ABOUT_WILL.search(entry) and entry not in _WEAK:
            return None
    return (shapes[0] if shapes else "", any(entry in _WEAK for entry in entries), conditions)


def _hand_of_trog(record: Record, listed: str, version: Version) -> list[Source]:
    """Trog's Hand where it may hide behind another word."""
    unnamed = version.may_be_before(_TROG_IS_NAMED_SINCE) and _OF_TROG.search(listed)
    return [Source("trog", (0, 1))] if unnamed and _may_have_followed_trog(record) else []


def _may_have_followed_trog(record: Record) -> bool:
    if not record.has("notes") or not record.has("god") or record.value("background") == "Berserker":
        return True
    return "Trog" in (*record.values("god"), *record.values("god_noted"))


def _in_tartarus(record: Record) -> tuple[bool, ...]:
    if record.value("escaped"):
        return (False,)
    place = record.value("place")
    return (False, True) if place is None else ("Tartarus" in place,)


def _others(
    record: Record, told: Bearer, level: Statement, species: Statement, statuses: Statement, *robes: Statement
) -> Iterator[Statement]:
    yield level
    yield species
    yield from robes
    if told.form or told.halved == (True,):
        yield statuses
    place = record.first("place")
    if place is not None and told.tartarus == (True,):
        yield place
