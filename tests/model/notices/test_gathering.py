"""What is told together: calls of turns that began together, and what followers hear."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.notices.planning import (
    GATHERED,
    WITH_BOARD,
    Reader,
    both_plans,
    gathered,
    plan,
    plan_followed,
)
from bot.model.notices.records import HeldMention, NoticePlan, TurnNotice
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, NoticeItem
from tests.store.contract import NOW

READER = Reader(NoticeSettings(), ())


def begun(number: int, later: float = 0) -> TurnNotice:
    """A turn whose board stands and whose call waits."""
    turn = TurnNotice(MatchId(number), 1, 5, NOW + timedelta(seconds=later), 7)
    told = gathered(turn, READER, NOW + timedelta(seconds=later))
    assert not told.settled
    return replace(turn, next_at=told.next_at)


def test_turns_that_began_within_a_minute_are_told_together() -> None:
    turns = [begun(1), begun(2, 20), begun(3, 2 * WITH_BOARD.total_seconds())]
    found = plan(5, READER, turns, (), NOW + GATHERED)
    [post] = found.posts
    assert [item.match for item in post.about] == [1, 2]
    assert {after.match for _, after in found.turns if after.called_at} == {1, 2}


def test_behind_a_late_board_a_call_waits_a_moment_for_others() -> None:
    assert begun(1).next_at == NOW + GATHERED
    late = gathered(begun(1), READER, NOW + 2 * GATHERED)
    assert late.next_at == NOW + 2 * GATHERED + WITH_BOARD


def test_a_board_that_is_still_to_come_calls_by_itself() -> None:
    found = plan(5, READER, [begun(1), begun(2, 20)], (), NOW + GATHERED, {MatchId(2)})
    [post] = found.posts
    assert [item.match for item in post.about] == [1]


def test_whoever_wants_no_calls_waits_for_none() -> None:
    reader = Reader(NoticeSettings(destination=Destination.NONE), ())
    assert gathered(begun(1), reader, NOW).settled


# Followers


HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NIGHT = Reader(NoticeSettings(quiet_from=11, quiet_to=14), ())


def mention(number: int, after: timedelta) -> HeldMention:
    item = NoticeItem(MatchId(number), 5, PostKind.FOLLOWED)
    return HeldMention(number, item, 7, NOW + after)


def test_all_that_is_held_is_told_once_something_is_due() -> None:
    held = [mention(1, -MINUTE), mention(2, MINUTE)]
    plan = plan_followed(9, READER, held, None, NOW)
    (post,) = plan.posts
    assert (post.kind, post.person, post.direct, post.written) == (PostKind.FOLLOWED, 9, True, NOW)
    assert post.about == (held[0].item, held[1].item)
    assert plan.done == (1, 2)
    assert plan_followed(9, READER, held[1:], None, NOW) == NoticePlan()
    # Within an hour of the last time, and in the quiet, it is held until its end.
    for reader, last, until in ((READER, NOW - HOUR + MINUTE, MINUTE), (NIGHT, None, 2 * HOUR)):
        early = plan_followed(9, reader, held[:1], last, NOW)
        assert early == NoticePlan(held=((1, NOW + until),))
    assert plan_followed(9, READER, held[:1], NOW - HOUR, NOW).posts


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
        plan = plan_followed(9, reader, waiting, last, now)
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


def test_two_plans_are_written_as_one() -> None:
    one = NoticePlan(done=(1,), held=((2, NOW),))
    assert both_plans(one, NoticePlan(done=(3,))) == NoticePlan(done=(1, 3), held=((2, NOW),))
