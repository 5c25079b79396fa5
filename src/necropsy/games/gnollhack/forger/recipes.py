"""Edits that follow from no single fact: sections cut out, versions, modes, marks, notes and dates."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.forger import deeds
from necropsy.games.gnollhack.forger.paper import Paper, edited
from necropsy.games.gnollhack.forger.story import mode_everywhere
from necropsy.games.gnollhack.regimes import regimes
from necropsy.games.gnollhack.version import Build
from necropsy.tamper.forger import Edit, Recipe
from necropsy.tamper.original import Sheet

__all__ = ["RECIPES"]


def _made(sheet: Sheet, edit: Callable[[Paper], None], what: str, fact: str) -> Iterator[Edit]:
    text = edited(sheet, edit)
    if text is not None:
        yield Edit(text, what, fact)


# ------------------------------------------------------------------------------- sections

_SECTIONS = (
    *("messages", "inventory", "background", "basics", "characteristics", "status", "attributes", "game"),
    *("skills", "spells", "events", "vanquished", "genocided", "goals", "achievements", "challenges"),
    *("role", "slain"),
)


def cut_sections(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each section taken out in turn, each branch of the overview, and the whole overview."""
    paper = Paper(sheet)
    for kind in _SECTIONS:
        section = paper.sections.last(kind)
        if section is not None:
            yield from _cut(sheet, range(section.start, section.end), f"the section {kind} taken out", kind)
    branches = paper.sections.all("branch")
    for branch in branches:
        name = paper.lines[branch.start].partition(":")[0]
        yield from _cut(
            sheet, range(branch.start, branch.end), f"{name} taken out of the overview", "branches"
        )
    if len(branches) > 1:
        places = range(branches[0].start, branches[-1].end)
        yield from _cut(sheet, places, "the overview taken out", "branches")
    farewell, closing = paper.sections.farewell, paper.sections.closing
    if closing >= 0:
        yield from _cut(
            sheet, range(closing + 1, len(paper.lines)), "what follows the points taken out", "closing"
        )
    if farewell >= 0:
        yield from _cut(sheet, range(farewell, len(paper.lines)), "the closing block taken out", "closing")


def _cut(sheet: Sheet, places: range, what: str, fact: str) -> Iterator[Edit]:
    yield from _made(sheet, lambda paper: paper.drop_all(places), what, fact)


# -------------------------------------------------------------------------------- version

_NUMBERED = re.compile(r"^4\.\d\.\d \(Build \d+\)$|^4\.\d\.\d Beta \d+$")


def other_versions(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The builds whose formulas come before and after: in the header alone, in the title, in both."""
    shown, build = sheet.record.value("version_shown"), build_of(sheet.record)
    if shown is None or build is None or not _NUMBERED.match(shown):
        return
    for other in _neighbours(build):
        header, title = f" GnollHack Version {shown} ", f"<title>GnollHack {shown} "
        for old, where in ((header, "in the header"), (title, "in the title")):
            if old in sheet.text:
                text = sheet.text.replace(old, old.replace(shown, other), 1)
                yield Edit(text, f"version {shown} -> {other} {where}", "version")
        if title in sheet.text:
            text = sheet.text.replace(shown, other)
            yield Edit(text, f"version {shown} -> {other} everywhere", "version")


_FORMULAS = (
    *("4.1.0 Beta 6", "4.1.0 Beta 7", "4.1.0 Beta 17", "4.1.3 (Build 24)", "4.1.3 (Build 30)"),
    *("4.1.3 (Build 41)", "4.1.3 (Build 42)", "4.1.3 (Build 43)", "4.1.3 (Build 44)", "4.1.3 (Build 45)"),
    *("4.1.3 (Build 46)", "4.1.3 (Build 49)", "4.1.3 (Build 52)", "4.2.0 (Build 3)", "4.2.0 (Build 8)"),
    *("4.2.0 (Build 19)", "4.2.0 (Build 20)", "4.2.0 (Build 22)", "4.2.0 (Build 120)"),
    *("4.2.0 (Build 128)", "4.2.0 (Build 133)"),
)
"""The first build of each formula, as headers show it."""


def _neighbours(build: Build) -> list[str]:
    """The two formulas before a build's, and the two after."""
    own = regimes(build)
    others = [(shown, regimes(Build.parse(shown))) for shown in _FORMULAS]
    at = next((at for at, (_, other) in enumerate(others) if other == own), None)
    if at is None:
        return []
    return [shown for shown, _ in (*others[max(at - 2, 0) : at], *others[at + 1 : at + 3])]


# ------------------------------------------------------------------------------ mode, marks

_ORDINARY = ("classic", "modern", "tournament")


def other_modes(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """A special game made ordinary in one place, and in every place."""
    said = sheet.record.value("mode_words")
    if said is None or said in _ORDINARY:
        return
    for statement in sheet.record.statements("mode_words"):

        def edit(paper: Paper, line: int = statement.line) -> None:
            at = next(at for at in range(paper.at(line), len(paper.lines)) if said in paper.lines[at])
            paper.replace(at, f"{said} mode", "classic mode")

        yield from _made(sheet, edit, f"mode {said} -> classic on line {statement.line}", "mode_words")
    text = mode_everywhere(sheet, "classic")
    if text is not None:
        yield Edit(text, f"mode {said} -> classic everywhere", "mode_words")


_MARKS = ("non-scoring ", "modern ", "wizard", "explore", "casual", "reloadable")


def taken_marks(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """The word that marks a special game taken out everywhere."""
    said = sheet.record.value("mode_words")
    if said is None or said in _ORDINARY:
        return
    for mark in _MARKS:
        left = said.replace(mark, "").strip()
        if mark in said and left != said:
            text = mode_everywhere(sheet, left or "classic")
            if text is not None:
                yield Edit(text, f"the mark {mark.strip()} taken out everywhere", "mode_words")


# ---------------------------------------------------------------------------------- notes


def added_notes(sheet: Sheet, chance: random.Random) -> Iterator[Edit]:
    """Events, kills and achievements of what did not happen."""
    if build_of(sheet.record) is not None and sheet.record.has("achieved"):
        yield from _added_events(sheet)
        yield from _added_kills(sheet)
        yield from _added_achievements(sheet, chance)


_OTHER_EVENTS = ("averted death (killed by a newt)", 'wished for "2 blessed scrolls of charging"')


def _added_events(sheet: Sheet) -> Iterator[Edit]:
    achieved = sheet.record.value("achieved")
    if sheet.record.has("last_event"):
        missing = [said for token, said in deeds.EVENTS.items() if token not in achieved]
        for said in (*missing, *_OTHER_EVENTS):
            yield from _made(sheet, partial(deeds.add_event, text=said), f"the diary says {said}", "events")


def _added_kills(sheet: Sheet) -> Iterator[Edit]:
    dead = {kill.name for kill in sheet.record.value("vanquished") or ()}
    for name in (*deeds.KILLS.values(), "Orcus"):
        if name not in dead:

            def kill(paper: Paper, name: str = name) -> None:
                deeds.add_kill(paper, name)

            yield from _made(sheet, kill, f"{name} among the creatures vanquished", "vanquished")


def _added_achievements(sheet: Sheet, chance: random.Random) -> Iterator[Edit]:
    achieved = set(sheet.record.value("achieved"))
    for tokens in deeds.more_achieved(sheet.record, chance):
        for text, where in deeds.somewhere_achieved(sheet, tokens):
            yield Edit(text, f"{', '.join(sorted(set(tokens) - achieved))} {where}", "achieved")


def removed_notes(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Each line of the diary, the achievements, the challenges, and each creature that counts, in turn."""
    paper = Paper(sheet)
    for kind, fact in (
        ("events", "events"),
        ("achievements", "achieved"),
        ("challenges", "kept"),
        ("vanquished", "vanquished"),
    ):
        for at in paper.listed(kind):
            line = paper.lines[at].strip()
            if kind != "events" or line[:1].isdigit():
                yield from _made(sheet, partial(Paper.drop, at=at), f"{line!r} taken out", fact)


# ---------------------------------------------------------------------------------- dates

_SHIFTS = (timedelta(days=-1), timedelta(days=1), timedelta(hours=-1), timedelta(days=-365))


def shifted_dates(sheet: Sheet, _: random.Random) -> Iterator[Edit]:
    """Start, end, and both moved by days and hours."""
    began, ended = sheet.record.value("started"), sheet.record.value("ended")
    if not isinstance(began, datetime) or not isinstance(ended, datetime):
        return
    for shift in _SHIFTS:
        for start, end, what in (
            (began + shift, ended, "start"),
            (began, ended + shift, "end"),
            (began + shift, ended + shift, "start and end"),
        ):
            text = sheet.text.replace(
                f"Game began {began}, ended {ended}", f"Game began {start}, ended {end}", 1
            )
            yield Edit(text, f"{what} moved by {shift}", "started" if what == "start" else "ended")


RECIPES: dict[str, Recipe] = {
    "section-cut": cut_sections,
    "version": other_versions,
    "mode": other_modes,
    "mark": taken_marks,
    "note-added": added_notes,
    "note-removed": removed_notes,
    "dates": shifted_dates,
}
"""The edits by the name of their kind."""
