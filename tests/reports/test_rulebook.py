"""The manual as one document, and as data."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from typer.testing import CliRunner

from necropsy.cli import app
from necropsy.games import games
from necropsy.reports.rulebook import manual_markdown, write_rules_markdown
from necropsy.rules import FAMILIES, Rule, Severity

READER = MarkdownIt("commonmark")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["rules", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def anchors(text: str) -> list[str]:
    headings = re.findall(r"^#{1,4} (.+)$", text, re.M)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_the_document_has_every_rule_once_and_its_contents_lead_there() -> None:
    text = run("--format", "md")
    codes = [rule.code for game in games() for rule in game.rulebook]
    found = re.findall(r"^#### (\w+)$", text, re.M)
    assert sorted(found) == sorted(codes)
    there = anchors(text)
    assert len(set(there)) == len(there)
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert set(links) == set(there) - {"contents", there[0]}
    for game in games():
        assert f"\n## {game.title}\n" in text


def test_the_manuals_are_text_and_code_and_nothing_else() -> None:
    allowed = {"text", "text_special", "softbreak", "code_inline"}
    for game in games():
        for rule in game.rulebook:
            written = manual_markdown(rule)
            assert "``" not in written.replace("```", "")
            for token in READER.parse(written):
                kinds = {child.type for child in token.children or []}
                assert kinds <= allowed, rule.code


def rule_of(manual: str, **parts: Any) -> Rule:
    def check(_: object) -> tuple[()]:
        return ()

    check.__doc__ = manual
    return Rule("S101", "A title | of *ours*", Severity.ERROR, check, **parts)


def test_a_manual_keeps_its_paragraphs_lists_and_blocks() -> None:
    manual = "One ``a*b`` and\n*two*.\n\n* first\n  of all\n* second <b>\n\n    a = *b*\n"
    assert manual_markdown(rule_of(manual)) == (
        "One `a*b` and \\*two\\*.\n\n* first of all\n* second \\<b\\>\n\n    a = *b*"
    )


def test_a_section_says_title_severity_and_versions() -> None:
    stream = io.StringIO()
    rules = [("dcss", rule_of("Why.", since="0.9", until="0.30"))]
    write_rules_markdown(rules, stream, "1.2.3")
    assert (
        "#### S101\n\n**A title \\| of \\*ours\\*** (error, versions 0.9 to 0.30)\n\nWhy.\n"
        in stream.getvalue()
    )
    assert stream.getvalue().startswith("# The rules of necropsy 1.2.3\n\n* **error**: a proof")


@pytest.mark.parametrize(
    ("since", "until", "said"),
    [
        ("", "", ""),
        ("0.9", "", "from version 0.9 on"),
        ("", "0.9", "up to version 0.9"),
        ("0.9", "0.30", "versions 0.9 to 0.30"),
    ],
)
def test_versions_are_said_in_words(since: str, until: str, said: str) -> None:
    assert rule_of("Why.", since=since, until=until).versions == said


def test_every_rule_has_a_family() -> None:
    for game in games():
        assert {rule.family for rule in game.rulebook} <= {name for name, _ in FAMILIES.values()}


def test_the_data_have_all_that_a_rule_is() -> None:
    data = json.loads(run("--format", "json"))
    assert len({each["id"] for each in data}) == len(data) > 200
    (one,) = json.loads(run("C111", "--format", "json"))
    assert one["id"] == "dcss/C111"
    assert (one["family"], one["severity"], one["since"]) == ("contradiction", "error", "0.9-a1-579")
    assert (one["until"], one["decisive"], one["accuses"]) == (None, False, True)
    assert one["manual"].startswith("Each rune picked up leaves a note")
    for each in data:
        assert not (each["accuses"] and each["severity"] != "error")


def test_the_form_follows_the_file_and_a_part_can_be_asked_for(tmp_path: Path) -> None:
    for ending, begin in (("md", "# The rules"), ("json", "["), ("txt", "code ")):
        there = tmp_path / f"rules.{ending}"
        run("C1", "-o", str(there))
        text = there.read_text("utf-8").lstrip()
        assert text.startswith(begin)
        assert "C111" in text
        assert "C210" not in text
    assert run("C1", "--format", "table").lstrip().startswith("code")
    assert run("C111").startswith("C111")
    assert "no form has this ending" in CliRunner().invoke(app, ["rules", "-o", "rules.pdf"]).stderr
