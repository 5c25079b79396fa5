"""The sample morgues get the verdicts that their index promises, for the reasons that it names."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import html

import necropsy
from necropsy import Audit, Finding, Severity
from necropsy.games import games

SAMPLES = Path(__file__).parent.parent / "sample_morgues"

# Where the copies with edits lie, and where the files are that were edited.
BASES = {"tampered": "dcss", "tampered/gnollhack": "gnollhack", "tampered/hengband": "hengband"}


class Written(NamedTuple):
    """A row of a game's table: a file as the game wrote it."""

    folder: str
    file: str
    what: str
    verdict: str
    rules: tuple[str, ...]


class Tampered(NamedTuple):
    """A row of a table of edits: a copy with an edit, or an edited line of a log."""

    folder: str
    file: str
    bases: tuple[str, ...]
    line: str
    what: str
    verdict: str
    rules: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def lines(self) -> list[int]:
        """The lines with the edit; of a line that is missing the one above the gap."""
        return numbers(self.line.partition("by")[0])

    @property
    def shown(self) -> list[int]:
        """The lines of which the evidence must show one."""
        return numbers(self.line.partition("by")[2]) or self.lines


class WithLog(NamedTuple):
    """A row of the table of forgeries beside the log of their games."""

    file: str
    what: str
    alone: str
    joined: str
    rules: tuple[str, ...]
    values: tuple[str, ...]


class Walked(NamedTuple):
    """A row of the table of edited copies that get another verdict in a walk."""

    file: str
    verdict: str
    rules: tuple[str, ...]


class Joined(NamedTuple):
    """A row of the table of files that are audited together with a line of their game."""

    file: str
    log: str
    verdict: str
    rules: tuple[str, ...]
    values: tuple[str, ...]


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the table below a heading of the index."""
    section = (SAMPLES / "INDEX.md").read_text(encoding="utf-8").partition(f"\n## {heading}:")[2]
    for line in section.partition("\n## ")[0].splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def codes(cell: str) -> tuple[str, ...]:
    """The rule codes of a cell."""
    return tuple(re.findall(r"[A-Z]\d{3}", cell))


def quoted(cell: str) -> tuple[str, ...]:
    """What stands between backticks."""
    return tuple(re.findall(r"`([^`]+)`", cell))


def numbers(cell: str) -> list[int]:
    """The numbers of a cell."""
    return [int(number) for number in re.findall(r"\d+", cell)]


WRITTEN = [
    Written(folder, file.strip("`"), what, verdict, codes(rules))
    for folder in BASES.values()
    for file, what, verdict, rules in rows(folder)
]
TAMPERED = [
    Tampered(folder, file.strip("`"), tuple(bases.split()), line, what, verdict, codes(rules), quoted(values))
    for folder in BASES
    for file, bases, line, what, verdict, rules, values in rows(folder)
]
JOINED = [
    Joined(file.strip("`"), log.strip("`"), verdict, codes(rules), quoted(values))
    for file, log, verdict, rules, values in rows("joined")
]

WITH_LOG = [
    WithLog(file.strip("`"), what, alone, joined, codes(rules), quoted(values))
    for file, what, alone, joined, rules, values in rows("tampered/with-log")
]
WALKED = [Walked(file.strip("`"), verdict, codes(rules)) for file, verdict, rules in rows("walk")]


def name_of(row: Written | Tampered | Joined) -> str:
    """A row's name as a test."""
    if isinstance(row, Joined):
        return row.file
    line = f":{row.line}" if isinstance(row, Tampered) and is_log(row.file) else ""
    return f"{row.folder}/{row.file}{line}"


def is_log(file: str) -> bool:
    """Whether a sample holds a game on each line."""
    return file.startswith(("xlogfile", "logfile"))


FOUND = [row for row in TAMPERED if row.rules]
FORGED = [row for row in TAMPERED if not row.rules]

each_written = pytest.mark.parametrize("row", WRITTEN, ids=name_of)
each_tampered = pytest.mark.parametrize("row", TAMPERED, ids=name_of)
each_found = pytest.mark.parametrize("row", FOUND, ids=name_of)
each_forged = pytest.mark.parametrize("row", FORGED, ids=name_of)
each_with_log = pytest.mark.parametrize("row", WITH_LOG, ids=lambda row: row.file)
each_joined = pytest.mark.parametrize("row", JOINED, ids=name_of)


@cache
def audits_of(*files: str) -> list[Audit]:
    """The audits of some samples together; of a log one for each line."""
    return list(necropsy.audit_paths([SAMPLES / file for file in files]))


def audit_of(row: Tampered) -> Audit:
    """The audit of an edited file, or of an edited line."""
    audits = audits_of(f"{row.folder}/{row.file}")
    if is_log(row.file):
        return audits[row.lines[0] - 1]
    (audit,) = audits
    return audit


def found_by(audit: Audit, rule: str) -> list[Finding]:
    """A rule's findings."""
    return [finding for finding in audit.findings if finding.rule == rule]


def errors(audit: Audit) -> set[str]:
    """The rules that found an error."""
    return {finding.rule for finding in audit.findings if finding.severity is Severity.ERROR}


def names(text: str, value: str) -> bool:
    """Whether a text has the value as a word of its own: ``7`` is not in ``2,794``."""
    return re.search(rf"(?<![\w.,]){re.escape(value)}(?!\w|[.,]\d)", text) is not None


def named_together(findings: list[Finding], values: tuple[str, ...]) -> bool:
    """Whether one message has all the values."""
    return any(all(names(finding.message, value) for value in values) for finding in findings)


def lines_of(folder: str, file: str) -> list[bytes]:
    """A sample's lines, to the byte, unpacked where it is packed."""
    data = (SAMPLES / folder / file).read_bytes()
    return (gzip.decompress(data) if file.endswith(".gz") else data).splitlines(keepends=True)


def base_lines(row: Tampered, base: str) -> list[bytes]:
    """The lines of a file that was edited; of a log the line that was."""
    folder = BASES[row.folder]
    if is_log(row.file):
        return [line for line in lines_of(folder, "xlogfile") if f"\tname={base}\t".encode() in line]
    ending = ".html" if ".html" in row.file else ".txt"
    files = [written.file for written in WRITTEN if written.folder == folder]
    (file,) = (file for file in files if re.fullmatch(rf"\w+[-.]{base}[-.].*{re.escape(ending)}", file))
    return lines_of(folder, file)


def as_read(line: bytes, file: str) -> str:
    """A line as evidence shows it: of a page without its tags."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        text = line.decode("euc_jp").strip()
    return html.fromstring(text).text_content().strip() if ".html" in file else text


@pytest.mark.parametrize("folder", [*BASES.values(), *BASES])
def test_index_and_folder_agree(folder: str) -> None:
    listed = [row.file for row in (*WRITTEN, *TAMPERED) if row.folder == folder]
    of_one_game = [file for file in listed if not is_log(file)]
    assert len(of_one_game) == len(set(of_one_game))
    assert set(listed) == {path.name for path in (SAMPLES / folder).iterdir() if path.is_file()}


def test_samples_stay_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 1_000_000


def test_rules_named_exist() -> None:
    known = {rule.code for game in games() for rule in game.rulebook}
    assert {rule for row in (*WRITTEN, *TAMPERED, *JOINED, *WITH_LOG, *WALKED) for rule in row.rules} <= known


@each_written
def test_written_by_the_game(row: Written) -> None:
    audits = audits_of(f"{row.folder}/{row.file}")
    assert {audit.verdict.value for audit in audits} == set(row.verdict.split(", "))
    assert {finding.rule for audit in audits for finding in audit.findings} == set(row.rules)
    assert not any(errors(audit) for audit in audits)


def test_one_line_for_each_game_that_counts() -> None:
    log = "".join(line.decode() for line in lines_of("gnollhack", "xlogfile"))
    texts = [row for row in WRITTEN if row.folder == "gnollhack" and row.file.endswith(".txt")]
    told = {tuple(row.file.split(".")[1:3]) for row in texts if "casual" not in row.what}
    assert set(re.findall(r"\tname=(\w+)\t.*\tstarttime=(\d+)\t", log)) == told
    assert log.count("\n") == len(told)


def test_text_page_and_line_are_one_game() -> None:
    audits = audits_of("gnollhack")
    texts = {
        row.file: row.verdict for row in WRITTEN if row.folder == "gnollhack" and row.file.endswith(".txt")
    }
    assert {Path(audit.source).name: audit.verdict.value for audit in audits} == texts
    assert len(audits) == len(texts)
    assert not any(errors(audit) for audit in audits)
    # The hints of the lines show that they were joined.
    assert any(found_by(audit, "E204") for audit in audits)


def test_walking_the_folder_finds_every_game() -> None:
    audits = [audit for audit in necropsy.audit_paths([SAMPLES]) if audit.verdict.value != "skipped"]
    alone = [row.file for row in WRITTEN if not is_log(row.file) and not row.file.endswith(".html")]
    # A game in a log is named by its line.
    assert sorted(Path(audit.source).name.partition(":")[0] for audit in audits) == sorted(
        [*alone, *(row.file for row in (*TAMPERED, *WITH_LOG))]
    )


def test_walking_the_folder_gives_the_verdicts_of_the_index() -> None:
    found = {
        (re.sub(r":\d+$", "", str(Path(audit.source).relative_to(SAMPLES))), audit.verdict.value): audit
        for audit in necropsy.audit_paths([SAMPLES])
    }
    walked = {row.file: row for row in WALKED}
    for row in TAMPERED:
        file = f"{row.folder}/{row.file}"
        audit = found[file, walked[file].verdict if file in walked else row.verdict]
        if file in walked:
            assert walked[file].verdict != row.verdict
            assert set(walked[file].rules) <= {finding.rule for finding in audit.findings}
    assert {f"{row.folder}/{row.file}" for row in TAMPERED} >= walked.keys()


@each_with_log
def test_a_forgery_is_betrayed_by_its_line_alone(row: WithLog) -> None:
    folder = SAMPLES / "tampered" / "with-log"
    (alone,) = necropsy.audit_paths([folder / row.file])
    assert alone.verdict.value == row.alone
    assert not errors(alone)
    audits = necropsy.audit_paths([folder / row.file], logs=[folder / "logfile"])
    (joined,) = (audit for audit in audits if audit.source.endswith(row.file))
    assert joined.verdict.value == row.joined
    assert errors(joined) == set(row.rules)
    assert named_together(joined.findings, row.values)


def test_the_forgeries_are_all_in_the_index() -> None:
    folder = SAMPLES / "tampered" / "with-log"
    assert {path.name for path in folder.iterdir()} == {"logfile", *(row.file for row in WITH_LOG)}


@pytest.mark.parametrize("packed", sorted(SAMPLES.rglob("*.gz")), ids=lambda path: path.name)
def test_compressed_file_is_reproducible(packed: Path) -> None:
    data = packed.read_bytes()
    assert data[4:8] == bytes(4), "no moment of compression"
    assert not data[3], "no file name, no comment"
    text = gzip.decompress(data).decode()
    assert necropsy.audit(text).recorded == necropsy.audit(packed).recorded


@each_tampered
def test_edit_is_what_the_index_says(row: Tampered) -> None:
    base = [line for name in row.bases for line in base_lines(row, name)]
    edited = lines_of(row.folder, row.file)
    if is_log(row.file):
        edited = [edited[number - 1] for number in row.lines]
        assert len(edited) == len(base) == 1
        assert edited != base
    elif row.line.startswith("from"):
        assert edited == base
        assert row.lines == [len(base_lines(row, row.bases[0])) + 1]
    elif row.line.startswith("after"):
        (above,) = row.lines
        assert edited[:above] == base[:above]
        assert edited[above:] == base[above + 1 :]
    elif row.line.startswith("added"):
        (new,) = row.lines
        assert edited[: new - 1] == base[: new - 1]
        assert edited[new:] == base[new - 1 :]
    else:
        assert len(edited) == len(base)
        pairs = enumerate(zip(base, edited, strict=True), start=1)
        assert [line for line, (before, now) in pairs if before != now] == row.lines


def test_edited_log_has_one_edit_a_line() -> None:
    for row in TAMPERED:
        if is_log(row.file):
            (base,) = base_lines(row, row.bases[0])
            fields = base.split(b"\t"), lines_of(row.folder, row.file)[row.lines[0] - 1].split(b"\t")
            assert sum(before != now for before, now in zip(*fields, strict=True)) == 1


@each_tampered
def test_verdict_of_an_edited_file(row: Tampered) -> None:
    audit = audit_of(row)
    assert audit.verdict.value == row.verdict
    assert set(row.rules) <= {finding.rule for finding in audit.findings}


@each_found
def test_values_are_named(row: Tampered) -> None:
    assert len(row.values) == 2
    findings = found_by(audit_of(row), row.rules[0])
    assert named_together(findings, row.values), [finding.message for finding in findings]


@each_found
def test_evidence_shows_the_edited_line(row: Tampered) -> None:
    findings = found_by(audit_of(row), row.rules[0])
    evidence = [shown for finding in findings for shown in finding.evidence]
    assert set(row.shown) & {shown.line for shown in evidence}
    written = lines_of(row.folder, row.file)
    for shown in evidence:
        # Of a line of the log the fields are shown that count, of another long one its beginning.
        line = as_read(written[shown.line - 1], row.file)
        fields = re.split(r" (?=\w+=)", shown.text) if is_log(row.file) else []
        assert line.startswith(shown.text.strip()) or (fields and set(fields) <= set(line.split("\t")))


@each_tampered
def test_edit_adds_nothing_but_its_own_findings(row: Tampered) -> None:
    """Every error is one that the index names: an edit must not look like several."""
    assert errors(audit_of(row)) <= set(row.rules)


@each_forged
def test_careful_forger_is_consistent_and_richer(row: Tampered) -> None:
    forged = audit_of(row)
    base = necropsy.audit(b"".join(base_lines(row, row.bases[0])).decode())
    # A dump of Hengband records no score; what a forger can have there is gold.
    richer = "gold" if row.folder.endswith("hengband") else "score"
    assert forged.fact(richer) > base.fact(richer)
    assert {f.rule for f in forged.findings} == {f.rule for f in base.findings}


@each_joined
def test_line_of_the_game_finds_the_edit(row: Joined) -> None:
    """The first rule is the one that only file and line together can show."""
    (audit,) = (a for a in audits_of(row.file, row.log) if a.source == str(SAMPLES / row.file))
    assert audit.verdict.value == row.verdict
    assert errors(audit) == set(row.rules)
    findings = found_by(audit, row.rules[0])
    assert named_together(findings, row.values), [finding.message for finding in findings]
    sources = {shown.source for finding in findings for shown in finding.evidence}
    assert sources == {str(SAMPLES / row.file), str(SAMPLES / row.log)}
