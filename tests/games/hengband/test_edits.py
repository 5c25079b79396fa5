"""Single edits of a dump: nearly every one is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from edits_hengband import EDITS

from necropsy.engine import audit_text
from necropsy.sources import decode
from necropsy.verdict import Verdict

SAMPLES = sorted((Path(__file__).parents[2] / "engine_truth" / "hengband").glob("*.txt"))
TEXTS = {path.name: decode(path.read_bytes()).text for path in SAMPLES}

# Bounds only: three times few points are as many as good dice give. Most of the samples are of wizard
# mode, in which a hero may have had the dice and the factor of another class.
BOUNDS = {"hit points x 3": 0.02, "next level - 1": 0.95}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_seen_and_the_place_named(name: str) -> None:
    made, caught = 0, 0
    for source, text in TEXTS.items():
        edited = EDITS[name](text)
        if edited is None or edited == text:
            continue
        made += 1
        (audit,) = audit_text(edited, source)
        if audit.verdict is Verdict.TAMPERED:
            caught += 1
            assert all(finding.evidence for finding in audit.findings)
        else:
            assert name in BOUNDS, (source, audit.reasons)
    assert made > 5
    assert caught >= made * BOUNDS.get(name, 1.0)
