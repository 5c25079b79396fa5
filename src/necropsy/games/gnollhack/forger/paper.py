"""A dumplog as a forger edits it: its logical lines, which stand in the text or between a page's tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from necropsy.games.gnollhack.document import Dumplog
from necropsy.tamper.original import Sheet

__all__ = ["Paper", "edited"]


class Paper:
    """A dumplog that is being edited. A line is called by its index among those that the sheet had.

    Attributes:
        lines: the logical lines, as the plain text has them.
        sections: how the dumplog is cut.
    """

    def __init__(self, sheet: Sheet) -> None:
        document = sheet.record.document
        assert isinstance(document, Dumplog)
        self.sections = document.sections
        self.lines: Sequence[str] = document.lines
        self._document = document
        self._is_page = document.is_page
        self._rows = sheet.text.replace("\r\n", "\n").split("\n")

    @property
    def text(self) -> str:
        """The text as it now stands."""
        return "\n".join(row for row in self._rows if row != _GONE)

    def at(self, number: int) -> int:
        """The index of the first logical line that stands on a line of the file."""
        return next(at for at in range(len(self.lines)) if self._document.number(at) == number)

    def find(self, pattern: str) -> Iterator[int]:
        """The indexes of the logical lines in which a pattern is found."""
        return (at for at, line in enumerate(self.lines) if re.search(pattern, line))

    def body(self, kind: str) -> range:
        """The indexes of the lines of a section below its title; none without the section."""
        section = self.sections.last(kind)
        return range(0) if section is None else range(section.start + 1, section.end)

    def listed(self, kind: str) -> list[int]:
        """The indexes of the lines of a section that say something."""
        return [at for at in self.body(kind) if self.lines[at].strip()]

    def replace(self, at: int, old: str, new: str) -> None:
        """Put other words in place of the last ``old`` ones of a line."""
        line = self.lines[at]
        head, found, tail = line.rpartition(old)
        assert found, f"{old!r} is not in {line!r}"
        self.rewrite(at, head + new + tail)

    def rewrite(self, at: int, new: str) -> None:
        """Put another line in place of a line."""
        self._change(at, lambda element: self._renewed(element, self.lines[at], new))

    def add(self, at: int, new: str, *, above: bool = False) -> None:
        """Add a line of the same sort below (or above) a line."""

        def both(element: str) -> str:
            twin = self._renewed(element, self.lines[at], new)
            return f"{twin}\n{element}" if above else f"{element}\n{twin}"

        self._change(at, both)

    def open(self, at: int, title: str, body: Sequence[str], *, above: bool = False) -> None:
        """Put a section with a list in place of a line that stands by itself, or above it."""

        def section(element: str) -> str:
            if self._is_page:
                items = "\n".join(f"<li>{_escaped(line)}</li>" for line in body)
                made = f"<h2>{_escaped(title)}</h2>\n<ul>\n{items}\n</ul>"
            else:
                made = "\n".join((title, *body))
            return f"{made}\n{element}" if above else made

        self._change(at, section)

    def drop(self, at: int) -> None:
        """Take a line out."""
        self._change(at, lambda _: _GONE)

    def drop_all(self, places: Sequence[int]) -> None:
        """Take lines out."""
        for at in places:
            if self.lines[at].strip() or not self._is_page:
                self.drop(at)

    def _change(self, at: int, change: Callable[[str], str]) -> None:
        row = self._document.number(at) - 1
        held = self._rows[row]
        if not self._is_page:
            parts = held.split("\n")
            where = parts.index(self.lines[at]) if self.lines[at] in parts else 0
            parts[where] = change(parts[where])
            self._rows[row] = "\n".join(part for part in parts if part != _GONE) or _GONE
            return
        start, end = self._element(held, self.lines[at])
        made = change(held[start:end])
        self._rows[row] = held[:start] + ("" if made == _GONE else made) + held[end:]

    def _element(self, row: str, line: str) -> tuple[int, int]:
        """Where the element that holds a line begins and ends in a row of the page."""
        inner = _inner(line)
        for tag in ("li", "tr", "h3", "h2", "p", "div"):
            for match in re.finditer(rf"<{tag}\b[^>]*>.*?</{tag}>", row):
                if _bare(match[0]) == inner:
                    return match.span()
        for match in re.finditer(r"[^>\n]*<br />", row):
            if _bare(match[0]) == inner:
                return match.span()
        raise LookupError(line)

    def _renewed(self, element: str, old: str, new: str) -> str:
        if not self._is_page:
            return new
        if cells := re.fullmatch(r"<tr><td>(\d+)</td><td>(.*)</td></tr>", element):
            turn, _, said = new.partition(": ")
            return f"<tr><td>{turn.strip()}</td><td>{_escaped(said)}</td></tr>" if cells else element
        for was, is_now in ((old, new), (old.strip(), new.strip())):
            if _escaped(was) in element:
                return element.replace(_escaped(was), _escaped(is_now), 1)
        # Only the beginning stands outside of the page's own colours.
        shared = next(at for at in range(len(old), 0, -1) if _escaped(old[:at].strip()) in element)
        tail = old[shared:]
        assert new.endswith(tail), f"{new!r} does not end in {tail!r}"
        beginning = new[: len(new) - len(tail)]
        return element.replace(_escaped(old[:shared].strip()), _escaped(beginning.strip()), 1)


_GONE = "\0"


def _escaped(text: str) -> str:
    for plain, entity in _ENTITIES:
        text = text.replace(plain, entity)
    return text


_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))


def _bare(element: str) -> str:
    """What a page shows of an element, without blanks."""
    text = re.sub(r"<[^>]*>", "", element)
    for plain, entity in reversed(_ENTITIES):
        text = text.replace(entity, plain)
    return "".join(text.split())


def _inner(line: str) -> str:
    """What a page shows of a line, without blanks: the colon behind a turn is the reader's."""
    return "".join(re.sub(r"^( *\d+): ", r"\1 ", line).split())


def edited(sheet: Sheet, edit: Callable[[Paper], None]) -> str | None:
    """A sheet's text with an edit; ``None`` where it has no place for it."""
    paper = Paper(sheet)
    try:
        edit(paper)
    except (LookupError, StopIteration, AssertionError):
        return None
    return paper.text if paper.text != sheet.text else None
