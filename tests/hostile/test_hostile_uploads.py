"""What a player could put among the files of a server to make somebody else's game look forged."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from confined import SAMPLES, confined

GAME = "morgue-Rijodo-20261130-104529.txt"
PAGE = "gnollhack.barka.1796036227"
[LINE] = [
    line
    for path in sorted((SAMPLES / "dcss").glob("logfile*"))
    for line in path.read_text("utf-8").splitlines()
    if ":name=Rijodo:" in line
]
FORGED_LINE = LINE.replace(":sc=246:", ":sc=9028:").replace(":turn=1596:", ":turn=999:")
assert FORGED_LINE != LINE


@pytest.fixture
def server(tmp_path: Path) -> Path:
    """The files of a server: one game of a player."""
    (tmp_path / "server" / "morgue" / "victim").mkdir(parents=True)
    (tmp_path / "server" / "aaa").mkdir()
    shutil.copy(SAMPLES / "dcss" / GAME, tmp_path / "server" / "morgue" / "victim")
    return tmp_path / "server"


def told(*arguments: object) -> dict[str, dict[str, Any]]:
    """The audits by the last two parts of their names, from one process and from several."""
    told = []
    for jobs in (1, 2):
        ended = confined("audit", *arguments, "-j", jobs, "--format", "jsonl", "--exit-zero")
        assert ended.code == 0, ended.err
        told.append({"/".join(audit["source"].split("/")[-2:]): audit for audit in ended.audits()})
    assert told[0] == told[1]
    return told[0]


def errors(audit: dict[str, Any]) -> list[str]:
    return [finding["rule"] for finding in audit["findings"] if finding["severity"] == "error"]


@pytest.mark.parametrize("called", ["evil.rc", "notes.txt", "logfile", "scores.txt"])
@pytest.mark.parametrize("where", ["server", "elsewhere"])
def test_a_file_that_reads_like_a_log_accuses_nobody(server: Path, called: str, where: str) -> None:
    (server / "aaa" / called).write_text(f"{FORGED_LINE}\n")
    log = (server if where == "server" else server.parent) / "logfile"
    log.write_text(f"{LINE}\n")
    audits = told(server, *(("--log", log) if where == "elsewhere" else ()))
    game = audits[f"victim/{GAME}"]
    assert game["verdict"] == "match"
    assert not errors(game)
    forged = audits[f"aaa/{called}:1"]
    assert forged["verdict"] == "mismatch"


def test_without_a_log_of_the_server_it_accuses_nobody_either(server: Path) -> None:
    (server / "aaa" / "evil.rc").write_text(f"{FORGED_LINE}\n")
    (server / "catalogue.txt").write_text("no log at all")
    audits = told(server)
    assert audits[f"victim/{GAME}"]["verdict"] == "match"
    assert audits["aaa/evil.rc:1"]["verdict"] == "mismatch"
    assert "file: none" not in str(audits["aaa/evil.rc:1"]["findings"])


def test_a_page_of_a_game_in_another_directory_is_not_its_page(tmp_path: Path) -> None:
    for folder, ending in (("victim", "txt"), ("aaa", "html"), ("honest", "txt"), ("honest", "html")):
        (tmp_path / folder).mkdir(exist_ok=True)
        shutil.copy(SAMPLES / "gnollhack" / f"{PAGE}.{ending}", tmp_path / folder)
    page = tmp_path / "aaa" / f"{PAGE}.html"
    page.write_text(page.read_text("utf-8").replace("41426 points", "99426 points"), "utf-8")
    audits = told(tmp_path / "aaa", tmp_path / "victim")
    assert audits[f"victim/{PAGE}.txt"]["verdict"] == "match"
    assert not errors(audits[f"victim/{PAGE}.txt"])
    assert "X250" not in str(audits[f"victim/{PAGE}.txt"]["findings"])
    assert audits[f"aaa/{PAGE}.html"]["verdict"] == "mismatch"
    # Beside each other they are one game.
    assert list(told(tmp_path / "honest")) == [f"honest/{PAGE}.txt"]


def test_a_forged_copy_of_a_game_makes_it_no_worse(server: Path) -> None:
    copy = server / "aaa" / GAME
    text = (SAMPLES / "dcss" / GAME).read_text("utf-8")
    copy.write_text(text.replace("246 Rijodo", "9246 Rijodo"), "utf-8")
    (server / "logfile").write_text(f"{LINE}\n")
    audits = told(server)
    game = audits[f"victim/{GAME}"]
    assert game["verdict"] == "match"
    assert not errors(game)
    assert audits[f"aaa/{GAME}"]["verdict"] in ("mismatch", "tampered")
    # A true copy is told as one.
    copy.write_text(text, "utf-8")
    verdicts = [audit["verdict"] for name, audit in told(server).items() if name.endswith(GAME)]
    assert sorted(verdicts) == ["match", "skipped"]


def test_a_config_among_the_files_is_none(server: Path) -> None:
    shutil.copy(SAMPLES / "tampered" / "score-raised.txt", server / "aaa")
    (server / "aaa" / "necropsy.toml").write_text(
        'ignore = ["S", "C", "F", "X"]\n[[override]]\npaths = ["**"]\nskip = true\nreason = "mine"\n'
    )
    (server / "aaa" / "pyproject.toml").write_text('[tool.necropsy]\nignore = ["S"]\n')
    audits = told(server)
    assert audits["aaa/score-raised.txt"]["verdict"] == "mismatch"
    assert {name for name, audit in audits.items() if audit["verdict"] == "mismatch"} == {
        "aaa/score-raised.txt"
    }


def test_a_report_goes_where_it_was_asked_to_and_no_further(server: Path) -> None:
    out = server / "out"
    out.mkdir()
    victim = server / "victim.txt"
    victim.write_text("precious")
    os.symlink(victim, out / "report.json.tmp")
    ended = confined("audit", server / "morgue", "-j", 1, "-o", out / "report.json")
    assert ended.code == 0
    assert victim.read_text() == "precious"
    assert sorted(os.listdir(server)) == ["aaa", "morgue", "out", "victim.txt"]
