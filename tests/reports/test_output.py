"""Where reports are written to."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from necropsy.reports.output import opened


def test_a_file_is_replaced_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.csv"
    target.write_text("old")
    with opened(str(target)) as stream:
        stream.write("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert os.listdir(tmp_path) == ["report.csv"]


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "report.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    for text in ("first", "second"):
        with opened(str(link)) as stream:
            stream.write(text)
        assert link.is_symlink()
        assert target.read_text() == text


def test_a_device_and_a_pipe_are_written_to_as_they_are(tmp_path: Path) -> None:
    with opened("/dev/null") as stream:
        stream.write("gone")
    assert not os.path.isfile("/dev/null")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    with opened(str(pipe)) as stream:
        stream.write("through")
    reader.join(10)
    assert read == ["through"]
    assert pipe.is_fifo()


def test_a_name_that_no_encoding_has_is_written_out(tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    with opened(str(target)) as stream:
        stream.write("\udcff")
    assert target.read_text() == "\\udcff"
