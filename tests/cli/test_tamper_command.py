"""``necropsy tamper``: edited copies, to see what an audit sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from some_audits import SAMPLES
from typer.testing import CliRunner, Result

from necropsy.cli import app, completion
from necropsy.tamper import KINDS

WIN = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"
LOG = SAMPLES / "dcss" / "logfile"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["tamper", *map(str, arguments)], env={"COLUMNS": "80"})


def printed(*arguments: object) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def complaint(*arguments: object) -> str:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    return " ".join(done.stderr.split())


def test_every_edit_is_tried() -> None:
    shown = printed(WIN)
    assert [line.split()[:2] for line in shown.splitlines() if line.startswith("score-one-")] == [
        ["score-one-place", "3"],
        ["score-one-place", "missed"],
    ]
    assert "beside-line" not in shown
    assert "fitted-beside-line" in printed(WIN, "--with", LOG)


def test_one_fact_is_enough() -> None:
    assert "score-one-place" not in printed(WIN, "--fact", "turns")


def test_a_copy_is_printed_and_what_was_edited_is_said() -> None:
    done = run(WIN, "--kind", "score-one-place")
    honest = WIN.read_text("utf-8")
    assert done.stdout == honest.replace("2044911 Pfijohu52", "2044912 Pfijohu52")
    assert done.stderr == (
        f"necropsy: score 2,044,911 -> 2,044,912 on line 5: {WIN.name} (edit 1 of 3 of this kind)\n"
    )


def test_another_edit_of_the_kind_is_made() -> None:
    assert "\n20449117 Pfijohu52" in printed(WIN, "--kind", "score-one-place", "--number", 3)


def test_files_are_written_into_a_directory(tmp_path: Path) -> None:
    printed(WIN, "--with", LOG, "--kind", "fitted-beside-line", "--fact", "turns", "-o", tmp_path / "forged")
    assert sorted(path.name for path in (tmp_path / "forged").iterdir()) == ["logfile", WIN.name]
    audited = CliRunner().invoke(app, ["audit", str(tmp_path / "forged")])
    assert audited.exit_code == 1
    assert "X101" in audited.stdout
    (line,) = (tmp_path / "forged" / "logfile").read_text("utf-8").splitlines()
    assert line in LOG.read_text("utf-8").splitlines()


def test_a_line_of_a_log_is_edited() -> None:
    lines = LOG.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, 1) if ":name=Pfijohu52:" in line)
    edited = printed(LOG, "--line", at, "--kind", "line-field", "--fact", "score")
    assert edited == lines[at - 1].replace(":sc=2044911:", ":sc=2044912:") + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (WIN, "--kind", "nonsense"),
            "nonsense: no such kind of edit; there are score-one-place, ",
        ),
        ((WIN, "--kind", "score-one-place", "--number", 4), "necropsy: there are 3 such edits of this game"),
        (
            (WIN, "--kind", "line-field"),
            "there are 0 such edits of this game (line-field needs a line)",
        ),
        ((WIN, "--fact", "beauty"), "necropsy: there is nothing to edit: the score does not use beauty"),
        (
            (LOG, "--kind", "line-field"),
            f"{LOG} holds several games: give the line of one (--line N)",
        ),
        ((LOG, "--line", 999), f"necropsy: {LOG}: no finished game stands on line 999"),
        ((SAMPLES / "dcss" / "H31kosof.txt",), "no finished game stands there"),
        (("nowhere.txt",), "necropsy: no such file or directory: nowhere.txt"),
        ((WIN, "--with", "nowhere"), "necropsy: no such file or directory: nowhere"),
        (
            (WIN, "--with", LOG, "--kind", "fitted-beside-line"),
            "necropsy: such a forgery is 2 files: give a directory for them (-o DIRECTORY)",
        ),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[object, ...], said: str) -> None:
    assert said in complaint(*arguments)


def test_no_file_that_is_read_is_written_over(tmp_path: Path) -> None:
    copy = tmp_path / WIN.name
    copy.write_bytes(WIN.read_bytes())
    assert "one of the files to read" in complaint(copy, "--kind", "one-place", "-o", tmp_path)
    assert copy.read_bytes() == WIN.read_bytes()
    (tmp_path / "file").touch()
    assert "cannot write" in complaint(WIN, "--kind", "one-place", "-o", tmp_path / "file")


def test_the_shell_offers_the_kinds() -> None:
    assert [name for name, _ in completion.edit_kinds()] == list(KINDS)
