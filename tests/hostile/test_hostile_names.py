"""Names of files and of players that are commands to a terminal, a sheet or a page, in every report."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from confined import BASE, FILE, MIB, SAMPLES, confined
from markdown_it import MarkdownIt
from test_hostile_trees import NAMES as FILES

MORGUE = (SAMPLES / "tampered" / "score-raised.txt").read_text("utf-8")
DUMPLOG = (SAMPLES / "gnollhack" / "gnollhack.valma.1796036912.txt").read_text("utf-8")
CHARACTER = (SAMPLES / "hengband" / "dump-en22116-2.2.1.txt").read_text("utf-8")
LINE = (SAMPLES / "tampered" / "with-log" / "logfile").read_text("utf-8").splitlines()[0]
XLOG_LINE = (SAMPLES / "gnollhack" / "xlogfile").read_text("utf-8").splitlines()[0]

PLAYERS = (
    "\x1b[31mred\x1b]0;title\x07",
    "\x1b[2J\x1b]8;;http://evil\x07click\x1b]8;;\x07",
    "\x9b31mc1\x9c",
    "\u202eevil\u2066\u200b\ufeff",
    "line\u2028break\u2029\x85",
    "a\x08\x08b\x7f",
    "\x00nul",
    '=HYPERLINK("http://evil")',
    "+cmd|' /C calc'!A0",
    "@SUM(1+9)*cmd",
    "-2+3",
    "\t=1+1",
    "\r=1+1",
    "\uff1d1+1",
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "<!--",
    "]]><evil/>",
    "&lt;evil&gt;&#x1b;",
    "[red]x[/red][link=http://evil]y[/link]:smile:",
    "`@everyone` ![x](http://evil) #1",
    "a|b|c",
    "{{7*7}}${7*7}",
    "%s%n",
    '"},{"verdict":"match"',
)

ACTIVE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""What no report for a terminal, a sheet or a program has raw; its own line breaks are another matter."""

MEMORY = BASE + 10 * FILE
WITH_LIBRARIES = 3 * 1024 * MIB
"""DuckDB and Arrow map some address space for each core, whatever they do; little of it is ever used."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("names")
    for name in FILES:
        with open(os.path.join(os.fsencode(made), name), "wb") as file:
            file.write(MORGUE.encode())
    for number, player in enumerate(PLAYERS):
        for kind, text, name in (
            ("d", MORGUE, "Pfijohu52"),
            ("g", DUMPLOG, "valma"),
            ("h", CHARACTER, "Nimble en22116"),
        ):
            assert name in text
            (made / f"{kind}{number}.txt").write_bytes(text.replace(name, player).encode())
    log = [LINE.replace("Kopadu", name.replace(":", "::")) for name in PLAYERS]
    (made / "logfile").write_bytes("\n".join([*log, *PLAYERS, ""]).replace("sc=14", "sc=999").encode())
    xlog = [XLOG_LINE.replace("anser", name) for name in PLAYERS]
    (made / "xlogfile").write_bytes(
        "\n".join([*xlog, *PLAYERS, ""]).replace("points=4", "points=94").encode()
    )
    return made


def reported(folder: Path, form: str) -> str:
    memory = MEMORY if form in ("table", "json", "jsonl", "csv", "md") else WITH_LIBRARIES
    ended = confined("audit", folder, "-j", 1, "--format", form, "--warnings", memory=memory)
    assert ended.code == 1
    assert not ACTIVE.search(ended.err)
    assert all(line.startswith("necropsy: ") for line in ended.err.splitlines())
    return ended.out


def test_table(folder: Path) -> None:
    text = reported(folder, "table")
    assert not ACTIVE.search(text)
    # Nothing is read as markup: it stands there as it was written.
    assert "[red]x[/red][link=http" in text
    assert "\\x1b[31mred\\x1b]0;title\\x07" in text
    assert all(len(line) <= 80 for line in text.splitlines() if str(folder) not in line)
    for line in text.splitlines():
        # A line that begins an audit is the program's own.
        if re.match("[A-Z]{5,}  ", line):
            assert str(folder) in line or re.match("[A-Z]+ +[0-9]+   ", line)


def test_json_and_json_lines(folder: Path) -> None:
    text, lines = reported(folder, "json"), reported(folder, "jsonl")
    assert not ACTIVE.search(text + lines)
    audits = [json.loads(line) for line in lines.split("\n") if line]
    assert json.loads(text) == audits
    sources = {audit["source"].removeprefix(f"{folder}/") for audit in audits}
    assert sources >= {os.fsdecode(name) for name in FILES}


def test_csv(folder: Path) -> None:
    text = reported(folder, "csv")
    assert not ACTIVE.search(text)
    rows = list(csv.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    for row in rows[1:]:
        for value in row:
            assert re.fullmatch(r"-?\d+(\.\d+)?", value) or not re.match(r"\s*[=+@\uff1d-]", value), value
    assert any("'=HYPERLINK" in value for row in rows for value in row)


def test_parquet(folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    out = tmp_path / "audits.parquet"
    ended = confined("audit", folder, "-j", 1, "-o", out, "--exit-zero", memory=WITH_LIBRARIES)
    assert ended.code == 0
    assert not ACTIVE.search(ended.err)
    assert sorted(os.listdir(tmp_path)) == ["audits.parquet"]
    tables = [pq.read_table(path) for path in sorted(out.rglob("*.parquet"))]
    assert sum(table.num_rows for table in tables) >= len(FILES)


class _Page(HTMLParser):
    """Counts the elements of a page, with the names of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, *(name for name, _ in attrs)))


def test_html(folder: Path, tmp_path: Path) -> None:
    pages = []
    plain = tmp_path / "plain.txt"
    plain.write_text(MORGUE, "utf-8")
    for path in (folder, plain):
        ended = confined("audit", path, "-j", 1, "--format", "html", memory=WITH_LIBRARIES)
        assert ended.code == 1
        pages.append(ended.out)
    hostile, honest = ({*_tags(page)} for page in pages)
    assert "onerror" not in {name for _, *names in hostile for name in names}
    assert {tag for tag, *_ in hostile} - {tag for tag, *_ in honest} <= {
        "details",
        "summary",
        "p",
        "ul",
        "li",
        "h3",
    }
    assert [tag for tag in _tags(pages[0]) if tag[0] == "script"] == [
        tag for tag in _tags(pages[1]) if tag[0] == "script"
    ]


def _tags(page: str) -> list[tuple[str, ...]]:
    parser = _Page()
    parser.feed(page)
    return parser.tags


def test_sarif(folder: Path) -> None:
    text = reported(folder, "sarif")
    assert not ACTIVE.search(text)
    for result in json.loads(text)["runs"][0]["results"]:
        # The links are the program's own, to the lines that it found.
        assert "](" not in re.sub(r"\\\]\(|\]\([0-9]+\)", "", result["message"]["text"])
        for location in result.get("locations", ()):
            address = location["physicalLocation"]["artifactLocation"]["uri"]
            assert re.fullmatch(r"[!-~]+", address), address


def test_junit(folder: Path) -> None:
    text = reported(folder, "junit")
    assert not ACTIVE.search(text)
    tags = {element.tag for element in ElementTree.fromstring(text).iter()}
    assert tags <= {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "error",
        "skipped",
        "system-out",
        "properties",
        "property",
    }


def test_markdown(folder: Path) -> None:
    text = reported(folder, "md")
    assert not ACTIVE.search(text)
    tokens = list(_flat(MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)))
    assert not {token.type for token in tokens} & {"html_inline", "link_open", "image"}
    for token in tokens:
        if token.type == "html_block":
            own = "<details><summary>[0-9]+ more lines?</summary>|</details>"
            assert re.fullmatch(own, token.content.strip())
    live = "".join(token.content for token in tokens if token.type == "text")
    assert "@everyone" not in live
    assert "evil" not in live


def _flat(tokens) -> Iterator:  # type: ignore[no-untyped-def,type-arg]
    for token in tokens:
        yield token
        yield from _flat(token.children or ())


@pytest.mark.parametrize("form", ["table", "json", "jsonl", "csv"])
def test_leaderboard(folder: Path, form: str) -> None:
    ended = confined("leaderboard", folder, "--format", form, memory=MEMORY)
    assert ended.code == 0
    assert not ACTIVE.search(ended.out + ended.err)
    if form == "csv":
        for row in csv.DictReader(io.StringIO(ended.out)):
            assert not re.match(r"\s*[=+@\uff1d-]", row["player"])


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_extract(folder: Path, form: str) -> None:
    ended = confined("extract", folder, "--format", form, memory=MEMORY)
    assert ended.code == 0
    assert not ACTIVE.search(ended.out + ended.err)


def test_explain(folder: Path) -> None:
    said = ""
    for name in ("d0.txt", "d2.txt", "g0.txt", "g3.txt", "h0.txt", "h3.txt"):
        ended = confined("explain", folder / name, memory=MEMORY)
        assert ended.code == 0
        said += ended.out
    assert not ACTIVE.search(said)
    assert "\\x1b[31mred" in said
    named = os.fsdecode(FILES[0])
    ended = confined("explain", folder / named, memory=MEMORY)
    assert not ACTIVE.search(ended.out)
    ended = confined("explain", folder / f"{named}.none", memory=MEMORY)
    assert ended.code == 2
    assert not ACTIVE.search(ended.err)


def test_a_store_and_what_is_asked_of_it(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    first = confined("audit", folder, "-j", 1, "--format", "jsonl", "--store", store, memory=WITH_LIBRARIES)
    again = confined("audit", folder, "-j", 1, "--format", "jsonl", "--store", store, memory=WITH_LIBRARIES)
    assert first.code == again.code == 1
    assert first.out == again.out
    assert not ACTIVE.search(first.out + first.err + again.err)
    for form in ("table", "csv", "json"):
        ended = confined(
            "query",
            store,
            "SELECT source, player, verdict FROM audits",
            "--format",
            form,
            memory=WITH_LIBRARIES,
        )
        assert ended.code == 0
        assert not ACTIVE.search(ended.out)
        if form == "csv":
            for row in csv.DictReader(io.StringIO(ended.out)):
                assert not re.match(r"\s*[=+@\uff1d-]", row["player"])
    assert sorted(os.listdir(tmp_path)) == ["a.duckdb"]
