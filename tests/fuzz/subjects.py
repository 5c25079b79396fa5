"""What can be fuzzed: each module ``subject_NAME.py`` of this package has one in ``SUBJECT``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from hypothesis.strategies import SearchStrategy

from fuzz.invariants import Sample

__all__ = ["FOLDER", "Subject", "names", "subject", "subjects_of", "truth"]

FOLDER = Path(__file__).parent
_TRUTH = FOLDER.parent / "engine_truth"


@dataclass(frozen=True)
class Subject:
    """One kind of file of a game.

    Attributes:
        name: by which it is asked for, ``dcss-morgues``.
        game: the short name of the game; its crashers lie under that name.
        originals: the real files, as they were written by the engines.
        written: makes files that are valid; ``None`` where there is no such writer.
    """

    name: str
    game: str
    originals: Callable[[], tuple[Sample, ...]]
    written: SearchStrategy[Sample] | None = None


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """All subjects, in the order of the alphabet."""
    found = sorted(path.stem for path in FOLDER.glob("subject_*.py"))
    return tuple(name.removeprefix("subject_").replace("_", "-") for name in found)


def subject(name: str) -> Subject:
    """The subject of a name."""
    found = import_module(f"fuzz.subject_{name.replace('-', '_')}").SUBJECT
    assert isinstance(found, Subject)
    return found


def subjects_of(asked: str) -> list[Subject]:
    """The subject of a name, or all those of a game.

    Raises:
        KeyError: if there is none.
    """
    found = [name for name in names() if asked == name or name.startswith(f"{asked}-")]
    if not found:
        raise KeyError(f"nothing to fuzz is called {asked!r}; there are {', '.join(names())}")
    return [subject(name) for name in found]


def truth(game: str, pattern: str, *, largest: int = 12_000) -> tuple[Sample, ...]:
    """The engines' files of a game whose names match, without those that take long.

    Args:
        game: the directory under ``tests/engine_truth``.
        pattern: what ``glob`` matches in it.
        largest: bytes.
    """
    paths = sorted(path for path in (_TRUTH / game).rglob(pattern) if path.is_file())
    return tuple(Sample(path.name, path.read_bytes()) for path in paths if path.stat().st_size <= largest)
