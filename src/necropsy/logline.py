"""The record of one line of a log: the facts of a game that a server keeps on a line of its own.

A log can have millions of lines, and each of its fields is a fact that stands there once.
So a :class:`LineRecord` keeps plain values, and makes a statement of one only when somebody
asks on what it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from necropsy.record import Evidence, Flaw, Record, Standing, Statement

__all__ = ["Line", "LineReaders", "LineRecord", "Rejected"]


class Line(NamedTuple):
    """A line of a log file.

    Attributes:
        text: what stands on it, without the line's end.
        number: its number, from 1.
        offset: where it begins, in bytes of the (unpacked) file.
        whole: whether it has an end; the last line of a log that is being written may have none.
        encoding: how it was decoded.
    """

    text: str
    number: int
    offset: int = 0
    whole: bool = True
    encoding: str = "utf-8"

    def rejected(self, source: str, reason: str) -> Rejected:
        """The line as one that is no game."""
        return Rejected(source, self.number, self.offset, reason, self.text[:_SHOWN])


class Rejected(NamedTuple):
    """A line of a log that is no game and should be one.

    Attributes:
        source: the file.
        line: the line's number, from 1.
        offset: where it begins, in bytes of the (unpacked) file.
        reason: what is wrong with it, in words.
        text: the line, as far as it is shown.
    """

    source: str
    line: int
    offset: int
    reason: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        """The line as the machine output has it."""
        return self._asdict()


LineReader = Callable[["LineRecord"], None]
"""States facts that follow from the fields, when one of them is first asked for."""


class LineReaders(dict[str, LineReader]):
    """For each fact that is not read at once, what reads it.

    Args:
        table: the readers by fact.
        derived: readers by fact of what follows from others; :meth:`LineRecord.read_all` leaves them
            alone, as no field is read for them.
    """

    def __init__(
        self, table: Mapping[str, LineReader], derived: Mapping[str, LineReader] | None = None
    ) -> None:
        super().__init__({**table, **(derived or {})})
        self.of_fields = tuple(dict.fromkeys(table.values()))


_NO_READERS = LineReaders({})


class LineRecord(Record):
    """The record of one line; each fact stands in it at most once.

    Args:
        source: the file's name.
        line: the line.
        fields: its fields by key; ``None`` if they are cut when they are asked for.
        readers: for the facts that are not read at once, what reads them.

    Attributes:
        text: the line as it stands.
        offset: where the line begins in its file, in bytes.
    """

    __slots__ = ("_facts", "_fields", "_flaws", "_ran", "_rest", "_unread", "offset")

    GAME: ClassVar[str] = ""
    PLACE: ClassVar[str] = "log"

    def __init__(  # pylint: disable=super-init-not-called
        self, source: str, line: Line, fields: dict[str, str] | None, readers: LineReaders = _NO_READERS
    ) -> None:
        # A million of these are made in a minute: each sets what it needs and no more.
        self.game = self.GAME
        self.source = source
        self.line = line.number
        self.text = line.text
        self.offset = line.offset
        self._fields = fields
        self._facts: dict[str, Any] = {} if line.encoding == "utf-8" else {"encoding": line.encoding}
        self._unread = True
        self._flaws: list[Flaw] = []
        self.breakdown = None
        self.document = None
        self._statements = {}
        self._rest = readers
        self._ran: set[LineReader] = set()

    @property
    def fields(self) -> dict[str, str]:
        """The fields by key."""
        if self._fields is None:
            self._fields = self.cut()
        return self._fields

    def cut(self) -> dict[str, str]:
        """The fields of a line that was not cut at once; a game's own class knows how."""
        raise NotImplementedError

    def read(self) -> None:
        """Read what is read at once, into :attr:`facts`; a game's own class knows what."""

    @property
    def facts(self) -> dict[str, Any]:
        """What has been read: all that is read at once, and what was asked for beside it."""
        if self._unread:
            self._unread = False
            self.read()
        return self._facts

    # A record's own are plain attributes; of a line they are made when somebody asks.
    @property
    def flaws(self) -> list[Flaw]:  # type: ignore[override]
        """What could not be read."""
        assert self.facts is not None
        return self._flaws

    @property
    def is_untold(self) -> bool:
        """Whether no other file, and no reading, has said anything of the game yet."""
        return self._unread and not self._facts

    @property
    def lines(self) -> Sequence[str]:
        """The one line."""
        return (self.text,)

    def fields_of(self, _fact: str) -> Sequence[str]:
        """The keys of the fields that a fact rests on; a game's own class knows them."""
        return ()

    def essence(self) -> str:
        """What two lines of one game have in common, whoever copied them."""
        if ADDED.isdisjoint(self.fields):
            return self.text.rstrip("\r")
        return self.own_text()

    def own_text(self) -> str:
        """The line without the fields that scoreboards add; a game's own class knows how to write it."""
        return self.text

    def state(
        self, fact: str, value: Any, line: int = 0, place: str = "", standing: Standing = Standing.TESTIMONY
    ) -> None:
        """Add a fact; the line stands for all of them, so where else it may stand is not kept."""
        del line, place, standing
        self._facts[fact] = value

    def flaw(self, rule: str, message: str, *_lines: int) -> None:
        """Note something unreadable."""
        self._flaws.append(Flaw(rule, message, (self.line,)))

    def value(self, fact: str, default: Any = None) -> Any:
        """What the line says of a fact, or ``default`` where it says nothing."""
        # Rules ask for some eighty facts of a line: what is read has no property in between.
        value = (self.facts if self._unread else self._facts).get(fact)
        if value is not None:
            return value
        reader = self._rest.get(fact)
        if reader is None or reader in self._ran:
            return default
        self._ran.add(reader)
        reader(self)
        return self._facts.get(fact, default)

    def values(self, fact: str) -> Sequence[Any]:
        """What the line says of a fact, once or not at all."""
        value = self.value(fact)
        return () if value is None else (value,)

    def statements(self, fact: str) -> Sequence[Statement]:
        """The one statement of a fact, if there is one."""
        made = self._statements.get(fact)
        if made is None:
            value = self.value(fact)
            if value is None:
                return ()
            made = self._statements[fact] = [Statement(fact, value, self.line, self.PLACE)]
        return made

    def first(self, fact: str) -> Statement | None:
        """The one statement of a fact."""
        return next(iter(self.statements(fact)), None)

    def has(self, fact: str) -> bool:
        """Whether the line states the fact."""
        return self.value(fact) is not None

    def read_all(self) -> None:
        """Read the fields that have not been read yet."""
        for reader in self._rest.of_fields:
            if reader not in self._ran:
                self._ran.add(reader)
                reader(self)

    def about(self, *facts: str) -> tuple[Evidence, ...]:
        """The fields of the line from which some facts have their values, together."""
        known = [key for fact in facts for key in self.fields_of(fact) if key in self.fields]
        return (self._evidence(known),) if known or any(map(self.has, facts)) else ()

    def evidence_of(self, statement: Statement) -> Evidence:
        """The fields of the line that a statement rests on; the whole line where there are none."""
        return self._evidence([key for key in self.fields_of(statement.fact) if key in self.fields])

    def _evidence(self, keys: Sequence[str]) -> Evidence:
        fields = self.fields
        text = " ".join([f"{key}={fields[key]}" for key in dict.fromkeys(keys)]) or self.text.rstrip()
        return Evidence(self.source, self.line, text[:_SHOWN])

    def evidence_at(self, *numbers: int) -> Iterator[Evidence]:
        """The line."""
        for number in numbers:
            yield Evidence(self.source, number, self.text.rstrip()[:_SHOWN])


ADDED = frozenset({"server", "src"})
"""Fields that scoreboards put before or behind a line."""

# Longer lines are no evidence that a person reads; the line's number finds the rest.
_SHOWN = 400
