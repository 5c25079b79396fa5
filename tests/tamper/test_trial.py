"""What an audit makes of a forgery, and how that is counted."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tamper_games import FORGER, SAMPLES, WIN, dump_alone, win

from necropsy.engine import audit_texts
from necropsy.reports.forgeries import write_forgeries, write_forgeries_markdown
from necropsy.tamper import (
    Forgery,
    Outcome,
    Tallies,
    Trial,
    forgeries,
    honest_games,
    is_accused,
    trials_of,
    tried,
)
from necropsy.verdict import Verdict


def forged(text: str, name: str = WIN, stated: int = 1, fact: str = "turns") -> Forgery:
    return Forgery("one-place", fact, "edited", ((name, text),), (name,), stated)


def test_what_is_proved_is_caught() -> None:
    first = next(forgeries(win(), "one-place", forger=FORGER))
    trial = tried(first, audit_texts(win().files))
    assert (trial.outcome, trial.verdict) == (Outcome.CAUGHT, Verdict.MISMATCH)
    assert "C101" in trial.rules


def test_a_warning_that_honest_files_do_not_get_is_a_note() -> None:
    other = forged(win().text, "morgue-Somebody-20261130-104519.txt")
    assert tried(other, audit_texts(win().files)).outcome is Outcome.NOTED
    assert tried(other, audit_texts(win().files)).rules == ("F120",)
    # The honest file has its own warning, which says nothing of an edit.
    assert tried(forged(win().text), audit_texts(win().files)).outcome is Outcome.MISSED
    assert tried(forged(win().text)).outcome is Outcome.NOTED


def test_a_file_that_is_not_read_any_more_is_a_note() -> None:
    trial = tried(forged("Milk, bread\n"))
    assert (trial.outcome, trial.verdict, trial.rules) == (Outcome.NOTED, Verdict.UNREADABLE, ())


def test_honest_games_have_their_lines() -> None:
    games = {game.original.name: game.original for game in honest_games([SAMPLES / "dcss"])}
    assert games[WIN] == win()
    # Packed as servers do it, and in no log of its own.
    assert "morgue-Qlutapa68-20261130-104734.txt" in games
    assert "H31kosof.txt" not in games, "a running game is nothing to edit"
    assert not any(is_accused(game.audit) for game in honest_games([SAMPLES / "dcss"]))


def test_a_line_without_a_dump_is_an_honest_game(tmp_path: Path) -> None:
    (tmp_path / "logfile").write_text(win().entry + "\n", "utf-8")
    (game,) = honest_games([tmp_path])
    assert (game.original.text, game.original.entry) == ("", win().entry)
    assert game.original.files == (("logfile", win().entry + "\n"),)


def test_an_edited_game_is_accused() -> None:
    games = honest_games([SAMPLES / "tampered" / "turns-in-title-line.txt"])
    assert all(is_accused(game.audit) for game in games)


def trial(outcome: Outcome, *rules: str, stated: int = 1, kind: str = "one-place", fact: str = "xl") -> Trial:
    return Trial(Forgery(kind, fact, "", (), (), stated), outcome, rules, Verdict.MATCH)


@pytest.fixture
def tallies() -> Tallies:
    found = Tallies()
    for each in (
        trial(Outcome.CAUGHT, "C101", "S101", stated=2),
        trial(Outcome.CAUGHT, "C101", "C102", "C103", "C104", stated=2),
        trial(Outcome.NOTED, "F120", stated=2),
        trial(Outcome.MISSED),
        trial(Outcome.MISSED, fact="turns"),
        trial(Outcome.MISSED, kind="copied"),
    ):
        found.add("dcss", each)
    for _ in range(1999):
        found.add("hengband", trial(Outcome.MISSED, kind="version"))
    found.add("hengband", trial(Outcome.CAUGHT, "B301", kind="version"))
    return found


def test_outcomes_are_counted(tallies: Tallies) -> None:
    tally = tallies.of("one-place", "dcss")
    assert (tally.made, tally.caught) == (5, 2)
    assert tally.twice == {Outcome.CAUGHT: 2, Outcome.NOTED: 1}
    assert tally.missed == {"xl": 1, "turns": 1}
    assert tally.rules["C101"] == 2
    assert tallies.of("fitted", "dcss").made == 0
    assert tallies.games == ["dcss", "hengband"]


def test_the_terminal_shows_a_table_for_each_game(tallies: Tallies) -> None:
    stream = io.StringIO()
    write_forgeries(tallies, stream, width=80)
    shown = stream.getvalue()
    lines = [line.split() for line in shown.splitlines()]
    assert ["one-place", "5", "2", "1", "2", "C101", "S101", "C102", "C103", "+1"] in lines
    assert ["version", "2,000", "1", "0", "1,999", "B301"] in lines
    text = " ".join(shown.split())
    assert (
        "dcss: of facts that a match states twice or more, 2 of 3 edits of one place are caught (66.6 %)"
        in text
    )
    assert "copied missed (xl): nothing excuses it" in text
    assert "version missed (xl): both versions count this game alike" in text


def test_a_manual_shows_one_table_of_all(tallies: Tallies) -> None:
    stream = io.StringIO()
    write_forgeries_markdown(tallies, stream)
    head, _, *rows = stream.getvalue().splitlines()
    assert head == "| kind of edit | dcss | hengband |"
    assert rows == [
        "| `one-place`: a fact that the score uses, changed in one place | 40 % of 5, 20 % noted | – |",
        "| `copied`: the same game with another score, beside the honest file | 0 % of 1 | – |",
        "| `version`: another version in every place | – | 0.1 % of 2,000 |",
    ]


def test_trials_may_be_fewer() -> None:
    (game,) = [game for game in honest_games([SAMPLES / "dcss" / WIN]) if game.original.name == WIN]
    every = list(trials_of(game, ["score-one-place"]))
    assert [each.forgery.what for each in trials_of(game, ["score-one-place"], most=2)] == [
        every[0].forgery.what,
        every[2].forgery.what,
    ]
    assert len(every) == 3
    assert game.original == dump_alone()
