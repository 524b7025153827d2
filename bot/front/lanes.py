"""Where front computes: threads in lanes of their own, so that no kind of work holds up another.

Boards for the channels have a lane, and so have a person's own pictures, what takes long (replays
and comparisons), and the completion of typed moves. An acknowledgement needs no thread at all.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.front.context import PrivateReply

T = TypeVar("T")

BUSY = (
    "You have asked me for {count} {things} that are not ready yet, so this one is not done. "
    "Ask again as soon as one of them is here."
)


class Lane:
    """Threads for one kind of work, which is done in the order it comes."""

    def __init__(self, name: str, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """What the work returns, or raises, in a thread of the lane."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


class PersonalLane(Lane):
    """A lane in which one piece of work of each person is done at a time, and few more wait."""

    def __init__(self, name: str, threads: int, things: str, most: int) -> None:
        super().__init__(name, threads)
        self._things, self._most = things, most
        self._asked: Counter[int] = Counter()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def run_for(self, person: int, work: Callable[..., T], *args: Any) -> T:
        """What the work returns. Raises PrivateReply when too much of the person's waits."""
        if self._asked[person] >= self._most:
            raise PrivateReply(BUSY.format(count=self._most, things=self._things))
        self._asked[person] += 1
        try:
            async with self._turns.setdefault(person, asyncio.Lock()):
                return await self.run(work, *args)
        finally:
            self._asked[person] -= 1
            self._asked += Counter()  # Forgets those who wait for nothing.


class NewestLane(Lane):
    """A lane that does a person's newest work; what is older and still waits comes to nothing."""

    def __init__(self, name: str, threads: int, patience: float) -> None:
        super().__init__(name, threads)
        self._patience = patience
        self._newest: dict[int, object] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def run_newest(self, person: int, work: Callable[..., T], *args: Any) -> T | None:
        """What the work returns; None when newer work came before it began, or when it takes
        longer than Discord waits."""
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


TURNS = Lane("turns", 2)
"""The boards that are posted in channels."""

VIEWS = PersonalLane("views", 2, "boards", 6)
"""What one person sees of a board or of a move they are making."""

EXTRAS = PersonalLane("extras", 1, "replays or comparisons", 3)
"""What takes long, and is seen by one person too: animations and comparisons."""

COMPLETIONS = NewestLane("completions", 1, 2.0)
"""The moves that continue what somebody types. Discord waits three seconds for them."""
