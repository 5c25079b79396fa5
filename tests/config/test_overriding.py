"""The tables ``[[override]]``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from necropsy.config import ConfigError, config_of, read
from necropsy.override import Override, Overrides


def overrides(folder: Path, text: str) -> Overrides:
    path = folder / "necropsy.toml"
    path.write_text(text, "utf-8")
    return config_of(read(str(path)), {}).overrides


def test_they_are_read_with_reason_and_place(tmp_path: Path) -> None:
    found = overrides(
        tmp_path,
        """\
[[override]]
paths = ["old/**", "*.txt"]
ignore = ["c104", { rule = "F1", why = "b" }]  # a
[[override]]  # copies
paths = "*.html"
skip = true
[[override]]
paths = ["new/"]
select = "S"
why = "scores alone"  # and not this
""",
    )
    where = str(tmp_path / "necropsy.toml")
    assert found.each == (
        Override(("old/**", "*.txt"), (), ("C104", "F1"), why="a; b"),
        Override(("*.html",), skip=True, why="copies"),
        Override(("new/",), ("S",), why="scores alone"),
    )
    assert [each.where for each in found.each] == [f"{where}:1", f"{where}:4", f"{where}:7"]
    assert (found.root, found.start) == (str(tmp_path), os.getcwd())


def test_without_any_nothing_depends_on_where_the_file_lies(tmp_path: Path) -> None:
    assert overrides(tmp_path, "") == Overrides()


HEAD = "[[override]]\n"
PATHS = f'{HEAD}paths = ["a"]\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{PATHS}ignor = []", ":3: ignor: no key of that name for an override; is ignore meant?"),
        (f"{PATHS}x = 1", ":3: x: no key of that name for an override (paths, select, ignore, skip, why)"),
        (f"{PATHS}skip = 1", ":3: skip: expected true or false"),
        (f"{PATHS}skip = true\nwhy = 1", ":4: why: expected a text in quotes"),
        (f"{PATHS}skip = true\nignore = 'S'", ":3: skip: no rule runs on what is skipped"),
        (PATHS, ":1: override: says neither ignore, nor select, nor skip = true"),
        (f"{PATHS}ignore = ['Q']", ":3: Q: no rule begins so"),
        (f"{HEAD}skip = true", ":1: paths: expected a list of patterns"),
        (f"{HEAD}paths = []\nskip = true", ":2: paths: expected a list of patterns"),
        (f"{HEAD}paths = 1\nskip = true", ":2: paths: expected a list of patterns"),
        (f"{HEAD}paths = [\n'a',\n1]\nskip = true", ":4: paths: a pattern is a text in quotes"),
        (f"{HEAD}paths = ['#x']\nskip = true", ":2: paths: a pattern is a text in quotes"),
        (f"{HEAD}paths = ['!']\nskip = true", ":2: paths: Invalid git pattern"),
        (f"{HEAD}paths = ['../x']\nskip = true", ":2: paths: ../x: a pattern begins at the directory"),
    ],
)
def test_what_is_wrong_is_said_with_the_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as error:
        overrides(tmp_path, text)
    assert f"necropsy.toml{says}" in str(error.value)


def test_a_path_from_the_root_of_the_disk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="a pattern begins at the directory of this file"):
        overrides(tmp_path, f"{HEAD}paths = ['{tmp_path}/old/**']\nskip = true")
