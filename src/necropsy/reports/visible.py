"""Text from a file, made safe to show: nothing in it can act on a terminal or a sheet."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["cell", "clipped", "visible"]

# Control characters, and those that turn or hide the text around them.
_ACTIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def visible(text: str) -> str:
    r"""The text with every control, bidi and zero-width character written out.

    >>> visible("a\x1b[31mred")
    'a\\x1b[31mred'
    """
    return _ACTIVE.sub(_written_out, text.encode("utf-8", "backslashreplace").decode("utf-8"))


def _written_out(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def clipped(text: str, width: int) -> str:
    """Visible text of at most ``width`` columns, its end cut off with an ellipsis."""
    text = visible(text)
    columns = 0
    for at, character in enumerate(text):
        columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if columns > width:
            return text[: max(at - 1, 0)] + "…"
    return text


def cell(value: object) -> str:
    """A value as a spreadsheet's cell: lists joined, and no text that a sheet would run.

    >>> cell("=HYPERLINK(1)")
    "'=HYPERLINK(1)"
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ";".join(cell(item) for item in value)
    if isinstance(value, int | float):
        return str(value)
    text = visible(str(value))
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
