"""The head of a dumplog: version, dates, character, and the status lines under the map.

Unix GnollHack Version 4.3.0 (Build 10) - last build Mon Nov 30 10:19:59 2026 (9676ab7a).

Game began 2026-11-30 10:29:12, ended 2026-11-30 10:29:15

sapling, chaotic male human Rogue
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar, words
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_header", "read_status", "read_title", "triple_edit"]

PLACE = "header"

_STAGES = {"Pre-Alpha": 0, "Alpha": 10, "Beta": 20, "Release Candidate": 50}


def triple_edit(match: re.Match[str]) -> tuple[str, int | None]:
    """The version as ``"4.2.0-120"`` and the build's number; pre-releases count on (Beta 6 is 26)."""
    if match["edit"] is not None:
        edit = int(match["edit"])
    elif match["stage"] is not None:
        edit = _STAGES[match["stage"]] + int(match["stage_number"])
    else:
        return match["number"], None
    return f"{match['number']}-{edit}", edit


def read_header(record: Record) -> None:
    """State what the three lines at the head say; each may be missing, none may come late."""
    document = record.document
    seen = 0
    for number, text in document.head():
        line = text.rstrip()
        for which in range(seen, len(_HEAD)):
            read, state = _HEAD[which]
            if match := read(line):
                state(record, match, number)
                seen = which + 1
                break
        if seen == len(_HEAD):
            return


def _state_version(record: Record, match: re.Match[str], number: int) -> None:
    version, edit = triple_edit(match)
    record.state("version", version, number, PLACE)
    record.state("version_shown", match["version"], number, PLACE)
    record.state("version_number", match["number"], number, PLACE)
    record.state("port", match["port"], number, PLACE)
    record.state("built", match["date"], number, PLACE)
    if edit is not None:
        record.state("build", edit, number, PLACE)
    if match["sha"]:
        record.state("commit", match["sha"], number, PLACE)


def _state_dates(record: Record, match: re.Match[str], number: int) -> None:
    for fact, group in (("started", "began"), ("ended", "ended")):
        try:
            moment = datetime.fromisoformat(match[group])
        except ValueError:
            record.flaw("F201", f"{match[group]!r} is no date", number)
        else:
            record.state(fact, moment, number, PLACE)
    record.state("snapshot", match["verb"] != "ended", number, PLACE)


def _state_character(record: Record, match: re.Match[str], number: int) -> None:
    record.state("player", match["player"], number, PLACE)
    record.state("alignment", words.ALIGNMENTS[match["alignment"]], number, PLACE)
    if match["gender"]:
        record.state("gender", words.GENDERS[match["gender"]], number, PLACE)
    record.state("race", words.RACES[match["race"]], number, PLACE)
    record.state("role", words.ROLES[match["role"]], number, PLACE)


_HEAD = (
    (grammar.read_header_line, _state_version),
    (partial(grammar.read, grammar.DATES), _state_dates),
    (partial(grammar.read, grammar.CHARACTER), _state_character),
)


def read_title(record: Record) -> None:
    """State what the title of a page says. A name can look like a build, so the header is asked first."""
    text, number = record.document.title
    player, shown = record.value("player"), record.value("version_shown")
    if not text:
        return
    if text == f"GnollHack {shown} ({player})":
        version, build, name = record.value("version"), record.value("build"), player
    elif match := grammar.read(grammar.TITLE, text):
        (version, build), name = triple_edit(match), match["player"]
    else:
        record.flaw("F201", "the title of the page cannot be read", number)
        return
    record.state("version", version, number, "page title", Standing.WITNESS)
    record.state("version_number", version.partition("-")[0], number, "page title", Standing.WITNESS)
    if build is not None:
        record.state("build", build, number, "page title", Standing.WITNESS)
    record.state("player", name, number, "page title", Standing.WITNESS)


_SCORE_AT_END = re.compile(r" S:(-?\d{1,18})$", re.ASCII)
_SCORE = re.compile(r"(?:^| )S:(-?\d{1,18})(?= |$)", re.ASCII)
_TURNS = re.compile(r"(?:^| )T:(\d{1,18})(?= |$)", re.ASCII)
_MOST_STATUS_LINES = 8


def read_status(record: Record) -> None:
    """State score and turns as the status lines show them, which the last blow may not have reached.

    The first of the lines has the hero's name; only what stands behind the characteristics is read there.
    """
    document = record.document
    rows: list[tuple[int, str]] = []
    for at in range(document.sections.top - 1, -1, -1):
        line = document.lines[at].strip()
        if len(rows) == _MOST_STATUS_LINES or (rows and not line):
            break
        if line and len(line) <= grammar.LONGEST_LINE:
            rows.append((document.number(at), line))
            if grammar.read(grammar.STATUS, line):
                above = document.lines[at - 1].strip() if at else ""
                _state_status(record, rows, (document.number(at - 1), above))
                return


def _state_status(record: Record, rows: list[tuple[int, str]], above: tuple[int, str]) -> None:
    for fact, pattern in (("score_shown", _SCORE), ("turns_shown", _TURNS)):
        for number, line in rows:
            if match := pattern.search(line):
                record.state(fact, int(match[1]), number, "status line", Standing.WITNESS)
    number, line = above
    if len(line) <= grammar.LONGEST_LINE and (match := _SCORE_AT_END.search(line)):
        record.state("score_shown", int(match[1]), number, "status line", Standing.WITNESS)
