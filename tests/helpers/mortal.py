"""A process that is killed between any two things it asks of its store."""

import asyncio
import inspect
from contextlib import suppress
from typing import Any

from bot.service.queue import Queue


class Killed(asyncio.CancelledError):
    """The process is no more."""


class Mortal:
    """A store of a process that is killed at the `lives`th thing it does, or just behind it."""

    def __init__(self, store: Any, lives: float, *, behind: bool = False) -> None:
        self.store, self.lives, self._behind = store, lives, behind
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.store, name)
        if not inspect.iscoroutinefunction(found):
            return found

        async def done(*args: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls > self.lives or (self.calls == self.lives and not self._behind):
                raise Killed
            result = await found(*args, **named)
            if self.calls >= self.lives:
                raise Killed
            return result

        return done


async def outlived(queue: Queue, mortal: Mortal) -> bool:
    """Whether the process came to the end of all that is due now before it was killed."""
    with suppress(Killed):
        await queue.tick()
    if busy := queue.busy:
        await asyncio.wait(busy)
    return mortal.calls < mortal.lives
