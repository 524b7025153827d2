"""Moves all matches from one database to another, each of any kind."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.moving import sqlite
from bot.store.moving.copying import Copied, copy_all

__all__ = ["Copied", "move"]

Opener = Callable[[Any], AbstractAsyncContextManager[Any]]


async def move(source: Path | str, target: Path | str) -> Copied:
    """Copy a database to an empty one, or continue an earlier copy. Raises StoreTrouble.

    The source is not changed. Both are the path of a file or the address of a server's database.
    """
    if source == target:
        raise StoreTrouble("That is the database that is in use already. Name another one.")
    open_source, open_target = _openers(source)[0], _openers(target)[1]
    async with open_source(source) as read, open_target(target) as written:
        copied = await copy_all(read, written)
        copied.lines += [
            f"Copied {copied.rows:,} rows ({copied.matches:,} matches, all played through) from "
            f"{read.name} to {written.name}.",
            "To use it, start the bot with BUMPBOT_DATABASE set to it. The old one is as it was; "
            "keep it until you have seen the bot play on.",
        ]
    return copied


def _openers(address: Path | str) -> tuple[Opener, Opener]:
    # What opens a file, or a server's database, as the source of a move and as its target.
    if isinstance(address, Path):
        return sqlite.source_file, sqlite.target_file
    from bot.store.moving import postgres

    return postgres.source_at, postgres.target_at
