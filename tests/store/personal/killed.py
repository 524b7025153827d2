"""A program to be killed: goes on with what is to be deleted, telling of each step.

Run as `python -m tests.store.personal.killed DATABASE`; it ends when nobody is being deleted.
"""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from bot.store.sqlite import SqliteStore
from tests.helpers.rounds import do_once
from tests.service.conftest import START, Clock
from tests.store.personal.life import served


async def main(place: str) -> None:
    store: SqliteStore | PostgresStore
    if place.startswith("postgresql:"):
        store = await PostgresStore.open(place, Pace(beat=0.1, lease=0.5, poll=0.1))
    else:
        store = await SqliteStore.open(Path(place))
    clock = Clock()
    clock.now = START + timedelta(days=1)
    service = served(store, clock)
    print("open", flush=True)
    while await service.privacy.under_way():
        await do_once(store, service.privacy, clock.now)
        print("step", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
