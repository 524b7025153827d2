"""What every store must keep about fast stretches."""

from datetime import timedelta
from typing import Any

import pytest

from bot.model.events import Played
from bot.model.notices.records import Notified
from bot.model.places import PAUSE, FastStretch
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, NoticeItem, Post, Status
from tests.store.contract import ADA, LATER, NOW, append, new_match, row_of

MINUTE = timedelta(minutes=1)


def stretch_of(match: MatchId, began: int = 1, **changes: Any) -> FastStretch:
    """A stretch that was just begun."""
    usual: dict[str, Any] = {"began": began, "person": ADA.id, "due": NOW + PAUSE}
    return FastStretch(match, **usual | changes)


async def go_on(store: Store, match: MatchId, after: int, **row: Any) -> None:
    """One event more; the turn of a person begins with it, a minute later."""
    row = {"turn_seq": after + 1, "updated": NOW + MINUTE} | row
    await append(
        store, match, after, [Played(1, "a")], NOW + MINUTE, row_of(match, after + 1, **row), []
    )


class StretchesContract:
    async def test_a_stretch_lasts_to_its_end_and_no_second_is_begun(self, store: Store) -> None:
        match = await new_match(store)
        assert (await store.for_posts(match)).stretch is None
        assert not await store.finish_stretch(match, NOW)
        assert not await store.end_stretch(match, 1, NOW, [])

        assert await store.begin_stretch(stretch_of(match))
        assert not await store.begin_stretch(stretch_of(match, person=2))
        assert (await store.for_posts(match)).stretch == stretch_of(match)
        assert await store.end_stretch(match, 1, NOW, [])
        assert (await store.for_posts(match)).stretch == stretch_of(match, due=None, ended=1)
        assert not await store.end_stretch(match, 1, NOW, [])
        assert not await store.finish_stretch(match, NOW)
        assert await store.due_stretches(LATER, 5) == []
        assert await store.begin_stretch(stretch_of(match, person=2))

    async def test_none_begins_in_a_match_that_went_on_or_is_over(self, store: Store) -> None:
        match = await new_match(store)
        over = await new_match(store, status=Status.ENDED)
        await go_on(store, match, 1)
        for wrong in (stretch_of(match, 1), stretch_of(match, 3), stretch_of(over)):
            assert not await store.begin_stretch(wrong)
            assert (await store.for_posts(wrong.match)).stretch is None
        assert not await store.begin_stretch(stretch_of(MatchId(9)))

    async def test_a_turn_puts_the_end_off_and_anything_else_does_not(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        await go_on(store, match, 1, turn_seq=1)
        assert (await store.for_posts(match)).stretch == stretch_of(match)
        await go_on(store, match, 2)
        assert (await store.for_posts(match)).stretch == stretch_of(match, due=NOW + MINUTE + PAUSE)

    async def test_what_is_to_end_is_not_put_off_any_more(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        assert await store.finish_stretch(match, NOW)
        await go_on(store, match, 1)
        assert await store.due_stretches(NOW, 5) == [match]
        # Nor is an end that was due before brought forward.
        assert await store.finish_stretch(match, LATER)
        assert await store.due_stretches(NOW, 5) == [match]

    async def test_with_its_match_a_stretch_is_due_at_once(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        await go_on(store, match, 1, status=Status.ENDED, turn=None, turn_seq=None)
        assert await store.due_stretches(NOW + MINUTE, 5) == [match]

    async def test_the_longest_due_come_first_and_wake_the_worker(self, store: Store) -> None:
        made = [await new_match(store) for _ in range(3)]
        for match, at in zip(made, (LATER, NOW, LATER + MINUTE), strict=True):
            await store.begin_stretch(stretch_of(match, due=at))
        assert await store.due_stretches(LATER, 5) == [made[1], made[0]]
        assert await store.due_stretches(NOW, 5) == [made[1]]
        assert await store.due_stretches(LATER, 1) == [made[1]]
        assert (await store.upcoming(NOW)).get("stretch") == NOW

    async def test_the_post_that_sums_it_up_is_written_with_its_end(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        await store.begin_stretch(stretch_of(match))
        post = Post(match, 1, PostKind.PAUSE)
        assert not await store.end_stretch(match, 2, NOW, [post])
        assert await store.end_stretch(match, 1, NOW, [post])
        (turn,) = await store.pending(NOW)
        assert turn.kind == "turn"
        await store.delivered(turn, 7, 70)
        assert await store.pending(NOW) == [post]
        assert await store.boards_due([match], NOW) == {match}

    async def test_a_post_in_the_same_message_keeps_its_buttons(self, store: Store) -> None:
        match = await new_match(store, says=["turn", "turn", "turn"])
        notified = []
        for message in (70, 70, 71):
            (post,) = await store.pending(NOW)
            old = await store.delivered(
                post, 7, message, at=LATER, has_buttons=True, outdates=[PostKind.TURN]
            )
            notified.append([(each.post.id, each.message) for each in old])
            board = await store.last_board(match)
            assert board
            assert (board.post, board.message) == (post, message)
        assert notified == [[], [], [(2, 70)]]
        assert [each.post.id for each in await store.outdated(LATER)] == [2]

    @pytest.mark.parametrize("soon", [True, False])
    async def test_nobody_is_reminded_before_it_is_due(self, store: Store, soon: bool) -> None:
        match = await new_match(store, says=["turn"], turn_seq=1)
        (post,) = await store.pending(NOW)
        at = NOW + MINUTE if soon else LATER
        call = Notified(ADA.id, NoticeItem(match, 1, PostKind.TURN), NOW, settled=True, next_at=at)
        await store.delivered(post, 7, 70, notified=[call])
        await store.begin_stretch(stretch_of(match))
        turn = (await store.for_posts(match)).turn
        assert turn
        assert turn.next_at == max(at, NOW + PAUSE)

    async def test_a_turn_that_waits_for_its_board_goes_on_waiting(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        turn = (await store.for_posts(match)).turn
        assert turn
        assert turn.next_at is None
