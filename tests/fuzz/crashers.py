"""Files that broke a promise once: kept small, with what they did, and tried again by the tests.

``crashers/GAME/`` has for each of them a directory with the file itself, by the name by which it
is audited, and ``crasher.toml``, which says what it did. Where the promise was one about a
harmed file, the file that it was made from lies beside it in ``original/``.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fuzz.invariants import Sample
from fuzz.subjects import FOLDER

__all__ = ["Crasher", "crashers", "keep", "smaller"]

CRASHERS = FOLDER / "crashers"
_ORIGINAL = "original"
_STORY = "crasher.toml"


@dataclass(frozen=True, slots=True)
class Crasher:
    """A file that broke a promise.

    Attributes:
        title: the name of its directory, with the game.
        sample: the file.
        did: what it did.
        original: the file that it was made from, if that matters.
        honest: whether it only lost its end.
        verdict: what it comes to since; empty where that does not matter.
    """

    title: str
    sample: Sample
    did: str
    original: Sample | None = None
    honest: bool = False
    verdict: str = ""


def crashers() -> Iterator[Crasher]:
    """All that were kept."""
    for story in sorted(CRASHERS.glob(f"*/*/{_STORY}")):
        told = tomllib.loads(story.read_text("utf-8"))
        folder = story.parent
        sample = _only_file(folder)
        assert sample is not None, f"{folder} lacks the file"
        yield Crasher(
            f"{folder.parent.name}/{folder.name}",
            sample,
            told["did"],
            _only_file(folder / _ORIGINAL),
            told.get("honest", False),
            told.get("verdict", ""),
        )


def _only_file(folder: Path) -> Sample | None:
    for path in sorted(folder.glob("*")):
        if path.is_file() and path.name != _STORY:
            return Sample(path.name, path.read_bytes())
    return None


def keep(
    game: str, sample: Sample, did: str, *, original: Sample | None, honest: bool, home: Path = CRASHERS
) -> Path:
    """Keep a file that broke a promise.

    Args:
        game: short name of its game.
        sample: the file.
        did: what it did.
        original: what it was made from, if that matters.
        honest: whether it only lost its end.
        home: where crashers are kept.

    Returns:
        Its directory.
    """
    folder = home / game / hashlib.sha256(sample.name.encode() + b"/" + sample.data).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / sample.name).write_bytes(sample.data)
    if original is not None:
        (folder / _ORIGINAL).mkdir(exist_ok=True)
        (folder / _ORIGINAL / original.name).write_bytes(original.data)
    story = f"did = {_quoted(did)}\n" + ("honest = true\n" if honest else "")
    (folder / _STORY).write_text(story, "utf-8")
    return folder


def _quoted(text: str) -> str:
    plain = "".join(letter if letter.isprintable() and letter not in '"\\' else " " for letter in text)
    return f'"{plain}"'


def smaller(data: bytes, breaks: Callable[[bytes], bool], *, tries: int = 400) -> bytes:
    """A smaller file that does the same: lines are taken out, then bytes, while it does.

    Args:
        data: the file.
        breaks: whether a file does it.
        tries: how many files are tried.
    """
    for parts in (data.splitlines(keepends=True), None):
        pieces: list[bytes] = parts if parts is not None else [bytes([byte]) for byte in data]
        size = max(len(pieces) // 2, 1)
        while tries > 0 and pieces:
            at = 0
            while at < len(pieces) and tries > 0:
                fewer = pieces[:at] + pieces[at + size :]
                tries -= 1
                if breaks(b"".join(fewer)):
                    pieces = fewer
                else:
                    at += size
            if size == 1:
                break
            size //= 2
        data = b"".join(pieces)
    return data
