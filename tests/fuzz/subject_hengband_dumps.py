"""Character dumps of Hengband."""

from __future__ import annotations

from fuzz.hengband_dumps import samples
from fuzz.subjects import Subject, truth

SUBJECT = Subject("hengband-dumps", "hengband", lambda: truth("hengband", "*.txt"), samples())
