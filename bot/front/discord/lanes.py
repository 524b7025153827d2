"""Where front computes: threads in separate lanes, so that no kind of work delays another.

Boards for the channels have a lane, and so have a person's own pictures, slow work (replays and
comparisons), and the completion of typed moves. An acknowledgement needs no thread at all.

Python lets threads compute in turns, so a separate lane does not help a board while a long
animation is drawn. Therefore slow work gives way: it does not begin, and does not go on with its
next frame, while anything more urgent waits or runs. Every lane takes a limited amount of work:
what would wait for too long is refused in words.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.front.discord.context import PrivateReply
from bot.model.records import PersonId
from bot.telemetry.timing import waiting_in

T = TypeVar("T")

BUSY = (
    "You have asked me for {count} {things} that are not ready yet, so this one is not done. "
    "Ask again as soon as one of them is here."
)

FULL = (
    "So many people are asking me for {things} just now that this one is not done. Ask again in "
    "{wait}."
)

# Seconds for which one piece of work gives way altogether: then it runs alongside, so that a bot
# which is never idle draws replays too.
LONGEST_WAIT = 20.0


class Foreground:
    """Urgent work. Others wait in their threads until none of it is left."""

    def __init__(self) -> None:
        self._count = 0
        self._changing = threading.Lock()
        self._none = threading.Event()
        self._none.set()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """There is one more of it until the end of the block."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    def wait(self, seconds: float) -> None:
        self._none.wait(seconds)

    def _change(self, by: int) -> None:
        with self._changing:
            self._count += by
            if self._count:
                self._none.clear()
            else:
                self._none.set()


FOREGROUND = Foreground()
_giving_way = threading.local()


def give_way() -> None:
    """Wait if this is a thread that gives way; for work that has many parts, between them."""
    until: float = getattr(_giving_way, "until", 0.0)
    left = until - time.monotonic()
    if left > 0:
        FOREGROUND.wait(left)


def _behind(work: Callable[..., T], *args: Any) -> T:
    _giving_way.until = time.monotonic() + LONGEST_WAIT
    try:
        give_way()
        return work(*args)
    finally:
        _giving_way.until = 0.0


class Lane:
    """Threads for one kind of work, which is done in the order it comes. It goes before that of the
    lanes which are `last`."""

    def __init__(self, name: str, threads: int, *, last: bool = False) -> None:
        self.name = name
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._last = last

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """What the work returns, or raises, in a thread of the lane."""
        loop = asyncio.get_running_loop()
        with waiting_in(self.name) as waiting:
            # The thread says when it begins.
            if self._last:
                begun = partial(_behind, waiting.run, work, *args)
                return await loop.run_in_executor(self._threads, begun)
            with FOREGROUND.taken():
                begun = partial(waiting.run, work, *args)
                return await loop.run_in_executor(self._threads, begun)


class PersonalLane(Lane):
    """A lane that does one piece of work of each person at a time, and lets few more wait, and
    `in_all` of all people. `wait` is how long those take, in words."""

    def __init__(
        self,
        name: str,
        threads: int,
        things: str,
        most: int,
        *,
        in_all: int = 500,
        wait: str = "a few seconds",
        last: bool = False,
    ) -> None:
        super().__init__(name, threads, last=last)
        self._things, self._most, self._in_all, self._wait = things, most, in_all, wait
        self._asked: Counter[int] = Counter()
        self._waiting = 0
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def run_for(
        self, person: PersonId, work: Callable[..., T], *args: Any, counts: int = 1
    ) -> T:
        """What the work returns. Raises PrivateReply if too much of the person's waits, or of all
        people's; it `counts` as that many pieces."""
        if self._asked[person] >= self._most:
            raise PrivateReply(BUSY.format(count=self._most, things=self._things))
        if self._waiting and self._waiting + counts > self._in_all:
            raise PrivateReply(FULL.format(things=self._things, wait=self._wait))
        self._asked[person] += 1
        self._waiting += counts
        try:
            async with self._turns.setdefault(person, asyncio.Lock()):
                return await self.run(work, *args)
        finally:
            self._waiting -= counts
            self._asked[person] -= 1
            self._asked += Counter()  # Forgets those who wait for nothing.


class NewestLane(Lane):
    """A lane that does a person's newest work; older waiting work is dropped, and so is that of
    more than `in_all` people at once."""

    def __init__(self, name: str, threads: int, patience: float, in_all: int = 100) -> None:
        super().__init__(name, threads)
        self._patience, self._in_all = patience, in_all
        self._newest: dict[int, object] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def run_newest(self, person: PersonId, work: Callable[..., T], *args: Any) -> T | None:
        """What the work returns; None if newer work came before it began, or if it takes longer
        than Discord waits."""
        if person not in self._newest and len(self._newest) >= self._in_all:
            return None
        mine = self._newest[person] = object()
        try:
            async with asyncio.timeout(self._patience):
                async with self._turns.setdefault(person, asyncio.Lock()):
                    return await self.run(work, *args) if self._newest[person] is mine else None
        except TimeoutError:
            return None
        finally:
            if self._newest.get(person) is mine:
                del self._newest[person]


# The boards that are posted in channels. `posting.traffic` limits how many wait.
TURNS = Lane("turns", 2)

# What one person sees of a board or of a draft: some 30 ms each, so that the last of them takes ten
# seconds.
VIEWS = PersonalLane("views", 2, "boards", 6, in_all=300)

# Slow work for one person: animations and comparisons. The last of them takes a minute, of the
# fifteen in which Discord takes an answer.
EXTRAS = PersonalLane(
    "extras", 1, "replays or comparisons", 3, in_all=60, wait="a minute", last=True
)

# The moves that complete what a person types. Discord waits three seconds for them, and a hundred
# take about two.
COMPLETIONS = NewestLane("completions", 1, 2.0)
