"""When followers are told: all together, not within an hour of the last time, not in the quiet."""

from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.model.notices.notice_settings import NoticeSettings
from bot.model.notices.planning import Reader, both_plans, plan_followed
from bot.model.notices.records import HeldMention, NoticePlan
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, NoticeItem
from tests.store.contract import NOW

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
READER = Reader(NoticeSettings(), ())
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
