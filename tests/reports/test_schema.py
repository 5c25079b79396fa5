"""The schema holds all that is written, and nothing that is broken."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from some_audits import SAMPLES, samples
from typer.testing import CliRunner

import necropsy
from necropsy.breakdown import Term
from necropsy.cli import app
from necropsy.fact import facts_of
from necropsy.games import games
from necropsy.logline import Rejected
from necropsy.record import Evidence
from necropsy.reports.schema import array_schema, attributes_of, audit_schema, facts_schema
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

TESTS = Path(__file__).parents[1]
SHARED = TESTS.parents[1] / "shared" / "data"
VERSION = "1.2.3"


@lru_cache(maxsize=3)
def validator(kind: str = "audit") -> Any:
    schema = {"audit": audit_schema, "array": array_schema, "facts": facts_schema}[kind](VERSION)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def written(audit: Audit) -> Any:
    """What a program reads of an audit."""
    return json.loads(json.dumps(audit.to_dict()))


def check(audits: Iterable[Audit]) -> int:
    """How many audits there are; each is valid."""
    number = 0
    for number, audit in enumerate(audits, 1):  # noqa: B007
        faults = [
            f"{fault.json_path}: {fault.message[:200]}" for fault in validator().iter_errors(written(audit))
        ]
        assert not faults, (audit.source, faults)
    return number


def test_the_samples_are_as_the_schema_says() -> None:
    assert check(samples()) > 90


def test_the_files_of_the_engines_are_as_the_schema_says() -> None:
    assert check(necropsy.audit_paths([TESTS / "engine_truth"])) > 250


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no files of the engines beside this repository ({SHARED})")
@pytest.mark.parametrize("game", ["dcss", "gnollhack", "hengband"])
def test_more_files_of_the_engines_are_as_the_schema_says(game: str) -> None:
    assert check(necropsy.audit_paths([SHARED / game])) > 90


def test_lines_that_cannot_be_read_and_no_games_are_in_the_schema(tmp_path: Path) -> None:
    line = (SAMPLES / "dcss" / "logfile").read_text("utf-8").splitlines()[0]
    (tmp_path / "logfile").write_text(f"{line}\n{line}:sc=1\nrubbish\n", "utf-8")
    (tmp_path / "nothing.txt").write_text("nothing of a game\n", "utf-8")
    audits = list(necropsy.audit_paths([tmp_path]))
    assert any(audit.rejected for audit in audits)
    assert any(audit.game is None for audit in audits)
    check(audits)


def test_what_extract_writes_is_in_its_schema() -> None:
    seen = set()
    for audit in samples():
        if audit.record is not None:
            facts = {"source": audit.source, "game": audit.game} | audit.facts()
            validator("facts").validate(json.loads(json.dumps(facts)))
            seen.add(audit.game)
    assert seen == {game.name for game in games()}


def test_all_audits_of_a_run_are_an_array() -> None:
    audits = [written(audit) for audit in samples()[:20]]
    validator("array").validate(audits)
    with pytest.raises(jsonschema.ValidationError):
        validator("array").validate([*audits, {}])


def accused() -> Any:
    audit = next(a for a in samples() if a.source.endswith("tampered/score-raised.txt"))
    return copy.deepcopy(written(audit))


BROKEN = {
    "no verdict": lambda data: data.pop("verdict"),
    "another verdict": lambda data: data.update(verdict="guilty"),
    "no game of ours": lambda data: data.update(game="chess"),
    "more than there is": lambda data: data.update(opinion="guilty"),
    "a score in words": lambda data: data.update(recorded="2,944,911"),
    "a span of one end": lambda data: data.update(recomputed=[1]),
    "a negative slack": lambda data: data.update(slack=-1),
    "reasons in one": lambda data: data.update(reasons="none"),
    "a rule of no family": lambda data: data["findings"][0].update(rule="Z101"),
    "another severity": lambda data: data["findings"][0].update(severity="fatal"),
    "evidence without a line": lambda data: data["findings"][0]["evidence"][0].pop("line"),
    "a line before the first": lambda data: data["findings"][0]["evidence"][0].update(line=-1),
    "a term without points": lambda data: data["terms"][0].pop("span"),
    "a term that is both": lambda data: data["terms"][0].update(factor=[1, 2]),
    "a fact of no game": lambda data: data["facts"].update(luck=7),
    "a fact that is missing": lambda data: data["facts"].pop("turns"),
    "turns in words": lambda data: data["facts"].update(turns="many"),
    "won or not": lambda data: data["facts"].update(won="yes"),
    "no day": lambda data: data["facts"].update(ended="yesterday"),
    "a rune that is none": lambda data: data["facts"].update(rune_names=[1]),
    "the facts of another game": lambda data: data.update(game="hengband"),
    "the facts of no game": lambda data: data.update(game=None),
    "a refused line without a reason": lambda data: data.update(
        rejected={"source": "a", "line": 1, "offset": 0, "text": ""}
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_is_broken_is_found(fault: str) -> None:
    data = accused()
    validator().validate(data)
    BROKEN[fault](data)
    assert not validator().is_valid(data)


def test_the_facts_of_another_game_are_found() -> None:
    audit = next(audit for audit in samples() if audit.game == "dcss" and audit.record)
    facts = {"source": audit.source, "game": "gnollhack"} | audit.facts()
    assert not validator("facts").is_valid(facts)
    assert not validator("facts").is_valid({"source": "a", "game": "chess"})


def test_the_parts_have_what_the_classes_write() -> None:
    schema = audit_schema(VERSION)
    # A report marks what is in a baseline, and nothing else has that key.
    assert list(schema["properties"]) == [*Audit("a", Verdict.MATCH).to_dict(), "baseline"]
    assert "baseline" not in schema["required"]
    parts = schema["$defs"]
    finding = Finding("S101", Severity.ERROR, "").to_dict()
    assert list(parts["finding"]["properties"]) == [*finding, "baseline"]
    assert "baseline" not in parts["finding"]["required"]
    assert list(parts["rejected"]["properties"]) == list(Rejected("", 1, 0, "", "").to_dict())
    assert list(parts["evidence"]["properties"]) == list(Evidence.__slots__)
    terms = Term("", Span(0, 0), "", "").to_dict() | Term("", Span(0, 0), "", "", factor=(1, 2)).to_dict()
    assert set(parts["term"]["properties"]) == set(terms)


def test_every_public_fact_is_there_with_its_meaning_and_unit() -> None:
    for game in games():
        of_game = audit_schema(VERSION)["$defs"][f"{game.name}_facts"]
        public = {fact.name: fact for fact in facts_of(game.name).values() if fact.public}
        assert list(of_game["properties"]) == list(public)
        assert of_game["required"] == list(public)
        for name, fact in public.items():
            meaning = of_game["properties"][name]["description"]
            assert meaning.startswith(fact.meaning)
            assert fact.unit in meaning


def test_everything_has_a_meaning_and_the_names_have_the_version() -> None:
    names = set()
    for make in (audit_schema, array_schema, facts_schema):
        schema = make(VERSION)
        names.add(schema["$id"])
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert "`" not in json.dumps(schema)
    assert names == {f"urn:necropsy:{kind}:{VERSION}" for kind in ("audit", "audits", "facts")}
    schema = audit_schema(VERSION)
    for part in (schema, *(schema["$defs"][name] for name in ("term", "finding", "evidence", "rejected"))):
        assert all(each.get("description") for each in part["properties"].values())


def test_the_attributes_of_a_class_are_read_from_its_docstring() -> None:
    class Thing:
        """A thing.

        Attributes:
            one: the ``first``,
                and more of it.
            two: ``None`` if it is :meth:`~str.format`.
        """

    class Bare:
        pass

    assert attributes_of(Thing) == {"one": "the first, and more of it.", "two": "null if it is str.format."}
    assert attributes_of(Bare) == {}


@pytest.mark.parametrize(("form", "name"), [("jsonl", "audit"), ("json", "audits"), ("facts", "facts")])
def test_the_command_prints_each_schema(form: str, name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["schema", "--format", form])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["$id"] == f"urn:necropsy:{name}:{necropsy.__version__}"
    there = tmp_path / "x.schema.json"
    assert CliRunner().invoke(app, ["schema", "--format", form, "-o", str(there)]).exit_code == 0
    assert there.read_text("utf-8") == result.stdout
