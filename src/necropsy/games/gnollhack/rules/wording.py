"""C: words that the build of the header does not write, or would have written otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.rules.book import dump_rule, dumps, in_each
from necropsy.games.gnollhack.version import NEWEST_READ, Build, BuildRange
from necropsy.games.gnollhack.wording import Wording, damage_of, wordings
from necropsy.record import Record
from necropsy.rules import Report, Severity


@dump_rule("C245", "The difficulty and its percentages differ", since="4.1.0-B1", until=NEWEST_READ)
def percentages_fit_difficulty(record: Record) -> Iterator[Report]:
    """Behind the difficulty stands what share of the damage monsters and hero deal: a constant of it.

    The constants are in ``tables/damage.csv``; builds between 4.1.3-46 and 4.1.3-52, in which they
    were changed twice, are passed over. Honest exceptions,
    built in: a percentage that another system rounds down by one.
    """
    build = build_of(record)

    def in_file(part: Record) -> Iterator[Report]:
        said, difficulty = part.first("damage"), part.first("difficulty")
        if said is None or difficulty is None or build is None:
            return
        expected = damage_of(difficulty.value, build)
        if expected is not None and any(
            abs(one - other) > 1 for one, other in zip(said.value, expected, strict=True)
        ):
            yield Report(
                f"difficulty: {difficulty.value} has {expected[0]}% damage by monsters and {expected[1]}% by"
                f" the player, the {said.place} say {said.value[0]}% and {said.value[1]}%",
                expected=list(expected),
                found=list(said.value),
                evidence=part.evidence(difficulty, said),
            )

    yield from in_each(dumps(record), in_file)


_REMARKS = {
    "classic": ("traditional mode with permanent death",),
    "modern": ("revival and score reduction upon death",),
    "wizard": ("immortal mode with debug commands",),
    "explore": ("non-scoring immortal mode with loadable saved games",),
    "casual": (
        "revival upon death and loadable saved games",
        "non-scoring mode with revival upon death and loadable saved games",
    ),
    "reloadable": (
        "permanent death but loadable saved games",
        "non-scoring mode with permanent death but loadable saved games",
    ),
}


@dump_rule("C246", "The mode and its description differ", since="4.1.0-B6", until=NEWEST_READ)
def remark_fits_mode(record: Record) -> Iterator[Report]:
    """Behind the mode stands what it is, and each mode has words of its own.

    Only words that describe another mode are reported. Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        said, mode = part.first("mode_remark"), part.first("mode")
        if said is None or mode is None:
            return
        described = next((name for name, texts in _REMARKS.items() if said.value in texts), None)
        if described is not None and described != mode.value:
            yield Report(
                f"mode: the {mode.place} says {mode.value}, the {said.place} describe {described} mode",
                expected=described,
                found=mode.value,
                evidence=part.evidence(mode, said),
            )

    yield from in_each(dumps(record), in_file)


_SECTIONS = (
    # Section, and the first build that always writes it.
    ("achievements", "4.1.0-B6"),
    ("challenges", "4.1.0-B6"),
    ("background", "4.1.0-B6"),
    ("attributes", "4.1.0-B6"),
    ("inventory", "4.1.0-B6"),
    ("messages", "4.1.0-B6"),
    ("vanquished", "4.1.0-B6"),
    ("genocided", "4.1.0-B6"),
    ("branch", "4.1.0-B6"),
    ("skills", "4.1.0-B17"),
    ("spells", "4.1.0-B6"),
    ("events", "4.1.1-4"),
    ("role", "4.1.3-49"),
    ("game", "4.2.0-31"),
)


@dump_rule("C260", "A section that the build always writes is missing", Severity.WARNING, until=NEWEST_READ)
def sections_are_there(record: Record) -> Iterator[Report]:
    """Players cannot choose what a dumplog holds: a section that is missing was taken out.

    Honest exceptions: somebody who left out what others shall not see, a file that was cut on its
    way, and a build that was made without the diary.
    """
    build = build_of(record)
    if build is None or not build.placed:
        return

    def in_file(part: Record) -> Iterator[Report]:
        there = part.first("sections_there")
        if there is None or not part.has("closing"):
            return
        missing = [name for name, since in _SECTIONS if build.since(since) and name not in there.value]
        if missing:
            named = ", ".join(_NAMES.get(name, name) for name in missing)
            yield Report(
                f"sections: the build always writes these, and they are missing: {named}", found=missing
            )

    yield from in_each(dumps(record), in_file)


_NAMES = {
    "branch": "dungeon overview",
    "challenges": "voluntary challenges",
    "events": "major events",
    "genocided": "species genocided",
    "role": "role score",
}


@dump_rule("C254", "Lines that the build does not write", until=NEWEST_READ)
def lines_are_of_the_build(record: Record) -> Iterator[Report]:
    """Builds differ in the lines that they write: what only others write is proof of another build.

    So is the lack of a line that stands there whenever its section does. Honest exceptions, built
    in: a build between two tags, which may have what the next one brings.
    """
    build = build_of(record)
    if build is None or not build.placed:
        return

    def in_file(part: Record) -> Iterator[Report]:
        found = {said.value: said.line for said in part.statements("wording")}
        for row, allowed, is_foreign, is_due in _telling(build):
            if is_foreign and row.what in found:
                yield Report(
                    f"version: the header says {part.value('version')}, and the {row.section} have a line"
                    f" ({row.what}) of {allowed} alone",
                    expected=str(allowed),
                    found=part.value("version"),
                    evidence=(*part.evidence(part.first("version")), *part.evidence_at(found[row.what])),
                )
                return
            if is_due and row.what not in found and _has_section_of(part, row):
                yield Report(
                    f"version: the header says {part.value('version')}, which always has a line"
                    f" ({row.what}) among the {row.section}",
                    expected=row.what,
                    found=part.value("version"),
                    evidence=part.evidence(part.first("version")),
                )
                return

    yield from in_each(dumps(record), in_file)


@lru_cache(maxsize=256)
def _telling(build: Build) -> tuple[tuple[Wording, BuildRange, bool, bool], ...]:
    """The lines that a build never writes, or writes always: who may, and which of both it is."""
    rows = ((row, BuildRange(row.since, row.until)) for row in wordings())
    found = [
        (row, allowed, not allowed.overlaps(build), bool(row.must) and build.since(row.must))
        for row, allowed in rows
    ]
    return tuple(each for each in found if each[2] or each[3])


def _has_section_of(part: Record, row: Wording) -> bool:
    return row.role in ("", part.value("role")) and row.section in (part.value("sections") or ())
