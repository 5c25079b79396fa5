"""Will in words: how it is put together, and the lines that say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from necropsy.games.dcss import bearer, will
from necropsy.games.dcss.bearer import Told
from necropsy.record import Record

__all__ = ["account_of", "will_remark"]

_NAMES = {
    "scales": "quicksilver scales",
    "strong": "mutation",
    "weak": "mutation",
    "demonic": "mutation",
    "trog": "Trog's Hand",
}
_MOST_LISTED = 3


def will_remark(record: Record) -> str | None:
    """What an explanation says of the Will that a morgue shows; ``None`` where it is not worked out.

    ``Will: 121 = 27 x 3 (Minotaur, line 13) + 40 (ring, line 47); the overview shows +++.. (line 22).``
    """
    shown, told = record.first("will_pips"), bearer.told_of(record)
    if shown is None or told is None:
        return None
    return f"Will: {account_of(told, lines=True)}; the overview shows {shown.value} (line {shown.line})."


def account_of(told: Told, *, lines: bool = False) -> str:
    """How a Will is put together: ``121 = 27 x 3 (Minotaur) + 40 (ring)``.

    Args:
        told: the character.
        lines: whether to name the line on which each source stands.
    """
    wills = sorted(will.will_of(told.bearer, told.version))
    said = " + ".join(_parts(told, lines)).replace("+ -", "- ")
    return f"{_total(wills)} = {said}{''.join(_after(told.bearer, told))}"


def _parts(told: Told, lines: bool) -> Iterator[str]:
    """The terms of the sum."""
    whose, version = told.bearer, told.version

    def named(name: str, line: int) -> str:
        return f"({name}, line {line})" if lines else f"({name})"

    species = told.others[1]
    per_level = _either(will.species_will(whose.species, version))
    yield f"{whose.xl} x {per_level} {named(whose.species, species.line)}"
    for source, statement in told.sources:
        added = {count * each for count in source.counts for each in will.step(source.name, version)}
        if added != {0}:
            yield f"{_either(sorted(added))} {named(_NAMES.get(source.name, source.name), statement.line)}"
    shape = will.step(whose.form, version)
    if shape != (0,):
        yield f"{_either(shape)} ({whose.form} form)"


def _after(whose: will.Bearer, told: Told) -> Iterator[str]:
    """What happens to the sum."""
    if True in will.is_immune(whose.form, told.version):
        yield f", immune in {whose.form} form"
    if True in whose.folly:
        yield ", nothing in the robe of Folly"
    if True in whose.halved:
        yield ", halved"
    if whose.tartarus == (True,):
        yield ", halved in Tartarus"


def _total(wills: Sequence[int]) -> str:
    if wills[-1] >= will.IMMUNE:
        return "immune"
    return _either(wills) if len(wills) <= _MOST_LISTED else f"{wills[0]} … {wills[-1]}"


def _either(values: Sequence[int]) -> str:
    return " or ".join(map(str, values))
