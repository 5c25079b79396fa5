"""A Hengband dump cut into its parts: character screen, place, stat table, sections.

What a player writes stands in the name, in four lines of history, in messages and in the
names of things. So the screens are found by position, from the title down, and before any
free text; only the titles of sections are looked for, each of which stands once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pyparsing as pp

from necropsy.games.hengband import grammar

__all__ = ["ALWAYS", "SECTIONS", "Dump", "cut"]

SECTIONS: dict[str, str] = {
    "死ぬ直前のメッセージ": "messages",
    "Last Messages": "messages",
    "*勝利*メッセージ": "winning message",
    "*Winning* Message": "winning message",
    "オプション設定": "options",
    "Option Settings": "options",
    "帰還場所": "recall",
    "Recall Depth": "recall",
    "クエスト情報": "quests",
    "Quest Information": "quests",
    "倒したモンスター": "kills",
    "Defeated Monsters": "kills",
    "自分に関する情報": "self",
    "HP-rate & Max stat & Virtues": "self",
    "プレイヤーの徳": "virtues",
    "Virtues": "virtues",
    "その他の情報": "miscellaneous",
    "Miscellaneous information": "miscellaneous",
    "突然変異": "mutations",
    "Mutations": "mutations",
    "主なペット": "pets",
    "Leading Pets": "pets",
    "ペットへの命令": "commands",
    "Command for Pets": "commands",
    "キャラクタの装備": "equipment",
    "Character Equipment": "equipment",
    "キャラクタの持ち物": "inventory",
    "Character Inventory": "inventory",
    "我が家のアイテム": "home",
    "Home Inventory": "home",
    "博物館のアイテム": "museum",
    "Museum": "museum",
    "学習済みの青魔法": "blue magic",
    "Learned Blue Magic": "blue magic",
    "取り込んだ魔法道具": "eaten devices",
    "Magic devices eaten": "eaten devices",
    "手に入れたエッセンス": "essences",
    "Get Essence": "essences",
}
"""The titles of sections in both languages."""

ALWAYS = ("options", "recall", "quests", "kills", "self", "inventory", "checksum")
"""The sections that every dump has since 1.7.0, in their order."""

# What the hero knows of itself was called so until 2.1.3.
_NOW = {"virtues": "self"}

# Until 1.6.2 one section holds most of them.
_OLD = "miscellaneous"

_OF_LIVES = {"self", "virtues", "miscellaneous"}
_OF_BODIES = {"kills", "self", "virtues", "miscellaneous", "mutations"}

# The character screen has 21 rows, and its last one comes before the background.
_SCREEN_ROWS = 24
_HISTORY_ROWS = 4
# The heading of the stat table, the names of its columns, and the six rows.
_TABLE_ROWS = 8
# A long sentence goes on for some lines before the stat table.
_SENTENCE_ROWS = 12
# The fields of a score server stand before the dump.
_FIRST_LINES = 60


@dataclass(slots=True)
class Dump:
    """The parts of a dump, as numbers of lines (from 0).

    Attributes:
        lines: all lines.
        title: the line of the title; ``None`` if there is none.
        background: the line above the hero's history; ``None`` if the screen is cut.
        table: the line of the stat table's heading; ``None`` if there is no table.
        sections: first line behind the title, and end, of each section that stands once.
        repeated: for each title that stands twice, the first line of it.
        twice: these sections.
        end: the line behind the last whole one of the dump.
        other: the title of another dump behind it; ``None`` if there is none.
    """

    lines: Sequence[str]
    title: int | None = None
    background: int | None = None
    table: int | None = None
    sections: dict[str, tuple[int, int]] = field(default_factory=dict)
    repeated: list[int] = field(default_factory=list)
    twice: set[str] = field(default_factory=set)
    end: int = 0
    other: int | None = None

    @property
    def screen(self) -> tuple[int, str]:
        """The character screen below the name: its first line, and its text."""
        if self.title is None:
            return 0, ""
        first = self.title + 3
        last = first + _SCREEN_ROWS if self.background is None else self.background
        return first, "\n".join(self.lines[first : min(last, self.end)])

    def body(self, section: str) -> Iterator[tuple[int, str]]:
        """The number (from 1) and text of each line of a section that says something."""
        first, end = self.sections.get(section, (0, 0))
        for at in range(first, end):
            if self.lines[at].strip():
                yield at + 1, self.lines[at]

    def is_whole(self, section: str) -> bool:
        """Whether the file goes on behind a section, so that nothing of it was cut."""
        return section in self.sections and self.sections[section][1] < self.end

    def lacks(self, section: str) -> bool:
        """Whether a section was left out, though every dump has it: one that comes later stands there."""
        later = ALWAYS[ALWAYS.index(section) + 1 :]
        known = {_NOW.get(name, name) for name in self.sections.keys() | self.twice}
        return section not in known and _OLD not in known and any(other in known for other in later)

    def has_flags(self) -> bool:
        """Whether the pages of resistances stand between the stat table and the sections."""
        if self.table is None:
            return False
        first = self.table + _TABLE_ROWS
        last = min((begin for begin, _ in self.sections.values()), default=self.end)
        return any("abcdefghijkl@" in line for line in self.lines[first:last])

    @property
    def tells_of_cheating(self) -> bool:
        """Whether the options are there to their end, where the mark of something illegal stands."""
        return self.is_whole("options") or self.is_whole("miscellaneous")

    @property
    def tells_of_bodies(self) -> bool:
        """Whether all was read that tells of mutations and other lives: the equipment comes behind it."""
        if self.twice & _OF_BODIES or not self.sections.keys() & _OF_LIVES:
            return False
        return "equipment" in self.sections or "equipment" in self.twice

    def sentence(self) -> tuple[int, str]:
        """The number (from 1) of the line that tells where the hero is or died, and the whole sentence."""
        if self.background is None:
            return 0, ""
        first = self.background + 1 + _HISTORY_ROWS
        told: list[str] = []
        number = 0
        for at in range(first, min(first + _SENTENCE_ROWS, self.table or self.end)):
            text = self.lines[at].strip()
            if text and not told and not text.startswith(("…", "...")):
                continue
            if not text and told:
                break
            if text:
                number = number or at + 1
                told.append(text)
        between = "" if told and told[0].startswith("…") else " "
        return number, between.join(told)


def cut(lines: Sequence[str]) -> Dump:
    """Cut a dump into its parts."""
    # A last line without a line end was cut, and a number on it may have lost digits.
    dump = Dump(lines, end=len(lines) - 1)
    dump.title = next((at for at, line in enumerate(lines[:_FIRST_LINES]) if _is_title(line)), None)
    if dump.title is None:
        return dump
    for at in range(dump.title + 1, len(lines)):
        if lines[at].startswith("-----") and grammar.read(grammar.UPLOAD_END, lines[at]):
            dump.end = at
            break
        if _is_title(lines[at]):
            dump.end = dump.other = at
            break
    dump.background = _first(dump, grammar.BACKGROUND, dump.title + 4, _SCREEN_ROWS)
    behind = dump.title + 1 if dump.background is None else dump.background + _HISTORY_ROWS + 1
    dump.table = _first(dump, grammar.MODIFICATION, behind, _SCREEN_ROWS + _SENTENCE_ROWS)
    _cut_sections(dump, behind if dump.table is None else dump.table + 7)
    return dump


def _is_title(line: str) -> bool:
    return "[" in line[:6] and grammar.read(grammar.TITLE, line) is not None


def _first(dump: Dump, pattern: pp.Regex, start: int, rows: int) -> int | None:
    for at in range(start, min(start + rows, dump.end)):
        if grammar.read(pattern, dump.lines[at]):
            return at
    return None


def _cut_sections(dump: Dump, start: int) -> None:
    titles: list[tuple[int, str]] = []
    message = -1
    for at in range(start, dump.end):
        # What a winner says stands on the line but one behind its title, and may read like a title.
        if at == message:
            continue
        line = dump.lines[at]
        if not line.startswith("  ["):
            continue
        match = grammar.read(grammar.SECTION, line)
        section = SECTIONS.get(match["title"]) if match else None
        if section is not None or grammar.read(grammar.CHECKSUM, line):
            titles.append((at, section or "checksum"))
            message = at + 2 if section == "winning message" else message
    times = Counter(name for _, name in titles)
    for (at, name), (end, _) in pairwise([*titles, (dump.end, "")]):
        if times[name] > 1:
            if name not in dump.twice:
                dump.repeated.append(at)
                dump.twice.add(name)
        elif name == "checksum":
            dump.sections[name] = at, at + 1
        else:
            dump.sections[name] = at + 1, end
