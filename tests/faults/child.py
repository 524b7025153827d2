"""The real bot as `tests.discord.child` starts it, and with what only trouble with its file needs.

Each line on its standard input is a statement for the connection that writes, answered with a line
on standard output.
`FAKE_BUSY` is for how many seconds it waits for a file that another program holds.
"""

import asyncio
import ctypes
import os
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress
from importlib import import_module
from typing import Any

import aiosqlite

from tests.discord.child import prepare

CAPABILITIES_V3 = 0x20080522
OVERRIDING = 1 << 1 | 1 << 2
"""The capabilities by which root may read and write whatever the rights of a file say."""

Opened = tuple[asyncio.AbstractEventLoop, aiosqlite.Connection]


def remember_connections() -> list[Opened]:
    """The connections that the bot will open, the one that writes first."""
    opened: list[Opened] = []
    made = aiosqlite.Connection.__init__

    def remembering(connection: aiosqlite.Connection, *given: Any, **named: Any) -> None:
        made(connection, *given, **named)
        opened.append((asyncio.get_running_loop(), connection))

    aiosqlite.Connection.__init__ = remembering  # type: ignore[assignment, method-assign]
    return opened


def obey(opened: list[Opened]) -> None:
    """Run the statements that come on standard input, for ever."""
    for statement in sys.stdin:
        loop, connection = opened[0]
        done: Coroutine[Any, Any, Any] = connection.execute_fetchall(statement)
        with suppress(Exception):
            asyncio.run_coroutine_threadsafe(done, loop).result()
        print("done", flush=True)


def heed_rights() -> None:
    """Let the rights of files hold for root too, as they do for everybody else."""
    if os.geteuid() != 0:
        return
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_V3, 0)
    held = (ctypes.c_uint32 * 6)()
    system = ctypes.CDLL(None, use_errno=True)
    if system.capget(header, held) == 0:
        held[0] &= ~OVERRIDING
        system.capset(header, held)


def wait_less(seconds: float) -> None:
    """Give up sooner on a file that another program holds."""
    for name in ("migrator", "connection"):
        module: Any = import_module(f"bot.store.sqlite.{name}")
        assert seconds < module.BUSY_SECONDS
        module.BUSY_SECONDS = seconds


if __name__ == "__main__":
    heed_rights()
    wait_less(float(os.environ.get("FAKE_BUSY", "0.05")))
    connections = remember_connections()
    prepare()
    threading.Thread(target=obey, args=(connections,), daemon=True).start()
    from bot.__main__ import main

    sys.exit(main())
