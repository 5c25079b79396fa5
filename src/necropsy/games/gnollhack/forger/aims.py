"""The facts that the score of GnollHack uses, and what a forger makes of each."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from necropsy.games.gnollhack import words
from necropsy.games.gnollhack.forger import block, deeds, fields, story
from necropsy.record import Record, Statement
from necropsy.tamper.forger import Aim
from necropsy.tamper.original import Sheet

__all__ = ["AIMS", "spellings"]

Values = Callable[[Record, random.Random], Sequence[Any]]


def _of_line(fact: str, change: Callable[[int], Sequence[int]]) -> Values:
    """Values for a number that only a line states."""

    def values(record: Record, _: random.Random) -> Sequence[int]:
        number = record.value(fact) if record.has("fields") else None
        return [] if number is None else change(number)

    return values


def _deeper(number: int) -> Sequence[int]:
    return [number + 1, number + 5, 50]


def _more_bits(number: int) -> Sequence[int]:
    return list(dict.fromkeys(number | 1 << bit for bit in (11, 14, 30) if not number >> bit & 1))


def _kept_bits(number: int) -> Sequence[int]:
    return list(dict.fromkeys(number | 1 << bit for bit in (0, 5, 13) if not number >> bit & 1))


def _without_mode(number: int) -> Sequence[int]:
    """The flags of an ordinary game."""
    plain = number & ~(1 | 2 | 8 | 16 | 32)
    return [] if plain == number else [plain]


def _fewer(number: int) -> Sequence[int]:
    return [] if number < 1 else list(dict.fromkeys((number - 1, 0)))


def _harder(number: int) -> Sequence[int]:
    return [] if number >= 2 else list(dict.fromkeys((number + 1, 2)))


def _scoring(record: Record, _: random.Random) -> Sequence[str]:
    return ["yes"] if record.has("fields") and record.value("scoring") is False else []


def _scoring_in_line(sheet: Sheet, _: str) -> str | None:
    text = fields.with_fields(sheet.text, scoring="yes", mode="normal")
    return fields.flagged(sheet, text, on=0, off=1 | 2 | 8 | 16 | 32)


def _mode_in_line(record: Record, _: random.Random) -> Sequence[str]:
    said = record.value("mode_words") if record.has("fields") else None
    return [] if said in (None, "normal") else ["normal"]


def _mode_and_flags(sheet: Sheet, mode: str) -> str | None:
    text = fields.with_fields(sheet.text, mode=mode)
    return fields.flagged(sheet, text, on=0, off=1 | 2 | 8 | 16)


def _other_roles(record: Record, chance: random.Random) -> Sequence[str]:
    role = record.value("role")
    if role is None:
        return []
    others = [code for code in dict.fromkeys(words.ROLES.values()) if code != role]
    return [chance.choice(others), "Sam" if role != "Sam" else "Val"]


def _first_alignment(record: Record, _: random.Random) -> Sequence[str]:
    """The alignment of the end as that of the beginning, where a change costs."""
    end, first = record.value("alignment"), record.value("alignment_original")
    return [end] if record.value("won") and end is not None and end != first else []


def _last_alignment(record: Record, _: random.Random) -> Sequence[str]:
    """The same the other way round."""
    end, first = record.value("alignment"), record.value("alignment_original")
    return [first] if record.value("won") and first is not None and end != first else []


def _more_percent(record: Record, _: random.Random) -> Sequence[int]:
    percent = record.value("role_percent")
    return [] if percent is None or percent >= 100 else list(dict.fromkeys((percent + 1, 50, 100)))


def _portal(record: Record, _: random.Random) -> Sequence[int]:
    portal = record.value("quest_portal")
    return [] if not portal or portal >= 14 else [portal + 1, 14]


def _quest_levels(record: Record, _: random.Random) -> Sequence[int]:
    levels = record.value("quest_levels")
    return [] if not levels or levels >= 7 else [levels + 1, 7]


def _plain_turns(record: Record, chance: random.Random) -> Sequence[int]:
    return story.other_turns(record, chance)


AIMS = (
    Aim("max_depth", story.more_depth, story.deeper_everywhere),
    Aim("quest_levels", _quest_levels),
    Aim("quest_portal", _portal),
    Aim(
        "achieved",
        deeds.more_achieved,
        deeds.everything_achieved,
        fields.achieved_in_line,
        deeds.somewhere_achieved,
    ),
    Aim("kept", deeds.more_kept, deeds.everything_kept, fields.kept_in_line, deeds.somewhere_kept),
    Aim("role_counts", block.more_counted, block.counted_everywhere, None, block.counted_somewhere),
    Aim("slain", block.more_slain, block.listed_everywhere, None, block.listed_somewhere),
    Aim("selfies", block.more_selfies, block.listed_everywhere, None, block.listed_somewhere),
    Aim(
        "role_quest_done",
        block.more_done,
        block.done_everywhere,
        lambda sheet, _: fields.achieved_in_line(
            sheet, (*sheet.record.value("achieved", ()), "role_achievement")
        ),
        block.done_somewhere,
    ),
    Aim("role_percent", _more_percent),
    Aim("turns", _plain_turns, story.turns_everywhere),
    Aim("umortality", story.fewer_deaths, story.deaths_everywhere),
    Aim("mode_words", story.ordinary, story.mode_everywhere),
    Aim("difficulty", story.harder, story.difficulty_everywhere),
    Aim("ending", story.other_endings, story.ascended_everywhere, fields.ended_in_line),
    Aim("role", _other_roles),
    Aim("alignment", _last_alignment),
    Aim("alignment_original", _first_alignment),
    # What only a line states.
    Aim("max_level", _of_line("max_level", _deeper)),
    Aim("death_depth", _of_line("death_depth", _deeper)),
    Aim("achieve_bits", _of_line("achieve_bits", _more_bits)),
    Aim("conduct_bits", _of_line("conduct_bits", _kept_bits)),
    Aim("flags", _of_line("flags", _without_mode)),
    Aim("mode", _mode_in_line, None, _mode_and_flags),
    Aim("scoring", _scoring, None, _scoring_in_line),
    Aim("difficulty_level", _of_line("difficulty_level", _harder)),
)
"""The facts of every version."""

_BITS = ("achieve_bits", "conduct_bits", "flags")


def spellings(fact: str, value: Any, statement: Statement) -> Sequence[str]:
    """How a value stands in a file where it does not stand as it is."""
    if statement.place == "xlogfile":
        return (hex(value),) if fact in _BITS else ()
    if fact == "role":
        return [name for name, code in words.ROLES.items() if code == value] * 2
    if fact in ("alignment", "alignment_original", "alignment_current"):
        return [word for word, code in words.ALIGNMENTS.items() if code == value]
    if fact == "umortality":
        return (story.told_survived(value), story.told_dead(value))
    if fact == "ending":
        return _ENDINGS.get(value, ())
    return ()


_ENDINGS = {
    "ascended": ("went to your reward", "ascended"),
    "escaped": ("escaped from the dungeon", "escaped"),
}
