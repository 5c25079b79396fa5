"""C and X: places of one file, and files of one game, that state the same fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from necropsy.fact import facts_of
from necropsy.games.gnollhack.line import PLACE
from necropsy.games.gnollhack.rules.book import before, dump_rule, dumps, in_each, pair_rule, parts
from necropsy.joint import JointRecord
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference

_IN_WORDS = {
    "xl": "level",
    "max_hp": "maximum hit points",
    "umortality": "times killed",
    "duration_s": "time played",
    "difficulty_level": "difficulty",
    "role_quest_done": "the role's optional quest",
}


_COUNTABLE = frozenset({"turns", "umortality", "kills", "max_hp", "collapses", "duration_s"})


@dump_rule("C201", "Places of one file that state one fact differ")
def places_agree(record: Record) -> Iterator[Report]:
    """The game writes score, turns, difficulty, mode, role and alignment from one variable each.

    So the closing block, the attributes, the last message, the first event and the
    tombstone of one dump always agree. Honest exceptions, built in: the score in the
    attributes of a Knight or Tourist, whose counter is put right later in the same dump.
    """

    def in_file(part: Record) -> Iterator[Report]:
        for name in _compared():
            said = part.statements(name)
            if len(said) > 1:
                yield from _differences(part, name, said)

    yield from in_each(parts(record), in_file)


# A server writes its own name over the hero's, and only a dump has these in words.
_DUMPS_ONLY = frozenset({"player", "difficulty", "kills"})
# Facts that the places of one file state once, or otherwise.
_ACROSS = ("collapses", "gender")
# What a reshaped hero is, and what a clock says, is no matter of the score.
_WARNING_ONLY = frozenset({"gender", "duration_s"})


@pair_rule("X201", "Files of one game that state one fact differ")
def files_agree(record: Record) -> Iterator[Report]:
    """A dump, its page and its line in the xlogfile are written from the same variables.

    Honest exceptions, built in: the name that an account server puts in place of the
    hero's. The time played and the gender of a hero in another shape are warnings.
    """
    if not isinstance(record, JointRecord):
        return
    for name in (*_compared(), *_ACROSS):
        record.statements(name)
        said = [statement for part in record.parts if (statement := part.first(name)) is not None]
        if name in _DUMPS_ONLY:
            said = [statement for statement in said if statement.place != PLACE]
        severity = Severity.WARNING if name in _WARNING_ONLY else None
        yield from _differences(record, name, said, severity=severity)


@lru_cache(maxsize=1)
def _compared() -> tuple[str, ...]:
    return tuple(fact.name for fact in facts_of("gnollhack").values() if fact.compared)


def _differences(
    record: Record, name: str, said: Sequence[Statement], *, severity: Severity | None = None
) -> Iterator[Report]:
    for other in said[1:]:
        first = said[0]
        if other.value == first.value:
            continue
        off = ""
        if type(first.value) is int and type(other.value) is int:
            off = f" {difference(first.value, other.value, countable=name in _COUNTABLE)}"
        what = _IN_WORDS.get(name, name.replace("_", " "))
        yield Report(
            f"{what}: {_where(record, first)} {_shown(first.value)},"
            f" {_where(record, other)} {_shown(other.value)}{off}",
            expected=_plain(other.value),
            found=_plain(first.value),
            evidence=record.evidence(first, other),
            severity=severity,
        )
        return


def _where(record: Record, statement: Statement) -> str:
    """Which place says something, with the verb."""
    if statement.place == PLACE:
        return "the xlogfile says"
    verb = "say" if statement.place.endswith("s") else "says"
    return f"the {statement.place}{_of_which(record, statement)} {verb}"


def _of_which(record: Record, statement: Statement) -> str:
    """Where several files speak: which of them does."""
    if not isinstance(record, JointRecord):
        return ""
    kind = "page" if _is_page(record.owner_of(statement).source) else "dumplog"
    return f" of the {kind}"


def _is_page(source: str) -> bool:
    return ".htm" in source.rpartition("/")[2].lower()


def _shown(value: object) -> str:
    if type(value) is bool:
        return "yes" if value else "no"
    return f"{value:,}" if type(value) is int else str(value)


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | bool | None) else str(value)


# ------------------------------------------------------------------ dump and page


def _as_it_is(value: Any) -> Any:
    return value


def _without_lines(value: Any) -> Any:
    """Lists of the page and of the text stand on lines of other numbers."""
    return tuple(item._replace(line=0) for item in value)


_LISTED: dict[str, Callable[[Any], Any]] = {
    "achieved": _as_it_is,
    "kept": _as_it_is,
    "wishes": _as_it_is,
    "genocides": _as_it_is,
    "averted_deaths": _as_it_is,
    "role_percent": _as_it_is,
    "role_counts": _without_lines,
    "slain": _without_lines,
    "selfies": _without_lines,
    "branches": _without_lines,
    "quest_portal": _as_it_is,
    "max_level": _as_it_is,
    "place": _as_it_is,
}


@pair_rule("X203", "A dumplog and its page differ")
def page_agrees(record: Record) -> Iterator[Report]:
    """The game writes both at once, with the same words.

    Honest exceptions: none known.
    """
    files = dumps(record)
    if len(files) < 2:
        return
    for fact, form in _LISTED.items():
        record.statements(fact)
        first, other = (part.first(fact) for part in files[:2])
        if first is None and other is None:
            continue
        said = [None if s is None else form(s.value) for s in (first, other)]
        if said[0] != said[1]:
            what = fact.replace("_", " ")
            yield Report(
                f"{what}: the dumplog and the page differ{_odd(said)}",
                evidence=record.evidence(first, other),
            )


def _odd(said: list[Any]) -> str:
    """What only one of two lists of words has."""
    if not all(isinstance(value, tuple) and all(type(word) is str for word in value) for value in said):
        return ""
    return f" in {', '.join(sorted(set(said[0]) ^ set(said[1]))[:6])}"


# -------------------------------------------------------------------------- depth

# Its depth is drawn when the game begins, wherever its portal lies; the overview counts its levels from 1.
_LUDIOS, _LUDIOS_DEEPEST = "Fort Ludios", 21


@pair_rule("X202", "Deepest level outside the Quest: dump and xlogfile differ")
def deepest_level_agrees(record: Record) -> Iterator[Report]:
    """``maxlvl`` is the deepest level of all branches but the Quest, and so is the overview's.

    Both come from the same numbers. Honest exceptions, built in: Fort Ludios, whose depth
    (12 to 21) counts in ``maxlvl`` and is not in the overview.
    """
    if not isinstance(record, JointRecord):
        return
    said = record.statements("max_level")
    line = next((s for s in said if s.place == PLACE), None)
    overview = next((s for s in said if s.place != PLACE), None)
    if line is None or overview is None or line.value == overview.value:
        return
    if overview.value < line.value <= _LUDIOS_DEEPEST and _was_in_ludios(record):
        return
    yield Report(
        f"depth: the overview says {overview.value}, the xlogfile {line.value}"
        f" {difference(overview.value, line.value)}",
        expected=line.value,
        found=overview.value,
        evidence=record.evidence(overview, line),
        # The first builds after the release numbered their branches otherwise.
        severity=Severity.WARNING if before(record, "4.1.0-B1") else None,
    )


def _was_in_ludios(record: Record) -> bool:
    return any(branch.name == _LUDIOS for branch in record.value("branches") or ())
