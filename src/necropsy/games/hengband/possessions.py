"""What the hero wears, carries and keeps, and how the hero's body has changed."""

from __future__ import annotations

from necropsy.games.hengband import grammar
from necropsy.games.hengband.document import Dump
from necropsy.record import Record

__all__ = ["read_checksum", "read_items", "read_mutations"]

_SECTIONS = ("equipment", "inventory", "home", "museum")
_NOTHING = ("(なし)", "(nothing)", "")


def read_items(record: Record) -> None:
    """State the things in each place, as they are called; an inscription of the player's is part of that."""
    dump: Dump = record.document
    for section in _SECTIONS:
        matches = [(number, grammar.read(grammar.ITEM, line)) for number, line in dump.body(section)]
        items = tuple(match["item"] for _, match in matches if match and match["item"] not in _NOTHING)
        if matches:
            record.state(section, items, matches[0][0], section)


def read_mutations(record: Record) -> None:
    """State the mutations, a sentence each."""
    told = [(number, line.strip()) for number, line in record.document.body("mutations")]
    if told:
        record.state("mutations", tuple(line for _, line in told), told[0][0], "mutations")


def read_checksum(record: Record) -> None:
    """State the fingerprint of the game's data."""
    for number, line in record.document.body("checksum"):
        match = grammar.read(grammar.CHECKSUM, line)
        if match is not None:
            record.state("checksum", match["sum"], number, "checksum")
