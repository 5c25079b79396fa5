"""The record of a dumplog, which reads no more places than it takes to know what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from necropsy.record import TESTIMONY, Reader, Readers, Record, Statement

__all__ = ["DumpReaders", "DumpRecord"]


class DumpReaders(Readers):
    """The readers of a dumplog, and those of them that read something of the file."""

    @cached_property
    def of_file(self) -> tuple[Reader, ...]:
        """Every reader but those of derived facts, each once."""
        facts = (fact for fact in self if fact not in self.derived)
        return tuple(dict.fromkeys(reader for fact in facts for reader in self[fact]))


class DumpRecord(Record):
    """The record of a dumplog.

    A value is that of the first testimony, and readers state a fact in the order of the table:
    so the value is known as soon as one of them gave testimony, whatever the others have to say.
    """

    __slots__ = ("_is_read", "_table")

    def __init__(
        self,
        source: str,
        lines: Sequence[str],
        readers: Mapping[str, tuple[Reader, ...]],
        document: Any,
    ) -> None:
        table = readers if isinstance(readers, DumpReaders) else _table_of(readers)
        super().__init__("gnollhack", source, lines, table, document)
        self._table = table
        self._is_read = False

    def first(self, fact: str) -> Statement | None:
        """The statement that gives a fact its value: the first testimony, else the first witness."""
        stated = self._statements.get(fact)
        if stated:
            found = _testimony(stated)
            if found is not None:
                return found
        if fact in self._asked:
            return stated[0] if stated else None
        for reader in self._table.get(fact, ()):
            if reader not in self._done:
                self._run(reader)
                found = _testimony(self._statements.get(fact, ()))
                if found is not None:
                    return found
        return super().first(fact)

    def value(self, fact: str, default: Any = None) -> Any:
        """What the file says of a fact, or ``default`` where it says nothing."""
        stated = self._statements.get(fact)
        if stated and stated[0].standing is TESTIMONY:
            return stated[0].value
        statement = self.first(fact)
        return default if statement is None else statement.value

    def has(self, fact: str) -> bool:
        """Whether the file states the fact anywhere."""
        return self.first(fact) is not None

    def read_all(self) -> None:
        """Run every reader that has not run yet."""
        if not self._is_read:
            self._is_read = True
            for reader in self._table.of_file:
                if reader not in self._done:
                    self._run(reader)


def _table_of(readers: Mapping[str, tuple[Reader, ...]]) -> DumpReaders:
    return DumpReaders(readers, readers.derived if isinstance(readers, Readers) else ())


def _testimony(stated: Sequence[Statement]) -> Statement | None:
    for statement in stated:
        if statement.standing is TESTIMONY:
            return statement
    return None
