"""The machine output as a JSON Schema (draft 2020-12), made of the tables and classes that it comes from."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from necropsy.breakdown import Breakdown, Term
from necropsy.fact import Fact, facts_of
from necropsy.games import games
from necropsy.logline import Rejected
from necropsy.record import Evidence
from necropsy.rules import FAMILIES, Report, Rule, Severity
from necropsy.verdict import Audit, Verdict

__all__ = ["array_schema", "audit_schema", "facts_schema"]

Schema = dict[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE = {str: "string", int: "integer", bool: "boolean", float: "number"}


def audit_schema(version: str) -> Schema:
    """What ``audit --format jsonl`` writes on each line.

    Args:
        version: the program's version, which is part of the schema's name.
    """
    return {
        "$schema": _DRAFT,
        "$id": f"urn:necropsy:audit:{version}",
        "title": "An audit of necropsy",
        **_audit(),
        "$defs": _parts() | {_facts_name(game): _facts(game) for game in _names()},
    }


def array_schema(version: str) -> Schema:
    """What ``audit --format json`` writes: all audits of a run."""
    one = audit_schema(version)
    parts = one.pop("$defs")
    item = {name: value for name, value in one.items() if not name.startswith("$")}
    return {
        "$schema": _DRAFT,
        "$id": f"urn:necropsy:audits:{version}",
        "title": "Audits of necropsy",
        "type": "array",
        "items": {"$ref": "#/$defs/audit"},
        "$defs": {"audit": item, **parts},
    }


def facts_schema(version: str) -> Schema:
    """What ``extract --format jsonl`` writes on each line; its ``json`` is an array of them."""
    return {
        "$schema": _DRAFT,
        "$id": f"urn:necropsy:facts:{version}",
        "title": "The facts of a game, as necropsy reads them",
        "type": "object",
        "properties": {"game": {"enum": _names()}},
        "required": ["source", "game"],
        "allOf": [_where(game, {"$ref": f"#/$defs/{_facts_name(game)}"}) for game in _names()],
        "$defs": {_facts_name(game): _facts(game, alone=True) for game in _names()},
    }


def _audit() -> Schema:
    """The object; its facts are those of its game, and none where nothing could be read."""
    facts = {
        game: {"anyOf": [{"$ref": f"#/$defs/{_facts_name(game)}"}, {"maxProperties": 0}]} for game in _names()
    }
    cases = [_where(game, {"properties": {"facts": own}}) for game, own in facts.items()]
    nothing = _where(None, {"properties": {"facts": {"maxProperties": 0}, "terms": {"maxItems": 0}}})
    return _object(_audit_parts(), optional=("baseline",)) | {"allOf": [*cases, nothing]}


def _audit_parts() -> dict[str, Schema]:
    known = {name: _simple(Audit, name) for name in ("source", "variant", "recorded", "repeats")}
    meant = attributes_of(Audit) | {name: _doc(Audit, name) for name in ("slack", "recomputed")}
    same = {name: _stated(name) for name in ("version", "mode", "player")}
    verdicts = "; ".join(f"{verdict.value}: {verdict.meaning}" for verdict in Verdict)
    return {
        "source": known["source"]
        | {"description": f"{meant['source']} A line of a log has its number behind it."},
        "game": {"enum": [*_names(), None], "description": meant["game"]},
        "version": same["version"],
        "variant": known["variant"],
        "mode": same["mode"],
        "player": same["player"],
        "verdict": {"enum": [verdict.value for verdict in Verdict], "description": verdicts},
        "recorded": known["recorded"],
        "recomputed": _or_null({"$ref": "#/$defs/span"}, meant["recomputed"]),
        "slack": {"type": ["integer", "null"], "minimum": 0, "description": meant["slack"]},
        "assumed": {"type": ["string", "null"], "description": attributes_of(Breakdown)["note"]},
        "reasons": _array({"type": "string"}, meant["reasons"]),
        "terms": _array({"$ref": "#/$defs/term"}, "the steps of the score, as the game adds them"),
        "findings": _array({"$ref": "#/$defs/finding"}, meant["findings"]),
        "rejected": _or_null({"$ref": "#/$defs/rejected"}, meant["rejected"]),
        "repeats": known["repeats"],
        "facts": {"type": "object", "description": "the facts of the game; null where the file says nothing"},
        "baseline": _known("of the game nothing counts that is not in the baseline of --baseline"),
    }


def _parts() -> dict[str, Schema]:
    """What an audit is made of."""
    return {
        "span": _pair("integer", "the least and the most; null where there is no such end"),
        "term": _term(),
        "finding": _finding(),
        "evidence": _of_class(Evidence, line={"minimum": 0}),
        "rejected": _of_class(Rejected, line={"minimum": 1}, offset={"minimum": 0}),
    }


def _term() -> Schema:
    """A step: points, or a factor for what stands above it."""
    meant = attributes_of(Term)
    known = {
        "name": _simple(Term, "name"),
        "span": {"$ref": "#/$defs/span", "description": meant["span"]},
        "factor": _pair("number", meant["factor"]),
        "formula": {"type": "string", "description": _doc(Term, "formula")},
        "source": _simple(Term, "source"),
    }
    either = [{"required": ["span"]}, {"required": ["factor"]}]
    return _object(known, optional=("span", "factor")) | {"oneOf": either}


def _finding() -> Schema:
    meant = attributes_of(Report)
    severities = [severity.label for severity in sorted(Severity, reverse=True)]
    known: dict[str, Schema] = {
        "rule": {
            "type": "string",
            "pattern": f"^[{''.join(FAMILIES)}][0-9]{{3}}$",
            "description": attributes_of(Rule)["code"],
        },
        "severity": {"enum": severities, "description": _sentence(Severity.__doc__)},
        "message": {"type": "string", "description": meant["message"]},
        "expected": {"description": meant["expected"]},
        "found": {"description": meant["found"]},
        "evidence": _array({"$ref": "#/$defs/evidence"}, meant["evidence"]),
        "baseline": _known("the finding is in the baseline of --baseline"),
    }
    return _object(known, optional=("baseline",))


def _known(meaning: str) -> Schema:
    """A mark that is there or not."""
    return {"const": True, "description": meaning}


def _facts(game: str, *, alone: bool = False) -> Schema:
    """The facts of a game; as an object of its own with the file in front."""
    known = {fact.name: _fact(fact) for fact in facts_of(game).values() if fact.public}
    if alone:
        known = {"source": _simple(Audit, "source"), "game": {"const": game}} | known
    return _object(known)


_KINDS: dict[str, Schema] = {
    "text": {"type": ["string", "null"]},
    "integer": {"type": ["integer", "null"]},
    "yes-no": {"type": ["boolean", "null"]},
    "date": {
        "type": ["string", "null"],
        "pattern": r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?([+-]\d{2}:\d{2})?)?$",
    },
    "list": {"type": ["array", "null"], "items": {"type": "string"}},
}


def _fact(fact: Fact) -> Schema:
    meaning = f"{fact.meaning} ({fact.unit})" if fact.unit else fact.meaning
    if fact.kind == "span":
        return _or_null(_pair("integer", ""), meaning)
    return _KINDS[fact.kind] | {"description": meaning}


def _stated(name: str) -> Schema:
    """A fact that every game has, by what each calls it."""
    meanings = {game: facts_of(game)[name].meaning for game in _names() if name in facts_of(game)}
    said = "; ".join(f"{meaning} ({game})" for game, meaning in meanings.items())
    return {"type": ["string", "null"], "description": said}


def _names() -> list[str]:
    return [game.name for game in games()]


def _facts_name(game: str) -> str:
    return f"{game}_facts"


def _where(game: str | None, then: Schema) -> Schema:
    return {"if": {"properties": {"game": {"const": game}}, "required": ["game"]}, "then": then}


def _object(known: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object that has these properties and no others."""
    required = [name for name in known if name not in optional]
    return {
        "type": "object",
        "properties": dict(known),
        "required": required,
        "additionalProperties": False,
    }


def _array(items: Schema, meaning: str) -> Schema:
    return {"type": "array", "items": items, "description": meaning}


def _pair(kind: str, meaning: str) -> Schema:
    ends = {"type": "array", "items": {"type": [kind, "null"]}, "minItems": 2, "maxItems": 2}
    return ends | {"description": meaning} if meaning else ends


def _or_null(schema: Schema, meaning: str) -> Schema:
    return {"anyOf": [schema, {"type": "null"}], "description": meaning}


def _of_class(of: type, **more: Schema) -> Schema:
    """An object whose properties are the attributes of a class, with their types and meanings."""
    names = typing.get_type_hints(of)
    return _object({name: _simple(of, name) | more.get(name, {}) for name in names})


def _simple(of: type, name: str) -> Schema:
    """An attribute of a simple type."""
    hint = typing.get_type_hints(of)[name]
    meaning = attributes_of(of)[name]
    if isinstance(hint, types.UnionType):
        kinds = ["null" if each is types.NoneType else _SIMPLE[each] for each in typing.get_args(hint)]
        return {"type": kinds, "description": meaning}
    return {"type": _SIMPLE[hint], "description": meaning}


_ATTRIBUTE = re.compile(r"    (?P<name>\w+): (?P<meaning>.+(?:\n     +.+)*)")


@lru_cache(maxsize=16)
def attributes_of(of: type) -> dict[str, str]:
    """What the docstring of a class says of each of its attributes."""
    section = (inspect.getdoc(of) or "").partition("Attributes:\n")[2].replace("None", "null")
    return {match["name"]: _sentence(match["meaning"]) for match in _ATTRIBUTE.finditer(section)}


def _doc(of: type, name: str) -> str:
    """The docstring of a property."""
    return _sentence(getattr(of, name).__doc__)


def _sentence(text: str | None) -> str:
    """A docstring on one line, without the marks of its markup."""
    plain = re.sub(r":\w+:`[.~]?(.+?)`", r"\1", text or "").replace("``", "").replace("*", "")
    return " ".join(plain.split())
