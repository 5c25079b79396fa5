"""The tables ``[[override]]`` of a config: what was decided for some files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from necropsy.config.file import ConfigFile
from necropsy.config.places import Path
from necropsy.config.rules import entries_in
from necropsy.override import Override, Overrides

__all__ = ["overrides_in"]

_KEYS = ("paths", "select", "ignore", "skip", "why")


def overrides_in(file: ConfigFile, value: Any) -> Overrides:
    """The overrides of a file, whose paths are relative to its directory.

    Raises:
        ConfigError: if one of them cannot be read.
    """
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        file.fail(("override",), "override: expected tables, each with the head [[override]]")
    each = tuple(_override(file, ("override", number), table) for number, table in enumerate(value))
    return Overrides(each, os.path.abspath(file.directory), os.getcwd()) if each else Overrides()


def _override(file: ConfigFile, path: Path, table: dict[str, Any]) -> Override:
    for key in table:
        if key not in _KEYS:
            close = get_close_matches(key, _KEYS, n=1)
            meant = f"; is {close[0]} meant?" if close else f" ({', '.join(_KEYS)})"
            file.fail((*path, key), f"{key}: no key of that name for an override{meant}")
    skip, why = table.get("skip", False), table.get("why", "")
    if not isinstance(skip, bool):
        file.fail((*path, "skip"), "skip: expected true or false")
    if not isinstance(why, str):
        file.fail((*path, "why"), "why: expected a text in quotes")
    select, ignore = (entries_in(file, (*path, key), table.get(key, [])) for key in ("select", "ignore"))
    if skip and (select or ignore):
        file.fail((*path, "skip"), "skip: no rule runs on what is skipped, so select and ignore say nothing")
    if not (skip or select or ignore):
        file.fail(path, "override: says neither ignore, nor select, nor skip = true")
    return Override(
        tuple(_paths(file, (*path, "paths"), table.get("paths"))),
        tuple(code for entry in select for code in entry.codes),
        tuple(code for entry in ignore for code in entry.codes),
        skip,
        why.strip() or "; ".join(_reasons(file, path, [*select, *ignore])),
        file.where(path),
    )


def _reasons(file: ConfigFile, path: Path, entries: list[Any]) -> list[str]:
    """Why, where no ``why`` says it: what is remarked on the head, on ``skip`` or on the rules."""
    remarks = [file.remark(path), file.remark((*path, "skip")), *(entry.why for entry in entries)]
    return [remark for remark in dict.fromkeys(remarks) if remark]


# Each more makes the time to refuse a name that somebody chose a hundred times as long.
_MOST_STARS = 3


def _paths(file: ConfigFile, path: Path, value: Any) -> Iterator[str]:
    """The patterns, each of which can be used."""
    from pathspec import GitIgnoreSpec

    patterns = [value] if isinstance(value, str) else value
    if not isinstance(patterns, list) or not patterns:
        file.fail(path, 'paths: expected a list of patterns, such as ["old/**", "*.html"]')
    for number, pattern in enumerate(patterns):
        place = (*path, number)
        if not isinstance(pattern, str) or not pattern.strip() or pattern.startswith("#"):
            file.fail(place, "paths: a pattern is a text in quotes that names some files")
        root = os.path.abspath(file.directory)
        if pattern.startswith(("../", os.path.join(root, ""))):
            file.fail(place, f"paths: {pattern}: a pattern begins at the directory of this file, {root}")
        if any(part.replace("**", "*").count("*") > _MOST_STARS for part in pattern.split("/")):
            file.fail(place, f"paths: {pattern}: at most {_MOST_STARS} stars between two slashes")
        if pattern.count("**") > _MOST_STARS:
            file.fail(place, f"paths: {pattern}: at most {_MOST_STARS} times **")
        try:
            GitIgnoreSpec.from_lines([pattern])
        except (ValueError, re.error) as error:
            file.fail(place, f"paths: {error}")
        yield pattern
