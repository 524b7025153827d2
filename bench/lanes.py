"""How long a board waits for 30 replays: `python -m bench.lanes`.

The naive way is one pool of threads for everything; the bot's lanes stand beside it.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from bot.catalog import entry
from bot.front import lanes
from renderers import View, animate, draw

SEED = 5
PEOPLE = 30
Frames = list[tuple[Any, Any]]


def frames(turns: int = 3) -> Frames:
    """The boards of a few random turns of Bump."""
    game, chance = entry("bump").game, random.Random(SEED)
    position = game.start(game.prepare({}, 2, chance))
    boards: Frames = [(position, ())]
    for _ in range(turns):
        turn = game.play(position, chance.choice(list(game.moves(position))))
        position = turn.position
        boards.append((position, turn.effects))
    return boards


def replay(boards: Frames) -> bytes:
    """An animation of those turns."""
    return animate("bump", boards, view=View(), names={1: "Ada", 2: "Grace"})


def board(boards: Frames) -> bytes:
    """The last board."""
    return draw("bump", *boards[-1], view=View(), names={1: "Ada", 2: "Grace"})


async def waited(film: Callable[[int], Awaitable[Any]], turn: Callable[[], Awaitable[Any]]) -> str:
    """How long a board takes that is asked for after the replays, in seconds."""
    films = [asyncio.ensure_future(film(person)) for person in range(PEOPLE)]
    await asyncio.sleep(0.01)
    begun = time.perf_counter()
    await turn()
    took = time.perf_counter() - begun
    await asyncio.gather(*films)
    return f"{took:.3f}"


async def main() -> None:
    """Print both ways."""
    boards = frames()
    replay(boards), board(boards)
    shared = await waited(
        lambda _: asyncio.to_thread(replay, boards), lambda: asyncio.to_thread(board, boards)
    )
    apart = await waited(
        lambda person: lanes.EXTRAS.run_for(person, replay, boards),
        lambda: lanes.TURNS.run(board, boards),
    )
    print(f"{'a board behind 30 replays':<28}{'seconds':<10}")
    print(f"{'one pool for everything':<28}{shared:<10}")
    print(f"{'lanes':<28}{apart:<10}")


if __name__ == "__main__":
    asyncio.run(main())
