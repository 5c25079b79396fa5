"""Morgues of DCSS."""

from __future__ import annotations

from fuzz.subjects import Subject, truth

SUBJECT = Subject("dcss-morgues", "dcss", lambda: truth("dcss", "morgue-*.txt"))
