"""Which nights' backups stay: over years, with gaps, wrong clocks and summer time."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.units import DAY
from bot.upkeep.backups import DAILY, WEEKLY, kept_nights, last_night, next_start, start_of

NIGHTS = st.dates(date(2024, 1, 1), date(2036, 1, 1))
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))
MOMENTS = st.integers(0, 6 * 366 * 86400).map(
    lambda seconds: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
).map(ZoneInfo)


def rotated(nights: list[date]) -> set[date]:
    """What is left when there is a backup on each of these nights, in that order."""
    there: set[date] = set()
    for night in nights:
        there = kept_nights({*there, night}, night)
    return there


def weeks_before(night: date) -> list[date]:
    monday = night - night.weekday() * DAY
    return [monday - n * 7 * DAY for n in range(WEEKLY)]


@given(NIGHTS, st.integers(28, 900))
def test_without_a_gap_seven_days_and_four_weeks_are_there(first: date, count: int) -> None:
    nights = [first + n * DAY for n in range(count)]
    last = nights[-1]
    expected = {last - n * DAY for n in range(DAILY)} | set(weeks_before(last))
    found = rotated(nights)
    # The first week of all may begin in its middle.
    assert {max(each, first) for each in expected} == found


@given(st.lists(NIGHTS, min_size=1, max_size=300).map(sorted))
def test_with_gaps_as_many_stay_and_the_newest_always(nights: list[date]) -> None:
    found, different = rotated(nights), sorted(set(nights))
    assert set(different[-DAILY:]) <= found
    assert len(found) <= DAILY + WEEKLY
    weeks = {each.isocalendar()[:2] for each in different}
    assert len({each.isocalendar()[:2] for each in found}) >= min(WEEKLY, len(weeks))


def test_the_same_week_of_another_year_is_another() -> None:
    first, year_after = date(2025, 4, 7), date(2026, 4, 6)
    nights = [first, *(year_after + n * DAY for n in range(2 * DAILY))]
    assert {first, year_after} <= kept_nights(nights, nights[-1])


@given(st.lists(NIGHTS, min_size=1, max_size=60), NIGHTS)
def test_doing_it_again_changes_nothing(nights: list[date], tonight: date) -> None:
    once = kept_nights(nights, tonight)
    assert once <= set(nights)
    assert kept_nights(once, tonight) == once


@given(st.lists(NIGHTS, min_size=1, max_size=60), NIGHTS)
def test_a_clock_that_was_ahead_takes_no_place_of_others(nights: list[date], tonight: date) -> None:
    past = {night for night in nights if night <= tonight}
    found = kept_nights(nights, tonight)
    assert found - past == set(nights) - past
    assert found & past == kept_nights(past, tonight)


@given(NIGHTS, st.integers(1, 4000))
def test_a_clock_that_leaps_ahead_takes_at_most_one_away(first: date, days: int) -> None:
    before = rotated([first + n * DAY for n in range(60)])
    leap = first + (59 + days) * DAY
    assert len(before - kept_nights({*before, leap}, leap)) <= 2


@given(MOMENTS, TIMES, ZONES)
def test_every_moment_belongs_to_one_night(now: datetime, at: time, zone: tzinfo) -> None:
    night = last_night(now, at, zone)
    assert start_of(night, at, zone) <= now < next_start(now, at, zone)
    assert next_start(now, at, zone) == start_of(night + DAY, at, zone)


@given(NIGHTS, TIMES, ZONES)
def test_nights_follow_each_other_through_summer_time(night: date, at: time, zone: tzinfo) -> None:
    length = start_of(night + DAY, at, zone) - start_of(night, at, zone)
    assert timedelta(hours=22) < length < timedelta(hours=26)
    assert last_night(start_of(night, at, zone), at, zone) == night


@pytest.mark.parametrize(
    ("now", "at", "night"),
    [
        ("2026-03-29T00:59:00", time(3), date(2026, 3, 28)),
        ("2026-03-29T01:00:00", time(3), date(2026, 3, 29)),
        ("2026-03-29T00:59:00", time(2, 30), date(2026, 3, 28)),
        ("2026-03-29T01:30:00", time(2, 30), date(2026, 3, 29)),
        ("2026-10-25T00:30:00", time(2, 30), date(2026, 10, 25)),
        ("2026-10-25T01:30:00", time(2, 30), date(2026, 10, 25)),
    ],
)
def test_the_night_of_summer_time_in_berlin(now: str, at: time, night: date) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert last_night(moment, at, ZoneInfo("Europe/Berlin")) == night


def test_without_a_zone_it_is_the_machines_own() -> None:
    now = datetime.now(UTC)
    assert last_night(now, time(0)) == now.astimezone().date()
