"""What every store must keep about where matches are posted, and about fast stretches."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.units import MINUTE
from bot.model.notices.records import Notified
from bot.model.places import PAUSE, FastStretch, Mode, Place, Placing, State
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, DueKind, MatchId, MessageId, NoticeItem, Post, Seq, Status
from bot.model.refusals import StalePlace
from tests.helpers.people import CHANNEL
from tests.helpers.playing import known
from tests.store.contracts.matches import ADA, LATER, NOW, append, new_match

SOON = timedelta(minutes=1)


class PlacesContract:
    async def test_a_thread_leads_to_its_match(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store)
        assert [await store.find_one(Place, match=match) for match in (first, MatchId(7))] == [
            None,
            None,
        ]
        places = [
            Place(first, thread=ChannelId(11), state=State.OPEN),
            Place(second, thread=ChannelId(12)),
        ]
        for place in places:
            await store.save_place(place, Place(place.match))
        assert [await store.find_one(Place, thread=thread) for thread in (11, 12, 13)] == [
            *places,
            None,
        ]
        assert await store.due(DueKind.PLACE, LATER, 5) == []

    async def test_a_place_comes_back_unless_it_was_changed_meanwhile(self, store: Store) -> None:
        match = await new_match(store)
        whole = Place(
            match, Mode.THREAD, ChannelId(2**62), State.MAKING, "so it is", NOW, 3, explained=True
        )
        before = Place(match)
        for place in (whole, Place(match, thread=ChannelId(2**62), state=State.OPEN), Place(match)):
            assert await store.save_place(place, before)
            assert await store.find_one(Place, match=match) == place
            before = place
        assert await store.find_one(Place, thread=2**62) is None
        empty, chosen = Place(match), Place(match, Mode.LIVING, note="so it is", due=NOW)

        assert await store.save_place(chosen, empty)
        assert not await store.save_place(Place(match, Mode.POSTS), empty)
        for before in (
            replace(chosen, mode=None),
            replace(chosen, thread=ChannelId(4)),
            replace(chosen, state=State.LEFT),
            replace(chosen, note=""),
            replace(chosen, due=LATER),
            replace(chosen, due=None),
            replace(chosen, tries=1),
            replace(chosen, explained=True),
        ):
            assert not await store.save_place(Place(match, Mode.POSTS), before)
        assert await store.find_one(Place, match=match) == chosen
        other = await new_match(store)
        assert not await store.save_place(Place(other), Place(other, Mode.POSTS))
        assert await store.find_one(Place, match=other) is None

    async def test_what_is_due_comes_longest_first_and_wakes_it(self, store: Store) -> None:
        made = [await new_match(store) for _ in range(3)]
        for match, at in zip(made, (LATER, NOW, None), strict=True):
            await store.save_place(Place(match, thread=ChannelId(int(match)), due=at), Place(match))
        assert await store.due(DueKind.PLACE, LATER, 5) == [made[1], made[0]]
        assert await store.due(DueKind.PLACE, NOW, 5) == [made[1]]
        assert await store.due(DueKind.PLACE, LATER, 1) == [made[1]]
        assert (await store.upcoming(NOW)).get("place") == NOW

    async def test_a_place_is_written_with_the_post_that_changes_it(self, store: Store) -> None:
        match = await new_match(store, says=["end"])
        (post,) = await store.pending(NOW)
        after = Place(match, thread=ChannelId(9), state=State.CLOSING, due=LATER)
        line = Post(match, Seq(1), PostKind.RESULT)
        await store.delivered(
            post,
            ChannelId(9),
            MessageId(99),
            placing=Placing(Place(match), after, NOW + SOON, (line,)),
        )
        assert await store.find_one(Place, match=match) == after
        assert await store.pending(NOW) == []
        assert await store.pending(NOW + SOON) == [line]

    async def test_of_many_changes_of_a_place_at_once_one_is_made(self, store: Store) -> None:
        match = await new_match(store)
        tries = [store.save_place(Place(match, tries=n), Place(match)) for n in range(1, 11)]

        assert sorted(await asyncio.gather(*tries)) == [False] * 9 + [True]

    async def test_a_post_whose_place_was_changed_since_is_not_noted(self, store: Store) -> None:
        match = await new_match(store, says=["end"])
        (post,) = await store.pending(NOW)
        await store.save_place(Place(match, Mode.POSTS), Place(match))
        after, line = Place(match, state=State.CLOSING), Post(match, Seq(1), PostKind.RESULT)

        placing = Placing(Place(match), after, NOW, (line,))
        with pytest.raises(StalePlace):
            await store.delivered(post, ChannelId(9), MessageId(99), placing=placing)

        assert await store.find_one(Place, match=match) == Place(match, Mode.POSTS)
        assert [each.id for each in await store.pending(LATER)] == [post.id]


def stretch_of(match: MatchId, began: int = 1, **changes: Any) -> FastStretch:
    """A stretch that was just begun."""
    usual: dict[str, Any] = {"began": began, "person": ADA.id, "due": NOW + PAUSE}
    return FastStretch(match, **usual | changes)


async def go_on(store: Store, match: MatchId, after: int, **row: Any) -> None:
    """One event more; the turn of a person begins with it, a minute later."""
    await append(store, match, after, at=NOW + MINUTE, **{"turn_seq": after + 1} | row)


class StretchesContract:
    async def test_a_stretch_lasts_to_its_end_and_no_second_is_begun(self, store: Store) -> None:
        match = await new_match(store)
        assert (await store.for_posts(match)).stretch is None
        assert not await store.finish_stretch(match, NOW)
        assert not await store.end_stretch(match, Seq(1), NOW, [])

        assert await store.begin_stretch(stretch_of(match))
        assert not await store.begin_stretch(stretch_of(match, person=2))
        assert (await store.for_posts(match)).stretch == stretch_of(match)
        assert await store.end_stretch(match, Seq(1), NOW, [])
        assert (await store.for_posts(match)).stretch == stretch_of(match, due=None, ended=1)
        assert not await store.end_stretch(match, Seq(1), NOW, [])
        assert not await store.finish_stretch(match, NOW)
        assert await store.due(DueKind.STRETCH, LATER, 5) == []
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
        assert await store.due(DueKind.STRETCH, NOW, 5) == [match]
        # Nor is an end that was due before brought forward.
        assert await store.finish_stretch(match, LATER)
        assert await store.due(DueKind.STRETCH, NOW, 5) == [match]

    async def test_with_its_match_a_stretch_is_due_at_once(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        await go_on(store, match, 1, status=Status.ENDED, turn=None, turn_seq=None)
        assert await store.due(DueKind.STRETCH, NOW + MINUTE, 5) == [match]

    async def test_the_longest_due_come_first_and_wake_the_worker(self, store: Store) -> None:
        made = [await new_match(store) for _ in range(3)]
        for match, at in zip(made, (LATER, NOW, LATER + MINUTE), strict=True):
            await store.begin_stretch(stretch_of(match, due=at))
        assert await store.due(DueKind.STRETCH, LATER, 5) == [made[1], made[0]]
        assert await store.due(DueKind.STRETCH, NOW, 5) == [made[1]]
        assert await store.due(DueKind.STRETCH, LATER, 1) == [made[1]]
        assert (await store.upcoming(NOW)).get("stretch") == NOW

    async def test_the_post_that_sums_it_up_is_written_with_its_end(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        await store.begin_stretch(stretch_of(match))
        post = Post(match, Seq(1), PostKind.PAUSE)
        assert not await store.end_stretch(match, Seq(2), NOW, [post])
        assert await store.end_stretch(match, Seq(1), NOW, [post])
        (turn,) = await store.pending(NOW)
        assert turn.kind == "turn"
        await store.delivered(turn, CHANNEL, MessageId(70))
        assert await store.pending(NOW) == [post]
        assert await store.boards_due([match], NOW) == {match}

    async def test_a_post_in_the_same_message_keeps_its_buttons(self, store: Store) -> None:
        match = await new_match(store, says=["turn", "turn", "turn"])
        notified = []
        for message in (70, 70, 71):
            (post,) = await store.pending(NOW)
            old = await store.delivered(
                post,
                CHANNEL,
                MessageId(message),
                at=LATER,
                has_buttons=True,
                outdates=[PostKind.TURN],
            )
            notified.append([(each.post.id, each.message) for each in old])
            board = known(await store.last_board(match))
            assert (board.post, board.message) == (post, message)
        assert notified == [[], [], [(2, 70)]]
        assert [each.post.id for each in await store.due(DueKind.OLD_POST, LATER)] == [2]

    @pytest.mark.parametrize("soon", [True, False])
    async def test_nobody_is_reminded_before_it_is_due(self, store: Store, soon: bool) -> None:
        match = await new_match(store, says=["turn"], turn_seq=1)
        (post,) = await store.pending(NOW)
        at = NOW + MINUTE if soon else LATER
        call = Notified(
            ADA.id, NoticeItem(match, Seq(1), PostKind.TURN), NOW, settled=True, next_at=at
        )
        await store.delivered(post, CHANNEL, MessageId(70), notified=[call])
        await store.begin_stretch(stretch_of(match))
        assert known((await store.for_posts(match)).turn).next_at == max(at, NOW + PAUSE)

    async def test_a_turn_that_waits_for_its_board_goes_on_waiting(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.begin_stretch(stretch_of(match))
        assert known((await store.for_posts(match)).turn).next_at is None
