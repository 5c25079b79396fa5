"""How the cases of a DCSS rule become records.

``facts``    name: value, stated where the game states it (``PLACES``); a list is several
             statements; a mapping is one statement for each place. ``notes`` has rows of
             turn, place and text and is read as a morgue's notes are.
``version``  0.34.1 where it is not given; null is a file without its header.
``sample``   a file under ``tests/engine_truth/dcss``; ``text`` the file itself.
``replace``  pairs of old and new text, each of them once in the file.
``source``   the file's name.
``line``     key: value, laid over the fields of a plain game's log line (``LINE``); null takes a
             key out. With facts, a sample or a text it is a record of both files.
``log``      the log line itself.
``log_name`` the log's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from necropsy.fact import facts_of
from necropsy.games.dcss import GAME
from necropsy.games.dcss.logfile import read_logfile
from necropsy.games.dcss.morgue import read_morgue
from necropsy.joint import JointRecord
from necropsy.logline import Line, LineRecord, Rejected
from necropsy.record import Record, Standing
from necropsy.xlog import read_colons

__all__ = ["GAME", "KEYS", "LINE", "line_of", "record_of", "written"]

SAMPLES = Path(__file__).parent / "engine_truth" / "dcss"
KEYS = {"version", "facts", "sample", "text", "replace", "source", "line", "log", "log_name"}

# Where the game states a fact, if a case does not say where.
PLACES = {
    "header": "version game_name game_type build seed seed_custom",
    "score block": "score wizard explore player title who xl hp max_hp character species background started"
    " ended end_dated god piety_rank penance ending won cause damage map_title rune_items duration_s turns"
    " place",
    "title line": "character_shown time_shown_s",
    "overview": "next_pct xp xp_needed gold deaths stars piety_in_numbers orb_shown mutations statuses"
    " rune_names runes runes_obtainable gems will_pips layout foreign_look inexperienced",
    "mutations": "inexperience_told",
    "dungeon overview": "dungeon_levels",
    "misc block": "escaped alive branches levels_seen gold_collected gold_spent gold_donated gold_paid"
    " gold_used",
    "file": "encoding",
    "skills": "skill",
    "inventory": "inventory_listed orb_item rune_item will_item",
    "kill list": "kills kills_listed kills_in_all",
    "skill table": "skill_gained",
    "action table": "action_columns",
    "vault list": "generation_marks sprint_vault map",
    "notes": "level_noted rune_noted gem_noted gem_notes orb_noted god_noted wizard_noted explore_noted"
    " arena_points axe_of_woe character_noted quest_noted",
    "structure": "header_lines score_lines title_lines sections_repeated",
    "file name": "file_player file_moment",
    "other games of the run": "told_before told_alike seed_before overlaps overlap_s alone",
}
PLACE_OF = {fact: place for place, facts in PLACES.items() for fact in facts.split()}
WITNESSES = {
    "inventory",
    "kill list",
    "skill table",
    "action table",
    "vault list",
    "mutations",
    "dungeon overview",
    "notes",
    "structure",
    "file name",
    "other games of the run",
}
# These have a list for their value; a list of lists is several statements.
LISTS = {
    "rune_names",
    "header_lines",
    "score_lines",
    "title_lines",
    "sections_repeated",
    "skill",
    "skill_gained",
    "kills_listed",
    "rune_item",
    "will_item",
}


LINE: dict[str, object] = dict(
    read_colons(
        "v=0.34.1:vlong=0.34.1:lv=0.1:name=Sapling:race=Human:cls=Fighter:char=HuFi:xl=12:sk=Axes:sklev=14"
        ":title=Cleaver:place=D::9:br=D:lvl=9:absdepth=9:hp=-3:mhp=88:mmhp=88:mp=5:mmp=9:bmmp=9:str=21:int=8"
        ":dex=11:ac=17:ev=9:sh=0:god=Trog:start=20261030100000S:dur=3600:turn=12345:aut=123456:kills=321"
        ":gold=204:goldfound=504:goldspent=300:scrollsused=9:potionsused=8:sc=16000:ktyp=mon:killer=an ogre"
        ":end=20261030120000S:seed=27182818"
    ).values
)
"""A game that died with nothing odd about it."""


def written(fields: dict[str, object]) -> str:
    """A log line as the game writes it."""
    values = {key: str(value) for key, value in fields.items() if value is not None}
    return ":".join(f"{key}={value.replace(':', '::')}" for key, value in values.items())


def line_of(text: str, source: str = "logfile") -> Record:
    (record,) = read_logfile([Line(text, 1)], source)
    assert not isinstance(record, Rejected), record.reason
    return record


def record_of(case: dict[str, Any]) -> Record:
    parts = []
    if {"facts", "sample", "text"} & case.keys():
        parts.append(_dump_of(case))
    if {"line", "log"} & case.keys():
        parts.append(_line_of_case(case))
    # A line of a mode that was entered is no end: it stands beside the files of its game.
    beside = [part for part in parts[1:] if isinstance(part, LineRecord) and part.has("entry")]
    parts = [part for part in parts if part not in beside]
    return parts[0] if len(parts) == 1 and not beside else JointRecord(parts, beside)


def _line_of_case(case: dict[str, Any]) -> Record:
    name = case.get("log_name", "logfile")
    if "log" in case:
        return line_of(case["log"], name)
    fields = dict(LINE)
    if "version" in case:
        fields |= {"v": case["version"], "vlong": case["version"]}
    return line_of(written(fields | case["line"]), name)


def _dump_of(case: dict[str, Any]) -> Record:
    source = case.get("source", "morgue.txt")
    if "facts" in case:
        return _record_of_facts(case, source)
    text = case["text"] if "text" in case else (SAMPLES / case["sample"]).read_text("utf-8")
    for old, new in case.get("replace", ()):
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
        text = text.replace(old, new)
    return read_morgue(text, source)


def _record_of_facts(case: dict[str, Any], source: str) -> Record:
    facts = dict(case["facts"])
    notes = facts.pop("notes", None)
    record = read_morgue("" if notes is None else _notes_section(notes), source)
    assert record.document.sections is not None, "cut before lines are added below"
    version = case.get("version", "0.34.1")
    if version is not None:
        facts = {"version": str(version), "game_type": "normal"} | facts
    if "ending" in facts:
        facts.setdefault("won", facts["ending"] == "win")
    for name, value in facts.items():
        assert name in facts_of("dcss"), f"{name} is no fact"
        for place, said in _said(name, value):
            _state(record, name, place, said)
    return record


def _said(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for place, said in value.items():
            yield from ((place, one) for one in _statements(name, said))
    else:
        yield from ((PLACE_OF[name], one) for one in _statements(name, value))


def _statements(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        return [value]
    if name not in LISTS:
        return value
    several = bool(value) and isinstance(value[0], list) and name != "sections_repeated"
    return [tuple(one) for one in value] if several else [tuple(value)]


def _state(record: Record, name: str, place: str, value: Any) -> None:
    # Each statement has a line of its own, so that a finding's evidence can be checked.
    assert isinstance(record.lines, list)
    record.lines.append(f"{place}: {name} = {value}")
    standing = Standing.WITNESS if place in WITNESSES else Standing.TESTIMONY
    record.state(name, value, len(record.lines), place, standing)


def _notes_section(rows: list[list[Any]]) -> str:
    lines = ["Notes", "Turn   | Place    | Note", "-------+----------+" + "-" * 43]
    lines += [f"{turn:6} | {place:8} | {text}" for turn, place, text in rows]
    return "\n".join(lines) + "\n"
