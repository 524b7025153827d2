"""Moving all matches from one database to another, of whatever kind each of them is."""

from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.moving import ends
from bot.store.moving.copying import Copied, copy_all

__all__ = ["Copied", "move"]


async def move(source: Path | str, target: Path | str) -> Copied:
    """Copy a database to an empty one, or go on with a copy begun before. Raises StoreTrouble.

    The source is not changed. Both are the path of a file or the address of a server's database.
    """
    if source == target:
        raise StoreTrouble("That is the database that is in use already. Name another one.")
    async with ends.source(source) as read, ends.target(target) as written:
        copied = await copy_all(read, written)
        copied.lines += [
            f"Copied {copied.rows:,} rows ({copied.matches:,} matches, all played through) from "
            f"{read.name} to {written.name}.",
            "To use it, start the bot with BUMPBOT_DATABASE set to it. The old one is as it was; "
            "keep it until you have seen the bot play on.",
        ]
    return copied
