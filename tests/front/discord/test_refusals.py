"""What must not happen is refused privately, and each exception becomes words to a person."""

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
from tests.front import heap
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot


async def test_only_the_players_move_and_no_typed_text_breaks_anything(short: World) -> None:
    posts = len(short.public())
    snapshot(said(await short.move(short.linus, "1", match=1)))
    snapshot(await short.tap(short.linus, "Move"))
    snapshot(await short.tap(short.grace, "Move"))
    snapshot(said(await short.move(short.grace, "1")))
    assert len(short.public()) == posts

    for text in MISCHIEF:
        answer = await short.move(short.ada, text)
        assert said(answer)
        assert len(said(answer)) <= 2000
        for bad in ("@everyone", "@here", "<@", "**bold**", "https://", "```"):
            assert bad not in said(answer)
        form = await short.form(short.ada, short.last)
        if 0 < len(text) <= 200:
            assert said(await short.ada.submit_modal(form, {"move": text}))
        assert not (await short.match()).plies
        assert short.pings() == [[short.grace.id], [short.ada.id]]


async def test_only_the_one_who_is_asked_answers_a_challenge(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    post = world.last
    for who, label, answer in [
        (world.linus, "Accept", "This challenge is for Grace."),
        (world.ada, "Accept", "You are already in."),
        (world.ada, "Decline", "This challenge is your own."),
        (world.linus, "Decline", "This challenge does not ask for you by name."),
        (world.grace, "Withdraw", "Only Ada can take this challenge back."),
    ]:
        assert answer in await world.tap(who, label, post)
    assert world.public() == [post]
    assert labels(world.last) == ["Accept", "Decline", "Withdraw", "How to play"]


async def test_of_two_moves_at_once_one_counts_and_the_other_is_told(begun: World) -> None:
    board = begun.last
    form = await begun.form(begun.ada, board)
    other = await begun.form(begun.ada, board)
    done = await begun.confirm(begun.ada, await begun.ada.submit_modal(form, {"move": "1"}))
    late = await begun.ada.submit_modal(other, {"move": "2"})
    snapshot(said(done))
    snapshot(said(late))
    assert str(begun.last.id) in said(late)
    stored = begun.env.backend.get_message(begun.channel.id, begun.last.id)
    stored.components[0]["components"][0]["custom_id"] = "castle:1:3"
    # As a version long gone had it.
    snapshot(said(await begun.ada.click(begun.last, custom_id="castle:1:3")))
    assert len((await begun.match()).plies) == 1


async def test_an_ended_match_takes_nothing_more(short: World) -> None:
    await short.move(short.ada, "3")
    posts = len(short.public())
    for command, options in [
        ("move", {"move": "1"}),
        ("resign", {}),
        ("draw", {}),
        ("claim", {}),
        ("draw", {"answer": "agree"}),
    ]:
        snapshot(await short.ask(short.grace, command, match=1, **options))
        snapshot(await short.ask(short.grace, command, **options))
    snapshot(await short.tap(short.linus, "Rematch"))
    assert len(short.public()) == posts


async def test_a_match_that_never_was_or_is_of_another_server_is_refused(world: World) -> None:
    for command in ("board", "resign", "draw", "claim"):
        for number in (99, 2**53 - 1):
            assert f"match {number}" in await world.ask(world.ada, command, match=number)
    await world.start()
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("other")
    linus = elsewhere.add_member(world.linus.user)
    snapshot(said(await linus.slash(channel, "board", match=1)))
    ada = elsewhere.add_member(world.ada.user)
    snapshot(said(await ada.slash(channel, "board", match=1)))


MISCHIEF = [
    "",
    " ",
    "nonsense",
    "x" * 6000,
    "1" * 6000,
    "`" * 500,
    "```\n# big\n```",
    "@everyone @here <@1> <@&2> **bold** ||spoiler||",
    "[click](https://example.com) https://example.com",
    "\u202egnp\u0000\n\nx",
    "99",
]


async def test_names_are_shown_as_they_are_and_ping_nobody(world: World) -> None:
    rogue = world.guild.add_member(
        world.env.create_user("rogue", global_name="**@everyone** `x` <@1>")
    )
    await rogue.slash(
        world.channel, "challenge heap", opponent=world.grace, first="me", size="small"
    )
    await world.grace.click(world.last, label="Accept")
    await world.move(rogue, "3")
    for post in world.public():
        assert "@everyone" not in post.content
        assert "<@1>" not in post.content
    assert world.pings() == [[world.grace.id], [rogue.id], [world.grace.id]]


async def test_a_store_that_fails_is_said_and_loses_nothing(short: World) -> None:
    short.sql("PRAGMA query_only = 1")
    answer = await short.move(short.ada, "1")
    assert said(answer)
    snapshot(said(answer))
    short.sql("PRAGMA query_only = 0")
    assert not (await short.match()).plies
    snapshot(said(await short.move(short.ada, "1")))
    await short.client.store.close()
    assert await short.ask(short.grace, "board")
    await short.restart()
    snapshot(await short.ask(short.grace, "board"))


def _broken(*_: object) -> str:
    raise RuntimeError("a fault in the rules")


async def test_trouble_of_our_own_is_told_with_a_number_that_is_in_the_log(short: World) -> None:
    await short.move(short.ada, "1")
    short.patch.setitem(vars(heap.GAME), "tell", _broken)
    for answer in (
        await short.ada.slash(short.channel, "board"),
        await short.ada.click(short.last, label="My view"),
    ):
        found = re.search("error `([0-9a-f]{8})`", said(answer))
        assert found
        assert f"error {found[1]}" in short.log.text
    assert "a fault in the rules" in short.log.text
    assert len(short.env.errors) == 1


async def test_too_many_open_challenges_are_refused_with_what_to_do(world: World) -> None:
    for _ in range(25):
        await world.ada.slash(world.channel, "challenge heap")
    snapshot(await world.ask(world.ada, "challenge heap"))


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
        assert "interaction not answered" in short.log.text
        assert str(short.ada.id) not in short.log.text
        short.env.backend.faults.clear()
    asked = await short.ada.slash(short.channel, "move", move="1")
    short.env.inject_error("PATCH", "/webhooks/*", status=500, times=None)
    await short.ada.click(asked.response, label="Confirm")
    short.env.backend.faults.clear()
    snapshot(short.last.content)
    snapshot(short.private_texts()[-1])
