"""Who waits for a place, and who gets it next: fair between people."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

Waiting: TypeAlias = OrderedDict[int, deque[asyncio.Future[None]]]
"""What waits of each person, the oldest first; the people in the order of their turns."""


class Line:
    """So many `places`, which people take in turns, each with the oldest they wait with.

    Somebody's answer goes before all that is done in the background, and of several places the
    background never takes the last one.
    """

    def __init__(self, places: int) -> None:
        self._free, self._spare = places, int(places > 1)
        self._answers, self._background = Waiting(), Waiting()

    @asynccontextmanager
    async def place(self, person: int, *, background: bool = False) -> AsyncIterator[None]:
        """Have a place until the end of the block."""
        called = asyncio.get_running_loop().create_future()
        waiting = self._background if background else self._answers
        waiting.setdefault(person, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            self._leave(waiting, person, called)
            raise
        try:
            yield
        finally:
            self._give_back()

    def _leave(self, waiting: Waiting, person: int, called: asyncio.Future[None]) -> None:
        if called.done() and not called.cancelled():
            # It was called, and was cancelled before it heard of it.
            self._give_back()
        elif called in waiting.get(person, ()):
            waiting[person].remove(called)
            if not waiting[person]:
                del waiting[person]

    def _give_back(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while self._free and self._answers:
            self._call_from(self._answers)
        while self._free > self._spare and self._background:
            self._call_from(self._background)

    def _call_from(self, waiting: Waiting) -> None:
        person, asked = next(iter(waiting.items()))
        called = asked.popleft()
        # Whoever waits with more comes again behind all others.
        waiting.move_to_end(person)
        if not asked:
            del waiting[person]
        if not called.cancelled():
            self._free -= 1
            called.set_result(None)
