"""The HTML form of a dumplog, turned back into the lines of the plain text.

The game writes both forms from the same words, so one reader serves both: a heading or a
row of a list becomes the line that the text has for it, with the same indentation. Each
line remembers on which line of the page it stands.

The map comes out of the page before anything is parsed: its tooltips are the only place
where the game writes the names of things and pets without escaping them. All that is
left of it are the rows without tooltips, which are the status lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, overload

# lxml comes without types.
from lxml import etree  # type: ignore[import-untyped]

from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.sections import closes

__all__ = ["Page", "PageLines", "read_page"]

_MESSAGES = "<h2>Latest messages:</h2>"
_SCREEN = 'class="nh_screen"'

# The longest page of a long game has a third of that, without its map.
_LONGEST_BODY = 1024 * 1024

# The game's tags have a class and a style; a tag of thousands of attributes takes a parser minutes.
_STRANGE_TAG = re.compile(r"<[^<>]{4000}|=\s*(?:\"[^\"<>]*[<>]|'[^'<>]*[<>])")


def read_page(text: str) -> tuple[Page, str]:
    """A page; and what is wrong with it, in words, "" if nothing is."""
    body = max(text.find("<body"), 0)
    trees: list[tuple[Any, int]] = []
    problem, last = "", 1
    for part, first in _parts(text, body):
        last = first + part.count("\n")
        if len(part) > _LONGEST_BODY or _STRANGE_TAG.search(part):
            problem = "the page has no form that the game writes"
            trees.append((None, first))
        else:
            trees.append((_parse(part), first))
    # The last part ends where the page does.
    return Page(_title(text[:body]), trees, last), problem


class Page(Dumplog):
    """A page. Its trees are walked through when the lines are first needed: its header names the game.

    Args:
        title: the text of its title, and the line.
        trees: the roots of its parts, each with the line at which the part begins.
        last: the number of its last line.
    """

    def __init__(  # pylint: disable=super-init-not-called
        self, title: tuple[str, int], trees: Sequence[tuple[Any, int]], last: int
    ) -> None:
        self.title = title
        self.last = last
        self._trees = trees

    @cached_property
    def _walked(self) -> _Lines:
        return _lines_of(self._trees)

    @cached_property
    def lines(self) -> Sequence[str]:  # type: ignore[override]
        """The lines as the plain text has them."""
        return self._walked.lines

    @cached_property
    def _numbers(self) -> Sequence[int]:  # type: ignore[override]
        return self._walked.numbers

    @cached_property
    def tombstone(self) -> tuple[str, int] | None:  # type: ignore[override]
        """The row of the tombstone that gives the points, and its line."""
        return self._walked.tombstone

    def opening(self) -> Iterator[tuple[int, str]]:
        """The number and text of the lines above the map, or of all where there is none."""
        walked = self._walked if "_walked" in self.__dict__ else _lines_of(self._trees[:1])
        return zip(walked.numbers, walked.lines, strict=True)

    @cached_property
    def closes(self) -> bool:
        """Whether the page has a closing block: mostly it stands behind the last heading."""
        return closes(_last_lines(self._trees[-1][0])) or self.sections.closing >= 0


def _lines_of(trees: Sequence[tuple[Any, int]]) -> _Lines:
    lines = _Lines()
    for root, first in trees:
        lines.add(root, first)
    return lines


def _last_lines(root: Any) -> Sequence[str]:
    """The lines of a tree from its last heading on, where that stands by itself in the body."""
    body = None if root is None else root.find("body")
    heading = None if body is None else next(body.iterchildren("h2", reversed=True), None)
    if heading is None:
        return ()
    lines = _Lines()
    for element in (heading, *heading.itersiblings()):
        lines.add_element(element)
    lines.end(body)
    return lines.lines


def _parts(text: str, body: int) -> Iterator[tuple[str, int]]:
    """The parts of the body around the map, each with the number of the line at which it begins."""
    screen, messages = text.find(_SCREEN, body), text.rfind(_MESSAGES)
    first = 1 + text.count("\n", 0, body)
    if screen < 0 or messages < screen:
        # A page without a map, or one that something else has written anew.
        yield text[body:], first
        return
    yield text[body : max(text.rfind("<", body, screen), body)], first
    number = first + text.count("\n", body, messages)
    for row, back in _status_rows(text[screen:messages]):
        yield row, number - back
    yield text[messages:], number


# The map is followed by the status lines and by what closes its boxes.
_MOST_STATUS_ROWS = 16


def _status_rows(screen: str) -> list[tuple[str, int]]:
    """The last rows of the screen that have no tooltip, and how far before its end each stands."""
    rows: list[tuple[str, int]] = []
    tail = screen[-8_192:]
    for back, row in enumerate(reversed(tail.split("\n"))):
        if "tooltip" in row or back == _MOST_STATUS_ROWS:
            break
        if _SCREEN in row:
            rows.append((row, back))
    rows.reverse()
    return rows


def _title(head: str) -> tuple[str, int]:
    start = head.find("<title>")
    end = head.find("</title>", start)
    if start < 0 or end < 0 or end - start > _LONGEST_TITLE:
        return "", 0
    root = _parse(head[start : end + len("</title>")])
    element = None if root is None else next(root.iter("title"), None)
    title = "" if element is None else _on_one_line(element.text or "").strip()
    return title, 1 + head.count("\n", 0, start)


_LONGEST_TITLE = 1_000


@lru_cache(maxsize=1)
def _parser() -> Any:
    return etree.HTMLParser(encoding="utf-8", recover=True, no_network=True, huge_tree=False)


def _parse(part: str) -> Any:
    """The root of a part of a page; ``None`` if there is nothing in it."""
    data = part.replace("\0", "\ufffd").encode("utf-8", "replace")
    try:
        return etree.fromstring(data, _parser())
    except etree.LxmlError:
        return None


def _on_one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        return text.replace("\r", " ").replace("\n", " ")
    return text


def _text_of(element: Any) -> str:
    """All text in an element."""
    return "".join(element.itertext()) if len(element) else element.text or ""


class _Lines:
    """Collects logical lines while it walks through a tree."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.numbers: list[int] = []
        self.tombstone: tuple[str, int] | None = None
        self._buffer = ""
        self._first = 1
        self._in_inventory = False

    def add(self, root: Any, first: int) -> None:
        """Add the tree of a part of the page that begins on the line ``first``."""
        self._first = first
        if root is not None:
            self._walk(root)
            self.end(root)

    def add_element(self, child: Any) -> None:
        """Add an element, and what stands behind it."""
        tag = child.tag
        reader = _READERS.get(tag)
        if reader is not None:
            reader(self, child)
        elif isinstance(tag, str):
            self._walk(child)
        if tail := child.tail:
            self._text(tail)

    def end(self, element: Any) -> None:
        """End the last line."""
        self._flush(element)

    def _text(self, text: str) -> None:
        if self._buffer:
            self._buffer += _on_one_line(text)
        elif text != "\n":
            self._buffer = _on_one_line(text.lstrip("\r\n"))

    def _flush(self, element: Any, prefix: str = "") -> None:
        """End a logical line: it stands where the element does."""
        if self._buffer:
            line = self._buffer.rstrip()
            self._buffer = ""
            if line:
                self._put(prefix + line, element)

    def _put(self, line: str, element: Any) -> None:
        self.lines.append(line)
        self.numbers.append(self._first - 1 + (element.sourceline or 1))

    def _walk(self, element: Any) -> None:
        if text := element.text:
            self._text(text)
        for child in element:
            self.add_element(child)

    def _break(self, element: Any) -> None:
        self._flush(element, "  " if self._in_inventory else "")

    def _heading(self, element: Any) -> None:
        self._flush(element)
        self._walk(element)
        if element.tag == "h2":
            self._in_inventory = self._buffer.strip() == "Inventory:"
            self._flush(element)
        else:
            self._flush(element, " " if self._in_inventory else "")

    def _block(self, element: Any) -> None:
        self._flush(element)
        kind = element.get("class") or ""
        if kind == "tooltip":
            return
        if kind == "tombstone":
            self._stone(element)
            return
        self._walk(element)
        self._flush(element, "  " if kind == "nh_menu_item" else "")

    def _stone(self, element: Any) -> None:
        for row in element.iter("div"):
            if "ts_points" in (row.get("class") or "").split():
                self.tombstone = _text_of(row), self._first - 1 + (row.sourceline or 1)

    def _item(self, element: Any) -> None:
        self._flush(element)
        parent = element.getparent()
        numbered = parent is not None and parent.tag == "ol"
        self._walk(element)
        self._flush(element, "   - " if numbered else "")

    def _row(self, element: Any) -> None:
        self._flush(element)
        cells = [_on_one_line(_text_of(cell)) for cell in element if cell.tag == "td"]
        if len(cells) > 1:
            first, rest = cells[0], "  ".join(cells[1:])
            line = f"{first:>5}: {rest}" if first.strip().isdigit() else f"  {first:<34}  {rest}"
            self._put(line.rstrip(), element)

    def _span(self, element: Any) -> None:
        # Of a map that could not be cut out, nothing is left but the characters between the tooltips.
        if element.get("class") != "tooltiptext":
            self._walk(element)

    def _nothing(self, _element: Any) -> None:
        return


_READERS = {
    "br": _Lines._break,
    "h1": _Lines._heading,
    "h2": _Lines._heading,
    "h3": _Lines._heading,
    "div": _Lines._block,
    "p": _Lines._block,
    "ul": _Lines._block,
    "ol": _Lines._block,
    "pre": _Lines._block,
    "table": _Lines._block,
    "section": _Lines._block,
    "span": _Lines._span,
    "li": _Lines._item,
    "tr": _Lines._row,
    "theader": _Lines._nothing,
    "th": _Lines._nothing,
    "script": _Lines._nothing,
    "style": _Lines._nothing,
    "title": _Lines._nothing,
    "head": _Lines._nothing,
}


class PageLines(Sequence[str]):
    """The lines of a page as evidence: what a reader sees of a line, not its markup."""

    def __init__(self, document: Dumplog) -> None:
        self._document = document
        self._shown: dict[int, str] | None = None

    def __len__(self) -> int:
        return self._document.last

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        shown = self._lines()
        if isinstance(at, slice):
            return [shown.get(n + 1, "") for n in range(*at.indices(len(self)))]
        count = len(self)
        if not -count <= at < count:
            raise IndexError(at)
        return shown.get(at % count + 1, "")

    def __iter__(self) -> Iterator[str]:
        shown = self._lines()
        return iter([shown.get(number, "") for number in range(1, len(self) + 1)])

    def _lines(self) -> dict[int, str]:
        if self._shown is None:
            shown: dict[int, str] = {}
            document = self._document
            extra = [document.title, document.tombstone or ("", 0)]
            for number, text in [(document.number(at), line) for at, line in enumerate(document.lines)] + [
                (number, text) for text, number in extra
            ]:
                # In the older layout several lines of the text stand on one of the page.
                shown[number] = f"{shown[number]} | {text.strip()}" if number in shown else text
            self._shown = shown
        return self._shown
