"""A call of ``necropsy audit`` carried out: files found, audited, reported, and the exit code."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from necropsy.cli.labour import memory_of, telling, until_stopped, workers
from necropsy.cli.options import fail, report_to
from necropsy.interrupt import Interrupt

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.cli.files import Files
    from necropsy.cli.known import Known
    from necropsy.filters import Sieve
    from necropsy.memory import Memory
    from necropsy.order import Order
    from necropsy.plan import Plan
    from necropsy.reports.delivery import Report
    from necropsy.reports.preface import Note, Preface
    from necropsy.sources import Source
    from necropsy.telling import Told

__all__ = ["FOUND", "Call", "Form", "Watch", "conditions_of", "dataset", "text_report"]

FOUND = 1
"""The exit code where a game has one of the verdicts of ``--fail-on``."""


class Form(StrEnum):
    """The forms of an audit."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"
    SARIF = "sarif"
    JUNIT = "junit"
    MD = "md"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Call:
    """What ``necropsy audit`` was asked to do.

    Attributes:
        files: the files.
        plan: what to audit and how.
        form: the form of the report.
        output: where it goes; ``None`` is standard output.
        sieve: which games count.
        watch: what the exit code depends on.
        warnings: whether the table shows games that carry only warnings.
        width: columns of the table.
        jobs: how many processes; ``None`` is as many as the files are worth.
        cluster: address of a cluster.
        store: the store to keep the audits in.
        rehash: whether files are read to see that they are as they were.
        options: what was asked for, in words, for the store.
        notes: why something was decided, where a config says so.
        known: what was known before.
    """

    files: Files
    plan: Plan
    form: Form
    output: str | None
    sieve: Sieve
    watch: Watch
    warnings: bool
    width: int | None
    jobs: int | None
    cluster: str | None
    store: str | None
    rehash: bool
    options: str
    notes: tuple[Note, ...] = ()
    known: Known | None = None

    def carry_out(self) -> int:
        """Do it.

        Returns:
            The signal that ended it early; 0 where it came to its end.
        """
        from necropsy.card import KEY
        from necropsy.order import Order
        from necropsy.override import Overridden

        watch, sieve, plan = self.watch, self.sieve, self.plan
        overridden = Overridden(plan.overrides)
        filters = None if sieve.idle else sieve.filters
        with (
            Interrupt() as interrupt,
            self._report() as report,
            self.files.sources() as sources,
            memory_of(self.store, plan, interrupt, rehash=self.rehash, options=self.options) as memory,
        ):
            key = KEY if memory is None else memory.key
            known = None if self.known is None or self.known.idle else self.known
            order = Order(plan, report.writer, key, filters, memory is not None, marked=known is not None)
            with self._tellings(order, sources, interrupt, memory) as tellings:
                for told in tellings:
                    if sieve.counts(told.brief):
                        each = told if known is None else told._replace(brief=known.see(told.brief))
                        watch.see(each.brief)
                        overridden.see(each.brief.overrides)
                        report.add(each)
            said = [*sieve.said(), *overridden.said(), *_stopped(interrupt, watch)]
            if known is not None:
                said += known.end(complete=not interrupt.asked())
            report.end(said)
        self._remark(said)
        if memory is not None:
            self.files.remark(f"{self.store}: {memory.summary}")
        if self.output not in (None, "-") and watch.counts:
            self.files.remark(f"{watch.summary}; written to {self.output}")
        return interrupt.signal

    @contextmanager
    def _tellings(
        self, order: Order, sources: Iterator[Source], interrupt: Interrupt, memory: Memory | None
    ) -> Iterator[Iterator[Told]]:
        """What is told of the files; where nothing has changed, by the store alone."""
        again = None if memory is None else memory.told_before(self.files.listed())
        if memory is not None and again is not None:
            deque(sources, maxlen=0)  # to count them, and to see which are not there
            yield until_stopped(memory.recalled(again, order), interrupt)
            return
        with workers(order, sources, self.jobs, self.cluster, interrupt) as (executor, found):
            yield telling(order, executor, found, interrupt, memory)

    def _remark(self, said: list[str]) -> None:
        """Say on standard error what the report had no place for."""
        if self.form not in (Form.TABLE, Form.HTML) or self.output not in (None, "-"):
            for sentence in said:
                self.files.remark(sentence)

    @contextmanager
    def _report(self) -> Iterator[Report]:
        """The report; one that fails leaves nothing behind."""
        if self.form is Form.PARQUET:
            with dataset(self.output) as parts:
                yield parts
            return
        report = self._text_report()
        with report_to(self.output) as stream:
            report.begin(stream)
            yield report

    def _text_report(self) -> Report:
        from necropsy.reports.preface import Preface

        plan = self.plan
        preface = Preface(self.options, plan.select, plan.ignore, self.notes)
        return text_report(self.form, preface, plan.game, warnings=self.warnings, width=self.width)


def text_report(
    form: Form, preface: Preface, game: str | None = None, *, warnings: bool = False, width: int | None = None
) -> Report:
    """The report of a form that is one text; one that lacks its packages ends the program.

    Args:
        form: the form.
        preface: what there is to say of the run.
        game: the one game that is looked for.
        warnings: whether the table shows games that carry only warnings.
        width: columns of the table.
    """
    from necropsy.reports import delivery
    from necropsy.reports.machine import audit_columns
    from necropsy.reports.written import CsvWriter, JsonWriter

    if form is Form.JSONL:
        return delivery.JsonLinesReport(JsonWriter())
    if form is Form.JSON:
        return delivery.JsonReport(JsonWriter(indent=2))
    if form is Form.CSV:
        return delivery.CsvReport(CsvWriter(game), audit_columns(game))
    if form is Form.HTML:
        return _page(preface)
    if form in _FOR_PROGRAMS:
        return _report_for_programs(form, preface, game, warnings=warnings)
    return delivery.TableReport(preface, warnings=warnings, width=width)


def _page(preface: Preface) -> Report:
    from necropsy.extras import MissingExtra

    try:
        from necropsy.reports.page.report import HtmlReport

        return HtmlReport(preface)
    except MissingExtra as error:
        fail(str(error))


_FOR_PROGRAMS = (Form.SARIF, Form.JUNIT, Form.MD)


def _report_for_programs(form: Form, preface: Preface, game: str | None, *, warnings: bool) -> Report:
    """The reports that other programs show."""
    from necropsy import __version__

    if form is Form.SARIF:
        from necropsy.reports.sarif import SarifReport

        return SarifReport(preface, game, __version__)
    if form is Form.JUNIT:
        from necropsy.reports.junit import JunitReport

        return JunitReport(preface)
    from necropsy.reports.markdown import MarkdownReport

    return MarkdownReport(preface, __version__, warnings=warnings)


@contextmanager
def dataset(output: str | None) -> Iterator[Report]:
    """A data set in the making; one that fails leaves nothing behind."""
    if output in (None, "-"):
        fail("--format parquet: a data set is a directory; give its name with -o audits.parquet")
    try:
        from necropsy.reports.parts import ParquetReport
    except ModuleNotFoundError as error:
        fail(str(error))
    try:
        report = ParquetReport(output)
        report.begin()
    except OSError as error:
        fail(f"-o {output}: {error.strerror or error}")
    try:
        yield report
    except BaseException as error:
        report.give_up(error)
        raise


def _stopped(interrupt: Interrupt, watch: Watch) -> Iterator[str]:
    from necropsy.reports.preface import Ended

    if interrupt.asked():
        audits = watch.counts.total()
        yield Ended(f"Stopped before the end, after {audits:,} audits; the rest is not here.")


_WORSE_THAN_ANY = 99


class Watch:
    """What a run's exit code depends on, and what it came to.

    Args:
        conditions: verdicts, and ``error`` or ``warning``.
    """

    def __init__(self, conditions: frozenset[str]) -> None:
        self._conditions = conditions
        self._least = min(_severities(conditions), default=_WORSE_THAN_ANY)
        self.found = False
        self.counts: Counter[str] = Counter()
        self._unread: set[str] = set()

    @classmethod
    def of(cls, fail_on: str, *, also: frozenset[str] = frozenset()) -> Watch:
        """The conditions as the command line has them."""
        return cls(conditions_of(fail_on, "--fail-on") | also)

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts that a person is shown, or that count."""
        from necropsy.brief import ATTENTION

        return self._conditions | {verdict.value for verdict in ATTENTION}

    def see(self, brief: Brief) -> None:
        """Take note of one audit."""
        self.counts[brief.verdict] += 1
        if brief.unread:
            self._unread.add(brief.source)
        if not self.found:
            counts = brief.verdict in self._conditions and not brief.is_settled
            self.found = counts or brief.news >= self._least

    def refused(self, logs: frozenset[str]) -> list[str]:
        """Those of some logs that could not be read."""
        return sorted(self._unread & logs)

    def end(self, *, exit_zero: bool) -> typer.Exit:
        """How the program ends."""
        return typer.Exit(FOUND if self.found and not exit_zero else 0)

    @property
    def summary(self) -> str:
        """The verdicts counted, on one line."""
        from necropsy.verdict import IN_ORDER

        counted = [(self.counts[verdict], verdict.value) for verdict in IN_ORDER]
        parts = [f"{count:,} {word}" for count, word in counted if count]
        return f"{self.counts.total():,} audited: {', '.join(parts)}"


def _severities(conditions: frozenset[str]) -> Iterator[int]:
    from necropsy.rules import Severity

    return (severity for severity in Severity if severity.label in conditions)


def conditions_of(text: str, option: str) -> frozenset[str]:
    """Verdicts, ``error`` and ``warning`` as the command line has them.

    Args:
        text: the words, commas between.
        option: the option that they were given with.
    """
    from necropsy.cli.options import split
    from necropsy.verdict import Verdict

    words = frozenset(split([text.lower()]))
    known = [*(verdict.value for verdict in Verdict), "error", "warning", "never"]
    for word in sorted(words - set(known)):
        fail(f"{option} {word}: not a verdict; known: {', '.join(known)}")
    if not words:
        fail(f"{option} is empty; known: {', '.join(known)}")
    if "never" in words and len(words) > 1:
        fail(f"{option} never: stands alone, as nothing else can count beside it")
    return words - {"never"}
