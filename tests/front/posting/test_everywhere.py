"""In every place of Discord a match is played to its end, also where the bot may only answer."""

import asyncio
from typing import Any

import discord
import pytest
import simcord

from bot.front.ui.answers_only import MOST
from bot.model.records import Status
from tests.front.conftest import World, labels, said, shown_text
from tests.helpers.long_runs import LONG, mostly_long, pairs
from tests.helpers.posting import HOUR, close_direct, direct, move_alone
from tests.helpers.spots import (
    FOREIGN,
    KINDS,
    OWN,
    Spot,
    away,
    begin,
    begun_away,
    last,
    spot_of,
)

PLACES = [*OWN, *FOREIGN]
FEW = ("thread of somebody", "forum with tags", "server")
"""A place of each kind."""

EVERYWHERE = pytest.mark.parametrize("name", mostly_long(PLACES, *FEW))


def answer(result: Any) -> str:
    """All that somebody was told, privately, of what they did."""
    reply = [each for each in (result.response, *result.followups) if each and each.ephemeral]
    return "\n".join(each.content or shown_text(each) for each in reply)


def of_match(world: World, spot: Spot) -> Any:
    """Where the match is posted: the channel, or the thread or post that it has of its own."""
    for each in world.env.backend.channels.values():
        if each.is_thread and (each.name or "").startswith("Heap 1 "):
            return simcord.ChannelHandle(world.env, world.guild, each)
    return spot.channel


@pytest.mark.parametrize(("name", "posting"), pairs(PLACES, ["auto", "thread", "living"]))
async def test_a_match_is_played_from_challenge_to_rematch(
    world: World, name: str, posting: str
) -> None:
    await world.server_wishes(posting=posting)
    spot = await spot_of(world, name)
    await begin(world, spot, spare=0)
    for who, whom in ((spot.ada, spot.grace), (spot.grace, spot.ada)):
        assert "is played" in answer(await world.move(who, "1", channel=of_match(world, spot)))
        board = last(world, of_match(world, spot))
        assert f"<@{whom.id}>, it is your turn." in board.content
        assert board.attachments
        assert "Type it…" in labels((await whom.click(board, label="Move")).response)
        view = await who.click(board, label="My view")
        assert view.response.attachments or any(each.attachments for each in view.followups)
    await world.move(spot.ada, "1", channel=of_match(world, spot))
    assert (await world.match()).status is Status.ENDED
    assert "🏆 **Ada** wins!" in last(world, of_match(world, spot)).content
    end = last(world, spot.channel)
    assert "🏆 **Ada** wins!" in end.content
    await spot.grace.click(end, label="Rematch")
    assert "asks you for a rematch" in last(world, spot.channel).content
    await spot.ada.click(last(world, spot.channel), label="Accept")
    assert (await world.match(2)).status is Status.RUNNING


COMMANDS: dict[str, tuple[dict[str, Any], str]] = {
    "games": ({}, "match 1"),
    "lobby": ({}, "**Nobody is looking for a game in this channel at the moment.**"),
    "note": ({"text": "mind the gap"}, "📝 mind the gap"),
    "time ask": ({"length": 24}, "You asked **Grace** for 24 hours more."),
    "takeback": ({}, "You have made no move"),
    "ladder": ({}, "### Your ladder"),
    "profile": ({}, "**How you are known as a player**"),
    "settings": ({}, "**How you see boards and make moves.**"),
    "notices": ({}, "Calls: in the channel"),
    "calendar": ({}, "**When your clocks stop.**"),
    "board": ({}, "It is your turn."),
    "replay": ({}, "No turn was made"),
    "compare": ({"moves": "1; 2"}, "**The results:**"),
    "play": ({}, "**Which move?**"),
    "help": ({}, "/challenge"),
    "rules": ({"game": "heap"}, "Heap"),
    "block": ({}, "You have blocked nobody."),
    "draw": ({}, "Offer **Grace** a draw"),
    "resign": ({}, "Give up match 1"),
    "claim": ({}, "It is your own turn"),
}
"""What Ada, who is to move, can do, and what she is told of it."""


@EVERYWHERE
async def test_every_command_answers_and_a_match_is_followed(world: World, name: str) -> None:
    spot = await spot_of(world, name)
    await begin(world, spot)
    for command, (given, reply) in COMMANDS.items():
        text = answer(await spot.ada.slash(spot.channel, command, **given))
        assert reply in text, (command, text)
    assert (await world.match()).status is Status.RUNNING

    followed = answer(await spot.linus.slash(spot.channel, "follow"))
    modes = dict.fromkeys(("living", "posts", "auto", "thread"), "I can only answer")
    if name not in FOREIGN:
        without = name in {"thread of somebody", "voice channel"}
        thread = "There can be no thread" if without else "in its own thread"
        modes = {"living": "its newest board keeps", "thread": thread}
    for mode, reply in modes.items():
        assert reply in answer(await spot.ada.slash(spot.channel, "quiet", mode=mode)), mode
    await world.move(spot.ada, "1", channel=of_match(world, spot))
    assert "**Ada** takes 1." in last(world, of_match(world, spot)).content
    await world.env.advance_time(61)
    messages = direct(world.linus)
    if name == "server":
        assert "can't know who may read it" in followed
        assert messages == []
    else:
        assert "You follow match 1" in followed
        assert "turn 2 · **Grace** is to move" in messages[-1].content


@EVERYWHERE
async def test_a_match_is_begun_by_the_menu_of_a_person(world: World, name: str) -> None:
    spot = await spot_of(world, name)
    form = await spot.ada.context_menu(spot.channel, "Challenge to a game", spot.grace)
    chosen = {"game": ["heap"], "time": ["2 days a move"], "first": "me"}
    sent = await spot.ada.submit_modal(form, chosen)
    assert ("I can only answer here." in answer(sent)) == (name in FOREIGN)
    await spot.grace.click(last(world, spot.channel), label="Accept")
    await begin(world, spot)
    done = await world.move(spot.ada, "1", channel=spot.channel, match=1)
    assert "is played" in answer(done)
    assert labels(done.response) == ["Next game (1 waits)", "Take back"]
    assert "match 2" in answer(await spot.ada.click(done.response, label="Next game (1 waits)"))
    assert "back" in answer(await spot.ada.slash(spot.channel, "takeback", match=1))
    assert not (await world.match()).plies
    given = await spot.grace.slash(spot.channel, "time give", match=1, length=24)
    assert "You gave **Ada** 24 hours more." in answer(given)


@pytest.mark.parametrize(("name", "standing"), pairs(PLACES if LONG else FEW, [True, False]))
async def test_a_challenge_is_taken_from_a_list(world: World, name: str, standing: bool) -> None:
    spot = await spot_of(world, name)
    await spot.ada.slash(spot.channel, "challenge heap", first="me", spare=9, standing=standing)
    listed = await spot.grace.slash(spot.channel, "lobby")
    assert "match 1 begins" in answer(await spot.grace.click(listed.response, label="Accept"))
    texts = [m.content for m in world.public(spot.channel)]
    assert sum("**Ada** look" in text for text in texts) == 1 + standing
    assert sum("it is your turn" in text for text in texts) == 1
    await world.move(spot.ada, "1", channel=spot.channel)
    assert "**Ada** takes 1." in last(world, spot.channel).content
    rows = await world.client.matches.of_channel(spot.channel.id)
    assert sum(row.status is Status.INVITED for row in rows) == standing
    if name in FOREIGN:
        assert "list" in answer(await spot.ada.slash(spot.channel, "lobby", post=True))


async def test_alone_with_the_bot_it_is_the_opponent_and_all_commands_answer(world: World) -> None:
    ada = world.ada.user
    for whom in ({"opponent": world.grace.user}, {}):
        refused = answer(await ada.slash("challenge heap", **whom))
        assert "Nobody but us two sees these messages." in refused
        assert "challenge your friend in a channel that you share" in refused
    begun = await ada.slash("challenge heap", opponent=world.robot, first="me", spare=9)
    assert "Match 1 begins" in answer(begun)
    board = list(ada.dm_channel.history())[-1]
    assert board.attachments
    for command, (given, _) in COMMANDS.items():
        text = answer(await ada.slash(command, **given))
        assert text, command
        assert "error `" not in text, (command, text)
    assert "There can be no thread" in answer(await ada.slash("quiet", mode="thread"))
    asked = await ada.slash("move", move="1")
    await ada.click(asked.response, label="Confirm")
    assert "takes" in [m for m in ada.dm_channel.history() if m.attachments][-1].content


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
    assert "Their clock is stopped." in board
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


async def test_a_refused_answer_goes_by_direct_message_and_is_not_retried(world: World) -> None:
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
