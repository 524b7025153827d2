"""Fast stretches crossed by what seldom comes with them: three players, somebody who plays on for
another, who resigns or is deleted, time that runs out, moves that are taken back."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.front.discord.layouts import words_of
from bot.front.text.stretches import PLAYING_ON
from bot.model.notices.notice_settings import Destination
from bot.model.records import Status
from tests.front.conftest import World, labels, said
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.playing import first_legal, known
from tests.helpers.posting import DAY, USUAL, choose, direct, resign, spoken
from tests.helpers.stretches import (
    pause,
    played,
    quick,
    stretch_begun,
    stretch_in_thread,
    stretch_of,
)


def people(world: World) -> dict[str, Any]:
    return {"Ada": world.ada, "Grace": world.grace, "Linus": world.linus}


async def to_move(world: World) -> str:
    match = await world.match()
    return known(match.turn_person).name


async def urchins_move(world: World) -> str:
    """The first legal move of the player to move; their name."""
    name = await to_move(world)
    text = first_legal(await world.match())
    snapshot(
        said(
            await people(world)[name].slash(
                world.channel, "move", preview=False, move=text, match=1
            )
        )
    )
    return name


async def of_three(world: World) -> discord.Message:
    """Urchins of three in a stretch that Linus has begun behind the fourth turn; its board. Grace
    is to move."""
    await world.begin_three(world.grace, world.linus)
    assert [await urchins_move(world) for _ in range(4)] == ["Ada", "Grace", "Linus", "Ada"]
    board = world.last
    assert labels(board) == [*USUAL, "Play on now"]
    await world.linus.click(board, label="Play on now")
    return board


# Three players


async def test_three_play_on_in_place_and_the_one_to_move_is_called_behind_it(world: World) -> None:
    board = await of_three(world)
    posts, pings = len(world.public()), len(world.pings())
    assert [await urchins_move(world) for _ in range(4)] == ["Grace", "Linus", "Ada", "Grace"]
    assert (len(world.public()), world.last.id, world.pings()[pings:]) == (posts, board.id, [])
    assert world.words.count(PLAYING_ON) == 1
    await pause(world)
    snapshot(world.words)
    assert world.pings()[pings:] == [[world.linus.id]]
    assert (labels(world.last), labels(world.shown(board))) == (USUAL, [])


@pytest.mark.parametrize(
    ("moves", "leave"), [(0, resign), (1, resign), (1, delete)], ids=["first", "later", "deleted"]
)
async def test_one_of_three_who_is_to_move_leaves_and_the_others_play_on_in_place(
    world: World, moves: int, leave: Callable[[World, Any], Awaitable[None]]
) -> None:
    board = await of_three(world)
    pings = len(world.pings())
    for _ in range(moves):
        await urchins_move(world)
    gone = await to_move(world)
    await leave(world, people(world)[gone])
    assert world.last.id == board.id
    snapshot(world.words)
    assert PLAYING_ON in world.words
    next_one = await to_move(world)
    snapshot(world.words)
    match = await world.match()
    assert (known(match.deadline) - match.updated).total_seconds() == 7 * DAY
    assert (match.status, (await stretch_of(world)).is_open) == (Status.RUNNING, True)
    assert await urchins_move(world) == next_one
    await pause(world)
    reply = world.words.splitlines()
    # Who has left has not played on.
    snapshot(reply[0])
    snapshot(reply[1])
    assert (gone in world.words) == (leave is resign)
    called = await to_move(world)
    assert called != gone
    # What somebody hears of their own deletion pings nobody.
    assert [each for each in world.pings()[pings:] if each] == [[people(world)[called].id]]
    assert labels(world.last) == USUAL


async def test_one_of_three_who_is_not_to_move_resigns_and_the_turn_stays(world: World) -> None:
    board = await of_three(world)
    await urchins_move(world)
    pings, deadline = len(world.pings()), (await world.match()).deadline
    await resign(world, world.ada)
    assert (await to_move(world), (await world.match()).deadline) == ("Linus", deadline)
    assert world.last.id == board.id
    snapshot(world.words)
    assert labels(world.last) == [*USUAL, "One post a turn"]
    snapshot(await world.tap(world.ada, "One post a turn"))
    await pause(world)
    assert world.pings()[pings:] == [[world.linus.id]]


async def test_a_stretch_of_three_in_which_nobody_but_leaves_sums_up_no_play(world: World) -> None:
    board = await of_three(world)
    await resign(world, world.grace)
    await pause(world)
    snapshot(world.last)
    assert labels(world.last) == USUAL
    posts = len(world.public())
    await resign(world, world.linus)
    assert len(world.public()) == posts + 1
    snapshot(world.words)
    assert labels(world.shown(board)) == []


# Somebody plays on for a player


async def replaced(world: World, player: Any, by: Any, channel: Any = None) -> None:
    """A manager sees to it that somebody plays on for a player."""
    channel = channel or world.channel
    await world.manager.slash(channel, "replace", player=player, by=by)
    if by == world.linus:
        await world.linus.click(world.public(channel)[-1], label="Take over")


async def test_who_plays_on_in_a_stretch_is_called_at_once(world: World) -> None:
    board = await stretch_begun(world, 1)
    pings = len(world.pings())
    await replaced(world, world.grace, world.linus)
    assert not (await stretch_of(world)).is_open
    snapshot(world.last)
    assert world.last.id != board.id
    assert labels(world.last)[0] == "Move"
    assert sum(world.linus.id in each for each in world.pings()[pings:]) == 2
    assert labels(world.shown(board)) == []
    await world.move(world.linus, "1")
    assert world.pings()[-1] == [world.ada.id]


async def test_an_earlier_call_holds_where_somebody_else_is_replaced(world: World) -> None:
    board = await quick(world)
    await world.grace.click(board, label="Play on now")
    await replaced(world, world.grace, world.linus)
    assert not (await stretch_of(world)).is_open
    old = world.shown(board)
    snapshot(old.content)
    assert (labels(old), PLAYING_ON in old.content, "turn." in old.content) == ([], False, False)
    snapshot(world.last)
    assert labels(world.last)[0] == "Move"
    await world.move(world.ada, "1")
    assert world.pings()[-1] == [world.linus.id]


async def test_who_plays_on_in_a_stretch_is_let_into_its_thread(world: World) -> None:
    thread, _ = await stretch_in_thread(world)
    assert world.linus.id not in thread._channel.thread_members
    await replaced(world, world.grace, world.linus, thread)
    assert world.linus.id in thread._channel.thread_members
    assert "Move" in labels(spoken(world, thread)[-1])


async def test_the_bot_takes_over_in_a_stretch(world: World) -> None:
    await stretch_begun(world, 1)
    await replaced(world, world.grace, world.robot)
    await world.env.advance_time(60)
    assert not (await stretch_of(world)).is_open
    assert await to_move(world) == "Ada"
    assert world.pings()[-1] == [world.ada.id]
    assert sum(PLAYING_ON in words_of(m) for m in world.public()) == 0
    newest = [m for m in world.public() if "Move" in labels(m)]
    assert len(newest) == 1


async def test_a_request_for_a_replacement_is_open_during_a_stretch(world: World) -> None:
    board = await stretch_begun(world, 1)
    await world.grace.slash(world.channel, "replace", player=world.grace, by=world.linus)
    request = world.last
    assert sorted(world.pings()[-1]) == sorted([world.linus.id, world.ada.id])
    await played(world, 1, begin=1)
    snapshot(words_of(world.shown(board)))
    await pause(world)
    assert labels(world.shown(request)) == ["Take over", "Agree", "No", "Withdraw"]
    await world.ada.click(world.shown(request), label="Agree")
    await world.linus.click(world.shown(request), label="Take over")
    snapshot(world.words)
    assert labels(world.shown(request)) == []


async def test_a_living_board_keeps_its_picture_through_a_replacement(world: World) -> None:
    await choose(world, world.linus, destination=Destination.DIRECT)
    await world.server_wishes(posting="living")
    board = await stretch_begun(world, 1)
    await replaced(world, world.grace, world.linus)
    assert world.last.attachments
    old = world.shown(board)
    assert (old.attachments, labels(old), PLAYING_ON in old.content) == ([], [], False)
    assert sum(bool(m.attachments) for m in world.public() if "Move" in labels(m)) == 1
    assert sum("your turn" in m.content for m in direct(world.linus)) == 1


# Time


async def nearly_over(world: World) -> discord.Message:
    """A stretch begun on a board that has waited until five minutes before the win may be claimed;
    that board. It is Ada's turn."""
    await world.spend_no_vacation()
    board = await quick(world)
    await world.env.advance_time(7 * DAY + 60)
    snapshot(world.words)
    await world.env.advance_time(DAY - 360)
    assert not (await world.match()).overdue
    await world.grace.click(world.shown(board), label="Play on now")
    return board


@pytest.mark.parametrize("is_over", [False, True])
async def test_time_runs_out_in_a_stretch_and_is_claimed(world: World, is_over: bool) -> None:
    board = await nearly_over(world)
    await world.env.advance_time(300)
    assert (await stretch_of(world)).is_open
    overdue, posts = world.last, len(world.public())
    snapshot(overdue.content)
    assert world.pings()[-1] == [world.grace.id]
    if is_over:
        await pause(world)
        assert not (await stretch_of(world)).is_open
    assert labels(world.shown(overdue)) == ["Claim the win"]
    await world.grace.click(world.shown(overdue), label="Claim the win")
    snapshot(world.words)
    await pause(world)
    assert not (await stretch_of(world)).is_open
    # No turn came in the stretch, so there is nothing to sum up.
    assert len(world.public()) == posts + 1
    assert (labels(world.shown(board)), PLAYING_ON in words_of(world.shown(board))) == ([], False)


async def test_a_late_move_in_a_stretch_is_summed_up_without_the_days_before(world: World) -> None:
    board = await nearly_over(world)
    await world.env.advance_time(300)
    overdue = world.last
    await world.move(world.ada, "1", match=1)
    snapshot(words_of(world.shown(board)))
    assert labels(world.shown(overdue)) == []
    match = await world.match()
    assert match.deadline
    assert (match.overdue, (match.deadline - world.env.now()).total_seconds()) == (False, 7 * DAY)
    snapshot(said(await world.grace.slash(world.channel, "board")))
    await pause(world)
    snapshot(world.last)


async def test_of_a_stretch_on_a_board_that_waited_only_its_own_time_is_told(world: World) -> None:
    board = await quick(world)
    await world.env.advance_time(2 * DAY)
    await world.ada.click(world.shown(board), label="Play on now")
    await played(world, 1)
    await world.env.advance_time(240)
    await played(world, 1, begin=1)
    await pause(world)
    snapshot(world.words)


# Moves taken back


async def test_a_slip_in_a_stretch_is_taken_back_in_place_and_calls_nobody(world: World) -> None:
    board = await stretch_begun(world, 1)
    pings, posts = len(world.pings()), len(world.public())
    snapshot(await world.ask(world.ada, "takeback"))
    snapshot(world.words)
    assert labels(world.last) == [*USUAL, "One post a turn"]
    await world.move(world.ada, "2")
    snapshot(world.words)
    assert (world.last.id, len(world.public()), world.pings()[pings:]) == (board.id, posts, [])
    await pause(world)
    snapshot(world.words)
    assert world.pings()[pings:] == [[world.grace.id]]


async def test_a_slip_is_taken_back_just_behind_a_stretch(world: World) -> None:
    await stretch_begun(world, 1)
    await pause(world)
    summary, pings = world.last, len(world.pings())
    await world.ada.slash(world.channel, "takeback")
    snapshot(world.last)
    assert (labels(world.last), labels(world.shown(summary))) == (USUAL, [])
    assert [p for p in world.pings()[pings:] if p] == []
    await world.move(world.ada, "3")
    snapshot(world.last)


async def test_asked_for_in_a_stretch_and_agreed_to_behind_it(world: World) -> None:
    await stretch_begun(world, 1)
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    request = world.last
    assert world.pings()[-1] == [world.grace.id]
    await pause(world)
    summary = world.last
    snapshot(summary.content)
    assert labels(world.shown(request)) == ["Let them take it back", "No"]
    await world.grace.click(world.shown(request), label="Let them take it back")
    snapshot(world.words)
    assert (await world.match()).turn == 1
    assert world.pings()[-1] == [world.ada.id]
    assert (labels(world.shown(request)), labels(world.shown(summary))) == ([], [])


@pytest.mark.parametrize("turns", [0, 1])
async def test_a_move_taken_back_in_a_stretch_calls_like_any(world: World, turns: int) -> None:
    """Ada's own in it, or Grace's of before it."""
    asker, other = (world.ada, world.grace) if turns else (world.grace, world.ada)
    board = await stretch_begun(world, turns)
    await other.slash(world.channel, "board")
    await asker.slash(world.channel, "takeback")
    await other.click(world.last, label="Let them take it back")
    changed = world.shown(board)
    sentence = f"**{other.name}** let **{asker.name}** take back `` 1`* ``."
    assert sentence in changed.content
    assert PLAYING_ON in changed.content
    assert (await to_move(world), len((await world.match()).plies)) == (asker.name, 3 + turns)
    pings = len(world.pings())
    await pause(world)
    assert world.pings()[pings:] == [[asker.id]]
    snapshot(world.words)
    assert [a.filename for a in world.last.attachments] == [f"heap-1-{3 + turns}.png"]
    assert labels(world.last) == USUAL


# Deletion


async def test_a_stretch_holds_no_number_of_a_deleted_beginner(world: World) -> None:
    await of_three(world)
    await delete(world, world.linus)
    found = await stretch_of(world)
    assert (found.is_open, found.person < 0) == (True, True)
    await world.grace.click(world.last, label="One post a turn")
    assert PLAYING_ON not in world.words
    # She was called to this turn before the stretch began.
    snapshot(world.words)
    assert (await stretch_of(world)).ended
