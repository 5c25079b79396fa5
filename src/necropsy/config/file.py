"""The file: found by walking up, read, and asked where something stands in it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from necropsy.config.places import Path, Places, places_in
from necropsy.sources.remote import is_url

__all__ = ["ConfigError", "ConfigFile", "find", "read"]

NAME = "necropsy.toml"
SHARED = "pyproject.toml"
_TABLE = ("tool", "necropsy")


class ConfigError(ValueError):
    """What is wrong in a config file; the text begins with the file and, where there is one, the line."""


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A config file.

    Attributes:
        path: its path, from the working directory.
        table: what it says.
        above: the keys that lead to the table.
        places: where things stand.
    """

    path: str
    table: Mapping[str, Any]
    above: Path
    places: Places

    @property
    def directory(self) -> str:
        """Where it lies, from the working directory; "" is there itself."""
        return os.path.dirname(self.path)

    def where(self, path: Path) -> str:
        """File and line of a key or an entry."""
        return f"{self.path}:{self.places.line(self.above + path)}"

    def remark(self, path: Path) -> str:
        """What is remarked behind a key or an entry."""
        return self.places.remark(self.above + path)

    def beside(self, name: str) -> str:
        """The path of a file that is named here: one that is relative is so to this file."""
        return name if is_url(name) else os.path.join(self.directory, os.path.expanduser(name))

    def fail(self, path: Path, message: str) -> NoReturn:
        """Say what is wrong with a key or an entry.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(f"{self.where(path)}: {message}")


def find(start: str = "") -> ConfigFile | None:
    """The nearest config file, in a directory or one above; in one directory ``necropsy.toml`` comes first.

    Args:
        start: where to begin; "" is the working directory.

    Raises:
        ConfigError: if the file cannot be read.
    """
    directory, here = start, os.path.abspath(start)
    while True:
        own, shared = os.path.join(directory, NAME), os.path.join(directory, SHARED)
        if os.path.isfile(own):
            return read(own)
        if os.path.isfile(shared) and (found := _read_shared(shared)) is not None:
            return found
        if os.path.dirname(here) == here:
            return None
        directory, here = os.path.join(directory, ".."), os.path.dirname(here)


def read(path: str) -> ConfigFile:
    """A config file; of a ``pyproject.toml`` its table ``[tool.necropsy]``.

    Raises:
        ConfigError: if it cannot be read, or is a ``pyproject.toml`` without such a table.
    """
    if os.path.basename(path) != SHARED:
        text = _text(path)
        return ConfigFile(path, _parsed(path, text), (), places_in(text))
    found = _read_shared(path)
    if found is None:
        raise ConfigError(f"{path}: there is no table [tool.necropsy] in it")
    return found


def _read_shared(path: str) -> ConfigFile | None:
    """The table of a file that belongs to others, too; ``None`` where there is none."""
    text = _text(path)
    if "necropsy" not in text:
        # Whatever else is wrong with it is none of our business.
        return None
    table: Any = _parsed(path, text)
    for key in _TABLE:
        table = table.get(key) if isinstance(table, dict) else None
    return ConfigFile(path, table, _TABLE, places_in(text)) if isinstance(table, dict) else None


_LONGEST = 1 << 20
"""Characters; a longer file is no config."""


def _text(path: str) -> str:
    if os.path.exists(path) and not os.path.isfile(path):
        raise ConfigError(f"{path}: this is no file")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(_LONGEST + 1)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start:,} is not UTF-8") from None
    if len(text) > _LONGEST:
        raise ConfigError(f"{path}: longer than any config, {_LONGEST:,} characters")
    if "\\u0000" in text or "\\x00" in text:
        raise ConfigError(f"{path}: no name holds a NUL")
    return text


_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def _parsed(path: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = place["line"] if place else None
        message = _PLACE.sub("", str(error))
        raise ConfigError(f"{path}:{line or text.count(chr(10)) + 1}: {message}") from None
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, brackets in thousands of brackets.
        raise ConfigError(f"{path}: {error}") from None
