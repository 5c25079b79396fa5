"""The rules as a list and as manual pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.reports.terminal import SEVERITY_STYLES, Page
from necropsy.rules import Rule

__all__ = ["blocks", "range_of", "write_list", "write_page"]


def write_list(rules: Iterable[tuple[str, Rule]], stream: TextIO) -> None:
    """One line a rule."""
    page = Page(stream)
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("code", "severity", "what it finds"):
        table.add_column(heading)
    for _, rule in rules:
        severity = Text(rule.severity.label, style=SEVERITY_STYLES[rule.severity])
        table.add_row(rule.code, severity, Text(rule.title))
    page.put(table)
    page.put()
    page.put(Text("`necropsy rules CODE` prints a rule's reason and its honest exceptions.", style="dim"))


def write_page(game: str, rule: Rule, stream: TextIO) -> None:
    """A rule's title, range and docstring."""
    page = Page(stream)
    page.put(Text.assemble((rule.code, "bold"), "  ", rule.title))
    page.put(Text(f"{game}, {rule.severity.label}{range_of(rule)}", style="dim"))
    for block in blocks(rule.manual):
        page.put()
        for line in block:
            text = line.lstrip()
            page.put(Text(text), indent=len(line) - len(text))


_ITEM = re.compile(r"(?:[*-]|\d+\.) ")


def blocks(manual: str) -> Iterator[list[str]]:
    """The blocks of a docstring: a paragraph is one line again, a list has a line an item.

    Indented lines that belong to no item stay as they are.
    """
    for block in re.split(r"\n\s*\n", manual.replace("``", "").strip()):
        lines: list[str] = []
        for line in block.split("\n"):
            if lines and _continues(line, lines[-1]):
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line.rstrip())
        yield lines


def _continues(line: str, before: str) -> bool:
    if _ITEM.match(line.lstrip()):
        return False
    indented = line.startswith(" ")
    return indented if _ITEM.match(before.lstrip()) else not indented and not before.startswith(" ")


def range_of(rule: Rule) -> str:
    """The versions that a rule holds for, to be put behind its severity; "" for all."""
    if rule.since and rule.until:
        return f", versions {rule.since} to {rule.until}"
    if rule.since:
        return f", from version {rule.since} on"
    return f", up to version {rule.until}" if rule.until else ""
