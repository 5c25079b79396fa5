"""The facts that the score of some version uses, and what a forger makes of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.forger import birth, coins, ends, entries, growth, spoils
from necropsy.games.dcss.forger.block import with_spoils
from necropsy.games.dcss.forger.page import chained, lines_of, with_lines
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.notes import NOTES
from necropsy.games.dcss.score import regimes
from necropsy.games.dcss.version import Version
from necropsy.record import Record
from necropsy.tamper.forger import Aim
from necropsy.tamper.original import Sheet

__all__ = ["AIMS", "neighbours"]

_HIGHEST = 27
_XP_CAP = 8_999_999


def _of(
    check: Callable[[Record], Sequence[int | str]],
) -> Callable[[Record, random.Random], Sequence[int | str]]:
    """The values that a record alone decides."""
    return lambda record, _chance: check(record)


def _levels(record: Record) -> list[int]:
    xl = record.value("xl")
    return [] if not xl or xl >= _HIGHEST else sorted({xl + 1, min(xl + 5, _HIGHEST), _HIGHEST})


def _percents(record: Record) -> list[int]:
    percent = record.value("next_pct")
    return [] if percent is None else sorted({min(percent + 1, 99), 99 if percent < 50 else 1, 150})


def _xps(record: Record) -> list[int]:
    xp = record.value("xp")
    return [] if xp is None else [xp + 1, xp + xp // 10 + 10, _XP_CAP]


def _turns(record: Record) -> list[int]:
    turns = record.value("turns")
    return [] if not turns else [turns - 1, turns // 2, turns + 1000]


def _runes(record: Record) -> list[int]:
    runes = record.value("runes")
    version = version_of(record)
    left = record.value("ending") in ("win", "left")
    if runes is None or version is None or (version.before("0.9") and not left) or runes >= MOST_RUNES:
        return []
    return sorted({runes + 1, min(runes + 3, MOST_RUNES), MOST_RUNES})


def _items(record: Record) -> list[int]:
    items, version = record.value("rune_items"), version_of(record)
    counted = items is not None and version is not None and version.before("0.9")
    return [items + 1, items + 5] if counted else []


def _gems(record: Record) -> list[int]:
    version = version_of(record)
    if version is None or not version.since(GEMS_SINCE):
        return []
    gems = record.value("gems") or 0
    return sorted({gems + 1, min(gems + 3, MOST_GEMS - 1), MOST_GEMS - 1} - {gems})


def _gold(record: Record) -> list[int]:
    version, gold = version_of(record), record.value("gold")
    if version is None or gold is None or not any(regime.gold != "none" for regime in regimes(version)):
        return []
    return [gold + 1, gold + 1000, gold + 1_000_000]


def _endings(record: Record) -> list[str]:
    ending = record.value("ending")
    better = {
        "win": ["left", "death"],
        "left": ["win", "death"],
        "quit": ["win", "left"],
        "death": ["win", "left"],
    }
    return better.get(ending, [])


def _species(record: Record) -> list[str]:
    species, version = record.value("species"), version_of(record)
    if species is None or version is None:
        return []
    slow = birth.slow_learners(species, version)
    return list(dict.fromkeys((slow[0], slow[-1]))) if slow else []


def _inexperience(record: Record) -> list[int]:
    version, levels = version_of(record), record.value("inexperienced")
    shifts = version is not None and version.since("0.27.0")
    return [] if levels is None or not shifts or levels > 2 else sorted({levels + 1, 3})


def _arena_points(record: Record) -> list[int]:
    points = record.values("arena_points")
    return [points[-1] + 10, points[-1] * 10 + 7] if points and record.value("ending") else []


# Of each formula one release, in order.
_RELEASES = ("0.3.3", "0.4.3", "0.8.1", "0.9.2", "0.11.2", "0.14.2", "0.15.3", "0.16.2", "0.30.1", "0.34.1")


def neighbours(version: Version) -> list[str]:
    """Releases before and after a version that count by another formula."""
    own = {regime.formula for regime in regimes(version)}
    others = [
        text for text in _RELEASES if own.isdisjoint({each.formula for each in regimes(Version.parse(text))})
    ]
    earlier = [text for text in others if Version.parse(text).first < version.first]
    later = [text for text in others if Version.parse(text).first > version.first]
    return earlier[-2:] + later[:2]


def _versions(record: Record) -> list[str]:
    version = version_of(record)
    return neighbours(version) if version is not None and isinstance(record, CrawlLine) else []


def _kinds(record: Record) -> list[str]:
    special = record.value("game_type") in ("sprint", "zotdef") and isinstance(record, CrawlLine)
    return ["normal"] if special else []


def _maps(record: Record) -> list[str]:
    if record.value("game_type") != "sprint" or not isinstance(record, CrawlLine):
        return []
    return [name for name in ("meatsprint", "dungeon_sprint_1") if name != record.value("map")]


def _last_points(sheet: Sheet, points: int) -> str | None:
    """The last row of the arena's points."""
    said = [each for each in sheet.record.statements("arena_points") if each.place == NOTES]
    if not said:
        return None
    at = said[-1].line - 1
    line = lines_of(sheet)[at].replace(f"points: {said[-1].value}", f"points: {points}", 1)
    return with_lines(sheet, at, at + 1, [line])


def _gems_everywhere(sheet: Sheet, gems: int) -> str | None:
    return chained(
        sheet,
        lambda each: spoils.gem_notes(each, gems),
        lambda each: with_spoils(each, gems=gems),
        spoils.visited,
    )


def _inexperience_everywhere(sheet: Sheet, levels: int) -> str | None:
    return chained(
        sheet,
        lambda each: growth.inexperience_listed(each, levels),
        lambda each: growth.inexperience_described(each, levels),
    )


def _rune_items(sheet: Sheet, items: int) -> str | None:
    return with_spoils(sheet, runes=items)


def _orb(sheet: Sheet, ending: str) -> str | None:
    held = sheet.record.has("orb_shown") or sheet.record.has("orb_item")
    return spoils.orb_shown(sheet) if ending == "win" and not held else None


AIMS = (
    Aim(
        "xl",
        _of(_levels),
        growth.level_everywhere,
        places={"the notes of levels": growth.level_notes, "the table of actions": growth.actions_of_level},
        loose=frozenset({"the notes of levels", "the table of actions"}),
    ),
    Aim("next_pct", _of(_percents)),
    Aim("xp", _of(_xps), growth.xp_everywhere),
    Aim(
        "turns",
        _of(_turns),
        ends.turns_everywhere,
        entries.turns_in_line,
        places={"the last note": ends.turn_of_last_note},
    ),
    Aim(
        "runes",
        _of(_runes),
        spoils.runes_everywhere,
        entries.runes_in_line,
        places={
            "the score block": lambda sheet, runes: with_spoils(sheet, runes=runes),
            "the rune line": spoils.rune_line,
            "the notes of runes": spoils.rune_notes,
        },
        loose=frozenset({"the notes of runes"}),
    ),
    Aim("rune_items", _of(_items), _rune_items),
    Aim(
        "gems",
        _of(_gems),
        _gems_everywhere,
        entries.gems_in_line,
        places={
            "the score block": lambda sheet, gems: with_spoils(sheet, gems=gems),
            "the notes of gems": spoils.gem_notes,
        },
        loose=frozenset({"the notes of gems"}),
    ),
    Aim(
        "gold",
        _of(_gold),
        coins.gold_everywhere,
        entries.gold_in_line,
        places={"the gold collected": coins.collected},
        loose=frozenset({"the gold collected"}),
    ),
    Aim(
        "ending",
        _of(_endings),
        ends.ending_everywhere,
        entries.ending_in_line,
        places={
            "the score block": ends.block_of_end,
            "the misc block": ends.whereabouts,
            "the last note": ends.note_of_end,
            "the Orb": _orb,
        },
    ),
    Aim(
        "species",
        _of(_species),
        birth.species_everywhere,
        entries.species_in_line,
        places={
            "the score block": birth.species_in_block,
            "the title line": birth.species_in_title,
            "the first note": birth.quest_note,
        },
    ),
    Aim(
        "inexperienced",
        _of(_inexperience),
        _inexperience_everywhere,
        places={
            "the overview": growth.inexperience_listed,
            "the mutations": growth.inexperience_described,
        },
    ),
    Aim(
        "arena_points",
        _of(_arena_points),
        _last_points,
        places={"the last row": _last_points},
        loose=frozenset({"the last row"}),
    ),
    Aim("version", _of(_versions), in_line=entries.version_in_line),
    Aim("game_type", _of(_kinds), in_line=entries.kind_in_line),
    Aim("map", _of(_maps), in_line=entries.map_in_line),
)
"""In the order of tables; the last three of a log line alone, as kinds of their own edit a dump so."""
