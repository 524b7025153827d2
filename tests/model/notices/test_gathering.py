"""Calls that wait for each other: one message tells of all turns that began together."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.notices.planning import GATHERED, WITH_BOARD, Reader, gathered, plan
from bot.model.notices.records import TurnNotice
from bot.model.records import MatchId

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
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
