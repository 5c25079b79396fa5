"""What a host or an admin decides for all runs, in ``necropsy.toml`` or a table of ``pyproject.toml``."""

from necropsy.config.file import ConfigError, ConfigFile, find, read
from necropsy.config.key import Key, Kind
from necropsy.config.settings import NO_CONFIG, Config, Setting, config_of

__all__ = [
    "NO_CONFIG",
    "Config",
    "ConfigError",
    "ConfigFile",
    "Key",
    "Kind",
    "Setting",
    "config_of",
    "find",
    "read",
]
