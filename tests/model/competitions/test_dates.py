"""Seasons begin on a Monday and end on a Sunday, at the same hour."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.dates import begun_late, next_monday, season_after, season_end

MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
WEEKS = st.sampled_from([4, 6, 8])
TIMES = st.integers(0, 20 * 365 * 86_400).map(
    lambda seconds: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


@given(TIMES)
def test_a_season_may_begin_at_most_a_week_later_on_a_monday_evening(now: datetime) -> None:
    begins = next_monday(now)
    assert timedelta(0) < begins - now <= timedelta(weeks=1)
    assert (begins.weekday(), begins.hour, begins.minute, begins.second) == (0, 18, 0, 0)
    assert begins.microsecond == 0


def test_a_monday_is_another_day_elsewhere() -> None:
    auckland = timezone(timedelta(hours=13))
    assert next_monday(datetime(2026, 3, 3, 6, 59, tzinfo=auckland)) == MONDAY
    assert next_monday(datetime(2026, 3, 3, 7, tzinfo=auckland)) == MONDAY + timedelta(weeks=1)


@given(TIMES, WEEKS)
def test_seasons_end_on_a_sunday_and_the_next_begins_behind_it(now: datetime, weeks: int) -> None:
    begins = next_monday(now)
    end = season_end(begins, weeks)
    assert end.weekday() == 6
    assert end == begins + timedelta(days=7 * weeks - 1)
    assert season_after(begins, weeks) == end + timedelta(days=1) == next_monday(end)


@given(TIMES, st.integers(-10, 60), st.integers(0, 23))
def test_after_an_outage_only_whole_weeks_are_put_on(now: datetime, days: int, hours: int) -> None:
    planned = next_monday(now)
    late = planned + timedelta(days=days, hours=hours)
    begins = begun_late(planned, late)
    assert begins == next_monday(begins - timedelta(seconds=1))
    assert begins >= planned
    if late >= planned:
        assert timedelta(0) <= late - begins < timedelta(weeks=1)
    else:
        assert begins == planned
