"""How the cases of a Hengband rule become records.

``sample``   a file under ``tests/engine_truth/hengband``; ``human`` (a newborn Rogue) where it is not given.
``replace``  pairs of old and new text, each of them once in the file.
``above``    what a client of the score server says above the dump, as key: value.
``source``   the file's name.
``states``   what a run says of the file from the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from necropsy.games.hengband import GAME
from necropsy.record import Record, Standing
from necropsy.sources import decode

__all__ = ["GAME", "KEYS", "record_of"]

SAMPLES = Path(__file__).parent / "engine_truth" / "hengband"
NAMES = {
    "human": "en215_birth_r00_c03_p00_s0.txt",
    "titan": "en215_wiz0_r13_c23_p06_exp14175000.txt",
    "warrior": "jp215_wizb1_r00_c00_p00_exp4499999.txt",
    "merfolk": "jp302_birth_r37_c14_p12_s1.txt",
    "dead": "jp215_dead_A.txt",
}
KEYS = {"sample", "replace", "above", "source", "states"}


def text_of(sample: str) -> str:
    """The text of a sample, by its short name or its own."""
    return decode((SAMPLES / NAMES.get(sample, sample)).read_bytes()).text


def record_of(case: dict[str, Any]) -> Record:
    """The record of a case."""
    sample = case.get("sample", "human")
    text = text_of(sample)
    for old, new in case.get("replace", ()):
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
        text = text.replace(old, new)
    if "above" in case:
        head = case["above"]
        fields = head if isinstance(head, list) else [f"{key}: {value}" for key, value in head.items()]
        text = "\n".join([*fields, "-----charcter dump-----", text])
    source = case.get("source", NAMES.get(sample, sample))
    assert GAME.recognises(source, text)
    record = GAME.read(text, source)
    for fact, value in case.get("states", {}).items():
        record.state(fact, value, 0, "other games of the run", Standing.WITNESS)
    return record
