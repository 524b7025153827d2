"""A program that holds a database file, as the bot does, until its input ends.

Run as `python -m tests.store.holding DATABASE`; prints `held`, or why it was refused.
"""

import asyncio
import sys
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.opening import open_store


async def main(path: Path) -> None:
    """Hold it."""
    try:
        store = await open_store(path)
    except StoreTrouble as error:
        print(error, flush=True)
        return
    print("held", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
