"""A program to be killed: appends moves to match 1 of a database, telling of each one answered.

Run as `python -m tests.store.killed DATABASE`; prints the seq of each event once it is answered.
"""

import asyncio
import sys
from pathlib import Path

from bot.model.records import MatchId
from bot.store.sqlite import SqliteStore
from tests.store.contract import new_match, play


async def main(path: Path) -> None:
    """Append for ever."""
    store = await SqliteStore.open(path)
    rows = await store.summaries(limit=1)
    match = rows[0].match if rows else await new_match(store, says=["challenge"])
    seq = (await store.summary(MatchId(match))).seq
    while True:
        await play(store, match, seq, says="turn")
        seq += 1
        print(seq, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
