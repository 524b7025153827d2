"""Times as people type them."""

from datetime import UTC, datetime, time, timedelta

import pytest

from bot.front.discord.context import PrivateReply
from bot.front.text.typed_times import typed_instant, typed_length, typed_time

SUNDAY = datetime(2026, 11, 22, 0, 40, tzinfo=UTC)
"""In Berlin it is 01:40."""


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("now", "2026-11-22T00:40"),
        ("2026-12-24", "2026-12-23T23:00"),
        ("2026-12-24 18:00", "2026-12-24T17:00"),
        ("2026-12-24T18:00", "2026-12-24T17:00"),
        ("24.12.2026 18:00", "2026-12-24T17:00"),
        ("24.12. 18:00", "2026-12-24T17:00"),
        ("1.2.", "2027-01-31T23:00"),
        ("22.11.", "2026-11-21T23:00"),
        ("24 Dec", "2026-12-23T23:00"),
        ("24. December 2027, 6pm", "2027-12-24T17:00"),
        ("Dec 24, 2027 at 6 p.m.", "2027-12-24T17:00"),
        ("1 July 12 am", "2027-06-30T22:00"),
        ("  Tomorrow   9 AM ", "2026-11-23T08:00"),
        ("today 18:30", "2026-11-22T17:30"),
        ("18:00", "2026-11-22T17:00"),
        ("1:40", "2026-11-23T00:40"),
    ],
)
def test_an_instant_is_meant_by_the_clock_on_the_wall(text: str, at: str) -> None:
    meant = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert typed_instant(text, "Europe/Berlin", SUNDAY) == meant


def test_a_day_is_meant_from_its_beginning_or_through_to_its_end() -> None:
    first = typed_instant("2026-12-24", "Asia/Tokyo", SUNDAY)
    last = typed_instant("2026-12-24", "Asia/Tokyo", SUNDAY, through=True)
    timed = typed_instant("2026-12-24 09:00", "Asia/Tokyo", SUNDAY, through=True)
    assert (last - first, timed - first) == (timedelta(days=1), timedelta(hours=9))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "18", "31.11.2026", "12/24/2026", "24 brr", "2026-12-24 25:00", "13:00 pm"),
        *("0001-01-01", "9999-12-31 23:59", "now 18:00", "29.2.", "²²:00"),
    ],
)
def test_what_is_no_instant_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(PrivateReply, match=r"can't read .* Write `now`, `2026-12-24`"):
        typed_instant(text, "Asia/Tokyo" if text.startswith("0001") else "Etc/GMT+12", SUNDAY)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("22:30", time(22, 30)),
        ("7", time(7)),
        ("07:05", time(7, 5)),
        ("10:30 PM", time(22, 30)),
        ("12am", time(0)),
        ("12 p.m.", time(12)),
    ],
)
def test_times_of_day(text: str, at: time) -> None:
    assert typed_time(text) == at


@pytest.mark.parametrize("text", ["", "24:00", "7:5", "0 am", "13 pm", "noon", "`7`" * 50])
def test_what_is_no_time_of_day_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(PrivateReply, match="Write it like `22:30`"):
        typed_time(text)


def test_lengths_are_days_unless_said() -> None:
    assert typed_length("5") == typed_length("5 days") == typed_length("5D") == timedelta(days=5)
    assert typed_length("36 h") == timedelta(hours=36)
    assert typed_length("1 week") == timedelta(days=7)
    assert [typed_length(text) for text in ("", "x", "5.12.", "2026", "-3")] == [None] * 5
