"""The page in a real browser: it renders, fetches nothing, and can be worked by mouse and keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from audits import audit_of
from browser import chromium, opened
from pages import page_of
from some_audits import samples

from necropsy.breakdown import Breakdown, Term
from necropsy.record import Evidence
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed here")

HOSTILE = "<img src=x onerror=document.title='run'>&lt;b&gt;</script><!--\u202e\x1b[31m"
SHOWN = "<img src=x onerror=document.title='run'>&lt;b&gt;</script><!--\\u202e\\x1b[31m"

WIDE, PHONE = (1280, 900), (360, 740)
ROWS = "#table tbody tr[data-game]"


def hostile() -> Audit:
    audit = audit_of(HOSTILE, Verdict.MISMATCH, player=HOSTILE, version=HOSTILE, score=90)
    term = Term("gold", Span(10, 20), HOSTILE, HOSTILE)
    audit.breakdown = Breakdown("F", "f", (term,), Span(10, 20), HOSTILE)
    lines = (Evidence(HOSTILE, 1, HOSTILE), Evidence("log", 2, HOSTILE))
    audit.findings = (Finding("S101", Severity.ERROR, HOSTILE, HOSTILE, HOSTILE, lines),)
    return audit


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as one:
        yield one


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    unscored = audit_of("live.txt", game="hengband", score=None, player="Twig", version="3.0.2")
    pages = {
        "samples": page_of(samples()),
        "hostile": page_of([hostile(), audit_of(player=HOSTILE), unscored]),
    }
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    return {name: folder / f"{name}.html" for name in pages}


class Visit:
    """Opens a page, and remembers whatever it should not have done."""

    def __init__(self, browser: Browser, files: dict[str, Path]) -> None:
        self._browser, self._files = browser, files
        self.faults: list[str] = []

    def __call__(
        self, name: str = "samples", size: tuple[int, int] = WIDE, scheme: str = "light", place: str = ""
    ) -> Page:
        width, height = size
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.on("console", lambda said: self.faults.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._see)
        page.goto(self._files[name].as_uri() + place)
        page.wait_for_selector("html[data-ready]")
        return page

    def _see(self, request: object) -> None:
        url: str = request.url  # type: ignore[attr-defined]
        if not url.startswith(("file:", "data:", "blob:")):
            self.faults.append(f"request: {url}")


@pytest.fixture
def visit(browser: Browser, files: dict[str, Path]) -> Iterator[Visit]:
    visit = Visit(browser, files)
    yield visit
    for context in browser.contexts:
        context.close()
    assert visit.faults == []


def wait_until(page: Page, script: str, argument: object = None) -> None:
    """Wait for what a script says; asked from outside, as the page's own policy forbids to evaluate text."""
    for _ in range(400):
        if page.evaluate(script, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {script}")


def show_charts(page: Page) -> None:
    for place in page.query_selector_all("[data-chart]"):
        place.scroll_into_view_if_needed()
        wait_until(page, "place => place.dataset.drawn", place)


def overflow(page: Page) -> int:
    found = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return int(found)


def test_the_verdicts_are_those_of_the_audits(visit: Visit) -> None:
    page = visit()
    shown = {
        cell.get_attribute("data-verdict"): int(cell.inner_text())
        for cell in page.query_selector_all("td[data-verdict]")
    }
    assert shown == Counter(audit.verdict.value for audit in samples())


def test_charts_are_drawn_when_they_are_seen(visit: Visit) -> None:
    page = visit()
    assert page.query_selector("[data-drawn]") is None
    show_charts(page)
    assert len(page.query_selector_all("[data-drawn] canvas")) == len(page.query_selector_all("[data-chart]"))


def test_the_table_is_narrowed_by_each_list(visit: Visit) -> None:
    page = visit()
    page.select_option("select[data-filter=verdict]", "mismatch")
    expected = sum(audit.verdict is Verdict.MISMATCH for audit in samples())
    assert len(page.query_selector_all(ROWS)) == expected
    page.select_option("select[data-filter=game]", "dcss")
    of_dcss = sum(a.verdict is Verdict.MISMATCH and a.game == "dcss" for a in samples())
    assert len(page.query_selector_all(ROWS)) == of_dcss
    page.select_option("select[data-filter=version]", "0.31.0")
    assert len(page.query_selector_all(ROWS)) == 1
    page.click(".filters button[type=reset]")
    wait_until(page, f"document.querySelectorAll('{ROWS}').length === 25")
    page.select_option("select[data-filter=rule]", "B301")
    assert all("B301" in row.inner_text() for row in page.query_selector_all(ROWS))


def test_the_table_is_searched(visit: Visit) -> None:
    page = visit()
    page.fill(".dt-search input", "Splafifi")
    rows = page.query_selector_all(ROWS)
    assert rows
    assert all("Splafifi" in row.inner_text() for row in rows)


def test_the_table_is_sorted_by_number_with_the_keyboard(visit: Visit) -> None:
    page = visit()
    page.select_option(".dt-length select", "500")
    page.evaluate("document.activeElement.blur()")
    for _ in range(80):
        page.keyboard.press("Tab")
        if "Recorded" in page.evaluate("document.activeElement.closest('th')?.innerText ?? ''"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#table th[aria-sort=descending]")
    cells = [row.query_selector_all("td")[4].inner_text() for row in page.query_selector_all(ROWS)]
    scores = [int(cell.replace(",", "")) for cell in cells if cell]
    assert scores == sorted((a.recorded for a in samples() if a.recorded is not None), reverse=True)


def test_a_row_opens_its_case(visit: Visit) -> None:
    page = visit()
    page.click(f"{ROWS} td:nth-child(5)")
    page.wait_for_selector("#case-0[open] .waterfall[data-drawn]")
    case = page.inner_text("#case-0")
    assert "How the score is put together" in case
    assert "What speaks against it" in case.replace("WHAT", "What")


def test_a_line_at_the_top_opens_its_case_and_a_rule_its_manual(visit: Visit) -> None:
    page = visit()
    page.click(".flagged a[href='#case-3']")
    link = page.wait_for_selector("#case-3[open] .finding a.code")
    assert link is not None
    code = link.inner_text()
    link.click()
    assert page.evaluate("location.hash") == f"#rule-{code}"
    assert page.is_visible(f"#rule-{code}")


def test_an_address_opens_a_case(visit: Visit) -> None:
    page = visit(place="#case-1")
    page.wait_for_selector("#case-1[open] .finding")
    wait_until(page, "document.activeElement.parentElement.id === 'case-1'")


def test_a_case_that_was_closed_opens_again_by_the_same_link(visit: Visit) -> None:
    page = visit()
    page.click(".flagged a[href='#case-0']")
    page.click("#case-0 summary")
    assert page.get_attribute("#case-0", "open") is None
    page.click(".flagged a[href='#case-0']")
    page.wait_for_selector("#case-0[open]")


def test_a_game_without_a_case_has_a_sheet(visit: Visit) -> None:
    page = visit()
    page.select_option("select[data-filter=verdict]", "match")
    page.click(f"{ROWS} a")
    page.wait_for_selector("dialog[open]")
    assert "the formula gives" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog:not([open])", state="attached")
    page.click(f"{ROWS} a")
    page.click("dialog button")
    assert not page.is_visible("dialog")


def test_a_point_of_the_chart_opens_its_game(visit: Visit) -> None:
    page = visit("hostile")
    place = page.wait_for_selector("[data-chart=scores]")
    assert place is not None
    place.scroll_into_view_if_needed()
    page.wait_for_selector("[data-chart=scores][data-drawn] canvas")
    box = page.evaluate(
        """() => {
          const canvas = document.querySelector("[data-chart=scores] canvas").getBoundingClientRect();
          return [canvas.x, canvas.y, canvas.width, canvas.height];
        }"""
    )
    left, top, width, height = box
    # Somewhere in the chart is the game that does not fit: the pointer looks for it.
    for at_y in range(30, int(height) - 40, 5):
        for at_x in range(60, int(width), 40):
            page.mouse.move(left + at_x, top + at_y)
            if page.is_visible("#tip") and "mismatch" in page.inner_text("#tip"):
                assert SHOWN in page.inner_text("#tip")
                page.mouse.click(left + at_x, top + at_y)
                page.wait_for_selector("#case-0[open]")
                return
    pytest.fail("no point was found")


def test_a_bar_narrows_the_table_to_its_rule(visit: Visit) -> None:
    page = visit()
    place = page.wait_for_selector("[data-chart=rules]")
    assert place is not None
    place.scroll_into_view_if_needed()
    page.wait_for_selector("[data-chart=rules][data-drawn] canvas")
    canvas = page.locator("[data-chart=rules] canvas")
    canvas.click(position={"x": 80, "y": 50})
    wait_until(page, "document.querySelector('select[data-filter=rule]').value !== ''")


def test_hostile_names_stay_text(visit: Visit) -> None:
    page = visit("hostile", place="#case-0")
    page.wait_for_selector("#case-0 .waterfall[data-drawn]")
    assert SHOWN in page.inner_text("#case-0 .message")
    assert SHOWN in page.inner_text(f"{ROWS} td:nth-child(2)")
    page.fill(".dt-search input", "onerror")
    assert len(page.query_selector_all(ROWS)) == 2
    page.fill(".dt-search input", "&lt;b&gt;")
    assert len(page.query_selector_all(ROWS)) == 2
    assert page.query_selector("main img, main b") is None
    assert page.title() != "run"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("name", ["samples", "hostile"])
def test_nothing_is_wider_than_the_screen(
    visit: Visit, name: str, size: tuple[int, int], scheme: str
) -> None:
    page = visit(name, size, scheme)
    page.evaluate("location.hash = 'case-0'")
    page.wait_for_selector("#case-0 .waterfall[data-drawn]")
    show_charts(page)
    page.eval_on_selector_all("details", "all => all.forEach((each) => (each.open = true))")
    assert overflow(page) == 0


def test_light_and_dark_follow_the_system_until_the_reader_chooses(visit: Visit) -> None:
    page = visit(scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    show_charts(page)
    page.click("#theme")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark, light) == ("rgb(22, 24, 27)", "rgb(252, 251, 248)")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.emulate_media(color_scheme="light")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_the_keyboard_goes_through_the_page_and_out_of_it(visit: Visit) -> None:
    page = visit("hostile")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    seen: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.closest('section, footer, header')?.id ?? 'out'"))
    places = list(dict.fromkeys(seen))
    assert places[:4] == ["attention", "charts", "games", "cases"]
    # Behind the last part comes the browser itself, and then the beginning.
    assert "out" in places
    page.focus("#case-0 summary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#case-0[open] .finding")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_print_opens_the_cases_and_leaves_out_the_widgets(visit: Visit) -> None:
    page = visit(scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.get_attribute("#case-5", "open") is not None
    assert page.is_visible("#case-5 .finding")
    assert not page.is_visible("#games")
    assert not page.is_visible("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.get_attribute("#case-5", "open") is None
