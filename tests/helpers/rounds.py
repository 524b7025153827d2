"""What is due, done step by step, at once and without threads, and by processes that are killed."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any

from bot.model.ports import Agenda
from bot.service.queue import DueSource, Queue


async def do_once(agenda: Agenda, source: DueSource[Any], now: datetime) -> datetime | None:
    """Do once each that is due of a source. When there may be more; None if nothing was due."""
    times = [await source.do(each) or now for each in await source.find(agenda, now, 50)]
    return min(times, default=None)


class _AtOnce(ThreadPoolExecutor):
    """Does what it is given before it says so: in a long random walk threads cost more than they
    find."""

    def submit(self, work: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*values, **named))
        except Exception as error:
            done.set_exception(error)
        return done


def without_threads(loop: asyncio.AbstractEventLoop) -> None:
    """Have this loop do at once what it would leave to a thread."""
    loop.set_default_executor(_AtOnce())


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


class Crossed:
    """A store of a process to which something else happens just before the `at`th thing it does."""

    def __init__(self, store: Any, at: int, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self.store, self.at, self._meanwhile = store, at, meanwhile
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.store, name)
        if not inspect.iscoroutinefunction(found):
            return found

        async def done(*args: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls == self.at:
                await self._meanwhile()
            return await found(*args, **named)

        return done


async def outlived(queue: Queue, mortal: Mortal) -> bool:
    """Whether the process came to the end of all that is due now before it was killed."""
    with suppress(Killed):
        await queue.tick()
    if busy := queue.busy:
        await asyncio.wait(busy)
    return mortal.calls < mortal.lives
