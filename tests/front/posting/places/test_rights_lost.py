"""Whatever the bot is refused, a match goes on to its end, and a sentence says what is missing."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import simcord

from bot.model.records import MatchId, Status
from tests.front.conftest import World, labels, said
from tests.front.posting.places.spots import forum, gone, let_in
from tests.front.posting.places.test_forum import challenge
from tests.front.posting.places.test_threads import (
    FIRST,
    MAKING,
    meta,
    place,
    spoken,
    thread_of,
    usual,
)
from tests.front.posting.test_notices import close_direct, direct
from tests.front.posting.test_outbox import forbid

THOUSAND = 1000


async def move_alone(world: World, who: Any) -> None:
    """Move in the messages with the bot, as somebody does who finds no board elsewhere."""
    asked = await who.user.slash("move", move="1", match=1)
    await who.user.click(asked.response, label="Confirm")


async def play_out(world: World) -> None:
    """Ada has moved once; play to the end in the channel, with the buttons there."""
    board = spoken(world)[-1]
    assert "Move" in labels(board)
    form = await world.form(world.grace, board)
    await world.confirm(world.grace, await world.grace.submit_modal(form, {"move": "1"}))
    board = spoken(world)[-1]
    assert f"<@{world.ada.id}>, it is your turn." in board.content
    form = await world.form(world.ada, board)
    await world.confirm(world.ada, await world.ada.submit_modal(form, {"move": "1"}))
    assert "🏆 **Ada** wins!" in spoken(world)[-1].content
    assert (await world.client.matches.match(FIRST)).status is Status.ENDED


# Threads that can't be had


async def test_a_channel_with_a_thousand_threads_keeps_its_match(world: World) -> None:
    await usual(world, "thread")
    for number in range(THOUSAND):
        world.env.backend.create_thread(
            world.channel.id, f"talk {number}", world.linus.id, broadcast=False
        )
    world.env.inject_error("POST", MAKING, status=400, code=160006, times=None)
    await world.start()
    await world.move(world.ada, "1")
    assert "this server has as many threads as Discord allows" in world.last.content
    assert len(world.channel.threads) == THOUSAND
    await play_out(world)


async def test_a_post_is_found_again_among_a_thousand(world: World) -> None:
    await usual(world, "thread")
    made, first = await forum(world)
    for number in range(THOUSAND):
        world.env.backend.create_thread(made.id, f"Who? {number}", world.linus.id, broadcast=False)
    await challenge(world, first)
    assert len(made.threads) == THOUSAND + 2
    (post,) = [each for each in made.threads if each.name.startswith("Heap 1 ")]
    await world.move(world.ada, "1", channel=post)
    assert "**Ada** takes 1." in spoken(world, post)[-1].content


async def made_by_somebody(world: World, *, locked: bool) -> simcord.ChannelHandle:
    """Linus is quicker than the bot: he makes a thread of the board."""
    world.env.inject_error("POST", MAKING, status=503, times=None)
    await world.start()
    board = spoken(world)[-1]
    made = world.env.backend.create_thread(
        world.channel.id, "my talk", world.linus.id, message_id=board.id
    )
    made.thread_metadata.archived = made.thread_metadata.locked = locked  # type: ignore[union-attr]
    world.env.backend.faults.clear()
    world.env.inject_error("POST", MAKING, status=400, code=160004, times=None)
    if locked:
        world.env.inject_error("PATCH", f"/channels/{made.id}", status=403, code=50013, times=None)
    await world.env.advance_time(60)
    return thread_of(world)


async def test_a_thread_that_somebody_made_of_the_board_is_taken(world: World) -> None:
    await usual(world, "thread")
    thread = await made_by_somebody(world, locked=False)
    await world.move(world.ada, "1", channel=thread)
    assert f"<@{world.grace.id}>, it is your turn." in spoken(world, thread)[-1].content
    await world.move(world.grace, "1", channel=thread)
    await world.move(world.ada, "1", channel=thread)
    assert "🏆 **Ada** wins!" in spoken(world, thread)[-1].content


async def test_a_thread_of_the_board_that_the_bot_can_not_open_is_left(world: World) -> None:
    await usual(world, "thread")
    await made_by_somebody(world, locked=True)
    await world.move(world.ada, "1")
    assert "I could not make a thread for this match" in spoken(world)[-1].content
    await play_out(world)


# A thread that is lost in the middle


async def _deleted(world: World, thread: Any) -> None:
    world.env.backend.delete_channel(thread.id)


async def _locked(world: World, thread: Any) -> None:
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})


async def _locked_and_archived(world: World, thread: Any) -> None:
    here = f"/channels/{thread.id}/messages"
    world.env.inject_error("POST", here, status=400, code=50083, times=None)
    metadata = {"locked": True, "archived": True}
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=metadata)


async def _refused_in_silence(world: World, thread: Any) -> None:
    here = f"/channels/{thread.id}/messages"
    world.env.inject_error("POST", here, status=400, code=160005, times=None)


async def _forbidden(world: World, thread: Any) -> None:
    forbid(world, send_messages_in_threads=False)


LOSSES: dict[str, tuple[Callable[[World, Any], Awaitable[None]], str]] = {
    "deleted": (_deleted, "The thread of this match is gone"),
    "locked": (_locked, "The thread of this match was locked"),
    "locked and archived": (_locked_and_archived, "goes on here"),
    "locked unseen": (_refused_in_silence, "The thread of this match was locked"),
    "no right to post": (_forbidden, "I may not post in the thread of this match any more"),
}


@pytest.mark.parametrize("how", LOSSES)
async def test_a_match_whose_thread_is_lost_is_played_out_in_the_channel(
    world: World, how: str
) -> None:
    lose, sentence = LOSSES[how]
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await lose(world, thread)
    await world.env.settle()
    await world.move(world.ada, "1")
    assert any(sentence in m.content for m in spoken(world))
    await play_out(world)


async def test_an_archived_thread_is_opened_and_the_match_played_out_there(world: World) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    for who in (world.ada, world.grace, world.ada):
        world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        await world.env.settle()
        here = f"/channels/{thread.id}/messages"
        world.env.inject_error("POST", here, status=400, code=50083, times=2)
        await world.move(who, "1")
        assert not meta(thread).archived
    assert "🏆 **Ada** wins!" in spoken(world, thread)[-1].content
    assert not any("goes on here" in m.content for m in spoken(world))


# Rights in the channel


async def test_without_attach_files_the_board_comes_in_characters(world: World) -> None:
    forbid(world, attach_files=False)
    await world.env.settle()
    await world.start()
    await world.move(world.ada, "1")
    assert "I lack **Attach Files**" in world.last.content
    assert "```" in world.last.content
    assert not world.last.attachments
    await play_out(world)


async def test_without_attach_files_in_threads_too(world: World) -> None:
    await usual(world, "thread")
    forbid(world, attach_files=False)
    await world.env.settle()
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "1")
    assert "I lack **Attach Files**" in spoken(world, thread)[-1].content
    await world.move(world.grace, "1", channel=thread)
    assert "```" in spoken(world, thread)[-1].content


async def test_without_embed_links_nothing_is_missing(world: World) -> None:
    forbid(world, embed_links=False)
    await world.env.settle()
    await world.start()
    await world.move(world.ada, "1")
    assert world.last.attachments
    await play_out(world)


async def test_without_create_public_threads_the_match_stays_and_says_so_once(world: World) -> None:
    await usual(world, "thread")
    forbid(world, create_public_threads=False)
    await world.env.settle()
    await world.start()
    await world.move(world.ada, "1")
    assert "I lack **Create Public Threads**" in world.last.content
    await play_out(world)
    assert sum("Create Public Threads" in m.content for m in spoken(world)) == 1


@pytest.mark.parametrize("right", ["view_channel", "send_messages"])
async def test_a_channel_that_is_lost_in_the_middle_is_made_up_for_directly(
    world: World, right: str
) -> None:
    await world.start()
    shown = len(spoken(world))
    forbid(world, **{right: False})
    await world.env.settle()
    for who, other in ((world.ada, world.grace), (world.grace, world.ada)):
        await move_alone(world, who)
        call = direct(other)[-1]
        assert call.content.startswith("It is your turn:")
        assert "I may not post in the channel" in call.content
        reply = said(await who.user.slash("board", match=1))
        assert f"I may not post in <#{world.channel.id}>" in reply
    assert len(spoken(world)) == shown
    forbid(world)
    await world.env.settle()
    assert "Move" in labels(spoken(world)[-1])
    await world.move(world.ada, "1")
    assert "🏆 **Ada** wins!" in spoken(world)[-1].content


async def test_where_the_channel_and_direct_messages_are_closed_the_match_can_be_played(
    world: World,
) -> None:
    await world.start(time="1 day a move")
    close_direct(world, world.grace)
    forbid(world, send_messages=False)
    await world.env.settle()
    await move_alone(world, world.ada)
    assert direct(world.grace) == []
    assert (await world.client.matches.match(FIRST)).held
    reply = said(await world.ada.user.slash("board", match=1))
    assert f"I may not post in <#{world.channel.id}>" in reply
    assert "match 1" in said(await world.grace.slash(world.channel, "games"))
    await move_alone(world, world.grace)
    await move_alone(world, world.ada)
    assert (await world.client.matches.match(FIRST)).status is Status.ENDED


async def test_a_bot_that_was_thrown_out_is_played_with_directly_to_the_end(world: World) -> None:
    await world.start()
    gone(world, world.guild, world.channel)
    await world.env.settle()
    await move_alone(world, world.ada)
    (call,) = direct(world.grace)
    assert "I may not post in the channel" in call.content
    await move_alone(world, world.grace)
    await move_alone(world, world.ada)
    assert "🏆 **Ada** wins!" in direct(world.grace)[-1].content
    assert (await world.client.matches.match(FIRST)).status is Status.ENDED
    assert (await place(world)).due is None


async def test_a_thread_outlives_the_bots_absence(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    gone(world, world.guild, world.channel, thread)
    await world.env.settle()
    await move_alone(world, world.ada)
    (call,) = direct(world.grace)
    assert call.attachments
    let_in(world, world.guild)
    await world.env.settle()
    assert "**Ada** takes 1." in spoken(world, thread)[-1].content
    assert (await world.client.matches.match(MatchId(1))).plies
