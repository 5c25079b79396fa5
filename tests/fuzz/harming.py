"""What the tests of every game do with a file that comes to harm."""

from __future__ import annotations

import tempfile

from fuzz.invariants import Sample, check_cut, check_harmed, check_quick_look, errors_in, original_of
from fuzz.mutations import harmed
from necropsy import Audit

__all__ = ["harm_proves_nothing", "no_cut_proves_anything"]


def harm_proves_nothing(sample: Sample, other: Sample, seed: int) -> list[Audit]:
    """Harm a file, and check what is said of it.

    Args:
        sample: the file.
        other: another one of its kind, of which something can get into it.
        seed: of the chance.
    """
    with tempfile.TemporaryDirectory() as folder:
        originals = [original_of(sample, folder), original_of(other, folder)]
        harm = harmed(seed, sample.data, other.data)
        made = Sample(sample.name, harm.data)
        check_quick_look(made, folder)
        if harm.honest:
            return check_cut(made, originals[0], folder)
        return check_harmed(made, originals, folder)


def no_cut_proves_anything(sample: Sample, step: int) -> None:
    """Cut a clean file behind each line, or behind every so many.

    Args:
        sample: the file.
        step: lines from one cut to the next.
    """
    with tempfile.TemporaryDirectory() as folder:
        original = original_of(sample, folder)
        assert original.clean
        ends = [at + 1 for at, byte in enumerate(sample.data) if byte == 0x0A]
        for end in ends[::step]:
            cut = Sample(sample.name, sample.data[:end])
            assert not errors_in(check_cut(cut, original, folder))
