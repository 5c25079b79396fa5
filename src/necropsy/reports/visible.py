"""Text from a file, made safe to show: nothing in it can act on a terminal or a sheet."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

__all__ = ["cell", "clipped", "json_text", "visible"]

# Control characters, and those that turn or hide the text around them.
_BEYOND_ASCII = (
    "\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"
)
_ACTIVE = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
# JSON writes the others so itself, and has its own line breaks.
_ACTIVE_IN_JSON = re.compile(f"[{_BEYOND_ASCII}]")
# What begins a formula, also in the full-width and small forms that some sheets take for the same. A sheet
# whose cells are parted by semicolons parts a text there, whatever quotes are around it. Tabs and line
# breaks, which sheets pass over, are written out before.
_SIGNS = "=+@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b-"
_FORMULA = re.compile(rf"((?:^|;)[\s\"']*|,[\"']*)(?=[{_SIGNS}])")


def visible(text: str) -> str:
    r"""The text with every control, bidi and zero-width character written out.

    >>> visible("a\x1b[31mred")
    'a\\x1b[31mred'
    """
    return _ACTIVE.sub(_written_out, text.encode("utf-8", "backslashreplace").decode("utf-8"))


def _written_out(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def json_text(value: Any, indent: int | None = None) -> str:
    r"""A value as JSON that can be shown on a terminal: the same value, its active characters escaped.

    Args:
        value: what is written.
        indent: blanks for each level; ``None`` is all on one line.

    >>> json_text("right \u202eto left")
    '"right \\u202eto left"'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return _ACTIVE_IN_JSON.sub(lambda match: json.dumps(match[0])[1:-1].replace("\x7f", "\\u007f"), text)


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

    Numbers stay numbers; a text that looks like a negative one does not.

    >>> cell("=HYPERLINK(1)"), cell("a;@SUM(1)"), cell(-5), cell("-5")
    ("'=HYPERLINK(1)", "a;'@SUM(1)", '-5', "'-5")
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ";".join(cell(item) for item in value)
    if isinstance(value, int | float):
        return str(value)
    return _FORMULA.sub(r"\1'", visible(str(value)))
