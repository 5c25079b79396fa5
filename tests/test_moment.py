"""Times, as precisely as a file says them."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.moment import Moment, moment_in, moment_of
from necropsy.record import Record, Standing

NOON = dt.datetime(2026, 11, 30, 12)
TIMES = st.datetimes(min_value=dt.datetime(2000, 1, 1), max_value=dt.datetime(2100, 1, 1)).map(
    lambda time: time.replace(microsecond=0)
)


def test_a_day_is_all_its_seconds() -> None:
    day = moment_of(dt.date(2026, 11, 30))
    assert day == Moment(dt.datetime(2026, 11, 30), dt.datetime(2026, 11, 30, 23, 59, 59))
    assert not day.exact
    assert str(day) == "2026-11-30"


def test_a_moment_is_one_second() -> None:
    moment = moment_of(NOON)
    assert moment == Moment(NOON, NOON)
    assert moment.exact
    assert str(moment) == "2026-11-30 12:00:00"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-11-30", dt.date(2026, 11, 30)),
        (" 2026-11-30T12:00:00 ", NOON),
        ("2026-11-30 12:00:00", NOON),
        ("2026-11-30T14:00:00+02:00", NOON),
    ],
)
def test_the_iso_text_means_the_same(text: str, value: dt.date) -> None:
    assert moment_of(text) == moment_of(value)


@pytest.mark.parametrize("value", [None, "", "yesterday", "2026-13-01", "2026-11-3x", 20261130])
def test_anything_else_is_no_time(value: object) -> None:
    assert moment_of(value) is None


@given(TIMES, TIMES)
def test_a_second_lies_before_a_bound_or_not(time: dt.datetime, bound: dt.datetime) -> None:
    moment = moment_of(time)
    assert moment is not None
    assert moment.before(bound) is (time < bound)


@given(TIMES, TIMES)
def test_a_day_decides_only_what_all_its_seconds_decide(time: dt.datetime, bound: dt.datetime) -> None:
    day = moment_of(time.date())
    assert day is not None
    said = day.before(bound)
    assert said is None or said is (time < bound)
    assert (said is None) == (day.earliest < bound <= day.latest)


def test_the_most_precise_statement_counts_and_of_equal_ones_the_last() -> None:
    record = Record("dcss")
    record.state("ended", dt.date(2026, 11, 30), 1, "score block")
    record.state("ended", NOON, 2, "logfile")
    record.state("ended", NOON + dt.timedelta(hours=1), 3, "xlogfile")
    assert moment_in(record, "ended") == moment_of(NOON + dt.timedelta(hours=1))


def test_a_witness_counts_only_where_there_is_no_testimony() -> None:
    record = Record("dcss")
    record.state("ended", NOON, 1, "notes", Standing.WITNESS)
    assert moment_in(record, "ended") == moment_of(NOON)
    record.state("ended", dt.date(2026, 12, 1), 2, "score block")
    assert moment_in(record, "ended") == moment_of(dt.date(2026, 12, 1))
    assert moment_in(record, "started") is None


def test_seconds_that_only_a_log_knows_count_before_the_day_of_a_dump() -> None:
    record = Record("dcss")
    record.state("ended", dt.date(2026, 11, 30), 1, "score block")
    record.state("end_s", int(NOON.replace(tzinfo=dt.UTC).timestamp()), 2, "logfile")
    assert moment_in(record, "ended") == moment_of(NOON)
