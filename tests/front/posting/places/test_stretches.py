"""Playing on now: the board changes in place and calls nobody, and one post sums it up."""

from typing import Any

import discord
import pytest

from bot.front.board import animations
from bot.front.discord.markdown import STAMPED
from bot.front.text.stretches import PLAYING_ON
from bot.model.notices.notice_settings import Destination
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.model.stretch import PAUSE, FastStretch
from tests.front.conftest import World, labels
from tests.front.posting.places.test_threads import FIRST, spoken, thread_of, usual
from tests.front.posting.test_notices import choose, direct

AFTER_PAUSE = PAUSE.total_seconds() + 2
MOVES = "/channels/*/messages/*"


async def played(world: World, turns: int, channel: Any = None, begin: int = 0) -> None:
    """So many turns of the players in turn, Ada first, each at once."""
    for number in range(begin, begin + turns):
        who = (world.ada, world.grace)[number % 2]
        await world.move(who, "1", channel=channel, match=1)


async def quick(world: World, **options: Any) -> discord.Message:
    """A match in which four turns were quick; its newest board. It is Ada's turn."""
    await world.start(**({"spare": 9} | options))
    await played(world, 4)
    return world.last


async def stretch(world: World) -> FastStretch:
    found = await world.client.service.stretches.of(FIRST)
    assert found
    return found


def edits(world: World, message: discord.Message) -> int:
    """How often the bot itself has changed the message, presses not counted."""
    path = f"/messages/{message.id}"
    return sum(r.method == "PATCH" and r.path.endswith(path) for r in world.env.http_requests)


async def pause(world: World) -> None:
    await world.env.advance_time(AFTER_PAUSE)


# The offer


async def test_it_is_offered_once_three_turns_on_end_were_quick(world: World) -> None:
    await world.start(spare=9)
    for _ in range(2):
        await played(world, 2)
        assert ("Play on now" in labels(world.last)) == (len(world.public()) > 5)


async def test_it_is_not_offered_after_a_slow_turn(world: World) -> None:
    await quick(world)
    await world.env.advance_time(181)
    await played(world, 1)
    assert "Play on now" not in labels(world.last)
    await played(world, 2, begin=1)
    assert "Play on now" not in labels(world.last)
    await played(world, 1, begin=3)
    assert "Play on now" in labels(world.last)


async def test_it_is_not_offered_against_the_bot(world: World) -> None:
    await world.ada.slash(
        world.channel, "challenge heap", opponent=world.robot, first="me", size="small", spare=9
    )
    for _ in range(2):
        await world.move(world.ada, "1")
    assert "Move" in labels(world.last)
    assert "Play on now" not in labels(world.last)


async def test_somebody_who_does_not_play_gets_a_sentence(world: World) -> None:
    board = await quick(world)
    assert "You do not play in match 1" in await world.tap(world.linus, "Play on now", board)
    assert await world.client.service.stretches.of(FIRST) is None
    assert "Play on now" in labels(world.last)
    await world.grace.click(board, label="Play on now")
    assert "You do not play in match 1" in await world.tap(world.linus, "One post a turn")
    assert (await stretch(world)).is_open


# While it lasts


async def test_every_turn_changes_the_board_in_place_and_calls_nobody(world: World) -> None:
    board = await quick(world)
    await world.grace.click(board, label="Play on now")
    assert PLAYING_ON in world.last.content
    assert labels(world.last) == ["Move", "My view", "Replay", "More…", "One post a turn"]
    posts, pings = len(world.public()), world.pings()
    for number, who in enumerate((world.ada, world.grace, world.ada)):
        await world.move(who, "2")
        assert world.last.id == board.id
        assert f"**{who.name}** takes 2." in world.last.content
        assert PLAYING_ON in world.last.content
        assert "<@" not in world.last.content
        assert len(world.last.attachments) == 1
        assert f"-{5 + number}.png" in world.last.attachments[0].filename
        stamped = STAMPED.search(world.last.content)
        assert stamped
        assert int(stamped[1]) == 7 + number
        assert "One post a turn" in labels(world.last)
    assert (len(world.public()), world.pings()) == (posts, pings)
    assert "match 1" in (await world.grace.click(world.last, label="Move")).response.content


async def test_pressing_twice_is_the_same_as_once(world: World) -> None:
    board = await quick(world)
    seq = (await world.client.matches.match(FIRST)).seq
    for who in (world.ada, world.grace):
        await world.press(who, board, f"playon:1:{seq}")
    await world.env.settle()
    assert world.last.content.count(PLAYING_ON) == 1
    assert (await stretch(world)).is_open


async def test_an_old_board_begins_nothing(world: World) -> None:
    board = await quick(world)
    seq = (await world.client.matches.match(FIRST)).seq
    await played(world, 1)
    assert labels(next(m for m in world.public() if m.id == board.id)) == []
    assert "has gone on since that board" in await world.forge(world.ada, f"playon:1:{seq}")
    assert await world.client.service.stretches.of(FIRST) is None


async def test_an_offer_of_a_draw_is_posted_as_usual(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await world.offer_draw(world.ada)
    assert world.pings()[-1] == [world.grace.id]
    assert "Agree to the draw" in labels(world.last)
    await world.move(world.ada, "2")
    (changed,) = [m for m in world.public() if m.id == board.id]
    assert "**Ada** takes 2." in changed.content
    assert "One post a turn" in labels(changed)


async def test_prepared_answers_are_played_in_place(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await world.grace.slash(world.channel, "premove", then="3")
    await world.move(world.ada, "2")
    assert world.last.id == board.id
    assert "**Grace** takes 3." in world.last.content


async def test_a_deleted_board_is_posted_anew_and_changes_on_there(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    pings = len(world.pings())
    world.env.backend.delete_message(world.channel.id, board.id)
    await world.move(world.ada, "2")
    anew = world.last
    assert anew.id != board.id
    assert "**Ada** takes 2." in anew.content
    assert PLAYING_ON in anew.content
    await world.move(world.grace, "2")
    assert world.last.id == anew.id
    assert "**Grace** takes 2." in world.last.content
    assert world.pings()[pings:] == [[]]


async def test_a_board_that_can_not_be_changed_is_posted_anew(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    world.env.inject_error("PATCH", MOVES, status=403, code=50001, times=2)
    await world.move(world.ada, "2")
    assert world.last.id != board.id
    assert "**Ada** takes 2." in world.last.content
    assert "One post a turn" in labels(world.last)


async def test_a_lost_change_is_made_again(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    world.env.inject_error("PATCH", MOVES, status=503, times=3)
    await world.move(world.ada, "2")
    await world.env.advance_time(300)
    assert world.last.id == board.id
    assert "**Ada** takes 2." in world.last.content


async def test_the_picture_that_is_not_taken_leaves_the_text(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    world.env.inject_error("PATCH", MOVES, status=413, times=1)
    await world.move(world.ada, "2")
    assert world.last.id == board.id
    assert world.last.attachments == []
    assert "did not take the picture" in world.last.content


# Crashes and restarts


async def test_a_restart_in_the_middle_changes_nothing(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    await world.restart()
    await played(world, 1, begin=1)
    assert world.last.id == board.id
    assert "**Grace** takes 1." in world.last.content
    await world.restart()
    await pause(world)
    assert "Turns 5 to 6" in world.last.content
    assert world.pings()[-1] == [world.ada.id]


async def test_a_pause_that_came_while_the_bot_was_away_is_posted_at_its_start(
    world: World,
) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    world.sql("UPDATE stretches SET due_at = (SELECT updated FROM matches)")
    await world.restart()
    assert "Turn 5" in world.last.content
    assert world.pings()[-1] == [world.grace.id]


async def test_a_crash_between_change_and_note_makes_no_second_post(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    posts = len(world.public())

    async def dead(*_: Any, **__: Any) -> None:
        raise StoreTrouble("killed")

    for number in range(3):
        world.client.store.delivered = dead  # type: ignore[method-assign, assignment]
        await played(world, 1, begin=number)
        await world.restart()
        assert len(world.public()) == posts
        assert world.last.id == board.id
        assert "One post a turn" in labels(world.last)
        found = await world.client.store.last_board(FIRST)
        assert found
        assert (found.message, found.post.id) == (board.id, 7 + number)


@pytest.mark.parametrize("gone", [False, True])
async def test_a_crash_behind_the_summary_or_a_new_board_makes_no_second_one(
    world: World, gone: bool
) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)

    async def dead(*_: Any, **__: Any) -> None:
        raise StoreTrouble("killed")

    if gone:
        world.env.backend.delete_message(world.channel.id, board.id)
    world.client.store.delivered = dead  # type: ignore[method-assign, assignment]
    if gone:
        await played(world, 1, begin=1)
    else:
        await pause(world)
    posts = len(world.public())
    await world.restart()
    assert len(world.public()) == posts
    found = await world.client.store.last_board(FIRST)
    assert found
    assert found.message == world.last.id
    calls = world.pings()
    await world.env.advance_time(3600)
    assert sum(map(len, world.pings())) == sum(map(len, calls)) + gone


# The pause


async def test_at_a_pause_one_post_sums_it_up_and_calls_once(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    pings, posts = len(world.pings()), len(world.public())
    await played(world, 3)
    await world.env.advance_time(PAUSE.total_seconds() - 60)
    assert len(world.public()) == posts
    await world.env.advance_time(62)
    summary = world.last
    assert len(world.public()) == posts + 1
    assert "**Turns 5 to 7** in 1 minute, played on at once by **Ada** and **Grace**:" in (
        summary.content
    )
    assert "**Ada** `` 1`* `` · **Grace** `` 1`* `` · **Ada** `` 1`* ``" in summary.content
    assert f"<@{world.grace.id}>, it is your turn." in summary.content
    assert [a.filename for a in summary.attachments] == ["heap-1-7.gif"]
    assert labels(summary) == ["Move", "My view", "Replay", "More…"]
    assert world.pings()[pings:] == [[world.grace.id]]
    (old,) = [m for m in world.public() if m.id == board.id]
    assert labels(old) == []
    assert old.attachments
    assert PLAYING_ON not in old.content
    assert old.content.splitlines()[-1].startswith("-# ")
    await world.env.advance_time(3600)
    assert len(world.public()) == posts + 1
    await world.move(world.grace, "1")
    assert "**Grace** takes 1." in world.last.content
    assert world.last.id not in {board.id, summary.id}
    assert world.pings()[-1] == [world.ada.id]
    (old,) = [m for m in world.public() if m.id == summary.id]
    assert (labels(old), len(old.attachments)) == ([], 1)


async def test_a_player_ends_it_with_a_press(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    await world.grace.click(world.last, label="One post a turn")
    assert "**Turn 5**" in world.last.content
    assert world.pings()[-1] == [world.grace.id]
    assert not (await stretch(world)).is_open
    (old,) = [m for m in world.public() if m.id == board.id]
    assert PLAYING_ON not in old.content
    assert "match 1" in await world.ask(world.grace, "board")
    await played(world, 1, begin=1)
    # They are quick as before, so it can be had again.
    assert "Play on now" in labels(world.last)
    await world.grace.click(world.last, label="Play on now")
    again = world.last.id
    await played(world, 1)
    assert world.last.id == again


async def test_a_stretch_without_a_turn_leaves_the_board_as_it_was(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    posts = len(world.public())
    await world.ada.click(world.last, label="One post a turn")
    assert len(world.public()) == posts
    assert world.last.content == board.content
    assert PLAYING_ON not in world.last.content
    assert labels(world.last) == ["Move", "My view", "Replay", "More…", "Play on now"]
    assert world.last.attachments
    await world.ada.click(world.last, label="Play on now")
    await pause(world)
    assert len(world.public()) == posts
    assert labels(world.last) == ["Move", "My view", "Replay", "More…"]
    assert world.last.id == board.id
    assert "it is your turn" in world.last.content


async def test_a_move_taken_back_in_a_stretch_is_called_to_like_any(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    await world.grace.click(world.last, label="Let them take it back")
    (changed,) = [m for m in world.public() if m.id == board.id]
    assert "let **Ada** take back" in changed.content
    await pause(world)
    assert world.pings()[-1] == [world.ada.id]
    assert "played on at once" not in world.last.content
    assert [a.filename for a in world.last.attachments] == ["heap-1-4.png"]


async def test_a_replay_that_can_not_be_drawn_leaves_the_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("no paper")

    monkeypatch.setattr(animations, "turns_animation", broken)
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 2)
    await pause(world)
    assert "Turns 5 to 6" in world.last.content
    assert [a.filename for a in world.last.attachments] == ["heap-1-6.png"]
    assert world.pings()[-1] == [world.ada.id]


async def test_the_end_of_the_match_ends_it_with_both_posts(world: World) -> None:
    await world.start(spare=7)
    await played(world, 4)
    board = world.last
    await world.ada.click(board, label="Play on now")
    await world.move(world.ada, "3")
    await world.move(world.grace, "3")
    end, summary = world.public()[-2:]
    assert "🏆 **Grace** wins!" in end.content
    assert labels(end) == ["Rematch", "Replay"]
    assert world.pings()[-2:] == [[world.ada.id], []]
    assert "**Turns 5 to 6**" in summary.content
    assert [a.filename for a in summary.attachments] == ["heap-1-6.gif"]
    assert labels(summary) == []
    (old,) = [m for m in world.public() if m.id == board.id]
    assert labels(old) == []
    await world.env.advance_time(3600)
    assert world.last.id == summary.id


async def test_resigning_ends_it_too(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    asked = await world.grace.slash(world.channel, "resign")
    await world.grace.click(asked.response, label="Yes, resign")
    end, summary = world.public()[-2:]
    assert "resigned" in end.content
    assert "**Turn 5**" in summary.content


# Calls


async def test_direct_calls_are_silent_in_it_and_come_after(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    board = await quick(world)
    before = len(direct(world.grace))
    await world.ada.click(board, label="Play on now")
    await played(world, 3)
    await world.env.advance_time(300)
    assert len(direct(world.grace)) == before
    await world.env.advance_time(AFTER_PAUSE - 300)
    assert len(direct(world.grace)) == before + 1
    assert "played on at once" in world.last.content
    assert f"<@{world.grace.id}>" not in world.last.content
    assert world.pings()[-1] in ([], [world.grace.id])


async def test_reminders_count_from_the_call_after_it(world: World) -> None:
    await choose(world, world.grace, cadence=12)
    board = await quick(world, time="no time limit")
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    await pause(world)
    posts = len(world.public())
    await world.env.advance_time(11 * 3600)
    assert len(world.public()) == posts
    await world.env.advance_time(2 * 3600)
    assert len(world.public()) == posts + 1


# Where the match is posted


async def test_in_a_thread_the_board_changes_there(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await played(world, 4, channel=thread)
    board, lines = spoken(world, thread)[-1], len(spoken(world))
    await world.ada.click(board, label="Play on now")
    await played(world, 2, channel=thread)
    assert spoken(world, thread)[-1].id == board.id
    assert "**Grace** takes 1." in spoken(world, thread)[-1].content
    await pause(world)
    assert "Turns 5 to 6" in spoken(world, thread)[-1].content
    assert len(spoken(world)) == lines


async def test_a_thread_that_is_made_in_the_middle_goes_on_with_the_stretch(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await world.ada.slash(world.channel, "quiet", mode="thread")
    thread = thread_of(world)
    await played(world, 1, channel=thread)
    (first,) = spoken(world, thread)
    assert PLAYING_ON in first.content
    await played(world, 1, channel=thread, begin=1)
    (second,) = spoken(world, thread)
    assert second.id == first.id
    assert "play in their thread" in next(m for m in world.public() if m.id == board.id).content


async def test_a_thread_that_is_deleted_brings_the_stretch_back_to_the_channel(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await played(world, 4, channel=thread)
    await world.ada.click(spoken(world, thread)[-1], label="Play on now")
    await played(world, 1, channel=thread)
    pings = len(world.pings())
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    board = spoken(world)[-1]
    assert "The thread of this match is gone" in board.content
    assert PLAYING_ON in board.content
    assert world.pings()[pings:] == [[]]
    await played(world, 1, begin=1)
    assert spoken(world)[-1].id == board.id


async def test_a_living_board_changes_in_place_and_shrinks_behind_the_summary(
    world: World,
) -> None:
    await usual(world, "living")
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await played(world, 2)
    assert world.last.id == board.id
    assert world.last.attachments
    await pause(world)
    assert [a.filename for a in world.last.attachments] == ["heap-1-6.gif"]
    (old,) = [m for m in world.public() if m.id == board.id]
    assert (old.attachments, labels(old)) == ([], [])


async def test_two_matches_do_not_meet(world: World) -> None:
    board = await quick(world)
    await world.start(spare=9)
    await world.ada.click(board, label="Play on now")
    await world.move(world.ada, "1", match=2)
    assert world.pings()[-1] == [world.grace.id]
    assert await world.client.service.stretches.of(MatchId(2)) is None
    assert edits(world, board) == 0
