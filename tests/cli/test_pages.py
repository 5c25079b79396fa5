"""What every command prints at the widths of small terminals, in colour and without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from necropsy.cli import app
from necropsy.verdict import Verdict

ROOT = Path(__file__).parents[2]
SAMPLES = "sample_morgues"
DCSS, GNOLLHACK = f"{SAMPLES}/dcss", f"{SAMPLES}/gnollhack"
CALLS = {
    "audit": ["audit", SAMPLES, "--exit-zero", "--warnings"],
    "board": ["leaderboard", SAMPLES],
    "rescored": ["leaderboard", GNOLLHACK, "--rescore", "4.3.0"],
    "by time": ["leaderboard", SAMPLES, "--by", "realtime"],
    "streaks": ["leaderboard", SAMPLES, "--streaks"],
    "rules": ["rules"],
    "rule": ["rules", "C125"],
    "dcss": ["explain", f"{DCSS}/morgue-Pfijohu52-20261130-104519.txt"],
    "gnollhack": ["explain", f"{GNOLLHACK}/gnollhack.barka.1796036227.txt"],
    "hengband": ["explain", f"{SAMPLES}/tampered/hengband/base-stat.txt"],
    "dcss-score": ["calc", "dcss-score", "--version", "0.29.1", "--xp", "2036695", "--runes", "15"],
    "gnollhack-score": ["calc", "gnollhack-score", "--version", "4.3.0-10", "--depth", "43"],
    "hengband-score": ["calc", "hengband-score", "--exp", "1000000", "--depth", "50"],
}
VERDICTS = "|".join(verdict.value.upper() for verdict in Verdict)
PATH_LINE = re.compile(rf"^(?:{VERDICTS})  {SAMPLES}/\S+$")
"""A path is never wrapped: who copies it needs all of it."""


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def printed(arguments: list[str], **env: str) -> str:
    """What a call prints."""
    result = CliRunner().invoke(app, arguments, env=env)
    assert result.exit_code == 0, result.output
    return result.stdout


def assert_whole(text: str, width: int) -> None:
    """No line is too wide, no rule of a table is broken, no verdict cut off."""
    for line in text.splitlines():
        assert cell_len(line) <= width or PATH_LINE.match(line), line
        assert line == line.rstrip()
    for line in text.splitlines():
        if "─" in line:
            assert set(line) == {"─"}, "a rule is one line of its own"
    for start in re.findall(r"^[A-Z]{4,}(?=…)", text, re.M):
        raise AssertionError(f"a verdict was cut off: {start}")


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("name", CALLS)
def test_it_fits(name: str, width: int) -> None:
    text = printed([*CALLS[name], "--width", str(width)])
    assert text.strip()
    assert_whole(text, width)
    assert text == printed(CALLS[name], COLUMNS=str(width)), "the option is the environment's word"


@pytest.mark.parametrize("width", ["80", "60"])
def test_answers_of_a_store_fit(width: str, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    store = str(tmp_path / "a.duckdb")
    printed(["audit", SAMPLES, "--exit-zero", "--store", store])
    assert_whole(printed(["query", store, "--width", width]), int(width))
    sql = "SELECT source, player, verdict, recorded FROM games"
    assert_whole(printed(["query", store, sql, "--width", width]), int(width))


@pytest.mark.parametrize("width", [80, 60, 40])
def test_the_summary_names_every_verdict_whole(width: int) -> None:
    text = printed([*CALLS["audit"], "--width", str(width)])
    summary = text[text.index("\nverdict") :]
    for verdict in (Verdict.MATCH, Verdict.MISMATCH, Verdict.TAMPERED, Verdict.INELIGIBLE, Verdict.UNDECIDED):
        assert re.search(rf"^{verdict.value.upper()} +\d", summary, re.M)


class TestColour:
    def colours(self, text: str) -> Iterator[str]:
        """The codes of the foreground's colours; bold and dim are none."""
        for codes in re.findall(r"\x1b\[([\d;]*)m", text):
            yield from (code for code in codes.split(";") if code.startswith(("3", "9")) and len(code) == 2)

    @pytest.mark.parametrize("name", CALLS)
    def test_what_is_no_terminal_gets_none(self, name: str) -> None:
        assert "\x1b" not in printed(CALLS[name])

    @pytest.mark.parametrize("name", ["audit", "rules", "dcss", "hengband"])
    def test_it_can_be_forced_and_changes_no_word(self, name: str) -> None:
        coloured = printed(CALLS[name], FORCE_COLOR="1")
        assert list(self.colours(coloured))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == printed(CALLS[name])

    @pytest.mark.parametrize("name", ["audit", "dcss"])
    def test_no_color_means_none(self, name: str) -> None:
        assert not list(self.colours(printed(CALLS[name], FORCE_COLOR="1", NO_COLOR="1")))

    def test_each_verdict_has_its_own(self) -> None:
        coloured = printed(CALLS["audit"], FORCE_COLOR="1")
        found = {
            word: codes for codes, word in re.findall(rf"^\x1b\[([\d;]+)m({VERDICTS})\b", coloured, re.M)
        }
        assert len(found) >= 4
        assert len(set(found.values())) == len(found)

    def test_bars_are_drawn_in_it(self) -> None:
        coloured = printed(CALLS["dcss"], FORCE_COLOR="1")
        assert re.search(r"\x1b\[36m█+\x1b", coloured)
