"""When a full pass is due."""

from __future__ import annotations

import pytest

from necropsy.watching.pace import Pace


@pytest.fixture
def pace() -> Pace:
    """A pace whose first pass was at 100 and took no time."""
    made = Pace(2)
    made.begins()
    made.ended(100, 0)
    return made


def test_a_pass_follows_a_change_that_has_settled(pace: Pace) -> None:
    assert not pace.is_due(105)
    pace.changed(105)
    assert not pace.is_due(106.9)
    pace.changed(106.9)
    assert not pace.is_due(108)
    assert pace.is_due(108.9)


def test_changes_without_a_pause_wait_ten_times_as_long(pace: Pace) -> None:
    for second in range(105, 125):
        pace.changed(second)
        assert not pace.is_due(second)
    pace.changed(125)
    assert pace.is_due(125)


def test_passes_take_a_tenth_of_the_time(pace: Pace) -> None:
    pace.begins()
    pace.ended(130, 25)
    pace.changed(130)
    assert not pace.is_due(379.9)
    assert pace.is_due(380)


def test_a_change_during_a_pass_is_for_the_next_one(pace: Pace) -> None:
    pace.changed(110)
    pace.begins()
    pace.changed(111)
    pace.ended(112, 0)
    assert pace.is_due(113)


def test_a_change_before_a_pass_is_done(pace: Pace) -> None:
    pace.changed(110)
    pace.begins()
    pace.ended(112, 0)
    assert not pace.is_due(115)


def test_now_and_then_a_pass_without_a_change(pace: Pace) -> None:
    assert not pace.is_due(699)
    assert pace.is_due(700)
    pace.ended(700, 100)
    assert not pace.is_due(1699)
    assert pace.is_due(1700)


def test_what_was_left_is_soon_looked_at_again(pace: Pace) -> None:
    pace.begins()
    pace.ended(200, 0, left=True)
    assert not pace.is_due(201.9)
    assert pace.is_due(202)


def test_what_fails_is_tried_less_and_less_often(pace: Pace) -> None:
    now, waits = 200.0, []
    for _ in range(10):
        pace.begins()
        pace.ended(now, 0, failed=True)
        due = now
        while not pace.is_due(due):
            due += 1
        waits.append(due - now)
        now = due
    assert waits == [4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
    pace.begins()
    pace.ended(now, 0)
    pace.begins()
    pace.ended(now, 0, failed=True)
    assert pace.is_due(now + 4)


def test_a_failure_is_not_tried_at_once_as_something_changes(pace: Pace) -> None:
    pace.begins()
    pace.ended(200, 0, failed=True)
    pace.changed(200)
    assert not pace.is_due(203)
    assert pace.is_due(204)
