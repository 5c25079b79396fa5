"""What the program never does, whatever is in the files that it reads: README.md, Security."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from audits import audit_of
from lxml import html
from pages import page_of
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app
from necropsy.games.gnollhack.html import read_page
from necropsy.making import Making
from necropsy.parquet import Dataset
from necropsy.reports.output import opened
from necropsy.reports.page import render
from necropsy.rules import Finding, Severity
from necropsy.sources import Source
from necropsy.telling import Origin
from necropsy.verdict import Verdict
from necropsy.watching.case import case_of
from necropsy.watching.posting import ToCommand

SOURCE = Path(necropsy.__file__).parent
SAMPLES = Path(__file__).parent.parent / "sample_morgues"
TREES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}

# ------------------------------------------------------------------------- what stands in the source

_NO_CALLS = re.compile(
    r"(?:builtins\.)?(?:eval|exec|compile|__import__|breakpoint|input)"
    r"|os\.(?:system|popen|exec\w+|spawn\w+|posix_spawnp?|startfile|chown|umask|tempnam|tmpnam)"
    r"|tempfile\.mktemp|subprocess\.(?:run|call|check_call|check_output|getoutput|getstatusoutput|Popen)"
    r"|asyncio\.create_subprocess_\w+|.*\.(?:extract|extractall|unpack_archive|load_extension|install_extension)"
)
"""Calls that run, unpack or load what a file may hold."""

_NO_MODULES = re.compile(
    r"ctypes|dbm|dill|cloudpickle|ftplib|http|imaplib|joblib|jsonpickle|marshal|pickle|poplib|pty|requests"
    r"|shelve|smtplib|socket|socketserver|ssl|telnetlib|urllib\.request|xml|xmlrpc|yaml|webbrowser"
)
"""Modules that unpickle, fetch, or parse what lxml parses here with its limits."""

_ALLOWED = {
    ("watching/posting.py", "subprocess.Popen"): "the command of `watch --exec`, as its user gave it",
}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Each call: the file, the name of what is called, and the call."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield path.relative_to(SOURCE).as_posix(), ast.unparse(node.func), node


def test_nothing_of_a_file_is_run_unpickled_or_unpacked() -> None:
    found = {(path, name) for path, name, _ in calls() if _NO_CALLS.fullmatch(name)}
    assert found == set(_ALLOWED)


def test_no_shell_has_a_part_in_anything() -> None:
    told = [
        path
        for path, _, call in calls()
        for word in call.keywords
        if word.arg == "shell" and not (isinstance(word.value, ast.Constant) and not word.value.value)
    ]
    assert told == []


def test_no_module_is_imported_that_unpickles_or_fetches() -> None:
    told = set()
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            told |= {(path.name, name) for name in names if _is_forbidden(name)}
    assert told == set()


def _is_forbidden(name: str) -> bool:
    return any(_NO_MODULES.fullmatch(each) for each in (name, name.partition(".")[0]))


def test_a_module_that_is_named_when_it_is_needed_is_one_of_ours() -> None:
    for path, name, call in calls():
        if name.endswith("import_module"):
            named = ast.unparse(call.args[0])
            assert not re.search(r"source|record|line|text", named), f"{path}: {named}"


# ------------------------------------------------------------------------------ what a run does

_WATCHED = """
import sys
AUDIT = ["audit", "--no-config", "--exit-zero", "-q", "-j", "1"]
EVENTS = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pickle.", "ftplib.",
          "http.", "urllib.", "webbrowser.", "shutil.unpack", "ctypes.dlopen")
seen = set()
def hook(event, arguments):
    if event.startswith(EVENTS):
        seen.add(event)
    elif event == "open" and isinstance(arguments[0], (str, bytes)):
        path, mode, flags = arguments
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & 3):
            seen.add(f"writes {path!r}")
        else:
            seen.add(f"reads {path!r}")
from necropsy.cli import app
for warm in (True, False):
    # What is imported late is imported; then the hook is there.
    if not warm:
        sys.addaudithook(hook)
    app([*AUDIT, "hostile", "-o", "out.jsonl"], standalone_mode=False)
print(*sorted(seen), sep="\\n")
"""

_ENTITIES = """<!DOCTYPE html SYSTEM "http://192.0.2.1/a.dtd" [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<html><head><title>GnollHack</title><link rel="stylesheet" href="http://192.0.2.1/a.css"></head>
<body><h2>&x;</h2><script src="http://192.0.2.1/a.js"></script><img src="file:///etc/hostname">
"""


def test_a_run_reads_what_it_is_given_and_writes_its_report(tmp_path: Path) -> None:
    """Seen by an audit hook of Python: no network, no process, no other file."""
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    page = (SAMPLES / "gnollhack/gnollhack.barka.1796036227.html").read_text("utf-8")
    (hostile / "page.html").write_text(_ENTITIES + page[page.index("<body") :], "utf-8")
    with zipfile.ZipFile(hostile / "slip.zip", "w") as archive:
        archive.write(SAMPLES / "dcss/morgue-Rijodo-20261130-104529.txt", "../../../slipped.txt")
        archive.writestr("/etc/slipped", "x")
    (hostile / "link.txt").symlink_to("/etc/hostname")
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    seen = done.stdout.splitlines()
    reads = {line for line in seen if line.startswith("reads ")}
    writes = {line for line in seen if line.startswith("writes ")}
    assert set(seen) == reads | writes
    assert len(writes) == 1
    assert re.fullmatch(r"writes '.*/\.out\.jsonl\.[0-9a-f]{8}\.tmp/new'", writes.pop())
    # The directory that the report is made in is locked.
    reads = {line for line in reads if not re.search(r"/\.out\.jsonl\.[0-9a-f]{8}\.tmp'$", line)}
    ours = (str(SOURCE), os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, "hostile", str(hostile))
    other = [line for line in reads if not line.removeprefix("reads '").startswith(ours)]
    # The link leads to a file that was given by its name.
    assert set(other) <= {"reads '/etc/hostname'"}
    audits = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert any("slipped.txt" in audit["source"] and audit["verdict"] == "match" for audit in audits)
    assert not list(tmp_path.parent.glob("slipped*"))


def test_an_entity_of_a_page_brings_in_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("do not tell", "utf-8")
    text = f'<!DOCTYPE x [<!ENTITY x SYSTEM "{secret.as_uri()}">]><html><body><h2>a &x; b</h2></body></html>'
    page, _ = read_page(text)
    assert not any("do not tell" in line for line in page.lines)


def test_the_command_of_a_watch_gets_nothing_of_a_file_but_on_its_input(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    code = (
        "import json, os, sys; json.dump([sys.argv[1:], dict(os.environ), os.fstat(0).st_mode,"
        f" os.fstat(0).st_nlink, sys.stdin.read()], open({str(told)!r}, 'w'))"
    )
    hostile = "$(touch x) `id` ; rm -rf / \n'\" --help"
    audit = audit_of(hostile, Verdict.TAMPERED, player=hostile)
    case = case_of(json.dumps(audit.to_dict()), "dump", (Origin(Source("x"), "d"),), 3)
    ToCommand([sys.executable, "-c", code, "--from", "necropsy"], 30).post(case)
    arguments, environment, mode, links, given = json.loads(told.read_text("utf-8"))
    assert arguments == ["--from", "necropsy"]
    assert {name: environment.get(name) for name in os.environ} == dict(os.environ)
    assert json.loads(given)["source"] == hostile
    # Nobody else can read what it is given, and it has no name.
    assert (stat.S_IMODE(mode), links) == (0o600, 0)


# ---------------------------------------------------------------------------- what it writes where


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_to_all")
def test_a_report_is_as_private_as_the_one_that_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    for mode in (None, 0o600, 0o640):
        if mode is not None:
            path.chmod(mode)
        with opened(str(path)) as stream:
            stream.write("new")
            (making,) = tmp_path.glob(".report.csv.*.tmp")
            assert stat.S_IMODE(making.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == (mode or 0o644)


@pytest.mark.usefixtures("open_to_all")
def test_so_is_a_data_set(tmp_path: Path) -> None:
    path = tmp_path / "audits.parquet"
    for mode in (0o755, 0o700):
        with Dataset(path):
            pass
        path.chmod(mode)
    with Dataset(path):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_what_lies_in_the_way_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has guessed the temporary name, and laid a link there."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "0" * 8)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / ".report.csv.00000000.tmp").symlink_to(elsewhere)
    with pytest.raises(FileExistsError), Making(str(tmp_path / "report.csv")):
        pass
    assert list(elsewhere.iterdir()) == []


# ---------------------------------------------------------------------------------- SQL, page, sheet

_FORBIDDEN_SQL = [
    "SELECT * FROM read_csv('{file}')",
    "FROM '{file}'",
    "SELECT * FROM read_text('{file}')",
    "SELECT * FROM sniff_csv('{file}')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM parquet_scan('https://192.0.2.1/x.parquet')",
    "COPY (SELECT 1) TO '{made}'",
    "SELECT 1; COPY (SELECT 1) TO '{made}'; SELECT 2",
    "EXPORT DATABASE '{made}'",
    "ATTACH '{made}' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "SET temp_directory = '{made}'",
    "PRAGMA profiling_output = '{made}'",
    "CREATE SECRET s (TYPE S3)",
    "SELECT getenv('HOME')",
    "SELECT * FROM tmp_path",
    "INSERT INTO games SELECT * FROM games",
    "CREATE TABLE x AS SELECT 1",
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    path = folder / "audits.duckdb"
    arguments = ["audit", "--no-config", "--exit-zero", "-q", "-j", "1", str(SAMPLES / "hengband")]
    done = CliRunner().invoke(app, [*arguments, "--store", str(path), "-o", str(folder / "out.csv")])
    assert done.exit_code == 0, done.output
    return path


@pytest.mark.parametrize("sql", _FORBIDDEN_SQL)
def test_a_query_reaches_nothing_but_its_store(sql: str, store: Path, tmp_path: Path) -> None:
    file, made = tmp_path / "secret.csv", tmp_path / "made"
    file.write_text("a\ndo not tell\n", "utf-8")
    before = store.read_bytes()
    done = CliRunner().invoke(app, ["query", str(store), sql.format(file=file, made=made)])
    assert done.exit_code == 2
    assert "do not tell" not in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]
    assert store.read_bytes() == before


def test_no_cell_of_a_query_is_a_formula(store: Path) -> None:
    sql = "SELECT '=1+1' AS a, '@x' AS b, '-1' AS \"=c\""
    done = CliRunner().invoke(app, ["query", str(store), sql, "--format", "csv"])
    cells = [cell for line in done.stdout.splitlines() for cell in line.split(",")]
    assert len(cells) == 6
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


_HOSTILE = "<img src=x onerror=alert(1)>\"'</script><a href=javascript:alert(1)>{{ 7*7 }}"


def test_the_page_runs_its_own_scripts_and_no_others() -> None:
    audit = audit_of(_HOSTILE, Verdict.TAMPERED, player=_HOSTILE, version=_HOSTILE)
    audit.findings = (Finding("C101", Severity.ERROR, _HOSTILE, _HOSTILE, _HOSTILE),)
    page = html.document_fromstring(page_of([audit]))
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy
    assert "http" not in policy
    scripts = [each for each in page.iter("script") if each.get("type") != "application/json"]
    digests = {base64.b64encode(hashlib.sha256(each.text.encode()).digest()).decode() for each in scripts}
    assert set(rules["script-src"].split()) == {f"'sha256-{digest}'" for digest in digests}
    attributes = [name for element in page.iter() for name in getattr(element, "attrib", {})]
    assert not [name for name in attributes if name.startswith("on")]
    assert not page.xpath(
        "//script/@src | //link[@rel='stylesheet'] | //iframe | //object | //embed | //form/@action"
    )
    links = page.xpath("//@href | //@src")
    assert all(re.match(r"#|data:,$|https://", link) for link in links), links
    assert "49" not in "".join(page.xpath("//body//p//text()"))


def test_what_stands_in_the_page_as_it_is_comes_from_the_program() -> None:
    assert render._environment().autoescape is True
    template = (SOURCE / "reports/page/templates/page.html").read_text("utf-8")
    raw = set(re.findall(r"\{\{\s*([\w.]+)\s*\|\s*safe", template))
    assert raw == {"style", "script", "data.games", "data.cases", "data.charts"}
    assert "autoescape" not in template
    assert len(re.findall(r"\bsafe\b", template)) == len(raw)
