"""A process with a worker that searches, for tests of what becomes of the worker.

Its argument is the file in which the search notes its start.
"""

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.opponents import workers
from tests.opponents.questions import Endless


async def main(begun: Path) -> None:
    # A busy machine may be late with what ends the search.
    workers.LONGEST = 3600.0
    all_workers = workers.Workers(1)
    try:
        await all_workers.ask(Endless(begun), person=1)
    finally:
        await all_workers.close()


if __name__ == "__main__":
    # A suite in the background of a shell ignores Ctrl-C, and so would this.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        asyncio.run(main(Path(sys.argv[1])))
