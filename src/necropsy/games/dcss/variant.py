"""What shows that a game is none of DCSS proper: forks count as they like, so nothing is proved of one."""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.dcss import experience, names
from necropsy.games.dcss.version import Version

__all__ = ["odd_ending", "odd_line", "odd_species", "odd_version"]

_ZOTDEF = "0.1-zotdef.1"
_LINE_FORMS = frozenset({"0.1", "0.1-sprint.1", "0.1-zotdef.1"})
"""What DCSS itself writes as ``lv``, the version of its log lines."""


@lru_cache(maxsize=4096)
def odd_version(text: str) -> str | None:
    """Why a version is none that is known here; ``None`` if it is."""
    try:
        version = Version.parse(text)
    except ValueError:
        return f"{text!r} is no version of DCSS"
    return f"version {text} is newer than any known here" if version.since("0.35-b1") else None


@lru_cache(maxsize=8192)
def odd_species(species: str, text: str) -> str | None:
    """Why the version that ``text`` names cannot have the species; ``None`` if it can."""
    if experience.ladders(species, Version.parse(text)):
        return None
    return f"version {text} has no species {species!r}"


@lru_cache(maxsize=8192)
def odd_line(
    text: str, form: str | None, branch: str | None, species: str | None, background: str | None
) -> str | None:
    """Why a log line is of no game of DCSS proper; ``None`` if nothing says so.

    Args:
        text: the version.
        form: the field ``lv``.
        branch: the field ``explbr``, which server builds of another branch write.
        species: the species.
        background: the background.
    """
    odd = odd_version(text)
    if odd is not None:
        return odd
    if branch is not None:
        return f"the line is of the server's branch {branch!r}"
    if form not in _LINE_FORMS:
        return "the line has no lv" if form is None else f"no line of DCSS has lv={form}"
    if form == _ZOTDEF and Version.parse(text).since("0.17"):
        return f"version {text} has no Zot Defence"
    if background is not None and not names.is_background(background):
        return f"{background!r} is no background of DCSS"
    return None if species is None else odd_species(species, text)


@lru_cache(maxsize=1)
def _endings() -> frozenset[str]:
    return frozenset(row["ktyp"] for row in names.rows("endings"))


def odd_ending(kind: str) -> str | None:
    """Why no game of DCSS ends so (``ktyp`` of a log line); ``None`` if some do."""
    return None if kind in _endings() else f"no version of DCSS has ktyp={kind[:40]}"
