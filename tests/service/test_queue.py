"""The queue does what is due: each once, in the order of its key, and again after trouble."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from bot.model.clock.units import HOUR, SECOND
from bot.model.ports import Agenda
from bot.model.records import DueKind
from bot.service.queue import AT_ONCE, MOMENT, REST, DueSource, LeftOver, Queue
from tests.service.conftest import START, Clock

Item = tuple[str, int]


@dataclass
class Looks:
    """An agenda of which nothing but the time is asked."""

    look: Callable[[datetime], Awaitable[Mapping[str, datetime]]]

    async def upcoming(self, now: datetime) -> Mapping[str, datetime]:
        return await self.look(now)

    async def due(self, kind: DueKind, now: datetime, limit: int = 50) -> list[object]:
        raise AssertionError("the sources here find what is due by themselves")


@dataclass(eq=False)
class Store(DueSource[Item]):
    """What is due, by time, and what was done. `work` is what doing an item takes."""

    kind: str = "post"
    most: int = 20
    items: dict[Item, datetime] = field(default_factory=dict)
    done: list[Item] = field(default_factory=list)
    looks: int = 0
    reads: int = 0
    unread: int = 0
    """How many reads fail."""

    work: Callable[[Item], Awaitable[datetime | None]] | None = None

    async def upcoming(self, now: datetime) -> Mapping[str, datetime]:
        self.looks += 1
        return {"post": min(self.items.values())} if self.items else {}

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> list[Item]:
        self.reads += 1
        if self.unread:
            self.unread -= 1
            raise OSError("the disk is away")
        found = sorted((at, item) for item, at in self.items.items() if at <= now)
        return [item for _, item in found][:limit]

    def key(self, item: Item) -> str:
        return item[0]

    def about(self, item: Item) -> dict[str, object]:
        return {"match": item[1]}

    async def do(self, item: Item) -> datetime | None:
        again = await self.work(item) if self.work else None
        if again is None:
            self.done.append(item)
            del self.items[item]
        return again


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def queue(store: Store, clock: Clock) -> Queue:
    return Queue(Looks(store.upcoming), clock, [store])


class Gate:
    """Work that waits until it is let go on."""

    def __init__(self) -> None:
        self.begun: list[Item] = []
        self.open = asyncio.Event()

    async def __call__(self, item: Item) -> None:
        self.begun.append(item)
        await self.open.wait()


@pytest.fixture
def gate(store: Store) -> Gate:
    gate = Gate()
    store.work = gate
    return gate


async def idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def running(queue: Queue) -> AsyncIterator[None]:
    task = asyncio.create_task(queue.run())
    await idle()
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_within_a_key_one_after_the_other_and_keys_side_by_side(
    queue: Queue, store: Store, gate: Gate
) -> None:
    store.items = {("a", 1): START, ("a", 2): START, ("b", 3): START, ("b", 4): START}
    async with running(queue):
        assert gate.begun == [("a", 1), ("b", 3)]
        gate.open.set()
        await idle()
        assert store.done == [("a", 1), ("b", 3), ("a", 2), ("b", 4)]
        assert gate.begun == store.done


@pytest.mark.parametrize("leaves_nothing", [False, True])
async def test_no_more_are_at_work_than_may_be(
    queue: Queue, store: Store, gate: Gate, leaves_nothing: bool
) -> None:
    store.most, store.leaves_nothing = 3, leaves_nothing
    store.items = {(str(number), number): START for number in range(9)}
    async with running(queue):
        assert len(gate.begun) == len(queue.busy) == 3
        gate.open.set()
        await idle()
        assert sorted(store.done) == sorted(set(gate.begun))
        assert len(store.done) == 9


async def test_what_is_struck_out_at_work_makes_no_room(
    queue: Queue, store: Store, gate: Gate
) -> None:
    store.most = 2
    store.items = {("a", 1): START}
    async with running(queue):
        store.items = {("b", 2): START, ("c", 3): START}
        queue.wake()
        await idle()
        assert gate.begun == [("a", 1), ("b", 2)]


async def test_many_are_read_in_parts(queue: Queue, store: Store) -> None:
    store.most = 1000
    store.items = {(str(number), number): START for number in range(3 * AT_ONCE)}
    assert await queue.tick() is None
    assert len(store.done) == 3 * AT_ONCE


@pytest.mark.parametrize("asked", [False, True], ids=["at work before", "begun meanwhile"])
async def test_what_ends_while_the_store_is_read_is_not_begun_again(
    queue: Queue, store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    store.items = {("a", 1): START}
    read = store.find

    async def slow(agenda: Agenda, now: datetime, limit: int) -> list[Item]:
        found = await read(agenda, now, limit)
        if asked and found:
            queue.begin(store, found[0])
        if queue.busy:
            gate.open.set()
            await idle()
        return found

    monkeypatch.setattr(store, "find", slow)
    async with running(queue):
        queue.wake()
        await idle()
        assert gate.begun == store.done == [("a", 1)]


async def test_after_trouble_a_key_rests_and_the_others_go_on(
    queue: Queue, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, tries = True, 0

    async def fail(item: Item) -> None:
        nonlocal tries
        tries += item == ("a", 1)
        # Only so often: without a rest it would be tried for ever.
        if broken and item == ("a", 1) and tries < 3:
            raise RuntimeError("a fault")

    store.work = fail
    store.items = {("a", 1): START, ("a", 2): START, ("b", 3): START}
    assert await queue.tick() == START + REST
    assert store.done == [("b", 3)]
    assert "queue: post {'match': 1} failed; retrying in 0:01:00" in caplog.text
    assert await queue.tick() == START + REST
    assert caplog.text.count("failed") == 1
    broken = False
    clock.now += REST
    assert await queue.tick() is None
    assert store.done == [("b", 3), ("a", 1), ("a", 2)]


async def test_what_is_to_be_left_alone_is_and_holds_up_nothing_due_before(
    queue: Queue, store: Store, clock: Clock
) -> None:
    async def put_off(item: Item) -> datetime | None:
        return START + 600 * SECOND if item == ("a", 1) and clock.now < START + REST else None

    store.work = put_off
    store.items = {("a", 1): START, ("b", 2): START + 90 * SECOND}
    # The store does not say when the second is due, behind the first.
    assert await queue.tick() == START + REST
    clock.now += REST
    await queue.tick()
    clock.now += REST
    assert await queue.tick() == clock.now + REST
    assert store.done == [("b", 2)]
    clock.now = START + 600 * SECOND
    assert await queue.tick() is None


async def test_a_clock_that_is_set_back_by_an_hour_delays_no_retry(
    queue: Queue, store: Store, clock: Clock
) -> None:
    tries = 0

    async def trouble_once(item: Item) -> datetime | None:
        nonlocal tries
        tries += 1
        return clock.now + 0.05 * SECOND if tries == 1 else None

    store.work = trouble_once
    store.items = {("a", 1): START - HOUR - SECOND}
    await queue.tick()
    clock.now -= HOUR
    at = await queue.tick()
    assert tries == 1
    assert at is not None
    assert at <= clock.now + 0.05 * SECOND
    await asyncio.sleep(0.06)
    assert await queue.tick() is None
    assert store.done == [("a", 1)]


async def test_trouble_of_a_source_puts_off_that_one_alone(
    queue: Queue, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    other = Store(kind="lobby", items={("c", 9): START})
    looked = store.upcoming

    async def both(now: datetime) -> Mapping[str, datetime]:
        return {**await looked(now), "lobby": START} if other.items else await looked(now)

    queue = Queue(Looks(both), clock, [store, other])
    store.unread, store.items = 1, {("a", 1): START}
    while other.items:
        await queue.tick()
    assert "queue: cannot read post; retrying in 0:01:00" in caplog.text
    assert await queue.tick() is None
    assert store.done == [("a", 1)]


async def test_where_the_store_does_not_answer_it_is_asked_again_in_a_while(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(now: datetime) -> Mapping[str, datetime]:
        raise OSError("the disk is away")

    queue = Queue(Looks(away), clock, [store])
    assert await queue.tick() == START + REST
    assert "queue: cannot read what is due; retrying in 0:01:00" in caplog.text


async def test_what_another_process_is_taking_on_is_looked_at_again_in_a_moment(
    queue: Queue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def taken(agenda: Agenda, now: datetime, limit: int) -> list[Item]:
        return []

    monkeypatch.setattr(store, "find", taken)
    store.items = {("a", 1): START}
    assert await queue.tick() == START + MOMENT


async def test_it_sleeps_until_something_is_due_or_it_is_woken(store: Store, clock: Clock) -> None:
    slept: list[float | None] = []

    async def pause(wake: asyncio.Event, seconds: float | None) -> None:
        slept.append(seconds)
        await wake.wait()

    queue = Queue(Looks(store.upcoming), clock, [store], pause=pause)
    store.items = {("a", 1): START + REST}
    async with running(queue):
        assert (slept, store.looks, store.reads) == ([60.0], 1, 0)
        store.items[("b", 2)] = START
        for _ in range(5):
            queue.wake()
        await idle()
        assert store.done == [("b", 2)]
        # Woken, when it has begun it, and when that has ended.
        assert (slept, store.looks, store.reads) == ([60.0, 60.0, 60.0], 3, 1)
        store.items.clear()
        queue.wake()
        await idle()
        assert slept[-1] is None


async def test_after_what_leaves_nothing_it_does_not_look_again_but_after_trouble(
    queue: Queue, store: Store
) -> None:
    store.leaves_nothing = True
    async with running(queue):
        queue.begin(store, ("a", 1))
        store.items = {("a", 1): START + REST}
        await idle()
        assert (store.done, store.looks) == ([("a", 1)], 1)
        store.items = {("b", 2): START + REST}
        store.work = failing
        queue.begin(store, ("b", 2))
        await idle()
        assert (store.done, store.looks) == ([("a", 1)], 2)


async def failing(_: Item) -> datetime | None:
    raise OSError("the disk is away")


async def test_asked_to_begin_it_waits_for_nothing(
    queue: Queue, store: Store, gate: Gate, clock: Clock
) -> None:
    store.items = {("a", 1): START + REST}
    task = queue.begin(store, ("a", 1))
    assert queue.begin(store, ("a", 1)) is task
    gate.open.set()
    await task
    assert (gate.begun, store.items) == ([("a", 1)], {})


async def test_what_is_at_work_may_end_before_the_queue(
    queue: Queue, store: Store, gate: Gate
) -> None:
    store.items = {("a", 1): START, ("b", 2): START}
    async with running(queue):
        pass
    ending = asyncio.create_task(queue.finish())
    await idle()
    assert not ending.done()
    gate.open.set()
    await ending
    assert len(store.done) == 2
    assert queue.busy == []


async def test_what_does_not_end_is_cancelled_and_still_due(
    queue: Queue, store: Store, gate: Gate
) -> None:
    store.items = {("a", 1): START}
    async with running(queue):
        pass
    await queue.finish(patience=0.01)
    await idle()
    assert (queue.busy, store.done, list(store.items)) == ([], [], [("a", 1)])


async def test_what_is_left_over_is_found_at_the_start_and_after_trouble(clock: Clock) -> None:
    left, done, finds = ["a", "b"], list[str](), 0
    fails = {"b"}

    async def find() -> list[str]:
        nonlocal finds
        finds += 1
        return list(left)

    async def do(item: str) -> None:
        if item in fails:
            raise RuntimeError("a fault")
        done.append(item)
        left.remove(item)

    async def nothing(now: datetime) -> Mapping[str, datetime]:
        return {}

    over = LeftOver("reply", find, do)
    queue = Queue(Looks(nothing), clock, [over])
    assert await queue.tick() == START + REST
    assert (done, finds) == (["a"], 1)
    fails.clear()
    clock.now += REST
    assert await queue.tick() is None
    assert (done, finds) == (["a", "b"], 1)
    left.append("c")
    assert await queue.tick() is None
    assert done == ["a", "b"]
    over.look_again()
    assert await queue.tick() is None
    assert (done, finds) == (["a", "b", "c"], 2)


async def test_leftovers_are_looked_for_again_where_the_store_is_silent(clock: Clock) -> None:
    unread, done = [OSError("the disk is away")], list[str]()

    async def find() -> list[str]:
        if unread:
            raise unread.pop()
        return ["a"]

    async def do(item: str) -> None:
        done.append(item)

    async def nothing(now: datetime) -> Mapping[str, datetime]:
        return {}

    queue = Queue(Looks(nothing), clock, [LeftOver("reply", find, do)])
    assert await queue.tick() == START + REST
    assert await queue.tick() is None
    assert done == ["a"]
