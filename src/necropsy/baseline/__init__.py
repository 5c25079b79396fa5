"""What was known before a run and does not count again: in an earlier report, or a list of findings."""

from necropsy.baseline.baseline import Baseline
from necropsy.baseline.entry import BaselineError, Entry, entries_in
from necropsy.baseline.mark import Mark, marks_in, marks_of
from necropsy.baseline.writing import BaselineWriter

__all__ = [
    "Baseline",
    "BaselineError",
    "BaselineWriter",
    "Entry",
    "Mark",
    "entries_in",
    "marks_in",
    "marks_of",
]
