"""What a config sets for each command, with the place and the reason of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from necropsy.config.file import ConfigError, ConfigFile
from necropsy.config.key import Key, Kind, Value
from necropsy.config.overriding import overrides_in
from necropsy.config.places import Path
from necropsy.config.rules import Entry, entries_in, notes_of
from necropsy.override import NO_OVERRIDES, Overrides
from necropsy.reports.preface import Note
from necropsy.sources.remote import is_url

__all__ = ["NO_CONFIG", "Config", "Setting", "config_of"]

_OVERRIDE = "override"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a config sets.

    Attributes:
        key: the key.
        value: its value, as the option has it.
        where: the file and line.
        notes: why, for the whole or for some of its entries.
    """

    key: Key
    value: Value
    where: str
    notes: tuple[Note, ...] = ()

    def check(self) -> None:
        """See that the value is one that the option can have.

        Raises:
            ConfigError: if it is none.
        """
        try:
            if self.key.check is not None:
                self.key.check(self.value)
        except ValueError as error:
            raise ConfigError(f"{self.where}: {self.key.name}: {error}") from None


@dataclass(frozen=True, slots=True)
class Config:
    """What a config says.

    Attributes:
        path: the file; "" for none.
        settings: for each command what is set, by the names of the keys.
        overrides: what was decided for some files.
    """

    path: str = ""
    settings: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)
    overrides: Overrides = NO_OVERRIDES

    def of(self, command: str) -> Mapping[str, Setting]:
        """What is set for a command."""
        return self.settings.get(command, MappingProxyType({}))


NO_CONFIG = Config()
"""Nothing is set."""


def config_of(file: ConfigFile, keys: Mapping[str, Mapping[str, Key]], never: Collection[str] = ()) -> Config:
    """What a file says.

    Args:
        file: the file.
        keys: for each command the keys that it takes, by name.
        never: options that no config may set.

    Raises:
        ConfigError: if a key is not known, or a value of the wrong kind.
    """
    general = {name: key for known in reversed(list(keys.values())) for name, key in known.items()}
    tables = {name: file.table[name] for name in keys if name in file.table}
    rest = {name: value for name, value in file.table.items() if name not in (*keys, _OVERRIDE)}
    for_all = dict(_settings(file, (), rest, general, " or ".join(keys), never))
    settings = {}
    for command, known in keys.items():
        own = tables.get(command, {})
        if not isinstance(own, dict):
            file.fail((command,), f"{command}: expected a table, [{command}]")
        of_all = {name: setting for name, setting in for_all.items() if name in known}
        settings[command] = of_all | dict(_settings(file, (command,), own, known, command, never))
    return Config(file.path, settings, overrides_in(file, file.table.get(_OVERRIDE, [])))


def _settings(
    file: ConfigFile,
    above: Path,
    table: Mapping[str, Any],
    known: Mapping[str, Key],
    whose: str,
    never: Collection[str],
) -> Iterator[tuple[str, Setting]]:
    for name, value in table.items():
        path = (*above, name)
        if name in never:
            file.fail(path, f"{name}: is said on the command line and nowhere else")
        if name not in known:
            close = get_close_matches(name, known, n=1)
            meant = f"; is {close[0]} meant?" if close else ""
            file.fail(path, f"{name}: no key of that name for {whose}{meant}")
        yield name, _setting(file, path, known[name], value)


def _setting(file: ConfigFile, path: Path, key: Key, value: Any) -> Setting:
    if key.kind is Kind.RULES:
        entries = entries_in(file, path, value)
        codes = [code for entry in entries for code in entry.codes]
        return Setting(key, codes, file.where(path), notes_of(key.name, entries))
    try:
        read = key.read(value)
    except TypeError as error:
        file.fail(path, str(error))
    if key.is_path and any(map(is_url, read if isinstance(read, list) else [str(read)])):
        file.fail(path, f"{key.name}: a URL stands on the command line, as a config must not call a server")
    if key.is_path:
        read = [file.beside(name) for name in read] if isinstance(read, list) else file.beside(str(read))
    return Setting(key, read, file.where(path), _notes(file, path, key, value) if key.tells else ())


def _notes(file: ConfigFile, path: Path, key: Key, value: Any) -> tuple[Note, ...]:
    """What is remarked on a key's line or, in a list, on those of its entries."""
    if isinstance(value, list):
        paths = [((*path, number), str(item)) for number, item in enumerate(value)]
    else:
        paths = [(path, "" if isinstance(value, bool) else str(value))]
    entries = [Entry((text,), file.remark(each), file.where(each)) for each, text in paths]
    return notes_of(key.name, entries)
