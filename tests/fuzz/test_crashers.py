"""What broke a promise once keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.crashers import Crasher, crashers, keep, smaller
from fuzz.invariants import Sample, check_any, check_cut, check_harmed, check_quick_look, original_of

KEPT = list(crashers())


@pytest.mark.parametrize("crasher", KEPT, ids=lambda crasher: crasher.title)
def test_a_file_that_broke_a_promise(crasher: Crasher, tmp_path: Path) -> None:
    folder = str(tmp_path)
    audits = check_any(crasher.sample, folder)
    check_quick_look(crasher.sample, folder)
    if crasher.original is not None:
        original = original_of(crasher.original, folder)
        if crasher.honest:
            check_cut(crasher.sample, original, folder)
        else:
            check_harmed(crasher.sample, [original], folder)
    if crasher.verdict:
        assert {audit.verdict.value for audit in audits} == {crasher.verdict}


def test_a_crasher_is_kept_with_its_original_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fuzz.crashers.CRASHERS", tmp_path)
    made = Sample("morgue.txt", b"\x00\n")
    source = Sample("morgue.txt", b"whole\n")
    folder = keep("dcss", made, 'it said "no"\n', original=source, honest=True, home=tmp_path)
    assert folder.parent == tmp_path / "dcss"
    assert list(crashers()) == [
        Crasher(f"dcss/{folder.name}", made, "it said  no  ", source, honest=True),
    ]


def test_a_crasher_is_made_small() -> None:
    data = b"one\n" * 50 + b"the culprit\n" + b"two\n" * 50
    assert smaller(data, lambda fewer: b"lpr" in fewer) == b"lpr"
    assert smaller(data, lambda fewer: b"lpr" in fewer, tries=0) == data
    assert smaller(b"", lambda fewer: True) == b""
