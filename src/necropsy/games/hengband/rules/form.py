"""F: what is missing or could not be read."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.hengband.document import ALWAYS, Dump
from necropsy.games.hengband.rules.book import lines, rule
from necropsy.record import Record
from necropsy.rules import Check, Report, Severity

_FLAWS = (
    # Code, title, reason, honest exceptions.
    (
        "F301",
        "A row of the character screen that cannot be read",
        "The screen has one form for each language.",
        "a file that was damaged on its way, or a fork's personality",
    ),
    (
        "F302",
        "A stat table that cannot be read",
        "The table has six rows of one form.",
        "a file that was damaged or cut on its way",
    ),
    (
        "F303",
        "A sentence about place or end that cannot be read",
        "The game has a dozen such sentences.",
        "a version whose source was not read",
    ),
    (
        "F304",
        "A field for the score server that cannot be read",
        "The fields are keys with one value each, numbers where numbers belong.",
        "a client of another program",
    ),
    (
        "F305",
        "A section that stands twice",
        "Each section is written once; of one that stands twice nothing is taken for a fact.",
        "a player's message after winning, which can read like a title",
    ),
    (
        "F307",
        "Another dump in the same file",
        "The game writes each dump to a file of its own; of several only the first is read.",
        "dumps that somebody put together, as in a post of a forum",
    ),
)


# The readers of these facts are all that have something to remark; the rest of a dump may stay unread.
REMARKED = ("player", "shown_stats", "stat_rows", "ending", "score")


def _flawed(code: str) -> Check:
    def check(record: Record) -> Iterator[Report]:
        for fact in REMARKED:
            record.statements(fact)
        for flaw in record.flaws:
            if flaw.rule == code:
                yield Report(flaw.message, evidence=lines(record, flaw.lines))

    return check


for _code, _title, _why, _exceptions in _FLAWS:
    _check = _flawed(_code)
    _check.__doc__ = f"{_why}\n\nHonest exceptions: {_exceptions}."
    rule(_code, _title, Severity.WARNING)(_check)


@rule("F306", "A section that every dump has was left out", Severity.WARNING, since="1.7.0")
def sections_are_there(record: Record) -> Iterator[Report]:
    """Options, recall, quests, monsters, self and inventory are written always, though nothing be in them.

    So are the pages of resistances, and the last messages of the dead. Honest exceptions: players
    who leave a section out where they show a dump. A file that was cut off lacks nothing that came
    after; built in: a winner who was killed has no last messages.
    """
    document: Dump | None = record.document
    if document is None or document.title is None:
        return
    missing = [section for section in ALWAYS if document.lacks(section)]
    if document.table is not None and document.sections and not document.has_flags():
        missing.append("resistances")
    if _lacks_messages(record, document):
        missing.append("messages")
    for section in missing:
        yield Report(f"sections: that of {section} was left out, and later ones stand there")


def _lacks_messages(record: Record, document: Dump) -> bool:
    """Whether the last messages of one who died before a victory are missing."""
    last = document.sections.keys() | document.twice
    if not last or last & {"messages", "winning message"}:
        return False
    if record.value("ending") not in ("death", "quit") or not document.is_whole("kills"):
        return False
    return not any("Serpent" in name or "サーペント" in name for name in record.value("unique_names", ()))
