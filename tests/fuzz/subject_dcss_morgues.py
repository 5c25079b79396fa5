"""Morgues of DCSS."""

from __future__ import annotations

from fuzz.dcss_morgues import Morgue, morgues
from fuzz.invariants import Sample
from fuzz.subjects import Subject, truth

__all__ = ["SUBJECT", "sample_of"]


def sample_of(morgue: Morgue) -> Sample:
    """The file of a morgue."""
    return Sample(morgue.name, morgue.text.encode())


SUBJECT = Subject(
    "dcss-morgues", "dcss", lambda: truth("dcss", "morgue-*.txt"), morgues(marked=True).map(sample_of)
)
