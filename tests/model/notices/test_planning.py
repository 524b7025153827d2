"""The warning and the reminders, for any wishes, calendars and looks."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar
from bot.model.notices.notice_settings import (
    MOST_REMINDERS,
    Destination,
    NoticeSettings,
    quiet_between,
    quiet_until,
)
from bot.model.notices.planning import (
    BOTH,
    HOUR,
    LONGEST_LEAD,
    LONGEST_SILENCE,
    Reader,
    next_time,
    plan,
    warning_at,
)
from bot.model.notices.records import HeldMention, TurnNotice
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, NoticeItem
from tests.helpers.quiet import calendars, history_of, instants, wishes

REMINDER, WARNING = PostKind.REMINDER, PostKind.WARNING

readers = st.builds(lambda wish, calendar: Reader(wish, history_of(calendar)), wishes, calendars)
lengths = st.integers(1, 14 * 24).map(lambda hours: timedelta(hours=hours))
agos = st.none() | st.integers(0, 3000).map(lambda minutes: timedelta(minutes=minutes))


def turn_of(now: datetime, left: timedelta, looked: timedelta | None = None) -> TurnNotice:
    """A turn that began and was called to a moment ago, with so much time left."""
    looked_at = None if looked is None else now - looked
    return TurnNotice(MatchId(1), 3, 5, now, 7, now + left, left, looked_at, now, now, next_at=now)


@given(instants, lengths, readers, agos)
def test_the_warning_comes_in_time_and_not_in_the_quiet_if_it_can_be_earlier(
    now: datetime, left: timedelta, reader: Reader, looked: timedelta | None
) -> None:
    turn = turn_of(now, left, looked)
    at = warning_at(turn, reader, now)
    quiet = quiet_between(now, now + left, reader.settings, reader.history)
    free = sum((end - begun for begun, end in quiet), timedelta(0)) < left
    if at is None:
        assert not reader.settings.warning or not free
        return
    assert now <= at < now + left
    assert not any(begun <= at < end for begun, end in quiet)
    early = now + left - min(left / 3, LONGEST_LEAD)
    if looked is None and not quiet:
        assert at == max(early, now)


@given(instants, lengths, agos)
def test_whoever_looked_is_left_alone_for_an_hour_unless_time_is_short(
    now: datetime, left: timedelta, looked: timedelta | None
) -> None:
    turn = turn_of(now, left, looked)
    at = warning_at(turn, Reader(NoticeSettings(), ()), now)
    assert at is not None
    if looked is not None and turn.looked_at and at < turn.looked_at + HOUR:
        assert now + left - (turn.looked_at + HOUR) < HOUR


@pytest.mark.parametrize(
    ("left", "looked", "warned"),
    [(180, None, 120), (180, 30, 120), (180, 0, 120), (100, 0, 67), (90, 0, 60), (60, 0, 40)],
)
def test_a_look_shortly_before_the_warning_does_not_take_the_time_for_it(
    left: int, looked: int | None, warned: int
) -> None:
    now, minute = datetime.fromisoformat("2026-05-01T12:00:00+00:00"), HOUR / 60
    turn = turn_of(now, left * minute, None if looked is None else looked * minute)
    at = warning_at(turn, Reader(NoticeSettings(), ()), now)
    assert at
    assert round((at - now) / minute) == warned


@pytest.mark.parametrize(("left", "kind"), [(None, PostKind.LAST_REMINDER), (30 * 24, REMINDER)])
def test_the_last_reminder_is_called_so_where_none_runs(left: int | None, kind: PostKind) -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    deadline = None if left is None else now + left * HOUR
    turn = replace(
        turn_of(now - 10 * LONGEST_LEAD, HOUR), deadline=deadline, reminders=MOST_REMINDERS - 1
    )
    planned = plan(5, Reader(NoticeSettings(), ()), [replace(turn, next_at=now)], [], now)
    assert [item.kind for post in planned.posts for item in post.about] == [kind]


@given(instants, st.lists(lengths, min_size=1, max_size=4), readers)
def test_time_tells_of_a_turn_five_times_while_it_runs_every_two_days_and_never_in_the_quiet(
    now: datetime, lefts: list[timedelta], reader: Reader
) -> None:
    turns = [
        replace(turn_of(now, left), match=MatchId(number)) for number, left in enumerate(lefts)
    ]
    said: list[tuple[NoticeItem, datetime]] = []
    for _ in range(200):
        upcoming = min((turn.next_at for turn in turns if turn.next_at), default=None)
        if upcoming is None:
            break
        assert upcoming >= now
        now = upcoming
        planned = plan(5, reader, turns, [], now)
        changed = {after.match: after for _, after in planned.turns}
        turns = [changed.get(turn.match, turn) for turn in turns]
        said += [(item, now) for post in planned.posts if post.direct for item in post.about]
        if planned.posts:
            assert quiet_until(now, reader.settings, reader.history) is None
            assert all(post.about for post in planned.posts)
    else:
        raise AssertionError("it never ends")
    for turn in turns:
        kinds = [item.kind for item, _ in said if item.match == turn.match]
        times = [at for item, at in said if (item.match, item.kind) == (turn.match, REMINDER)]
        assert kinds.count(WARNING) <= 1
        assert kinds.count(PostKind.LAST_REMINDER) <= 1
        assert PostKind.LAST_REMINDER not in kinds or len(times) == MOST_REMINDERS - 1
        warned = [at for item, at in said if (item.match, item.kind) == (turn.match, WARNING)]
        assert not any(at < warning < at + BOTH for warning in warned for at in times)
        more = pairwise(times[MOST_REMINDERS - 1 :])
        assert all(after - before >= LONGEST_SILENCE for before, after in more)
        assert turn.deadline
        assert all(at < turn.deadline for at in times[MOST_REMINDERS - 1 :])


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (72, [(48, WARNING)]),
        (73, [(48, WARNING)]),
        (76, [(48, WARNING)]),
        (77, [(48, REMINDER), (53, WARNING)]),
    ],
)
def test_a_reminder_gives_way_to_the_warning(hours: int, told: list[tuple[int, PostKind]]) -> None:
    began = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    turn, found = turn_of(began, hours * HOUR), []
    while turn.next_at and turn.deadline and turn.next_at < turn.deadline:
        now = turn.next_at
        planned = plan(5, Reader(NoticeSettings(), ()), [turn], [], now)
        found += [((now - began) // HOUR, item.kind) for p in planned.posts for item in p.about]
        ((_, turn),) = planned.turns
    assert found == told


def test_all_that_is_due_is_one_message_a_channel_or_one_at_all() -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    due = [
        replace(turn_of(now, 9 * LONGEST_LEAD), match=MatchId(n), channel=channel, called_at=None)
        for n, channel in enumerate((7, 8, 7), 1)
    ]
    held = [HeldMention(1, NoticeItem(MatchId(4), 9, PostKind.END), 8, now)]
    for place, groups in (
        (Destination.CHANNEL, [[1, 3], [2, 4]]),
        (Destination.DIRECT, [[1, 2, 3, 4]]),
        (Destination.BOTH, [[1, 2, 3, 4], [1, 3], [2, 4]]),
        (Destination.NONE, []),
    ):
        planned = plan(5, Reader(NoticeSettings(place), ()), due, held, now)
        assert [[item.match for item in post.about] for post in planned.posts] == groups
        assert all(after.called_at == now for _, after in planned.turns)
        assert planned.done == (1,)


def test_nobody_who_wants_no_calls_has_anything_due() -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    reader = Reader(NoticeSettings(Destination.NONE), history_of(Calendar()))
    assert next_time(turn_of(now, HOUR), reader, now) is None
