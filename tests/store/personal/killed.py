"""A program to be killed: goes on with what is to be deleted, telling of each step.

Run as `python -m tests.store.personal.killed DATABASE`; it ends when nobody is being deleted.
"""

import asyncio
import sys
from pathlib import Path

from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from bot.store.sqlite import SqliteStore
from tests.helpers.rounds import do_once
from tests.service.conftest import Club
from tests.store.personal.life import ROBOT


async def main(place: str) -> None:
    store: SqliteStore | PostgresStore
    if place.startswith("postgresql:"):
        store = await PostgresStore.open(place, Pace(beat=0.1, lease=0.5, poll=0.1))
    else:
        store = await SqliteStore.open(Path(place))
    club = Club(store, robot=ROBOT)
    club.pass_by(days=1)
    print("open", flush=True)
    while await club.service.privacy.under_way():
        await do_once(store, club.service.privacy, club.clock.now)
        print("step", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
