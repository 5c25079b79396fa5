"""What the hero did: depths, quests, the arena, what was killed, and the options it was done with."""

from __future__ import annotations

from typing import NamedTuple

from necropsy.games.hengband import grammar
from necropsy.games.hengband.document import Dump
from necropsy.record import Record

__all__ = [
    "Depth",
    "Quest",
    "Unique",
    "read_arena",
    "read_depths",
    "read_kills",
    "read_options",
    "read_quests",
]

# Up to 1.6.2 one section holds what has sections of its own later.
_OLD = "miscellaneous"


class Depth(NamedTuple):
    """The deepest level reached in a dungeon, as the scroll of recall knows it."""

    dungeon: str
    depth: int
    conquered: bool
    line: int


class Quest(NamedTuple):
    """A quest that ended.

    Attributes:
        name: its name.
        level: the hero's level then; ``None`` where it was won without a fight.
        seconds: the play time then; ``None`` where it is not told (before 2.1.3).
        failed: whether it was failed.
        line: the line (from 1).
    """

    name: str
    level: int | None
    seconds: int | None
    failed: bool
    line: int


class Unique(NamedTuple):
    """A unique monster that was killed: its own level, and of the newest versions the hero's and the time."""

    name: str
    level: int
    at: int | None
    seconds: int | None
    line: int


def read_depths(record: Record) -> None:
    """State the deepest level of each dungeon."""
    dump: Dump = record.document
    found = []
    for section in ("recall", _OLD):
        for number, line in dump.body(section):
            match = grammar.read(grammar.RECALL, line)
            if match is not None:
                depth = int(match["depth"] or match["level"])
                found.append(Depth(match["dungeon"].strip(), depth, match["mark"] == "!", number))
    if found or "recall" in dump.sections:
        number = found[0].line if found else dump.sections["recall"][0]
        record.state("dungeons", tuple(found), number, "recall depth")
        record.state(
            "depths", tuple(f"{each.dungeon}: {each.depth}" for each in found), number, "recall depth"
        )
    if found:
        deepest = max(found, key=lambda each: each.depth)
        record.state("max_depth", deepest.depth, deepest.line, "recall depth")


def read_quests(record: Record) -> None:
    """State the quests that ended."""
    dump: Dump = record.document
    found, failed, first = [], False, 0
    for number, line in dump.body("quests"):
        first = first or number
        heading = grammar.read(grammar.QUESTS, line)
        if heading is not None:
            failed = heading["failed"] is not None
            continue
        match = grammar.read(grammar.QUEST, line)
        if match is not None:
            level = int(match["at"]) if match["at"] else None
            found.append(Quest(match["quest"], level, _seconds(match), failed, number))
    if first:
        record.state("ended_quests", tuple(found), first, "quests")
        record.state("quests", tuple(each.name for each in found if not each.failed), first, "quests")
        record.state("failed_quests", tuple(each.name for each in found if each.failed), first, "quests")


def _seconds(match: grammar.Match) -> int | None:
    if match["hours"] is None:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + int(match["seconds"])


def read_arena(record: Record) -> None:
    """State the fights won in the arena, or how far the hero came there."""
    dump: Dump = record.document
    for section in ("quests", _OLD):
        for number, line in dump.body(section):
            match = grammar.read(grammar.ARENA, line)
            if match is None:
                continue
            if match["wins"] is not None:
                record.state("arena_wins", int(match["wins"]), number, "arena")
                record.state("arena", "in progress", number, "arena")
            elif match["true"] or match["champion"]:
                record.state("arena", "true champion" if match["true"] else "champion", number, "arena")
            else:
                record.state("arena", "defeated", number, "arena")
            return


def read_kills(record: Record) -> None:
    """State how many monsters were killed, and the strongest uniques among them."""
    dump: Dump = record.document
    uniques: list[Unique] = []
    listed = 0
    # The section is followed by what tells of other lives, in lines of its own.
    for number, line in (*dump.body("kills"), *dump.body(_OLD)):
        for pattern in grammar.KILLS:
            match = grammar.read(pattern, line)
            if match is not None:
                told = match.groupdict()
                record.state("kills", int(told.get("kills") or 0), number, "kills")
                record.state("uniques", int(told.get("uniques") or 0), number, "kills")
                break
        else:
            if (match := grammar.read(grammar.UNIQUES, line)) is not None:
                listed = number
                record.state("uniques_listed", int(match["listed"] or match["top"]), number, "kills")
            elif listed and (match := grammar.read(grammar.UNIQUE, line)) is not None:
                at = int(match["at"]) if match["at"] else None
                uniques.append(Unique(match["unique"], int(match["level"]), at, _seconds(match), number))
    if listed:
        record.state("top_uniques", tuple(uniques), listed, "kills")
        record.state("unique_names", tuple(each.name for each in uniques), listed, "kills")


_OPTIONS = {
    "保存モード": "preserve",
    "Preserve Mode": "preserve",
    "小さいダンジョン": "small_levels",
    "Small Levels": "small_levels",
    "元祖の町のみ": "vanilla_town",
    "Vanilla Town": "vanilla_town",
    "小規模な町": "lite_town",
    "Lite Town": "lite_town",
    "店なし": "ironman_shops",
    "No Shops": "ironman_shops",
    "階段を上がれない": "ironman_downward",
    "Diving Only": "ironman_downward",
    "Diving only": "ironman_downward",
    "普通でない部屋": "ironman_rooms",
    "普通でない部屋を生成": "ironman_rooms",
    "Unusual Rooms": "ironman_rooms",
    "Unusual rooms": "ironman_rooms",
    "悪夢モード": "ironman_nightmare",
    "Nightmare Mode": "ironman_nightmare",
    "アリーナ": "arena_levels",
    "Arena Levels": "arena_levels",
    "常に小さめフロア": "always_small_levels",
    "常に大きめフロア": "always_large_levels",
    "最小フロア許可": "smallest_levels",
    "最大フロア許可": "largest_levels",
    "アリーナフロア許可": "arena_floors",
}


def read_options(record: Record) -> None:
    """State the options as they stand, and whether the game says that something illegal was done."""
    dump: Dump = record.document
    told: list[str] = []
    first, cheated, unread = 0, False, 0
    for section in ("options", _OLD):
        for number, line in dump.body(section):
            if grammar.read(grammar.CHEATED, line):
                record.state("cheated", True, number, "options")
                cheated = True
                continue
            match = grammar.read(grammar.OPTION, line)
            if match is not None:
                first = first or number
                name = match["option"].strip()
                told.append(f"{_OPTIONS.get(name, name)}: {match['value']}")
            else:
                unread += 1
    if first:
        record.state("options", tuple(told), first, "options")
        record.state("options_whole", not unread and dump.is_whole("options"), first, "options")
        if not cheated:
            record.state("cheated", False, first, "options")
