"""The hours of a week as the wall tells them, in every zone."""

import zoneinfo
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock.calendar import (
    FAMILIAR,
    Calendar,
    Sleep,
    Vacation,
    is_zone,
    zone_named,
    zones,
    zones_like,
)
from bot.model.clock.running import (
    Cause,
    Halt,
    Pause,
    deadline,
    halt_at,
    offset_at,
    pauses,
    running_time,
    stretches,
    stretches_of_year,
)
from bot.model.clock.units import DAY, HOUR
from tests.helpers.long_runs import examples
from tests.model.clock.calendars import near, turning_points, utc

NIGHTS = Sleep(time(22), time(7))
SATURDAY, SUNDAY = 5, 6
ADA = Calendar("Europe/Berlin", NIGHTS, frozenset({SATURDAY, SUNDAY}))
"""Asleep from ten to seven, and no play on weekends. In January her clock is an hour ahead."""

asleep, off, away = (frozenset({each}) for each in (Cause.SLEEP, Cause.WEEKEND, Cause.VACATION))

# January 2026:   Th 8    Fr 9    Sa 10   Su 11   Mo 12
#                 07--22  07--22  ......  ......  07--22    in Berlin: the clock runs


def test_a_week_with_sleep_and_weekend() -> None:
    noon = utc("2026-01-08T12:00")
    assert pauses(noon, utc("2026-01-12T12:00"), ADA) == [
        Pause(utc("2026-01-08T21:00"), utc("2026-01-09T06:00"), asleep),
        Pause(utc("2026-01-09T21:00"), utc("2026-01-12T06:00"), asleep | off),
    ]
    assert running_time(utc("2026-01-05T00:00"), utc("2026-01-12T00:00"), ADA) == 5 * 15 * HOUR
    # Thursday 13 to 22 are 9 hours, Friday 15: a day of 24 hours is used up as the weekend begins.
    assert deadline(noon, DAY, ADA) == utc("2026-01-12T06:00")
    assert deadline(noon, DAY + HOUR, ADA) == utc("2026-01-12T07:00")
    # New year is no seam.
    found = pauses(utc("2026-12-31T12:00"), utc("2027-01-01T12:00"), Calendar("UTC", NIGHTS))
    assert found == [Pause(utc("2026-12-31T22:00"), utc("2027-01-01T07:00"), asleep)]


def test_why_the_clock_is_stopped_and_until_when() -> None:
    back = utc("2026-01-12T06:00")
    on_holiday = replace(
        ADA, vacations=(Vacation(utc("2026-01-10T10:00"), utc("2026-01-11T10:00")),)
    )

    assert halt_at(utc("2026-01-09T20:59"), ADA) is None
    assert halt_at(utc("2026-01-09T21:00"), ADA) == Halt(Cause.SLEEP, back)
    assert halt_at(utc("2026-01-10T12:00"), ADA) == Halt(Cause.WEEKEND, back)
    assert halt_at(utc("2026-01-10T12:00"), on_holiday) == Halt(Cause.VACATION, back)
    assert halt_at(back, ADA) is None


@pytest.mark.parametrize(
    ("zone", "evening", "hours"),
    [
        ("Europe/Berlin", "2026-03-28T21:00", 8),
        ("Europe/Berlin", "2026-10-24T20:00", 10),
        ("America/New_York", "2026-03-08T03:00", 8),
        ("America/New_York", "2026-11-01T02:00", 10),
        ("Australia/Sydney", "2026-04-04T11:00", 10),
        ("Australia/Sydney", "2026-10-03T12:00", 8),
        ("Australia/Lord_Howe", "2026-04-04T11:00", 9.5),
        ("Australia/Lord_Howe", "2026-10-03T11:30", 8.5),
        ("Asia/Kathmandu", "2026-03-28T16:15", 9),
        # On 1 January 1986 Nepal went 15 minutes ahead.
        ("Asia/Kathmandu", "1985-12-31T16:30", 8.75),
    ],
)
def test_a_night_is_as_long_as_the_wall_makes_it(zone: str, evening: str, hours: float) -> None:
    start = utc(evening)
    night = pauses(start - HOUR, start + 12 * HOUR, Calendar(zone, NIGHTS))

    assert night == [Pause(start, start + hours * HOUR, asleep)]


def test_a_time_of_day_that_does_not_exist_stops_nothing() -> None:
    # On 29 March 2026 clocks in Berlin go from 02:00 to 03:00.
    nap = Calendar("Europe/Berlin", Sleep(time(2, 15), time(2, 45)))
    edge = Calendar("Europe/Berlin", Sleep(time(1, 30), time(2, 30)))

    assert pauses(utc("2026-03-28T12:00"), utc("2026-03-29T12:00"), nap) == []
    assert pauses(utc("2026-03-28T12:00"), utc("2026-03-29T12:00"), edge) == [
        Pause(utc("2026-03-29T00:30"), utc("2026-03-29T01:00"), asleep)
    ]


def test_a_time_of_day_that_comes_twice_stops_the_clock_twice() -> None:
    # On 25 October 2026 clocks in Berlin go from 03:00 back to 02:00.
    nap = Calendar("Europe/Berlin", Sleep(time(2, 15), time(2, 45)))

    assert pauses(utc("2026-10-24T12:00"), utc("2026-10-25T12:00"), nap) == [
        Pause(utc("2026-10-25T00:15"), utc("2026-10-25T00:45"), asleep),
        Pause(utc("2026-10-25T01:15"), utc("2026-10-25T01:45"), asleep),
    ]


def test_a_day_that_a_country_skipped_is_no_weekend() -> None:
    # Samoa had no Friday 30 December 2011.
    thursday, friday = 3, 4
    start, end = utc("2011-12-28T00:00"), utc("2012-01-02T00:00")

    assert pauses(start, end, Calendar("Pacific/Apia", None, frozenset({friday}))) == []
    assert pauses(start, end, Calendar("Pacific/Apia", None, frozenset({thursday}))) == [
        Pause(utc("2011-12-29T10:00"), utc("2011-12-30T10:00"), off)
    ]


# The stretches of a zone agree with the zone database at every instant


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


def test_zones_are_known_where_the_machine_has_no_list_of_them() -> None:
    places = zoneinfo.TZPATH
    zoneinfo.reset_tzpath(())
    try:
        berlin = zoneinfo.ZoneInfo.no_cache("Europe/Berlin")
    finally:
        zoneinfo.reset_tzpath(places)

    assert offset_at(berlin, utc("2026-07-01T00:00")) == timedelta(hours=2)


# Finding one's time zone by name


def test_every_zone_on_offer_can_be_kept() -> None:
    assert len(zones()) > 400
    assert all(map(is_zone, zones()))
    assert set(FAMILIAR) <= set(zones())


def test_any_part_of_a_name_is_found_the_cities_that_begin_with_it_first() -> None:
    assert zones_like("new y", 25) == zones_like("NEW_Y", 25) == ["America/New_York"]
    assert zones_like("ber", 25)[:2] == ["Atlantic/Bermuda", "Europe/Berlin"]
    assert "Atlantic/Bermuda" not in zones_like("berlin", 25)
    assert zones_like("ber", 25)[-1] == "Australia/Canberra"
    assert zones_like("no such place", 25) == []
    assert len(zones_like("", 25)) == len(zones_like("a", 25)) == 25


def test_a_zone_is_named_by_its_city_too() -> None:
    assert zone_named(" berlin ") == zone_named("europe/BERLIN") == "Europe/Berlin"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("utc") == "UTC"


def test_what_names_no_zone_or_several_stays_as_it_was_typed() -> None:
    assert zone_named(" Atlantis ") == "Atlantis"
    louisvilles = [name for name in zones() if name.endswith("/Louisville")]
    assert len(louisvilles) == 2
    assert zone_named("Louisville") == "Louisville"
