"""From an honest game to the forgeries of one kind, always the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from necropsy.tamper.forger import Aim, forger_of
from necropsy.tamper.forgery import Forgery
from necropsy.tamper.kind import KINDS
from necropsy.tamper.original import Original, Sheet
from necropsy.tamper.places import spots
from necropsy.tamper.workshop import Workshop

__all__ = ["forgeries"]


def forgeries(original: Original, kind: str, seed: int = 0) -> Iterator[Forgery]:
    """Every forgery of a kind that can be made of an honest game.

    Args:
        original: the game.
        kind: the name of a kind.
        seed: what the values that are put in depend on.

    Raises:
        KeyError: if there is no such kind.
        ValueError: if no game known here wrote the original.
    """
    needs = KINDS[kind].needs
    if ("dump" in needs and original.dump is None) or ("line" in needs and original.line is None):
        return iter(())
    # A seed of its own for each kind and file: one kind more or less moves no other.
    chance = random.Random(f"{seed}:{kind}:{original.name}")  # noqa: S311 - nothing is kept secret
    return _MAKERS.get(kind, _by_recipe)(Workshop(original, forger_of(original), kind, chance))


def _places(shop: Workshop, aims: list[Aim], how_many: int) -> Iterator[Forgery]:
    """So many of the places that state a fact, where there are more of them."""
    for aim in aims:
        for value in shop.values(aim, shop.dump):
            places = spots(shop.forger, aim, shop.dump, value)
            if how_many > 1 and len(places) <= how_many:
                continue
            for chosen in combinations(places, how_many):
                edited: Sheet | None = shop.dump
                for spot in chosen:
                    edited = spot.rewrite(edited, value) if edited is not None else None
                if edited is not None:
                    where = " and ".join(spot.where for spot in chosen)
                    what = f"{shop.change(shop.dump, aim, value)} on {where}"
                    yield shop.forged(aim.fact, what, dump=edited, places=len(places))


def _score_somewhere(shop: Workshop) -> Iterator[Forgery]:
    return _places(shop, [SCORE], 1)


def _one_place(shop: Workshop) -> Iterator[Forgery]:
    return _places(shop, list(shop.forger.aims), 1)


def _two_places(shop: Workshop) -> Iterator[Forgery]:
    return _places(shop, list(shop.forger.aims), 2)


def _score_everywhere(shop: Workshop) -> Iterator[Forgery]:
    for change in shop.changes(shop.dump, [SCORE]):
        yield shop.forged(change.fact, f"{change.what} everywhere", dump=change.sheet)


def _all_places(shop: Workshop) -> Iterator[Forgery]:
    for change in shop.changes(shop.dump):
        yield shop.forged(change.fact, f"{change.what} everywhere", dump=change.sheet)


def _fitted(shop: Workshop, *, beside: bool = False, copied: bool = False) -> Iterator[Forgery]:
    """A fact changed everywhere, and the score with it."""
    for change in shop.changes(shop.dump):
        fitted = shop.fitted(change)
        if fitted is not None:
            yield shop.forged(
                fitted.fact, f"{fitted.what} everywhere", dump=fitted.sheet, beside=beside, copied=copied
            )


def _line_field(shop: Workshop, *, fit: bool, beside: bool) -> Iterator[Forgery]:
    """A field of the line, with or without the score."""
    for change in shop.changes(shop.line, shop.forger.aims if fit else [SCORE, *shop.forger.aims]):
        made = shop.fitted(change) if fit else change
        if made is not None:
            yield shop.forged(made.fact, made.what, line=made.sheet, beside=beside)


def _dump_and_line(shop: Workshop) -> Iterator[Forgery]:
    """The careful forger who owns the log, too."""
    for change in shop.changes(shop.dump):
        fitted = shop.fitted(change)
        line = fitted and shop.changed(shop.line, change.aim, change.value)
        line = line and shop.with_score(line, shop.score_of(fitted.sheet)) if fitted else None
        if fitted and line:
            yield shop.forged(fitted.fact, f"{fitted.what} in both", dump=fitted.sheet, line=line)


_OTHER = "Qwertzuio"
"""A player who has played none of the games; as long as names may be long in all of them."""


def _renamed(shop: Workshop) -> Iterator[Forgery]:
    name = shop.forger.renamed(shop.dump.name, shop.player, _OTHER)
    if name != shop.dump.name:
        yield shop.forged("player", f"the file called {name}", dump=replace(shop.dump, name=name))


def _other_player(shop: Workshop, *, beside: bool = False) -> Iterator[Forgery]:
    """Another name in every place, in the file's name as well."""
    pattern = rf"(?<![0-9A-Za-z]){re.escape(shop.player)}(?![0-9A-Za-z])"
    text, count = re.subn(pattern, _OTHER[: max(len(shop.player), 3)], shop.dump.text)
    if shop.player and count:
        other = _OTHER[: max(len(shop.player), 3)]
        name = shop.forger.renamed(shop.dump.name, shop.player, other)
        sheet = replace(shop.dump.with_text(text), name=name)
        yield shop.forged("player", f"player {shop.player} -> {other} everywhere", dump=sheet, beside=beside)


def _by_recipe(shop: Workshop) -> Iterator[Forgery]:
    """What the game has a recipe for."""
    beside = shop.kind.endswith("-beside-line")
    recipe = shop.forger.recipes.get(shop.kind.removesuffix("-beside-line"))
    for edit in recipe(shop.dump, shop.chance) if recipe else ():
        if edit.text != shop.dump.text:
            yield shop.forged(edit.fact, edit.what, dump=shop.dump.with_text(edit.text), beside=beside)


def _raised(score: int) -> list[int]:
    return [score + 1, score + max(score // 10, 10), score * 10 + 7]


SCORE = Aim("score", lambda record, _: _raised(score) if (score := record.value("score")) else [])
"""The score itself: one point more, a tenth more, ten times as much."""

_MAKERS: dict[str, Callable[[Workshop], Iterator[Forgery]]] = {
    "score-one-place": _score_somewhere,
    "score-everywhere": _score_everywhere,
    "one-place": _one_place,
    "two-places": _two_places,
    "all-places": _all_places,
    "fitted": _fitted,
    "fitted-beside-line": partial(_fitted, beside=True),
    "line-field": partial(_line_field, fit=False, beside=False),
    "line-fitted": partial(_line_field, fit=True, beside=False),
    "line-beside-dump": partial(_line_field, fit=False, beside=True),
    "line-fitted-beside-dump": partial(_line_field, fit=True, beside=True),
    "dump-and-line": _dump_and_line,
    "renamed": _renamed,
    "other-player": _other_player,
    "other-player-beside-line": partial(_other_player, beside=True),
    "copied": partial(_fitted, copied=True),
}
