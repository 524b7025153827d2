"""What people wish of quiet hours, in every variant."""

from datetime import UTC, datetime, time, timedelta

from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.notices.notice_settings import CADENCES, Destination, NoticeSettings

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")


hours = st.none() | st.integers(0, 23)


wishes = st.builds(
    NoticeSettings,
    st.sampled_from(Destination),
    st.sampled_from(CADENCES),
    st.booleans(),
    hours,
    hours,
    hours,
    st.booleans(),
)


sleeps = st.none() | st.builds(lambda hour: Sleep(time(hour), time(7)), st.integers(19, 23))


calendars = st.builds(
    Calendar, st.sampled_from(ZONES), sleeps, st.frozensets(st.integers(0, 6), max_size=2)
)


instants = st.integers(0, 400 * 24 * 60).map(lambda minutes: BEGIN + timedelta(minutes=minutes))


def history_of(calendar: Calendar) -> History:
    return (Segment(BEGIN - timedelta(days=1), calendar),)
