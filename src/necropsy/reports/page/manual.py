"""The rules that a report names, as the page shows their manual."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from necropsy.games import games
from necropsy.reports.manual import blocks

__all__ = ["Page", "pages_of"]


class Page(NamedTuple):
    """The manual of a rule.

    Attributes:
        code: the rule's code.
        title: what it finds, on one line.
        about: the games it is for, its severity, and the versions.
        blocks: its reason and its honest exceptions, paragraph by paragraph.
    """

    code: str
    title: str
    about: str
    blocks: list[list[str]]


def pages_of(codes: Collection[str]) -> Iterator[Page]:
    """The manual of some rules, each once, in the order of their codes."""
    found: dict[str, Page] = {}
    for game in games():
        for rule in game.rulebook:
            if rule.code in codes and rule.code not in found:
                about = ", ".join(filter(None, (game.name, rule.severity.label, rule.versions)))
                found[rule.code] = Page(rule.code, rule.title, about, list(blocks(rule.manual)))
    return (found[code] for code in sorted(found))
