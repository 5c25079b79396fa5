"""Logs of DCSS."""

from __future__ import annotations

from fuzz.subjects import Subject, truth

SUBJECT = Subject("dcss-lines", "dcss", lambda: truth("dcss", "logfile*"))
