"""Stops in good order when the system asks for it."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

log = logging.getLogger(__name__)

ASKING = [each for each in signal.Signals if each.name in ("SIGTERM", "SIGINT", "SIGBREAK")]
"""The signals that ask a program to end: `docker stop` and systemd, Ctrl-C, and Ctrl-Break on
Windows."""


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run the work to its end, or cancel it once the system asks the program to end.

    Asked a second time the program ends as if it were killed, which loses nothing either.
    """
    task = asyncio.create_task(work)
    with _asked(task.cancel), suppress(asyncio.CancelledError):
        await task


@contextmanager
def _asked(stop: Callable[[], object]) -> Iterator[None]:
    # Call `stop` at the first signal. Later ones end the program at once. A shell lets background
    # jobs ignore Ctrl-C; that is left as it is.
    loop = asyncio.get_running_loop()
    before = {each: signal.getsignal(each) for each in ASKING}
    heard = [each for each in ASKING if before[each] is not signal.SIG_IGN]

    def first(name: str) -> None:
        log.info("%s: finishing work in progress", name)
        for each in heard:
            signal.signal(each, signal.SIG_DFL)
        stop()

    # Not the loop's own handlers, which Windows does not have.
    for each in heard:
        name = each.name
        signal.signal(each, lambda *_, name=name: loop.call_soon_threadsafe(first, name))
    try:
        yield
    finally:
        for each in heard:
            signal.signal(each, before[each])
