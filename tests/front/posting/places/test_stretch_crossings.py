"""Fast stretches crossed by what seldom comes with them: three players, time that runs out, moves
that are taken back, somebody who resigns or is deleted."""

from typing import Any

import discord
import pytest

from bot.front.text.stretches import PLAYING_ON
from bot.model.match import Match
from bot.model.records import Status
from bot.model.turns import legal_texts
from tests.front.commands.test_privacy import delete
from tests.front.conftest import World, labels, said
from tests.front.posting.places.test_stretch_changes import in_stretch, shown
from tests.front.posting.places.test_stretches import pause, played, quick, stretch
from tests.front.posting.places.test_threads import FIRST

DAY = 24 * 3600.0
USUAL = ["Move", "My view", "Replay", "More…"]


async def standing(world: World) -> Match:
    return await world.client.matches.match(FIRST)


async def resign(world: World, who: Any) -> None:
    asked = await who.slash(world.channel, "resign", match=1)
    await who.click(asked.response, label="Yes, resign")


def people(world: World) -> dict[str, Any]:
    return {"Ada": world.ada, "Grace": world.grace, "Linus": world.linus}


async def urchins_move(world: World) -> str:
    """The first legal move of whoever is to move; their name."""
    match = await standing(world)
    assert match.turn_person
    name = match.turn_person.name
    text = legal_texts(match, "", 1)[0]
    done = await people(world)[name].slash(world.channel, "move", preview=False, move=text, match=1)
    assert "is played" in said(done)
    return name


async def of_three(world: World) -> discord.Message:
    """Urchins of three in a stretch that Linus has begun behind the fourth turn; its board. Grace
    is to move."""
    await world.ada.slash(
        world.channel, "challenge urchins", opponent=world.grace, opponent2=world.linus, first="me"
    )
    await world.grace.click(world.last, label="Accept")
    await world.linus.click(world.public()[0], label="Accept")
    assert [await urchins_move(world) for _ in range(4)] == ["Ada", "Grace", "Linus", "Ada"]
    board = world.last
    assert labels(board) == [*USUAL, "Play on now"]
    await world.linus.click(board, label="Play on now")
    return board


# Three players


async def test_three_play_on_in_place_and_the_one_to_move_is_called_behind_it(
    world: World,
) -> None:
    board = await of_three(world)
    posts, pings = len(world.public()), len(world.pings())
    assert [await urchins_move(world) for _ in range(4)] == ["Grace", "Linus", "Ada", "Grace"]
    assert (len(world.public()), world.last.id, world.pings()[pings:]) == (posts, board.id, [])
    assert world.last.content.count(PLAYING_ON) == 1
    await pause(world)
    assert (
        "**Turns 5 to 8** in 1 minute, played on at once by **Ada**, **Grace** and **Linus**:"
        in (world.last.content)
    )
    assert world.pings()[pings:] == [[world.linus.id]]
    assert (labels(world.last), labels(shown(world, board))) == (USUAL, [])


@pytest.mark.parametrize("moves", [0, 1])
async def test_one_of_three_who_is_to_move_resigns_and_the_others_play_on_in_place(
    world: World, moves: int
) -> None:
    board = await of_three(world)
    pings = len(world.pings())
    gone = "Grace"
    for _ in range(moves):
        await urchins_move(world)
        gone = "Linus"
    await resign(world, people(world)[gone])
    assert world.last.id == board.id
    assert f"**{gone}** resigned." in world.last.content
    assert PLAYING_ON in world.last.content
    match = await standing(world)
    assert match.turn_person
    to_move = match.turn_person.name
    assert f"**{to_move}**, it is your turn." in world.last.content
    assert match.deadline
    assert (match.deadline - world.env.now()).total_seconds() == 7 * DAY
    assert (await stretch(world)).is_open
    assert await urchins_move(world) == to_move
    await pause(world)
    assert f"**{gone}** resigned" in world.last.content.splitlines()[1]
    match = await standing(world)
    assert match.turn_person
    called = people(world)[match.turn_person.name]
    assert called is not people(world)[gone]
    assert world.pings()[pings:] == [[called.id]]


async def test_one_of_three_who_is_not_to_move_resigns_and_the_turn_stays(world: World) -> None:
    board = await of_three(world)
    await urchins_move(world)
    pings, deadline = len(world.pings()), (await standing(world)).deadline
    await resign(world, world.ada)
    match = await standing(world)
    assert match.turn_person
    assert (match.turn_person.name, match.deadline) == ("Linus", deadline)
    assert world.last.id == board.id
    assert "**Linus**, it is your turn." in world.last.content
    assert labels(world.last) == [*USUAL, "One post a turn"]
    assert "You have left match 1" in await world.tap(world.ada, "One post a turn")
    await pause(world)
    assert world.pings()[pings:] == [[world.linus.id]]


async def test_a_stretch_of_three_in_which_nobody_but_leaves_sums_up_no_play(world: World) -> None:
    board = await of_three(world)
    await resign(world, world.grace)
    await pause(world)
    assert world.last.content.startswith("**Grace** resigned.")
    assert "played on at once" not in world.last.content
    assert labels(world.last) == USUAL
    assert world.pings()[-1] == [world.linus.id]
    posts = len(world.public())
    await resign(world, world.linus)
    assert len(world.public()) == posts + 1
    assert "🏆 **Ada** wins!" in world.last.content
    assert labels(shown(world, board)) == []


async def test_all_but_one_of_three_leave_in_a_stretch_and_the_end_is_all_that_is_said(
    world: World,
) -> None:
    board = await of_three(world)
    posts = len(world.public())
    await resign(world, world.grace)
    await resign(world, world.linus)
    await pause(world)
    assert (await standing(world)).status is Status.ENDED
    assert len(world.public()) == posts + 1
    assert "🏆 **Ada** wins!" in world.last.content
    assert not (await stretch(world)).is_open
    assert labels(shown(world, board)) == []
    assert PLAYING_ON not in shown(world, board).content


async def test_who_has_left_in_a_stretch_has_not_played_on_in_it(world: World) -> None:
    await of_three(world)
    await urchins_move(world)
    await resign(world, world.linus)
    await urchins_move(world)
    await pause(world)
    reply = world.last.content.splitlines()
    assert reply[0].endswith("played on at once by **Ada** and **Grace**:")
    assert "**Linus** resigned" in reply[1]


async def test_three_play_on_where_one_is_deleted(world: World) -> None:
    board = await of_three(world)
    await urchins_move(world)
    await delete(world, world.linus)
    assert (await standing(world)).status is Status.RUNNING
    assert (await stretch(world)).is_open
    assert await urchins_move(world) == "Ada"
    assert world.last.id == board.id
    await pause(world)
    summary = world.last
    assert "played on at once by **Ada** and **Grace**:" in summary.content
    assert "**Deleted player** resigned" in summary.content
    assert "Linus" not in summary.content
    assert world.pings()[-1] == [world.grace.id]
    assert labels(summary) == USUAL


# Time


async def nearly_over(world: World) -> discord.Message:
    """A stretch begun on a board that has waited until five minutes before the win may be claimed;
    that board. It is Ada's turn."""
    await world.spend_no_vacation()
    board = await quick(world)
    await world.env.advance_time(7 * DAY + 60)
    assert "your grace has begun" in world.last.content
    await world.env.advance_time(DAY - 360)
    assert not (await standing(world)).overdue
    await world.grace.click(shown(world, board), label="Play on now")
    return board


async def test_time_runs_out_in_a_stretch_and_the_win_is_claimed(world: World) -> None:
    board = await nearly_over(world)
    await world.env.advance_time(300)
    assert (await stretch(world)).is_open
    assert f"**Ada** has run out of time. <@{world.grace.id}>, you may claim" in world.last.content
    assert labels(world.last) == ["Claim the win"]
    assert world.pings()[-1] == [world.grace.id]
    await world.grace.click(world.last, label="Claim the win")
    assert "**Grace** claimed the win" in world.last.content
    posts = len(world.public())
    await pause(world)
    assert not (await stretch(world)).is_open
    # No turn came in the stretch, so there is nothing to sum up.
    assert len(world.public()) == posts
    assert (labels(shown(world, board)), PLAYING_ON in shown(world, board).content) == ([], False)


async def test_a_late_move_in_a_stretch_is_summed_up_without_the_days_before(world: World) -> None:
    board = await nearly_over(world)
    await world.env.advance_time(300)
    overdue = world.last
    await world.move(world.ada, "1", match=1)
    assert "**Ada** takes 1." in shown(world, board).content
    assert labels(shown(world, overdue)) == []
    match = await standing(world)
    assert match.deadline
    assert (match.overdue, (match.deadline - world.env.now()).total_seconds()) == (False, 7 * DAY)
    assert "Ada still has" not in said(await world.grace.slash(world.channel, "board"))
    await pause(world)
    assert world.last.content.startswith("⏸️ **Turn 5**, played on at once by **Ada**:\n")
    assert world.pings()[-1] == [world.grace.id]


async def test_a_stretch_without_a_turn_ends_while_the_win_may_be_claimed(world: World) -> None:
    board = await nearly_over(world)
    await world.env.advance_time(300)
    overdue, posts = world.last, len(world.public())
    await pause(world)
    assert not (await stretch(world)).is_open
    assert len(world.public()) == posts
    assert PLAYING_ON not in shown(world, board).content
    assert labels(shown(world, overdue)) == ["Claim the win"]
    await world.grace.click(shown(world, overdue), label="Claim the win")
    assert (await standing(world)).status is Status.ENDED


async def test_of_a_stretch_on_a_board_that_waited_only_its_own_time_is_told(world: World) -> None:
    board = await quick(world)
    await world.env.advance_time(2 * DAY)
    await world.ada.click(shown(world, board), label="Play on now")
    await played(world, 1)
    await world.env.advance_time(240)
    await played(world, 1, begin=1)
    await pause(world)
    assert "**Turns 5 to 6** in 4 minutes, played on" in world.last.content


# Moves taken back


async def test_a_slip_in_a_stretch_is_taken_back_in_place_and_calls_nobody(world: World) -> None:
    board = await in_stretch(world)
    pings, posts = len(world.pings()), len(world.public())
    assert "You took back `` 1`* ``" in await world.ask(world.ada, "takeback")
    assert world.last.content.startswith("**Ada** took back `` 1`* ``.\nIt is **Ada**'s turn.")
    assert labels(world.last) == [*USUAL, "One post a turn"]
    await world.move(world.ada, "2")
    assert "**Ada** takes 2." in world.last.content
    assert (world.last.id, len(world.public()), world.pings()[pings:]) == (board.id, posts, [])
    await pause(world)
    assert "**Turn 5**, played on at once by **Ada**:\n**Ada** `` 2`* ``" in world.last.content
    assert world.pings()[pings:] == [[world.grace.id]]


async def test_a_slip_is_taken_back_just_behind_a_stretch_and_the_sum_loses_its_buttons(
    world: World,
) -> None:
    await in_stretch(world)
    await pause(world)
    summary, pings = world.last, len(world.pings())
    await world.ada.slash(world.channel, "takeback")
    assert world.last.content.startswith("**Ada** took back `` 1`* ``.\nIt is **Ada**'s turn.")
    assert (labels(world.last), labels(shown(world, summary))) == (USUAL, [])
    assert world.last.attachments
    assert [p for p in world.pings()[pings:] if p] == []
    await world.move(world.ada, "3")
    assert "**Ada** takes 3." in world.last.content
    assert world.pings()[-1] == [world.grace.id]


async def test_asked_for_in_a_stretch_and_agreed_to_behind_it(world: World) -> None:
    await in_stretch(world)
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    request = world.last
    assert world.pings()[-1] == [world.grace.id]
    await pause(world)
    summary = world.last
    assert "**Turn 5**" in summary.content
    assert labels(shown(world, request)) == ["Let them take it back", "No"]
    await world.grace.click(shown(world, request), label="Let them take it back")
    assert world.last.content.startswith("**Grace** let **Ada** take back `` 1`* ``.")
    assert (await standing(world)).turn == 1
    assert world.pings()[-1] == [world.ada.id]
    assert (labels(shown(world, request)), labels(shown(world, summary))) == ([], [])


async def test_a_move_of_before_the_stretch_is_taken_back_in_it(world: World) -> None:
    board = await quick(world)
    await world.ada.click(board, label="Play on now")
    await world.ada.slash(world.channel, "board")
    await world.grace.slash(world.channel, "takeback")
    await world.ada.click(world.last, label="Let them take it back")
    changed = shown(world, board)
    assert "**Ada** let **Grace** take back `` 1`* ``." in changed.content
    assert PLAYING_ON in changed.content
    match = await standing(world)
    assert match.turn_person
    assert (match.turn_person.name, len(match.plies)) == ("Grace", 3)
    pings = len(world.pings())
    await pause(world)
    assert world.pings()[pings:] == [[world.grace.id]]
    assert "played on at once" not in world.last.content
    assert labels(world.last) == USUAL


# Deletion


async def test_the_one_to_move_is_deleted_in_a_stretch(world: World) -> None:
    board = await in_stretch(world)
    await delete(world, world.grace)
    assert (await standing(world)).status is Status.ENDED
    assert not (await stretch(world)).is_open
    end, summary = world.public()[-2:]
    assert "🏆 **Ada** wins!" in end.content
    assert f"<@{world.ada.id}>" in end.content
    assert "**Turn 5**" in summary.content
    assert (labels(shown(world, board)), PLAYING_ON in shown(world, board).content) == ([], False)
    posts = len(world.public())
    await pause(world)
    assert len(world.public()) == posts


async def test_who_began_a_stretch_is_deleted_and_it_holds_no_number_of_theirs(
    world: World,
) -> None:
    await of_three(world)
    await delete(world, world.linus)
    found = await stretch(world)
    assert (found.is_open, found.person < 0) == (True, True)
    await world.grace.click(world.last, label="One post a turn")
    assert PLAYING_ON not in world.last.content
    # She was called to this turn before the stretch began.
    assert "**Grace**, it is your turn." in world.last.content
    assert (await stretch(world)).ended
