"""The stretches of a zone agree with the zone database at every instant."""

import zoneinfo
from datetime import datetime, timedelta
from itertools import islice, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock.calendar import is_zone
from bot.model.clock.offsets import offset_at, stretches, stretches_of_year
from tests.helpers.long_runs import examples
from tests.model.clock.calendars import DAY, near, turning_points, utc

ZONES = sorted(zoneinfo.available_timezones() - {"Factory", "localtime"})


@given(st.sampled_from(ZONES), near(utc("2026-07-01T00:00"), 3650))
@settings(max_examples=examples(300))
def test_every_instant_has_the_offset_of_its_stretch(zone: str, at: datetime) -> None:
    stretch = next(stretches(zone, at))

    assert stretch.start == at < stretch.end
    assert stretch.offset == offset_at(zoneinfo.ZoneInfo(zone), at)


@given(turning_points)
def test_an_offset_changes_in_the_very_second(point: tuple[str, datetime]) -> None:
    zone, change = point
    starts = [each.start for each in stretches_of_year(zone, change.year)]
    before = offset_at(zoneinfo.ZoneInfo(zone), change - timedelta(microseconds=1))

    assert (change in starts) or before == offset_at(zoneinfo.ZoneInfo(zone), change)


def test_a_zone_that_changes_its_clocks_twice_in_five_weeks() -> None:
    # In Morocco clocks go back for Ramadan, at another time each year.
    casablanca = zoneinfo.ZoneInfo("Africa/Casablanca")
    days = [utc("2024-01-01T12:00") + n * DAY for n in range(3650)]

    found = [next(stretches(casablanca.key, day)).offset for day in days]

    assert found == [offset_at(casablanca, day) for day in days]
    assert len(set(found)) == 2


@given(turning_points, st.data())
def test_stretches_leave_no_gap(point: tuple[str, datetime], data: st.DataObject) -> None:
    zone, change = point
    found = list(islice(stretches(zone, data.draw(near(change))), 8))

    assert all(one.end == other.start for one, other in pairwise(found))


def test_every_zone_of_the_database_is_one() -> None:
    assert [zone for zone in ZONES if not is_zone(zone)] == []


def test_zones_are_known_where_the_machine_has_no_list_of_them() -> None:
    places = zoneinfo.TZPATH
    zoneinfo.reset_tzpath(())
    try:
        berlin = zoneinfo.ZoneInfo.no_cache("Europe/Berlin")
    finally:
        zoneinfo.reset_tzpath(places)

    assert offset_at(berlin, utc("2026-07-01T00:00")) == timedelta(hours=2)
