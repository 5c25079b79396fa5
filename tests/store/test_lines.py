"""The lines of JSON Lines that a store keeps beside its tables."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_audits import TEXTS

from necropsy.card import KEY
from necropsy.columns import bundle_of
from necropsy.columns.build import as_json
from necropsy.executors import Inline
from necropsy.given import find_once
from necropsy.memory import Memory
from necropsy.order import Order
from necropsy.plan import Plan
from necropsy.reports.written import AttentionWriter, JsonWriter, TextWriter
from necropsy.run import Run
from necropsy.store import Store, lines
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
JSON_LINES, TABLE = JsonWriter(), AttentionWriter()


def told(folder: Path, store: Path | None, writer: TextWriter = JSON_LINES) -> list[str]:
    """What a run tells, with a store or without one."""
    plan = Plan(pair=True)
    if store is None:
        order = Order(plan, writer, KEY)
        found = list(Run(order, Inline(order)).over(find_once([folder])))
        return [text for each in found if (text := each.payload[each.row]) is not None]
    with Store(store) as opened:
        memory = Memory(opened, plan)
        order = Order(plan, writer, memory.key, kept=True)
        again = memory.told_before(find_once([folder]))
        tellings = Run(order, Inline(order), memory).over(find_once([folder])) if again is None else again
        found = list(memory.recalled(tellings, order))
        memory.finish(complete=True)
    return [text for each in found if (text := each.payload[each.row]) is not None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some games, the name of one of which is no UTF-8."""
    folder = tmp_path / "files"
    folder.mkdir()
    for path in sorted((SAMPLES / "dcss").glob("morgue-*.txt"))[:6]:
        (folder / path.name).write_bytes(path.read_bytes())
    strange = os.fsencode(folder) + b"/score-\xff.txt"
    with open(strange, "wb") as file:
        file.write((SAMPLES / "tampered" / "score-raised.txt").read_bytes())
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "s.duckdb"


@pytest.fixture
def _nothing_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(*_: object) -> None:
        raise AssertionError("the tables need not be asked")

    monkeypatch.setattr(Store, "fetch", fetch)


@pytest.mark.usefixtures("_nothing_fetched")
def test_what_a_report_had_is_told_again_as_it_was(folder: Path, store: Path) -> None:
    expected = told(folder, None)
    assert [told(folder, store) for _ in range(3)] == [expected] * 3


def test_what_no_report_had_is_made_again(folder: Path, store: Path) -> None:
    told(folder, store, TABLE)
    with Store(store, read_only=True) as opened:
        assert opened.run("SELECT count(*) FROM lines") == [(0,)]
    assert told(folder, store) == told(folder, None)
    (folder / "new.txt").write_bytes((SAMPLES / "tampered" / "score-raised.txt").read_bytes() + b"\n")
    expected = told(folder, None)
    assert told(folder, store) == expected  # some lines are kept, some are not
    assert told(folder, store) == expected


def test_a_report_of_another_form_has_no_use_for_them(folder: Path, store: Path) -> None:
    told(folder, store)
    assert told(folder, store, TABLE) == told(folder, None, TABLE)
    assert told(folder, store, JsonWriter(indent=2)) == told(folder, None, JsonWriter(indent=2))


def test_blocks_go_with_the_last_of_their_games(
    folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_BLOCK", 3)
    told(folder, store)
    names = sorted(path for path in folder.iterdir() if path.name.startswith("morgue-"))
    for path in names[:4]:
        path.write_bytes(path.read_bytes() + b"\n")
    expected = told(folder, None)
    assert told(folder, store) == expected
    with Store(store, read_only=True) as opened:
        blocks = opened.run("SELECT first, last FROM lines ORDER BY first")
        games = [number for (number,) in opened.run("SELECT id FROM games")]
        assert all(any(first <= game <= last for game in games) for first, last in blocks)
        assert len(blocks) == 4  # of the first three only one has no game any more
    assert told(folder, store) == expected


def test_a_store_of_an_earlier_version_gets_the_table(folder: Path, store: Path) -> None:
    expected = told(folder, store)
    with duckdb.connect(str(store)) as connection:
        connection.execute("DROP TABLE lines").fetchall()
        connection.execute("UPDATE meta SET columns = 'of another program'").fetchall()
    with Store(store, read_only=True) as opened:
        assert opened.lines.of([1, 2]) == {}
    assert told(folder, store) == expected
    with Store(store) as opened:
        assert opened.run("SELECT count(*) FROM lines") == [(0,)]


def test_what_is_rolled_back_is_not_known(store: Path) -> None:
    with Store(store) as opened:
        with pytest.raises(ZeroDivisionError):
            _keep_in_vain(opened)
        assert opened.lines.of([1]) == {}


def _keep_in_vain(store: Store) -> None:
    with store.transaction():
        store.lines.keep(1, ["{}"])
        assert store.lines.of([1]) == {1: "{}"}
        raise ZeroDivisionError


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that all examples share: what each of them puts there it takes away."""
    return tmp_path_factory.mktemp("lines") / "s.duckdb"


@given(
    texts=st.lists(st.one_of(st.none(), TEXTS.map(as_json)), min_size=1, max_size=9),
    size=st.integers(1, 4),
)
def test_every_line_comes_back(shared: Path, texts: list[str | None], size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_BLOCK", size)
        with Store(shared) as opened:
            audits = [Audit(str(row), Verdict.SKIPPED) for row in range(len(texts))]
            numbers = opened.insert(bundle_of(audits), [""] * len(audits))
            opened.lines.keep(numbers.start, texts)
            known = {number: text for number, text in zip(numbers, texts, strict=True) if text}
            assert opened.lines.of(numbers) == known
            assert opened.lines.of([*numbers[1::2], numbers.stop]) == {
                number: text for number, text in known.items() if number in numbers[1::2]
            }
            opened.lines.tidy()
            assert opened.lines.of(numbers) == known
            opened.delete(numbers)
            opened.lines.tidy()
            assert opened.lines.of(numbers) == {}
