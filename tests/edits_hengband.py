"""Edits of one field of a Hengband dump, as somebody makes them who wants a better hero.

Each takes the text of a dump and gives the edited one, or ``None`` where the dump lacks the
field. They are used by the tests and by ``benchmarks/tamper.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["EDITS", "Edit"]

Edit = Callable[[str], str | None]


def _number(label: str, change: Callable[[int], int], *, least: int = 0) -> Edit:
    """Change the number behind a label of the character screen, keeping its columns."""
    pattern = re.compile(rf"((?:^ ?|  )(?:{label}) *)(\d+)(?![\d*])", re.MULTILINE)

    def edit(text: str) -> str | None:
        match = pattern.search(text)
        if match is None or int(match[2]) < least:
            return None
        digits = str(change(int(match[2])))
        head = match[1]
        if len(digits) > len(match[2]) and head.endswith(" " * (len(digits) - len(match[2]) + 1)):
            head = head[: len(match[2]) - len(digits)]
        return text[: match.start()] + head + digits + text[match.end() :]

    return edit


_ROW = re.compile(
    r"^(?P<left>[^\n]{0,40}?)(?P<name>腕力|STR|Str)(?P<marks>[x! ]{0,2}[:!])"
    r"(?P<base> *(?:18/\d{2,3}|\d{1,2}))"
    r"(?P<parts>[ \d-]{12})(?P<actual> *(?:18/\*{3}|18/\d{2,3}|\d{1,2}))(?= )",
    re.MULTILINE,
)


def _row(change: Callable[[re.Match[str]], tuple[str, str, str] | None]) -> Edit:
    """Change base, columns or actual value in the first row of the stat table."""

    def edit(text: str) -> str | None:
        start = re.search(r"^ {60,66}(?:能力修正|Modification)", text, re.MULTILINE)
        match = None if start is None else _ROW.search(text, start.end())
        changed = None if match is None else change(match)
        if match is None or changed is None:
            return None
        base, parts, actual = changed
        before = text[: match.start("base")]
        return (
            before
            + base.rjust(len(match["base"]))
            + parts
            + actual.rjust(len(match["actual"]))
            + text[match.end() :]
        )

    return edit


def _internal(text: str) -> int:
    text = text.strip()
    return 18 + int(text[3:]) if text.startswith("18/") else int(text)


def _printed(value: int) -> str:
    return str(value) if value <= 18 else f"18/{value - 18:02d}"


def _base_up(match: re.Match[str]) -> tuple[str, str, str]:
    return _printed(_internal(match["base"]) + 1), match["parts"], match["actual"]


def _race_up(match: re.Match[str]) -> tuple[str, str, str]:
    race = int(match["parts"][:3]) + 1
    return match["base"], f"{race:3d}{match['parts'][3:]}", match["actual"]


def _actual_up(match: re.Match[str]) -> tuple[str, str, str] | None:
    if "*" in match["actual"]:
        return None
    value = _internal(match["actual"])
    return (match["base"], match["parts"], _printed(value + 10)) if 18 < value < 200 else None


def _class(text: str) -> str | None:
    """Make a Mage of everybody: in both places, as one who edits a name does."""
    match = re.search(r"^ (?:職業 +|Class +): +(\S+)", text, re.MULTILINE)
    if match is None:
        return None
    mage = "メイジ" if "職業" in match[0] else "Mage"
    return (
        None
        if match[1] == mage
        else re.sub(rf"((?:職業 *|Class *): +){re.escape(match[1])}", rf"\g<1>{mage}", text)
    )


def _caps(text: str) -> str | None:
    """Raise the first known cap by ten percent."""
    match = re.search(r"^(?:腕力|STR) *: +18/(\d{2,3})$", text, re.MULTILINE)
    if match is None:
        return None
    return text[: match.start(1)] + str(int(match[1]) + 10) + text[match.end() :]


def _hit_points(text: str) -> str | None:
    """Three times the hit points, wherever they stand."""
    match = re.search(r"(?:ＨＰ|Hit points?) +(-?\d+)/ *(\d+)", text)
    if match is None:
        return None
    most = str(3 * int(match[2]))
    text = text[: match.start(2)] + most + text[match.end(2) :]
    return re.sub(r"((?:ＨＰ|Hits)  : -?\d+/)\d+", rf"\g<1>{most}", text)


EDITS: dict[str, Edit] = {
    "experience x 10": _number("経験値|Experience", lambda number: number * 10, least=1),
    "level + 1": _number("レベル|Level", lambda number: number + 1),
    "base stat + 1": _row(_base_up),
    "race column + 1": _row(_race_up),
    "actual + 10": _row(_actual_up),
    "class": _class,
    "next level - 1": _number("次レベル|(?:Exp|Const) to Adv", lambda number: number - 1),
    "a cap + 10": _caps,
    "hit points x 3": _hit_points,
}
"""The edits by name."""
