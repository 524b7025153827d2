"""What the bot reaches for inside discord.py is there, in the version that is locked."""

import inspect
import logging
from types import ModuleType

import discord
import pytest
from discord import app_commands, client, gateway, http, shard
from discord.ui import view

from bot.front.client import Bumpbot
from bot.front.discord import private_api
from tests.front.conftest import no_store


async def test_what_comes_over_the_gateway_goes_through_the_parsers_of_the_client() -> None:
    made = Bumpbot(no_store)
    parser = made._connection.parsers[private_api.INTERACTION]
    assert parser.__module__ == "bot.front.discord.repeated"


@pytest.mark.parametrize(
    ("module", "inside"),
    [
        (gateway, "client._connection.parsers"),
        (gateway, "_discord_parsers[event]"),
        (gateway, "self.DEFAULT_GATEWAY"),
        (shard, "gateway = DiscordWebSocket.DEFAULT_GATEWAY"),
        (shard, "await self.http.get_bot_gateway()"),
        (shard, "await self.launch_shard(gateway, shard_id, initial=initial)"),
        (shard, "await self._handle_disconnect(e)"),
        (shard, "async def _handle_disconnect(self, e: Exception)"),
        (http, "self.BASE + self.path"),
        (client, "if VoiceClient.warn_nacl:"),
        (client, "if VoiceClient.warn_dave:"),
        (app_commands.tree, "'Ignoring exception in autocomplete for "),
        *zip((app_commands.tree, view, client), private_api.HANDLERS, strict=True),
    ],
)
def test_discord_py_is_inside_as_the_bot_expects_it(module: ModuleType, inside: str) -> None:
    assert inside in inspect.getsource(module)


def test_errors_of_completions_are_written_by_the_tree() -> None:
    assert private_api.tree_log is logging.getLogger(app_commands.tree.__name__)


def test_voice_is_not_missed() -> None:
    private_api.expect_no_voice()
    assert not discord.VoiceClient.warn_nacl
    assert not discord.VoiceClient.warn_dave
