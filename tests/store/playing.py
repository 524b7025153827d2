"""A program that works on a database file, as the bot does: a move for each line of its input.

Run as `python -m tests.store.playing DATABASE [ever]`; prints `begun`, or why it was refused the
file, and for each line the event that it has written, or `refused`. It ends with its input; for
`ever` it asks for none, and is killed.
"""

import asyncio
import sys
from pathlib import Path

from bot.model.records import Seq
from bot.model.refusals import StoreTrouble
from bot.store.opening import open_store
from tests.store.contracts.matches import new_match, play


async def main(path: Path, *how: str) -> None:
    try:
        store = await open_store(path)
    except StoreTrouble as error:
        print(error, flush=True)
        return
    found = await store.summaries(limit=1)
    match = found[0].match if found else await new_match(store, says=["challenge"])
    seq = (await store.summary(match)).seq
    print("begun", flush=True)
    while "ever" in how or await asyncio.to_thread(sys.stdin.readline) != "":
        try:
            await play(store, match, seq, says="turn")
            seq = Seq(seq + 1)
            print(seq, flush=True)
        except StoreTrouble:
            print("refused", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
