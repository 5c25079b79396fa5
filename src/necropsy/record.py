"""What a file says: statements, and the record of one game that they make up.

A :class:`Statement` is one place where a file states a fact. The game writes some
places as its own account of the end (the score block, the overview): these are
*testimony*, and facts are read from them. Other places (notes, kill lists, tables) are
*witnesses*: they are compared with the testimony and never replace it, unless the game
states a fact nowhere else.

A :class:`Record` is lazy: it knows which reader gives which fact and runs a reader when
one of its facts is first asked for. Asking for the score reads a few lines; only a full
audit reads the notes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from necropsy.breakdown import Breakdown

__all__ = ["Evidence", "Flaw", "Reader", "Readers", "Record", "Standing", "Statement"]


class Standing(Enum):
    """How far a place of a file can be trusted to speak for the game."""

    TESTIMONY = "testimony"
    WITNESS = "witness"


TESTIMONY = Standing.TESTIMONY


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line that a finding rests on.

    Attributes:
        source: the file's name as it was given.
        line: its number, from 1; 0 where the file's name itself is the evidence.
        text: the line as it stands, without trailing blanks.
    """

    source: str
    line: int
    text: str


class Statement(NamedTuple):
    """One place where a file states a fact.

    Attributes:
        fact: the fact's name in the game's table of facts.
        value: what the place says.
        line: where it stands (from 1; 0 for the file's name).
        place: the part of the file, in words (``"score block"``).
        standing: testimony or witness.
    """

    fact: str
    value: Any
    line: int
    place: str
    standing: Standing = TESTIMONY


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that a parser could not read, or should not have met.

    Attributes:
        rule: the code of the F rule that reports it.
        message: what it is, and what follows from it.
        lines: where it stands.
    """

    rule: str
    message: str
    lines: tuple[int, ...] = ()


_new = tuple.__new__

Reader = Callable[["Record"], None]
"""Reads one part of a file and calls :meth:`Record.state` for each fact found there."""


class Readers(dict[str, tuple[Reader, ...]]):
    """For each fact the readers that may state it, in the order in which their statements count.

    A game makes this table once; every record of the game uses it.

    Args:
        table: the readers by fact.
        derived: facts that follow from others; :meth:`Record.read_all` leaves them alone, as
            nothing of the file is read for them.
    """

    def __init__(
        self, table: Mapping[str, tuple[Reader, ...]] | None = None, derived: Iterable[str] = ()
    ) -> None:
        super().__init__(table or {})
        self.derived = frozenset(derived)

    @cached_property
    def of_file(self) -> tuple[Reader, ...]:
        """Every reader of the file itself, each once."""
        return tuple(
            dict.fromkeys(
                reader for fact, readers in self.items() if fact not in self.derived for reader in readers
            )
        )

    @cached_property
    def bounds(self) -> dict[Reader, tuple[tuple[Reader, ...], tuple[str, ...]]]:
        """For each reader those that must run before it, and the facts that no other one states."""
        every = dict.fromkeys(reader for readers in self.values() for reader in readers)
        earlier: dict[Reader, dict[Reader, None]] = {reader: {} for reader in every}
        alone: dict[Reader, list[str]] = {reader: [] for reader in every}
        for fact, readers in self.items():
            if len(readers) == 1:
                alone[readers[0]].append(fact)
            for at, reader in enumerate(readers[1:], 1):
                earlier[reader].update(dict.fromkeys(readers[:at]))
        return {reader: (tuple(earlier[reader]), tuple(alone[reader])) for reader in every}


class Record:
    """The facts of one game, each with every statement of it.

    Args:
        game: the short name of the game (``"dcss"``).
        source: the file's name, for evidence.
        lines: the file's lines, or what gives them when they are asked for: what the score follows
            from stands at the head of most files.
        readers: for each fact its readers (:class:`Readers`, or the same as a plain table).
        document: what the readers need beside the lines (the game's own cut of the file).

    Attributes:
        line: where the game stands in a log of many; 0 in a file of its own.
        text: the file's text, where it was read from one.
        utf8: the bytes that the text is in UTF-8, if they are at hand; else none.
        flaws: what the readers could not read.
        breakdown: the score taken apart, once the record was judged.
    """

    __slots__ = (
        "_asked",
        "_done",
        "_lines",
        "_readers",
        "_statements",
        "breakdown",
        "document",
        "flaws",
        "game",
        "line",
        "source",
        "text",
        "utf8",
    )

    def __init__(
        self,
        game: str,
        source: str = "",
        lines: Sequence[str] | Callable[[], Sequence[str]] = (),
        readers: Mapping[str, tuple[Reader, ...]] | None = None,
        document: Any = None,
    ) -> None:
        self.game = game
        self.source = source
        self.line = 0
        self.text = ""
        self.utf8 = b""
        self._lines = lines
        self.document = document
        self.flaws: list[Flaw] = []
        self.breakdown: Breakdown | None = None
        self._readers = readers if isinstance(readers, Readers) else Readers(readers or {})
        self._statements: dict[str, list[Statement]] = defaultdict(list)
        # Of the facts that were asked for; a list here is the one that state() adds to.
        self._asked: dict[str, list[Statement]] = {}
        self._done: set[Reader] = set()

    def state(
        self,
        fact: str,
        value: Any,
        line: int,
        place: str,
        standing: Standing = TESTIMONY,
    ) -> None:
        """Add a statement (readers call this)."""
        # A log's line states forty facts: the named tuple's own constructor takes as long again.
        self._statements[fact].append(_new(Statement, (fact, value, line, place, standing)))

    @property
    def lines(self) -> Sequence[str]:
        """The file's lines."""
        if callable(self._lines):
            self._lines = self._lines()
        return self._lines

    @property
    def label(self) -> str:
        """The file's name, with the line where it is a log of many games."""
        return f"{self.source}:{self.line}" if self.line else self.source

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        """The file that tells of the game, with the line where it is a log; of a joint record each."""
        return ((self.source, self.line),)

    def flaw(self, rule: str, message: str, *lines: int) -> None:
        """Note something unreadable (readers call this)."""
        self.flaws.append(Flaw(rule, message, lines))

    # A full audit asks some hundred times for a fact that it has asked for before, so each
    # of these looks there itself, without a call.

    def statements(self, fact: str) -> Sequence[Statement]:
        """Every statement of a fact, in the order of its readers; empty if there is none."""
        statements = self._asked.get(fact)
        return self._ask(fact) if statements is None else statements

    def first(self, fact: str) -> Statement | None:
        """The statement that gives a fact its value: the first testimony, else the first witness."""
        statements = self._asked.get(fact)
        if statements is None:
            statements = self._ask(fact)
        for statement in statements:
            if statement.standing is TESTIMONY:
                return statement
        return statements[0] if statements else None

    def value(self, fact: str, default: Any = None) -> Any:
        """What the file says of a fact, or ``default`` where it says nothing."""
        statements = self._asked.get(fact)
        if statements is None:
            statements = self._ask(fact)
        if not statements:
            return default
        # Most facts are stated once.
        statement = statements[0]
        if statement.standing is not TESTIMONY:
            statement = self.first(fact) or statement
        return statement.value

    def values(self, fact: str) -> Sequence[Any]:
        """What each place says of a fact."""
        return [statement.value for statement in self.statements(fact)]

    def has(self, fact: str) -> bool:
        """Whether the file states the fact anywhere."""
        statements = self._asked.get(fact)
        return bool(self._ask(fact) if statements is None else statements)

    def read_all(self) -> None:
        """Run every reader that has not run yet."""
        for reader in self._readers.of_file:
            if reader not in self._done:
                self._run(reader)

    def evidence(self, *statements: Statement | None) -> tuple[Evidence, ...]:
        """The lines on which statements stand, each once."""
        stated = (statement for statement in statements if statement is not None)
        return tuple(dict.fromkeys(self.evidence_of(statement) for statement in stated))

    def about(self, *facts: str) -> tuple[Evidence, ...]:
        """The lines from which some facts have their values, each once."""
        return self.evidence(*map(self.first, facts))

    def evidence_of(self, statement: Statement) -> Evidence:
        """The line on which a statement stands."""
        return next(self.evidence_at(statement.line))

    def evidence_at(self, *numbers: int) -> Iterator[Evidence]:
        """The lines with these numbers."""
        for number in numbers:
            known = 0 < number <= len(self.lines)
            text = self.lines[number - 1].rstrip()[:_SHOWN] if known else self.source
            yield Evidence(self.source, number, text)

    def _ask(self, fact: str) -> list[Statement]:
        """The statements of a fact that was not asked for yet; its readers make them."""
        # A reader may ask for its own fact.
        stated = self._asked[fact] = self._statements[fact]
        for reader in self._readers.get(fact, ()):
            if reader not in self._done:
                self._run(reader)
        return stated

    def _run(self, reader: Reader) -> None:
        self._done.add(reader)
        before, alone = self._readers.bounds[reader]
        for earlier in before:
            if earlier not in self._done:
                self._run(earlier)
        reader(self)
        # Nothing more will be said of these.
        asked, stated = self._asked, self._statements
        for fact in alone:
            asked[fact] = stated[fact]


# Longer lines are no evidence that a person reads; the line's number finds the rest.
_SHOWN = 400
