"""The record of one game that several files tell of."""

from __future__ import annotations

from collections.abc import Sequence

from necropsy.logline import LineRecord
from necropsy.record import Evidence, Record, Statement

__all__ = ["JointRecord", "dumps_of", "lines_of", "told_by"]


class JointRecord(Record):
    """All statements of several records, each with the evidence of its own file.

    Args:
        parts: the records of the single files, the one that counts most first. What one
            file leaves open another may settle; where they differ a rule will say so.
        beside: lines that tell of the same game before its end. Nothing is taken from them.
    """

    __slots__ = ("_owners", "beside", "parts")

    def __init__(self, parts: Sequence[Record], beside: Sequence[Record] = ()) -> None:
        super().__init__(parts[0].game, parts[0].source, lambda: parts[0].lines)
        self.text = parts[0].text
        self.parts = tuple(parts)
        self.beside = tuple(beside)
        self._owners: dict[int, Record] = {}

    def _ask(self, fact: str) -> list[Statement]:
        """Every statement of a fact in any of the files."""
        joined = []
        for part in self.parts:
            for statement in part.statements(fact):
                # Equal statements of two files are two statements: they are told apart by identity.
                self._owners[id(statement)] = part
                joined.append(statement)
        joined += self._statements.get(fact, [])
        self._statements[fact] = self._asked[fact] = joined
        self._take_flaws()
        return joined

    def read_all(self) -> None:
        """Run every reader of every file that has not run yet."""
        for part in self.parts:
            part.read_all()
        self._take_flaws()

    def evidence_of(self, statement: Statement) -> Evidence:
        """The line on which a statement stands, in its own file."""
        return self.owner_of(statement).evidence_of(statement)

    def owner_of(self, statement: Statement) -> Record:
        """The record of the file in which a statement stands."""
        return self._owners.get(id(statement), self.parts[0])

    def _take_flaws(self) -> None:
        self.flaws = [flaw for part in self.parts for flaw in part.flaws]

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        """The files, with the line of one that is a log."""
        return tuple(place for part in (*self.parts, *self.beside) for place in part.places)


def dumps_of(record: Record) -> Sequence[Record]:
    """The dumps among the files that a record was made of."""
    parts = record.parts if isinstance(record, JointRecord) else (record,)
    return [part for part in parts if not part.line]


def lines_of(record: Record) -> Sequence[LineRecord]:
    """The lines of logs among the files that a record was made of."""
    parts = record.parts if isinstance(record, JointRecord) else (record,)
    return [part for part in parts if isinstance(part, LineRecord)]


def told_by(record: Record) -> str:
    """By what kind of file a game is told: ``line``, ``dump`` or ``both``."""
    if record.line:
        return "line"
    if not isinstance(record, JointRecord):
        return "dump"
    in_log = [line > 0 for _, line in record.places]
    return "both" if any(in_log) else "dump"
