"""Quiet hours and calendars: when nobody is disturbed, checked instant by instant."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.running import halt_at
from bot.model.notices.notice_settings import NoticeSettings, notify_at, quiet_between, quiet_until
from bot.model.refusals import Refused
from tests.helpers.quiet import BEGIN, calendars, history_of, instants, wishes


def is_quiet(at: datetime, wish: NoticeSettings, calendar: Calendar) -> bool:
    """Said again, of one instant: the pauses count unless it would be quiet for ever."""
    if is_quiet_hour(at, wish, calendar) or not wish.calendar:
        return is_quiet_hour(at, wish, calendar)
    half_hours = (at + timedelta(minutes=30 * number) for number in range(4 * 48))
    return halt_at(at, calendar) is not None and not all(
        is_quiet_hour(each, wish, calendar) or halt_at(each, calendar) for each in half_hours
    )


def is_quiet_hour(at: datetime, wish: NoticeSettings, calendar: Calendar) -> bool:
    if wish.quiet_hours is None:
        return False
    begin, end = wish.quiet_hours
    hour = at.astimezone(ZoneInfo(calendar.zone)).hour
    return begin <= hour < end if begin < end else not end <= hour < begin


@given(instants, wishes, calendars)
def test_it_is_quiet_until_its_end(at: datetime, wish: NoticeSettings, calendar: Calendar) -> None:
    until = quiet_until(at, wish, history_of(calendar))
    assert (until is not None) == is_quiet(at, wish, calendar)
    if until is not None:
        assert until > at
        last = until - timedelta(minutes=1)
        assert last < at or is_quiet(last, wish, calendar)


@given(instants, wishes, calendars)
def test_what_is_held_is_told_out_of_the_quiet_at_the_hour_picked(
    at: datetime, wish: NoticeSettings, calendar: Calendar
) -> None:
    until, notified = (f(at, wish, history_of(calendar)) for f in (quiet_until, notify_at))
    assert (notified is None) == (until is None)
    if notified is None or until is None:
        return
    assert notified >= until
    if wish.digest is None:
        assert notified == until
    else:
        # Where it is quiet at that hour too, it is told as soon as that quiet is over.
        hour = notified.astimezone(ZoneInfo(calendar.zone)).hour
        assert hour == wish.digest or is_quiet(notified - timedelta(minutes=1), wish, calendar)


@given(instants, wishes, calendars, st.integers(0, 5 * 24 * 60))
def test_stretches_of_quiet_hold_every_quiet_instant_and_no_other(
    start: datetime, wish: NoticeSettings, calendar: Calendar, minutes: int
) -> None:
    end, history = start + timedelta(days=5), history_of(calendar)
    found = quiet_between(start, end, wish, history)
    assert all(begun < ended for begun, ended in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    at = start + timedelta(minutes=minutes)
    if at < end:
        held = any(begun <= at < ended for begun, ended in found)
        assert held == is_quiet(at, wish, calendar)


@pytest.mark.parametrize(
    ("begin", "end", "at", "until"),
    [
        (22, 8, "2026-03-28T22:30+01:00", "2026-03-29T08:00+02:00"),  # An hour is skipped.
        (22, 8, "2026-10-24T22:30+02:00", "2026-10-25T08:00+01:00"),  # An hour comes twice.
        (8, 7, "2026-06-01T08:00+02:00", "2026-06-02T07:00+02:00"),
        (8, 7, "2026-06-01T07:30+02:00", None),
    ],
)
def test_quiet_hours_follow_wall_clocks(begin: int, end: int, at: str, until: str | None) -> None:
    wish = NoticeSettings(quiet_from=begin, quiet_to=end)
    history = history_of(Calendar("Europe/Berlin"))
    found = quiet_until(datetime.fromisoformat(at), wish, history)
    assert found == (None if until is None else datetime.fromisoformat(until))


def test_where_it_would_always_be_quiet_only_the_quiet_hours_count() -> None:
    wish = NoticeSettings(quiet_from=7, quiet_to=22)
    history = history_of(Calendar("UTC", Sleep(time(22), time(7))))
    noon, evening, end = (BEGIN + timedelta(hours=hour) for hour in (12, 22, 36))
    assert quiet_until(noon, wish, history) == evening
    assert quiet_until(evening, wish, history) is None
    morning = evening + timedelta(hours=9)
    assert quiet_between(noon, end, wish, history) == [(noon, evening), (morning, end)]


def test_vacation_spent_by_itself_is_no_quiet_and_sleep_in_it_is() -> None:
    trip = Vacation(BEGIN, BEGIN + timedelta(days=2))
    by_hand = Calendar(sleep=Sleep(time(22), time(7)), vacations=(trip,))
    noon, night = BEGIN + timedelta(hours=12), BEGIN + timedelta(hours=23)
    history = history_of(replace(by_hand, unasked=trip))
    wish = NoticeSettings()

    assert quiet_until(noon, wish, history_of(by_hand)) == trip.end + timedelta(hours=7)
    assert quiet_until(noon, wish, history) is None
    assert quiet_until(night, wish, history) == night + timedelta(hours=8)
    # Nobody's time runs out meanwhile, so nobody is warned of it.
    awake = history_of(Calendar(vacations=(trip,), unasked=trip))
    end = trip.end + timedelta(minutes=1)
    assert quiet_between(noon, trip.end + timedelta(hours=1), wish, awake) == [(noon, end)]


def test_the_same_hour_twice_is_no_quiet_and_odd_choices_are_refused() -> None:
    assert NoticeSettings(quiet_from=5, quiet_to=5).quiet_hours is None
    for odd in ({"cadence": 5}, {"digest": 24}, {"quiet_from": -1}):
        with pytest.raises(Refused, match="none of the choices"):
            NoticeSettings(**odd)  # type: ignore[arg-type]


@given(wishes)
def test_settings_come_back_as_they_were_saved(wish: NoticeSettings) -> None:
    assert NoticeSettings.of(wish.values() | {"of another version": 1}) == wish
