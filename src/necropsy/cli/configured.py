"""Options that a config file gives: what was not said on the command line is taken from there."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer

if TYPE_CHECKING:
    from necropsy.config import Config, Key, Kind, Setting
    from necropsy.reports.preface import Note

__all__ = [
    "CONFIGURED",
    "ConfigOption",
    "NoConfigOption",
    "config_at",
    "config_in_force",
    "keys_of",
    "notes_in_force",
    "origins_of",
    "said_of_config",
]

CONFIGURED = ("audit", "leaderboard", "watch")
"""The commands that a config file has a say in."""

# A file that lies beside the morgues of strangers must not run a command, call a stranger's
# cluster, write over any other file, or keep quiet of itself; and what is done once is no decision
# for all runs.
_NEVER = frozenset(
    {
        "config",
        "no-config",
        "help",
        "exec",
        "exec-timeout",
        "cluster",
        "output",
        "quiet",
        "write-baseline",
        "once",
    }
)

_IN_FORCE: ContextVar[_InForce | None] = ContextVar("config", default=None)


@dataclass(frozen=True, slots=True)
class _InForce:
    """The config of a running command.

    Attributes:
        config: what was decided.
        settings: what is set for the command, by key.
        context: that of the call.
    """

    config: Config
    settings: Mapping[str, Setting]
    context: typer.Context

    def used(self) -> dict[str, Setting]:
        """What was not said otherwise on the command line; all of it while that is being read."""
        names = keys_of(self.context.command)
        sources = {key: self.context.get_parameter_source(names[key]) for key in self.settings}
        said = {key for key, source in sources.items() if source is not None and source.name == "COMMANDLINE"}
        return {key: setting for key, setting in self.settings.items() if key not in said}


def config_in_force() -> Config:
    """The config of the running command."""
    from necropsy.config import NO_CONFIG

    found = _IN_FORCE.get()
    return NO_CONFIG if found is None else found.config


def notes_in_force() -> tuple[Note, ...]:
    """The reasons of what the config has set for the running command."""
    found = _IN_FORCE.get()
    return () if found is None else tuple(note for each in found.used().values() for note in each.notes)


def said_of_config() -> Iterator[str]:
    """That a config has a say in the running command: it may lie in a directory above and be forgotten."""
    found = _IN_FORCE.get()
    if found is None:
        return
    parts = list(found.used())
    count = len(found.config.overrides.each)
    parts += [f"{count} {'overrides' if count > 1 else 'override'}"] if count else []
    if parts:
        yield f"{found.config.path} sets {', '.join(parts)}; `necropsy config` shows it"


def origins_of(message: str) -> str:
    """Where the options that a message speaks of were set, if not on the command line."""
    found = _IN_FORCE.get()
    named = [each for name, each in (found.used() if found else {}).items() if f"--{name}" in message]
    said = ", ".join(f"--{each.key.name}: {each.where}" for each in named)
    return f" ({said})" if said else ""


def config_at(path: str | None, commands: Mapping[str, Any], context: typer.Context) -> Config:
    """A config file, or the end of the program if there is something wrong with it.

    Args:
        path: the file; ``None`` is the nearest one.
        commands: all commands of the program.
        context: that of the call.
    """
    from necropsy.cli.options import fail
    from necropsy.config import NO_CONFIG, ConfigError, config_of, find, read
    from necropsy.reports.visible import visible

    try:
        file = find() if path is None else read(path)
        if file is None:
            return NO_CONFIG
        return config_of(file, {name: _keys(commands[name], context) for name in CONFIGURED}, _NEVER)
    except ConfigError as error:
        fail(visible(str(error)))


def _take_config(context: typer.Context, path: str | None) -> str | None:
    """Take the config's values for what the command line leaves open; runs before the other options do."""
    from necropsy.cli.options import fail
    from necropsy.config import ConfigError
    from necropsy.reports.visible import visible

    isolated = context.meta.get(_ISOLATED)
    if context.resilient_parsing or (path is None and isolated):
        return path
    if isolated:
        fail(_BOTH)
    context.meta[_GIVEN] = path
    assert context.parent is not None
    commands = getattr(context.parent.command, "commands", {})
    config = config_at(path, commands, context)
    settings = dict(config.of(str(context.info_name)))
    context.default_map = {
        name: settings[key].value for key, name in keys_of(context.command).items() if key in settings
    }
    token = _IN_FORCE.set(_InForce(config, settings, context))
    context.call_on_close(lambda: _IN_FORCE.reset(token))
    try:
        for setting in settings.values():
            setting.check()
    except ConfigError as error:
        fail(visible(str(error)))
    return path


def _isolate(context: typer.Context, isolated: bool) -> bool:
    from necropsy.cli.options import fail

    if isolated and context.meta.get(_GIVEN):
        fail(_BOTH)
    context.meta[_ISOLATED] = isolated
    return isolated


_BOTH = "--no-config: there is a --config; give one of them"
_ISOLATED, _GIVEN = "necropsy.isolated", "necropsy.config"

ConfigOption = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="FILE",
        callback=_take_config,
        is_eager=True,
        help="Take what is not said here from this file (default: the nearest necropsy.toml, or"
        " pyproject.toml with [tool.necropsy], here or in a directory above).",
    ),
]
NoConfigOption = Annotated[
    bool,
    typer.Option("--no-config", callback=_isolate, is_eager=True, help="Take nothing from a config file."),
]


def keys_of(command: Any) -> dict[str, str]:
    """The options of a command that a config may set, each with the name of its parameter."""
    named = {_name(parameter): str(parameter.name) for parameter in command.params}
    return {name: parameter for name, parameter in named.items() if name not in _NEVER}


def _keys(command: Any, context: typer.Context) -> dict[str, Key]:
    """The same, each with what it takes."""
    types = get_type_hints(inspect.unwrap(command.callback))
    parameters = {parameter.name: parameter for parameter in command.params}
    return {key: _key(key, types[name], parameters[name], context) for key, name in keys_of(command).items()}


def _name(parameter: Any) -> str:
    """The name of an option as it is written; of an argument, and in a config, that is none: ``help``."""
    return next((name[2:] for name in parameter.opts if name.startswith("--")), "help")


def _key(name: str, annotation: Any, parameter: Any, context: typer.Context) -> Key:
    from necropsy.config import Key

    def check(value: Any) -> None:
        try:
            parameter.process_value(context, value)
        except typer.BadParameter as error:
            raise ValueError(error.message.removeprefix("Value error, ").rstrip(".")) from None
        # Of the other options it is said where they were set when they are found to be wrong.
        if name in _FILTERS:
            _check_filter(name, value)
        elif name == "log":
            _check_there(value)

    return Key(name, _kind(name, annotation), name in _PATHS, check, name in _TELLS)


_PATHS = frozenset({"log", "store", "players", "exclude", "baseline"})
_FILTERS = (
    "version-range",
    "since",
    "until",
    "mode",
    "no-seeded",
    "min-turns",
    "server",
    "players",
    "exclude",
    "no-start-scum",
)
_TELLS = frozenset({"select", "ignore", "game", "fail-on", "report", "baseline", "expect-files", *_FILTERS})
"""What a report says depends on these; a remark on any other is for who reads the config."""


def _kind(name: str, annotation: Any) -> Kind:
    from necropsy.config import Kind

    named = {
        "select": Kind.RULES,
        "ignore": Kind.RULES,
        "fail-on": Kind.WORDS,
        "report": Kind.WORDS,
        "max-file": Kind.SIZE,
        "max-log": Kind.SIZE,
        "max-archive": Kind.SIZE,
        "max-memory": Kind.SIZE,
        "since": Kind.MOMENT,
        "until": Kind.MOMENT,
    }
    if name in named:
        return named[name]
    types = {get_origin(each) or each for each in (annotation, *get_args(annotation))}
    kinds = {bool: Kind.FLAG, list: Kind.LIST, int: Kind.INTEGER, float: Kind.NUMBER}
    return next((kind for type_, kind in kinds.items() if type_ in types), Kind.TEXT)


def _check_filter(name: str, value: Any) -> None:
    from necropsy.filters import Filters

    Filters.of(**{name.replace("-", "_"): value})


def _check_there(paths: list[str]) -> None:
    from necropsy.given import is_there

    absent = [path for path in paths if not is_there(path)]
    if absent:
        raise ValueError(f"no such file or directory: {', '.join(absent)}")
