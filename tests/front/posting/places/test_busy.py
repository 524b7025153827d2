"""Ten matches in one channel stay readable, and a restart in the middle loses nothing."""

from bot.front.posting.places import worker
from bot.model.places.place import State, lost
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.front.posting.places.test_threads import (
    FIRST,
    MAKING,
    meta,
    place,
    spoken,
    thread_of,
    usual,
)

TEN = range(1, 11)


async def test_of_ten_matches_the_channel_shows_links_and_each_thread_its_boards(
    world: World,
) -> None:
    for _ in TEN:
        await world.start(spare=9)
    for number in TEN:
        await world.move(world.ada, "1", match=number)
    for number in TEN:
        await world.move(world.grace, "1", match=number)
    shown = spoken(world)
    assert not any(m.attachments for m in shown)
    # The first three had a board before the one that their thread was made from.
    assert sum("play in their thread" in m.content for m in shown) == len(TEN) + 3
    assert not any("Move" in labels(m) for m in shown)
    assert {thread.name.split(" · ")[0] for thread in world.channel.threads} == {
        f"Heap {number}" for number in TEN
    }
    for thread in world.channel.threads:
        boards = spoken(world, thread)
        assert 1 <= len(boards) <= 2
        assert ["Move" in labels(m) for m in boards] == [False] * (len(boards) - 1) + [True]


async def test_ten_living_matches_have_ten_pictures(world: World) -> None:
    await usual(world, "living")
    for _ in TEN:
        await world.start(spare=9)
    for who in (world.ada, world.grace, world.ada):
        for number in TEN:
            await world.move(who, "1", match=number)
    shown = spoken(world)
    assert all(m.attachments for m in shown[-10:])
    assert not any(m.attachments for m in shown[:-10])
    assert not any(m.components for m in shown[:-10])
    assert len({m.content for m in shown}) == len(shown)
    assert [m for m in shown if "it is your turn" in m.content] == shown[-10:]


async def test_the_board_before_the_thread_leads_there_once_it_stands(world: World) -> None:
    for _ in range(4):
        await world.start(spare=9)
    first = next(m for m in spoken(world) if m.attachments and "match 1 " in m.content)
    await world.move(world.ada, "1", match=1)
    (thread,) = [each for each in world.channel.threads if each.name.startswith("Heap 1 ")]
    (before,) = [m for m in spoken(world) if m.id == first.id]
    assert f"play in their thread: <#{thread.id}>" in before.content
    assert (before.attachments, labels(before)) == ([], [])


async def test_the_board_before_a_refused_thread_keeps_its_picture(world: World) -> None:
    for _ in range(4):
        await world.start(spare=9)
    first = next(m for m in spoken(world) if m.attachments and "match 1 " in m.content)
    world.env.inject_error("POST", MAKING, status=400, code=160006, times=None)
    await world.move(world.ada, "1", match=1)
    (before,) = [m for m in spoken(world) if m.id == first.id]
    assert before.content == first.content
    assert (len(before.attachments), labels(before)) == (1, [])


async def test_the_board_of_a_thread_shrinks_at_the_end_of_a_match_too(world: World) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "3")
    assert "🏆 **Ada** wins!" in spoken(world, thread)[-1].content
    (board,) = [m for m in spoken(world) if m.id == thread.id]
    assert "play in their thread" in board.content
    assert (board.attachments, labels(board)) == ([], [])


async def test_a_thread_is_closed_after_a_restart_too(world: World) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "1")
    await world.move(world.grace, "2", channel=thread)
    await world.restart()
    assert not meta(thread).archived
    await world.env.advance_time(worker.SOON.total_seconds() + 1)
    assert (meta(thread).archived, meta(thread).locked) == (True, True)
    assert sum("wins!" in m.content for m in spoken(world)) == 1


async def test_closing_is_tried_until_it_is_done(world: World) -> None:
    await usual(world, "thread")
    await world.start()
    thread = thread_of(world)
    await world.move(world.ada, "1")
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=503, times=4)
    await world.move(world.grace, "2", channel=thread)
    await world.env.advance_time(3600)
    assert (meta(thread).archived, meta(thread).locked) == (True, True)
    assert (await place(world)).state is State.CLOSED


async def test_a_board_that_was_lost_comes_back_after_a_restart_and_once(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    await world.move(world.ada, "1")
    book = world.client.service.places
    await book.change(FIRST, lambda now: lost(now, "*Gone.*", world.env.now()))
    await world.restart()
    await world.restart()
    boards = [m for m in spoken(world) if "**Ada** takes 1." in m.content]
    assert len(boards) == 1
    assert "*Gone.*" in boards[0].content
    assert "Move" in labels(boards[0])


async def test_a_match_that_ends_with_its_first_board_closes_its_thread(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    asked = await world.ada.slash(world.channel, "resign")
    await world.ada.click(asked.response, label="Yes, resign")
    assert "**Ada** resigned" in spoken(world, thread)[-1].content
    assert "**Ada** resigned" in spoken(world)[-1].content
    await world.env.advance_time(worker.SOON.total_seconds() + 1)
    assert meta(thread).archived


async def test_a_match_that_ends_in_the_channel_leaves_one_post_of_it(world: World) -> None:
    await world.start()
    await world.move(world.ada, "1")
    await world.move(world.grace, "2")
    assert sum("wins!" in m.content for m in spoken(world)) == 1
    assert await world.client.store.place(FIRST) is None


async def test_answers_lead_to_the_board_in_the_thread(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    old = spoken(world)[-1]
    await world.move(world.ada, "1")
    (board,) = spoken(world, thread)
    assert f"/{thread.id}/{board.id}" in await world.client.board_link(MatchId(1))
    listed = said(await world.grace.slash(world.channel, "games"))
    assert f"/{thread.id}/{board.id}" in listed
    assert old.id == thread.id
