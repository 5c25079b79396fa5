"""Lists of players: who takes part, who is banned, and by which other names they play.

A list is a text file with one name a line. ``Sapling = sap, Sapling2`` says that one
person plays under three names and that the first is theirs on a leaderboard. Names are
the same in capitals or not. A line that begins with ``#`` is a remark.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from necropsy.record import Record

__all__ = ["Roster", "RosterError", "player_of"]


class RosterError(ValueError):
    """A list of players that cannot be used; the text names the file and the line."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Some players, each under all of their names.

    Attributes:
        names: the name on the leaderboard by each name in small letters.
    """

    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Roster:
        """The players of a file.

        Raises:
            RosterError: if the file cannot be read, or a line is none of the form.
        """
        name = os.fspath(path)
        try:
            with open(path, encoding="utf-8-sig") as stream:
                return cls.of(stream.read(), name)
        except OSError as error:
            raise RosterError(f"{name}: {(error.strerror or str(error)).lower()}") from None
        except UnicodeDecodeError:
            raise RosterError(f"{name}: not a text in UTF-8") from None

    @classmethod
    def of(cls, text: str, name: str = "<text>") -> Roster:
        r"""The players of a text.

        Args:
            text: one name a line, aliases behind ``=``.
            name: what to call the text in an error.

        Raises:
            RosterError: if a line is none of the form, or gives one name to two players.

        >>> roster = Roster.of("# staff\nSapling = sap, Twig\nOak\n")
        >>> "TWIG" in roster, roster.main("twig"), "Elm" in roster
        (True, 'Sapling', False)
        """
        names: dict[str, str] = {}
        # Not splitlines: a name may hold what Unicode counts as the end of a line.
        for number, line in enumerate(text.split("\n"), 1):
            try:
                _add(names, line.strip())
            except ValueError as error:
                raise RosterError(f"{name}:{number}: {error}") from None
        return cls(names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.casefold() in self.names

    def main(self, name: str) -> str:
        """The name under which somebody stands on a leaderboard: the first of theirs, or the name itself."""
        return self.names.get(name.casefold(), name)

    def known_as(self, other: Roster) -> Roster:
        """These players, each also under the names that another list gives them.

        >>> "twig" in Roster.of("Sapling").known_as(Roster.of("Sapling = Twig"))
        True
        """
        mains = {main.casefold() for alias, main in other.names.items() if alias in self.names}
        further = {alias: main for alias, main in other.names.items() if main.casefold() in mains}
        return Roster({**further, **self.names})


def _add(names: dict[str, str], line: str) -> None:
    for alias, main in _read(line):
        known = names.setdefault(alias.casefold(), main)
        if known.casefold() != main.casefold():
            raise ValueError(f"{alias!r} is a name of {known!r} already")


def _read(line: str) -> Iterator[tuple[str, str]]:
    """Each name of a line with the player's first one."""
    if not line or line.startswith("#"):
        return
    if any(ord(character) < 32 for character in line):
        raise ValueError("a control character is no part of a name")
    main, equals, rest = (part.strip() for part in line.partition("="))
    if not main or (equals and not rest):
        raise ValueError("a name is missing (one name a line, or: Name = alias, alias)")
    if not equals and "," in main:
        raise ValueError("several names on a line (one a line, or: Name = alias, alias)")
    yield main, main
    for alias in rest.split(",") if equals else ():
        if not alias.strip() or "=" in alias:
            raise ValueError("an alias cannot be read (expected: Name = alias, alias)")
        yield alias.strip(), main


def player_of(record: Record) -> str | None:
    """Who played: the account where a server names it, else the character's name."""
    name = record.value("account") or record.value("player")
    return None if name is None else str(name)
