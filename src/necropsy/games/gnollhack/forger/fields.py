"""Edits of a line of the xlogfile: its bits, and the words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from necropsy.games.gnollhack import achievements
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.tamper.original import Sheet

__all__ = ["achieved_in_line", "ended_in_line", "field", "flagged", "kept_in_line", "with_fields"]


def field(sheet: Sheet, key: str) -> str | None:
    """What a field of the line holds; ``None`` where the line has no such field."""
    match = re.search(rf"(?:^|\t){key}=([^\t]*)", sheet.text)
    return None if match is None else match[1]


def with_fields(text: str, **values: str) -> str:
    """The line with other values in fields that it has."""
    for key, value in values.items():
        text = re.sub(rf"((?:^|\t){key}=)[^\t]*", rf"\g<1>{value}", text)
    return text


def achieved_in_line(sheet: Sheet, tokens: tuple[str, ...]) -> str | None:
    """The line with other achievements, in bits and in words."""
    build = build_of(sheet.record)
    if build is None:
        return None
    bits = {row.token: row.bit for row in achievements.achievements(build) if row.bit is not None}
    mask = int(field(sheet, "achieve") or "0", 16)
    for token in tokens:
        mask |= 1 << bits[token] if token in bits else 0
    words = [token for token in sorted(bits, key=bits.__getitem__) if token in tokens]
    return with_fields(sheet.text, achieve=hex(mask), achieveX=",".join(words))


def kept_in_line(sheet: Sheet, tokens: tuple[str, ...]) -> str | None:
    """The line with other conducts, in bits and in words, and never more deaths than they allow."""
    mask = int(field(sheet, "conduct") or "0", 16) | _mask(tokens)
    words = [token for token in CONDUCTS if mask >> CONDUCTS.index(token) & 1]
    text = with_fields(sheet.text, conduct=hex(mask), conductX=",".join(words))
    if "boneless" in tokens:
        text = flagged(sheet, text, on=4, off=0)
    return text


def _mask(tokens: Iterable[str]) -> int:
    return sum(1 << CONDUCTS.index(token) for token in tokens)


def flagged(sheet: Sheet, text: str, *, on: int, off: int) -> str:
    """The line with flags set and taken away."""
    flags = int(field(sheet, "flags") or "0", 16)
    return with_fields(text, flags=hex((flags | on) & ~off))


def ended_in_line(sheet: Sheet, ending: str) -> str | None:
    """The line of a game that ended otherwise: ascended, with all that this takes."""
    if ending != "ascended":
        return with_fields(sheet.text, death=ending)
    tokens = {"obtained_the_amulet_of_yendor", "ascended", "entered_astral_plane", "entered_elemental_planes"}
    text = achieved_in_line(sheet, tuple(tokens | set(sheet.record.value("achieved", ()))))
    if text is None:
        return None
    mask = int(re.search(r"\tachieve=(\w+)", text)[1], 16) | 0xC0  # type: ignore[index]
    return with_fields(
        text,
        achieve=hex(mask),
        death="ascended",
        deathdnum="10",
        deathlev="-5",
        hp=field(sheet, "maxhp") or "1",
    )
