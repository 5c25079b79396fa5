"""A value is put in one place and in no other, and the text reads as was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tamper_games import FORGER, SAMPLES, win

from necropsy.tamper.original import Original, Sheet
from necropsy.tamper.places import rewritten, rewritten_everywhere, stated


def dump() -> Sheet:
    sheet = win().dump
    assert sheet is not None
    return sheet


def changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    pairs = zip(before.split("\n"), after.split("\n"), strict=True)
    return [(old, new) for old, new in pairs if old != new]


@given(st.integers(1, 10**9), st.integers(0, 1))
def test_one_place_says_the_new_value_and_the_other_the_old(turns: int, at: int) -> None:
    sheet = dump()
    places = stated(sheet, "turns")
    assert [place.value for place in places] == [50003, 50003]
    edited = rewritten(FORGER, sheet, places[at], turns)
    assert edited is not None
    assert [place.value for place in stated(edited, "turns")] == [
        turns if n == at else 50003 for n in range(2)
    ]
    assert len(changed_lines(sheet.text, edited.text)) == (turns != 50003)


def test_no_other_number_of_the_line_is_taken_for_the_value() -> None:
    # The title line of a hero of level 21 with 213 hit points has "213/213": the level is the third number.
    sheet = dump()
    edited = rewritten(FORGER, sheet, stated(sheet, "xl")[0], 27)
    assert edited is not None
    ((before, after),) = changed_lines(sheet.text, edited.text)
    assert before == "2044911 Pfijohu52 the True Ascetic (level 21, 213/213 HPs)"
    assert after == "2044911 Pfijohu52 the True Ascetic (level 27, 213/213 HPs)"


def test_columns_are_kept() -> None:
    sheet = dump()
    edited = rewritten(FORGER, sheet, stated(sheet, "gold")[0], 12345)
    assert edited is not None
    ((before, after),) = changed_lines(sheet.text, edited.text)
    assert before == "Gold:   0          SH:  9    Dex:  9    Spells: 20/20 levels left"
    assert after == "Gold:   12345      SH:  9    Dex:  9    Spells: 20/20 levels left"
    back = rewritten(FORGER, edited, stated(edited, "gold")[0], 0)
    assert back is not None
    ((before, after),) = changed_lines(edited.text, back.text)
    assert len(before) == len(after)


def test_every_place_is_rewritten() -> None:
    edited = rewritten_everywhere(FORGER, dump(), "turns", 7)
    assert edited is not None
    assert [place.value for place in stated(edited, "turns")] == [7, 7]


def test_a_fact_that_stands_nowhere_cannot_be_rewritten() -> None:
    assert rewritten_everywhere(FORGER, dump(), "xp", 7) is None


def test_a_value_that_is_not_written_as_it_is_cannot_be_put_in() -> None:
    assert rewritten_everywhere(FORGER, dump(), "won", value=False) is None


def test_a_field_of_a_line_is_rewritten() -> None:
    line = win().line
    assert line is not None
    edited = rewritten(FORGER, line, line.record.statements("xl")[0], 27)
    assert edited is not None
    assert edited.text == line.text.replace(":xl=21:", ":xl=27:")


def test_a_line_that_is_no_game_any_more_has_no_record() -> None:
    line = win().line
    assert line is not None
    with pytest.raises(ValueError, match="no game stands on the line"):
        line.with_text("nothing").record  # noqa: B018


def test_a_text_of_no_game_is_no_original() -> None:
    with pytest.raises(ValueError, match=r"notes\.txt: no dump and no log of any game known here"):
        Original("notes.txt", "Milk, bread\n").game  # noqa: B018


@pytest.mark.parametrize("name", ["gnollhack.valma.1796036912.txt", "gnollhack.full01.1796034651.txt"])
def test_a_sentence_that_is_wrapped_is_rewritten(name: str) -> None:
    original = Original(name, (SAMPLES / "gnollhack" / name).read_text("utf-8"))
    assert original.dump is not None
    edited = rewritten_everywhere(FORGER, original.dump, "score", 99_999)
    assert edited is not None
    assert {place.value for place in stated(edited, "score")} == {99_999}
