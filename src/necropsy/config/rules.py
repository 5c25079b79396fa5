"""Lists of rules in a config: each entry is a code, or a table with the code and the reason."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from necropsy.config.file import ConfigFile
from necropsy.config.key import Kind
from necropsy.config.places import Path
from necropsy.reports.preface import Note
from necropsy.selection import codes_of, unknown

__all__ = ["Entry", "entries_in", "notes_of"]


class Entry(NamedTuple):
    """An entry of a list.

    Attributes:
        codes: what it names.
        why: the reason; "" where nobody said one.
        where: the file and line.
    """

    codes: tuple[str, ...]
    why: str
    where: str


def entries_in(file: ConfigFile, path: Path, value: Any) -> list[Entry]:
    """The rules that a key names.

    Args:
        file: the file.
        path: the keys that lead to the value.
        value: a text, or a list of texts and of tables with ``rule`` and ``why``.

    Raises:
        ConfigError: if it is something else, or names a rule that is not there.
    """
    if isinstance(value, str):
        return [_entry(file, path, value)]
    if not isinstance(value, list):
        file.fail(path, f"{path[-1]}: expected {Kind.RULES.value}")
    return [_entry(file, (*path, number), item) for number, item in enumerate(value)]


def _entry(file: ConfigFile, path: Path, item: Any) -> Entry:
    rule, why = item, ""
    if isinstance(item, dict):
        rule, why = item.get("rule"), item.get("why", "")
        for key in item.keys() - {"rule", "why"}:
            file.fail(path, f"{key}: a rule has the keys rule and why")
    if not isinstance(rule, str) or not isinstance(why, str):
        file.fail(path, f"expected {Kind.RULES.value}")
    codes = codes_of(rule.split(","))
    if not codes:
        file.fail(path, "a rule's code is missing")
    for code in codes:
        wrong = unknown(code)
        if wrong:
            file.fail(path, f"{code}: {wrong}")
    return Entry(codes, why.strip() or file.remark(path), file.where(path))


def notes_of(what: str, entries: Iterable[Entry]) -> tuple[Note, ...]:
    """A note for each reason; entries that share a line and a reason share the note."""
    notes = []
    for (why, where), several in groupby(entries, key=lambda entry: (entry.why, entry.where)):
        codes = ", ".join(code for entry in several for code in entry.codes)
        if why:
            notes.append(Note(f"{what} {codes}".strip(), why, where))
    return tuple(notes)
