"""What a part of the program needs beyond the base install, and how to get it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

__all__ = ["MissingExtra", "left_out", "require"]


# What is missing can be installed: no name that ends in Error.
class MissingExtra(ModuleNotFoundError):  # noqa: N818
    """A package of an extra is not installed; the message says how to install it."""


def require(extra: str, *modules: str, later: Sequence[str] = ()) -> None:
    """Make sure that the packages of an extra are there.

    Args:
        extra: the name of the extra (``"store"``).
        modules: what is imported from it.
        later: what must be there, too, and is imported by who needs it, as that takes a while.

    Raises:
        MissingExtra: if one of them is not installed.
    """
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            raise _missing(extra) from None
    if not all(map(find_spec, later)):
        raise _missing(extra)


def _missing(extra: str) -> MissingExtra:
    return MissingExtra(f"this needs the extra '{extra}': pip install 'necropsy[{extra}]'")


@contextmanager
def left_out(package: str) -> Iterator[None]:
    """Let the process do without a package: who would load it where it is there finds it missing.

    Args:
        package: its name; one that is loaded already stays.
    """
    finder = _LeftOut(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _LeftOut:
    """Finds nothing where a package is."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Say that the package is not there; of others nothing."""
        if name == self._package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
