"""From an honest game to the forgeries of one kind, always the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from necropsy.tamper.forger import Aim, Forger, forger_of
from necropsy.tamper.forgery import Forgery
from necropsy.tamper.kind import KINDS
from necropsy.tamper.original import Original, Sheet
from necropsy.tamper.places import rewritten, stated
from necropsy.tamper.workshop import Workshop

__all__ = ["forgeries"]


def forgeries(
    original: Original, kind: str, seed: int = 0, forger: Forger | None = None
) -> Iterator[Forgery]:
    """Every forgery of a kind that can be made of an honest game.

    Args:
        original: the game.
        kind: the name of a kind.
        seed: what the values that are put in depend on.
        forger: what is known of the game; what its own forger knows where it is ``None``.

    Raises:
        KeyError: if there is no such kind.
        ValueError: if no game known here wrote the original.
    """
    needs = KINDS[kind].needs
    if ("dump" in needs and original.dump is None) or ("line" in needs and original.line is None):
        return iter(())
    if "twin" in needs and original.other_form is None:
        return iter(())
    # A seed of its own for each kind and file: one kind more or less moves no other.
    chance = random.Random(f"{seed}:{kind}:{original.name}")  # noqa: S311 - nothing is kept secret
    return _MAKERS.get(kind, _by_recipe)(Workshop(original, forger or forger_of(original), kind, chance))


def _places(shop: Workshop, aims: list[Aim], how_many: int) -> Iterator[Forgery]:
    """So many of the places that tell of a fact, where there are more of them."""
    sheet = shop.dump
    for aim in aims:
        if aim.somewhere is not None:
            if how_many == 1:
                yield from _somewhere(shop, aim)
            continue
        for value in shop.values(aim, sheet):
            spots = list(_spots(shop, aim, value))
            there = len({spot.at for spot in spots})
            firm = len({spot.at for spot in spots if spot.name not in aim.loose})
            if how_many > 1 and there <= how_many:
                continue
            for chosen in combinations(spots, how_many):
                if len({spot.at for spot in chosen}) < how_many:
                    continue
                edited: Sheet | None = sheet
                for spot in chosen:
                    edited = spot.edit(edited) if edited is not None else None
                if edited is not None:
                    where = " and ".join(spot.name for spot in chosen)
                    what = f"{shop.change(sheet, aim, value)} on {where}"
                    is_firm = any(spot.name not in aim.loose for spot in chosen)
                    yield shop.forged(aim.fact, what, dump=edited, stated=firm if is_firm else 1)


class _Spot(NamedTuple):
    """A place of the dump that can have another value: its name, its first line, and how to put it there."""

    name: str
    at: int
    edit: Callable[[Sheet], Sheet | None]


def _spots(shop: Workshop, aim: Aim, value: Any) -> Iterator[_Spot]:
    edits = {
        f"line {statement.line}": partial(_restated, shop.forger, fact=aim.fact, at=at, value=value)
        for at, statement in enumerate(stated(shop.dump, aim.fact))
    } | {name: partial(_edited, edit=edit, value=value) for name, edit in aim.places.items()}
    known = {shop.dump.text}
    for name, edit in edits.items():
        edited = edit(shop.dump)
        if edited is not None and edited.text not in known:
            known.add(edited.text)
            yield _Spot(name, _first_change(shop.dump.text, edited.text), edit)


def _first_change(text: str, edited: str) -> int:
    """The index of the first line that differs."""
    pairs = zip(text.split("\n"), edited.split("\n"), strict=False)
    return next((at for at, (old, new) in enumerate(pairs) if old != new), -1)


def _restated(forger: Forger, sheet: Sheet, fact: str, at: int, value: Any) -> Sheet | None:
    there = stated(sheet, fact)
    return rewritten(forger, sheet, there[at], value) if at < len(there) else None


def _edited(sheet: Sheet, edit: Callable[[Sheet, Any], str | None], value: Any) -> Sheet | None:
    text = edit(sheet, value)
    return None if text is None else sheet.with_text(text)


def _somewhere(shop: Workshop, aim: Aim) -> Iterator[Forgery]:
    """Each of the places of a fact that are no plain statements."""
    assert aim.somewhere is not None
    for value in shop.values(aim, shop.dump):
        made = aim.somewhere(shop.dump, value)
        for text, where in made:
            what = f"{shop.change(shop.dump, aim, value)} {where}"
            yield shop.forged(aim.fact, what, dump=shop.dump.with_text(text), stated=len(made))


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


def _twins(shop: Workshop, *, both: bool) -> Iterator[Forgery]:
    """The careful forger of a dump that has two forms, and of one of them alone."""
    for change in shop.changes(shop.dump):
        fitted = shop.fitted(change)
        if fitted is None:
            continue
        twin = shop.changed(shop.twin, change.aim, change.value) if both else shop.twin
        if both:
            twin = twin and shop.with_score(twin, shop.score_of(fitted.sheet))
        if twin is not None:
            where = "in text and page" if both else "in one of text and page"
            yield shop.forged(fitted.fact, f"{fitted.what} {where}", dump=fitted.sheet, twin=twin)


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
        sheet = replace(shop.dump.with_text(edit.text), name=edit.name or shop.dump.name)
        if (sheet.text, sheet.name) != (shop.dump.text, shop.dump.name):
            yield shop.forged(edit.fact, edit.what, dump=sheet, beside=beside)


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
    "fitted-beside-twin": partial(_twins, both=False),
    "fitted-twins": partial(_twins, both=True),
    "renamed": _renamed,
    "other-player": _other_player,
    "other-player-beside-line": partial(_other_player, beside=True),
    "copied": partial(_fitted, copied=True),
}
