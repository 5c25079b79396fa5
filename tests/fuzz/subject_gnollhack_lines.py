"""Logs of GnollHack with a line for each game."""

from __future__ import annotations

from fuzz.gnollhack_lines import samples
from fuzz.subjects import Subject, truth

SUBJECT = Subject("gnollhack-lines", "gnollhack", lambda: truth("gnollhack", "xlogfile"), samples())
