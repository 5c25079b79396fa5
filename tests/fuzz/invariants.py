"""What the program promises of any file, of a harmed one, and of one that has lost its end.

Each function that checks raises :class:`Violation`, which says what promise was broken.
"""

from __future__ import annotations

import json
import os
import traceback
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import jsonschema

from necropsy import Audit, Severity, Span, Verdict
from necropsy.engine import audit_each, audit_text
from necropsy.plan import Plan
from necropsy.reports.junit import JunitWriter
from necropsy.reports.markdown import MarkdownWriter
from necropsy.reports.sarif import SarifWriter
from necropsy.reports.schema import audit_schema
from necropsy.reports.written import CsvWriter, FactsCsvWriter, FactsJsonWriter, JsonWriter
from necropsy.sources import Source

__all__ = [
    "Original",
    "Sample",
    "Violation",
    "audits_of",
    "check_any",
    "check_cut",
    "check_harmed",
    "check_once",
    "check_quick_look",
    "check_text",
    "errors_in",
    "original_of",
]


@dataclass(frozen=True, slots=True)
class Sample:
    """A file.

    Attributes:
        name: what it is called, without a directory: a log is known by it.
        data: its bytes.
    """

    name: str
    data: bytes


# Named as the field names it.
class Violation(AssertionError):  # noqa: N818
    """A promise was broken.

    Attributes:
        promise: which one.
        signature: the same for all files that break it in the same way.
    """

    def __init__(self, promise: str, signature: str, said: str = "") -> None:
        super().__init__(f"{promise}: {signature}{': ' if said else ''}{said}")
        self.promise = promise
        self.signature = f"{promise}: {signature}"


@dataclass(frozen=True, slots=True)
class Original:
    """A file before it came to harm.

    Attributes:
        sample: the file.
        scores: what its games recorded, and what was recomputed if anything was.
        clean: whether nothing is held against any of its games.
    """

    sample: Sample
    scores: tuple[tuple[int, Span | None], ...]
    clean: bool


def errors_in(audits: Iterable[Audit]) -> list[str]:
    """The error findings, as text."""
    return [
        f"{finding.rule}: {finding.message}"
        for audit in audits
        for finding in audit.findings
        if finding.severity is Severity.ERROR
    ]


def audits_of(sample: Sample, folder: str, plan: Plan | None = None) -> list[Audit]:
    """What the program says of a file on a disk.

    Args:
        sample: the file.
        folder: a directory of one's own, where it is written.
        plan: what is asked; everything, without regard to other files, where it is ``None``.

    Raises:
        Violation: if the program fails.
    """
    path = os.path.join(folder, sample.name)
    with open(path, "wb") as stream:
        stream.write(sample.data)
    with _no_crash():
        return list(audit_each([Source(path)], plan or Plan(pair=False)))


def original_of(sample: Sample, folder: str) -> Original:
    """A file that is about to come to harm, and what is said of it whole."""
    audits = audits_of(sample, folder)
    scores = [(audit.recorded, audit.recomputed) for audit in audits if audit.recorded is not None]
    accused = any(audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED) for audit in audits)
    return Original(sample, tuple(scores), not (accused or errors_in(audits)))


def check_any(sample: Sample, folder: str) -> list[Audit]:
    """Whatever a file holds: no failure, the same answer twice, and reports that others can read.

    Returns:
        The audits.

    Raises:
        Violation: if one of this does not hold.
    """
    audits = audits_of(sample, folder)
    return _checked(audits, lambda: audits_of(sample, folder))


def check_once(sample: Sample, folder: str) -> list[Audit]:
    """No failure, and an answer that is plain data and says one thing: what can be asked of many files.

    Raises:
        Violation: if one of this does not hold.
    """
    audits = audits_of(sample, folder)
    if not audits:
        raise Violation("every file gets an answer", "none")
    for audit in audits:
        _plain(audit)
        _consistent(audit)
    return audits


def check_text(text: str, name: str = "<text>") -> list[Audit]:
    """The same of a text in memory, which can hold what no file can.

    Raises:
        Violation: if one of this does not hold.
    """

    def audited() -> list[Audit]:
        with _no_crash():
            return list(audit_text(text, name, Plan(pair=False)))

    return _checked(audited(), audited)


def _checked(audits: list[Audit], again: Callable[[], list[Audit]]) -> list[Audit]:
    if not audits:
        raise Violation("every file gets an answer", "none")
    said = [_plain(audit) for audit in audits]
    if said != [_plain(audit) for audit in again()]:
        raise Violation("the same file gets the same answer", "another one")
    for audit in audits:
        _consistent(audit)
    for audit, text in zip(audits[:_REPORTED], said, strict=False):
        _check_reports(audit, text)
    return audits


_REPORTED = 5
"""Of so many games of a log all reports are written: they are what takes the time."""


def _consistent(audit: Audit) -> None:
    """Whether the parts of an audit say the same."""
    if audit.verdict is Verdict.MATCH:
        if (
            audit.recorded is not None
            and audit.recomputed is not None
            and audit.recorded not in audit.recomputed
        ):
            raise Violation("a match fits", "recorded outside the span", repr(audit))
        accused = [finding.rule for finding in audit.findings if finding.severity is Severity.ERROR]
        if accused:
            raise Violation("a match has no error", ",".join(sorted(set(accused))), repr(audit))
    if audit.verdict in (Verdict.UNREADABLE, Verdict.UNDECIDED, Verdict.SKIPPED) and not audit.reasons:
        raise Violation("what is not decided has a reason", audit.verdict.value, repr(audit))


@lru_cache(maxsize=1)
def _validator() -> Any:
    return jsonschema.Draft202012Validator(audit_schema("0"))


_JUNIT = JunitWriter()
_WRITERS = (
    JsonWriter(indent=2),
    CsvWriter(),
    FactsJsonWriter(),
    FactsCsvWriter(),
    MarkdownWriter(),
    _JUNIT,
    SarifWriter(),
)


def _plain(audit: Audit) -> str:
    """The audit as JSON."""
    with _no_crash():
        data = audit.to_dict()
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if json.loads(text) != data:
        raise Violation("a report is plain data", "it is read as something else")
    return text


def _check_reports(audit: Audit, text: str) -> None:
    """Whether every report of an audit can be written and read."""
    with _no_crash():
        texts = [writer.write([audit])[0] for writer in _WRITERS]
        for each in texts:
            if each is not None:
                each.encode("utf-8", "backslashreplace")
        case = texts[_WRITERS.index(_JUNIT)]
        if case is not None:
            ET.fromstring(f"<s>{case}</s>".encode("utf-8", "backslashreplace"))
    fault = next(_validator().iter_errors(json.loads(text)), None)
    if fault is not None:
        where = f"{fault.validator} {'/'.join(map(str, fault.schema_path))}"
        raise Violation("a report is as its schema says", where, fault.message[:200])


_SCORES = Plan(select=("S",), pair=False)
# No rule has such a code; as it is no score's, nothing is looked at quickly.
_SCORES_AT_LENGTH = Plan(select=("S", "Z"), pair=False)


def check_quick_look(sample: Sample, folder: str) -> None:
    """What a quick look says of a file is what the rules say: of its score alone, and of everything.

    Raises:
        Violation: if one says what the other does not.
    """
    quick, whole = audits_of(sample, folder, _SCORES), audits_of(sample, folder)
    with patch("necropsy.judge._settled", return_value=None):
        scores, rules = audits_of(sample, folder, _SCORES_AT_LENGTH), audits_of(sample, folder)
    for asked, one, other in (("score", quick, scores), ("file", whole, rules)):
        if [_plain(audit) for audit in one] != [_plain(audit) for audit in other]:
            said = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), (one, other))
            raise Violation("a quick look says what the rules say", asked, str(said)[:400])


def check_harmed(sample: Sample, originals: Sequence[Original], folder: str) -> list[Audit]:
    """A harmed file: all of :func:`check_any`, and no match for a score that was changed.

    A recorded score may be another one than all of the originals' in a match only where

    * it lies in the span that was recomputed for one of the originals: their files left that
      score possible, too (the experience between two percents is worth some hundreds of
      points); or
    * the file has lost so much that what is recomputed now spans the score that an original
      recorded, too: it cannot tell one from the other, and its slack says so.

    Raises:
        Violation: if one of this does not hold.
    """
    audits = check_any(sample, folder)
    scores = [score for original in originals for score in original.scores]
    for audit in audits:
        if audit.verdict is not Verdict.MATCH or audit.recorded is None or audit.recomputed is None:
            continue
        if not any(
            audit.recorded == recorded
            or recorded in audit.recomputed
            or (span is not None and audit.recorded in span)
            for recorded, span in scores
        ):
            raise Violation("no match for a changed score", "match", f"{audit!r} of {scores}")
    return audits


def check_cut(sample: Sample, original: Original, folder: str) -> list[Audit]:
    """A file that lost its end, as on a full disk: nothing is held against it that was not before.

    Raises:
        Violation: if something is.
    """
    audits = check_harmed(sample, [original], folder)
    if original.clean:
        found = errors_in(audits)
        rules = ",".join(sorted({each.partition(":")[0] for each in found}))
        if found:
            raise Violation("nothing is proved by what is not there", rules, "; ".join(found)[:400])
        for audit in audits:
            if audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED):
                raise Violation("nothing is proved by what is not there", audit.verdict.value, repr(audit))
    return audits


@contextmanager
def _no_crash() -> Iterator[None]:
    try:
        yield
    except Violation:
        raise
    except Exception as error:
        raise Violation("no exception", _where(error), str(error)[:200]) from error


def _where(error: Exception) -> str:
    """The exception's class and the innermost place in the program."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"necropsy{os.sep}" in frame.filename]
    frame = (own or frames)[-1]
    place = frame.filename.rpartition(f"necropsy{os.sep}")[2]
    return f"{type(error).__name__} in {place}:{frame.name}"
