"""A morgue beside its game's line, one of them harmed: no failure, and no match for a changed score."""

from __future__ import annotations

import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.dcss_lines import LINE_ERAS, LOGS, line_of
from fuzz.dcss_morgues import Morgue, morgues
from fuzz.mutations import harmed
from fuzz.profiles import quick
from necropsy import Audit, Verdict, audit_paths


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield folder


def together(folder: str, files: dict[str, bytes]) -> list[Audit]:
    """What is said of some files in a directory of their own."""
    with TemporaryDirectory(dir=folder) as home:
        for name, data in files.items():
            with open(os.path.join(home, name), "wb") as stream:
                stream.write(data)
        audits = list(audit_paths([home]))
        again = list(audit_paths([home]))
    assert [audit.to_dict() for audit in audits] == [audit.to_dict() for audit in again]
    return audits


@quick(20)
@given(morgues(LINE_ERAS), st.integers(0, 2**32), st.booleans())
def test_one_of_two_files_of_a_game_came_to_harm(
    folder: str, morgue: Morgue, seed: int, in_log: bool
) -> None:
    game, log = morgue.game, LOGS[morgue.game.kind]
    files = {morgue.name: morgue.text.encode(), log: f"{line_of(game)}\n".encode()}
    (whole,) = together(folder, files)
    assert whole.verdict is Verdict.MATCH
    assert whole.recomputed is not None
    name = log if in_log else morgue.name
    harm = harmed(seed, files[name])
    audits = together(folder, files | {name: harm.data})
    for audit in audits:
        if audit.verdict is Verdict.MATCH:
            assert audit.recomputed is not None
            possible = audit.recorded in whole.recomputed or game.score in audit.recomputed
            assert possible, (audit, game.score, harm.names)
    if harm.honest:
        assert {audit.verdict for audit in audits}.isdisjoint({Verdict.MISMATCH, Verdict.TAMPERED})
