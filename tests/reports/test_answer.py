"""What a store answers, in each form."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from necropsy.reports.answer import write_answer
from necropsy.store import Store, StoreError
from necropsy.store.answers import Answer

HOSTILE = "\x1b[31mred\x07 [bold]x[/bold] :smile: \u202eevil\x00"
LITERAL = "'" + HOSTILE.replace("\x00", "' || chr(0) || '") + "'"


@pytest.fixture
def answer() -> Iterator[Callable[[str], Answer]]:
    """Gives what a statement answers."""
    with duckdb.connect() as connection:
        yield lambda sql: Answer(connection, sql)


Ask = Callable[[str], Answer]


def written(table: Answer, form: str, width: int | None = 80) -> str:
    stream = io.StringIO()
    write_answer(table, form, stream, width)
    return stream.getvalue()


def test_a_table_has_its_numbers_to_the_right(answer: Ask) -> None:
    shown = written(answer("SELECT * FROM (VALUES ('a', 1234567), ('bb', 5)) AS t(name, n)"), "table")
    assert shown.splitlines() == [
        "name           n",
        "────────────────",
        "a      1,234,567",
        "bb             5",
        "2 rows",
    ]


def test_nothing_of_a_file_acts_on_the_terminal(answer: Ask) -> None:
    for count in (1, 40):
        columns = ", ".join(f"{LITERAL} AS c{number}" for number in range(count))
        shown = written(answer(f"SELECT {columns}, [{LITERAL}] AS list"), "table", 200)
        assert not set(shown) & {"\x1b", "\x07", "\x00", "\u202e"}
        assert "\\x1b[31mred" in shown
        assert "[bold]x[/bold] :smile:" in shown


def test_no_more_acts_by_the_name_of_a_column(answer: Ask) -> None:
    shown = written(answer('SELECT 1 AS "a\x1b[2J[red]b"'), "table")
    assert "\x1b" not in shown
    assert "a\\x1b[2J[red]b" in shown


def test_many_columns_are_shown_one_below_the_other(answer: Ask) -> None:
    columns = ", ".join(f"{number} AS column_{number}" for number in range(30))
    shown = written(answer(f"SELECT {columns}, NULL AS nothing, []::INT[] AS none"), "table").splitlines()
    assert shown[0] == "row 1"
    assert shown[1].split() == ["column_0", "0"]
    assert len(shown) == 32
    assert "nothing" not in "".join(shown)


def test_a_long_answer_is_cut_and_says_so(answer: Ask) -> None:
    shown = written(answer("SELECT range AS n FROM range(1500)"), "table").splitlines()
    assert shown[-1] == "1,500 rows, 1,000 shown, 500 left out: `--format csv` gives all"
    assert len(shown) == 1003
    assert written(answer("SELECT range AS n FROM range(1500)"), "csv").count("\n") == 1501


def test_csv_runs_nothing_in_a_sheet(answer: Ask) -> None:
    table = answer("SELECT '=1+1' AS a, ['x', '@y'] AS b, {'c': 1} AS d, true AS e, NULL AS f, 2.5 AS g")
    (row,) = csv.DictReader(io.StringIO(written(table, "csv")))
    assert row == {"a": "'=1+1", "b": "x;'@y", "d": '{"c": 1}', "e": "true", "f": "", "g": "2.5"}


SQL = """
    SELECT 'é' AS text, 1 AS n, 1.5 AS d, 10::HUGEINT AS huge, 'nan'::DOUBLE AS nan, true AS yes,
        NULL AS nothing, DATE '2026-11-30' AS day, TIMESTAMP '2026-11-30 10:11:12' AS time,
        TIME '10:11:12' AS clock, '\\xAA'::BLOB AS bytes, [{'a': 1}] AS structs,
        map {'k': 2} AS map, [1, 2] AS list, 1 AS x, 2 AS x,
        INTERVAL 1 DAY AS span
"""


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_json_has_every_type(answer: Ask, form: str) -> None:
    text = written(answer(SQL), form)
    row = json.loads(text)[0] if form == "json" else json.loads(text)
    assert row == {
        "text": "é",
        "n": 1,
        "d": 1.5,
        "huge": 10,
        "nan": None,
        "yes": True,
        "nothing": None,
        "day": "2026-11-30",
        "time": "2026-11-30T10:11:12",
        "clock": "10:11:12",
        "bytes": "aa",
        "structs": [{"a": 1}],
        "map": {"k": 2},
        "list": [1, 2],
        "x": 1,
        "x_1": 2,
        "span": "1 day",
    }


def test_a_byte_that_is_no_utf8_is_shown_as_other_reports_show_it(answer: Ask) -> None:
    table = answer("SELECT 'a\ufdd0dc80' AS source")
    assert "a\\udc80" in written(table, "table")
    assert written(table, "csv") == "source\na\\udc80\n"
    assert json.loads(written(table, "jsonl")) == {"source": "a\udc80"}


def test_parquet_is_not_for_a_terminal(answer: Ask) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with pytest.raises(ValueError, match="give -o FILE"):
        write_answer(answer("SELECT 1"), "parquet", Terminal())


def test_a_moment_in_a_time_zone(tmp_path: Any) -> None:
    with Store(tmp_path / "s.duckdb") as store:
        told = written(store.ask("SELECT TIMESTAMPTZ '2026-11-30 10:00:00+00' AS t"), "jsonl")
    assert json.loads(told)["t"].startswith("2026-11-30T")


STRANGE = """
    SELECT INTERVAL 1 MONTH AS month, [INTERVAL 1 DAY] AS days, TIMESTAMP '0044-03-15 (BC) 12:00:00' AS ides,
        [DATE '0044-03-15 (BC)'] AS dates, 340282366920938463463374607431768211455::UHUGEINT AS huge,
        union_value(a := 5) AS either, '0101'::BIT AS bits, map {[1]: 2} AS lists, TIME '24:00:00' AS late,
        [[1, 2]::INT[2], [3, 4]::INT[2]] AS pairs, TIMETZ '10:11:12+02' AS zoned, 2 AS "INTERVAL"; ;
"""


def test_values_that_python_does_not_have_are_told_as_text(answer: Ask) -> None:
    row = json.loads(written(answer(STRANGE), "jsonl"))
    assert row == {
        "month": "1 month",
        "days": "[1 day]",
        "ides": "0044-03-15 (BC) 12:00:00",
        "dates": ["0044-03-15 (BC)"],
        "huge": 2**128 - 1,
        "either": 5,
        "bits": "0101",
        "lists": {"key": [[1]], "value": [2]},
        "late": "24:00:00",
        "pairs": [[1, 2], [3, 4]],
        "zoned": "10:11:12+02:00",
        "INTERVAL": 2,
    }
    (sheet,) = csv.DictReader(io.StringIO(written(answer(STRANGE), "csv")))
    assert (sheet["month"], sheet["ides"]) == ("1 month", "0044-03-15 (BC) 12:00:00")
    assert "(BC)" in written(answer(STRANGE), "table")


def test_parquet_has_as_text_what_it_has_no_type_for(answer: Ask) -> None:
    (row,) = (
        parquet(answer(STRANGE)).select(["month", "days", "huge", "either", "bits", "INTERVAL"]).to_pylist()
    )
    assert row == {
        "month": "1 month",
        "days": "[1 day]",
        "huge": str(2**128 - 1),
        "either": "5",
        "bits": "0101",
        "INTERVAL": 2,
    }
    assert parquet(answer("SELECT 1 AS x, 2 AS x")).to_pydict() == {"x": [1], "x_1": [2]}


def parquet(told: Answer) -> Any:
    """An answer as Parquet, read again."""
    whole = io.BytesIO()
    with io.TextIOWrapper(whole) as stream:
        write_answer(told, "parquet", stream)
        return pq.read_table(io.BytesIO(whole.getvalue()))


def test_what_nothing_can_hold_is_one_error(answer: Ask) -> None:
    with pytest.raises(StoreError, match="struct type"):
        parquet(answer("SELECT empty_struct FROM test_all_types()"))


@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "parquet"])
def test_a_statement_that_fails_on_its_way(answer: Ask, form: str) -> None:
    told = answer("SELECT CAST(if(range = 250000, 'x', '1') AS INT) FROM range(300000)")
    with pytest.raises(StoreError, match="Could not convert") as failed:
        parquet(told) if form == "parquet" else written(told, form)
    assert "\n" not in str(failed.value)


class Counting(io.StringIO):
    """Takes some rows and no more."""

    def write(self, text: str) -> int:
        if self.tell() > 100_000:
            raise BrokenPipeError
        return super().write(text)


@pytest.mark.parametrize("form", ["csv", "jsonl", "json"])
def test_rows_are_written_while_more_of_them_come(answer: Ask, form: str) -> None:
    with pytest.raises(BrokenPipeError):
        write_answer(answer("SELECT * FROM range(1000000000000)"), form, Counting())


def test_a_table_of_very_many_rows_is_its_beginning(answer: Ask) -> None:
    shown = written(answer("SELECT * FROM range(1000000000);"), "table").splitlines()
    assert shown[-1] == "1,000,000,000 rows, 1,000 shown, 999,999,000 left out: `--format csv` gives all"
