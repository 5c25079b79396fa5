"""Which names of reports are written to as they are."""

from __future__ import annotations

import pytest

from necropsy.reports.output import _is_special


@pytest.mark.parametrize(
    ("path", "special"),
    [("/dev/stdout", True), ("/dev/fd/1", True), ("/dev/null", True), ("/dev/shm/audits.jsonl", False)],
)
def test_shared_memory_is_a_directory_as_any_other(path: str, special: bool) -> None:
    """A killed run must not leave half a report there."""
    assert _is_special(path) == special
