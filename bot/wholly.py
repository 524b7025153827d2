"""What is opened or started by an await and never left half made, whoever is cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def opened_wholly(opening: Coroutine[Any, Any, T], close: Callable[[T], Awaitable[Any]]) -> T:
    """What comes of the opening.

    Where the caller is cancelled meanwhile, however often, it is opened all the same, since what
    is broken off in the middle has nobody to close it, and then closed.
    """
    task = asyncio.ensure_future(opening)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await _undisturbed(_closed(task, close))
        raise


async def _closed(opening: "asyncio.Task[T]", close: Callable[[T], Awaitable[Any]]) -> None:
    with suppress(Exception):
        await close(await opening)


async def _undisturbed(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([task])
