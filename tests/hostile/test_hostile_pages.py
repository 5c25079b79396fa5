"""Pages of dumplogs that are nested deeper than any parser likes."""

from __future__ import annotations

from typing import Any

import pytest
from confined import BASE, FILE, SAMPLES, audited

PAGE = (SAMPLES / "gnollhack" / "gnollhack.barka.1796036227.html").read_text("utf-8")
HEADING = "<h2>Inventory"
assert HEADING in PAGE

MEMORY = BASE + 10 * FILE

DEEP = 100_000
DEEPER = 1_000_000

TAGS = (
    "<b>",
    "<div>",
    "<ul><li>",
    "<table><tr><td>",
    "<font color=red>",
    "<a href='x'>",
    "<!--",
    "<svg>",
    "&#",
)


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("pages")
    for number, tag in enumerate(TAGS):
        for depth in (DEEP, DEEPER):
            text = PAGE.replace(HEADING, tag * depth + HEADING, 1)
            # Two pages of one directory could be two forms of one game.
            (folder / f"{number}-{depth}").mkdir()
            (folder / f"{number}-{depth}" / f"{number}-{depth}.html").write_text(text, "utf-8")
    return audited([folder], "--max-file", "64MB", memory=MEMORY)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("depth", [DEEP, DEEPER])
def test_a_page_that_is_nested_too_deep_is_told_and_accuses_nobody(
    audits: dict[str, Any], tag: str, depth: int
) -> None:
    audit = audits[f"{TAGS.index(tag)}-{depth}.html"]
    assert audit["game"] == "gnollhack"
    # What cannot be read as the game writes it is open, with the reason; what can is read to its end.
    assert audit["verdict"] in ("undecided", "match")
    if audit["verdict"] == "undecided":
        assert audit["reasons"][0] == "needs the closing block, which gives the recorded score"
    assert not [finding for finding in audit["findings"] if finding["severity"] == "error"]
