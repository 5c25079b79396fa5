"""What a part of the program needs beyond the base install, and how to get it."""

from __future__ import annotations

from importlib import import_module

__all__ = ["MissingExtra", "require"]


# What is missing can be installed: no name that ends in Error.
class MissingExtra(ModuleNotFoundError):  # noqa: N818
    """A package of an extra is not installed; the message says how to install it."""


def require(extra: str, *modules: str) -> None:
    """Make sure that the packages of an extra are there.

    Args:
        extra: the name of the extra (``"store"``).
        modules: what is imported from it.

    Raises:
        MissingExtra: if one of them is not installed.
    """
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            raise MissingExtra(f"this needs the extra '{extra}': pip install 'necropsy[{extra}]'") from None
