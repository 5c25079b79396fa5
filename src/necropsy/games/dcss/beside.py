"""The files that lie beside morgues and are none."""

from __future__ import annotations

import re

from necropsy.games import Companion
from necropsy.games.dcss.logfile import is_milestones

__all__ = ["companion_of"]

_BY_NAME = (
    (re.compile(r"\.lst(?:\.\w{2,4})?$", re.I), "stash list"),
    (re.compile(r"\.map(?:\.\w{2,4})?$", re.I), "level map"),
    (re.compile(r"^crash-.*\.txt$", re.I), "crash report"),
    (re.compile(r"\.where$", re.I), "whereabouts file"),
    (re.compile(r"^timestamp-.*\.ts$", re.I), "timestamp"),
    (
        re.compile(r"(?:^|\.)(?:rc|crawlrc)$|^(?:init|macro|options).*\.txt$|\.rc$", re.I),
        "settings of a player",
    ),
    (re.compile(r"^milestones", re.I), "milestones"),
)

_HEAD = 64 * 1024

_MACROS = re.compile(r"# (?:Dungeon Crawl|WARNING: This file is entirely auto-generated)")
_OPTION = re.compile(r"^(?:auto|default_manual|dump|explore|tile|travel)\w* *[-+^]?= *\S", re.M)
_CRASH = re.compile(r"Crash caused by|Crashed while calling print_|Compilation info:")


def companion_of(name: str, text: str) -> Companion | None:
    """What a file is that DCSS writes beside its morgues, or ``None``."""
    base = re.split(r"[/\\]|::", name)[-1]
    for pattern, kind in _BY_NAME:
        if pattern.search(base):
            return Companion(kind)
    if is_milestones(name, text[:_HEAD]):
        return Companion("milestones")
    if _MACROS.match(text) or _OPTION.search(text[:4096]):
        return Companion("settings of a player")
    if _CRASH.search(text[:4096]):
        return Companion("crash report")
    return None
