"""The command that opens the local table."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

import simcord
from simcord.backend.errors import SetupError

from bot.front.client import Bumpbot
from bot.front.discord import private_api
from bot.games.core import PlayerError
from bot.model.match import OPEN
from bot.model.records import ChannelId
from bot.settings import Settings
from bot.store.sqlite import SqliteStore
from bot.table import memory
from bot.table.env import TableEnv, furnish
from bot.table.page import Page
from bot.upkeep.stopping import until_stopped

# The one version whose private parts the table knows; `bumpbot[table]` pins it.
SIMCORD = "3.2.1"

# Between two pieces that are drawn for buttons, so that the players notice nothing.
PAUSE: timedelta | None = timedelta(milliseconds=50)

# Open matches that are looked at before the table opens.
MANY = 10_000

WELCOME = """The table is open: {url}
Type /challenge bump and pick Grace; then choose Grace under “Viewing as” and press Accept.
Open the page in a second window to be two people at once. Ctrl-C closes the table; its matches
stay in {database}."""


NO_FILE = (
    "The local table keeps its matches in a file, and BUMPBOT_DATABASE names a server. Run: "
    "BUMPBOT_DATABASE=table.sqlite3 bumpbot table."
)


def serve(settings: Settings, port: int, say: Callable[[str], None] = print) -> int:
    """Serve the table on this machine until it is closed. Raises PlayerError if that is not
    possible."""
    require(simcord.__version__)
    database = settings.database
    if not isinstance(database, Path):
        raise PlayerError(NO_FILE)
    private_api.expect_no_voice()
    with suppress(KeyboardInterrupt):
        asyncio.run(until_stopped(_sit(database, port, say)))
    say("The table is closed.")
    return 0


async def _sit(database: Path, port: int, say: Callable[[str], None]) -> None:
    async with table(database, port, PAUSE) as page:
        say(WELCOME.format(url=page.url, database=database))
        await page.wait_closed()


@asynccontextmanager
async def table(database: Path, port: int, emojis: timedelta | None = None) -> AsyncIterator[Page]:
    """The bot at a table in a browser page, in real time; port 0 is any free one. With `emojis` it
    draws its pieces for buttons and menus, with a pause of that length between two."""

    async def open_store() -> SqliteStore:
        return await _opened(database, ChannelId(room.channel.id))

    bot = Bumpbot(open_store, emojis=emojis)
    env = TableEnv(bot)
    room = furnish(env)
    page = Page(env, room, port)
    memory.keep_emojis()
    try:
        async with _bound(page, port):
            await env.start()
            shown = asyncio.create_task(page.keep_current())
            await restate(bot, ChannelId(room.channel.id))
            try:
                yield page
            finally:
                shown.cancel()
    finally:
        await bot.close()
        await env.shutdown()
        memory.forget_emojis()


@asynccontextmanager
async def _bound(page: Page, port: int) -> AsyncIterator[None]:
    try:
        await page.__aenter__()
    except (SetupError, OverflowError) as error:
        other = 8766 if port == 8765 else 8765
        message = (
            f"The table can't use port {port}: another program has it, or it is not allowed. "
            f"Choose another one: BUMPBOT_TABLE_PORT={other} make play, or --port {other}."
        )
        raise PlayerError(message) from error
    try:
        yield
    finally:
        await page.close()


async def _opened(database: Path, channel: ChannelId) -> SqliteStore:
    # The database. Raises PlayerError while matches of a real server are open in it. Their posts
    # would be lost here.
    store = await SqliteStore.open_alone(database)
    found = await store.summaries(statuses=OPEN, limit=MANY)
    if any(summary.channel != channel for summary in found):
        await store.close()
        message = (
            f"{database} holds open matches of a Discord server, and at the table "
            "their reminders would reach nobody. Give the table its own database: "
            "BUMPBOT_DATABASE=table.sqlite3 bumpbot table."
        )
        raise PlayerError(message)
    return store


async def restate(bot: Bumpbot, channel: ChannelId) -> None:
    """Post the current state of the channel's open matches: a simulated Discord forgets its
    messages."""
    for summary in reversed(await bot.matches.of_channel(channel)):
        await bot.outbox.restate(summary.match)


def require(version: str) -> None:
    """Raise PlayerError unless this is the version of simcord that the table is made for."""
    if version != SIMCORD:
        message = (
            f"The local table is made for simcord {SIMCORD}, but {version} is installed. "
            "Run: pip install 'bumpbot[table]'."
        )
        raise PlayerError(message)
