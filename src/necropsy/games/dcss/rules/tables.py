"""C: the tables at the end of a morgue against the sheet at its head."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.dcss.rules.book import dump_rule, in_special_mode
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference


@dump_rule("C160", "Kills by line and their total differ", Severity.WARNING)
def kills_add_up(record: Record) -> Iterator[Report]:
    """Each category prints its total, and with several of them a grand total follows.

    Honest exceptions: a player's own script can write the whole list, so this warns.
    """
    totals = record.statements("kills_listed")
    for statement in totals:
        summed, total = statement.value
        if summed != total:
            yield Report(
                f"kills: the list says {total:,}, its lines add up to {summed:,}"
                f" {difference(total, summed, countable=True)}",
                expected=summed,
                found=total,
                evidence=record.evidence(statement),
            )
    grand = record.first("kills_in_all")
    added = sum(statement.value[1] for statement in totals)
    if grand is not None and totals and grand.value != added:
        yield Report(
            f"kills: the grand total says {grand.value:,}, the categories add up to {added:,}"
            f" {difference(grand.value, added, countable=True)}",
            expected=added,
            found=grand.value,
            evidence=record.evidence(grand, *totals[:20]),
        )


@dump_rule("C161", "The action table does not fit the experience level", since="0.14")
def actions_fit_level(record: Record) -> Iterator[Report]:
    """The table has a column for every three levels up to the highest that was reached.

    One of levels 1 to 3 has none but the total. Levels that were lost again leave their columns,
    and their notes. Honest exceptions: where the notes were left out, or Ru took levels away (whoever
    is at the highest level left goes on earning columns), more columns than the level asks for are
    a warning. Wizard mode jumps between levels.
    """
    columns, level = record.first("action_columns"), record.first("xl")
    if columns is None or level is None or in_special_mode(record):
        return
    highest = max([level.value, *(s.value for s in record.statements("level_noted"))])
    fewest, most = _columns(level.value), _columns(min(highest, 27))
    if columns.value < fewest:
        yield Report(
            f"level: the {level.place} says {level.value}, which has {fewest} columns of actions;"
            f" the table has {columns.value} {difference(columns.value, fewest, countable=True)}",
            expected=fewest,
            found=columns.value,
            evidence=record.evidence(level, columns),
        )
    elif columns.value > most:
        yield Report(
            f"level: the highest level seen is {highest}, which has {most} columns of actions;"
            f" the table has {columns.value} {difference(columns.value, most, countable=True)}",
            expected=most,
            found=columns.value,
            evidence=record.evidence(level, columns),
            severity=None if record.has("notes") and record.value("inexperienced") == 0 else Severity.WARNING,
        )


def _columns(level: int) -> int:
    blocks = (level - 1) // 3
    return blocks + 1 if blocks else 0


@dump_rule("C162", "A skill and its last gain differ", needs="skill_gained")
def skills_fit_gains(record: Record) -> Iterator[Report]:
    """The table of skill gains ends with each skill's level, the same as on the sheet.

    Honest exceptions: skills set by wizard command.
    """
    if in_special_mode(record):
        return
    sheet = {statement.value[0]: statement for statement in record.statements("skill")}
    for gained in record.statements("skill_gained"):
        skill, level = gained.value
        shown = sheet.get(skill)
        if shown is not None and shown.value[1] != level:
            yield Report(
                f"skills: the sheet says {skill} {float(shown.value[1])}, the table of gains {float(level)}",
                expected=float(level),
                found=float(shown.value[1]),
                evidence=record.evidence(shown, gained),
            )


@dump_rule("C163", "Fewer branches visited than the notes name", Severity.WARNING)
def branches_are_counted(record: Record) -> Iterator[Report]:
    """The misc block counts the branches; the notes' places name some of them.

    Honest exceptions: portals and the like are counted apart, so only branches with
    numbered levels are compared, and a script's note can name any.
    """
    counted, notes = record.first("branches"), record.value("notes")
    if counted is None or notes is None or record.value("game_type") in ("sprint", "zotdef"):
        return
    branches = map(_branch_with_levels, notes.places)
    named = set(filter(None, branches)) - _NOT_COUNTED
    if len(named) > counted.value:
        yield Report(
            f"branches: the misc block says {counted.value}, the notes name {len(named)}"
            f" {difference(counted.value, len(named), countable=True)}: {', '.join(sorted(named))}",
            expected=len(named),
            found=counted.value,
            evidence=record.evidence(counted),
        )


@lru_cache(maxsize=1024)
def _branch_with_levels(place: str) -> str | None:
    """The branch of a place that has a number; ``None`` for one without."""
    branch, _, level = place.partition(":")
    return branch if level.isdecimal() else None


# Counted by sentences of their own.
_NOT_COUNTED = frozenset({"Abyss", "Pan", "Zig", "Lab", "Necropol", "Bazaar", "Trove"})
