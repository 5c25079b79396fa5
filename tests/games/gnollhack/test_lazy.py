"""A dumplog is read no further than what is asked needs, and says the same as one that was read whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from necropsy.games.gnollhack import GAME, derived
from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.rules.form import REMARKED
from necropsy.record import Readers, Record

from .sapling import dump, page

TEXT = dump()
FORMS = {"text": TEXT, "page": page(TEXT)}


def damaged(text: str) -> Iterator[str]:
    """The text with each of its lines left out, cut short, and longer by a word."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        for others in ([], [line[: len(line) // 2]], [line + " or"], [line, line]):
            yield "\n".join([*lines[:at], *others, *lines[at + 1 :]])


def flaws(record: Record) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(flaw.rule, flaw.message, flaw.lines) for flaw in record.flaws]


@pytest.mark.parametrize("form", FORMS)
def test_the_rules_about_flaws_ask_for_all_that_has_some(form: str) -> None:
    found = 0
    for text in damaged(FORMS[form]):
        asked, whole = GAME.read(text, "x"), GAME.read(text, "x")
        for fact in REMARKED:
            asked.statements(fact)
        whole.read_all()
        assert sorted(flaws(asked)) == sorted(flaws(whole)), text
        found += bool(asked.flaws)
    assert found > 10


def plain(text: str) -> Record:
    """The record as one that runs every reader of a fact that is asked for."""
    document = Dumplog(text.split("\n"))
    return Record("gnollhack", "x", document.lines, Readers(derived.DUMP, derived.DUMP.derived), document)


@pytest.mark.parametrize("backwards", [False, True])
def test_a_value_is_the_same_however_much_was_read(*, backwards: bool) -> None:
    facts = sorted(derived.DUMP, reverse=backwards)
    for text in islice(damaged(TEXT), 0, None, 7):
        lazy, full = GAME.read(text, "x"), plain(text)
        for fact in facts:
            assert lazy.value(fact) == full.value(fact), (fact, text)
            assert lazy.has(fact) == full.has(fact), (fact, text)
            assert lazy.first(fact) == full.first(fact), (fact, text)
        for fact in facts:
            assert list(lazy.statements(fact)) == list(full.statements(fact)), (fact, text)


@pytest.mark.parametrize(("form", "source"), [("text", "x.txt"), ("page", "x.html")])
def test_a_header_alone_names_a_game(form: str, source: str) -> None:
    record = GAME.read(FORMS[form], source)
    assert GAME.unfinished(record) is None
    identity = GAME.identity(record)
    assert identity is not None
    assert identity.kind == form
    assert {"sections", "_walked"}.isdisjoint(vars(record.document))


def test_a_page_is_seen_to_close_as_its_lines_do() -> None:
    for text in islice(damaged(FORMS["page"]), 0, None, 3):
        early, late = (GAME.read(text, "x.html").document for _ in range(2))
        assert early.closes == (late.sections.closing >= 0), text
        assert list(early.head()) == list(late.head()), text


def test_the_head_ends_where_the_sections_begin() -> None:
    """Whether the file was cut before or not, and wherever its first title stands."""
    for text in (TEXT, TEXT.replace("Latest messages:", "Goals:\n\nLatest messages:"), "Goals:\n" + TEXT):
        lines = text.split("\n")
        early, late = Dumplog(lines), Dumplog(lines)
        top = late.sections.top
        expected = [(at + 1, lines[at]) for at in late.sections.margin if at < top]
        assert list(early.head()) == list(late.head()) == expected


def test_a_closing_block_is_seen_wherever_it_stands() -> None:
    for text in (TEXT, TEXT + "\nremark" * 30, TEXT.partition("Goodbye")[0]):
        document = Dumplog(text.split("\n"))
        assert document.closes == (document.sections.closing >= 0)
