"""The rules as a list and as manual pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.reports.terminal import SEVERITY_STYLES, console_on
from necropsy.rules import Rule

__all__ = ["write_list", "write_page"]


def write_list(rules: Iterable[tuple[str, Rule]], stream: TextIO) -> None:
    """One line a rule."""
    console = console_on(stream)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("code", "severity", "what it finds"):
        table.add_column(heading)
    for _, rule in rules:
        severity = Text(rule.severity.label, style=SEVERITY_STYLES[rule.severity])
        table.add_row(rule.code, severity, Text(rule.title))
    console.print(table)
    console.print("`necropsy rules CODE` prints a rule's reason and its honest exceptions.", style="dim")


def write_page(game: str, rule: Rule, stream: TextIO) -> None:
    """A rule's title, range and docstring."""
    console = console_on(stream)
    console.print(Text.assemble((rule.code, "bold"), "  ", rule.title))
    console.print(Text(f"{game}, {rule.severity.label}{_range(rule)}", style="dim"))
    console.print()
    console.print(Text(rule.manual))


def _range(rule: Rule) -> str:
    if rule.since and rule.until:
        return f", versions {rule.since} to {rule.until}"
    if rule.since:
        return f", from version {rule.since} on"
    return f", up to version {rule.until}" if rule.until else ""
