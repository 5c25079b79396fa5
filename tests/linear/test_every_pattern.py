"""The time of every pattern grows with the length of its text and no faster."""

from __future__ import annotations

import re

import pytest
from automaton import Automaton
from every_pattern import Found, every_pattern, nameless_searches, unexplained
from pumps import grows_too_fast

_LONG = 200
"""A repeat that may be so long counts as endless."""

_OWN_TEXT = "reads a text of the program itself, which nobody sends"

_HARMLESS = {
    "necropsy.games.hengband.grammar:SENTENCES": (
        "one sentence a file is read, of 2,048 characters at most, and its parts are bounded: 200 places"
        " where a quest may end, each followed by words that stand there"
    ),
    "necropsy.games.dcss.morgue:_FILE_NAME": "sees the last 255 characters of a name",
    "necropsy.config.places:_TOKEN": "sees what tomllib has read: each quote is closed",
    "necropsy.store.answers:_QUOTED": "sees the types that DuckDB prints: each quote is closed",
    "necropsy.store.opening:_LOCKED": "sees one message of DuckDB",
    "necropsy.games.dcss.plain_line:_KEY": _OWN_TEXT,
    "necropsy.reports.page.assets:_EXPORT": _OWN_TEXT,
    "necropsy.reports.rulebook:_LITERAL": _OWN_TEXT,
    "necropsy.reports.schema:_ATTRIBUTE": _OWN_TEXT,
    "games/gnollhack/wording.py": "is matched at the beginning of a line of 4,096 characters at most",
    "reports/manual.py": _OWN_TEXT,
    "reports/schema.py": _OWN_TEXT,
}
"""Patterns that are not linear by their form, and why that does no harm."""


def _is_harmless(found: Found) -> bool:
    return found.place in _HARMLESS or found.place.partition(":")[0] in _HARMLESS


def _automaton(found: Found) -> Automaton:
    return Automaton(found.pattern, found.flags, found.use, _LONG)


def test_no_pattern_is_missed() -> None:
    """Each call of re is a literal, made at import, or was made in the run that was watched."""
    assert unexplained() == []
    assert nameless_searches() == []
    assert len(every_pattern()) > 300
    uses = {found.use for found in every_pattern()}
    assert uses == {"match", "fullmatch", "search"}
    places = [found.place for found in every_pattern()]
    # One that a grammar holds, one in a table of them, the method of one, one made while a file is read.
    for place in (
        "necropsy.games.dcss.grammar:HEADER",
        "necropsy.games.hengband.grammar:SENTENCES",
        "necropsy.games.dcss.plain_line:",
        "games/dcss/note_table.py:",
    ):
        assert any(each.startswith(place) for each in places), place


def test_no_word_can_be_read_in_ever_more_ways() -> None:
    told = {
        f"{found.place} ({found.use}): {ambiguity}"
        for found in every_pattern()
        if not _is_harmless(found)
        for ambiguity in _automaton(found).ambiguities()
    }
    assert told == set()


def test_what_is_excused_needs_it() -> None:
    needed = {
        place
        for found in every_pattern()
        if _is_harmless(found) and any(_automaton(found).ambiguities())
        for place in (found.place, found.place.partition(":")[0])
    }
    assert set(_HARMLESS) <= needed


def test_no_worst_case_takes_more_than_its_length() -> None:
    told = {
        found.place: text
        for found in every_pattern()
        if not _is_harmless(found) and (text := grows_too_fast(_automaton(found))) is not None
    }
    assert told == {}


# ------------------------------------------------------- what looks for it finds what is known


@pytest.mark.parametrize(
    ("pattern", "use", "kind"),
    [
        (r"a*a*b", "match", "polynomial"),
        (r"[^\n]*? *$", "match", "polynomial"),
        (r"x *-? *y", "match", "polynomial"),
        (r"a.*b.*c", "match", "polynomial"),
        (r"(?:(?!x.*y).)*z", "match", "polynomial"),
        (r"a+b", "search", "polynomial"),
        (r"\s*$", "search", "polynomial"),
        (r"a++b", "search", "polynomial"),
        (r"(?P<word>[ab]*)=(?P=word)=", "search", "polynomial"),
        (r"(a*)*b", "match", "exponential"),
        (r"(a|a)*b", "match", "exponential"),
        (r"(?:a|ab|b)*c", "match", "exponential"),
        (r"(?:a{1,3})*b", "match", "exponential"),
        (r"(?:\w+\s?)*:", "match", "exponential"),
    ],
)
def test_a_pattern_that_is_not_linear_is_found(pattern: str, use: str, kind: str) -> None:
    automaton = Automaton(pattern, 0, use)
    assert kind in {found.kind for found in automaton.ambiguities()}


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"a+", "search"),
        (r"^a+b", "search"),
        (r"(?m)^a+ *b", "search"),
        (r"x*+x", "match"),
        (r"(?>a*)a*b", "match"),
        (r"[^:]*+:[^:]*+", "fullmatch"),
        (r'"(?:\\.|[^"\\])*"', "match"),
        (r"(?:[^:]|::)*", "match"),
        (r"\S+(?: \S+)*\n", "match"),
        (r"(?P<rest>(?:[^\n]*[^\n ])?) *$", "match"),
        (r"\S[^\n]*?(?<! ) *\(", "match"),
        (r"a(?! )(?: *b)*", "match"),
        (r"(?P<a>x)?(?(a)y*|z*)\d", "match"),
    ],
)
def test_a_linear_pattern_is_not_accused(pattern: str, use: str) -> None:
    automaton = Automaton(pattern, 0, use)
    assert list(automaton.ambiguities()) == []
    assert grows_too_fast(automaton) is None


@pytest.mark.parametrize(("pattern", "use"), [(r"[^\n]*? *$", "match"), (r"a+b", "search")])
def test_its_time_is_seen_to_grow_too_fast(pattern: str, use: str) -> None:
    assert grows_too_fast(Automaton(pattern, 0, use)) is not None


def test_the_word_that_is_told_shows_it() -> None:
    (found,) = Automaton(r"a(?:b|bb)*c", re.ASCII, "match").ambiguities()
    assert found.kind == "exponential"
    assert re.match(r"a(?:b|bb)*c", found.before + found.pump * 3 + "c")
