"""discord.py is inside as the bot expects it, and what the bot sends is what Discord takes.

`BUMPBOT_DISCORD_API` names a copy of the description that Discord publishes, `openapi.json`.
"""

import inspect
import json
import logging
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import discord
import pytest
from discord import app_commands, client, gateway, http, shard
from discord.ui import view

from bot.front.client import Bumpbot
from bot.front.discord import private_api
from tests.front.conftest import World, labels, no_store


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


COPY = os.environ.get("BUMPBOT_DISCORD_API")

AGAINST_COPY = pytest.mark.skipif(not COPY, reason="BUMPBOT_DISCORD_API names no copy of the API")

EMOJIS = "/applications/{application_id}/emojis"

REQUESTS = {
    # a request's line: the path of the description that takes it
    r"POST .*/channels/\d+/messages": "/channels/{channel_id}/messages",
    r"PATCH .*/channels/\d+/messages/\d+": "/channels/{channel_id}/messages/{message_id}",
    r"POST .*/interactions/\d+/[^/]+/callback": (
        "/interactions/{interaction_id}/{interaction_token}/callback"
    ),
    r"PATCH .*/webhooks/\d+/[^/]+/messages/@original": (
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    ),
    r"POST .*/webhooks/\d+/[^/]+": "/webhooks/{webhook_id}/{webhook_token}",
    r"POST .*/applications/\d+/emojis": EMOJIS,
}

COMMAND = {"$ref": "#/components/schemas/ApplicationCommandUpdateRequest"}


@pytest.fixture(scope="module")
def api() -> dict[str, Any]:
    described: dict[str, Any] = json.loads(Path(COPY or "").read_text(encoding="utf-8"))
    return described


def schema(api: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    """What the description says of a request's body."""
    content = api["paths"][path][method.lower()]["requestBody"]["content"]
    found: dict[str, Any] = content["application/json"]["schema"]
    return found


def spelled(value: Any) -> Any:
    """The body with its ids as texts; discord.py sends some as numbers, which Discord takes too."""
    if isinstance(value, dict):
        parts = {key: spelled(part) for key, part in value.items()}
        return parts | {"id": str(parts["id"])} if "filename" in parts else parts
    if isinstance(value, list):
        return [spelled(part) for part in value]
    return str(value) if isinstance(value, int) and value > 2**53 else value


def faults(api: dict[str, Any], described: dict[str, Any], body: object) -> Iterator[str]:
    """What Discord would not take of a body."""
    # To import it takes seconds, also where there is no copy.
    from jsonschema import Draft202012Validator

    whole = {**described, "components": api["components"]}
    for error in Draft202012Validator(whole).iter_errors(body):
        yield f"{error.json_path}: {error.message[:200]}"


@AGAINST_COPY
async def test_every_command_is_one_that_discord_takes(api: dict[str, Any]) -> None:
    client = Bumpbot(no_store)
    for command in client.tree.get_commands():
        body = command.to_dict(client.tree)
        assert list(faults(api, COMMAND, body)) == []


@AGAINST_COPY
async def test_discord_takes_every_message_of_a_match(api: dict[str, Any], world: World) -> None:
    await world.restart(emojis=timedelta(0))
    await world.start()
    for command in ("help", "games", "board", "rules"):
        options = {"game": "heap"} if command == "rules" else {}
        await world.ada.slash(world.channel, command, **options)
    await world.ada.autocomplete(world.channel, "move", "move", "")
    await world.ada.click(world.last, label="Move")
    await world.ada.click(world.last, label="More…")
    await world.ada.slash(world.channel, "move", preview=False, move="nonsense")
    await world.ada.slash(world.channel, "move", preview=False, move="1")
    await world.offer_draw(world.grace)
    await world.ada.context_menu(world.channel, "Challenge to a game", world.linus)
    await world.ada.slash(world.channel, "challenge heap", standing=True)
    await world.manager.slash(world.channel, "lobby", post=True)
    await world.env.advance_time(11)
    listed = await world.linus.slash(world.channel, "lobby")
    await world.linus.click(listed.response, custom_id="lobby:accept:2")
    await world.ada.slash(world.channel, "block", person=world.linus)
    # A turn that bumps is laid out by components, and edited so when the next one stands.
    await world.begin("bump")
    ((number,),) = world.sql("SELECT max(id) FROM matches")
    await world.move(world.ada, "111,12", match=number)
    board = world.last
    await world.move(world.grace, "09,08", match=number)
    assert labels(world.shown(board)) == []
    checked = set()
    for request in world.env.http_requests:
        line = f"{request.method} {request.path}"
        path = next((p for form, p in REQUESTS.items() if re.fullmatch(form, line)), None)
        if path and isinstance(request.json, dict):
            described = schema(api, path, request.method)
            assert list(faults(api, described, spelled(request.json))) == [], line
            checked.add(path)
    assert checked == set(REQUESTS.values())
