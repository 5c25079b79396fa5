"""The entries of a baseline file, in each of the forms that it can have, one at a time.

It is a list, of which each line names a finding and may say why it is known, or an earlier report in
JSON or JSON Lines.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple, TextIO

from necropsy.baseline.mark import marks_in

__all__ = ["BEGINNING", "BaselineError", "Entry", "entries_in", "is_list"]

BEGINNING = "# A baseline of necropsy"
"""What a list begins with that this program has written."""


class BaselineError(ValueError):
    """A baseline cannot be read; the text begins with the file and, where there is one, the line."""


class Entry(NamedTuple):
    """A finding that is known.

    Attributes:
        source: where it was found.
        rule: the rule's code, or a verdict.
        digest: what it is known by (:class:`~necropsy.baseline.mark.Mark`).
        why: why it is in the list; "" where nobody said so.
        line: where it stands in the baseline.
    """

    source: str
    rule: str
    digest: str
    why: str = ""
    line: int = 0

    @property
    def text(self) -> str:
        """The entry as a line of a list."""
        plain = _PLAIN.fullmatch(self.source) is not None
        source = self.source if plain else json.dumps(self.source)
        why = f"  # {self.why}" if self.why else ""
        return f"{self.rule}  {self.digest}  {source}{why}"


# What has blanks, quotes or a mark that begins a remark is written as JSON has it.
_PLAIN = re.compile(r"[^\s\"#\\\x00-\x1f\x7f-\xa0\ud800-\udfff\u2028\u2029]+")
_LINE = re.compile(
    r"(?P<rule>[A-Za-z]\w*)[ \t]+(?P<digest>[0-9a-f]{16})[ \t]+"
    r'(?P<source>"(?:\\.|[^"\\])*"|[^\s"#]+)[ \t]*(?:#(?P<why>.*))?'
)


def entries_in(path: str) -> Iterator[Entry]:
    """The entries of a baseline; a finding that stands there twice comes twice.

    Raises:
        BaselineError: if the file cannot be read, or is no baseline.
    """
    _check(path)
    try:
        with open(path, encoding="utf-8", newline=None) as file:
            yield from _entries(path, file)
    except OSError as error:
        raise BaselineError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise BaselineError(f"{path}: not a baseline: it is not UTF-8") from None


_LARGEST = 4 << 30
"""Bytes; a larger file is no report that anybody compares with."""


def _check(path: str) -> None:
    """See to it that reading a file comes to an end.

    Raises:
        BaselineError: if it is a device or a pipe, or too large.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise BaselineError(f"{path}: this is no file")
    if os.path.isfile(path) and os.path.getsize(path) > _LARGEST:
        raise BaselineError(f"{path}: larger than {_LARGEST:,} bytes")


def is_list(path: str) -> bool:
    """Whether a file is a list of findings, and no report; an empty one is.

    Raises:
        OSError: if it cannot be read.
        UnicodeDecodeError: if it is no text.
    """
    with open(path, encoding="utf-8") as file:
        return _first(file) not in ("{", "[")


def _first(file: TextIO) -> str:
    """What a file begins with."""
    for line in file:
        if line.strip():
            return line.lstrip()[0]
    return ""


def _entries(path: str, file: TextIO) -> Iterator[Entry]:
    blank = 0
    for line in file:
        if line.strip():
            break
        blank += 1
    else:
        return
    if line.lstrip().startswith("["):
        yield from _of_audits(path, _array(path, line, file, blank + 1))
    elif line.lstrip().startswith("{"):
        yield from _of_audits(path, _lines(path, line, file, blank + 1))
    else:
        yield from _of_list(path, line, file, blank + 1)


def _of_list(path: str, first: str, file: TextIO, begun: int) -> Iterator[Entry]:
    for number, line in enumerate(_both(first, file), begun):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        source = match and _source(match["source"])
        if match is None or source is None:
            raise BaselineError(
                f"{path}:{number}: no entry of a baseline (expected: rule, fingerprint of 16 digits, file,"
                " and perhaps # why)"
            )
        yield Entry(source, match["rule"], match["digest"], (match["why"] or "").strip(), number)


def _both(first: str, file: TextIO) -> Iterator[str]:
    yield first
    yield from file


def _source(text: str) -> str | None:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except JSONDecodeError:
        return None


def _of_audits(path: str, audits: Iterator[tuple[int, Any]]) -> Iterator[Entry]:
    for line, data in audits:
        try:
            for mark in marks_in(data):
                if mark.digest:
                    yield Entry(str(data["source"]), mark.rule, mark.digest, "", line)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BaselineError(f"{path}:{line}: no audit of a report of this program") from None


def _lines(path: str, first: str, file: TextIO, begun: int) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(_both(first, file), begun):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BaselineError(f"{path}:{number}: not JSON Lines: {error}") from None


_CHUNK = 1 << 16


def _array(path: str, first: str, file: TextIO, begun: int) -> Iterator[tuple[int, Any]]:
    """The objects of an array, without having all of them in memory."""
    decode = JSONDecoder().raw_decode
    text, number = first.lstrip()[1:], begun
    while True:
        rest = text.lstrip(" \t\r\n,")
        number += text.count("\n", 0, len(text) - len(rest))
        text = rest
        if text.startswith("]"):
            return
        try:
            data, end = decode(text)
        except (JSONDecodeError, RecursionError) as error:
            # Perhaps it goes on; what is long is read in ever longer pieces.
            more = file.read(max(_CHUNK, len(text)))
            if not more:
                raise BaselineError(f"{path}:{number}: not JSON: {error}") from None
            text += more
            continue
        except ValueError as error:
            raise BaselineError(f"{path}:{number}: not JSON: {error}") from None
        yield number, data
        number += text.count("\n", 0, end)
        text = text[end:]
