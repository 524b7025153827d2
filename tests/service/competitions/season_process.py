"""A program to be killed: the queue of a bot over a database, by the time that a file tells.

Run as `python -m tests.service.competitions.season_process DATABASE FILE`; it runs until killed.
"""

import asyncio
import sys
from datetime import datetime
from pathlib import Path
from random import Random

import bot.catalog
from bot.service.build import Service
from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from tests.helpers import pile
from tests.helpers.people import ROBOT
from tests.helpers.thinking import InThreads

PACE = Pace(beat=0.2, lease=1.0, poll=0.2)
"""What a killed process had taken on is anybody's after a second."""


async def main(place: str, clock: Path) -> None:
    offered = {**bot.catalog.catalog(), "pile": pile.ENTRY}
    bot.catalog.catalog = lambda: offered  # type: ignore[assignment]
    service = Service(
        await PostgresStore.open(place, PACE),
        clock=lambda: datetime.fromisoformat(clock.read_text()),
        chance=Random(),
        robot=ROBOT,
        thinking=InThreads(),
    )
    running = asyncio.create_task(service.queue.run())
    while not running.done():
        # Nobody tells of the time that passes in the file.
        service.queue.wake()
        await asyncio.sleep(0.1)
    await running


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
