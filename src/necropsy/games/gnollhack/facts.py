"""Facts that no single line states: they follow from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.gnollhack import words
from necropsy.record import Standing
from necropsy.span import Span

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["derive_cause", "derive_difficulty_level", "derive_true_deaths"]


def derive_difficulty_level(record: Record) -> None:
    """State the level for each word that a file has for its difficulty, of builds since 4.1.0-B1."""
    for statement in record.statements("difficulty"):
        level = words.level_of_difficulty(statement.value)
        if level is not None:
            record.state("difficulty_level", level, statement.line, statement.place, statement.standing)


def derive_true_deaths(record: Record) -> None:
    """State how often the hero died in earnest: times killed, less the deaths averted.

    Averted deaths are in the diary, which exists since 4.1.1-4; without it any number of
    the deaths can have been averted.
    """
    killed = record.first("umortality")
    if killed is None:
        return
    averted = record.first("averted_deaths")
    least = 0 if averted is None else max(killed.value - averted.value, 0)
    deaths = Span(least, killed.value if averted is None else least)
    record.state("true_deaths", deaths, killed.line, killed.place)


def derive_cause(record: Record) -> None:
    """State how the game ended in words: the grave's, else the diary's last line, else the ending itself."""
    ending = record.first("ending")
    if ending is None:
        return
    if ending.value != "death":
        record.state("cause", ending.value, ending.line, ending.place)
        return
    for fact in ("grave", "last_event"):
        said = record.first(fact)
        if said is not None:
            cause = said.value.split(", while ")[0]
            record.state("cause", cause, said.line, said.place, Standing.WITNESS)
            return
