"""Logs of which little is a log."""

from __future__ import annotations

import gzip
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from confined import BASE, MIB, SAMPLES, audited, confined

PIECE = MIB
"""A log is read in pieces of that size, and what its lines are is kept no longer than the piece."""

OF_A_PIECE = 64 * PIECE
"""What a piece may take: each of its lines is a record, an audit and the text of a report for a while."""

MEMORY = BASE + OF_A_PIECE

PAIR = SAMPLES / "tampered" / "with-log"
LINES = (PAIR / "logfile").read_text("utf-8").splitlines()
XLOG_LINE = (SAMPLES / "gnollhack" / "xlogfile").read_text("utf-8").splitlines()[0]
MANY = 250_000


def test_many_broken_lines(tmp_path: Path) -> None:
    """Each is told, with its number and what is wrong with it; the games between them are audited."""
    path = tmp_path / "logfile"
    path.write_text("\n".join([LINES[0], "v=0.34.1:name=x\n" * (MANY - 1) + "v=0.34.1:name=x", LINES[1], ""]))
    out = tmp_path / "out.csv"
    ended = confined("audit", path, "-j", 1, "-o", out, memory=MEMORY, cpu=30)
    assert ended.code == 0
    with out.open(encoding="utf-8", newline="") as file:
        next(file)
        told: Counter[str] = Counter()
        for number, row in enumerate(file, 1):
            source, *cells = row.split(",", 18)
            assert source == f"{path}:{number}"
            told[cells[5]] += 1
    assert told == {"unreadable": MANY, "match": 2}


# The table of so many took half a minute while Rich wrote each of its lines.
IN_A_TABLE = 40_000


def test_a_table_of_broken_lines(tmp_path: Path) -> None:
    path = tmp_path / "logfile"
    path.write_text(f"{LINES[0]}\n" + "v=0.34.1:name=x\n" * IN_A_TABLE)
    ended = confined("audit", path, "-j", 1, memory=MEMORY, cpu=10)
    assert ended.code == 0
    assert ended.out.count(f"UNREADABLE  {path}:") == IN_A_TABLE
    assert f"UNREADABLE  {path}:{IN_A_TABLE + 1}\n  the line is of no game: it has no sc\n" in ended.out


STRANGE = {
    "empty lines": "\n" * (2 * MIB),
    "short lines": "x\n" * 40_000,
    "separators": ":::\n" * 20_000,
    "one line of fields": "x=1:" * (2 * MIB),
    "one line of names": "name=" + "::" * (4 * MIB),
    "NULs": "\0" * (8 * MIB),
    "carriage returns": "\r" * (2 * MIB),
    "tabs": "\t" * (8 * MIB),
    "a number without end": f"v=0.34.1:name=x:sc={'9' * 60_000}:turn={'9' * 4_000}",
    "many digits": f"{LINES[0].replace('sc=14', 'sc=' + '9' * 5_000)}",
    "equal fields": f"{LINES[0]}{':name=x' * 9_000}",
}

LOGS_OF = {"many digits": ("logfile",), "equal fields": ("logfile",)}
"""In which logs a filling lies that is a line of DCSS."""


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("logs")
    names = []
    for number, (kind, filling) in enumerate(STRANGE.items()):
        for name, line in (("logfile", LINES[0]), ("xlogfile", XLOG_LINE)):
            if name in LOGS_OF.get(kind, ("logfile", "xlogfile")):
                (folder / f"{name}-{number:02}").write_text(f"{line}\n{filling}\n{line}\n")
                names.append(f"{name}-{number:02}")
    ended = confined("audit", folder, "-j", 1, "--format", "jsonl", memory=MEMORY)
    assert ended.code in (0, 1)
    return names, ended.audits()


@pytest.mark.parametrize("kind", STRANGE)
def test_the_lines_around_what_is_strange_are_read(
    strange: tuple[list[str], list[dict[str, Any]]], kind: str
) -> None:
    number = [*STRANGE].index(kind)
    between = STRANGE[kind].count("\n") + 1
    for log in LOGS_OF.get(kind, ("logfile", "xlogfile")):
        name = f"{log}-{number:02}"
        assert name in strange[0]
        audits = {
            int(audit["source"].rpartition(":")[2]): audit
            for audit in strange[1]
            if f"/{name}:" in audit["source"]
        }
        # The same game was told in the first of the logs, and once more below.
        assert audits[1]["verdict"] in ("match", "skipped")
        last = audits[max(audits)]
        assert last["source"].endswith(f":{between + 2}")
        assert last["verdict"] == "skipped"
        assert last["reasons"][0].startswith("the same game as ")


def test_a_log_of_the_server_that_is_damaged_ends_with_2_and_all_else_is_told(tmp_path: Path) -> None:
    shutil.copytree(PAIR, tmp_path / "pair")
    dumps = sorted((tmp_path / "pair").glob("morgue-*"))
    honest = (PAIR / "logfile").read_bytes()
    logs = {
        "bomb.gz": (gzip.compress(honest) + gzip.compress(bytes(64 * MIB)) * 16, "--max-ratio"),
        "cut.gz": (gzip.compress(honest)[:-9], "ends too early"),
        "nul": (bytes(MIB), "given as a log, and no log of a game known here"),
        "zip.zip": (b"PK\3\4" + honest, "damaged zip"),
    }
    for name, (data, why) in logs.items():
        log = tmp_path / name
        log.write_bytes(data)
        ended = confined("audit", *dumps, "--log", log, "-j", 1, "--format", "jsonl", memory=MEMORY)
        assert ended.code == 2
        assert f"--log {log}" in ended.err
        audits = ended.audits()
        assert {audit["source"] for audit in audits} >= {*map(str, dumps)} - {
            a["source"] for a in audits if a["verdict"] == "unreadable"
        }
        assert any(why in reason for audit in audits for reason in audit["reasons"])


def test_a_log_that_is_hostile_leaves_the_games_of_the_others_alone(tmp_path: Path) -> None:
    """A file that is only called a log, in the directory of a player, is no log of the server."""
    shutil.copytree(PAIR, tmp_path / "pair")
    before = audited([tmp_path / "pair"], code=1)
    (tmp_path / "pair" / "logfile-evil").write_text("name=x\n" * 10)
    (tmp_path / "pair" / "scores").write_bytes(b"\0" * 1000)
    after = audited([tmp_path / "pair"], code=1)
    assert {name: (audit["verdict"], len(audit["findings"])) for name, audit in before.items()}.items() <= {
        name: (audit["verdict"], len(audit["findings"])) for name, audit in after.items()
    }.items()
