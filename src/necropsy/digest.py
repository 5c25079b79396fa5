"""A fingerprint of the code and tables that an audit comes from."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version

__all__ = ["ruleset_digest"]

_HERE = os.path.dirname(os.path.abspath(__file__))
_ENDINGS = (".py", ".csv", ".toml")
_READERS = ("pyparsing", "lxml")
"""The packages that read the files: another version of them may read something else."""


@lru_cache(maxsize=1)
def ruleset_digest() -> str:
    """What changes whenever the installed program could judge a game differently.

    It is made of the program's version, the versions of the packages that parse, and the names
    and contents of the modules and tables that make an audit; reports and commands do not count.
    It is the same in every process and on every machine with the same installation.

    Returns:
        32 hexadecimal digits.
    """
    from necropsy import __version__

    digest = blake2b(digest_size=16)
    for text in (__version__, *map(_version, _READERS)):
        digest.update(text.encode() + b"\0")
    for name in _files():
        with open(os.path.join(_HERE, name), "rb") as file:
            content = file.read()
        digest.update(f"{name}\0{len(content)}\0".replace(os.sep, "/").encode())
        digest.update(content)
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def _files() -> list[str]:
    """The modules at the top and all of the games, by their names from here."""
    names = [entry for entry in os.listdir(_HERE) if entry.endswith(_ENDINGS)]
    for folder, _, files in os.walk(os.path.join(_HERE, "games")):
        names += [
            os.path.join(os.path.relpath(folder, _HERE), name) for name in files if name.endswith(_ENDINGS)
        ]
    return sorted(names)
