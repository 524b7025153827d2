"""When people are called, warned and reminded, what is told together, and when all is quiet."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.running import halt_at
from bot.model.clock.units import HOUR, MINUTE
from bot.model.notices.notice_settings import (
    MOST_REMINDERS,
    Destination,
    NoticeSettings,
    notify_at,
    quiet_between,
    quiet_until,
)
from bot.model.notices.planning import (
    BOTH,
    GATHERED,
    LONGEST_LEAD,
    LONGEST_SILENCE,
    WITH_BOARD,
    Reader,
    fallback,
    gathered,
    next_time,
    notified,
    plan,
    plan_followed,
    warning_at,
)
from bot.model.notices.records import HeldMention, NoticePlan, TurnNotice
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, MatchId, NoticeItem, PersonId, Seq
from bot.model.refusals import Refused
from tests.helpers.people import CHANNEL, MARGARET
from tests.helpers.playing import known
from tests.model.notices.quiet import BEGIN, calendars, history_of, instants, wishes
from tests.store.contracts.matches import NOW

REMINDER, WARNING = PostKind.REMINDER, PostKind.WARNING

readers = st.builds(lambda wish, calendar: Reader(wish, history_of(calendar)), wishes, calendars)
lengths = st.integers(1, 14 * 24).map(lambda hours: timedelta(hours=hours))
agos = st.none() | st.integers(0, 3000).map(lambda minutes: timedelta(minutes=minutes))


def turn_of(now: datetime, left: timedelta, looked: timedelta | None = None) -> TurnNotice:
    """A turn that began and was called to a moment ago, with so much time left."""
    looked_at = None if looked is None else now - looked
    return TurnNotice(
        MatchId(1),
        Seq(3),
        MARGARET.id,
        now,
        CHANNEL,
        now + left,
        left,
        looked_at,
        now,
        now,
        next_at=now,
    )


@given(instants, lengths, readers, agos)
def test_the_warning_comes_in_time_and_not_in_the_quiet_if_it_can_be_earlier(
    now: datetime, left: timedelta, reader: Reader, looked: timedelta | None
) -> None:
    turn = turn_of(now, left, looked)
    at = warning_at(turn, reader, now)
    quiet = quiet_between(now, now + left, reader.settings, reader.history)
    free = sum((end - begun for begun, end in quiet), timedelta(0)) < left
    if at is None:
        just_told = bool(quiet) and quiet[-1][0] < now + BOTH + HOUR
        assert not reader.settings.warning or not free or just_told
        return
    assert now <= at < now + left
    assert not any(begun <= at < end for begun, end in quiet)
    early = now + left - min(left / 3, LONGEST_LEAD)
    if looked is None and not quiet:
        assert at == max(early, now)


def test_a_person_just_called_is_warned_after_the_quiet_hours() -> None:
    friday, monday = datetime(2026, 1, 9, 23, tzinfo=UTC), datetime(2026, 1, 12, tzinfo=UTC)
    reader = Reader(NoticeSettings(), history_of(Calendar(weekend=frozenset({5, 6}))))
    turn = turn_of(friday - timedelta(days=2), timedelta(days=5))
    assert warning_at(turn, reader, friday - 10 * HOUR) == friday
    # As somebody is whose grace has just begun.
    told = replace(turn, last_at=friday + MINUTE)
    assert warning_at(told, reader, friday + MINUTE) == monday
    assert warning_at(replace(told, deadline=monday), reader, friday + MINUTE) is None


@given(instants, lengths, agos)
def test_a_person_who_looked_is_left_alone_for_an_hour_unless_time_is_short(
    now: datetime, left: timedelta, looked: timedelta | None
) -> None:
    turn = turn_of(now, left, looked)
    at = known(warning_at(turn, Reader(NoticeSettings(), ()), now))
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
    at = known(warning_at(turn, Reader(NoticeSettings(), ()), now))
    assert round((at - now) / minute) == warned


@pytest.mark.parametrize(("left", "kind"), [(None, PostKind.LAST_REMINDER), (30 * 24, REMINDER)])
def test_the_last_reminder_is_called_so_where_no_time_runs(
    left: int | None, kind: PostKind
) -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    deadline = None if left is None else now + left * HOUR
    turn = replace(
        turn_of(now - 10 * LONGEST_LEAD, HOUR), deadline=deadline, reminders=MOST_REMINDERS - 1
    )
    planned = plan(MARGARET.id, Reader(NoticeSettings(), ()), [replace(turn, next_at=now)], [], now)
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
        planned = plan(MARGARET.id, reader, turns, [], now)
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
        assert all(at < known(turn.deadline) for at in times[MOST_REMINDERS - 1 :])


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
    assert told_of_turn(hours, NoticeSettings()) == told


def test_a_warning_in_place_of_a_reminder_respects_the_quiet_hours() -> None:
    # The reminder would come at noon.
    assert told_of_turn(75, NoticeSettings(quiet_from=10, quiet_to=14)) == [(50, WARNING)]


def told_of_turn(hours: int, settings: NoticeSettings) -> list[tuple[int, PostKind]]:
    """What is told of a turn with so many hours from noon on, and how many hours later."""
    began = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    turn, found = turn_of(began, hours * HOUR), list[tuple[int, PostKind]]()
    while turn.next_at and turn.deadline and turn.next_at < turn.deadline:
        now = turn.next_at
        planned = plan(MARGARET.id, Reader(settings, ()), [turn], [], now)
        found += [((now - began) // HOUR, item.kind) for p in planned.posts for item in p.about]
        ((_, turn),) = planned.turns
    return found


@given(instants, lengths, readers)
def test_who_is_called_otherwise_hears_again_as_on_the_board(
    now: datetime, left: timedelta, reader: Reader
) -> None:
    turn = replace(turn_of(now, left), called_at=None, last_at=None)
    posted = notified(turn.item, turn.person, reader, now, pinged=True, turn=turn)
    refused = fallback(turn, reader, now)
    if refused.settled:
        assert refused.next_at == posted.next_at
    else:
        assert refused.next_at
        assert refused.next_at > now


def test_who_is_called_otherwise_is_reminded_and_warned() -> None:
    began = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    turn = replace(turn_of(began, 5 * LONGEST_LEAD), called_at=None, last_at=None)
    called = fallback(turn, Reader(NoticeSettings(), ()), began)
    assert (called.settled, called.direct) == (True, PostKind.FALLBACK)
    assert called.next_at == began + timedelta(days=2)


def test_all_that_is_due_is_one_message_a_channel_or_one_at_all() -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    due = [
        replace(
            turn_of(now, 9 * LONGEST_LEAD),
            match=MatchId(n),
            channel=ChannelId(channel),
            called_at=None,
        )
        for n, channel in enumerate((7, 8, 7), 1)
    ]
    held = [HeldMention(1, NoticeItem(MatchId(4), Seq(9), PostKind.END), ChannelId(8), now)]
    for place, groups in (
        (Destination.CHANNEL, [[1, 3], [2, 4]]),
        (Destination.DIRECT, [[1, 2, 3, 4]]),
        (Destination.BOTH, [[1, 2, 3, 4], [1, 3], [2, 4]]),
        (Destination.NONE, []),
    ):
        planned = plan(MARGARET.id, Reader(NoticeSettings(place), ()), due, held, now)
        assert [[item.match for item in post.about] for post in planned.posts] == groups
        assert all(after.called_at == now for _, after in planned.turns)
        assert planned.done == (*held,)


READER = Reader(NoticeSettings(), ())


def test_nobody_who_wants_no_calls_has_anything_due() -> None:
    now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
    reader = Reader(NoticeSettings(Destination.NONE), history_of(Calendar()))
    assert next_time(turn_of(now, HOUR), reader, now) is None


def begun(number: int, later: float = 0) -> TurnNotice:
    """A turn whose board stands and whose call waits."""
    turn = TurnNotice(MatchId(number), Seq(1), MARGARET.id, NOW + timedelta(seconds=later), CHANNEL)
    told = gathered(turn, READER, NOW + timedelta(seconds=later))
    assert not told.settled
    return replace(turn, next_at=told.next_at)


def test_turns_that_began_within_a_minute_are_told_together() -> None:
    turns = [begun(1), begun(2, 20), begun(3, 2 * WITH_BOARD.total_seconds())]
    found = plan(MARGARET.id, READER, turns, (), NOW + GATHERED)
    [post] = found.posts
    assert [item.match for item in post.about] == [1, 2]
    assert {after.match for _, after in found.turns if after.called_at} == {1, 2}


def test_behind_a_late_board_a_call_waits_a_moment_for_others() -> None:
    assert begun(1).next_at == NOW + GATHERED
    late = gathered(begun(1), READER, NOW + 2 * GATHERED)
    assert late.next_at == NOW + 2 * GATHERED + WITH_BOARD


def test_a_board_that_is_still_to_come_calls_by_itself() -> None:
    found = plan(MARGARET.id, READER, [begun(1), begun(2, 20)], (), NOW + GATHERED, {MatchId(2)})
    [post] = found.posts
    assert [item.match for item in post.about] == [1]


@pytest.mark.parametrize("hours", [(None, None), (11, 14)], ids=["by day", "in quiet hours"])
def test_a_person_who_wants_no_calls_waits_for_none(hours: tuple[int | None, int | None]) -> None:
    wish = NoticeSettings(Destination.NONE, quiet_from=hours[0], quiet_to=hours[1])
    turn, reader = begun(1), Reader(wish, ())
    assert gathered(turn, reader, NOW).settled
    called = fallback(turn, reader, NOW)
    assert (called.settled, called.direct, called.next_at) == (True, None, None)


# Followers


NIGHT = Reader(NoticeSettings(quiet_from=11, quiet_to=14), ())


def mention(number: int, after: timedelta) -> HeldMention:
    item = NoticeItem(MatchId(number), Seq(5), PostKind.FOLLOWED)
    return HeldMention(number, item, CHANNEL, NOW + after)


def test_all_that_is_held_is_told_once_something_is_due() -> None:
    held = [mention(1, -MINUTE), mention(2, MINUTE)]
    plan = plan_followed(PersonId(9), READER, held, None, NOW)
    (post,) = plan.posts
    assert (post.kind, post.person, post.direct, post.written) == (PostKind.FOLLOWED, 9, True, NOW)
    assert post.about == (held[0].item, held[1].item)
    assert plan.done == (*held,)
    assert plan_followed(PersonId(9), READER, held[1:], None, NOW) == NoticePlan()
    # Within an hour of the last time, and in the quiet, it is held until its end.
    for reader, last, until in ((READER, NOW - HOUR + MINUTE, MINUTE), (NIGHT, None, 2 * HOUR)):
        early = plan_followed(PersonId(9), reader, held[:1], last, NOW)
        assert early == NoticePlan(held=((held[0], NOW + until),))
    assert plan_followed(PersonId(9), READER, held[:1], NOW - HOUR, NOW).posts


@given(
    st.lists(st.integers(0, 3000), min_size=1, max_size=60).map(sorted),
    st.sampled_from([READER, NIGHT]),
)
def test_news_come_an_hour_apart_and_never_in_the_quiet(minutes: list[int], reader: Reader) -> None:
    notify_at, waiting = [], list[HeldMention]()
    times = {NOW + each * MINUTE for each in minutes}
    now, last = min(times), None
    while times or waiting:
        if now in times:
            times.remove(now)
            waiting = [mention(1, now - NOW)]
        plan = plan_followed(PersonId(9), reader, waiting, last, now)
        if plan.posts:
            notify_at.append(now)
            waiting, last = [], now
        waiting = [
            each._replace(next_at=at) for each, (_, at) in zip(waiting, plan.held, strict=True)
        ]
        now = min([*times, *(each.next_at for each in waiting)], default=now)
    assert notify_at
    assert all(later - earlier >= HOUR for earlier, later in pairwise(notify_at))
    assert all(reader.held_until(each) is None for each in notify_at)


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
        # Where it is quiet at that hour too, it is told as soon as the quiet is over.
        before, hour = (
            each.astimezone(ZoneInfo(calendar.zone)).hour
            for each in (notified - timedelta(minutes=1), notified)
        )
        is_skipped = before < wish.digest < hour
        assert hour == wish.digest or is_skipped or notified == until
        assert notified - until <= timedelta(hours=25)


def test_a_digest_hour_in_the_quiet_hours_means_their_end() -> None:
    evening = datetime(2026, 3, 2, 23, tzinfo=UTC)
    wish = NoticeSettings(quiet_from=22, quiet_to=8, digest=7)
    assert wish.is_digest_quiet
    assert notify_at(evening, wish, ()) == datetime(2026, 3, 3, 8, tzinfo=UTC)
    later = NoticeSettings(quiet_from=22, quiet_to=8, digest=8)
    assert not later.is_digest_quiet
    assert notify_at(evening, later, ()) == datetime(2026, 3, 3, 8, tzinfo=UTC)


def test_a_digest_hour_that_the_clock_skips_comes_at_the_first_minute_after() -> None:
    # In Berlin there is no 02:00 to 03:00 on 29 March 2026.
    calendar = history_of(Calendar("Europe/Berlin"))
    wish = NoticeSettings(quiet_from=20, quiet_to=1, digest=2)
    evening = datetime(2026, 3, 28, 22, tzinfo=UTC)
    assert notify_at(evening, wish, calendar) == datetime(2026, 3, 29, 1, tzinfo=UTC)


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
def test_quiet_hours_follow_the_clock_on_the_wall(
    begin: int, end: int, at: str, until: str | None
) -> None:
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
    # But for the last of it, behind which time runs again.
    last = Vacation(BEGIN, BEGIN + timedelta(days=20))
    for calendar in (
        Calendar(vacations=(last,), unasked=last),
        Calendar(vacations=(trip,), unasked=trip, automatic_vacation=False),
    ):
        assert quiet_between(noon, last.end + HOUR, wish, history_of(calendar)) == []


def test_the_same_hour_twice_is_no_quiet_and_odd_choices_are_refused() -> None:
    assert NoticeSettings(quiet_from=5, quiet_to=5).quiet_hours is None
    for odd in ({"cadence": 5}, {"digest": 24}, {"quiet_from": -1}):
        with pytest.raises(Refused, match="none of the choices"):
            NoticeSettings(**odd)  # type: ignore[arg-type]
