"""Directories with things in them that are no files, that may not be read, and that are called strangely."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from confined import SAMPLES, can_be_humble, confined

HONEST = SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt"
ROOT = os.geteuid() == 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A directory that can be removed at the end, whatever was refused in it."""
    made = Path(tempfile.mkdtemp(prefix="necropsy-tree-"))
    yield made
    for path in made.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(made)


def told(
    folder: Path, *options: object, code: int = 0, **confines: Any
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Verdict and reasons of each file."""
    ended = confined("audit", folder, "-j", 1, "--format", "jsonl", *options, **confines)
    assert ended.code == code, ended.err
    assert not ended.err
    return {
        audit["source"].removeprefix(f"{folder}").removeprefix("/"): (
            audit["verdict"],
            tuple(audit["reasons"]),
        )
        for audit in ended.audits()
    }


HONEST_ONE = ("match", ())


def test_links_that_lead_in_circles_and_out_of_the_tree(folder: Path) -> None:
    tree, outside = folder / "tree", folder / "outside"
    (tree / "a" / "b").mkdir(parents=True)
    outside.mkdir()
    shutil.copy(HONEST, tree / "a" / HONEST.name)
    shutil.copy(HONEST, outside / "secret.txt")
    links = {
        "self": "self",
        "ping": "pong",
        "pong": "ping",
        "up": "..",
        "a/b/root": str(tree),
        "a/b/c": ".",
        "nothing.txt": "no-such-file.txt",
        "outside": str(outside),
        "zeros.txt": "/dev/zero",
        "copy.txt": f"a/{HONEST.name}",
        **{f"chain{n}": f"chain{n + 1}" for n in range(100)},
    }
    for name, target in links.items():
        os.symlink(target, tree / name)
    # A directory that a link leads to is not entered, and a file that is found anyway comes once.
    assert told(tree) == {f"a/{HONEST.name}": HONEST_ONE}


def test_what_is_no_file_is_not_opened(folder: Path) -> None:
    shutil.copy(HONEST, folder / HONEST.name)
    os.mkfifo(folder / "fifo.txt")
    os.mkfifo(folder / "logfile")
    os.mkfifo(folder / "x.tar.gz")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / "socket.txt"))
    audits = told(folder)
    listener.close()
    assert audits.pop(HONEST.name) == HONEST_ONE
    assert audits.pop("socket.txt")[0] == "unreadable"
    assert audits == dict.fromkeys(
        ("fifo.txt", "logfile", "x.tar.gz"), ("unreadable", ("not a regular file",))
    )


def test_a_pipe_that_is_given_as_a_log_ends_the_run_with_a_message(folder: Path) -> None:
    shutil.copy(HONEST, folder / HONEST.name)
    os.mkfifo(folder / "pipe")
    ended = confined("audit", folder / HONEST.name, "--log", folder / "pipe", "-j", 1, "--format", "jsonl")
    assert ended.code == 2
    assert "it could not be read whole" in ended.err
    assert sorted(audit["verdict"] for audit in ended.audits()) == ["match", "unreadable"]


@pytest.mark.skipif(not ROOT, reason="only root makes device nodes")
def test_devices(folder: Path) -> None:
    shutil.copy(HONEST, folder / HONEST.name)
    try:
        os.mknod(folder / "zero.txt", stat.S_IFCHR | 0o644, os.makedev(1, 5))
        os.mknod(folder / "disk.txt", stat.S_IFBLK | 0o644, os.makedev(7, 0))
    except PermissionError:
        pytest.skip("root may make no device nodes here")
    audits = told(folder)
    assert audits.pop(HONEST.name) == HONEST_ONE
    assert {verdict for verdict, _ in audits.values()} == {"unreadable"}
    assert audits["zero.txt"] == ("unreadable", ("not a regular file",))


@pytest.mark.skipif(not can_be_humble(), reason="root reads everything here, and cannot give that up")
def test_what_may_not_be_read_is_told_and_the_rest_is_audited(folder: Path) -> None:
    shutil.copy(HONEST, folder / HONEST.name)
    for name in ("closed", "unlisted", "unentered"):
        (folder / name).mkdir()
        shutil.copy(HONEST, folder / name / "x.txt")
    shutil.copy(HONEST, folder / "secret.txt")
    (folder / "secret.txt").chmod(0)
    (folder / "closed").chmod(0)
    (folder / "unlisted").chmod(0o111)
    (folder / "unentered").chmod(0o444)
    audits = told(folder, humble=ROOT)
    denied = ("unreadable", ("permission denied",))
    assert audits == {
        HONEST.name: HONEST_ONE,
        **dict.fromkeys(("secret.txt", "closed", "unlisted", "unentered/x.txt"), denied),
    }


NAMES = (
    b"escape\x1b[31m\x1b]0;owned\x07.txt",
    b"return\rMATCH  honest.txt",
    b"new\nline\nMISMATCH  somebody.txt",
    b"bidi\xe2\x80\xae\xe2\x81\xa6.txt",
    b"invalid\xff\xfe\xc3(.txt",
    b"back\x08\x08\x08space.txt",
    b"c1\xc2\x9b31m.txt",
    b'=HYPERLINK("http:evil").txt',
    b"+cmd|' C calc'!A0.txt",
    b"@SUM(1).txt",
    b"-2+3.txt",
    b"\t=1+1.txt",
    b"<script>alert(1)<script>.txt",
    b"[red]x[bold]:smile:.txt",
    b"`@everyone`](http:evil) | x.txt",
    b"&lt;b&gt;.txt",
    b"--help",
    b"{{7*7}}${x}.txt",
    b"%s%n%d.txt",
    b"con.txt",
    b"trailing .txt ",
    b"zero\xe2\x80\x8bwidth.txt",
    b"n" * 250 + b".txt",
)


def test_a_tree_of_strange_names_is_read_whole(folder: Path) -> None:
    for name in NAMES:
        shutil.copy(HONEST, os.path.join(os.fsencode(folder), name))
    audits = told(folder)
    assert len(audits) == len(NAMES)
    assert {verdict for verdict, _ in audits.values()} == {"match"}
