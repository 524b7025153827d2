"""A match in a thread of its own: made once, whatever fails, and the match goes on in any case."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from bot.front.posting import place_worker as worker
from bot.model.places import Mode, State, lost
from bot.model.records import Post
from tests.front.conftest import World, labels, said
from tests.front.panels import lists, text_of
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import (
    EDITS,
    FIRST,
    HOUR,
    MAKING,
    forbid,
    makings,
    meta,
    place,
    resign,
    restart_unmarked,
    spoken,
    start_in_thread,
    thread_of,
)

CLOSED_AFTER = worker.SOON.total_seconds() + 1
NAME = "Heap 1 · Ada \N{EN DASH} Grace"


async def test_a_match_is_played_in_a_thread_from_its_first_board_on(world: World) -> None:
    thread = await start_in_thread(world, spare=9, time="1 day a move")
    board = spoken(world)[-1]
    assert (thread.id, thread.name) == (board.id, NAME)
    assert {world.ada.id, world.grace.id} <= set(thread._channel.thread_members)
    assert meta(thread).auto_archive_duration == 10080
    assert board.attachments
    await world.move(world.ada, "1")
    channel = spoken(world)
    assert len(channel) == 2
    snapshot(channel[-1].content)
    assert (channel[-1].attachments, labels(channel[-1])) == ([], [])
    (board,) = spoken(world, thread)
    snapshot(board)
    assert world.pings()[-1] == [world.grace.id]
    # Answers lead there, and so do calls.
    address = f"/{thread.id}/{board.id}"
    assert address in await world.client.board_link(FIRST)
    assert address in await world.ask(world.grace, "games")
    await world.env.advance_time(23 * HOUR)
    snapshot(spoken(world, thread)[-1].content)
    assert len(spoken(world)) == 2


async def test_a_board_is_not_said_again_in_its_new_thread(world: World) -> None:
    posts, queue = world.client.service.posts, world.client.service.queue
    read, given = posts.pending, set[int]()

    async def slow(now: datetime, limit: int = 50) -> list[Post]:
        """What waits; it comes once what is on its way already has arrived."""
        found = await read(now, limit)
        if given & {each.id for each in found}:
            await asyncio.wait(queue.busy)
        given.update(each.id for each in found)
        if found:
            queue.wake()
        return found

    world.patch.setattr(posts, "pending", slow)
    # What was written before the bot began is looked for in any case.
    await world.env.advance_time(1)
    thread = await start_in_thread(world, spare=9)
    assert len(given) == 2
    assert len(spoken(world)) == 2
    assert spoken(world, thread) == []


async def test_commands_and_buttons_in_the_thread_find_its_match(world: World) -> None:
    await world.server_wishes(posting="thread")
    await world.start(spare=9)
    await world.start(spare=9)
    first, second = world.channel.threads
    for thread in (first, second):
        snapshot(said(await world.ada.slash(thread, "board")))
        snapshot(said(await world.linus.slash(thread, "board")))
    await world.move(world.ada, "1", channel=second)
    (board,) = spoken(world, second)
    snapshot((await world.grace.click(board, label="Move")).response.content)
    listed = said(await world.ada.slash(second, "games", here=True))
    snapshot(listed)
    assert f"/{second.id}/{board.id}" in listed
    for person in (world.ada, world.linus):
        for thread, order in ((first, [1, 2]), (second, [2, 1])):
            offered = await person.autocomplete(thread, "board", "match", "")
            assert [choice["value"] for choice in offered] == order


async def test_what_is_asked_for_in_the_thread_holds_for_its_channel(world: World) -> None:
    thread = await start_in_thread(world, spare=9)
    await world.ada.slash(world.channel, "challenge heap", first="me")
    await world.manager.slash(thread, "lobby", post=True)
    (posted,) = lists(world)
    snapshot(text_of(posted))
    # Threads may be posted in, but a match that is asked for here begins in the channel.
    forbid(world, send_messages=False, send_messages_in_threads=True)
    await world.env.settle()
    snapshot(said(await world.ada.slash(thread, "challenge heap", opponent=world.linus)))
    assert len(await world.client.matches.of_channel(world.channel.id)) == 2


# The end


async def test_the_end_is_in_the_name_and_in_a_line_of_the_channel(world: World) -> None:
    thread = await start_in_thread(world)
    await world.move(world.ada, "1")
    await world.move(world.grace, "2", channel=thread)
    snapshot(spoken(world, thread)[-1])
    starter, line = spoken(world)[-2:]
    snapshot(line)
    assert f"<#{thread.id}>" in line.content
    assert (starter.id, starter.attachments, labels(starter)) == (thread.id, [], [])
    await world.restart()
    assert not meta(thread).archived
    await world.env.advance_time(CLOSED_AFTER)
    assert (meta(thread).archived, meta(thread).locked) == (True, True)
    assert thread_of(world).name == f"{NAME} · Grace wins"
    assert sum("wins!" in m.content for m in spoken(world)) == 1
    await world.ada.click(line, label="Rematch")
    snapshot(spoken(world)[-1].content)


async def test_a_match_that_ends_with_its_first_board_closes_its_thread(world: World) -> None:
    thread = await start_in_thread(world, spare=9)
    await resign(world, world.ada)
    snapshot(spoken(world, thread)[-1].content)
    starter, line = spoken(world)[-2:]
    snapshot(line.content)
    snapshot(starter.content)
    assert (starter.attachments, labels(starter)) == ([], [])
    await world.env.advance_time(CLOSED_AFTER)
    assert meta(thread).archived


@pytest.mark.parametrize(
    ("error", "seconds", "locked"),
    [
        ({"status": 403, "code": 50013}, CLOSED_AFTER, False),  # Manage Threads is lacking.
        ({"status": 503, "times": 4}, HOUR, True),
    ],
)
async def test_a_thread_is_archived_as_soon_as_can_be_and_locked_where_the_bot_may(
    world: World, error: dict[str, Any], seconds: float, locked: bool
) -> None:
    thread = await start_in_thread(world)
    await world.move(world.ada, "3")
    world.env.inject_error("PATCH", f"/channels/{thread.id}", **error)
    await world.env.advance_time(seconds)
    assert (meta(thread).archived, meta(thread).locked) == (True, locked)
    assert (await place(world)).state is State.CLOSED


# Crashes


async def test_a_crash_between_making_and_noting_makes_no_second_thread(world: World) -> None:
    thread = await start_in_thread(world, spare=9)
    world.sql("UPDATE places SET state = 'making', due_at = (SELECT updated FROM matches)")
    world.env.inject_error("POST", MAKING, status=400, code=160004, message="Has one")
    await world.restart()
    assert (await place(world)).state is State.OPEN
    assert thread_of(world).id == thread.id
    await world.move(world.ada, "1")
    assert len(spoken(world, thread)) == 1


async def test_a_board_is_found_again_in_thread_or_channel(world: World) -> None:
    thread = await start_in_thread(world, spare=9)
    await restart_unmarked(world, "id = 2")
    assert (len(spoken(world)), spoken(world, thread)) == (2, [])
    await world.move(world.ada, "1")
    await restart_unmarked(world, "id = 3")
    assert (len(spoken(world)), len(spoken(world, thread))) == (2, 1)
    assert known(await world.client.store.last_board(FIRST)).channel == thread.id


async def test_a_board_that_was_lost_comes_back_after_a_restart_and_once(world: World) -> None:
    await start_in_thread(world, spare=9)
    await world.move(world.ada, "1")
    book = world.client.service.places
    await book.change(FIRST, lambda now: lost(now, "*Gone.*", world.env.now()))
    await world.restart()
    await world.restart()
    (board,) = [m for m in spoken(world) if "**Ada** takes 1." in m.content]
    assert "*Gone.*" in board.content
    assert "Move" in labels(board)


# Threads that can't be had


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (403, 50013, "No"),
        (400, 160006, "this server has as many threads as Discord allows"),
        (400, 50035, "No"),
    ],
)
async def test_a_thread_that_is_refused_leaves_the_match_in_the_channel_with_a_sentence(
    world: World, status: int, code: int, why: str
) -> None:
    await world.server_wishes(posting="thread")
    world.env.inject_error("POST", MAKING, status=status, code=code, message="No", times=None)
    await world.start(spare=9)
    assert (await place(world)).state is State.REFUSED
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    snapshot(world.last)
    await world.move(world.grace, "1")
    snapshot(world.last.content)
    world.env.backend.faults.clear()
    await world.move(world.ada, "1")
    # A thread can be had again, so the newest board gets one.
    thread = thread_of(world)
    await world.move(world.grace, "1", channel=thread)
    snapshot(spoken(world, thread)[-1].content)


@pytest.mark.parametrize(
    ("right", "name"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_a_missing_permission_is_named_once(world: World, right: str, name: str) -> None:
    await world.server_wishes(posting="thread")
    forbid(world, **{right: False})
    await world.env.settle()
    await world.start()
    assert makings(world) == 0
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    snapshot(await world.ask(world.ada, "quiet", mode="thread"))
    await world.move(world.grace, "1")
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    assert sum(name in m.content for m in world.public()) == 1


@pytest.mark.parametrize("locked", [False, True])
async def test_a_thread_that_somebody_made_is_taken(world: World, locked: bool) -> None:
    """Linus is quicker than the bot: he makes a thread of the board."""
    await world.server_wishes(posting="thread")
    world.env.inject_error("POST", MAKING, status=503, times=None)
    await world.start()
    made = world.env.backend.create_thread(
        world.channel.id, "my talk", world.linus.id, message_id=spoken(world)[-1].id
    )
    made.thread_metadata.archived = made.thread_metadata.locked = locked  # type: ignore[union-attr]
    world.env.backend.faults.clear()
    world.env.inject_error("POST", MAKING, status=400, code=160004, times=None)
    if locked:
        world.env.inject_error("PATCH", f"/channels/{made.id}", status=403, code=50013, times=None)
    await world.env.advance_time(60)
    where = None if locked else thread_of(world)
    await world.move(world.ada, "1", channel=where)
    board = spoken(world, where)[-1]
    snapshot(board.content)
    assert ("I could not make a thread for this match" in board.content) == locked
    await world.move(world.grace, "1", channel=where)
    await world.move(world.ada, "1", channel=where)
    snapshot(spoken(world, where)[-1].content)


# Which matches get one


async def test_usually_the_fourth_match_and_later_ones_get_threads(world: World) -> None:
    for _ in range(3):
        await world.start(spare=9)
    assert world.channel.threads == []
    before = next(m for m in spoken(world) if m.attachments and "match 1 " in m.content)
    await world.start(spare=9)
    assert [thread.name[:6] for thread in world.channel.threads] == ["Heap 4"]
    await world.move(world.ada, "1", match=1)
    assert [thread.name[:6] for thread in world.channel.threads] == ["Heap 4", "Heap 1"]
    # The board before the one that the thread was made from leads there too.
    (old,) = [m for m in spoken(world) if m.id == before.id]
    snapshot(old.content)
    assert (old.attachments, labels(old)) == ([], [])
    world.env.inject_error("POST", MAKING, status=400, code=160006, times=None)
    before = next(m for m in spoken(world) if m.attachments and "match 2 " in m.content)
    await world.move(world.ada, "1", match=2)
    (old,) = [m for m in spoken(world) if m.id == before.id]
    snapshot(old.content)
    assert (len(old.attachments), labels(old)) == (1, [])


async def test_usually_nothing_is_said_where_threads_can_not_be_had(world: World) -> None:
    forbid(world, create_public_threads=False)
    await world.env.settle()
    for _ in range(4):
        await world.start(spare=9)
    await world.move(world.ada, "1", match=4)
    assert "thread" not in "".join(m.content for m in world.public())
    assert makings(world) == 0


async def test_one_match_is_told_where_to_be_posted_and_back(begun: World) -> None:
    snapshot(await begun.ask(begun.ada, "quiet", mode="thread"))
    thread = thread_of(begun)
    assert thread.id == spoken(begun)[-1].id
    await begun.move(begun.ada, "1")
    assert len(spoken(begun, thread)) == 1
    snapshot(said(await begun.grace.slash(thread, "quiet", mode="posts")))
    board = spoken(begun)[-1]
    snapshot(board.content)
    assert meta(thread).archived
    await begun.move(begun.grace, "1")
    snapshot(spoken(begun)[-1].content)
    await begun.ada.slash(begun.channel, "quiet", mode="thread")
    assert len(begun.channel.threads) == 2
    await begun.move(begun.ada, "1")
    snapshot(spoken(begun, begun.channel.threads[1])[-1].content)


async def test_only_players_and_managers_say_where_a_match_is_posted(begun: World) -> None:
    snapshot(await begun.ask(begun.linus, "quiet", mode="thread", match=1))
    assert (await place(begun)).mode is None
    await begun.manager.slash(begun.channel, "quiet", mode="living", match=1)
    assert (await place(begun)).mode is Mode.LIVING
    panel = await begun.manager.slash(begun.channel, "settings", server=True)
    await begun.manager.select(panel.response, ["posts"], custom_id="panel:server:pages")
    await begun.manager.select(panel.response, ["living"], custom_id="wish:server:posting:chosen")
    assert (await begun.client.service.preferences.of_server(begun.guild.id)).posting == "living"


# Living boards


async def test_a_living_board_keeps_its_picture_only_while_it_is_the_newest(world: World) -> None:
    await world.server_wishes(posting="living")
    await world.start(spare=9)
    await world.start(spare=9)
    for who in (world.ada, world.grace):
        for number in (1, 2):
            await world.move(who, "1", match=number)
    assert world.channel.threads == []
    texts = spoken(world)
    assert len({m.content for m in texts}) == len(texts)
    for number in (1, 2):
        boards = [texts[2 * number - 1], *texts[3 + number :: 2]]
        assert [bool(m.attachments) for m in boards] == [False, False, True]
        assert [bool(labels(m)) for m in boards] == [False, False, True]
        first, second, third = (m.content.splitlines() for m in boards)
        snapshot(first[0])
        snapshot(second[0])
        assert len(first) == len(second) == 2
        snapshot(third[1])
        assert not any("<@" in m.content for m in boards[:2])


async def test_a_living_board_shrinks_after_a_restart_if_it_could_not_before(world: World) -> None:
    await world.server_wishes(posting="living")
    await world.start(spare=9)
    world.env.inject_error("PATCH", EDITS, status=503, times=None)
    await world.move(world.ada, "1")
    assert [bool(m.attachments) for m in spoken(world)[1:]] == [True, True]
    world.env.backend.faults.clear()
    await world.restart()
    await world.env.advance_time(3600)
    assert [bool(m.attachments) for m in spoken(world)[1:]] == [False, True]
