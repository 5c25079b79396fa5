"""A long run: invented and harmed files of a game, until the time is up.

    python tests/fuzz/run.py GAME --minutes 10 --seed 1

GAME is a game, ``dcss``, or one kind of its files, ``dcss-morgues``. The files are audited in a process of
its own whose memory is limited; one that takes longer than ``--most-seconds`` of the processor for one file,
or dies, broke a promise, too. What breaks one is made small and kept under ``crashers/`` (``--keep``
names another directory); each run leaves a line in ``GAME/runs.jsonl`` there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz.crashers import CRASHERS, keep, smaller
from fuzz.invariants import (
    Original,
    Sample,
    Violation,
    check_any,
    check_cut,
    check_harmed,
    check_quick_look,
    check_text,
    original_of,
)
from fuzz.mutations import disturbed, harmed
from fuzz.subjects import Subject, names, subject, subjects_of

BATCH = 200
"""Originals between two looks at the clock."""

HARMS = 8
"""Harmed files of each original."""

MEMORY = 3 << 30
"""Bytes of address space."""


@dataclass
class Tally:
    """What a run came to.

    Attributes:
        inputs: how many files were audited.
        verdicts: how often each verdict was given.
        broken: how often each promise was broken, by signature.
        kept: where a file that broke it is.
    """

    inputs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    kept: dict[str, str] = field(default_factory=dict)


class Run:
    """The audits of one process.

    Args:
        subject: what is fuzzed.
        folder: where the files are written.
        most_seconds: of the processor, for one file.
        home: where crashers are kept.
        tally: what is counted.
    """

    def __init__(self, subject: Subject, folder: str, most_seconds: float, home: Path, tally: Tally) -> None:
        self.subject, self.folder, self.home, self.tally = subject, folder, home, tally
        self.most_seconds = most_seconds

    def each(self, sample: Sample, other: Sample, number: int) -> None:
        """An original, and what can become of it."""
        originals = []
        for one in (sample, other):
            original = self._try(one, None, honest=False)
            if original is None:
                return
            originals.append(original)
        for step in range(HARMS):
            harm = harmed(number * HARMS + step, sample.data, other.data)
            made = Sample(sample.name, harm.data)
            self._try(made, originals[:1] if harm.honest else originals, honest=harm.honest)
        self._text(disturbed(number, sample.data.decode("utf-8", "replace")), sample.name)

    def _try(self, sample: Sample, originals: list[Original] | None, *, honest: bool) -> Original | None:
        """Audit a file; ``None`` if it broke a promise."""
        try:
            with limited(self.most_seconds):
                audits = self._check(sample, originals, honest=honest)
        except (Violation, MemoryError) as broken:
            self._broke(sample, originals, broken, honest=honest)
            return None
        self.tally.inputs += 1
        self.tally.verdicts.update(audit.verdict.value for audit in audits)
        return original_of(sample, self.folder) if originals is None else None

    def _check(self, sample: Sample, originals: list[Original] | None, *, honest: bool) -> Any:
        check_quick_look(sample, self.folder)
        if originals is None:
            return check_any(sample, self.folder)
        if honest:
            return check_cut(sample, originals[0], self.folder)
        return check_harmed(sample, originals, self.folder)

    def _broke(
        self, sample: Sample, originals: list[Original] | None, broken: BaseException, *, honest: bool
    ) -> None:
        signature = signature_of(broken)
        self.tally.inputs += 1
        self.tally.broken[signature] += 1
        if signature in self.tally.kept:
            return

        def breaks(data: bytes) -> bool:
            if honest and not (originals and originals[0].sample.data.startswith(data)):
                return False
            try:
                with limited(self.most_seconds):
                    self._check(Sample(sample.name, data), originals, honest=honest)
            except (Violation, MemoryError) as again:
                return signature_of(again) == signature
            return False

        small = Sample(sample.name, smaller(sample.data, breaks, tries=0 if slow(signature) else 400))
        source = originals[0].sample if originals and "no exception" not in signature else None
        place = keep(
            self.subject.game, small, self._said(broken), original=source, honest=honest, home=self.home
        )
        self.tally.kept[signature] = place.name

    def _said(self, broken: BaseException) -> str:
        return str(broken).replace(self.folder + os.sep, "")[:600]

    def _text(self, text: str, name: str) -> None:
        try:
            with limited(self.most_seconds):
                audits = check_text(text, name)
        except (Violation, MemoryError) as broken:
            signature = signature_of(broken)
            if not self.tally.broken[signature]:
                made = Sample("text.txt", text.encode("utf-8", "surrogatepass"))
                place = keep(
                    self.subject.game,
                    made,
                    f"as text: {self._said(broken)}",
                    original=None,
                    honest=False,
                    home=self.home,
                )
                self.tally.kept[signature] = place.name
            self.tally.broken[signature] += 1
            audits = []
        self.tally.inputs += 1
        self.tally.verdicts.update(audit.verdict.value for audit in audits)


def signature_of(broken: BaseException) -> str:
    """What all files have in common that do the same."""
    return broken.signature if isinstance(broken, Violation) else type(broken).__name__


def slow(signature: str) -> bool:
    """Whether a file is known by the time that it takes."""
    return "time" in signature or "Memory" in signature


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """No more than so much time of the processor.

    Raises:
        Violation: if it takes longer.
    """

    def out(_signal: int, _frame: object) -> None:
        raise Violation("time is bounded", f"more than {seconds:g} s of processor time")

    signal.signal(signal.SIGPROF, out)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def batch(run: Run, number: int, until: float) -> None:
    """Some originals: real ones, and invented ones where the game has a writer."""
    real = run.subject.originals()
    samples = st.sampled_from(real)
    written = run.subject.written
    strategy = samples if written is None else st.one_of(written, written, samples)

    @seed(number)
    @settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy, strategy, st.integers(0, 2**32))
    def examples(sample: Sample, other: Sample, chance: int) -> None:
        if time.monotonic() < until:
            run.each(sample, other, chance)

    examples()


def work(name: str, number: int, until: float, folder: str, most_seconds: float, home: str, out: Any) -> None:
    """One batch in a process of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    tally = Tally(kept=dict.fromkeys(json.loads(os.environ.get("FUZZ_KNOWN", "[]")), ""))
    known = set(tally.kept)
    run = Run(subject(name), folder, most_seconds, Path(home), tally)
    try:
        batch(run, number, until)
    finally:
        kept = {signature: place for signature, place in tally.kept.items() if signature not in known}
        out.put((tally.inputs, dict(tally.verdicts), dict(tally.broken), kept))


def batches(what: Subject, minutes: float, first: int, most_seconds: float, home: Path) -> Tally:
    """Batch after batch until the time is up."""
    tally, until = Tally(), time.monotonic() + minutes * 60
    context = multiprocessing.get_context("fork")
    folder = tempfile.mkdtemp(prefix="fuzz-")
    number = first
    try:
        while time.monotonic() < until:
            os.environ["FUZZ_KNOWN"] = json.dumps(list(tally.kept))
            out = context.Queue()
            process = context.Process(
                target=work, args=(what.name, number, until, folder, most_seconds, str(home), out)
            )
            process.start()
            told = _answer(out, process)
            process.join()
            if told is None:
                _died(tally, what, folder, process.exitcode, home)
            else:
                inputs, verdicts, broken, kept = told
                tally.inputs += inputs
                tally.verdicts.update(verdicts)
                tally.broken.update(broken)
                tally.kept |= kept
            number += 1_000_003
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return tally


def _answer(out: Any, process: Any) -> Any:
    import queue

    while True:
        try:
            return out.get(timeout=1)
        except queue.Empty:
            if not process.is_alive():
                try:
                    return out.get(timeout=1)
                except queue.Empty:
                    return None


def _died(tally: Tally, what: Subject, folder: str, code: int | None, home: Path) -> None:
    """The file that was audited last is the one that did it."""
    files = sorted(Path(folder).glob("*"), key=os.path.getmtime)
    signature = f"the process lives: exit {code}"
    tally.broken[signature] += 1
    if files and signature not in tally.kept:
        sample = Sample(files[-1].name, files[-1].read_bytes())
        tally.kept[signature] = keep(
            what.game, sample, signature, original=None, honest=False, home=home
        ).name


def told(what: Subject, asked: argparse.Namespace, tally: Tally) -> dict[str, Any]:
    """The run as plain data."""
    return {
        "subject": what.name,
        "seed": asked.seed,
        "minutes": asked.minutes,
        "inputs": tally.inputs,
        "verdicts": dict(tally.verdicts.most_common()),
        "broken": dict(tally.broken.most_common()),
        "kept": {signature: place for signature, place in tally.kept.items() if place},
    }


def main(arguments: list[str]) -> int:
    """Run; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help=f"a game or one of {', '.join(names())}")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each kind of its files")
    parser.add_argument("--seed", type=int, default=None, help="another one each time where it is not given")
    parser.add_argument("--most-seconds", type=float, default=20.0, help="of the processor, for one file")
    parser.add_argument("--keep", type=Path, default=CRASHERS, help="where crashers and the runs are kept")
    asked = parser.parse_args(arguments)
    if asked.seed is None:
        asked.seed = random.SystemRandom().randrange(10**9)
    try:
        chosen = subjects_of(asked.game)
    except KeyError as error:
        parser.error(str(error.args[0]))
    broken = False
    for what in chosen:
        tally = batches(what, asked.minutes, asked.seed, asked.most_seconds, asked.keep)
        line = json.dumps(told(what, asked, tally))
        print(line, flush=True)
        (asked.keep / what.game).mkdir(parents=True, exist_ok=True)
        with open(asked.keep / what.game / "runs.jsonl", "a", encoding="utf-8") as stream:
            stream.write(line + "\n")
        broken |= bool(tally.broken)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
