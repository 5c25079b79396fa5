"""GnollHack: invented dumplogs, pages and lines are read as they were written; harm proves nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import gnollhack_dumplogs, gnollhack_lines
from fuzz.gnollhack_dumplogs import dump_of, facts_of, has_page, name_of, page_of
from fuzz.gnollhack_games import MODES, ROLES, TAGS, Game, games, made_by
from fuzz.gnollhack_lines import has_line, line_facts_of, line_of
from fuzz.harming import harm_proves_nothing, no_cut_proves_anything
from fuzz.invariants import Sample, check_any, check_harmed, errors_in, original_of
from fuzz.markup import torn
from fuzz.profiles import quick
from fuzz.subjects import subject
from necropsy import Audit, Verdict, audit, audit_paths
from necropsy.games.gnollhack import GAME
from necropsy.loglines import lines_of_text
from necropsy.record import Record

ENDINGS = ("ascended", "escaped", "quit", "death")


def assert_honest(game: Game, found: Audit) -> None:
    assert not errors_in([found])
    scored = game.mode.scoring and game.mode.name != "wizard"
    assert found.verdict is (Verdict.MATCH if scored else Verdict.INELIGIBLE), found


def assert_read(game: Game, text: str, name: str) -> None:
    record = GAME.read(text, name)
    written = facts_of(game)
    assert {fact: record.value(fact) for fact in written} == written
    assert_honest(game, audit(text))


def assert_line_read(game: Game) -> None:
    text = line_of(game) + "\n"
    (record,) = GAME.read_log(lines_of_text(text), "xlogfile")
    assert isinstance(record, Record)
    written = line_facts_of(game)
    assert {fact: record.value(fact) for fact in written} == written
    found = audit(text)
    assert not errors_in([found])
    # What a line leaves open can have no end.
    assert found.verdict in (Verdict.MATCH, Verdict.UNDECIDED, Verdict.INELIGIBLE)
    assert found.recomputed is not None
    assert game.score in found.recomputed


@quick(80)
@given(games())
def test_a_dumplog_is_read_as_it_was_written(game: Game) -> None:
    assert_read(game, dump_of(game), "gnollhack.hero.txt")


@quick(50)
@given(games().filter(has_page))
def test_a_page_is_read_as_it_was_written(game: Game) -> None:
    assert_read(game, page_of(game), "gnollhack.hero.html")


@quick(50)
@given(games().filter(has_line))
def test_a_line_is_read_as_it_was_written(game: Game) -> None:
    assert_line_read(game)


@pytest.mark.parametrize("tag", TAGS)
def test_each_version_and_role(tag: str) -> None:
    for number, role in enumerate(ROLES):
        kind = ENDINGS[number % 4]
        game = made_by(tag, role, kind, number % 7 - 4, MODES[number % 3], number)
        assert_read(game, dump_of(game), "gnollhack.hero.txt")


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.words)
def test_each_mode_and_end(mode: object) -> None:
    for number, ending in enumerate(ENDINGS):
        game = made_by(TAGS[-1], ROLES[number], ending, 0, mode, number)
        assert_read(game, dump_of(game), "gnollhack.hero.txt")
        if has_line(game):
            assert_line_read(game)


@pytest.mark.parametrize("seed", range(12))
def test_the_files_of_a_game_agree(seed: int, tmp_path: Path) -> None:
    game = made_by(TAGS[seed * 5 % len(TAGS)], ROLES[seed], ENDINGS[seed % 4], 0, MODES[seed % 3], seed)
    name = name_of(game)
    Path(tmp_path, f"{name}.txt").write_text(dump_of(game), "utf-8")
    if has_page(game):
        Path(tmp_path, f"{name}.html").write_text(page_of(game), "utf-8")
    Path(tmp_path, "xlogfile").write_text(line_of(game) + "\n", "utf-8")
    (found,) = audit_paths(tmp_path)
    assert_honest(game, found)
    assert found.recorded == game.score


KINDS = {
    "dumplogs": gnollhack_dumplogs.samples(),
    "pages": gnollhack_dumplogs.pages(),
    "lines": gnollhack_lines.samples(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_invented_file_that_comes_to_harm(kind: str) -> None:
    @quick(25)
    @given(KINDS[kind], KINDS[kind], st.integers(0, 2**32))
    def each(sample: Sample, other: Sample, seed: int) -> None:
        assert harm_proves_nothing(sample, other, seed)

    each()


@pytest.mark.parametrize("kind", KINDS)
def test_a_real_file_that_comes_to_harm(kind: str) -> None:
    real = st.sampled_from(subject(f"gnollhack-{kind}").originals())

    @quick(20)
    @given(real, real, st.integers(0, 2**32))
    def each(sample: Sample, other: Sample, seed: int) -> None:
        assert harm_proves_nothing(sample, other, seed)

    each()


@pytest.mark.parametrize("tag", ["4.1.0-B6", "4.1.3-43", "4.3.0-10"])
def test_a_dumplog_that_is_cut_after_each_line(tag: str) -> None:
    game = made_by(tag, "Kni", "death", 0, MODES[0], 3)
    no_cut_proves_anything(Sample("gnollhack.hero.txt", dump_of(game).encode()), 3)


PAGES = st.one_of(gnollhack_dumplogs.pages(), st.sampled_from(subject("gnollhack-pages").originals()))


@quick(40)
@given(PAGES, st.integers(0, 2**32))
def test_a_page_whose_markup_is_torn(page: Sample, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        original = original_of(page, folder)
        made = Sample(page.name, torn(seed, page.data.decode()).encode("utf-8", "replace"))
        assert check_harmed(made, [original], folder)


_HOSTILE = {
    "deep": "<div>" * 100_000,
    "deep and closed": "<b>" * 100_000 + "x" + "</b>" * 100_000,
    "lists in lists": "<ul><li>" * 50_000,
    "tables in tables": "<table><tr><td>" * 30_000,
    "headings in headings": "<h2><h3>" * 50_000,
    "never closed": "<h2 " * 50_000,
    "a comment without end": "<!--" * 20_000,
    "a long attribute": f'<div class="{"x" * 500_000}">',
    "many attributes": f"<div {' '.join(f'a{number}=1' for number in range(20_000))}>",
    "entities": "&amp;&#0;&#1114112;&#x110000;&nosuch;&#233" * 20_000,
    "tooltips": '<div class="tooltip">x<div class="tooltiptext">' * 30_000,
    "items of the inventory": '<div class="nh_menu_item">' * 50_000,
    "scripts": "<script>" * 50_000,
    "closed too often": "</ul></div></body></html>" * 20_000,
}


@pytest.mark.parametrize("what", _HOSTILE)
def test_a_page_with_markup_that_no_game_writes(what: str, tmp_path: Path) -> None:
    page = page_of(made_by("4.3.0-10", "Val", "ascended", 0, MODES[0], 1))
    for before in ("<h2>Latest messages:</h2>", "<h2>Achievements:</h2>", "</body>"):
        assert before in page
        data = page.replace(before, _HOSTILE[what] + before).encode()
        check_any(Sample("gnollhack.hero.html", data), str(tmp_path))
