"""An audit that may be reported, and by what it is known again wherever its files lie.

An audit is known by its *marks*: one for its verdict and one for each finding that counts. A mark
is made of what the files hold, never of where they lie: for a dump the digest of its content, for
a line of a log that of its text. So a log that was rotated, or a file that was moved or packed, is
known; a game of which something new is found has a mark that was not there before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from necropsy.rules import Severity

if TYPE_CHECKING:
    from necropsy.telling import Origin

__all__ = ["Case", "Mark", "case_of"]


class Mark(NamedTuple):
    """A verdict or a finding, to be known again.

    Attributes:
        rule: the rule's code; "" for the verdict.
        keys: one digest for each file and line that it can be known by.
    """

    rule: str
    keys: tuple[str, ...]


class Case(NamedTuple):
    """An audit that may be reported.

    Attributes:
        text: the audit as JSON.
        data: the same as plain data.
        told: by what kind of file the game is told (:attr:`~necropsy.brief.Brief.told`).
        marks: what it is known by.
        words: the same without the files: the player, and what is said.
    """

    text: str
    data: Mapping[str, Any]
    told: str
    marks: tuple[Mark, ...]
    words: frozenset[str]


def case_of(text: str, told: str, origins: Sequence[Origin], counted: int) -> Case:
    """The case of an audit.

    Args:
        text: the audit as JSON.
        told: by what kind of file the game is told.
        origins: the files and lines that tell of it.
        counted: the severity from which on a finding has a mark.
    """
    data = json.loads(text)
    every = _contents(origins) or (_name(data),)
    dumps = _contents([origin for origin in origins if not origin.line]) or every
    marks, words = [], []
    for rule, said in _said(data, counted):
        # What two files say of each other is the newer file's: a dump that is forged anew may
        # contradict the same line.
        contents = dumps if rule.startswith("X") else every
        marks.append(Mark(rule, tuple(_digest(content, rule, said) for content in contents)))
        words.append(_digest(data["player"] or "", rule, said))
    return Case(text, data, told, tuple(marks), frozenset(words))


def _said(data: Mapping[str, Any], counted: int) -> Iterator[tuple[str, str]]:
    """What is said of the game, without the numbers that another file of it may change."""
    yield "", data["verdict"]
    for finding in data["findings"]:
        if Severity[finding["severity"].upper()] >= counted:
            yield finding["rule"], _gist(finding)


_NAMES_A_FILE = re.compile(r"X\d5[0-3]")
"""Rules that name another file of the run."""


def _gist(finding: Mapping[str, Any]) -> str:
    """What a finding is about, and what the file says there.

    What would be right is no part of it: a log line may narrow the span of a score that a dump
    alone has shown to be wrong.
    """
    if _NAMES_A_FILE.match(finding["rule"]):
        return ""
    what = finding["message"].partition(":")[0]
    return f"{what}\0{json.dumps(finding['found'])}"


def _contents(origins: Sequence[Origin]) -> tuple[str, ...]:
    """What some files and lines hold, as digests; nothing of a file that was not read whole."""
    return tuple(content for content in map(_content, origins) if content)


def _content(origin: Origin) -> str:
    if origin.piece is None:
        return origin.digest
    return _digest(origin.piece.line(origin.line, origin.offset).data.rstrip(b"\r"))


def _name(data: Mapping[str, Any]) -> str:
    """What a file is known by that cannot be read: its name, and why."""
    return "\0".join([data["source"], *data["reasons"]])


def _digest(*parts: str | bytes) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass"))
        digest.update(b"\1")
    return digest.hexdigest()
