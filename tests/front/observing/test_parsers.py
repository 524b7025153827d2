"""discord.py's own way for interactions, on which the id of everything that follows hangs."""

import inspect

from discord.gateway import DiscordWebSocket

from bot.front.client import build
from tests.front.conftest import no_store


async def test_what_comes_over_the_gateway_goes_through_the_parsers_of_the_client() -> None:
    client = build(no_store)
    parser = client._connection.parsers["INTERACTION_CREATE"]
    assert parser.__module__ == "bot.front.observing.repeated"
    assert "client._connection.parsers" in inspect.getsource(DiscordWebSocket.from_client)
    assert "_discord_parsers[event]" in inspect.getsource(DiscordWebSocket.received_message)
