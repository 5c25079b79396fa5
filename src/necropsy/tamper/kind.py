"""The kinds of edits, from the clumsy to the careful."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KINDS", "Kind"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of edit.

    Attributes:
        name: as options and tables call it.
        title: what is done, in words.
        needs: the files of the honest game that it takes: ``dump``, ``line``, and ``twin``, the dump's
            other form (the page of a text).
        limit: why such an edit can go unseen, where nothing an auditor has can show it.
    """

    name: str
    title: str
    needs: frozenset[str]
    limit: str


_DUMP = frozenset({"dump"})
_LINE = frozenset({"line"})
_BOTH = frozenset({"dump", "line"})
_TWINS = frozenset({"dump", "twin"})

_ONCE = "the file states the fact once, and the score does not depend on it so far"
_FITTED = "every place fits: only the server's log line can tell"
_LACKING = "the dump states nothing of what was edited"
_HONEST = "the file says nothing false"

_ALL = (
    Kind("score-one-place", "the score raised in one of the places that state it", _DUMP, _ONCE),
    Kind("score-everywhere", "the score raised in every place", _DUMP, "the score is not pinned so far"),
    Kind("one-place", "a fact that the score uses, changed in one place", _DUMP, _ONCE),
    Kind("two-places", "such a fact changed in two places", _DUMP, _ONCE),
    Kind("all-places", "such a fact changed in every place, the score left", _DUMP, _ONCE),
    Kind("fitted", "such a fact changed everywhere, and the score made to fit", _DUMP, _FITTED),
    Kind("fitted-beside-line", "the same, beside the game's honest log line", _BOTH, ""),
    Kind("line-field", "a field of the log line that the score uses, the dump not at hand", _LINE, _ONCE),
    Kind("line-fitted", "such a field, and the score made to fit, the dump not at hand", _LINE, _FITTED),
    Kind("line-beside-dump", "such a field, beside the game's honest dump", _BOTH, _LACKING),
    Kind("line-fitted-beside-dump", "field and score of the line, beside the honest dump", _BOTH, _LACKING),
    Kind("dump-and-line", "dump and line changed alike, both scores made to fit", _BOTH, _FITTED),
    Kind("fitted-beside-twin", "text or page changed, the honest other form beside it", _TWINS, ""),
    Kind("fitted-twins", "text and page changed alike, both scores made to fit", _TWINS, _FITTED),
    Kind("renamed", "the file under another player's name, what it says left", _DUMP, _HONEST),
    Kind("other-player", "another player's name in every place", _DUMP, _FITTED),
    Kind("other-player-beside-line", "the same, beside the honest log line", _BOTH, _HONEST),
    Kind("copied", "the same game with another score, beside the honest file", _DUMP, ""),
    Kind("section-cut", "a section taken out", _DUMP, "players can leave sections out"),
    Kind("version", "another version in every place", _DUMP, "both versions count this game alike"),
    Kind("mode", "a special game made to look like an ordinary one", _DUMP, _FITTED),
    Kind("mark", "the mark of wizard, explore or the like taken out", _DUMP, _FITTED),
    Kind("note-added", "a note of something that did not happen", _DUMP, "players can write notes"),
    Kind("note-removed", "a note of what did happen taken out", _DUMP, "players can leave notes out"),
    Kind("dates", "the day or hour of the game shifted", _DUMP, _FITTED),
    Kind("dates-beside-line", "the same, beside the honest log line", _BOTH, _HONEST),
)

KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
"""The kinds by name, in the order of tables."""
