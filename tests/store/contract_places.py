"""What every store must keep about where matches are posted."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.places import Mode, Place, Placing, State
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Post
from bot.model.refusals import StalePlace
from tests.store.contract import LATER, NOW, new_match

SOON = timedelta(minutes=1)


class PlacesContract:
    async def test_a_thread_leads_to_its_match(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store)
        assert [await store.place(match) for match in (first, MatchId(7))] == [None, None]
        places = [Place(first, thread=11, state=State.OPEN), Place(second, thread=12)]
        for place in places:
            await store.save_place(place, Place(place.match))
        assert [await store.place_of_thread(thread) for thread in (11, 12, 13)] == [*places, None]
        assert await store.due_places(LATER, 5) == []

    async def test_a_place_comes_back_unless_it_was_changed_meanwhile(self, store: Store) -> None:
        match = await new_match(store)
        whole = Place(match, Mode.THREAD, 2**62, State.MAKING, "so it is", NOW, 3, explained=True)
        before = Place(match)
        for place in (whole, Place(match, thread=2**62, state=State.OPEN), Place(match)):
            assert await store.save_place(place, before)
            assert await store.place(match) == place
            before = place
        assert await store.place_of_thread(2**62) is None
        empty, chosen = Place(match), Place(match, Mode.LIVING, note="so it is", due=NOW)

        assert await store.save_place(chosen, empty)
        assert not await store.save_place(Place(match, Mode.POSTS), empty)
        for before in (
            replace(chosen, mode=None),
            replace(chosen, thread=4),
            replace(chosen, state=State.LEFT),
            replace(chosen, note=""),
            replace(chosen, due=LATER),
            replace(chosen, due=None),
            replace(chosen, tries=1),
            replace(chosen, explained=True),
        ):
            assert not await store.save_place(Place(match, Mode.POSTS), before)
        assert await store.place(match) == chosen
        other = await new_match(store)
        assert not await store.save_place(Place(other), Place(other, Mode.POSTS))
        assert await store.place(other) is None

    async def test_what_is_due_comes_longest_first_and_wakes_it(self, store: Store) -> None:
        made = [await new_match(store) for _ in range(3)]
        for match, at in zip(made, (LATER, NOW, None), strict=True):
            await store.save_place(Place(match, thread=int(match), due=at), Place(match))
        assert [place.match for place in await store.due_places(LATER, 5)] == [made[1], made[0]]
        assert [place.match for place in await store.due_places(NOW, 5)] == [made[1]]
        assert [place.match for place in await store.due_places(LATER, 1)] == [made[1]]
        assert (await store.upcoming(NOW)).get("place") == NOW

    async def test_a_place_is_written_with_the_post_that_changes_it(self, store: Store) -> None:
        match = await new_match(store, says=["end"])
        (post,) = await store.pending(NOW)
        after = Place(match, thread=9, state=State.CLOSING, due=LATER)
        line = Post(match, 1, PostKind.RESULT)
        await store.delivered(
            post, 9, 99, placing=Placing(Place(match), after, NOW + SOON, (line,))
        )
        assert await store.place(match) == after
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
        after, line = Place(match, state=State.CLOSING), Post(match, 1, PostKind.RESULT)

        placing = Placing(Place(match), after, NOW, (line,))
        with pytest.raises(StalePlace):
            await store.delivered(post, 9, 99, placing=placing)

        assert await store.place(match) == Place(match, Mode.POSTS)
        assert [each.id for each in await store.pending(LATER)] == [post.id]
