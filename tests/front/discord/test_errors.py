"""The one place where an exception becomes something a person reads."""

import logging
import re

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
        (NoSuchMatch("No *such* match."), r"No \*such\* match. `/games` lists your matches."),
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


def test_a_fault_is_logged_under_the_number_that_is_told(caplog: pytest.LogCaptureFixture) -> None:
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


async def test_an_answer_that_can_not_be_given_breaks_nothing(short: World) -> None:
    for status in (403, 404, 429, 500):
        short.log.clear()
        short.env.inject_error("POST", "/interactions/*", status=status, times=None)
        await short.ada.click(short.last, label="My view")
        await short.ada.slash(short.channel, "move", move="1")
        assert not (await short.match()).plies
        assert "an interaction could not be answered" in short.log.text
        assert str(short.ada.id) not in short.log.text
        short.env.backend.faults.clear()
    asked = await short.ada.slash(short.channel, "move", move="1")
    short.env.inject_error("PATCH", "/webhooks/*", status=500, times=None)
    await short.ada.click(asked.response, label="Confirm")
    short.env.backend.faults.clear()
    assert "**Ada** takes 1." in short.last.content
    assert "is played" in short.private_texts()[-1]
