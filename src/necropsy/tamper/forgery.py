"""One edit of an honest game."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Forgery"]


@dataclass(frozen=True)
class Forgery:
    """What somebody made of an honest game.

    Attributes:
        kind: the name of its :class:`~necropsy.tamper.Kind`.
        fact: what was edited, by the name of the fact; of other edits a name of their own.
        what: the edit in words: ``turns 50,003 -> 25,001 on line 11``.
        files: the files that an auditor gets, by name: the edited ones, and honest ones beside them.
        edited: the names of those that were edited.
        stated: in how many places the honest files state the fact so that another value in one of them
            would be a proof; 1 for an edit of a place in which it would be none.
    """

    kind: str
    fact: str
    what: str
    files: tuple[tuple[str, str], ...]
    edited: tuple[str, ...]
    stated: int = 1
