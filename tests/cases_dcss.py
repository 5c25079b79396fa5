"""How the cases of a DCSS rule become records.

``facts``    name: value, stated where the game states it (``PLACES``); a list is several
             statements; a mapping is one statement for each place. ``notes`` has rows of
             turn, place and text and is read as a morgue's notes are.
``version``  0.34.1 where it is not given; null is a file without its header.
``sample``   a file under ``tests/engine_truth/dcss``; ``text`` the file itself.
``replace``  pairs of old and new text, each of them once in the file.
``source``   the file's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from necropsy.fact import facts_of
from necropsy.games.dcss import GAME
from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record, Standing

__all__ = ["GAME", "KEYS", "record_of"]

SAMPLES = Path(__file__).parent / "engine_truth" / "dcss"
KEYS = {"version", "facts", "sample", "text", "replace", "source"}

# Where the game states a fact, if a case does not say where.
PLACES = {
    "header": "version game_name game_type build seed seed_custom",
    "score block": "score wizard explore player title who xl hp max_hp character species background started"
    " ended end_dated god piety_rank penance ending won cause damage map_title rune_items duration_s turns"
    " place",
    "title line": "character_shown time_shown_s",
    "overview": "next_pct xp xp_needed gold deaths stars piety_in_numbers orb_shown mutations"
    " rune_names runes runes_obtainable gems",
    "misc block": "escaped alive branches levels_seen gold_collected gold_spent gold_donated gold_paid"
    " gold_used",
    "file": "encoding",
    "skills": "skill",
    "inventory": "inventory_listed orb_item rune_item",
    "kill list": "kills_listed kills_in_all",
    "skill table": "skill_gained",
    "action table": "action_columns",
    "vault list": "generation_marks sprint_vault map",
    "notes": "level_noted rune_noted gem_noted gem_notes orb_noted god_noted wizard_noted explore_noted"
    " arena_points axe_of_woe character_noted",
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
}


def record_of(case: dict[str, Any]) -> Record:
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
