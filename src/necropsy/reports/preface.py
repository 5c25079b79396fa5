"""What a report says of the run that it is of, beside the audits."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ended", "Note", "Preface"]


class Ended(str):
    """A sentence that says that a run ended before it had told everything."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Why something was decided for a run, in the words of who decided it.

    Attributes:
        what: what was decided (``"ignore C160"``).
        why: the reason.
        where: the file and line that says so; "" for none.
    """

    what: str
    why: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Preface:
    """What a reader has to know of a run.

    Attributes:
        asked: paths and options as they were given, in words.
        select: the beginnings of the rule codes that were to run; all where it is empty.
        ignore: the beginnings of the rule codes that were left out.
        notes: why, where somebody said it.
    """

    asked: str = ""
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
