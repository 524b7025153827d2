"""Opening resources with await so that none is left half open when cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def open_or_close(opening: Coroutine[Any, Any, T], close: Callable[[T], Awaitable[Any]]) -> T:
    """The result of the opening.

    If the caller is cancelled meanwhile, however often, the opening still finishes, as nobody could
    close what is interrupted, and the result is closed.
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
