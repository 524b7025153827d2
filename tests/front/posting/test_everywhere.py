"""In every place of Discord a match is played to its end, also where the bot may only answer."""

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.front.ui.answers_only import MOST
from bot.model.records import Status
from tests.front.conftest import World, labels, said, shown_text
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import LONG, mostly_long, pairs
from tests.helpers.playing import known
from tests.helpers.posting import HOUR, close_direct, direct, mentioned, move_alone
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
        assert answer(await world.move(who, "1", channel=of_match(world, spot)))
        board = last(world, of_match(world, spot))
        assert mentioned(board) == [whom.id]
        assert board.attachments
        assert "Type it…" in labels((await whom.click(board, label="Move")).response)
        view = await who.click(board, label="My view")
        assert view.response.attachments or any(each.attachments for each in view.followups)
    await world.move(spot.ada, "1", channel=of_match(world, spot))
    assert (await world.match()).status is Status.ENDED
    assert last(world, of_match(world, spot)).attachments
    end = last(world, spot.channel)
    await spot.grace.click(end, label="Rematch")
    assert mentioned(last(world, spot.channel)) == [spot.ada.id]
    await spot.ada.click(last(world, spot.channel), label="Accept")
    assert (await world.match(2)).status is Status.RUNNING


ALONE = (
    *("games", "lobby", "takeback", "ladder", "profile", "settings", "notices", "calendar"),
    *("board", "replay", "play", "help", "block", "draw", "resign", "claim"),
)
COMMANDS: dict[str, dict[str, Any]] = {
    "note": {"text": "mind the gap"},
    "time ask": {"length": 24},
    "compare": {"moves": "1; 2"},
    "rules": {"game": "heap"},
    **{command: {} for command in ALONE},
}
"""What Ada, who is to move, can do."""


@EVERYWHERE
async def test_every_command_answers_and_a_match_is_followed(world: World, name: str) -> None:
    spot = await spot_of(world, name)
    await begin(world, spot)
    for command, given in COMMANDS.items():
        assert answer(await spot.ada.slash(spot.channel, command, **given)), command
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
    assert mentioned(last(world, of_match(world, spot))) == [spot.grace.id]
    await world.env.advance_time(61)
    assert followed
    assert bool(direct(world.linus)) == (name != "server"), "there only who reads along is known"


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
    assert labels(done.response) == ["Next game (1 waits)", "Take back"]
    assert answer(await spot.ada.click(done.response, label="Next game (1 waits)"))
    await spot.ada.slash(spot.channel, "takeback", match=1)
    assert not (await world.match()).plies
    before = known((await world.match()).deadline)
    await spot.grace.slash(spot.channel, "time give", match=1, length=24)
    assert known((await world.match()).deadline) - before == timedelta(hours=24)


@pytest.mark.parametrize(("name", "standing"), pairs(PLACES if LONG else FEW, [True, False]))
async def test_a_challenge_is_taken_from_a_list(world: World, name: str, standing: bool) -> None:
    spot = await spot_of(world, name)
    await spot.ada.slash(spot.channel, "challenge heap", first="me", spare=9, standing=standing)
    listed = await spot.grace.slash(spot.channel, "lobby")
    assert answer(await spot.grace.click(listed.response, label="Accept"))
    posts = world.public(spot.channel)
    assert sum("**Ada** look" in each.content for each in posts) == 1 + standing
    assert [mentioned(each) for each in posts if mentioned(each)] == [[spot.ada.id]]
    await world.move(spot.ada, "1", channel=spot.channel)
    assert mentioned(last(world, spot.channel)) == [spot.grace.id]
    rows = await world.client.matches.of_channel(spot.channel.id)
    assert sum(row.status is Status.INVITED for row in rows) == standing
    if name in FOREIGN:
        assert "list" in answer(await spot.ada.slash(spot.channel, "lobby", post=True))


async def test_alone_with_the_bot_it_is_the_opponent_and_all_commands_answer(world: World) -> None:
    ada = world.ada.user
    for whom in ({"opponent": world.grace.user}, {}):
        snapshot(answer(await ada.slash("challenge heap", **whom)))
    begun = await ada.slash("challenge heap", opponent=world.robot, first="me", spare=9)
    snapshot(answer(begun))
    board = list(ada.dm_channel.history())[-1]
    assert board.attachments
    for command, given in COMMANDS.items():
        snapshot(answer(await ada.slash(command, **given)))
    snapshot(answer(await ada.slash("quiet", mode="thread")))
    asked = await ada.slash("move", move="1")
    await ada.click(asked.response, label="Confirm")
    assert "takes" in [m for m in ada.dm_channel.history() if m.attachments][-1].content


@KINDS
async def test_boards_are_answers_and_later_news_direct_messages(world: World, kind: str) -> None:
    spot = await away(world, kind)
    begun = await begin(world, spot, time="1 day a move")
    snapshot(begun.response.content)
    challenge, board = world.public(spot.channel)
    snapshot(challenge)
    snapshot(board)
    assert "Move" in labels(board)
    for who, other in ((spot.ada, spot.grace), (spot.grace, spot.ada)):
        await world.move(who, "1", channel=spot.channel)
        board = world.public(spot.channel)[-1]
        assert mentioned(board) == [other.id]
        assert board.attachments
        assert "Type it…" in labels((await other.click(board, label="Move")).response)
    assert direct(world.grace) == []
    await world.env.advance_time(20 * 60)
    shown = len(world.public(spot.channel))
    # Ada moves in her own messages with the bot, so that nobody has used it in the channel.
    await move_alone(world, world.ada)
    assert len(world.public(spot.channel)) == shown
    (call,) = direct(world.grace)
    snapshot(call)
    assert not (await world.match()).held
    assert "Type it…" in labels((await world.grace.user.click(call, label="Move")).response)
    await world.env.advance_time(23 * HOUR)
    snapshot(direct(world.grace)[-1].content)
    await move_alone(world, world.grace)
    assert labels(direct(world.ada)[-1]) == ["Move", "My view"]
    asked = await world.ada.user.slash("resign")
    await world.ada.user.click(asked.response, label="Yes, resign")
    snapshot(direct(world.grace)[-1].content)


@KINDS
async def test_somebody_out_of_reach_loses_no_time(world: World, kind: str) -> None:
    spot = await begun_away(world, kind, time="1 day a move")
    close_direct(world, world.grace)
    await world.env.advance_time(20 * 60)
    await move_alone(world, world.ada)
    assert direct(world.grace) == []
    snapshot(said(await world.ada.user.slash("board", match=1)))
    await world.env.advance_time(3 * 24 * 3600)
    assert (await world.match()).deadline is None
    await world.move(spot.grace, "1", channel=spot.channel)
    assert mentioned(world.public(spot.channel)[-1]) == [world.ada.id]
    snapshot(said(await world.ada.user.slash("board", match=1)))


async def test_an_answer_that_discord_makes_private_is_told_directly(world: World) -> None:
    """As where a server keeps apps of people's own from saying anything in public."""
    spot = await begun_away(world, "server")
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        return await whole(self, *content, **(given | {"ephemeral": True}))

    world.patch.setattr(discord.Webhook, "send", send)
    await world.move(spot.ada, "1", channel=spot.channel)
    assert len(direct(world.grace)) == 1


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
    assert mentioned(world.public(spot.channel)[-1]) == [world.ada.id]
    assert direct(world.ada) == []
    await world.env.advance_time(20 * 60)
    await move_alone(world, world.ada)
    await world.env.settle()
    assert labels(direct(world.ada)[-1]) == ["Move", "My view"]


async def test_what_is_asked_of_somebody_comes_in_public_or_directly(world: World) -> None:
    spot = await begun_away(world, "group")
    asked = await spot.ada.slash(spot.channel, "draw")
    await spot.ada.click(asked.response, label="Yes, offer a draw")
    assert labels(world.public(spot.channel)[-1]) == ["Agree to the draw", "Play on"]
    await spot.grace.slash(spot.channel, "draw", answer="play on")
    await world.env.advance_time(20 * 60)
    shown = len(world.public(spot.channel))
    await world.ada.user.slash("time ask", length=24, match=1)
    assert len(world.public(spot.channel)) == shown
    # Nothing in the channel asks for it, so the message itself leads to the answer.
    [call] = direct(world.grace)
    snapshot(call)
    asked = await world.grace.user.click(call, label="Answer…")
    snapshot(said(asked))
    assert labels(asked.response)[:2] == ["Give it", "Not now"]
    await world.env.advance_time(24 * 3600.0)
    assert sum(labels(each) == ["Answer…"] for each in direct(world.grace)) == 1


async def test_few_answers_to_one_press_are_public_and_none_behind_a_restart(world: World) -> None:
    """Discord takes five follow-ups to an interaction of somebody's own app."""
    spot = await begun_away(world, "group")
    await spot.grace.slash(spot.channel, "board")
    shown = len(world.public(spot.channel))
    for who in (world.ada, world.grace) * 2:
        await move_alone(world, who)
    assert len(world.public(spot.channel)) == shown + MOST
    assert direct(world.grace) == []
    assert labels(direct(world.ada)[-1]) == ["Move", "My view"]
    await world.move(spot.ada, "1", channel=spot.channel)
    assert direct(world.grace) == []
    await world.restart()
    await move_alone(world, world.grace)
    assert len(direct(world.ada)) == 2
    await world.move(spot.ada, "1", channel=spot.channel)
    assert mentioned(world.public(spot.channel)[-1]) == [world.grace.id]


async def test_a_slow_private_answer_is_not_mistaken_for_the_public_one(world: World) -> None:
    """Discord takes the first answer behind an acknowledgement for the one that is private."""
    spot = await away(world, "group")
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        if given.get("ephemeral"):
            await asyncio.sleep(0.2)
        return await whole(self, *content, **given)

    world.patch.setattr(discord.Webhook, "send", send)
    await begin(world, spot)
    challenge, board = world.public(spot.channel)
    snapshot(challenge)
    assert "Move" in labels(board)
