"""What an honest game left, before anybody edits it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from necropsy.games import Companion, Game, recognise
from necropsy.logline import Rejected
from necropsy.loglines import lines_of_text
from necropsy.record import Record

__all__ = ["Original", "Sheet"]


@dataclass(frozen=True)
class Sheet:
    """A text of a game in which something can be edited: a dump, or one line of a log.

    Attributes:
        game: the game that wrote it.
        name: the file's name.
        text: the text.
        line: whether it is a line of a log.
    """

    game: Game
    name: str
    text: str
    line: bool = False

    def with_text(self, text: str) -> Sheet:
        """The same sheet with another text."""
        return Sheet(self.game, self.name, text, self.line)

    @cached_property
    def record(self) -> Record:
        """What the text says.

        Raises:
            ValueError: if the line is none of a game any more.
        """
        if not self.line:
            return self.game.read(self.text, self.name)
        for found in self.game.read_log(lines_of_text(self.text + "\n"), self.name):
            if not isinstance(found, Rejected):
                return found
        raise ValueError(f"{self.name}: no game stands on the line")


@dataclass(frozen=True)
class Original:
    """An honest game.

    Attributes:
        name: the name of its dump; the log's where there is no dump.
        text: its dump; empty where there is none.
        log: the name of the log; empty where there is none.
        entry: its line in that log, without the line's end.
        twin: name and text of the dump's other form (the page of a text), where the game writes two.
    """

    name: str
    text: str
    log: str = ""
    entry: str = ""
    twin: tuple[str, str] | None = None

    @cached_property
    def game(self) -> Game:
        """The game that wrote it.

        Raises:
            ValueError: if no game known here did.
        """
        found = recognise(self.text or self.entry + "\n", self.name if self.text else self.log)
        if found is None or isinstance(found, Companion):
            raise ValueError(f"{self.name}: no dump and no log of any game known here")
        return found

    @cached_property
    def dump(self) -> Sheet | None:
        """The dump, if there is one."""
        return Sheet(self.game, self.name, self.text) if self.text else None

    @cached_property
    def other_form(self) -> Sheet | None:
        """The dump's other form, if there is one."""
        return None if self.twin is None else Sheet(self.game, *self.twin)

    @cached_property
    def line(self) -> Sheet | None:
        """The line of the log, if there is one."""
        return Sheet(self.game, self.log, self.entry, line=True) if self.entry else None

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The files as they lie in a directory: name and text of each."""
        files = [(self.name, self.text)] if self.text else []
        if self.twin is not None:
            files.append(self.twin)
        if self.entry:
            files.append((self.log, self.entry + "\n"))
        return tuple(files)
