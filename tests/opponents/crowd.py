"""A process with a worker that searches, for tests of what becomes of the worker.

Its argument is the file in which the search says that it has begun.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from bot.opponents.workers import Workers
from tests.opponents.questions import Endless


async def main(begun: Path) -> None:
    workers = Workers(1)
    try:
        await workers.ask(Endless(begun), person=1)
    finally:
        await workers.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(Path(sys.argv[1])))
