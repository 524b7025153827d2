"""Fast stretches while something else changes: who plays, where, whether at all."""

from typing import Any

import discord

from bot.front.text.stretches import PLAYING_ON
from bot.model.notices.notice_settings import Destination
from tests.front.conftest import World, labels
from tests.front.posting.places.spots import gone, let_in
from tests.front.posting.places.test_stretches import pause, played, quick, stretch
from tests.front.posting.places.test_threads import FIRST, meta, spoken, thread_of, usual
from tests.front.posting.test_notices import choose, direct


def shown(world: World, message: discord.Message) -> discord.Message:
    """A message of the channel as it stands now."""
    return next(m for m in world.public() if m.id == message.id)


async def in_stretch(world: World, **options: Any) -> discord.Message:
    """A match whose fifth turn was played in a stretch; its board. It is Grace's turn."""
    board = await quick(world, **options)
    await world.ada.click(board, label="Play on now")
    await played(world, 1)
    return board


async def in_stretch_of_thread(world: World) -> Any:
    """The same in a thread; that."""
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    await played(world, 4, channel=thread)
    await world.ada.click(spoken(world, thread)[-1], label="Play on now")
    await played(world, 1, channel=thread)
    return thread


async def replaced(world: World, player: Any, by: Any, channel: Any = None) -> None:
    """A manager sees to it that somebody plays on for a player."""
    channel = channel or world.channel
    await world.manager.slash(channel, "replace", player=player, by=by)
    if by == world.linus:
        await world.linus.click(world.public(channel)[-1], label="Take over")


async def test_the_board_of_a_stretch_that_is_over_no_longer_says_that_it_changes(
    world: World,
) -> None:
    board = await in_stretch(world)
    await pause(world)
    old = shown(world, board)
    assert (labels(old), PLAYING_ON in old.content) == ([], False)
    assert "**Ada** takes 1." in old.content


async def test_nor_does_that_of_a_match_that_has_ended(world: World) -> None:
    board = await in_stretch(world)
    asked = await world.grace.slash(world.channel, "resign")
    await world.grace.click(asked.response, label="Yes, resign")
    old = shown(world, board)
    assert (labels(old), PLAYING_ON in old.content) == ([], False)


async def test_who_plays_on_in_a_stretch_is_called_at_once(world: World) -> None:
    board = await in_stretch(world)
    pings = len(world.pings())
    await replaced(world, world.grace, world.linus)
    assert not (await stretch(world)).is_open
    assert "**Linus** plays on for **Grace**." in world.last.content
    assert "**Turn 5**" in world.last.content
    assert world.last.id != board.id
    assert labels(world.last)[0] == "Move"
    assert [world.linus.id] == world.pings()[-1]
    assert sum(world.linus.id in each for each in world.pings()[pings:]) == 2
    assert labels(shown(world, board)) == []
    await world.move(world.linus, "1")
    assert world.pings()[-1] == [world.ada.id]


async def test_who_plays_on_for_the_one_who_is_not_to_move_ends_it_too(world: World) -> None:
    await in_stretch(world)
    await replaced(world, world.ada, world.linus)
    assert not (await stretch(world)).is_open
    assert "**Linus** plays on for **Ada**." in world.last.content
    assert world.pings()[-1] == [world.grace.id]
    await world.env.advance_time(3600)
    assert world.pings()[-1] == [world.grace.id]


async def test_a_call_of_before_a_stretch_stays_where_somebody_else_is_replaced(
    world: World,
) -> None:
    board = await quick(world)
    await world.grace.click(board, label="Play on now")
    await replaced(world, world.grace, world.linus)
    assert not (await stretch(world)).is_open
    old = shown(world, board)
    assert f"<@{world.ada.id}>, it is your turn." in old.content
    assert (labels(old), PLAYING_ON in old.content) == ([], False)
    assert world.last.content.startswith("**Linus** plays on for **Grace**.")
    assert labels(world.last)[0] == "Move"
    assert world.pings()[-1] == []
    await world.move(world.ada, "1")
    assert world.pings()[-1] == [world.linus.id]


async def test_the_bot_takes_over_in_a_stretch(world: World) -> None:
    await in_stretch(world)
    await replaced(world, world.grace, world.robot)
    await world.env.advance_time(60)
    assert not (await stretch(world)).is_open
    match = await world.client.matches.match(FIRST)
    assert match.turn_person
    assert match.turn_person.name == "Ada"
    assert world.pings()[-1] == [world.ada.id]
    assert sum(PLAYING_ON in m.content for m in world.public()) == 0
    newest = [m for m in world.public() if "Move" in labels(m)]
    assert len(newest) == 1


async def test_the_successor_is_let_into_the_thread_of_a_stretch(world: World) -> None:
    thread = await in_stretch_of_thread(world)
    await replaced(world, world.grace, world.linus, thread)
    assert world.linus.id in thread._channel.thread_members
    assert world.pings()[-1] == [world.linus.id]
    assert "**Linus** plays on for **Grace**." in spoken(world, thread)[-1].content


async def test_a_request_for_a_replacement_stands_beside_a_stretch(world: World) -> None:
    board = await in_stretch(world)
    await world.grace.slash(world.channel, "replace", player=world.grace, by=world.linus)
    request = world.last
    assert sorted(world.pings()[-1]) == sorted([world.linus.id, world.ada.id])
    await played(world, 1, begin=1)
    assert "**Grace** takes 1." in shown(world, board).content
    await pause(world)
    assert labels(shown(world, request)) == ["Take over", "Agree", "No", "Withdraw"]
    await world.ada.click(shown(world, request), label="Agree")
    await world.linus.click(shown(world, request), label="Take over")
    assert world.last.content.startswith("**Linus** plays on for **Grace**.")
    assert labels(shown(world, request)) == []


async def test_the_sum_of_a_stretch_stands_in_the_thread_of_the_match_that_ended(
    world: World,
) -> None:
    thread = await in_stretch_of_thread(world)
    asked = await world.grace.slash(thread, "resign")
    await world.grace.click(asked.response, label="Yes, resign")
    await world.env.advance_time(120)
    assert "**Turn 5**" in spoken(world, thread)[-1].content
    assert not any("**Turn 5**" in m.content for m in spoken(world))
    assert meta(thread).locked


async def test_an_archived_thread_goes_on_with_the_stretch(world: World) -> None:
    thread = await in_stretch_of_thread(world)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    # Each is tried without its picture too.
    for method, path in (("POST", ""), ("PATCH", "/*")):
        messages = f"/channels/{thread.id}/messages{path}"
        world.env.inject_error(method, messages, status=400, code=50083, times=2)
    await world.move(world.grace, "1", match=1)
    assert "**Grace** takes 1." in spoken(world, thread)[-1].content
    assert not meta(thread).archived
    await pause(world)
    assert world.pings()[-1] == [world.ada.id]


async def test_a_stretch_goes_on_in_the_channel_where_its_thread_is_locked(world: World) -> None:
    thread = await in_stretch_of_thread(world)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    meta(thread).locked = True
    for method, path in (("POST", ""), ("PATCH", "/*")):
        messages = f"/channels/{thread.id}/messages{path}"
        world.env.inject_error(method, messages, status=400, code=50083, times=None)
    await world.move(world.grace, "1", match=1)
    board = spoken(world)[-1]
    assert "**Grace** takes 1." in board.content
    assert "goes on here" in board.content
    assert PLAYING_ON in board.content
    await world.move(world.ada, "1", match=1)
    assert spoken(world)[-1].id == board.id
    await pause(world)
    assert world.pings()[-1] == [world.grace.id]
    assert "Turns 5 to 7" in spoken(world)[-1].content


async def test_a_match_called_off_in_a_stretch_is_summed_up(world: World) -> None:
    board = await in_stretch(world)
    asked = await world.manager.slash(world.channel, "calloff", match=1)
    await world.manager.click(asked.response, label="Yes, end it")
    end, summary = world.public()[-2:]
    assert "called the match off" in end.content
    assert "**Turn 5**" in summary.content
    assert labels(shown(world, board)) == []


async def test_a_draw_agreed_on_in_a_stretch_is_summed_up(world: World) -> None:
    board = await in_stretch(world)
    await world.offer_draw(world.grace)
    await world.ada.click(world.last, label="Agree to the draw")
    assert "agreed on a draw" in world.public()[-2].content
    assert "**Turn 5**" in world.last.content
    assert labels(shown(world, board)) == []


async def test_thrown_out_in_a_stretch_the_bot_calls_each_directly_and_once(world: World) -> None:
    board = await in_stretch(world)
    gone(world, world.guild, world.channel)
    await world.env.settle()
    posts = len(world.public())
    asked = await world.grace.user.slash("move", move="1")
    await world.grace.user.click(asked.response, label="Confirm")
    assert "It is your turn" in direct(world.ada)[-1].content
    await pause(world)
    await world.env.advance_time(60)
    assert sum("your turn" in m.content for m in direct(world.ada)) == 1
    assert not (await stretch(world)).is_open
    let_in(world, world.guild)
    await world.env.settle()
    assert "**Grace** takes 1." in world.last.content
    assert PLAYING_ON not in world.last.content
    assert len(world.public()) == posts + 1
    assert world.last.id != board.id


async def test_a_living_board_keeps_its_picture_through_a_replacement(world: World) -> None:
    await usual(world, "living")
    board = await in_stretch(world)
    await replaced(world, world.grace, world.linus)
    assert world.last.attachments
    old = shown(world, board)
    assert (old.attachments, labels(old), PLAYING_ON in old.content) == ([], [], False)
    assert sum(bool(m.attachments) for m in world.public() if "Move" in labels(m)) == 1


async def test_direct_calls_after_a_replacement_in_a_stretch(world: World) -> None:
    await choose(world, world.linus, destination=Destination.DIRECT)
    await in_stretch(world)
    await replaced(world, world.grace, world.linus)
    texts = [m.content for m in direct(world.linus)]
    assert sum("your turn" in text for text in texts) == 1
