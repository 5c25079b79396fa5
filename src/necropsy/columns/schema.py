"""The columns of a bundle's tables: their names, types and meanings.

Each field has its meaning in its metadata; the audit database and the README have it from there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pyarrow as pa

from necropsy.fact import Fact, facts_of
from necropsy.games import games

__all__ = [
    "EVIDENCE",
    "FINDINGS",
    "GAMES",
    "KINDS",
    "PLACE",
    "REJECTED",
    "TERMS",
    "facts_schema",
    "kinds",
    "meaning_of",
    "public_facts",
]

PLACE = pa.struct([("source", pa.string()), ("line", pa.int64())])
EVIDENCE = pa.struct([("source", pa.string()), ("line", pa.int64()), ("text", pa.string())])
REJECTED = pa.struct(
    [
        ("source", pa.string()),
        ("line", pa.int64()),
        ("offset", pa.int64()),
        ("reason", pa.string()),
        ("text", pa.string()),
    ]
)

_MEANING = b"meaning"
_REST = "what does not fit the other columns (a number beyond 64 bits, a list of lists), as JSON"
_ID = "the game's number"


def _field(name: str, kind: Any, meaning: str) -> Any:
    return pa.field(name, kind, metadata={_MEANING: meaning.encode()})


def meaning_of(field: Any) -> str:
    """What a column means, in a line for people."""
    return str(field.metadata[_MEANING].decode())


GAMES = pa.schema(
    [
        _field("id", pa.int64(), _ID),
        _field("source", pa.string(), "the file, with :LINE where it is a log"),
        _field("game", pa.string(), "dcss, gnollhack or hengband; null where it is not known"),
        _field("version", pa.string(), "the version as the file has it"),
        _field("variant", pa.string(), "why this is a fork; null for the game itself"),
        _field("mode", pa.string(), "the mode of play"),
        _field("player", pa.string(), "the name of the player or hero"),
        _field("verdict", pa.string(), "the verdict"),
        _field("recorded", pa.int64(), "the score in the file"),
        _field(
            "recomputed_low",
            pa.int64(),
            "the least that the formula gives; null: no limit, or nothing was computed",
        ),
        _field("recomputed_high", pa.int64(), "the most that it gives; null likewise"),
        _field("slack", pa.int64(), "the width between the two; 0: pinned to the point, null: no end"),
        _field("assumed", pa.string(), "what was taken for granted, if anything"),
        _field("severity", pa.string(), "of the worst finding: error, warning or hint"),
        _field("rules", pa.list_(pa.string()), "the codes of what was found, each once"),
        _field("reasons", pa.list_(pa.string()), "why the verdict is what it is, in words"),
        _field("rejected", REJECTED, "the line of a log that is no game and should be one"),
        _field("repeats", pa.string(), "where the same game was told already, if it was"),
        _field("places", pa.list_(PLACE), "each file that tells of the game, with the line (0: no log)"),
        _field("told", pa.string(), "what tells of the game: line, dump or both"),
        _field("rest", pa.string(), _REST),
    ]
)

TERMS = pa.schema(
    [
        _field("id", pa.int64(), _ID),
        _field("position", pa.int32(), "which step of the score it is, from 0"),
        _field("name", pa.string(), "the step's name (experience, runes, turns, ...)"),
        _field("low", pa.int64(), "the least points; of a factor, of what the multiplication gives"),
        _field("high", pa.int64(), "the most"),
        _field("factor_low", pa.float64(), "the least value of a factor; null where it is none"),
        _field("factor_high", pa.float64(), "the greatest"),
        _field("formula", pa.string(), "the formula with its inputs, as people write it"),
        _field("source", pa.string(), "where the formula stands in the game's source"),
        _field("rest", pa.string(), _REST),
    ]
)

FINDINGS = pa.schema(
    [
        _field("id", pa.int64(), _ID),
        _field("position", pa.int32(), "which finding it is, from 0: the worst comes first"),
        _field("rule", pa.string(), "the rule's code"),
        _field("severity", pa.string(), "error, warning or hint"),
        _field("message", pa.string(), "what was found, in words"),
        _field("expected", pa.string(), "what would be right, as JSON"),
        _field("found", pa.string(), "what the file says, as JSON"),
        _field("evidence", pa.list_(EVIDENCE), "the lines that it rests on: source, line, text"),
    ]
)

KINDS = {
    "integer": pa.int64(),
    "text": pa.string(),
    "date": pa.string(),
    "yes-no": pa.bool_(),
    "list": pa.list_(pa.string()),
}
"""The type of a fact's column by its kind; a span has two of integers."""


@lru_cache(maxsize=8)
def public_facts(game: str) -> tuple[Fact, ...]:
    """The facts of a game that are in its output, in order."""
    return tuple(fact for fact in facts_of(game).values() if fact.public)


@lru_cache(maxsize=1)
def kinds() -> dict[str, str]:
    """The kind of each fact's column; what two games hold as different kinds is text."""
    found: dict[str, str] = {}
    for game in games():
        for fact in public_facts(game.name):
            found[fact.name] = fact.kind if found.get(fact.name, fact.kind) == fact.kind else "text"
    return found


@lru_cache(maxsize=1)
def facts_schema() -> Any:
    """One row a game: its number, each public fact of every game, and what fits none of them."""
    facts = {fact.name: fact for game in games() for fact in public_facts(game.name)}
    fields = [_field("id", pa.int64(), _ID)]
    for name, kind in kinds().items():
        fact = facts[name]
        meaning = f"{fact.meaning} ({fact.unit})" if fact.unit else fact.meaning
        if kind == "span":
            fields.append(_field(f"{name}_low", pa.int64(), f"{meaning}: the least"))
            fields.append(_field(f"{name}_high", pa.int64(), f"{meaning}: the most"))
        else:
            fields.append(_field(name, KINDS[kind], meaning))
    return pa.schema([*fields, _field("rest", pa.string(), _REST)])
