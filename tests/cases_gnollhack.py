"""How the cases of a GnollHack rule become records.

``dump``, ``page``, ``line``  the facts of a dumplog, of its page, of a line in an xlogfile:
             name: value, stated where that file states it (``PLACES``); a list is several
             statements; a mapping is one statement for each place. With more than one of
             them the record is joint.
``version``  4.2.0-120 where it is not given; null is a file that does not say it.
``fields``   the names of the line's fields, where they tell its build.
``sample``   a file under ``tests/engine_truth/gnollhack``; ``text`` the file itself.
``row``      of an xlogfile given so, which line (from 1).
``replace``  pairs of old and new text, each of them once in the file.
``source``   the file's name.

Some facts have a form of their own: a span is ``[low, high]``, ``branches`` are rows of
name, first and last level, levels listed and level of the end, ``role_counts`` is
``{artifact: 2}``, ``slain`` and ``selfies`` are lines as the block has them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from necropsy.fact import facts_of
from necropsy.games.gnollhack import GAME
from necropsy.games.gnollhack.events import Event
from necropsy.games.gnollhack.kills import kill_of
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.overview import Branch
from necropsy.games.gnollhack.role_block import RoleCount
from necropsy.games.gnollhack.version import Build
from necropsy.joint import JointRecord
from necropsy.logline import Line
from necropsy.loglines import lines_of_text
from necropsy.record import Record, Standing
from necropsy.span import Span

__all__ = ["GAME", "KEYS", "record_of"]

SAMPLES = Path(__file__).parent / "engine_truth" / "gnollhack"
FILES = {"dump": "gnollhack.hero.txt", "page": "gnollhack.hero.html", "line": "xlogfile"}
KEYS = {*FILES, "version", "fields", "sample", "text", "row", "replace", "source"}

PLACES = {
    "header": "version version_shown version_number build started ended alignment race gender",
    "closing block": "score turns gold ending won xl max_hp collapses place difficulty mode mode_words modern"
    " scoring tournament duration_s",
    "attributes": "alignment_current alignment_original mission umortality true_deaths score_unsettled hp"
    " crown stood damage mode_remark",
    "major events": "mode_entered averted_deaths wishes_noted events entered last_event",
    "achievements": "achieved role_quest_done",
    "voluntary challenges": "kept wishes artifact_wishes genocides pets bones_levels",
    "role score": "role_block role_percent role_percent_upon_ascension role_counts slain selfies",
    "dungeon overview": "here branches max_level depth_span max_depth quest_portal",
    "structure": "closing_lines sections_repeated",
    "inventory": "containers held",
    "abilities": "spells spell_schools",
    "vanquished": "vanquished",
    "genocided species": "genocided",
    "wording": "wording sections sections_there",
    "file": "encoding",
}
PLACE_OF = {fact: place for place, facts in PLACES.items() for fact in facts.split()}
WITNESSES = {"major events", "structure", "tombstone", "page title", "last message"}


def record_of(case: dict[str, Any]) -> Record:
    """The record of a case."""
    if "text" in case or "sample" in case:
        return _read(case)
    parts = [_part(kind, case) for kind in FILES if kind in case]
    return parts[0] if len(parts) == 1 else JointRecord(parts)


def _read(case: dict[str, Any]) -> Record:
    sample = case.get("sample", FILES["dump"])
    text = case["text"] if "text" in case else (SAMPLES / sample).read_text("utf-8")
    for old, new in case.get("replace", ()):
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
        text = text.replace(old, new)
    source = case.get("source", sample)
    assert GAME.recognises(source, text)
    if not GAME.is_log(source, text):
        return GAME.read(text, source)
    record = list(GAME.read_log(lines_of_text(text), source))[case.get("row", 1) - 1]
    assert isinstance(record, Record)
    return record


def _part(kind: str, case: dict[str, Any]) -> Record:
    record = (
        XlogRecord(FILES[kind], Line("", 1), {}) if kind == "line" else Record("gnollhack", FILES[kind], [])
    )
    facts = dict(case[kind] or {})
    for name, value in _version(kind, case).items():
        facts.setdefault(name, value)
    if isinstance(record, XlogRecord) and facts["version_shown"] is not None:
        record._build = Build.of_fields(facts["version_shown"], facts.get("build"), facts["fields"])
    for name, value in facts.items():
        assert name in facts_of("gnollhack"), f"{name} is no fact"
        for place, said in _said(kind, name, value):
            _state(record, name, place, said)
    return record


def _version(kind: str, case: dict[str, Any]) -> dict[str, Any]:
    tag = case.get("version", "4.2.0-120")
    facts: dict[str, Any] = {}
    if tag is not None:
        build = Build.of_tag(tag)
        number = ".".join(map(str, build.version))
        facts = {"version": tag, "version_number": number}
        if kind != "line":
            facts["version_shown"] = tag
        else:
            facts["version_shown"] = number
            if "fields" not in case:
                facts["build"] = build.edit
    if kind == "line":
        facts["fields"] = case.get("fields", ["version", "edit"])
    return facts


def _said(kind: str, name: str, value: Any) -> Iterator[tuple[str, Any]]:
    place = "xlogfile" if kind == "line" else PLACE_OF.get(name, "header")
    if isinstance(value, dict) and name not in ("role_counts", "held"):
        for where, said in value.items():
            yield where, _value(name, said)
    elif isinstance(value, list) and facts_of("gnollhack")[name].kind not in ("list", "span"):
        yield from ((place, _value(name, one)) for one in value)
    else:
        yield place, _value(name, value)


def _value(name: str, value: Any) -> Any:
    kind = facts_of("gnollhack")[name].kind
    if kind == "span":
        return Span(*value)
    if kind == "date":
        return dt.datetime.fromisoformat(value)
    if name == "branches":
        return tuple(Branch(row[0], row[1], row[2], tuple(row[3]), row[4], 1) for row in value)
    if name == "role_counts":
        return tuple(RoleCount(what, amount, False, 0, 1) for what, amount in value.items())
    if name in ("slain", "selfies", "vanquished"):
        return tuple(kill_of(line, 1) for line in value)
    if name == "events":
        return tuple(Event(turn, text, 1) for turn, text in value)
    if name == "held":
        return tuple(value.items())
    if name == "sections_repeated":
        return tuple((section, line) for section, line in value)
    return tuple(value) if kind == "list" else value


def _state(record: Record, name: str, place: str, value: Any) -> None:
    # Each statement has a line of its own, so that a finding's evidence can be checked.
    if isinstance(record, XlogRecord):
        record.state(name, value)
        record.text += f"xlogfile: {name} = {value} "
        return
    assert isinstance(record.lines, list)
    record.lines.append(f"{place}: {name} = {value}")
    standing = Standing.WITNESS if place in WITNESSES else Standing.TESTIMONY
    record.state(name, value, len(record.lines), place, standing)
