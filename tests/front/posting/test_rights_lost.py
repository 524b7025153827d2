"""Whatever the bot is refused, a match goes on to its end, and a sentence says what is missing."""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.front.discord.markdown import post_number
from bot.model.commands import Play
from bot.model.places import Place, put_off
from bot.model.records import Status
from tests.front.conftest import PATIENCE, World, labels, said
from tests.front.snapshot import TO_TURN, snapshot
from tests.helpers.posting import (
    DAY,
    FIRST,
    archive,
    close_direct,
    direct,
    forbid,
    meta,
    move_alone,
    place,
    refuse_here,
    reminders,
    spoken,
    start_in_thread,
)
from tests.helpers.spots import as_own_app, gone, let_in


async def begin(world: World, in_thread: bool, **options: Any) -> Any:
    """A match in a thread, which is returned, or in the channel."""
    if in_thread:
        return await start_in_thread(world, **options)
    await world.start(**options)
    return None


async def type_move(world: World, who: Any) -> None:
    """Move in the channel, with the buttons there."""
    form = await world.form(who, spoken(world)[-1])
    await world.confirm(who, await who.submit_modal(form, {"move": "1"}))


async def play_out(world: World) -> None:
    """Ada has moved once; play to the end in the channel."""
    await type_move(world, world.grace)
    snapshot(spoken(world)[-1].content)
    await type_move(world, world.ada)
    snapshot(spoken(world)[-1].content)
    assert (await world.match()).status is Status.ENDED


# A thread that is lost in the middle


def _delete(world: World, thread: Any) -> None:
    world.env.backend.delete_channel(thread.id)


def _lock(world: World, thread: Any) -> None:
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})


def _lock_archived(world: World, thread: Any) -> None:
    """The bot hears that it is archived, and not that it is locked."""
    archive(world, thread)
    meta(thread).locked = True
    refuse_here(world, thread, status=400, code=50083)


def _refuse(status: int, code: int) -> Callable[[World, Any], None]:
    def refuse(world: World, thread: Any) -> None:
        refuse_here(world, thread, status=status, code=code)

    return refuse


def _forbid(world: World, thread: Any) -> None:
    forbid(world, send_messages_in_threads=False)


NO_RIGHT = "I may not post in the thread of this match any more"
LOCKED, GONE = "The thread of this match was locked", "The thread of this match is gone"

LOSSES: dict[str, tuple[Callable[[World, Any], None], str, bool]] = {
    "deleted": (_delete, GONE, True),
    "deleted unseen": (_refuse(404, 10003), GONE, False),
    "locked": (_lock, LOCKED, True),
    "locked unseen": (_refuse(400, 160005), LOCKED, False),
    "archived and locked unseen": (_lock_archived, "goes on here", False),
    "forbidden": (_forbid, NO_RIGHT, False),
    "forbidden unseen": (_refuse(403, 50013), NO_RIGHT, False),
}
"""How a thread is lost, the sentence about that, and whether the bot notices it at once."""


@pytest.mark.parametrize("how", LOSSES)
async def test_a_match_that_lost_its_thread_ends_in_the_channel(world: World, how: str) -> None:
    lose, sentence, is_noticed = LOSSES[how]
    thread = await start_in_thread(world)
    await world.move(world.ada, "1")
    posts = len(spoken(world))
    lose(world, thread)
    await world.env.settle()
    assert len(spoken(world)) == posts + is_noticed
    if is_noticed:
        board = spoken(world)[-1]
        snapshot(board.content)
        await type_move(world, world.grace)
        assert sentence not in spoken(world)[-1].content
    else:
        await world.move(world.grace, "1", match=1)
        board = spoken(world)[-1]
        assert world.pings()[-1] == [world.ada.id]
    assert sentence in board.content
    assert board.attachments
    # A place that is shut says nothing about the picture. The right to attach it may be lacking.
    assert ("trying it without files" in world.log.text) == (
        sentence == NO_RIGHT and not is_noticed
    )
    snapshot(spoken(world)[-1].content)
    posts = len(spoken(world))
    await world.env.advance_time(300)
    assert len(spoken(world)) == posts
    assert (await place(world)).due is None
    await type_move(world, world.ada)
    snapshot(spoken(world)[-1].content)


def hold(world: World, call: str, when: Callable[..., bool]) -> asyncio.Event:
    """The first such call of the store by that name that is made then waits for this event."""
    known, gate = getattr(world.client.store, call), asyncio.Event()

    async def held(*given: Any, **named: Any) -> Any:
        if when(*given):
            setattr(world.client.store, call, known)
            await world.env.external_wait(gate.wait(), reason="a call that is held")
        return await known(*given, **named)

    setattr(world.client.store, call, held)
    return gate


async def at_work(world: World, count: int) -> None:
    """Wait until the bot is at so many pieces of work, and each has come as far as it can."""
    async with asyncio.timeout(PATIENCE):
        while len(world.client.service.queue.busy) < count:  # noqa: ASYNC110
            await asyncio.sleep(0)
    await asyncio.sleep(0)


async def told_once(world: World, gate: asyncio.Event) -> None:
    """Let the held call go on: Grace's turn is told once, with the reason, and Ada is called."""
    gate.set()
    await world.env.advance_time(120)
    (turn,) = [m for m in spoken(world) if "**Grace** takes 1." in m.content]
    assert spoken(world)[-1] == turn
    snapshot(turn.content)
    # Nor is anything asked of Discord that it has to know for a repetition.
    here = f"/channels/{world.channel.id}/messages"
    asked = [each for each in world.env.http_requests if (each.method, each.path) == ("POST", here)]
    assert len(asked) == len(spoken(world))
    await world.env.advance_time(2 * DAY)
    (reminder,) = reminders(world)
    assert f"<@{world.ada.id}>" in reminder.content


async def test_a_turn_that_the_restated_board_tells_is_not_posted_again(world: World) -> None:
    thread = await start_in_thread(world)
    await world.move(world.ada, "1")
    await world.env.advance_time(60)
    # The second look at the last board is that of the one who posts it in the channel.
    looks = count()
    gate = hold(world, "last_board", lambda *_: next(looks) == 1)
    _delete(world, thread)
    await world.env.settle()
    with world.env.time_context():
        await world.client.matches.do(FIRST, Play(world.grace.id, "1"))
        await at_work(world, 2)
    await told_once(world, gate)


async def test_a_turn_that_is_in_the_channel_already_is_not_restated(world: World) -> None:
    thread = await start_in_thread(world)
    await world.move(world.ada, "1")
    told = "**Grace** takes 1."
    gate = hold(world, "find_one", lambda of: of is Place and told in spoken(world)[-1].content)
    refuse_here(world, thread, status=404, code=10003)
    with world.env.time_context():
        await world.client.matches.do(FIRST, Play(world.grace.id, "1"))
        await world.env.settle()
        soon = partial(put_off, due=world.env.now())
        await world.client.service.places.change(FIRST, soon)
        world.client.service.queue.wake()
        await at_work(world, 2)
    await told_once(world, gate)


async def test_an_archived_thread_is_opened_and_the_match_played_out_there(world: World) -> None:
    thread = await start_in_thread(world)
    for who in (world.ada, world.grace, world.ada):
        archive(world, thread)
        await world.env.settle()
        refuse_here(world, thread, status=400, code=50083, times=1)
        await world.move(who, "1")
        assert not meta(thread).archived
    snapshot(spoken(world, thread)[-1].content)
    assert not any("goes on here" in m.content for m in spoken(world))


async def test_what_was_refused_is_said_once_threads_may_be_used_again(world: World) -> None:
    thread = await start_in_thread(world, spare=9)
    forbid(world, send_messages=False, send_messages_in_threads=False)
    await world.env.settle()
    await world.move(world.ada, "1", channel=thread)
    assert spoken(world, thread) == []
    forbid(world, send_messages=False, send_messages_in_threads=True)
    await world.env.settle()
    (board,) = spoken(world, thread)
    snapshot(board.content)


# Rights in the channel


@pytest.mark.parametrize("in_thread", [False, True])
async def test_without_attach_files_boards_come_in_characters(
    world: World, in_thread: bool
) -> None:
    forbid(world, attach_files=False)
    await world.env.settle()
    where = await begin(world, in_thread)
    await world.move(world.ada, "1")
    board = spoken(world, where)[-1]
    snapshot(board)
    assert "```" in board.content
    assert (await world.ada.slash(world.channel, "board")).response.attachments
    await world.move(world.grace, "1", channel=where)
    await world.move(world.ada, "1", channel=where)
    snapshot(spoken(world, where)[-1].content)


async def test_without_embed_links_nothing_is_missing(world: World) -> None:
    forbid(world, embed_links=False)
    await world.env.settle()
    await world.start()
    await world.move(world.ada, "1")
    assert world.last.attachments
    await play_out(world)


async def test_where_the_bot_may_not_post_a_challenge_is_refused_at_once(world: World) -> None:
    world.env.backend.create_thread(world.channel.id, "talk", world.linus.id)
    await world.env.settle()
    rights = {"send_messages": "Send Messages", "send_messages_in_threads": "in Threads"}
    for channel, (right, name) in zip(
        (world.channel, *world.channel.threads), rights.items(), strict=True
    ):
        forbid(world, **{right: False})
        await world.env.settle()
        refused = said(await world.ada.slash(channel, "challenge heap", opponent=world.grace))
        snapshot(refused)
        assert f"{name}**" in refused
    assert await world.client.matches.of_person(world.ada.id) == []


@pytest.mark.parametrize("right", ["view_channel", "send_messages"])
async def test_a_lost_channel_is_made_up_for_directly(world: World, right: str) -> None:
    await world.start()
    posts = len(spoken(world))
    forbid(world, **{right: False})
    await world.env.settle()
    for who, other in ((world.ada, world.grace), (world.grace, world.ada)):
        snapshot(said(await move_alone(world, who)))
        call = direct(other)[-1]
        snapshot(call.content)
        snapshot(said(await who.user.slash("board", match=1)))
    assert len(spoken(world)) == posts
    forbid(world)
    await world.env.settle()
    # Ada was called to this turn already.
    snapshot(spoken(world)[-1].content)
    assert len(direct(world.ada)) == 1
    await type_move(world, world.ada)
    snapshot(spoken(world)[-1].content)


async def test_where_nobody_is_reached_the_next_board_calls(world: World) -> None:
    await world.start(time="1 day a move")
    close_direct(world, world.grace)
    forbid(world, send_messages=False)
    await world.env.settle()
    await move_alone(world, world.ada)
    assert direct(world.grace) == []
    assert (await world.match()).held
    snapshot(said(await world.ada.user.slash("board", match=1)))
    snapshot(await world.ask(world.grace, "games"))
    await world.env.advance_time(3600)
    forbid(world)
    await world.env.settle()
    call = f"<@{world.grace.id}>, {TO_TURN}."
    assert call in world.last.content
    await world.env.advance_time(12 * 3600)
    assert sum(call in m.content for m in spoken(world)) == 1
    forbid(world, send_messages=False)
    await world.env.settle()
    await move_alone(world, world.grace)
    await move_alone(world, world.ada)
    assert (await world.match()).status is Status.ENDED


# Thrown out


@pytest.mark.parametrize("in_thread", [False, True])
async def test_let_in_again_the_bot_posts_the_board(world: World, in_thread: bool) -> None:
    where = await begin(world, in_thread, spare=9)
    before = spoken(world)[-1]
    gone(world, world.guild, world.channel, *world.channel.threads)
    await world.env.settle()
    posts = len(spoken(world, where))
    for who, other in ((world.ada, world.grace), (world.grace, world.ada)):
        await move_alone(world, who)
        snapshot(direct(other)[-1])
    assert len(spoken(world, where)) == posts
    let_in(world, world.guild)
    await world.env.settle()
    assert len(spoken(world, where)) == posts + 1
    snapshot(spoken(world, where)[-1])
    old = world.shown(before)
    assert (labels(old), "your turn" in old.content) == ([], False)
    every = {m.id: m.content for m in (*world.public(), *spoken(world, where))}
    numbers = [n for text in every.values() if (n := post_number(text))]
    assert len(set(numbers)) == len(numbers)
    await world.move(world.ada, "1", channel=where)
    snapshot(spoken(world, where)[-1].content)


async def test_let_in_again_no_board_from_before_keeps_its_buttons(world: World) -> None:
    await world.start(spare=9)
    before = world.last
    with world.patch.context() as patch:
        patch.setattr(world, "patch", patch)
        as_own_app(world, world.channel, "server")
        gone(world, world.guild, world.channel)
        await world.env.settle()
        await world.move(world.ada, "1")
    answer = world.last
    await world.env.advance_time(2 * 3600)
    assert "Move" in labels(world.shown(before))
    let_in(world, world.guild)
    await world.env.settle()
    assert world.last.id == answer.id
    assert (labels(world.shown(before)), "Move" in labels(world.last)) == ([], True)
    await world.move(world.grace, "1")
    assert labels(world.shown(answer)) == []
