"""What the readers of a dumplog work on: its logical lines, whichever form the file has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from necropsy.games.gnollhack.sections import Section, Sections, closes, cut, stands_above

__all__ = ["Dumplog"]


class Dumplog:
    """The lines of a dumplog, cut into sections when they are first needed.

    Attributes:
        lines: the lines as the plain text has them.
        title: of a page, the text of its title; "" without.
        tombstone: of a page, the row of the tombstone that gives the points, and its line.
        last: the number of the file's last line.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.title = "", 0
        self.tombstone: tuple[str, int] | None = None
        self.last = len(lines)
        self._numbers: Sequence[int] | None = None

    @cached_property
    def sections(self) -> Sections:
        """The sections of the file."""
        return cut(self.lines)

    def opening(self) -> Iterator[tuple[int, str]]:
        """The number and text of each line, as far as they are known without reading on."""
        return enumerate(self.lines, 1)

    def head(self) -> Iterator[tuple[int, str]]:
        """The number and text of the lines at the margin above the sections; the first need no cut."""
        seen = 0
        if "sections" not in self.__dict__:
            for number, line in self.opening():
                if line and line[0] not in " \t":
                    if not stands_above(line):
                        break
                    seen += 1
                    yield number, line
        sections = self.sections
        for at in sections.margin[seen:]:
            if at >= sections.top:
                return
            yield self.number(at), self.lines[at]

    @cached_property
    def _bodies(self) -> dict[int, list[tuple[int, str]]]:
        """The lines of sections that a reader has looked into."""
        return {}

    @cached_property
    def closes(self) -> bool:
        """Whether the file has a closing block."""
        return closes(self.lines) or self.sections.closing >= 0

    @property
    def is_page(self) -> bool:
        """Whether the file is the HTML form."""
        return self._numbers is not None

    def number(self, index: int) -> int:
        """The line of the file (from 1) on which a logical line stands."""
        return index + 1 if self._numbers is None else self._numbers[index]

    def body(self, section: Section | None) -> list[tuple[int, str]]:
        """The number and text of the indented lines of a section that say something, unindented."""
        if section is None:
            return []
        # Several readers look into each of the lists that many rules ask for.
        known = self._bodies.get(section.start)
        if known is None:
            known = self._bodies[section.start] = self._body(section)
        return known

    def _body(self, section: Section) -> list[tuple[int, str]]:
        start, numbers = section.start + 1, self._numbers
        rows = self.lines[start : section.end]
        if numbers is None:
            return [
                (number, text)
                for number, line in enumerate(rows, start + 1)
                if line[:1] == " " and (text := line.strip())
            ]
        return [
            (number, text)
            for number, line in zip(numbers[start : section.end], rows, strict=True)
            if line[:1] == " " and (text := line.strip())
        ]
