"""What every store must keep about where matches are posted."""

from datetime import timedelta

from bot.matches.places.place import Mode, Place, Placing, State
from bot.matches.records import MatchId, Post
from bot.matches.store import Store
from tests.store.contract import LATER, NOW, new_match

SOON = timedelta(minutes=1)


class PlacesContract:
    """Subclass it where a `store` fixture gives an empty store."""

    async def test_nothing_was_said_about_the_place_of_a_match(self, store: Store) -> None:
        match = await new_match(store)
        assert await store.place(match) is None
        assert await store.place_of_thread(5) is None
        assert await store.due_places(LATER, 5) == []

    async def test_a_place_comes_back_as_it_was_saved(self, store: Store) -> None:
        match = await new_match(store)
        whole = Place(match, Mode.THREAD, 2**62, State.MAKING, "so it is", NOW, 3, told=True)
        for place in (whole, Place(match, thread=2**62, state=State.OPEN), Place(match)):
            await store.save_place(place)
            assert await store.place(match) == place
        assert await store.place_of_thread(2**62) is None

    async def test_a_thread_leads_to_its_match(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store)
        places = [Place(first, thread=11, state=State.OPEN), Place(second, thread=12)]
        for place in places:
            await store.save_place(place)
        assert [await store.place_of_thread(thread) for thread in (11, 12, 13)] == [*places, None]

    async def test_what_is_due_comes_longest_due_first_and_wakes_the_worker(
        self, store: Store
    ) -> None:
        made = [await new_match(store) for _ in range(3)]
        for match, at in zip(made, (LATER, NOW, None), strict=True):
            await store.save_place(Place(match, thread=int(match), due=at))
        assert [place.match for place in await store.due_places(LATER, 5)] == [made[1], made[0]]
        assert [place.match for place in await store.due_places(NOW, 5)] == [made[1]]
        assert [place.match for place in await store.due_places(LATER, 1)] == [made[1]]
        assert await store.next_retry(NOW) == NOW

    async def test_a_place_is_written_with_the_post_that_changes_it(self, store: Store) -> None:
        match = await new_match(store, says=["end"])
        (post,) = await store.pending(NOW)
        after = Place(match, thread=9, state=State.CLOSING, due=LATER)
        line = Post(match, 1, "result")
        await store.delivered(post, 9, 99, placing=Placing(after, NOW + SOON, (line,)))
        assert await store.place(match) == after
        assert await store.pending(NOW) == []
        assert await store.pending(NOW + SOON) == [line]

    async def test_a_place_of_no_match_is_no_place(self, store: Store) -> None:
        await new_match(store)
        assert await store.place(MatchId(7)) is None
