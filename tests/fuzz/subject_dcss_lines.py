"""Logs of DCSS."""

from __future__ import annotations

from fuzz.dcss_lines import Log, logs
from fuzz.invariants import Sample
from fuzz.subjects import Subject, truth

__all__ = ["SUBJECT", "sample_of"]


def sample_of(log: Log) -> Sample:
    """The file of a log."""
    return Sample(log.name, log.text.encode())


SUBJECT = Subject(
    "dcss-lines", "dcss", lambda: truth("dcss", "logfile*", largest=8_000), logs().map(sample_of)
)
