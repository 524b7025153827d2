"""Matches of the small game that are played fast, of which the board changes in place."""

from typing import Any

import discord

from bot.model.places import PAUSE, FastStretch
from tests.front.conftest import World
from tests.helpers.playing import known
from tests.helpers.posting import FIRST, spoken, start_in_thread

AFTER_PAUSE = PAUSE.total_seconds() + 2


async def played(world: World, turns: int, channel: Any = None, begin: int = 0) -> None:
    """So many turns of the players in turn, Ada first, each at once."""
    for number in range(begin, begin + turns):
        who = (world.ada, world.grace)[number % 2]
        await world.move(who, "1", channel=channel, match=1)


async def quick(world: World, **options: Any) -> discord.Message:
    """A match in which four turns were quick; its newest board. It is Ada's turn."""
    await world.start(**({"spare": 9} | options))
    await played(world, 4)
    return world.last


async def stretch_begun(world: World, turns: int = 0, **options: Any) -> discord.Message:
    """The same match in a stretch in which so many turns were played; its board."""
    board = await quick(world, **options)
    await world.ada.click(board, label="Play on now")
    await played(world, turns)
    return board


async def stretch_in_thread(world: World) -> tuple[Any, discord.Message]:
    """The same in a thread, with one turn; the thread and its board."""
    thread = await start_in_thread(world, spare=9)
    await played(world, 4, channel=thread)
    board = spoken(world, thread)[-1]
    await world.ada.click(board, label="Play on now")
    await played(world, 1, channel=thread)
    return thread, board


async def stretch_of(world: World) -> FastStretch:
    return known(await world.client.service.stretches.of(FIRST))


async def pause(world: World) -> None:
    """Let time pass until a stretch has ended without a press."""
    await world.env.advance_time(AFTER_PAUSE)
