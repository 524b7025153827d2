"""The store in PostgreSQL does what every store does, and shares claims and budgets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.model.places import LivingKind, Place, PostState
from bot.model.post_kinds import PostKind
from bot.model.privacy.records import Deletion
from bot.model.records import DueKind, MatchId, MessageId, PersonId, Post, Seq
from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from tests.helpers.people import CHANNEL, GUILD
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.store.contracts.every import EveryContract
from tests.store.contracts.matches import LATER, NOW, append, new_match, play
from tests.store.contracts.places import stretch_of
from tests.store.postgres.conftest import until


class TestPostgres(EveryContract):
    """The whole contract, on a server."""


SOON = NOW + timedelta(minutes=1)
QUICK = Pace(beat=0.1, lease=0.6, poll=0.2)
"""A process that is soon taken for dead once it is silent."""

SILENT = Pace(beat=3600, lease=0.2, poll=3600)
"""A process that says once that it is alive, and no more: as if it had crashed."""

Due = Callable[[PostgresStore], Any]


@asynccontextmanager
async def process(address: str, pace: Pace) -> AsyncIterator[PostgresStore]:
    async with opened(PostgresStore.open(address, pace)) as found:
        yield found


async def a_match_is_due(store: PostgresStore) -> None:
    await new_match(store, due=NOW)


async def a_person_is_due(store: PostgresStore) -> None:
    await new_match(store, due=None, turn_seq=1, turn_known=True)


async def a_place_is_due(store: PostgresStore) -> None:
    match = await new_match(store, due=None)
    await store.save_place(Place(match, due=NOW), Place(match))


async def a_stretch_is_due(store: PostgresStore) -> None:
    match = await new_match(store, due=None)
    await store.begin_stretch(stretch_of(match, due=NOW))


async def a_post_waits(store: PostgresStore) -> None:
    await new_match(store, due=None, says=["turn"])


async def an_old_post_has_buttons(store: PostgresStore) -> None:
    match = await new_match(store, due=None, says=["challenge"])
    (post,) = [each for each in await store.pending(NOW) if each.match == match]
    await store.delivered(post, CHANNEL, MessageId(1), has_buttons=True)
    await append(store, match, 1, posts=[Post(match, Seq(2), PostKind.TURN)], due=None)
    (post,) = [each for each in await store.pending(NOW) if each.match == match]
    await store.delivered(post, CHANNEL, MessageId(2), at=NOW, outdates=[PostKind.CHALLENGE])


async def a_living_post_is_stale(store: PostgresStore) -> None:
    await store.put_post(PostState(LivingKind.LOBBY, 7, GUILD, CHANNEL, message=MessageId(900)))


async def a_person_is_to_be_deleted(store: PostgresStore) -> None:
    await store.add(Deletion(PersonId(770), NOW))


async def a_server_was_left(store: PostgresStore) -> None:
    await store.note_servers([], [GUILD], NOW, NOW)


KINDS: dict[str, tuple[Any, Due]] = {
    "match": (a_match_is_due, lambda store: store.due(DueKind.MATCH, SOON)),
    "person": (a_person_is_due, lambda store: store.due(DueKind.PERSON, SOON, 5)),
    "place": (a_place_is_due, lambda store: store.due(DueKind.PLACE, SOON, 5)),
    "stretch": (a_stretch_is_due, lambda store: store.due(DueKind.STRETCH, SOON, 5)),
    "post": (a_post_waits, lambda store: store.pending(SOON)),
    "old_post": (an_old_post_has_buttons, lambda store: store.due(DueKind.OLD_POST, SOON)),
    "living_post": (
        a_living_post_is_stale,
        lambda store: store.due(DueKind.LIVING_POST, SOON, 5),
    ),
    "deletion": (a_person_is_to_be_deleted, lambda store: store.due(DueKind.DELETION, SOON, 5)),
    "server": (a_server_was_left, lambda store: store.due(DueKind.SERVER, SOON, 5)),
}
"""By kind of claim, what makes one due, and how it is asked for."""


@pytest.mark.parametrize("kind", KINDS)
async def test_what_one_has_taken_on_the_other_is_not_given(
    store: PostgresStore, other: PostgresStore, kind: str
) -> None:
    prepare, due = KINDS[kind]
    await prepare(store)

    (taken,) = await due(other)

    assert await due(store) == []
    # Whoever has it finds it again.
    assert await due(other) == [taken]
    # But of a deletion everybody has to know.
    assert set(await store.upcoming(SOON)) == ({kind} & {"deletion"})


@pytest.mark.parametrize("kind", KINDS)
async def test_of_many_who_ask_at_once_one_gets_it(
    store: PostgresStore, other: PostgresStore, kind: str
) -> None:
    prepare, due = KINDS[kind]
    for _ in range(5):
        await prepare(store)

    found = await asyncio.gather(*(due(each) for each in (store, other) * 3))

    here, there = ([x for each in found[n::2] for x in each] for n in (0, 1))
    assert not {str(each) for each in here} & {str(each) for each in there}
    # What none of them got for being looked at by all is there the next time.
    whole = {str(each) for store_ in (store, other) for each in await due(store_)}
    assert {str(each) for each in (*here, *there)} <= whole
    assert len(whole) == (1 if kind in ("person", "living_post", "deletion", "server") else 5)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_process_had_is_free_when_it_stops_and_within_its_lease_when_it_falls_silent(
    store: PostgresStore, kind: str
) -> None:
    prepare, due = KINDS[kind]
    await prepare(store)
    async with process(store.address, Pace()) as stopping:
        (taken,) = await due(stopping)
    async with process(store.address, SILENT) as silent:
        assert await due(silent) == [taken]
        async with process(store.address, QUICK) as alive:
            await until(lambda: _found(due, alive))
            (found,) = await due(alive)

    if kind == "post":
        # It may stand in its channel: whoever takes it on looks there first.
        assert found == replace(taken, tries=taken.tries + 1)
    else:
        assert found == taken


async def _found(due: Due, store: PostgresStore) -> bool:
    return bool(await due(store))


async def test_a_post_put_off_is_free_again(store: PostgresStore, other: PostgresStore) -> None:
    await a_post_waits(store)
    (post,) = await store.pending(NOW)
    await store.failed(post, "no", SOON)

    assert (await store.upcoming(NOW)).get("post") == SOON
    assert (await other.upcoming(NOW)).get("post") == SOON
    assert [each.id for each in await other.pending(SOON)] == [post.id]
    assert await store.pending(SOON) == []


async def test_posts_of_a_match_are_taken_on_in_order_whoever_posts(
    store: PostgresStore, other: PostgresStore
) -> None:
    match = await new_match(store, says=["challenge"])
    for after in range(1, 12):
        await play(store, match, after, says="turn")
    said: list[int] = []

    async def work(each: PostgresStore) -> None:
        while len(said) < 12:
            for post in await each.pending(LATER):
                said.append(post.id)
                await asyncio.sleep(0)
                await each.delivered(post, CHANNEL, MessageId(1000 + post.id))

    await asyncio.gather(work(store), work(other))

    assert said == list(range(1, 13))


async def test_nobody_sends_a_second_post_of_a_match_while_the_other_sends_one(
    store: PostgresStore, other: PostgresStore
) -> None:
    match = await new_match(store, says=["turn"])
    (refused,) = await store.pending(NOW)
    await store.failed(replace(refused, refused=True), "no", LATER)
    await play(store, match, 1, says="turn")
    await store.failed(replace(refused, refused=True), "no", LATER)
    (second,) = await store.pending(SOON)
    assert second.id > refused.id

    # The refused one goes first again, but not beside the other.
    await store.retry_refused(NOW)
    assert await other.pending(SOON) == []
    await store.delivered(second, CHANNEL, MessageId(2))
    assert [each.id for each in await other.pending(SOON)] == [refused.id]


async def test_a_process_taken_for_dead_goes_on_under_a_new_number(store: PostgresStore) -> None:
    await a_match_is_due(store)
    async with process(store.address, SILENT) as silent:
        dead = silent.process
        async with process(store.address, QUICK) as alive:
            await until(lambda: _is_gone(alive, dead))
        # It does not know, and asks for something to do.
        assert await silent.due(DueKind.MATCH, SOON) == [MatchId(1)]
        assert silent.process > dead


async def test_a_process_that_was_away_says_so_when_it_is_back(store: PostgresStore) -> None:
    await store._fetch("DELETE FROM processes WHERE id = $1", [store.process])
    dead = store.process
    await store._beat()
    assert store.process > dead
    assert not await _is_gone(store, store.process)


async def _is_gone(store: PostgresStore, number: int) -> bool:
    return not await store._fetch("SELECT 1 FROM processes WHERE id = $1", [number])


async def test_with_every_word_a_process_counts_as_alive_for_longer(store: PostgresStore) -> None:
    async with process(store.address, replace(Pace(), beat=0.05)) as speaking:

        async def known() -> Any:
            asked = "SELECT alive_until FROM processes WHERE id = $1"
            return await store._fetch(asked, [speaking.process])

        first = await known()

        async def later() -> bool:
            return bool((await known())[0][0] > first[0][0])

        await until(later)


async def test_who_says_that_it_is_alive_ends_whenever_it_is_asked_to(store: PostgresStore) -> None:
    """Also when it is asked in the moment in which a word has just been said."""
    store.pace, dice = Pace(beat=0.001), Random(1)
    for _ in range(500):
        speaking = asyncio.create_task(store._go_on_beating())
        await asyncio.sleep(dice.random() / 200)
        speaking.cancel()
        await asyncio.wait([speaking], timeout=300)
        assert speaking.done()


async def test_a_claim_of_a_living_process_ends_with_its_lease(store: PostgresStore) -> None:
    """Else what it has forgotten would wait for its end."""
    await a_match_is_due(store)
    async with process(store.address, replace(QUICK, beat=0.05)) as first:
        assert await first.due(DueKind.MATCH, SOON) == [MatchId(1)]
        await until(lambda: _found(lambda each: each.due(DueKind.MATCH, SOON), store))


async def test_what_one_writes_wakes_the_other(store: PostgresStore) -> None:
    async with process(store.address, replace(Pace(), poll=3600)) as sleeping:
        woken = asyncio.Event()
        await _settled(sleeping, woken)

        match = await new_match(store, says=["turn"])
        async with asyncio.timeout(300):
            await woken.wait()
        assert [post.match for post in await sleeping.pending(NOW)] == [match]

        woken.clear()
        await play(store, match, 1, says="turn")
        async with asyncio.timeout(300):
            await woken.wait()


async def test_a_process_that_nobody_wakes_looks_by_itself(store: PostgresStore) -> None:
    async with process(store.address, replace(Pace(), poll=0.05)) as polling:
        looks: list[None] = []
        polling.listen(lambda: looks.append(None))
        await until(lambda: len(looks) > 3)


async def _settled(store: PostgresStore, woken: asyncio.Event) -> None:
    """It listens, and what it was woken by before has been told."""
    await until(lambda: _listens(store))
    store.listen(woken.set)


async def _listens(store: PostgresStore) -> bool:
    asked = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' || $1 || '%'"
    return bool(await store._fetch(asked, [store._channel]))


@pytest.mark.parametrize(
    ("mine", "theirs", "others"),
    [
        ((0, 3, 8), (4, 7, 8), 0),
        ((0, 3, 8), (3, 7, 8), 1),
        ((0, 0, 1), (0, 0, 1), 1),
        ((0, 0, 2), (1, 1, 3), 1),
    ],
)
async def test_processes_with_the_same_servers_know_of_each_other(
    store: PostgresStore, mine: tuple[int, int, int], theirs: tuple[int, int, int], others: int
) -> None:
    async with process(store.address, Pace()) as other:
        assert await store.hold_shards(*mine) == 0
        assert await other.hold_shards(*theirs) == others
        assert await store.hold_shards(*mine) == others
    # One that left holds nothing.
    assert await store.hold_shards(*mine) == 0


async def test_a_process_taken_for_dead_still_says_its_shards(
    store: PostgresStore, other: PostgresStore
) -> None:
    await store.hold_shards(0, 1, 4)
    await store._fetch("DELETE FROM processes WHERE id = $1", [store.process])
    await store._beat()
    assert await other.hold_shards(1, 2, 4) == 1


@pytest.fixture
def pair(store: PostgresStore, other: PostgresStore) -> tuple[PostgresStore, PostgresStore]:
    return store, other


Pair = tuple[PostgresStore, PostgresStore]


async def test_what_one_process_takes_the_other_waits_for(pair: Pair) -> None:
    assert await pair[0].reserve("requests", 5, 100) == 0
    assert 400 < known(await pair[1].reserve("requests", 1, 100)) <= 500
    # Those of other names are apart.
    assert await pair[1].reserve("identify 1", 1, 1000) == 0


async def test_no_two_processes_get_the_same_place(pair: Pair) -> None:
    waits = await asyncio.gather(*(pair[n % 2].reserve("requests", 1, 1000) for n in range(20)))
    places = sorted(round(wait or 0.0, -3) for wait in waits)
    assert places == [1000 * n for n in range(20)]


async def test_what_one_process_has_claimed_is_free_for_all_once_its_time_is_over(
    pair: Pair,
) -> None:
    assert await pair[0].claim("backup", 1000)
    assert not await pair[1].claim("backup", 1000)
    assert not await pair[0].claim("backup", 1000)
    assert await pair[0].claim("another", 0)
    assert await pair[1].claim("another", 1000)


async def test_a_budget_that_is_put_off_is_put_off_for_all_and_never_forward(pair: Pair) -> None:
    await pair[0].put_off("requests", 1000)
    await pair[1].put_off("requests", 1)
    assert 900 < known(await pair[1].reserve("requests", 1, 1)) <= 1000
