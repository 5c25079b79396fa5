"""Dates as morgues print them."""

from __future__ import annotations

from datetime import datetime

import pytest

from necropsy.games.dcss.calendar import file_moment, iso_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Jan 1, 2024", "2024-01-01"),
        ("Feb 29, 2024", "2024-02-29"),
        ("Mar 3, 2009", "2009-03-03"),
        ("Apr 30, 2010", "2010-04-30"),
        ("May 31, 2011", "2011-05-31"),
        ("June 7, 2012", "2012-06-07"),
        ("July 10, 2013", "2013-07-10"),
        ("Aug 2, 2009", "2009-08-02"),
        ("Sept 3, 2018", "2018-09-03"),
        ("Oct 12, 2019", "2019-10-12"),
        ("Nov 30, 2026", "2026-11-30"),
        ("Dec 05, 2020", "2020-12-05"),
    ],
)
def test_a_date(text: str, day: str) -> None:
    assert iso_date(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Jan",
        "Jan 1",
        "Jan 32, 2024",
        "Feb 29, 2023",
        "Sep 3, 2018",
        "Jun 3, 2018",
        "jan 3, 2018",
        "Jan 0, 2018",
        "Jan 3, 0000",
        "Jan 3, 99999",
        "Jan x, 2018",
        "Jan 3, 20x8",
        "Jan 3,2018",
        "Jan -3, 2018",
        "Jan ², 2018",
    ],
)
def test_no_date(text: str) -> None:
    assert iso_date(text) is None


def test_the_moment_in_a_file_name() -> None:
    assert file_moment("20261130-104024") == datetime(2026, 11, 30, 10, 40, 24)
    assert file_moment("20070102-0304") == datetime(2007, 1, 2, 3, 4)


@pytest.mark.parametrize("text", ["", "20261330-104024", "20261130-250000", "2026-11-30", "20261130"])
def test_no_moment(text: str) -> None:
    assert file_moment(text) is None
