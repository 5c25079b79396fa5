"""What a config sets, for a person: each value with the place and the reason of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.config import Config
from necropsy.override import Override
from necropsy.reports.preface import Note
from necropsy.reports.terminal import Page
from necropsy.reports.visible import visible

__all__ = ["write_decisions"]


def write_decisions(
    config: Config,
    defaults: Mapping[str, Mapping[str, Any]],
    stream: TextIO,
    *,
    every: bool = False,
    width: int | None = None,
) -> None:
    """Print what is in force where the command line says nothing.

    Args:
        config: what was decided.
        defaults: for each command its keys, with the values that they have where nothing is set.
        stream: where to print.
        every: whether keys that are not set are shown, too.
        width: columns; the terminal's own where it is ``None``.
    """
    page = Page(stream, width)
    for command, known in defaults.items():
        settings = config.of(command)
        table = _table(command, "value", "set by")
        for name, default in known.items():
            setting = settings.get(name)
            if setting is not None:
                table.add_row(name, _text(setting.value), _place(setting.where, setting.notes))
            elif every:
                table.add_row(Text(name, style="dim"), Text(_text(default), style="dim"), "default")
        if table.row_count:
            page.put(table)
            page.put()
    if config.overrides:
        _put_overrides(page, config.overrides.each)
    page.put(Text(_source(config), style="dim"))


def _put_overrides(page: Page, overrides: Iterable[Override]) -> None:
    table = _table("override", "what", "set by")
    for each in overrides:
        notes = [Note("", each.why)] if each.why else []
        what = each.said.rpartition(" for ")[0]
        table.add_row(visible(", ".join(each.paths)), visible(what), _place(each.where, notes))
    page.put(table)
    page.put()


def _table(*headings: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _place(where: str, notes: Iterable[Note]) -> Text:
    """Where something is set, and why; the way to the file is told at the end."""
    lines = [f"{note.what}: {note.why}" if note.what else note.why for note in notes]
    return Text("\n".join(map(visible, [os.path.basename(where), *lines])))


def _text(value: Any) -> str:
    if value is None:
        return "not set"
    if value is False:
        return "no"
    if value is True:
        return "yes"
    return visible(", ".join(value) if isinstance(value, list) else str(value))


def _source(config: Config) -> str:
    if not config.path:
        return "No config file is here or in a directory above: everything is as the defaults have it."
    return f"The config is {visible(config.path)}; what is said on the command line comes before it."
