"""What is due, done step by step and not all at once; and work of threads, done at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Any

from bot.service.queue import DueSource


async def do_once(source: DueSource[Any], now: datetime) -> datetime | None:
    """Do once each that is due of a source. When there may be more; None where nothing was due."""
    times = [await source.do(each) or now for each in await source.due(now, 50)]
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
    """Have this loop do at once whatever would be left to a thread."""
    loop.set_default_executor(_AtOnce())
