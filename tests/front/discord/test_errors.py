"""The one place where an exception becomes something a person reads."""

import logging
import re
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.front.discord.context import PrivateReply
from bot.front.discord.errors import CUT_OFF, OUTDATED, sentence
from bot.games.core import IllegalMove, PlayerError
from bot.model.refusals import NoSuchMatch, StaleMatch
from tests.front.conftest import World

PLAIN = "No @everyone, *no*."


@pytest.mark.parametrize(
    ("error", "text"),
    [
        *((kind(PLAIN), r"No @​everyone, \*no\*.") for kind in (PlayerError, IllegalMove)),
        (StaleMatch(PLAIN), r"No @​everyone, \*no\*."),
        # A refusal with a reason says what to do next.
        (
            NoSuchMatch("No *such* match."),
            r"No \*such\* match. `/games` lists your matches.",
        ),
        # What the front tells keeps its markdown.
        (PrivateReply("**Pick** one."), "**Pick** one."),
        (app_commands.CommandNotFound("castle", []), OUTDATED),
        (
            app_commands.TransformerError(
                "*x*", discord.AppCommandOptionType.integer, app_commands.Transformer()
            ),
            r"I can't use \*x\* there. Pick from what Discord offers.",
        ),
    ],
)
def test_an_error_is_told_in_its_own_sentence_as_plain_text(error: Exception, text: str) -> None:
    assert sentence(error) == text


def test_a_fault_is_logged_whole_under_the_number_that_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        text = sentence(ZeroDivisionError("secret detail"))
    (number,) = re.findall("`([0-9a-f]{8})`", text)
    assert number in caplog.text
    assert "secret detail" in caplog.text
    assert "secret detail" not in text


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError()])
def test_a_line_to_discord_that_broke_is_told_as_such(
    caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    assert sentence(error) == CUT_OFF
    assert "error" not in CUT_OFF
    assert all(record.levelno < logging.ERROR for record in caplog.records)


@pytest.mark.parametrize("status", [403, 404, 429, 500])
async def test_an_answer_that_can_not_be_given_breaks_nothing(
    world: World, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    await world.start()
    world.env.inject_error("POST", "/interactions/*", status=status, times=None)
    board: Any = world.last
    await world.ada.click(board, label="My view")
    await world.ada.slash(world.channel, "move", move="1")
    assert not (await world.client.matches.match(1)).plies  # type: ignore[arg-type]
    assert "an interaction could not be answered" in caplog.text
    assert str(world.ada.id) not in caplog.text
    world.env.backend.faults.clear()
    await world.move(world.ada, "1")
    assert "**Ada** takes 1." in world.last.content


async def test_a_move_counts_even_when_the_answer_to_it_is_lost(world: World) -> None:
    await world.start()
    asked = await world.ada.slash(world.channel, "move", move="1")
    world.env.inject_error("PATCH", "/webhooks/*", status=500, times=None)
    await world.ada.click(asked.response, label="Confirm")
    world.env.backend.faults.clear()
    assert "**Ada** takes 1." in world.last.content
    assert "is played" in world.private_texts()[-1]
