"""Where the bot may only answer: as an app of people's own, in servers without it and in messages
between them."""

import asyncio
from typing import Any

import discord

from bot.front.ui.away import MOST
from tests.front.conftest import World, labels, said
from tests.front.posting.places.spots import KINDS, away, begin, begun_away
from tests.helpers.posting import HOUR, close_direct, direct, move_alone


@KINDS
async def test_boards_are_answers_and_later_news_direct_messages(world: World, kind: str) -> None:
    spot = await away(world, kind)
    begun = await begin(world, spot, time="1 day a move")
    assert "I can only answer here." in begun.response.content
    challenge, board = world.public(spot.channel)
    assert "challenges you" in challenge.content
    for post in (challenge, board):
        assert "what comes up later, or elsewhere, goes by direct message" in post.content
    assert board.attachments
    assert "Move" in labels(board)
    for who, other in ((spot.ada, spot.grace), (spot.grace, spot.ada)):
        played = await world.move(who, "1", channel=spot.channel)
        assert "is played" in played.response.content
        board = world.public(spot.channel)[-1]
        assert f"<@{other.id}>, it is your turn." in board.content
        assert board.attachments
        assert "goes by direct message" not in board.content
        assert "Type it…" in labels((await other.click(board, label="Move")).response)
    assert direct(world.grace) == []
    await world.env.advance_time(20 * 60)
    shown = len(world.public(spot.channel))
    # Ada moves in her own messages with the bot, so that nobody has used it in the channel.
    await move_alone(world, world.ada)
    assert len(world.public(spot.channel)) == shown
    (call,) = direct(world.grace)
    assert call.content.startswith("It is your turn:")
    assert "I may not post in the channel" in call.content
    assert call.attachments
    assert labels(call) == ["Move", "My view"]
    assert not (await world.match()).held
    assert "Type it…" in labels((await world.grace.user.click(call, label="Move")).response)
    await world.env.advance_time(23 * HOUR)
    assert "Your time is running out:" in direct(world.grace)[-1].content
    await move_alone(world, world.grace)
    assert direct(world.ada)[-1].content.startswith("It is your turn:")
    asked = await world.ada.user.slash("resign")
    await world.ada.user.click(asked.response, label="Yes, resign")
    assert "**Ada** resigned" in direct(world.grace)[-1].content


@KINDS
async def test_somebody_out_of_reach_loses_no_time(world: World, kind: str) -> None:
    spot = await begun_away(world, kind, time="1 day a move")
    close_direct(world, world.grace)
    await world.env.advance_time(20 * 60)
    await move_alone(world, world.ada)
    assert direct(world.grace) == []
    board = said(await world.ada.user.slash("board", match=1))
    assert "I can't reach **Grace**" in board
    assert "Their clock stands still." in board
    await world.env.advance_time(3 * 24 * 3600)
    assert (await world.match()).deadline is None
    await world.move(spot.grace, "1", channel=spot.channel)
    shown = world.public(spot.channel)[-1]
    assert "**Grace** takes 1." in shown.content
    assert f"<@{world.ada.id}>, it is your turn." in shown.content
    assert "I can't reach" not in said(await world.ada.user.slash("board", match=1))


async def test_an_answer_that_discord_makes_private_is_told_directly(world: World) -> None:
    """As where a server keeps apps of people's own from saying anything in public."""
    spot = await begun_away(world, "server")
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        return await whole(self, *content, **(given | {"ephemeral": True}))

    world.patch.setattr(discord.Webhook, "send", send)
    await world.move(spot.ada, "1", channel=spot.channel)
    (call,) = direct(world.grace)
    assert call.content.startswith("It is your turn:")


async def test_a_refused_answer_is_told_directly_and_not_tried_again(world: World) -> None:
    spot = await begun_away(world, "group")
    asked = await spot.ada.slash(spot.channel, "move", move="1")
    # The private answer is an edit, and what follows it is a message.
    world.env.inject_error("POST", "/webhooks/*/*", status=404, code=10015, times=None)
    await spot.ada.click(asked.response, label="Confirm")
    assert len(direct(world.grace)) == 1
    world.env.backend.faults.clear()
    await world.env.advance_time(3600)
    assert len(world.public(spot.channel)) == 2
    assert len(direct(world.grace)) == 1


@KINDS
async def test_the_bot_is_played_in_public_and_late_directly(world: World, kind: str) -> None:
    spot = await away(world, kind)
    await spot.ada.slash(
        spot.channel, "challenge heap", opponent=world.robot, first="me", size="small", spare=9
    )
    await world.move(spot.ada, "1", channel=spot.channel)
    await world.env.settle()
    board = world.public(spot.channel)[-1]
    assert f"<@{world.ada.id}>, it is your turn." in board.content
    assert direct(world.ada) == []
    await world.env.advance_time(20 * 60)
    await move_alone(world, world.ada)
    await world.env.settle()
    assert direct(world.ada)[-1].content.startswith("It is your turn:")


async def test_what_is_asked_of_somebody_comes_in_public_or_directly(world: World) -> None:
    spot = await begun_away(world, "group")
    asked = await spot.ada.slash(spot.channel, "draw")
    await spot.ada.click(asked.response, label="Yes, offer a draw")
    assert "offers a draw" in world.public(spot.channel)[-1].content
    await spot.grace.slash(spot.channel, "draw", answer="play on")
    await world.env.advance_time(20 * 60)
    shown = len(world.public(spot.channel))
    await world.ada.user.slash("time ask", length=24, match=1)
    assert len(world.public(spot.channel)) == shown
    assert "asks for 24 hours more" in direct(world.grace)[-1].content
    # Nothing in the channel asks for it, so the message itself leads to the answer.
    assert labels(direct(world.grace)[-1]) == ["Answer…"]
    asked = await world.grace.user.click(direct(world.grace)[-1], label="Answer…")
    assert said(asked).startswith("**Ada** asks for 24 hours more. Do you give it?")
    assert labels(asked.response)[:2] == ["Give it", "Not now"]
    await world.env.advance_time(24 * 3600.0)
    assert sum("asks for 24 hours more" in m.content for m in direct(world.grace)) == 1


async def test_few_answers_to_one_press_are_public_and_none_behind_a_restart(world: World) -> None:
    """Discord takes five follow-ups to an interaction of somebody's own app."""
    spot = await begun_away(world, "group")
    await spot.grace.slash(spot.channel, "board")
    shown = len(world.public(spot.channel))
    for who in (world.ada, world.grace) * 2:
        await move_alone(world, who)
    assert len(world.public(spot.channel)) == shown + MOST
    assert direct(world.grace) == []
    assert direct(world.ada)[-1].content.startswith("It is your turn:")
    await world.move(spot.ada, "1", channel=spot.channel)
    assert direct(world.grace) == []
    await world.restart()
    await move_alone(world, world.grace)
    assert len(direct(world.ada)) == 2
    await world.move(spot.ada, "1", channel=spot.channel)
    assert "**Ada** takes 1." in world.public(spot.channel)[-1].content


async def test_a_slow_private_answer_is_not_mistaken_for_the_public_one(world: World) -> None:
    """Discord takes the first answer behind an acknowledgement for the one that is private."""
    spot = await away(world, "group")
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        if given.get("ephemeral"):
            await asyncio.sleep(0.2)
        return await whole(self, *content, **given)

    world.patch.setattr(discord.Webhook, "send", send)
    assert "Your challenge is match 1." in (await begin(world, spot)).response.content
    challenge, board = world.public(spot.channel)
    assert "challenges you" in challenge.content
    assert "Move" in labels(board)
