"""What the page brings with it, and that none of it can end its own element."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from necropsy.reports.page import assets
from necropsy.reports.page.assets import json_text, policy, script_text, scripts, style


@pytest.mark.parametrize(
    "text",
    ["</script>", "<!-- <script>", "]]>", "\u2028\u2029", "\udc80", "a & b", "\x00\x1b", "</SCRIPT\t>"],
)
def test_data_stays_data(text: str) -> None:
    written = json_text({"name": text})
    assert "<" not in written
    assert not re.search("[\u2028\u2029\ud800-\udfff]", written)
    assert json.loads(written) == {"name": text}


def test_no_script_can_end_before_its_end() -> None:
    for script in scripts():
        assert not re.search(r"</script|<!--|<script", script, re.IGNORECASE)
        assert "\r" not in script


def test_line_ends_are_those_of_which_a_browser_takes_the_digest() -> None:
    assert script_text("a\r\nb\rc") == "a\nb\nc"


def test_the_policy_allows_what_is_in_the_page_and_nothing_else() -> None:
    rules = dict(part.split(" ", 1) for part in policy(("a",), ("b",)).split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='"
    assert "unsafe" not in policy(scripts(), (style(),))


def test_nothing_in_style_or_own_script_is_fetched() -> None:
    for text in (style(), scripts()[2]):
        assert not re.search(r"https?:|@import|url\(|fetch\(|XMLHttpRequest|innerHTML|eval\(", text)


def test_another_library_of_tables_than_the_known_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_EXPORT", re.compile(r"no such (export)"))
    with pytest.raises(ModuleNotFoundError, match="itables"):
        assets._datatables()


# ------------------------------------------------------------------------------- contrast

_NAMED = re.compile(r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
COLOURS = {name: both for name, *both in _NAMED.findall(style())}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("ground", ["paper", "sheet"])
@pytest.mark.parametrize(
    "text", ["ink", "dim", "accent", "match", "mismatch", "tampered", "undecided", "other"]
)
def test_text_can_be_read(text: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(
    "mark", ["faint", "sure", "total", "one", "three", "four", "five", "six", "seven", "eight"]
)
def test_marks_and_borders_can_be_seen(mark: str, theme: int) -> None:
    assert contrast(COLOURS[mark][theme], COLOURS["paper"][theme]) >= 3


def test_every_colour_of_a_chart_is_one_of_the_page() -> None:
    package = files("necropsy.reports.page")
    used = set(re.findall(r'"@([a-z]+)"', package.joinpath("charts.py").read_text("utf-8")))
    assert used <= COLOURS.keys()
    assert all(name in COLOURS for name in re.findall(r"var\(--([a-z]+)\)", style()) if name != "mono")
