"""A Parquet data set whose parts are written where the audits are made."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from necropsy.columns import Bundle, bundle_of, flat
from necropsy.parquet import NONE, Dataset, part_path, read_part, write_part
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.telling import Told

__all__ = ["ParquetReport", "PartWriter"]


class Written(NamedTuple):
    """A part of a data set.

    Attributes:
        number: its number.
        rows: for each audit the game whose file it is in; ``None`` for one that is in none.
    """

    number: int
    rows: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class PartWriter:
    """Writes some audits as one part of a data set.

    Attributes:
        directory: where the parts go; all processes must see it under this name.
    """

    directory: str
    together: ClassVar[int] = 1000

    @property
    def lines(self) -> bool:
        """Columns are no lines."""
        return False

    def write(self, audits: Sequence[Audit | None], number: int) -> Written:
        """A file for each game among them."""
        counting = [audit for audit in audits if audit is not None]
        if counting:
            write_part(flat(bundle_of(counting)), self.directory, number)
        games = (None if audit is None else audit.game or NONE for audit in audits)
        return Written(number, tuple(games))

    def write_again(self, bundle: Bundle, wanted: Sequence[bool], _told: Sequence[str]) -> Written:
        """The same of audits that come from a store."""
        rows = [row for row, is_wanted in enumerate(wanted) if is_wanted]
        number = secrets.randbits(60)
        if rows:
            write_part(flat(bundle.take(rows)), self.directory, number)
        games = bundle.games.column("game").to_pylist()
        return Written(
            number, tuple((game or NONE) if w else None for game, w in zip(games, wanted, strict=True))
        )

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a row."""
        return brief.is_told


class ParquetReport:
    """A data set in the making.

    Args:
        path: where it is to be.

    Raises:
        FileExistsError: if something else is there, which is not replaced.
    """

    def __init__(self, path: str) -> None:
        self._dataset = Dataset(path)
        self.writer = PartWriter(self._dataset.directory)
        self._told: dict[int, tuple[Written, list[int]]] = {}

    def begin(self, _stream: Any = None) -> None:
        """Make the directory."""
        self._dataset.__enter__()

    def add(self, told: Told) -> None:
        """Take note that a row counts; a game of which more came to be known is told in another part."""
        part: Written = told.payload
        if part.rows[told.row] is not None:
            self._told.setdefault(part.number, (part, []))[1].append(told.row)

    def end(self, _further: Iterable[str] = ()) -> None:
        """Take out of the parts what does not count, and put the data set into its place."""
        for part, rows in self._told.values():
            if len(rows) < sum(game is not None for game in part.rows):
                _keep(self.writer.directory, part, rows)
        self._dataset.keep_parts(self._told)
        self._dataset.__exit__(None, None, None)

    def give_up(self, error: BaseException) -> None:
        """Leave nothing behind."""
        self._dataset.__exit__(type(error), error, error.__traceback__)


def _keep(directory: str, part: Written, rows: Sequence[int]) -> None:
    """Write the files of a part again with some of its rows."""
    for game in {game for game in part.rows if game is not None}:
        own = [row for row, of in enumerate(part.rows) if of == game]
        places = {row: place for place, row in enumerate(own)}
        kept = [places[row] for row in rows if row in places]
        path = part_path(directory, game, part.number)
        table = read_part(path, game)
        os.unlink(path)
        if kept:
            write_part(table.take(kept), directory, part.number)
