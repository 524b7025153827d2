"""The only module that uses private parts of discord.py, if it has no public way.

Its test checks that each of these exists in the locked version.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.model.records import GuildId

Heard = Callable[[BaseException], None]
"""Called with the error by which something has failed."""

INTERACTION = "INTERACTION_CREATE"  # The gateway's name for an interaction.

# How discord.py names its tasks for interactions and for events in servers.
HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: ")

Parse = Callable[[Mapping[str, Any]], None]
"""Takes a raw interaction, and begins a task that handles it."""

# Where discord.py logs errors of completions, which it passes to nobody.
tree_log: logging.Logger = app_commands.tree._log


def around_interactions(client: discord.Client, wrap: Callable[[Parse], Parse]) -> None:
    """Wrap the parser through which all commands, buttons, forms and completions come: public
    events come only after discord.py has handled them."""
    parsers: dict[str, Any] = client._connection.parsers
    parsers[INTERACTION] = wrap(parsers[INTERACTION])


def hear_why_lost(client: discord.AutoShardedClient, shard: int, heard: Heard) -> None:
    """Call back with the error by which the connection of a shard is lost, each time: discord.py's
    event has none, and also comes if Discord asks for a new connection."""
    parent: Any = client.shards[shard]._parent
    if "_handle_disconnect" in vars(parent):
        return  # A first connection that failed is made again, and both come here.
    handle = parent._handle_disconnect

    async def handle_disconnect(error: BaseException) -> None:
        heard(error)
        await handle(error)

    parent._handle_disconnect = handle_disconnect


def handlers() -> list[asyncio.Task[Any]]:
    """The running tasks for people's requests and for events in servers."""
    found = asyncio.all_tasks() - {asyncio.current_task()}
    return [each for each in found if each.get_name().startswith(HANDLERS)]


def kind_of(task: asyncio.Task[Any]) -> str:
    """What the task handles. Its whole name may hold a custom id, and that may hold typed text."""
    return next((each for each in HANDLERS if task.get_name().startswith(each)), "a task")


def expect_no_voice() -> None:
    """Silence the warnings about missing voice support: the bot neither speaks nor listens."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def use_api(address: str) -> None:
    """Use that address, without a slash at its end, for all of Discord's HTTP API."""
    Route.BASE = address


def api() -> str:
    return Route.BASE


def use_gateway(address: str) -> None:
    """Connect there, even if Discord is not asked how many shards it advises."""
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address)


async def answer_at(client: discord.Client, path: str) -> Any:
    """What Discord answers at that path of its HTTP API. Raises discord.HTTPException."""
    return await client.http.request(Route("GET", path))


async def ask_gateway(client: discord.Client) -> tuple[int, str, Any]:
    """Discord's advised number of shards, its gateway's address, and its session limits."""
    advised, address, limits = await client.http.get_bot_gateway()
    return advised, address, limits


async def commands_known(client: discord.Client, guild: GuildId | None) -> list[Any]:
    """The commands as Discord has them, everywhere or in one server, with all additions and
    languages. Raises discord.HTTPException."""
    asked = {"with_localizations": "true"}
    return list(await client.http.request(_commands("GET", client, guild), params=asked))


async def offer_commands(
    client: discord.Client, guild: GuildId | None, all_: list[Any]
) -> list[Any]:
    """Register exactly these commands, everywhere or in one server; returns what Discord made of
    them. Raises discord.HTTPException."""
    return list(await client.http.request(_commands("PUT", client, guild), json=all_))


def _commands(method: str, client: discord.Client, guild: GuildId | None) -> Route:
    where = f"/guilds/{guild}" if guild else ""
    path = f"/applications/{{application_id}}{where}/commands"
    return Route(method, path, application_id=client.application_id or 0)
