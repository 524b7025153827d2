"""A match in a thread of its own: made once, whatever fails, and the match goes on in any case."""

import asyncio
from datetime import datetime
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.front.posting.places import worker
from bot.model.places.place import Mode, Place, State
from bot.model.records import MatchId, Post
from tests.front.conftest import World, labels, said
from tests.front.posting.test_outbox import forbid

MAKING = "/channels/*/messages/*/threads"
FIRST = MatchId(1)


async def usual(world: World, posting: str) -> None:
    """What holds in the server for all its matches."""
    await world.client.store.change_preferences(
        "guild", world.guild.id, lambda _: {"posting": posting}
    )


def spoken(world: World, channel: Any = None) -> list[discord.Message]:
    """What the bot and people said, without Discord's own lines."""
    return [m for m in world.public(channel) if m.type is discord.MessageType.default]


def thread_of(world: World) -> ChannelHandle:
    """The only thread of the channel."""
    (thread,) = world.channel.threads
    assert isinstance(thread, ChannelHandle)
    return thread


def meta(thread: Any) -> Any:
    return thread._channel.thread_metadata


async def place(world: World, match: int = 1) -> Place:
    return await world.client.service.places.of(MatchId(match))


def makings(world: World) -> int:
    return sum(r.method == "POST" and r.path.endswith("/threads") for r in world.env.http_requests)


async def test_a_match_is_played_in_a_thread_from_its_first_board_on(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    board = spoken(world)[-1]
    thread = thread_of(world)
    assert thread.id == board.id
    assert thread.name == "Heap 1 · Ada \N{EN DASH} Grace"
    assert {world.ada.id, world.grace.id} <= set(thread._channel.thread_members)
    assert meta(thread).auto_archive_duration == 10080
    assert board.attachments
    await world.move(world.ada, "1")
    channel = spoken(world)
    assert len(channel) == 2
    assert f"play in their thread: <#{thread.id}>" in channel[-1].content
    assert (channel[-1].attachments, labels(channel[-1])) == ([], [])
    (board,) = spoken(world, thread)
    assert f"<@{world.grace.id}>, it is your turn." in board.content
    assert world.pings()[-1] == [world.grace.id]
    assert "Move" in labels(board)


async def test_a_board_said_while_the_outbox_is_read_is_not_said_again_in_its_new_thread(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
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

    monkeypatch.setattr(posts, "pending", slow)
    await usual(world, "thread")
    # What was written before the bot began is looked for in any case.
    await world.env.advance_time(1)
    await world.start(spare=9)
    assert len(given) == 2
    assert len(spoken(world)) == 2
    assert spoken(world, thread_of(world)) == []


async def test_commands_and_buttons_in_the_thread_find_its_match(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    await world.start(spare=9)
    first, second = world.channel.threads
    for number, thread in ((1, first), (2, second)):
        assert f"match {number}" in said(await world.ada.slash(thread, "board"))
        assert f"match {number}" in said(await world.linus.slash(thread, "board"))
    await world.move(world.ada, "1", channel=second)
    (board,) = spoken(world, second)
    assert "match 2" in (await world.grace.click(board, label="Move")).response.content
    listed = said(await world.ada.slash(second, "games", here=True))
    assert "match 1" in listed
    assert f"/{second.id}/{board.id}" in listed
    for person in (world.ada, world.linus):
        for thread, order in ((first, [1, 2]), (second, [2, 1])):
            offered = await person.autocomplete(thread, "board", "match", "")
            assert [choice["value"] for choice in offered] == order


async def test_the_end_is_in_the_name_and_in_a_line_of_the_channel_with_a_rematch(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "1")
    await world.move(world.grace, "2", channel=thread)
    end = spoken(world, thread)[-1]
    assert "🏆 **Grace** wins!" in end.content
    assert end.attachments
    line = spoken(world)[-1]
    assert "🏆 **Grace** wins!" in line.content
    assert f"<#{thread.id}>" in line.content
    assert labels(line) == ["Rematch", "Replay"]
    assert line.attachments == []
    assert not meta(thread).archived
    await world.env.advance_time(worker.SOON.total_seconds() + 1)
    assert (meta(thread).archived, meta(thread).locked) == (True, True)
    assert thread_of(world).name == "Heap 1 · Ada \N{EN DASH} Grace · Grace wins"
    await world.ada.click(line, label="Rematch")
    assert "challenges you" in spoken(world)[-1].content


async def test_without_manage_threads_the_thread_is_archived_and_left_unlocked(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "1")
    await world.move(world.grace, "2", channel=thread)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013)
    await world.env.advance_time(worker.SOON.total_seconds() + 1)
    assert (meta(thread).archived, meta(thread).locked) == (True, False)
    assert (await place(world)).state is State.CLOSED


async def test_a_crash_between_making_and_noting_makes_no_second_thread(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    world.sql("UPDATE places SET state = 'making', due_at = (SELECT updated FROM matches)")
    world.env.inject_error("POST", MAKING, status=400, code=160004, message="Has one")
    await world.restart()
    assert (await place(world)).state is State.OPEN
    assert thread_of(world).id == thread.id
    await world.move(world.ada, "1")
    assert len(spoken(world, thread)) == 1


async def test_a_post_in_a_thread_is_found_again_after_a_crash(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await world.move(world.ada, "1")
    await world.client.store.close()
    world.sql(
        "UPDATE outbox SET message = NULL, channel = NULL, retry_at = "
        "(SELECT updated FROM matches) WHERE id = 3"
    )
    await world.env.restart_bot(world.make())
    assert len(spoken(world, thread)) == 1
    assert len(spoken(world)) == 2
    last = await world.client.store.last_board(FIRST)
    assert last is not None
    assert last.channel == thread.id


async def test_a_board_that_went_to_the_channel_before_its_thread_stood_is_found_there(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    await world.client.store.close()
    world.sql(
        "UPDATE outbox SET message = NULL, channel = NULL, retry_at = "
        "(SELECT updated FROM matches) WHERE id = 2"
    )
    await world.env.restart_bot(world.make())
    assert len(spoken(world)) == 2
    assert spoken(world, thread_of(world)) == []


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
    await usual(world, "thread")
    world.env.inject_error("POST", MAKING, status=status, code=code, message="No", times=None)
    await world.start(spare=9)
    assert (await place(world)).state is State.REFUSED
    await world.move(world.ada, "1")
    assert f"I could not make a thread for this match ({why})" in world.last.content
    assert "it is your turn" in world.last.content
    assert "Move" in labels(world.last)
    await world.move(world.grace, "1")
    assert "could not make a thread" not in world.last.content
    world.env.backend.faults.clear()
    await world.move(world.ada, "1")
    # A thread can be had again, so the newest board gets one.
    thread = thread_of(world)
    await world.move(world.grace, "1", channel=thread)
    assert "**Grace** takes 1." in spoken(world, thread)[-1].content


@pytest.mark.parametrize(
    ("right", "name"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_a_missing_permission_is_named_and_nothing_is_tried(
    world: World, right: str, name: str
) -> None:
    await usual(world, "thread")
    forbid(world, **{right: False})
    await world.env.settle()
    await world.start(spare=9)
    assert makings(world) == 0
    await world.move(world.ada, "1")
    assert f"I lack **{name}**" in world.last.content
    await world.move(world.grace, "1")
    assert "I lack" not in world.last.content
    refused = await world.ada.slash(world.channel, "quiet", mode="thread")
    assert f"I lack **{name}**" in said(refused)
    assert "choose another `mode`" in said(refused)


async def test_a_thread_that_somebody_deletes_brings_the_board_back_to_the_channel(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await world.move(world.ada, "1")
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    board = spoken(world)[-1]
    assert "The thread of this match is gone" in board.content
    assert "**Ada** takes 1." in board.content
    assert "Move" in labels(board)
    await world.env.advance_time(300)
    assert spoken(world)[-1].id == board.id
    await world.move(world.grace, "1")
    assert "**Grace** takes 1." in spoken(world)[-1].content
    assert "is gone" not in spoken(world)[-1].content
    assert world.channel.threads == []


async def test_a_thread_deleted_while_the_bot_was_away_is_noticed_by_the_next_post(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    world.env.inject_error(
        "POST", f"/channels/{thread.id}/messages", status=404, code=10003, times=None
    )
    await world.move(world.ada, "1")
    board = spoken(world)[-1]
    assert "The thread of this match is gone" in board.content
    assert "**Ada** takes 1." in board.content
    await world.env.advance_time(300)
    assert spoken(world)[-1].id == board.id
    assert (await place(world)).due is None


async def test_a_thread_that_somebody_locks_brings_the_board_back_to_the_channel(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await world.move(world.ada, "1")
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})
    await world.env.settle()
    board = spoken(world)[-1]
    assert "was locked" in board.content
    assert "Move" in labels(board)
    await world.move(world.grace, "1")
    assert "**Grace** takes 1." in spoken(world)[-1].content


async def test_an_archived_thread_is_revived_and_a_locked_one_is_left(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    here = f"/channels/{thread.id}/messages"
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.env.settle()
    world.env.inject_error("POST", here, status=400, code=50083, times=2)
    await world.move(world.ada, "1")
    assert not meta(thread).archived
    assert "**Ada** takes 1." in spoken(world, thread)[-1].content
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.env.settle()
    meta(thread).locked = True
    world.env.inject_error("POST", here, status=400, code=50083, times=None)
    await world.move(world.grace, "1", channel=thread)
    assert meta(thread).archived
    assert "**Grace** takes 1." in spoken(world)[-1].content
    assert "goes on here" in spoken(world)[-1].content


async def test_posts_that_the_thread_forbids_go_to_the_channel(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    world.env.inject_error(
        "POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None
    )
    await world.move(world.ada, "1")
    board = spoken(world)[-1]
    assert "I may not post in the thread of this match any more" in board.content
    assert world.pings()[-1] == [world.grace.id]
    assert board.attachments


async def test_making_is_tried_again_while_discord_is_down(world: World) -> None:
    await usual(world, "thread")
    world.env.inject_error("POST", MAKING, status=503, times=2)
    await world.start(spare=9)
    assert world.channel.threads == []
    await world.env.advance_time(60)
    assert thread_of(world).id == spoken(world)[-1].id


async def test_usually_the_fourth_match_of_a_channel_and_those_after_it_get_threads(
    world: World,
) -> None:
    for _ in range(3):
        await world.start(spare=9)
    assert world.channel.threads == []
    await world.start(spare=9)
    assert [thread.name[:6] for thread in world.channel.threads] == ["Heap 4"]
    await world.move(world.ada, "1", match=1)
    assert [thread.name[:6] for thread in world.channel.threads] == ["Heap 4", "Heap 1"]


async def test_usually_nothing_is_said_where_threads_can_not_be_had(world: World) -> None:
    forbid(world, create_public_threads=False)
    await world.env.settle()
    for _ in range(4):
        await world.start(spare=9)
    await world.move(world.ada, "1", match=4)
    assert "thread" not in "".join(m.content for m in world.public())
    assert makings(world) == 0


async def test_one_match_is_told_where_to_be_posted_and_back(world: World) -> None:
    await world.start(spare=9)
    assert "a thread of its own" in await world.ask(world.ada, "quiet", mode="thread")
    thread = thread_of(world)
    assert thread.id == spoken(world)[-1].id
    await world.move(world.ada, "1")
    assert len(spoken(world, thread)) == 1
    assert "post after post" in said(await world.grace.slash(thread, "quiet", mode="posts"))
    board = spoken(world)[-1]
    assert "goes on here; its thread is closed" in board.content
    assert "**Ada** takes 1." in board.content
    assert meta(thread).archived
    await world.move(world.grace, "1")
    assert "**Grace** takes 1." in spoken(world)[-1].content
    await world.ada.slash(world.channel, "quiet", mode="thread")
    assert len(world.channel.threads) == 2
    await world.move(world.ada, "1")
    assert "**Ada** takes 1." in spoken(world, world.channel.threads[1])[-1].content


async def test_only_players_and_managers_say_where_a_match_is_posted(world: World) -> None:
    await world.start(spare=9)
    assert "Manage Messages" in await world.ask(world.linus, "quiet", mode="thread", match=1)
    assert (await place(world)).mode is None
    await world.manager.slash(world.channel, "quiet", mode="living", match=1)
    assert (await place(world)).mode is Mode.LIVING


async def test_a_match_inside_a_thread_has_no_thread_of_its_own(world: World) -> None:
    await usual(world, "thread")
    talk = world.env.backend.create_thread(world.channel.id, "talk", world.ada.id)
    await world.env.settle()
    (thread,) = [each for each in world.channel.threads if each.id == talk.id]
    await world.ada.slash(
        thread, "challenge heap", opponent=world.grace, first="me", size="small", spare=9
    )
    await world.grace.click(spoken(world, thread)[-1], label="Accept")
    assert (await world.client.matches.match(FIRST)).channel == thread.id
    assert "There can be no thread" in said(await world.ada.slash(thread, "quiet", mode="thread"))
    await world.move(world.ada, "1", channel=thread)
    assert "**Ada** takes 1." in spoken(world, thread)[-1].content


async def test_a_living_board_keeps_its_picture_only_while_it_is_the_newest(world: World) -> None:
    await usual(world, "living")
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    boards = spoken(world)[1:]
    assert [bool(m.attachments) for m in boards] == [False, False, True]
    assert [bool(labels(m)) for m in boards] == [False, False, True]
    assert world.channel.threads == []
    first, second, third = (m.content.splitlines() for m in boards)
    assert first[0].endswith("play **Heap**.")
    assert second[0].endswith("**Ada** takes 1.")
    assert len(first) == len(second) == 2
    assert third[1].startswith(f"<@{world.ada.id}>, it is your turn.")
    assert not any("<@" in m.content for m in boards[:2])


async def test_a_living_board_shrinks_after_a_restart_if_it_could_not_before(world: World) -> None:
    await usual(world, "living")
    await world.start(spare=9)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=None)
    await world.move(world.ada, "1")
    assert [bool(m.attachments) for m in spoken(world)[1:]] == [True, True]
    world.env.backend.faults.clear()
    await world.restart()
    await world.env.advance_time(3600)
    assert [bool(m.attachments) for m in spoken(world)[1:]] == [False, True]


async def test_the_server_says_in_its_settings_where_boards_are_posted(world: World) -> None:
    panel = await world.manager.slash(world.channel, "settings", server=True)
    await world.manager.select(panel.response, ["posts"], custom_id="panel:server:pages")
    await world.manager.select(panel.response, ["living"], custom_id="wish:server:posting:chosen")
    assert (await world.client.service.preferences.of_server(world.guild.id)).posting == "living"


async def test_calls_go_where_the_match_is_played(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9, time="1 day a move")
    thread = thread_of(world)
    await world.move(world.ada, "1")
    await world.env.advance_time(24 * 3600.0 - 3600)
    assert "your time is running out" in spoken(world, thread)[-1].content
    assert len(spoken(world)) == 2
