"""The logs of DCSS: ``logfile`` and ``scores`` with a line for each game, and ``milestones``.

The two share their syntax and most fields. A game's line has a score (``sc``), a
milestone's has none. Lines are taken one at a time: a log may have any size, and may grow
while it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from necropsy import xlog
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.line_moment import moment
from necropsy.games.dcss.morgue import is_morgue
from necropsy.games.dcss.plain_line import plain_line
from necropsy.logline import Line, Rejected
from necropsy.record import Record

__all__ = ["is_logfile", "is_milestones", "kind_of_file", "read_logfile"]

LONGEST_LINE = 64 * 1024
"""Characters; the longest line of a game has a thirtieth of that."""

_FIRST_LINES = 400
_GAME = ("sc", "name", "xl")
_MILESTONE = ("milestone", "name", "type")


def is_logfile(name: str, head: str) -> bool:
    """Whether a text begins a log of games.

    Args:
        name: the file's name.
        head: the beginning of the text; its first lines may be damaged.
    """
    if not _may_hold_key("name", head):
        return False
    games, others = _count(head, _GAME)
    # Somebody's own text in a morgue can read like a line; a log is of nothing else.
    return games > 0 and (games >= others or not is_morgue(name, head))


# A log has more of them in its first line, a morgue hardly so many.
_FEW = 40


def _may_hold_key(key: str, head: str) -> bool:
    """Whether a key stands before an equals sign: to look for that one sign takes a tenth of the time."""
    at = -1
    for _ in range(_FEW):
        at = head.find("=", at + 1)
        if at < 0 or head.endswith(key, 0, at):
            return at >= 0
    return head.find(f"{key}=", at) >= 0


def is_milestones(name: str, head: str) -> bool:
    """Whether a text begins a log of milestones, in which no game ends."""
    if "milestone=" not in head:
        return False
    milestones, others = _count(head, _MILESTONE)
    return (
        milestones > 0 and not is_logfile(name, head) and (milestones >= others or not is_morgue(name, head))
    )


def _count(head: str, keys: tuple[str, ...]) -> tuple[int, int]:
    """How many of the first lines have all these keys and a version, and how many have not."""
    found, others = 0, 0
    for text in head.split("\n", _FIRST_LINES)[:_FIRST_LINES]:
        if _has_all(text[:LONGEST_LINE], keys):
            found += 1
        elif text.strip():
            others += 1
    return found, others


def _has_all(text: str, keys: tuple[str, ...]) -> bool:
    if f"{keys[0]}=" not in text or "\t" in text:
        return False
    fields = xlog.read_colons(text).values
    return all(key in fields for key in keys) and ("v" in fields or "vlong" in fields)


_KIND = re.compile(r"(?<![a-z])(?P<kind>sprint|seeded|hints|descent|zotdef|tutorial)(?![a-z])")
_LOG = re.compile(r"(?<![a-z])(?:logfile|scores)")
_LONGEST_NAME = 255


def kind_of_file(name: str) -> str | None:
    """The kind of game that a log's name stands for; ``None`` where the name says nothing.

    >>> kind_of_file("logfile-seeded"), kind_of_file("crawl/scores"), kind_of_file("games.txt")
    ('seeded', 'normal', None)
    """
    base = re.split(r"[/\\]|::", name)[-1][-_LONGEST_NAME:].lower()
    match = _KIND.search(base)
    if match is not None:
        return match["kind"]
    return "normal" if _LOG.search(base) else None


_PLAIN_KINDS = ("normal", None)


def read_logfile(lines: Iterable[Line], source: str = "") -> Iterator[Record | Rejected]:
    """The record of each line that is a game, and each line that should be one and cannot be read.

    Blank lines and milestones are passed over: they are no games, and no faults.
    """
    kind = kind_of_file(source)
    for line in lines:
        text = line.text
        if not text or text.isspace():
            continue
        plain = plain_line(text) if line.whole and kind in _PLAIN_KINDS else None
        if plain is not None:
            yield CrawlLine(source, line, None, kind=kind, plain=plain)
            continue
        reason = _unreadable(line)
        if reason:
            yield line.rejected(source, reason)
            continue
        fields, repeated, broken = xlog.read_colons(text.rstrip("\r"))
        if "milestone" in fields and "sc" not in fields:
            continue
        reason = _no_game(text, fields, repeated) or _cut_off(line, fields)
        if reason:
            yield line.rejected(source, reason if line.whole else f"{reason}; {_NO_END}")
            continue
        if not line.whole:
            broken = ()
        for key in repeated:
            fields.pop(key, None)
        yield CrawlLine(source, line, fields, tuple(dict.fromkeys(repeated)), broken, kind)


def _unreadable(line: Line) -> str:
    """Why a line cannot be read at all; "" if it can."""
    if len(line.text) > LONGEST_LINE:
        return f"the line has {len(line.text):,} characters, and no game's is longer than {LONGEST_LINE:,}"
    if "\x00" in line.text:
        return "NUL bytes stand in the line, as a crash leaves them"
    return ""


_NO_END = "the line has no line end: it is still being written, or was cut off"


def _cut_off(line: Line, fields: dict[str, str]) -> str:
    """Why a line without a line end is no game.

    The moment of the end comes behind all that a score is made of: where it is whole, only the
    last field may have lost something, and it is left out.
    """
    if line.whole:
        return ""
    last, *_ = reversed(fields)
    if moment(fields.get("end", "")) is None:
        return "the moment of the end is not there"
    if last != "end":
        del fields[last]
    return ""


_MERGED = 4
"""So many keys never stand twice in one line."""


def _no_game(text: str, fields: dict[str, str], repeated: tuple[str, ...]) -> str:
    """Why a line is no game; "" if it is one."""
    if "name" in fields and "sc" in fields and ("v" in fields or "vlong" in fields):
        if repeated or text.count(":xl=") > 1:
            # Two lines of one player have many values in common, which are not counted as repeated.
            again = text.replace("::", "").count(":") + 1 - len(fields)
            return "two lines stand on one: many keys stand twice" if again >= _MERGED else ""
        return ""
    if "=" not in text:
        return "no field stands in the line (key=value)"
    lacking = [key for key in ("name", "sc") if key not in fields]
    if not ("v" in fields or "vlong" in fields):
        lacking.append("v")
    return f"the line is of no game: it has no {' and no '.join(lacking)}"
