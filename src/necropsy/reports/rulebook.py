"""The manual of all rules as one document, for people (Markdown) and for programs (JSON)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TextIO

from necropsy.games import game as game_of
from necropsy.reports.inert import code, escaped
from necropsy.reports.manual import paragraphs
from necropsy.rules import FAMILIES, Rule, Severity

__all__ = ["manual_markdown", "rule_data", "write_rules_json", "write_rules_markdown"]

Chosen = Sequence[tuple[str, Rule]]
"""Rules with the short names of their games, in order."""

_MEANINGS = {
    Severity.ERROR: "a proof: an unedited file of that version cannot show it",
    Severity.WARNING: "rare in honest files; the rule says when it happens there",
    Severity.HINT: "information",
}
_LITERAL = re.compile("``(.+?)``")
_ITEM = re.compile(r" *(?:[*-]|\d+\.) +")


def rule_data(game: str, rule: Rule) -> dict[str, Any]:
    """A rule as plain data."""
    return {
        "id": f"{game}/{rule.code}",
        "code": rule.code,
        "game": game,
        "family": rule.family,
        "title": rule.title,
        "severity": rule.severity.label,
        "since": rule.since or None,
        "until": rule.until or None,
        "decisive": rule.decisive,
        "accuses": rule.accuses and rule.severity is Severity.ERROR,
        "manual": rule.manual,
    }


def write_rules_json(rules: Chosen, stream: TextIO) -> None:
    """A JSON array of rules."""
    data = [rule_data(game, rule) for game, rule in rules]
    stream.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def write_rules_markdown(rules: Chosen, stream: TextIO, version: str) -> None:
    """The manual: a table of contents by game and family, then each rule.

    Args:
        rules: the rules; those of a game stand together.
        stream: where it goes.
        version: that of the program.
    """
    severities = (f"* **{each.label}**: {_MEANINGS[each]}." for each in reversed(Severity))
    head = [f"# The rules of necropsy {version}", "", *severities, "", "## Contents", "", *_contents(rules)]
    stream.write("\n".join([*head, *_chapters(rules)]) + "\n")


def manual_markdown(rule: Rule) -> str:
    """A rule's manual as Markdown."""
    return "\n\n".join("\n".join(map(_line, block)) for block in paragraphs(rule.manual))


def _line(text: str) -> str:
    item = _ITEM.match(text)
    if item is None and text.startswith("    "):
        return text  # lines that stand as they are, which is what four blanks mean in Markdown, too
    mark = item[0] if item else ""
    parts = _LITERAL.split(text.removeprefix(mark))
    return mark + "".join(code(part) if at % 2 else escaped(part) for at, part in enumerate(parts))


def _by_family(rules: Chosen) -> Iterator[tuple[str, list[tuple[str, list[Rule]]]]]:
    """The rules of each game, and those of each family among them."""
    for game, of_game in groupby(rules, key=lambda each: each[0]):
        ordered = sorted((rule for _, rule in of_game), key=lambda rule: list(FAMILIES).index(rule.code[0]))
        yield game, [(letter, list(own)) for letter, own in groupby(ordered, key=lambda rule: rule.code[0])]


def _contents(rules: Chosen) -> Iterator[str]:
    for game, families in _by_family(rules):
        title = game_of(game).title
        yield f"* [{title}](#{_anchor(title)})"
        for letter, own in families:
            heading = _heading(letter, game)
            links = ", ".join(f"[{rule.code}](#{_anchor(rule.code)})" for rule in own)
            yield f"  * [{heading}](#{_anchor(heading)}): {links}"


def _chapters(rules: Chosen) -> Iterator[str]:
    for game, families in _by_family(rules):
        yield from ("", f"## {game_of(game).title}")
        for letter, own in families:
            about = FAMILIES[letter][1]
            yield from ("", f"### {_heading(letter, game)}", "", f"{about[0].upper()}{about[1:]}.")
            for rule in own:
                yield from _section(rule)


def _section(rule: Rule) -> Iterable[str]:
    # A heading that is the code alone has the same anchor wherever the document is shown.
    what = ", ".join(filter(None, (rule.severity.label, rule.versions)))
    return ("", f"#### {rule.code}", "", f"**{escaped(rule.title)}** ({what})", "", manual_markdown(rule))


def _heading(letter: str, game: str) -> str:
    return f"{FAMILIES[letter][0].capitalize()} ({game})"


def _anchor(heading: str) -> str:
    """The anchor that renderers of Markdown give a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
