"""The HTML form says what the plain text says, and its map says nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from necropsy.games.gnollhack.dumplog import READERS, is_dumplog, read_dumplog
from necropsy.record import Record, Standing

from .sapling import dump, page

SHARED = Path(__file__).parents[4] / "shared"
PAGES = sorted((SHARED / "data" / "gnollhack").glob("**/*.html"))
MOBILE = sorted((SHARED / "corpus" / "gnollhack").glob("*Tommi*.html"))

TEXT = dump()
PAGE = page(TEXT)


def read(text: str) -> Record:
    record = read_dumplog(text, "x")
    record.read_all()
    return record


def without_lines(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(item._replace(line=0) if hasattr(item, "line") else item for item in value)
    return value


def values(record: Record) -> dict[str, Any]:
    # The lines of the two forms differ; the status lines of a page can be wider.
    return {
        fact: without_lines(record.value(fact))
        for fact in READERS
        if fact not in ("closing_lines", "turns_shown")
    }


def test_both_forms_say_the_same() -> None:
    assert values(read(PAGE)) == values(read(TEXT))
    assert read(PAGE).flaws == []
    assert is_dumplog("x.html", PAGE)


def test_what_a_page_says_beside_it() -> None:
    record = read(PAGE)
    tombstone = [s for s in record.statements("score") if s.place == "tombstone"]
    assert [(s.value, s.standing) for s in tombstone] == [(13022, Standing.WITNESS)]
    assert [s.value for s in record.statements("version") if s.place == "page title"] == ["4.2.0-120"]
    assert [s.value for s in record.statements("player") if s.place == "page title"] == ["sapling"]


def test_statements_stand_on_the_lines_of_the_page() -> None:
    record, lines = read(PAGE), PAGE.split("\n")
    for fact, words in (
        ("turns", "2045"),
        ("player", "sapling"),
        ("difficulty", "adept"),
        ("score", "13022"),
        ("kills", ""),
    ):
        for statement in record.statements(fact):
            assert words in lines[statement.line - 1], statement
    evidence = record.evidence(record.first("score"))
    assert (
        evidence[0].text
        == TEXT.split("\n")[TEXT.split("\n").index("Goodbye sapling the Archaeologist...") + 2]
    )


def test_lines_as_evidence() -> None:
    lines = read(PAGE).lines
    assert len(lines) == len(PAGE.split("\n"))
    assert len(list(lines)) == len(lines)
    assert lines[-1] == ""
    assert len(lines[:10]) == 10
    with pytest.raises(IndexError):
        lines[len(lines)]


def test_a_changed_tombstone() -> None:
    record = read(PAGE.replace(">13022 points</div>", ">99 points</div>"))
    assert {s.value for s in record.statements("score")} == {13022, 99}
    record = read(PAGE.replace(">13022 points</div>", ">many points</div>"))
    assert [flaw.rule for flaw in record.flaws] == ["F210"]


def test_a_changed_title() -> None:
    record = read(PAGE.replace("<title>GnollHack 4.2.0 (Build 120)", "<title>GnollHack 4.1.3 (Build 45)"))
    assert {s.value for s in record.statements("version")} == {"4.2.0-120", "4.1.3-45"}
    record = read(PAGE.replace("<title>GnollHack 4.2.0", "<title>GnollHack x"))
    assert [flaw.rule for flaw in record.flaws] == ["F201"]


def test_characters_without_a_semicolon() -> None:
    text = dump(name="Sämpling")
    assert "&#228mpling" in page(text)
    assert read(page(text)).value("player") == "Sämpling"


def test_a_page_without_a_map_and_one_with_other_tags() -> None:
    start, end = PAGE.index('<div style="overflow'), PAGE.index("<h2>Latest")
    facts = values(read(TEXT)) | {"score_shown": None}
    assert values(read(PAGE[:start] + PAGE[end:])) == facts
    again = PAGE.replace("<h2>Latest messages:</h2>", "<h2 >Latest messages:</h2 >")
    changed = values(read(again))
    assert changed == values(read(TEXT)) | {"score_shown": changed["score_shown"]}


def test_the_older_layout() -> None:
    """Up to 4.1.2-2 several elements stand on one line, and lists have no paragraphs."""
    text = TEXT.replace("\n\nYou died in", "\n\nYou died in").replace(" points, and", " points,\nand")
    joined = page(text).replace("</li>\n", "</li>").replace("<br />\n", "<br />").replace("</h2>\n", "</h2>")
    joined = joined.replace('<p class="nh_paragraph_line">', "<h3>").replace("</p>", "</h3>")
    assert values(read(joined)) == values(read(text))
    assert read(joined).flaws == []


@pytest.mark.parametrize(
    "text",
    [
        "<html>",
        "<title>GnollHack </title>",
        "<title>GnollHack 4.2.0 (x)</title><body>" + "<div>" * 200_000,
        "<title>GnollHack 4.2.0 (x)</title><body>" + "<b><i>" * 100_000,
        "<title>GnollHack 4.2.0 (x)</title><body>" + "<!--" * 100_000,
        "<title>GnollHack 4.2.0 (x)</title><body>\x00<h2>Achievements:\x00</h2>\ud800",
        "<body><p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">",
        "<body><p " + " ".join(f'a{n}="<"' for n in range(100_000)) + ">",
        "<body><p " + "\n".join(f"a{n}='>'" for n in range(100_000)) + ">",
        "<body>" + "x" * 2_000_000,
        "<title>" * 10_000,
    ],
)
def test_pages_that_no_game_writes_have_no_score(text: str) -> None:
    assert read(text).value("score") is None


def test_a_page_that_is_no_page_has_a_flaw() -> None:
    record = read("<body><p " + "a" * 5_000 + ">")
    assert [flaw.rule for flaw in record.flaws] == ["F204"]


@pytest.mark.skipif(not PAGES, reason="the shared GnollHack files are not here")
def test_real_pages_say_what_their_texts_say() -> None:
    for path in PAGES + MOBILE:
        text, other = path.read_text("utf-8"), path.with_suffix(".txt").read_text("utf-8")
        record = read(text)
        assert record.flaws == [], path
        assert values(record) == values(read(other)), path
        for fact in ("score", "version", "player"):
            assert len({s.value for s in record.statements(fact)}) == 1, (path, fact)


@pytest.mark.skipif(not PAGES, reason="the shared GnollHack files are not here")
def test_real_evidence_of_a_page() -> None:
    for path in PAGES[::10]:
        text = path.read_text("utf-8")
        record, lines = read(text), text.split("\n")
        for fact in ("score", "turns", "umortality", "difficulty"):
            for statement in record.statements(fact):
                shown = next(record.evidence_at(statement.line)).text.replace("'", "&#39;")
                assert shown.split(" | ")[0].strip()[-20:] in lines[statement.line - 1], (path, statement)
