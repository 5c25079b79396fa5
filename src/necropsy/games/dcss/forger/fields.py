"""The fields of a log line, as a forger writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["field", "with_fields"]


def field(line: str, key: str) -> str | None:
    """The value of a field as it stands, colons doubled; ``None`` where the line has none."""
    found = _pattern(key).search(line)
    return None if found is None else found["value"]


def with_fields(line: str, fields: Mapping[str, str | int | None], after: str = "turn") -> str:
    """The line with other values; new fields stand behind another one, ``None`` takes a field out."""
    for key, value in fields.items():
        found = _pattern(key).search(line)
        if value is None:
            line = line if found is None else line[: found.start()] + line[found.end() :]
        elif found is not None:
            line = line[: found.start("value")] + str(value) + line[found.end("value") :]
        else:
            beside = _pattern(after).search(line)
            at = len(line) if beside is None else beside.end()
            line = f"{line[:at]}:{key}={value}{line[at:]}"
    return line.lstrip(":") if not line.startswith("::") else line


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|(?<!:):(?!:)){re.escape(key)}=(?P<value>(?:[^:]|::)*)")
