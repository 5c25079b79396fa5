"""The fingerprint of the code and the tables."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import necropsy
from necropsy import digest
from necropsy.digest import ruleset_digest

PACKAGE = Path(necropsy.__file__).parent


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package that the digest is made of."""
    target = tmp_path / "necropsy"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(digest, "_HERE", str(target))
    return target


def fresh() -> str:
    return ruleset_digest.__wrapped__()


def test_it_is_the_same_in_every_process() -> None:
    code = "from necropsy.digest import ruleset_digest; print(ruleset_digest())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert ruleset_digest() == other.strip()
    assert len(ruleset_digest()) == 32


def test_a_copy_elsewhere_has_the_same(copy: Path) -> None:
    assert fresh() == ruleset_digest()


@pytest.mark.parametrize("name", ["judge.py", "games/dcss/score.py", "games/gnollhack/tables/facts.csv"])
def test_it_changes_with_what_an_audit_comes_from(copy: Path, name: str) -> None:
    with (copy / name).open("a") as file:
        file.write("# changed\n")
    assert fresh() != ruleset_digest()


def test_it_changes_with_a_file_more_and_with_a_name(copy: Path) -> None:
    (copy / "games" / "dcss" / "more.py").write_text("")
    more = fresh()
    (copy / "games" / "dcss" / "more.py").rename(copy / "games" / "dcss" / "other.py")
    assert len({ruleset_digest(), more, fresh()}) == 3


def test_it_changes_with_the_program_and_with_what_parses(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fresh()
    monkeypatch.setattr(necropsy, "__version__", "99.0")
    assert fresh() != before
    monkeypatch.undo()
    monkeypatch.setattr(digest, "_READERS", ("pyparsing", "no-such-package"))
    assert fresh() != before


@pytest.mark.parametrize("name", ["reports/table.py", "cli/audit.py"])
def test_reports_and_commands_do_not_count(copy: Path, name: str) -> None:
    (copy / name).write_text("# changed\n")
    assert fresh() == ruleset_digest()


def test_it_takes_no_time_worth_a_word() -> None:
    took = []
    for _ in range(5):
        start = time.process_time()
        fresh()
        took.append(time.process_time() - start)
    assert min(took) < 0.1
