"""F: what is missing or could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from necropsy.games.gnollhack.rules.book import dump_rule, dumps, in_each, line_rule, rule
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.rules import Check, Report, Severity

_DAMAGED = "a file that was damaged on its way"
_NEWER = "a build that is newer than those whose source was read"
_FLAWS = (
    # Code, title, what the message is about, reason, honest exceptions.
    (
        "F201",
        "A date or a title that cannot be read",
        "header",
        "The game writes both in one form.",
        _DAMAGED,
    ),
    ("F202", "A mode that no build has", "mode", "No build writes such words before ``mode``.", _NEWER),
    (
        "F203",
        "A line among the achievements that is none",
        "achievements",
        "The list holds achievements and nothing else.",
        _NEWER,
    ),
    ("F204", "A page that is damaged", "page", "The HTML has no end; what was read counts.", _DAMAGED),
    (
        "F210",
        "A closing line that cannot be read",
        "closing block",
        "The closing block has a line that the game does not write so.",
        _DAMAGED,
    ),
    (
        "F211",
        "Text behind the closing block",
        "closing block",
        "The closing block is the end of a dumplog.",
        "somebody's remark at the end of the file",
    ),
    (
        "F220",
        "A damaged line",
        "line",
        "A line of the log is cut off, too long, or lacks fields that every game has.",
        _DAMAGED,
    ),
    (
        "F221",
        "A field that stands twice",
        "line",
        "Nothing is taken from a field that has two values.",
        "a name from a server that holds a tab",
    ),
    (
        "F222",
        "Fields that GnollHack does not have",
        "line",
        "Servers and scoreboards add fields; these are none of theirs.",
        f"a scoreboard that was not seen, or {_NEWER}",
    ),
    ("F223", "Control characters in a line", "line", "No field holds control characters.", _DAMAGED),
    (
        "F224",
        "A field with a value that the game does not write",
        "line",
        "A number, a set of bits or a word is malformed.",
        _DAMAGED,
    ),
)


# The readers of these facts are all that have something to remark; the rest of a dump may stay unread.
REMARKED = ("version", "mode", "score", "achieved")


def _flawed(code: str, what: str) -> Check:
    def in_file(part: Record) -> Iterator[Report]:
        for flaw in part.flaws:
            if flaw.rule == code:
                yield Report(f"{what}: {flaw.message}", evidence=tuple(part.evidence_at(*flaw.lines)))

    def in_dumps(record: Record) -> Iterable[Report]:
        files = dumps(record)
        for part in files:
            for fact in REMARKED:
                part.statements(fact)
        return in_each(files, in_file) if any(part.flaws for part in files) else ()

    def in_line(record: LineRecord) -> Iterable[Report]:
        record.read_all()
        return in_each((record,), in_file) if record.flaws else ()

    return in_line if what == "line" else in_dumps


for _code, _title, _what, _why, _exceptions in _FLAWS:
    _check = _flawed(_code, _what)
    _check.__doc__ = f"{_why}\n\nHonest exceptions: {_exceptions}."
    (line_rule if _what == "line" else dump_rule)(_code, _title, Severity.WARNING)(_check)


@dump_rule("C237", "An achievement that stands twice")
def achievements_stand_once(record: Record) -> Iterable[Report]:
    """The game goes through its list of achievements once.

    Honest exceptions: none known.
    """
    return _flawed("C237", "achievements")(record)


@rule("F230", "Not encoded in UTF-8", Severity.HINT)
def encoding_is_old(record: Record) -> Iterator[Report]:
    """The game writes UTF-8; another encoding touches names only."""
    encoding = record.first("encoding")
    if encoding is not None:
        yield Report(f"encoding: no UTF-8; read as {encoding.value}", found=encoding.value)
