"""Each kind makes the edits that its title says, always the same ones for one seed."""

from __future__ import annotations

import pytest
from tamper_games import FORGER, GOD, SAMPLES, TURNS, WIN, dump_alone, line_alone, win

from necropsy.tamper import KINDS, Forgery, Original, forgeries
from necropsy.tamper.forger import Aim, Forger, forger_of
from necropsy.tamper.original import Sheet


def made(kind: str, original: Original | None = None, forger: Forger = FORGER) -> list[Forgery]:
    return list(forgeries(original or win(), kind, forger=forger))


def text_of(forgery: Forgery, name: str = WIN) -> str:
    return dict(forgery.files)[name]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_forgeries(kind: str) -> None:
    assert made(kind) == made(kind)
    for forgery in made(kind):
        assert forgery.kind == kind
        honest = dict(win().files)
        assert any(honest.get(name) != dict(forgery.files)[name] for name in forgery.edited)
        for name, text in forgery.files:
            assert name in forgery.edited or honest[name] == text


def test_another_seed_puts_in_other_values() -> None:
    texts = {tuple(each.what for each in forgeries(win(), "one-place", seed, FORGER)) for seed in range(9)}
    assert len(texts) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_needs_its_files(kind: str) -> None:
    needs = KINDS[kind].needs
    assert bool(made(kind)) >= (kind in ("one-place", "line-field", "fitted-beside-line", "dates"))
    if "line" in needs:
        assert made(kind, dump_alone()) == []
    if "dump" in needs:
        assert made(kind, line_alone()) == []


def test_there_is_no_other_kind() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        made("nonsense")


def test_the_score_is_raised() -> None:
    first = made("score-one-place")[0]
    assert text_of(first) == win().text.replace("2044911 Pfijohu52", "2044912 Pfijohu52")
    assert (first.what, first.stated) == ("score 2,044,911 -> 2,044,912 on line 5", 1)


def test_one_place_is_edited_at_a_time() -> None:
    first, second, *_ = made("one-place")
    assert "lasted 00:00:26 (25001 turns)" in text_of(first)
    assert "Turns: 50003" in text_of(first)
    assert "lasted 00:00:26 (50003 turns)" in text_of(second)
    assert "Turns: 25001" in text_of(second)
    assert first.stated == 2
    assert first.what == "turns 50,003 -> 25,001 on line 11"


def test_two_places_are_edited_where_there_are_three() -> None:
    assert made("two-places") == []
    name = "gnollhack.valma.1796036912.txt"
    game = Original(name, (SAMPLES / "gnollhack" / name).read_text("utf-8"))
    assert game.dump is not None
    aim = Aim("difficulty", lambda _record, _chance: ["master"])
    forger = Forger(aims=(aim,), renamed=FORGER.renamed)
    found = made("two-places", game, forger)
    assert len(found) == 6, "of four places"
    for forgery in found:
        said = game.dump.with_text(text_of(forgery, name)).record.values("difficulty")
        assert sorted(said) == ["expert"] * 2 + ["master"] * 2
        assert forgery.stated == 4


def test_all_places_leave_the_score() -> None:
    text = text_of(made("all-places")[0])
    assert text.count("25001") == 2
    assert "2044911 Pfijohu52" in text


def test_what_is_fitted_is_what_the_formula_gives() -> None:
    (first, *_) = made("fitted")
    text = text_of(first)
    score = int(text.split("\n")[4].split()[0])
    # 6,250,000,000 x 9 / 50,004 and / 25,002: twice as much for half the turns.
    assert abs(score - 2_044_911 - (56_250_000_000 // 25_002 - 56_250_000_000 // 50_004)) < 300


def test_a_forger_may_work_the_score_out() -> None:
    forger = Forger(aims=(TURNS,), renamed=FORGER.renamed, fitted=lambda _record: 4711)
    assert "\n4711 Pfijohu52" in text_of(made("fitted", forger=forger)[0])


def test_what_cannot_be_told_is_not_fitted() -> None:
    forger = Forger(aims=(TURNS,), renamed=FORGER.renamed, fitted=lambda _record: None)
    assert made("fitted", forger=forger) == []


def test_a_forger_may_know_all_places_better() -> None:
    def both(sheet: Sheet, value: int) -> str:
        return sheet.text.replace("50003", str(value))

    aim = Aim("turns", TURNS.values, everywhere=both, in_line=lambda _sheet, _value: None)
    forger = Forger(aims=(aim,), renamed=FORGER.renamed)
    assert text_of(made("all-places", forger=forger)[0]).count("25001") == 3
    assert {each.fact for each in made("line-field", forger=forger)} == {"score"}


def test_what_cannot_be_rewritten_is_not_made() -> None:
    forger = Forger(aims=(GOD,), renamed=FORGER.renamed)
    assert made("one-place", forger=forger) == made("all-places", forger=forger) == []


def test_a_line_is_edited_beside_an_honest_dump() -> None:
    for forgery in made("line-beside-dump"):
        assert forgery.edited == ("logfile",)
        assert text_of(forgery) == win().text
        assert text_of(forgery, "logfile") != win().entry + "\n"


def test_dump_and_line_are_edited_alike() -> None:
    first = made("dump-and-line")[0]
    assert "Turns: 25001" in text_of(first)
    assert ":turn=25001:" in text_of(first, "logfile")
    score = text_of(first).split("\n")[4].split()[0]
    assert f":sc={score}:" in text_of(first, "logfile")


def test_a_copy_lies_beside_the_honest_file() -> None:
    first = made("copied")[0]
    assert [name for name, _ in first.files] == [WIN, f"copy-of-{WIN}"]
    assert first.edited == (f"copy-of-{WIN}",)
    assert text_of(first) == win().text


def test_another_player_takes_the_game() -> None:
    (renamed,) = made("renamed")
    assert renamed.files == ((WIN.replace("Pfijohu52", "Qwertzuio"), win().text),)
    (stolen,) = made("other-player")
    ((name, text),) = stolen.files
    assert name == WIN.replace("Pfijohu52", "Qwertzuio")
    assert text == win().text.replace("Pfijohu52", "Qwertzuio")


def test_a_recipe_serves_both_kinds() -> None:
    (alone,) = made("dates")
    (beside,) = made("dates-beside-line")
    assert "Nov 29" in text_of(alone)
    assert beside.files == (*alone.files, ("logfile", win().entry + "\n"))


def test_a_game_without_a_forger_has_its_score_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.tamper.forger.find_spec", lambda _name: None)
    plain = forger_of(win())
    assert plain.aims == ()
    assert plain.renamed("a", "b", "c") == "a"
    assert made("renamed", forger=plain) == made("one-place", forger=plain) == []
    assert len(made("score-one-place", forger=plain)) == 3
