"""Each real file under some paths comes once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from necropsy.given import find_once, is_called_log
from necropsy.sources import signature


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files in two folders, and links."""
    (tmp_path / "a" / "below").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "one.txt").write_text("1")
    (tmp_path / "a" / "below" / "two.txt").write_text("2")
    (tmp_path / "b" / "to-one.txt").symlink_to(tmp_path / "a" / "one.txt")
    return tmp_path


def found(folder: Path, *names: str) -> list[str]:
    """The names found, within the folder."""
    sources = find_once([folder / name for name in names])
    return [str(Path(source.name).relative_to(folder)) for source in sources]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a"], ["a/below/two.txt", "a/one.txt"]),
        (["a", "a"], ["a/below/two.txt", "a/one.txt"]),
        (["a/below", "a"], ["a/below/two.txt", "a/one.txt"]),
        (["a", "a/below"], ["a/below/two.txt", "a/one.txt"]),
        (["a/one.txt", "a", "a/one.txt"], ["a/one.txt", "a/below/two.txt"]),
        (["b", "a"], ["a/below/two.txt", "a/one.txt"]),
        (["b"], ["b/to-one.txt"]),
        (["b/to-one.txt", "a"], ["b/to-one.txt", "a/below/two.txt"]),
        (["nowhere", "nowhere"], ["nowhere"]),
    ],
)
def test_what_is_found(folder: Path, names: list[str], expected: list[str]) -> None:
    assert found(folder, *names) == expected


def test_two_links_to_one_file_outside_are_one(folder: Path) -> None:
    (folder / "b" / "again.txt").symlink_to(folder / "a" / "one.txt")
    assert found(folder, "b") == ["b/again.txt"]


def test_a_file_that_was_named_is_marked_so(folder: Path) -> None:
    asked = {source.name: source.asked for source in find_once([folder / "a", folder / "a" / "one.txt"])}
    assert asked == {str(folder / "a" / "one.txt"): True, str(folder / "a" / "below" / "two.txt"): False}


def test_a_name_that_no_file_can_have() -> None:
    [source] = find_once(["nul\x00byte"])
    assert source.problem == "there is no such file or directory"


def test_a_single_path_needs_no_list(folder: Path) -> None:
    assert len(list(find_once(folder / "a"))) == len(list(find_once(str(folder / "a")))) == 2


@pytest.mark.parametrize(
    "name",
    [
        "logfile",
        "logfile34",
        "xlogfile.gz",
        "scores",
        "s/meta/0.34/logfile-sprint",
        "record.txt",
        "logfile-20240101",
    ],
)
def test_names_of_logs(name: str) -> None:
    assert is_called_log(name)


@pytest.mark.parametrize(
    "name",
    [
        "morgue-Logan-20261130-104024.txt",
        "s/morgue-Scores-20261130-104024.txt.gz",
        "Logan-20261130-104024.lst",
        "gnollhack.logan.1796036611.html",
        "Sapling.txt",
        "log/Sapling.txt",
    ],
)
def test_a_dump_is_no_log_whoever_played_the_game(name: str) -> None:
    assert not is_called_log(name)


def test_a_file_looks_in_its_directory_as_it_does_itself(folder: Path) -> None:
    os.mkfifo(folder / "b" / "pipe")
    found = list(find_once([folder / "b", folder / "a" / "below"]))
    assert any(Path(source.name).is_symlink() for source in found)
    assert [source.looks for source in found] == [signature(source) for source in found]
    (pipe,) = (source for source in found if source.name.endswith("pipe"))
    assert pipe.looks == ""
