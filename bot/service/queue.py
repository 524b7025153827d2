"""One queue for all durable work: what is due is done, item by item, despite crashes.

The store holds what is to be done and when it is due, and the worker removes it there. So nothing
is lost with a process: another one, or the next start, finds it again. An item may come twice; the
worker first checks whether it is still to be done.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from time import monotonic
from typing import Any, Generic, TypeVar

from bot.model.ports import Agenda
from bot.model.records import DueKind

log = logging.getLogger(__name__)

T = TypeVar("T")

REST = timedelta(minutes=1)
"""How long an item is left alone after trouble."""

MOMENT = timedelta(seconds=1)
"""How long it is left alone while another process is taking it on."""

AT_ONCE = 50
"""Items of a source that are read together."""

PATIENCE = 5.0
"""Seconds that a stopping bot gives to work in progress."""


Pause = Callable[[asyncio.Event, float | None], Awaitable[None]]
"""Waits until the event is set, or that many seconds at most."""

Handling = Callable[..., AbstractContextManager[None]]
"""The context in which one item is done: gets the kind, and named values about the item."""


def no_handling(*_: object, **__: object) -> AbstractContextManager[None]:
    return nullcontext()


class About:
    """What the log may say about an item: some of its fields, by name. It never names people."""

    def __init__(self, **fields: str) -> None:
        self._fields = {name: attrgetter(field) for name, field in fields.items()}

    def __call__(self, item: Any) -> dict[str, object]:
        return {name: read(item) for name, read in self._fields.items()}


class DueSource(ABC, Generic[T]):
    """One kind of work: how it is found and done."""

    kind: str
    most = 20
    """Items at work at once."""

    leaves_nothing = False
    """Whether nothing comes due by an item that is done, so that the queue need not look again. It
    is for items of which each has a key of its own."""

    about: Callable[[Any], dict[str, object]] = About()
    """What the log may say about an item."""

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """When to look for it, given that the store says it is next due `at`."""
        return at

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[T]:
        """What is due, in order."""
        return await agenda.due(DueKind(self.kind), now, limit)

    def key(self, item: T, /) -> Hashable:
        """Items with the same key are done one at a time, in the order of `find`."""
        return item

    @abstractmethod
    async def do(self, item: T) -> datetime | None:
        """Do it. Returns until when its key is left alone, None if it need not be."""


class LeftOver(DueSource[T]):
    """Work that is normally done where it arises, so that only a crash or trouble leaves some over:
    `find` reads it at the start and after each trouble."""

    def __init__(
        self,
        kind: str,
        find: Callable[[], Awaitable[Sequence[T]]],
        do: Callable[[T], Awaitable[datetime | None]],
    ) -> None:
        self.kind = kind
        self._find, self._do = find, do
        self._left: list[T] | None = None

    def look_again(self) -> None:
        self._left = None

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """At once, while something is left."""
        return None if self._left == [] else now

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[T]:
        if self._left is None:
            # What is left over during this read is read next time.
            self._left = found = list[T]()
            try:
                found += await self._find()
            except BaseException:
                self._left = None
                raise
        return self._left or ()

    async def do(self, item: T) -> datetime | None:
        again = await self._do(item)
        if again is None and self._left and item in self._left:
            self._left.remove(item)
        return again


async def pause(wake: asyncio.Event, seconds: float | None) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await wake.wait()


@dataclass(frozen=True, slots=True)
class _Rest:
    """Until when a key is left alone: by the clock, and by one that nobody sets, which decides if
    the other was set back. So that delays no retry."""

    until: datetime
    steady: float

    def left(self, now: datetime) -> timedelta:
        by_clock, steady = self.until - now, timedelta(seconds=self.steady - monotonic())
        return steady if by_clock - steady > MOMENT else by_clock


@dataclass(slots=True)
class _State:
    """What a source has at work and what it leaves alone, by key. `ended` is what finished since
    the last look."""

    busy: dict[Hashable, asyncio.Task[None]] = field(default_factory=dict)
    resting: dict[Hashable, _Rest] = field(default_factory=dict)
    ended: set[Hashable] = field(default_factory=set)


class Queue:
    """Does what its sources find in parallel, one item at a time of each key. It is woken by its
    own event, or by the one given."""

    def __init__(
        self,
        agenda: Agenda,
        clock: Callable[[], datetime],
        sources: Iterable[DueSource[Any]],
        *,
        woken: asyncio.Event | None = None,
        pause: Pause = pause,
        handling: Handling = no_handling,
    ) -> None:
        self._agenda, self._clock = agenda, clock
        self._pause, self._handling = pause, handling
        self._woken = woken or asyncio.Event()
        self._sources = {source: _State() for source in sources}

    def wake(self) -> None:
        self._woken.set()

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        return [task for state in self._sources.values() for task in state.busy.values()]

    async def run(self) -> None:
        """Do what is due and sleep until there is more, forever."""
        while True:
            self._woken.clear()
            at = await self._begin_due()
            wait = None if at is None else max(0.0, (at - self._clock()).total_seconds())
            await self._pause(self._woken, wait)

    async def tick(self) -> datetime | None:
        """Do all that is due now and finish it. Returns when there is more, None if there is
        nothing."""
        while True:
            at = await self._begin_due()
            if not self.busy:
                return at
            await asyncio.wait(self.busy)

    async def finish(self, patience: float = PATIENCE) -> None:
        """Let work in progress finish within that many seconds; the rest is cancelled."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.busy:
                    await asyncio.wait(self.busy)
        for task in self.busy:
            task.cancel()

    def begin(self, source: DueSource[T], item: T) -> asyncio.Task[None]:
        """Do it now, unless its key is at work. The task never raises."""
        key, state = source.key(item), self._sources[source]
        if key not in state.busy:
            state.resting.pop(key, None)
            state.busy[key] = asyncio.create_task(self._work(source, item, state))
        return state.busy[key]

    async def _work(self, source: DueSource[T], item: T, state: _State) -> None:
        about, key = source.about(item), source.key(item)
        again = None
        try:
            with self._handling(source.kind, **about):
                again = await self._tried(source, item, about)
            if again is not None:
                seconds = (again - self._clock()).total_seconds()
                state.resting[key] = _Rest(again, monotonic() + seconds)
        finally:
            is_full = len(state.busy) >= source.most
            del state.busy[key]
            state.ended.add(key)
            if again is not None or is_full or not source.leaves_nothing:
                self.wake()

    async def _tried(self, source: DueSource[T], item: T, about: object) -> datetime | None:
        try:
            return await source.do(item)
        except Exception:
            log.exception("queue: %s %s failed; retrying in %s", source.kind, about or "", REST)
            return self._clock() + REST

    async def _begin_due(self) -> datetime | None:
        # Begin what is due. Returns when to look again; None: not before it is woken.
        now = self._clock()
        try:
            upcoming = await self._agenda.upcoming(now)
        except Exception:
            log.exception("queue: cannot read what is due; retrying in %s", REST)
            return now + REST
        times = [
            await self._begin_of(source, state, source.begins(upcoming.get(source.kind), now), now)
            for source, state in self._sources.items()
        ]
        return min((at for at in times if at), default=None)

    async def _begin_of(
        self, source: DueSource[Any], state: _State, at: datetime | None, now: datetime
    ) -> datetime | None:
        # Begin what is due of a source from that time on. Returns when to look for more.
        state.ended.clear()
        nothing = timedelta(0)
        state.resting = {k: rest for k, rest in state.resting.items() if rest.left(now) > nothing}
        if at is None or at > now:
            return at
        room = min(AT_ONCE, source.most - len(state.busy))
        if room <= 0:
            return None
        held = state.busy.keys() | state.resting
        try:
            found = await source.find(self._agenda, now, len(held) + room)
        except Exception:
            log.exception("queue: cannot read %s; retrying in %s", source.kind, REST)
            return now + REST
        if not found:
            return now + MOMENT
        # If work on a key has finished meanwhile, what was found may be done already.
        held |= state.busy.keys() | state.ended
        free = [item for item in found if source.key(item) not in held][:room]
        for item in free:
            self.begin(source, item)
        if len(free) == room:
            return now
        # Held items may hide others that are due soon.
        return now + min([REST, *(rest.left(now) for rest in state.resting.values())])
