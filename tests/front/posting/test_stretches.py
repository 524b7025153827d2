"""Playing on now: the board changes in place and calls nobody, and one post sums it up."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.front.board import animations
from bot.front.discord.layouts import words_of
from bot.front.discord.markdown import post_number
from bot.front.posting.threads import GONE
from bot.front.text.stretches import PLAYING_ON, content_in_stretch
from bot.model.notices.notice_settings import Destination
from bot.model.places import PAUSE
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Post
from tests.front.conftest import World, labels
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import (
    EDITS,
    FIRST,
    USUAL,
    archive,
    choose,
    direct,
    dying,
    meta,
    move_alone,
    resign,
    spoken,
    thread_of,
)
from tests.helpers.spots import gone, let_in
from tests.helpers.stretches import (
    AFTER_PAUSE,
    pause,
    played,
    quick,
    stretch_begun,
    stretch_in_thread,
    stretch_of,
)


def shut(world: World, thread: Any, times: int | None) -> None:
    """The thread is archived, which Discord says so many times to posts, and to changes."""
    archive(world, thread)
    for method, path in (("POST", ""), ("PATCH", "/*")):
        messages = f"/channels/{thread.id}/messages{path}"
        world.env.inject_error(method, messages, status=400, code=50083, times=times)


# The offer


async def test_it_is_begun_once_by_a_player_and_on_the_newest_board(world: World) -> None:
    old = await quick(world)
    snapshot(await world.tap(world.linus, "Play on now"))
    seq = (await world.match()).seq
    await played(world, 1)
    assert labels(world.shown(old)) == []
    snapshot(await world.forge(world.ada, f"playon:1:{seq}"))
    assert await world.client.service.stretches.of(FIRST) is None
    board = world.last
    assert "Play on now" in labels(board)
    for who in (world.ada, world.grace):
        await world.press(who, board, f"playon:1:{seq + 1}")
    await world.env.settle()
    assert world.last.content.count(PLAYING_ON) == 1
    snapshot(await world.tap(world.linus, "One post a turn"))
    assert (await stretch_of(world)).is_open
    # Another match of the two goes on as usual, and changes nothing here.
    await world.start(spare=9)
    before = len(world.env.http_requests)
    await world.move(world.ada, "1", match=2)
    assert world.pings()[-1] == [world.grace.id]
    assert await world.client.service.stretches.of(MatchId(2)) is None
    made = world.env.http_requests[before:]
    assert not [r for r in made if r.method == "PATCH" and f"/messages/{board.id}" in r.path]


# While it lasts


async def test_every_turn_changes_the_board_in_place_and_calls_nobody(world: World) -> None:
    board = await quick(world)
    await world.grace.click(board, label="Play on now")
    assert PLAYING_ON in world.last.content
    assert labels(world.last) == [*USUAL, "One post a turn"]
    posts, pings = len(world.public()), world.pings()
    for number, who in enumerate((world.ada, world.grace, world.ada)):
        await world.move(who, "2")
        assert world.last.id == board.id
        snapshot(world.last)
        assert PLAYING_ON in world.last.content
        assert "<@" not in world.last.content
        assert len(world.last.attachments) == 1
        assert f"-{5 + number}.png" in world.last.attachments[0].filename
        assert post_number(world.last.content) == 7 + number
    assert (len(world.public()), world.pings()) == (posts, pings)
    snapshot((await world.grace.click(world.last, label="Move")).response.content)


async def test_offers_are_posted_as_usual_and_premoves_played_in_place(world: World) -> None:
    board = await stretch_begun(world)
    await world.offer_draw(world.ada)
    assert world.pings()[-1] == [world.grace.id]
    assert "Agree to the draw" in labels(world.last)
    await world.move(world.ada, "2")
    snapshot(world.shown(board))
    await world.wishes(world.ada, prepared="at_once")
    await world.ada.slash(world.channel, "premove", then="3")
    await world.move(world.grace, "2")
    snapshot(world.shown(board).content)


async def test_a_board_that_can_not_be_changed_is_posted_again(world: World) -> None:
    board = await stretch_begun(world)
    pings = len(world.pings())
    world.env.inject_error("PATCH", EDITS, status=413, times=1)
    await world.move(world.ada, "1")
    assert world.last.id == board.id
    snapshot(world.last)
    world.env.inject_error("PATCH", EDITS, status=503, times=3)
    await world.move(world.grace, "1")
    await world.env.advance_time(300)
    # That change was lost only, and is made again.
    assert world.last.id == board.id
    snapshot(world.last.content)
    world.env.inject_error("PATCH", EDITS, status=403, code=50001, times=2)
    await world.move(world.ada, "1")
    forbidden = world.last.id
    assert forbidden != board.id
    snapshot(world.last)
    world.env.backend.delete_message(world.channel.id, forbidden)
    await world.move(world.grace, "1")
    made = world.last.id
    assert made not in (board.id, forbidden)
    snapshot(world.last.content)
    assert PLAYING_ON in world.last.content
    await world.move(world.ada, "1")
    assert world.last.id == made
    snapshot(world.last.content)
    assert world.pings()[pings:] == [[], []]


# Crashes and restarts


@pytest.mark.parametrize("was_away", [False, True])
async def test_a_restart_changes_nothing_and_the_pause_comes(world: World, was_away: bool) -> None:
    board = await stretch_begun(world, 1)
    await world.restart()
    await played(world, 1, begin=1)
    assert world.last.id == board.id
    snapshot(world.last.content)
    if was_away:
        world.sql("UPDATE stretches SET due_at = (SELECT updated FROM matches)")
    await world.restart()
    if not was_away:
        assert world.last.id == board.id
        await pause(world)
    snapshot(world.last)


async def test_a_crash_between_change_and_note_makes_no_second_post(world: World) -> None:
    board = await stretch_begun(world)
    posts = len(world.public())
    for number in range(3):
        dying(world)
        await played(world, 1, begin=number)
        await world.restart()
        assert len(world.public()) == posts
        assert world.last.id == board.id
        assert "One post a turn" in labels(world.last)
        found = known(await world.client.store.last_board(FIRST))
        assert (found.message, found.post.id) == (board.id, 7 + number)


@pytest.mark.parametrize("gone", [False, True])
async def test_a_crash_behind_a_post_makes_no_second_one(world: World, gone: bool) -> None:
    board = await stretch_begun(world, 1)
    dying(world)
    if gone:
        world.env.backend.delete_message(world.channel.id, board.id)
        await played(world, 1, begin=1)
    else:
        await pause(world)
    posts = len(world.public())
    await world.restart()
    assert len(world.public()) == posts
    assert known(await world.client.store.last_board(FIRST)).message == world.last.id
    calls = world.pings()
    await world.env.advance_time(3600)
    assert sum(map(len, world.pings())) == sum(map(len, calls)) + gone


# The pause


async def test_at_a_pause_one_post_sums_it_up_and_calls_once(world: World) -> None:
    board = await stretch_begun(world)
    pings, posts = len(world.pings()), len(world.public())
    await played(world, 3)
    await world.env.advance_time(PAUSE.total_seconds() - 60)
    assert len(world.public()) == posts
    await world.env.advance_time(62)
    summary = world.last
    assert len(world.public()) == posts + 1
    snapshot(summary.content)
    assert [a.filename for a in summary.attachments] == ["heap-1-7.gif"]
    assert labels(summary) == USUAL
    assert world.pings()[pings:] == [[world.grace.id]]
    old = world.shown(board)
    snapshot(old)
    assert PLAYING_ON not in old.content
    assert old.content.splitlines()[-1].startswith("-# ")
    await world.env.advance_time(3600)
    assert len(world.public()) == posts + 1
    await world.move(world.grace, "1")
    snapshot(world.last)
    assert world.last.id not in {board.id, summary.id}
    old = world.shown(summary)
    assert (labels(old), len(old.attachments)) == ([], 1)


async def test_a_player_ends_it_with_a_press(world: World) -> None:
    board = await stretch_begun(world, 1)
    await world.grace.click(world.last, label="One post a turn")
    snapshot(world.last)
    assert not (await stretch_of(world)).is_open
    assert PLAYING_ON not in world.shown(board).content
    snapshot(await world.ask(world.grace, "board"))
    await played(world, 1, begin=1)
    # They are quick as before, so it can be had again.
    assert "Play on now" in labels(world.last)
    await world.grace.click(world.last, label="Play on now")
    again = world.last.id
    await played(world, 1)
    assert world.last.id == again


async def test_a_stretch_without_a_turn_leaves_the_board_as_it_was(world: World) -> None:
    board = await stretch_begun(world)
    posts = len(world.public())
    await world.ada.click(world.last, label="One post a turn")
    assert len(world.public()) == posts
    assert world.last.content == board.content
    assert PLAYING_ON not in world.last.content
    assert labels(world.last) == [*USUAL, "Play on now"]
    assert world.last.attachments
    await world.ada.click(world.last, label="Play on now")
    await pause(world)
    assert len(world.public()) == posts
    assert labels(world.last) == USUAL
    assert world.last.id == board.id
    snapshot(world.last.content)


async def test_a_replay_that_can_not_be_drawn_leaves_the_board(world: World) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("no paper")

    world.patch.setattr(animations, "turns_animation", broken)
    await stretch_begun(world, 2)
    await pause(world)
    snapshot(world.last)
    assert [a.filename for a in world.last.attachments] == ["heap-1-6.png"]


# The end of the match


async def _agree_on_a_draw(world: World) -> None:
    await world.offer_draw(world.grace)
    await world.ada.click(world.last, label="Agree to the draw")


async def _take_the_last(world: World) -> None:
    await world.move(world.grace, "3")


ENDS: dict[str, tuple[Callable[[World], Awaitable[None]], str]] = {
    "won": (_take_the_last, "🏆 **Grace** wins!"),
    "resigned": (lambda world: resign(world, world.grace), "**Grace** resigned. 🏆 **Ada** wins!"),
    "called off": (lambda world: world.call_off(1), "called the match off"),
    "drawn": (_agree_on_a_draw, "agreed on a draw"),
    "left by a deleted player": (lambda world: delete(world, world.grace), "🏆 **Ada** wins!"),
}


@pytest.mark.parametrize("how", ENDS)
async def test_the_post_of_the_end_sums_up_what_led_to_it(world: World, how: str) -> None:
    end_match, sentence = ENDS[how]
    # Ada leaves three, which Grace may take.
    board = await stretch_begun(world, 1, spare=5)
    pings = len(world.pings())
    await end_match(world)
    end = world.last
    # Its words first, which is what a notice on a phone shows.
    result, _, summary = words_of(end).partition("⏩ ")
    assert sentence in result
    called = world.grace if how in ("called off", "drawn") else world.ada
    assert f"<@{called.id}>" in result
    assert "Replay" in labels(end)
    assert summary.startswith("**Turn")
    assert summary.splitlines()[-1].startswith("-# ")
    assert [a.filename.rpartition(".")[2] for a in end.attachments] == ["png", "gif"]
    # A post of its own, which earlier versions wrote, says the same.
    match = await world.match()
    own = Post(match.id, match.seq, PostKind.STRETCH)
    assert summary.splitlines()[1] in content_in_stretch(own, match, await stretch_of(world)).text
    assert [each for each in world.pings()[pings:] if called.id in each]
    assert not (await stretch_of(world)).is_open
    old = world.shown(board)
    assert (labels(old), PLAYING_ON in old.content) == ([], False)
    posts, pings = len(world.public()), len(world.pings())
    await world.env.advance_time(3600)
    assert (len(world.public()), len(world.pings())) == (posts, pings)


# Calls


async def test_direct_calls_are_silent_in_it_and_come_after(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await quick(world)
    before = len(direct(world.grace))
    await world.ada.click(world.last, label="Play on now")
    await played(world, 3)
    await world.env.advance_time(300)
    assert len(direct(world.grace)) == before
    await world.env.advance_time(AFTER_PAUSE - 300)
    assert len(direct(world.grace)) == before + 1
    snapshot(world.last.content)
    assert f"<@{world.grace.id}>" not in world.last.content


async def test_reminders_count_from_the_call_after_it(world: World) -> None:
    await choose(world, world.grace, cadence=12)
    await stretch_begun(world, 1, time="no time limit")
    await pause(world)
    posts = len(world.public())
    await world.env.advance_time(11 * 3600)
    assert len(world.public()) == posts
    await world.env.advance_time(2 * 3600)
    assert len(world.public()) == posts + 1


# Where the match is posted


async def test_in_a_thread_the_board_changes_there(world: World) -> None:
    thread, board = await stretch_in_thread(world)
    lines = len(spoken(world))
    assert spoken(world, thread)[-1].id == board.id
    snapshot(spoken(world, thread)[-1].content)
    shut(world, thread, times=1)
    await world.move(world.grace, "1", match=1)
    snapshot(spoken(world, thread)[-1].content)
    assert not meta(thread).archived
    await pause(world)
    assert world.pings()[-1] == [world.ada.id]
    snapshot(spoken(world, thread)[-1].content)
    assert len(spoken(world)) == lines


async def test_it_is_summed_up_in_the_thread_of_the_match_that_ended(world: World) -> None:
    thread, _ = await stretch_in_thread(world)
    await resign(world, world.grace, thread)
    await world.env.advance_time(120)
    snapshot(words_of(spoken(world, thread)[-1]))
    assert not any("**Turn 5**" in words_of(m) for m in spoken(world))
    assert meta(thread).locked


async def test_a_thread_that_is_made_in_the_middle_goes_on_with_the_stretch(world: World) -> None:
    board = await stretch_begun(world)
    await world.ada.slash(world.channel, "quiet", mode="thread")
    thread = thread_of(world)
    await played(world, 1, channel=thread)
    (first,) = spoken(world, thread)
    assert PLAYING_ON in first.content
    await played(world, 1, channel=thread, begin=1)
    (second,) = spoken(world, thread)
    assert second.id == first.id
    snapshot(world.shown(board).content)


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_lost_thread_sends_it_back_to_the_channel(world: World, deleted: bool) -> None:
    thread, _ = await stretch_in_thread(world)
    pings = len(world.pings())
    if deleted:
        world.env.backend.delete_channel(thread.id)
        await world.env.settle()
        assert GONE in spoken(world)[-1].content
    else:
        shut(world, thread, times=None)
        meta(thread).locked = True
    await world.move(world.grace, "1", match=1)
    board = spoken(world)[-1]
    snapshot(board.content)
    assert ("goes on here" in board.content) is not deleted
    assert PLAYING_ON in board.content
    await world.move(world.ada, "1", match=1)
    assert spoken(world)[-1].id == board.id
    assert not any(world.pings()[pings:])
    await pause(world)
    assert world.pings()[-1] == [world.grace.id]
    snapshot(spoken(world)[-1].content)


async def test_thrown_out_in_a_stretch_the_bot_calls_each_directly_and_once(world: World) -> None:
    board = await stretch_begun(world, 1)
    gone(world, world.guild, world.channel)
    await world.env.settle()
    posts = len(world.public())
    await move_alone(world, world.grace)
    snapshot(direct(world.ada)[-1].content)
    await pause(world)
    await world.env.advance_time(60)
    assert sum("your turn" in m.content for m in direct(world.ada)) == 1
    assert not (await stretch_of(world)).is_open
    let_in(world, world.guild)
    await world.env.settle()
    snapshot(world.last.content)
    assert PLAYING_ON not in world.last.content
    assert len(world.public()) == posts + 1
    assert world.last.id != board.id


async def test_a_living_board_changes_in_place_and_shrinks_behind_the_summary(world: World) -> None:
    await world.server_wishes(posting="living")
    board = await stretch_begun(world, 2)
    assert world.last.id == board.id
    assert world.last.attachments
    await pause(world)
    assert [a.filename for a in world.last.attachments] == ["heap-1-6.gif"]
    old = world.shown(board)
    assert (old.attachments, labels(old)) == ([], [])
