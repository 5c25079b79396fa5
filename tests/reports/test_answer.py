"""What a store answers, in each form."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import duckdb
import pytest

from necropsy.reports.answer import write_answer
from necropsy.store import Store

HOSTILE = "\x1b[31mred\x07 [bold]x[/bold] :smile: \u202eevil\x00"


def answer(sql: str, parameters: list[Any] | None = None) -> Any:
    with duckdb.connect() as connection:
        return connection.sql(sql, params=parameters).to_arrow_table()


def written(table: Any, form: str, width: int | None = 80) -> str:
    stream = io.StringIO()
    write_answer(table, form, stream, width)
    return stream.getvalue()


def test_a_table_has_its_numbers_to_the_right() -> None:
    shown = written(answer("SELECT * FROM (VALUES ('a', 1234567), ('bb', 5)) AS t(name, n)"), "table")
    assert shown.splitlines() == [
        "name           n",
        "────────────────",
        "a      1,234,567",
        "bb             5",
        "2 rows",
    ]


def test_nothing_of_a_file_acts_on_the_terminal() -> None:
    for count in (1, 40):
        columns = ", ".join(f"?::VARCHAR AS c{number}" for number in range(count))
        shown = written(
            answer(f"SELECT {columns}, [?::VARCHAR] AS list", [HOSTILE] * (count + 1)), "table", 200
        )
        assert not set(shown) & {"\x1b", "\x07", "\x00", "\u202e"}
        assert "\\x1b[31mred" in shown
        assert "[bold]x[/bold] :smile:" in shown


def test_no_more_acts_by_the_name_of_a_column() -> None:
    shown = written(answer('SELECT 1 AS "a\x1b[2J[red]b"'), "table")
    assert "\x1b" not in shown
    assert "a\\x1b[2J[red]b" in shown


def test_many_columns_are_shown_one_below_the_other() -> None:
    columns = ", ".join(f"{number} AS column_{number}" for number in range(30))
    shown = written(answer(f"SELECT {columns}, NULL AS nothing, []::INT[] AS none"), "table").splitlines()
    assert shown[0] == "row 1"
    assert shown[1].split() == ["column_0", "0"]
    assert len(shown) == 32
    assert "nothing" not in "".join(shown)


def test_a_long_answer_is_cut_and_says_so() -> None:
    shown = written(answer("SELECT range AS n FROM range(1500)"), "table").splitlines()
    assert shown[-1] == "1,500 rows, 1,000 of them shown; `--format csv` gives all"
    assert len(shown) == 1003
    assert written(answer("SELECT range AS n FROM range(1500)"), "csv").count("\n") == 1501


def test_csv_runs_nothing_in_a_sheet() -> None:
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
def test_json_has_every_type(form: str) -> None:
    text = written(answer(SQL), form)
    row = json.loads(text)[0] if form == "json" else json.loads(text)
    assert row.pop("span")
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
    }


def test_a_byte_that_is_no_utf8_is_shown_as_other_reports_show_it() -> None:
    table = answer("SELECT 'a\ufdd0dc80' AS source")
    assert "a\\udc80" in written(table, "table")
    assert written(table, "csv") == "source\na\\udc80\n"
    assert json.loads(written(table, "jsonl")) == {"source": "a\udc80"}


def test_parquet_is_not_for_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with pytest.raises(ValueError, match="give -o FILE"):
        write_answer(answer("SELECT 1"), "parquet", Terminal())


def test_a_moment_in_a_time_zone(tmp_path: Any) -> None:
    with Store(tmp_path / "s.duckdb") as store:
        table = store.select("SELECT TIMESTAMPTZ '2026-11-30 10:00:00+00' AS t")
    assert json.loads(written(table, "jsonl"))["t"].startswith("2026-11-30T")
