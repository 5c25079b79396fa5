"""Deeds and options that a forger puts into a dump: depths, the arena, options, the end."""

from __future__ import annotations

from typing import Any

from necropsy.games.hengband import grammar
from necropsy.games.hengband.deeds import Depth
from necropsy.games.hengband.forger.cells import claim, everywhere, put, with_line, with_lines, with_values
from necropsy.tamper.forger import Place
from necropsy.tamper.original import Sheet

__all__ = ["arena_won", "as_winner", "depth_row", "is_english", "option_set", "with_depth"]

ANGBAND = ("鉄獄", "Angband")


def is_english(sheet: Sheet) -> bool:
    """Whether a dump is in English."""
    return bool(sheet.record.value("language") == "English")


# ---------------------------------------------------------------------------------- depths


def depth_row(sheet: Sheet, value: int) -> str | None:
    """The text with another depth in the row of the deepest dungeon, or a row for Angband."""
    dungeons: tuple[Depth, ...] | None = sheet.record.value("dungeons")
    if dungeons is None:
        return None
    if dungeons:
        deepest = max(dungeons, key=lambda each: each.depth)
        line = sheet.record.lines[deepest.line - 1]
        match = grammar.read(grammar.RECALL, line)
        assert match is not None, "it was read by this pattern"
        start, end = match.span("depth" if match["depth"] else "level")
        return with_line(sheet, deepest.line, put(line, start, end, str(value)))
    first = sheet.record.document.sections["recall"][0] + 2
    row = (
        f"    Angband         : level {value:3d}" if is_english(sheet) else f"    鉄獄        : {value:3d} 階"
    )
    return with_lines(sheet, first, first - 1, [row])


def with_depth(sheet: Sheet, value: int) -> str | None:
    """The same, with what the client says of Angband."""
    text = depth_row(sheet, value)
    if text is None:
        return None
    edited = sheet.with_text(text)
    deepest = max(edited.record.value("dungeons", ()), key=lambda each: each.depth, default=None)
    if deepest is not None and deepest.dungeon in ANGBAND:
        edited = everywhere(edited, [claim("maxdp")], deepest.depth)
    return edited.text


# ----------------------------------------------------------------------------------- arena


def arena_won(sheet: Sheet, value: Any) -> str | None:
    """The text with so many fights won in the arena: a number, or ``champion``."""
    said = sheet.record.first("arena")
    if said is None:
        return None
    if is_english(sheet):
        told = "Champion" if value == "champion" else f"{value:2d} Victor{'ies' if value > 1 else 'y'}"
        return with_line(sheet, said.line, f" Arena: {told}")
    return with_line(
        sheet, said.line, " 闘技場: " + ("チャンピオン" if value == "champion" else f"{value:2d}勝")
    )


# --------------------------------------------------------------------------------- options

_LABELS = {
    # In Japanese and English; the last ones stand in a dump only where they are on.
    "preserve": ("保存モード", "Preserve Mode"),
    "small_levels": ("小さいダンジョン", "Small Levels"),
    "arena_levels": ("アリーナ", "Arena Levels"),
    "ironman_shops": ("店なし", "No Shops"),
    "ironman_downward": ("階段を上がれない", "Diving Only"),
    "ironman_rooms": ("普通でない部屋", "Unusual Rooms"),
    "ironman_nightmare": ("悪夢モード", "Nightmare Mode"),
}
_ALWAYS_PRINTED = 3
"""So many of them stand in every dump."""


def option_set(option: str) -> Place:
    """The rewriter of an option's line, or what puts it in; values are ``ON``, ``OFF`` and the like."""

    def rewritten(sheet: Sheet, value: str) -> str | None:
        japanese, english = _LABELS[option]
        lines = [(number, line) for number, line in sheet.record.document.body("options")]
        for number, line in lines:
            match = grammar.read(grammar.OPTION, line)
            if match is not None and match["option"].strip() in (japanese, english):
                return with_line(sheet, number, line[: match.start("value")] + value)
        if option in list(_LABELS)[:_ALWAYS_PRINTED] or len(lines) < _ALWAYS_PRINTED:
            return None
        # It stands before the last of the others, that of arena levels.
        at = next((number for number, line in lines if line.startswith((" アリーナ", " Arena"))), None)
        if at is None:
            return None
        label = english if is_english(sheet) else japanese
        width = 20 - sum(1 if character < "\u0100" else 2 for character in label + ":")
        return with_lines(sheet, at, at - 1, [f" {label}:{' ' * width}{value}"])

    return rewritten


# ----------------------------------------------------------------------------------- ending


def as_winner(sheet: Sheet, _: bool) -> str | None:
    """The text of a hero who has won and retired, with what the client says of it."""
    number, sentence = sheet.record.document.sentence()
    if not sentence:
        return None
    last = number
    while sheet.record.lines[last].strip():
        last += 1
    won = (
        "...You retired from the adventure after the winning."
        if is_english(sheet)
        else "…あなたは勝利の後引退した。"
    )
    edited = sheet.with_text(with_lines(sheet, number, last, [" " * 10 + won]))
    return with_values(edited, {"killer": "ripe"}).text
