"""The one place that reaches into discord.py where it offers no way from outside.

Its test holds that each of these is there in the version that is locked.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

Heard: TypeAlias = Callable[[BaseException], None]
"""Hears by what error something has failed."""

INTERACTION = "INTERACTION_CREATE"  # What the gateway calls an interaction.

# How discord.py names its tasks for what people do and what happens in servers.
HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: ")

Parse: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Takes an interaction as it came, and begins a task that handles it."""

# Where discord.py writes errors of completions, which it hands to nobody.
tree_log: logging.Logger = app_commands.tree._log


def around_interactions(client: discord.Client, wrap: Callable[[Parse], Parse]) -> None:
    """Put something around the parser by which commands, buttons, forms and completions all come
    in: no event is told before discord.py has handled them."""
    parsers: dict[str, Any] = client._connection.parsers
    parsers[INTERACTION] = wrap(parsers[INTERACTION])


def hear_why_lost(client: discord.AutoShardedClient, shard: int, heard: Heard) -> None:
    """Let somebody hear by which error the connection of a shard is lost, each time: the event that
    discord.py tells has none, and comes as well where Discord asks for a new connection."""
    parent: Any = client.shards[shard]._parent
    if "_handle_disconnect" in vars(parent):
        return  # A first connection that failed is made again, and both come here.
    handle = parent._handle_disconnect

    async def handle_disconnect(error: BaseException) -> None:
        heard(error)
        await handle(error)

    parent._handle_disconnect = handle_disconnect


def handlers() -> list[asyncio.Task[Any]]:
    """What people have asked for and what happened in servers, as far as it is under way."""
    found = asyncio.all_tasks() - {asyncio.current_task()}
    return [each for each in found if each.get_name().startswith(HANDLERS)]


def kind_of(task: asyncio.Task[Any]) -> str:
    """What the task handles. Its whole name may hold a custom id, and that what somebody typed."""
    return next((each for each in HANDLERS if task.get_name().startswith(each)), "a task")


def expect_no_voice() -> None:
    """Let nothing be missed that voice would need: the bot neither speaks nor listens."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def use_api(address: str) -> None:
    """Ask for all of Discord's HTTP API at that address, without a slash at its end."""
    Route.BASE = address


def api() -> str:
    return Route.BASE


def use_gateway(address: str) -> None:
    """Connect there, also when Discord is not asked how many shards it advises."""
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address)


async def answer_at(client: discord.Client, path: str) -> Any:
    """What Discord answers at that path of its HTTP API. Raises discord.HTTPException."""
    return await client.http.request(Route("GET", path))


async def ask_gateway(client: discord.Client) -> tuple[int, str, Any]:
    """How many shards Discord advises, where its gateway is, and what it lets the bot begin."""
    advised, address, limits = await client.http.get_bot_gateway()
    return advised, address, limits


async def commands_known(client: discord.Client, guild: int | None) -> list[Any]:
    """The commands as Discord has them, everywhere or in one server, with all that it adds and in
    all languages. Raises discord.HTTPException."""
    asked = {"with_localizations": "true"}
    return list(await client.http.request(_commands("GET", client, guild), params=asked))


async def offer_commands(client: discord.Client, guild: int | None, all_: list[Any]) -> list[Any]:
    """Have these commands and no others, everywhere or in one server, and tell what Discord made of
    them. Raises discord.HTTPException."""
    return list(await client.http.request(_commands("PUT", client, guild), json=all_))


def _commands(method: str, client: discord.Client, guild: int | None) -> Route:
    where = f"/guilds/{guild}" if guild else ""
    path = f"/applications/{{application_id}}{where}/commands"
    return Route(method, path, application_id=client.application_id or 0)
