"""Limits and sources on the command line."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app
from necropsy.cli.options import chosen_limits, chosen_plan
from necropsy.selection import plan_of
from necropsy.sources import Limits

SAMPLES = Path(__file__).parents[2] / "sample_morgues" / "dcss"
WINNER = "morgue-Pfijohu52-20261130-104519.txt"
runner = CliRunner()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples, packed."""
    path = tmp_path_factory.mktemp("packed") / "old.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        tar.add(SAMPLES, arcname="dcss")
    return path


def facts(*arguments: object) -> list[dict[str, object]]:
    result = runner.invoke(app, ["extract", *map(str, arguments), "--format", "jsonl", "-q"])
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_an_archive_gives_what_its_directory_gives(archive: Path) -> None:
    def told(rows: list[dict[str, object]]) -> list[dict[str, object]]:
        return sorted(({**row, "source": ""} for row in rows), key=str)

    assert told(facts(archive)) == told(facts(SAMPLES))
    one = facts(f"{archive}/dcss/{WINNER}")
    assert [row["source"] for row in one] == [f"{archive}/dcss/{WINNER}"]
    assert facts(f"{SAMPLES}/morgue-Pfij*-104519.txt")[0]["score"] == one[0]["score"]


def test_a_member_is_explained(archive: Path) -> None:
    result = runner.invoke(app, ["explain", f"{archive}/dcss/{WINNER}"])
    assert (result.exit_code, result.stdout.startswith("MATCH")) == (0, True)
    result = runner.invoke(app, ["explain", f"{archive}/none.txt"])
    assert (result.exit_code, "no such member" in result.stderr) == (2, True)
    assert necropsy.audit(f"{archive}/dcss/{WINNER}").verdict == "match"


def test_a_limit_is_kept(archive: Path) -> None:
    assert not [row for row in facts(archive, "--max-file", "1K") if str(row["source"]).endswith(".txt")]
    command = ["extract", str(archive), "--max-members", "2", "--format", "jsonl"]
    result = runner.invoke(app, command)
    assert "unreadable" in result.stderr
    files = {json.loads(line)["source"].partition(".txt")[0] for line in result.stdout.splitlines()}
    assert {os.path.basename(name).partition(":")[0] for name in files} <= {"H31kosof", "logfile"}


@pytest.mark.parametrize("size", ["1Q", "lots", "\x1b[31m"])
def test_a_size_that_is_none_is_told(size: str) -> None:
    result = runner.invoke(app, ["extract", str(SAMPLES), "--max-file", size])
    assert result.exit_code == 2
    assert result.stderr.startswith("necropsy: --max-file: ")
    assert "give bytes, such as 500000, or 512K, 8MB, 1G" in result.stderr
    assert "\x1b" not in result.stderr


def test_the_limits_of_a_plan() -> None:
    limits = chosen_limits("1MB", "2G", 7, 30)
    assert limits == Limits(file_bytes=1 << 20, log_bytes=1 << 31, members=7, ratio=30)
    assert chosen_limits() == Limits()
    assert chosen_plan(limits=limits).limits == plan_of(limits=limits).limits == limits
    assert plan_of().limits == Limits()


def test_each_missing_source_says_why() -> None:
    result = runner.invoke(app, ["extract", "none.txt", "none*.txt", "also-none.txt"])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == (
        "necropsy: no such file or directory: none.txt, also-none.txt; nothing matches: none*.txt"
    )
