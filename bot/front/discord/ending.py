"""How the bot and its work end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.front.discord import private_api
from bot.service.queue import Pause

log = logging.getLogger(__name__)

# Seconds that a stopping bot gives to leaving Discord, and to people's last requests. With those
# for posts it is less than the 30 after which it would be killed.
LEAVING, ANSWERING = 4.0, 10.0

REST = 60.0
"""Seconds until a watch that has failed begins again."""


def note_end(worker: asyncio.Task[Any]) -> None:
    """Log when work that should go on ends by an error: nobody else would."""
    if not worker.cancelled() and (error := worker.exception()):
        name = getattr(worker.get_coro(), "__qualname__", "work")
        log.critical("%s has ended; restart the bot", name, exc_info=error)


async def steadily(watch: Callable[[], Awaitable[None]], pause: Pause) -> None:
    """Watch until there is nothing more to watch. Where something unforeseen ends it, such as an
    odd answer of Discord, it begins again after a minute."""
    while True:
        try:
            await watch()
        except Exception:
            log.exception("a watch has ended; it begins again in %.0f s", REST)
        else:
            return
        await pause(asyncio.Event(), REST)


async def end_within(seconds: float, tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Let the tasks finish, for that many seconds at most."""
    if not tasks:
        return
    done, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        log.warning("%s did not stop in time", private_api.kind_of(task))
        task.cancel()
    for task in done:
        if not task.cancelled() and (error := task.exception()):
            log.debug("%s: %s", private_api.kind_of(task), error)


async def play_until_stopped(bot: discord.Client, token: str) -> None:
    """Connect and play until cancelled; then end in good order."""
    playing = asyncio.create_task(bot.start(token))
    try:
        await asyncio.wait([playing])
    finally:
        while not playing.done():
            # A shard that is just connecting swallows it.
            playing.cancel()
            await asyncio.wait([playing], timeout=1.0)
        await bot.close()
    await playing
