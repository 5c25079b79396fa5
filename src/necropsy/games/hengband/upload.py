"""What a client of the score server says above the dump that it sends: ``key: value`` lines."""

from __future__ import annotations

from necropsy.games.hengband import grammar
from necropsy.games.hengband.document import Dump
from necropsy.record import Record

__all__ = ["INTEGERS", "PLACE", "TEXTS", "read_upload"]

PLACE = "score server"

INTEGERS = {
    "score": "score",
    "level": "claimed_level",
    "maxlv": "claimed_max_level",
    "depth": "claimed_depth",
    "maxdp": "claimed_max_depth",
    "au": "claimed_gold",
    "turns": "turns",
}
TEXTS = {
    "name": "claimed_name",
    "version": "claimed_version",
    "sex": "claimed_sex",
    "race": "claimed_race",
    "class": "claimed_class",
    "seikaku": "claimed_personality",
    "killer": "claimed_killer",
}
_SEXES = {"0": "female", "1": "male"}
_MOST_DIGITS = 18


def read_upload(record: Record) -> None:
    """State what the header fields claim; of a field that stands twice, nothing."""
    dump: Dump = record.document
    if not dump.title:
        return
    found: dict[str, tuple[int, str]] = {}
    twice: set[str] = set()
    marked = False
    for at in range(dump.title):
        line = dump.lines[at]
        if grammar.read(grammar.UPLOAD_MARK, line):
            marked = True
            break
        match = grammar.read(grammar.UPLOAD_FIELD, line)
        if match is None:
            continue
        key = match["key"]
        if key in found and found[key][1] != match["value"]:
            twice.add(key)
            record.flaw("F304", f"score server: the field {key!r} stands twice", found[key][0], at + 1)
        found.setdefault(key, (at + 1, match["value"]))
    if not marked:
        return
    for key, (number, value) in found.items():
        if key not in twice:
            _state(record, key, value, number)


def _state(record: Record, key: str, value: str, number: int) -> None:
    if key in INTEGERS:
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS:
            record.state(INTEGERS[key], int(value), number, PLACE)
        else:
            record.flaw("F304", f"score server: {key} is no number: {value[:40]!r}", number)
    elif key in TEXTS:
        record.state(TEXTS[key], _SEXES.get(value, value) if key == "sex" else value, number, PLACE)
