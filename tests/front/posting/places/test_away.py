"""Where the bot may only answer: as an app of people's own, in servers without it and in messages
between them."""

import asyncio
from typing import Any

import discord
import pytest

from bot.front.ui.away import MOST
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.front.posting.places.spots import FOREIGN, Spot, away, gone, let_in
from tests.front.posting.test_notices import direct

KINDS = pytest.mark.parametrize("kind", FOREIGN)


def closed_to(world: World, who: Any) -> str:
    """Where direct messages to somebody are posted."""
    return f"/channels/{world.env.backend.get_dm_channel(who.id).id}/messages"


async def begin(world: World, spot: Spot, **given: Any) -> Any:
    """A match between Ada, who begins, and Grace. What Ada was answered."""
    options = {"opponent": spot.grace, "first": "me", "spare": 9} | given
    sent = await spot.ada.slash(spot.channel, "challenge heap", **options)
    await spot.grace.click(world.public(spot.channel)[-1], label="Accept")
    return sent


@KINDS
async def test_boards_come_as_answers(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    assert "I can only answer here." in (await begin(world, spot)).response.content
    challenge, board = world.public(spot.channel)
    assert "challenges you" in challenge.content
    for post in (challenge, board):
        assert "what comes up later, or elsewhere, goes by direct message" in post.content
    assert board.attachments
    assert "Move" in labels(board)
    assert "is played" in (await world.move(spot.ada, "1", channel=spot.channel)).response.content
    board = world.public(spot.channel)[-1]
    assert f"<@{world.grace.id}>, it is your turn." in board.content
    assert board.attachments
    assert "goes by direct message" not in board.content
    assert "Type it…" in labels((await spot.grace.click(board, label="Move")).response)
    assert direct(world.grace) == []


@KINDS
async def test_what_comes_later_goes_by_direct_message_with_the_board(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    await begin(world, spot, time="1 day a move")
    await world.env.advance_time(20 * 60)
    shown = len(world.public(spot.channel))
    # Ada moves in her own messages with the bot, so that nobody has used it in the channel.
    asked = await world.ada.user.slash("move", move="1")
    await world.ada.user.click(asked.response, label="Confirm")
    assert len(world.public(spot.channel)) == shown
    (call,) = direct(world.grace)
    assert call.content.startswith("It is your turn:")
    assert "I may not post in the channel" in call.content
    assert call.attachments
    assert labels(call) == ["Move", "My view"]
    assert not (await world.client.matches.match(MatchId(1))).held
    assert "Type it…" in labels((await world.grace.user.click(call, label="Move")).response)
    await world.env.advance_time(23 * 3600)
    assert "Your time is running out:" in direct(world.grace)[-1].content
    asked = await world.grace.user.slash("move", move="1")
    await world.grace.user.click(asked.response, label="Confirm")
    assert direct(world.ada)[-1].content.startswith("It is your turn:")
    asked = await world.ada.user.slash("resign")
    await world.ada.user.click(asked.response, label="Yes, resign")
    assert "**Ada** resigned" in direct(world.grace)[-1].content


@KINDS
async def test_somebody_who_can_be_reached_nowhere_is_found_by_the_other_and_loses_no_time(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    await begin(world, spot, time="1 day a move")
    shut = closed_to(world, world.grace)
    world.env.inject_error("POST", shut, status=403, code=50007, times=None)
    await world.env.advance_time(20 * 60)
    asked = await world.ada.user.slash("move", move="1")
    await world.ada.user.click(asked.response, label="Confirm")
    assert direct(world.grace) == []
    board = said(await world.ada.user.slash("board", match=1))
    assert "I can't reach **Grace**" in board
    assert "Their clock stands still." in board
    await world.env.advance_time(3 * 24 * 3600)
    assert (await world.client.matches.match(MatchId(1))).deadline is None
    await world.move(spot.grace, "1", channel=spot.channel)
    shown = world.public(spot.channel)[-1]
    assert "**Grace** takes 1." in shown.content
    assert f"<@{world.ada.id}>, it is your turn." in shown.content
    assert "I can't reach" not in said(await world.ada.user.slash("board", match=1))


async def test_an_answer_that_discord_makes_private_is_told_directly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a server keeps apps of people's own from saying anything in public."""
    spot = await away(world, monkeypatch, "server")
    await begin(world, spot)
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        return await whole(self, *content, **(given | {"ephemeral": True}))

    monkeypatch.setattr(discord.Webhook, "send", send)
    await world.move(spot.ada, "1", channel=spot.channel)
    (call,) = direct(world.grace)
    assert call.content.startswith("It is your turn:")


async def test_a_refused_answer_is_told_directly_and_not_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = await away(world, monkeypatch, "group")
    await begin(world, spot)
    asked = await spot.ada.slash(spot.channel, "move", move="1")
    # The private answer is an edit, and what follows it is a message.
    world.env.inject_error("POST", "/webhooks/*/*", status=404, code=10015, times=None)
    await spot.ada.click(asked.response, label="Confirm")
    assert len(direct(world.grace)) == 1
    world.env.backend.faults.clear()
    await world.env.advance_time(3600)
    assert len(world.public(spot.channel)) == 2
    assert len(direct(world.grace)) == 1


async def test_a_restart_forgets_what_can_be_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = await away(world, monkeypatch, "group")
    await begin(world, spot)
    await world.restart()
    asked = await world.ada.user.slash("move", move="1")
    await world.ada.user.click(asked.response, label="Confirm")
    assert len(direct(world.grace)) == 1
    await world.move(spot.grace, "1", channel=spot.channel)
    assert "**Grace** takes 1." in world.public(spot.channel)[-1].content


async def test_a_server_that_lets_the_bot_in_again_sees_where_its_matches_stand(
    world: World,
) -> None:
    await world.start(spare=9)
    gone(world, world.guild, world.channel)
    await world.env.settle()
    shown = len(world.public())
    for who, other in ((world.ada, world.grace), (world.grace, world.ada)):
        asked = await who.user.slash("move", move="1")
        await who.user.click(asked.response, label="Confirm")
        assert direct(other)[-1].content.startswith("It is your turn:")
        assert direct(other)[-1].attachments
    assert len(world.public()) == shown
    let_in(world, world.guild)
    await world.env.settle()
    board = world.last
    assert len(world.public()) == shown + 1
    assert "**Grace** takes 1." in board.content
    assert "Move" in labels(board)
    await world.move(world.ada, "1")
    assert "**Ada** takes 1." in world.last.content


async def test_where_boards_go_can_not_be_chosen_where_the_bot_only_answers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = await away(world, monkeypatch, "group")
    await begin(world, spot)
    for mode in ("thread", "living", "posts", "auto"):
        refused = await spot.ada.slash(spot.channel, "quiet", mode=mode)
        assert "I can only answer where match 1 is played" in said(refused)


@KINDS
async def test_open_challenges_stand_and_stand_again(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    await spot.ada.slash(spot.channel, "challenge heap", standing=True, spare=9)
    listed = await spot.grace.slash(spot.channel, "lobby")
    accepted = await spot.grace.click(listed.response, label="Accept")
    assert "match 1 begins" in "".join(each.content for each in accepted.followups)
    texts = [m.content for m in world.public(spot.channel)]
    assert sum("Anyone who likes: **Ada** challenges you" in text for text in texts) == 2
    assert sum("it is your turn" in text for text in texts) == 1
    assert "list" in said(await spot.ada.slash(spot.channel, "lobby", post=True))


@KINDS
async def test_the_menu_of_a_person_challenges_them(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    form = await spot.ada.context_menu(spot.channel, "Challenge to a game", spot.grace)
    sent = await spot.ada.submit_modal(
        form, {"game": ["heap"], "time": ["2 days a move"], "ending": ["soft"], "first": ["me"]}
    )
    assert "I can only answer here." in sent.response.content
    await spot.grace.click(world.public(spot.channel)[-1], label="Accept")
    await world.move(spot.ada, "1", channel=spot.channel)
    assert "**Ada** takes 1." in world.public(spot.channel)[-1].content


@KINDS
async def test_the_bot_itself_is_played_in_public_and_answers_late_directly(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    await spot.ada.slash(
        spot.channel, "challenge heap", opponent=world.robot, first="me", size="small", spare=9
    )
    await world.move(spot.ada, "1", channel=spot.channel)
    await world.env.settle()
    board = world.public(spot.channel)[-1]
    assert f"<@{world.ada.id}>, it is your turn." in board.content
    assert direct(world.ada) == []
    await world.env.advance_time(20 * 60)
    asked = await world.ada.user.slash("move", move="1")
    await world.ada.user.click(asked.response, label="Confirm")
    await world.env.settle()
    assert direct(world.ada)[-1].content.startswith("It is your turn:")


async def test_what_is_asked_of_somebody_comes_in_public_or_directly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = await away(world, monkeypatch, "group")
    await begin(world, spot)
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


async def test_few_answers_to_one_press_are_public(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes five follow-ups to an interaction of somebody's own app."""
    spot = await away(world, monkeypatch, "group")
    await begin(world, spot)
    await spot.grace.slash(spot.channel, "board")
    shown = len(world.public(spot.channel))
    for who in (world.ada, world.grace) * 2:
        asked = await who.user.slash("move", move="1")
        await who.user.click(asked.response, label="Confirm")
    assert len(world.public(spot.channel)) == shown + MOST
    assert direct(world.grace) == []
    assert direct(world.ada)[-1].content.startswith("It is your turn:")


async def test_a_slow_private_answer_is_not_mistaken_for_the_public_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes the first answer behind an acknowledgement for the one that is private."""
    spot = await away(world, monkeypatch, "group")
    whole = discord.Webhook.send

    async def send(self: Any, *content: Any, **given: Any) -> Any:
        if given.get("ephemeral"):
            await asyncio.sleep(0.2)
        return await whole(self, *content, **given)

    monkeypatch.setattr(discord.Webhook, "send", send)
    assert "Your challenge is match 1." in (await begin(world, spot)).response.content
    challenge, board = world.public(spot.channel)
    assert "challenges you" in challenge.content
    assert "Move" in labels(board)
