"""Dumplogs of GnollHack."""

from __future__ import annotations

from fuzz.gnollhack_dumplogs import samples
from fuzz.subjects import Subject, truth

SUBJECT = Subject("gnollhack-dumplogs", "gnollhack", lambda: truth("gnollhack", "*.txt"), samples())
