"""A program that works on a database file, as the bot does: a move for each line of its input.

Run as `python -m tests.store.playing DATABASE`; prints `begun`, and for each line the event that it
has written, or `refused`.
"""

import asyncio
import sys
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.opening import open_store
from tests.store.contract import new_match, play


async def main(path: Path) -> None:
    """Play until it is killed."""
    store = await open_store(path)
    match, seq = await new_match(store, says=["challenge"]), 1
    print("begun", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        try:
            await play(store, match, seq, says="turn")
            seq += 1
            print(seq, flush=True)
        except StoreTrouble:
            print("refused", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
