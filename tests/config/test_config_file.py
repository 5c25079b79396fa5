"""Which config file is found, and what is said of one that cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from necropsy.config import ConfigError, find, read


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    deep = tmp_path / "host" / "autumn"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    return deep


def test_none_is_found_where_there_is_none(here: Path) -> None:
    assert find() is None


def test_the_nearest_one_wins_and_is_named_from_here(here: Path) -> None:
    (here.parents[1] / "necropsy.toml").write_text("jobs = 1")
    found = find()
    assert found is not None
    assert found.path == os.path.join("..", "..", "necropsy.toml")
    (here.parent / "necropsy.toml").write_text("jobs = 2")
    found = find()
    assert found is not None
    assert (found.path, found.table) == (os.path.join("..", "necropsy.toml"), {"jobs": 2})
    assert found.where(("jobs",)) == f"{os.path.join('..', 'necropsy.toml')}:1"


def test_its_own_file_comes_before_the_shared_one(here: Path) -> None:
    (here / "pyproject.toml").write_text("[tool.necropsy]\njobs = 3\n")
    found = find()
    assert found is not None
    assert (found.path, found.table) == ("pyproject.toml", {"jobs": 3})
    assert found.where(("jobs",)) == "pyproject.toml:2"
    (here / "necropsy.toml").write_text("jobs = 1")
    found = find()
    assert found is not None
    assert found.path == "necropsy.toml"


@pytest.mark.parametrize("text", ["[tool.other]\njobs = 3\n", "no TOML", "name = 'necropsy'\ntool = 1\n"])
def test_a_shared_file_that_says_nothing_of_us_is_passed_over(here: Path, text: str) -> None:
    (here / "pyproject.toml").write_text(text)
    (here.parent / "necropsy.toml").write_text("jobs = 2")
    found = find()
    assert found is not None
    assert found.table == {"jobs": 2}


def test_paths_are_relative_to_the_file(here: Path) -> None:
    (here.parent / "necropsy.toml").write_text("")
    found = find()
    assert found is not None
    assert found.beside("bots.txt") == os.path.join("..", "bots.txt")
    assert found.beside("/etc/bots.txt") == "/etc/bots.txt"
    assert found.beside("s3://bucket/bots.txt") == "s3://bucket/bots.txt"
    assert found.beside("~/bots.txt") == os.path.expanduser("~/bots.txt")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.toml", b"a = 1\nb = ]\n", "a.toml:2: Invalid value"),
        ("a.toml", b"a = [\n1,\n", "a.toml:3: Invalid value"),
        ("a.toml", b"a = '\xff'", "a.toml: byte 5 is not UTF-8"),
        ("a.toml", None, "a.toml: No such file"),
        ("pyproject.toml", b"[tool.x]\n", "pyproject.toml: there is no table [tool.necropsy]"),
        ("pyproject.toml", b"[tool.necropsy]\na = ]\n", "pyproject.toml:2: Invalid value"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(
    here: Path, name: str, content: bytes | None, says: str
) -> None:
    if content is not None:
        (here / name).write_bytes(content)
    with pytest.raises(ConfigError) as error:
        read(name)
    assert says in str(error.value)
