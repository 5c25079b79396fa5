"""What a game tells a forger: which facts its score uses, and how each is written."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from necropsy.games import MODULES
from necropsy.record import Record, Statement
from necropsy.tamper.original import Original, Sheet

__all__ = ["Aim", "Edit", "Forger", "Place", "forger_of"]


class Edit(NamedTuple):
    """An edit of one sheet.

    Attributes:
        text: the whole text as it now is.
        what: what was done, in words.
        fact: what it is about.
        name: the sheet's name as it now is; empty where it stays.
    """

    text: str
    what: str
    fact: str
    name: str = ""


Place = Callable[[Sheet, Any], str | None]
"""A sheet's text with a value in one place; ``None`` if the text has no such place."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A fact that the score uses, and what a forger makes of it.

    Attributes:
        fact: the fact's name.
        values: the values that a forger may put in place of the one that a record has; none where
            the record has nothing that is worth a change. Given the record and a source of chance.
        everywhere: for a fact that stands in more than plain statements (a rune has its note): the
            dump's text with the value in every place that tells of it, or ``None`` if that cannot be
            made. Without one each statement is rewritten.
        in_line: the same for a line.
        somewhere: for a fact whose places are no plain statements: the dump's texts with the value in
            one of them each, and where that is. Without it each statement is such a place.
        places: what tells of the fact in the dump beside plain statements, each by a name of its own:
            the text with the value there and nowhere else, or ``None`` where the dump has no such place.
        loose: the names of those of them in which another value is no proof: players can write there,
            too, or something else can have moved it.
    """

    fact: str
    values: Callable[[Record, random.Random], Sequence[Any]]
    everywhere: Callable[[Sheet, Any], str | None] | None = None
    in_line: Callable[[Sheet, Any], str | None] | None = None
    somewhere: Callable[[Sheet, Any], Sequence[tuple[str, str]]] | None = None
    places: Mapping[str, Place] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()


Recipe = Callable[[Sheet, random.Random], Iterator[Edit]]
"""Edits of a kind that no plain rewriting of statements gives."""


@dataclass(frozen=True)
class Forger:
    """What a game tells a forger.

    Attributes:
        aims: the facts that its score uses.
        spellings: how a value of a fact can stand in a file, for values that are not written as
            they are: given fact, value and statement, the possible texts, in a fixed order.
        fitted: the score that a forger works out for a record, whatever the record says; ``None``
            where it cannot be told. Without one it is the middle of what the game's formula gives.
        scored: a dump's text with another score in every place, where these are more than the statements
            of the score; ``None`` if that cannot be made.
        renamed: the file's name as the game would have called it for another player, given the
            name, the old player and the new one.
        recipes: edits by the name of their kind, beside those that follow from the aims.
    """

    aims: Sequence[Aim]
    renamed: Callable[[str, str, str], str]
    fitted: Callable[[Record], int | None] | None = None
    spellings: Callable[[str, Any, Statement], Sequence[str]] | None = None
    scored: Callable[[Sheet, int], str | None] | None = None
    recipes: Mapping[str, Recipe] = field(default_factory=dict)

    def texts_of(self, value: Any, statement: Statement) -> Sequence[str]:
        """How a value may stand in the place of a statement."""
        own = () if self.spellings is None else self.spellings(statement.fact, value, statement)
        return own or _plainly(value)


def _plainly(value: Any) -> Sequence[str]:
    if isinstance(value, bool) or value is None:
        return ()
    if isinstance(value, int):
        return (str(value), f"{value:,}")
    return (value,) if isinstance(value, str) and value else ()


def forger_of(original: Original) -> Forger:
    """The forger of the game that wrote something; one who knows the score alone if it has none.

    Raises:
        ValueError: if no game known here wrote it.
    """
    module = f"{MODULES[original.game.name]}.forger"
    if find_spec(module) is None:
        return Forger(aims=(), renamed=lambda name, _old, _new: name)
    forger: Forger = import_module(module).FORGER
    return forger
