"""Cutting a dumplog into its sections, in one pass over the lines that stand at the margin.

Whatever players write stands in lines that begin with a blank, or behind words of the
game. A section is therefore opened only by a whole line at the margin that is its title;
titles that a player's words could make (``Contents of the sack named ...``) open nothing
that is read. The game writes each section once and in a fixed order; where a title
appears again, the last one counts and the file is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from necropsy.games.gnollhack import grammar

__all__ = ["Section", "Sections", "closes", "cut", "stands_above"]


class Section(NamedTuple):
    """A part of a dumplog.

    Attributes:
        kind: what it is (``"events"``).
        start: index of its title, from 0.
        end: index after its last line.
    """

    kind: str
    start: int
    end: int


_TITLES = {
    "Latest messages:": "messages",
    "Inventory:": "inventory",
    "Background:": "background",
    "Basics:": "basics",
    "Final Characteristics:": "characteristics",
    "Current Characteristics:": "characteristics",
    "Final Status:": "status",
    "Current Status:": "status",
    "Final Attributes:": "attributes",
    "Current Attributes:": "attributes",
    "Game:": "game",
    "Final Skills:": "skills",
    "Current Skills:": "skills",
    "Spells in your repertoire:": "spells",
    "You did not know any spells.": "spells",
    "You do not know any spells.": "spells",
    "Major events:": "events",
    "Vanquished creatures:": "vanquished",
    "No creatures were vanquished.": "vanquished",
    "Genocided species:": "genocided",
    "Extinct species:": "genocided",
    "Genocided or extinct species:": "genocided",
    "No species were genocided or became extinct.": "genocided",
    "Goals:": "goals",
    "Achievements:": "achievements",
    "Voluntary challenges:": "challenges",
    "Role score:": "role",
    "Selfies taken with:": "slain",
    "Demons, devils, and chaotic dragons slain:": "slain",
    "Angels and lawful dragons slain:": "slain",
    "Game over:": "tombstone",
}
_LEAST = 4
"""Letters of the shortest title, less one: shorter lines are rows of the map."""


class Sections:
    """The sections of one dumplog.

    Attributes:
        margin: indexes of all lines that begin at the margin.
        top: index of the line that titles the messages, or else of the first section.
        closing: index of the line of the closing block that ends in ``moves.``; -1 without.
        farewell: index of the line that says goodbye; -1 without.
        closings: indexes of all lines that read as the end of that sentence.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.margin = [at for at, line in enumerate(lines) if line and line[0] not in " \t"]
        self._found: dict[str, list[Section]] = {}
        self.closings = [at for at in self.margin if lines[at][0] in "Ya" and _ends_closing(lines[at])]
        self.closing = self.closings[-1] if self.closings else -1
        begins = _begins(lines, self.closing)
        self.closings = [at for at in self.closings if at < begins or at == self.closing]
        self.farewell = _farewell(lines, self.margin, self.closing)
        limit = self.farewell if self.farewell >= 0 else len(lines)
        opened = [(at, kind) for at in self.margin if at < limit and (kind := _kind(lines[at]))]
        ends = [at for at, _ in opened[1:]] + [limit]
        for (at, kind), end in zip(opened, ends, strict=False):
            self._found.setdefault(kind, []).append(Section(kind, at, end))
        messages = self.last("messages")
        self.top = messages.start if messages else (opened[0][0] if opened else limit)

    def all(self, kind: str) -> list[Section]:
        """Every section of a kind, in the file's order."""
        return self._found.get(kind, [])

    def last(self, kind: str) -> Section | None:
        """The last section of a kind, which is the game's own."""
        found = self._found.get(kind)
        return found[-1] if found else None

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of the sections that there are."""
        return frozenset(self._found)

    def repeated(self) -> Iterator[Section]:
        """The second section of each kind that the game writes once."""
        for kind, sections in self._found.items():
            if len(sections) > 1 and kind != "branch":
                yield sections[1]


def cut(lines: Sequence[str]) -> Sections:
    """Cut a dumplog into its sections."""
    return Sections(lines)


def _kind(line: str) -> str:
    if len(line) <= _LEAST:
        return ""
    title = line.rstrip()
    if title in _TITLES:
        return _TITLES[title]
    return "branch" if line[0] in "TGSFPHV" and grammar.read(grammar.BRANCH, title) else ""


def stands_above(line: str) -> bool:
    """Whether a line at the margin stands above all sections if no line before it opens or ends one."""
    return not _kind(line) and not _says_goodbye(line)


# The game writes four lines from the sentence on.
_END = 12


def closes(lines: Sequence[str]) -> bool:
    """Whether a sentence that gives the points stands where the game writes it, near the end."""
    return any(_ends_closing(line) for line in lines[-_END:] if line[:1] in ("Y", "a"))


# Nobody dies in company; without these words the line is the first of three, and names the companions.
_WITH_COMPANIONS = (" went to your reward with ", " escaped from the dungeon with ")


def _ends_closing(line: str) -> bool:
    line = line.rstrip()
    if line.startswith("You and ") and not any(way in line for way in _WITH_COMPANIONS):
        return False
    return (
        line.endswith((" moves.", " move."))
        and line.startswith(("You ", "and "))
        and grammar.read(grammar.CLOSING if line[0] == "Y" else grammar.CLOSING_GOLD, line) is not None
    )


# Between the goodbye and the end of the sentence there are at most companions and treasure.
_CLOSE = 60


def _begins(lines: Sequence[str], closing: int) -> int:
    """Where the sentence begins. Up to 4.1.2-4 companions have a line of their own, and any name."""
    at = closing
    while at > 0 and closing - at < _CLOSE and lines[at] and not lines[at].startswith("You "):
        at -= 1
    return at if at >= 0 and lines[at].startswith("You ") else closing


def _farewell(lines: Sequence[str], margin: Sequence[int], closing: int) -> int:
    if closing < 0:
        return -1
    for at in reversed(margin):
        if at < closing and _says_goodbye(lines[at]):
            return at if closing - at < _CLOSE else -1
    return -1


_GOODBYES = ("Goodbye ", "Fare thee well ", "Sayonara ", "Aloha ", "Farvel ")


def _says_goodbye(line: str) -> bool:
    return line.startswith(_GOODBYES) and grammar.read(grammar.FAREWELL, line.rstrip()) is not None
