"""The puzzle of the day in the simulated server: posted once, silently, solved in private."""

from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.catalog import catalog
from bot.exercises.exercise import ExerciseId
from bot.exercises.puzzles import Puzzle, puzzle
from bot.front.exercises.daily import DayPictures, SolveId
from bot.model.exercises.daily import SPREAD
from bot.service.exercises.library import OF_DATA, name_drawn
from renderers import View
from tests.front.conftest import World, labels, pressed
from tests.front.exercises.learning import kept, page, switch_on, to_next, typed
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import DAY, POSTS, forbid, refuse_here, spoken
from tests.helpers.taps import own_moves

AFTER = SPREAD.total_seconds() + 5


def of_post(message: Any) -> ExerciseId:
    parts = list(walk_components([row.to_dict() for row in message.components]))
    at = next(filter(None, (SolveId.parse(part.get("custom_id", "")) for part in parts)))
    return at.exercise


def puzzle_behind(message: Any) -> Puzzle:
    of = of_post(message)
    return known(puzzle(ExerciseId("puzzle", of.game, name_drawn(of))))


async def solve(world: World, who: Any, post: Any, *, wrong: bool = False) -> Any:
    """Press Solve and type the solution; a wrong move before it."""
    shown = await open_of(world, who, post)
    found = puzzle_behind(post)
    if wrong:
        rules = catalog()[found.id.game].game
        texts = (rules.format(found.position, move) for move in rules.moves(found.position))
        bad = next(text for text in texts if found.judged([text]).result == "wrong")
        shown = await typed_by(world, who, shown, bad)
        shown = await pressed(who, shown, "Again")
    for _, move in own_moves(found):
        shown = await typed_by(world, who, shown, move)
    return shown


async def open_of(world: World, who: Any, post: Any) -> Any:
    answer = await who.click(post, label="Solve")
    return answer.followups[-1] if answer.followups else answer.response


async def typed_by(world: World, who: Any, shown: Any, move: str) -> Any:
    as_ada, world.ada = world.ada, who
    try:
        return await typed(world, shown, move)
    finally:
        world.ada = as_ada


async def test_it_is_posted_once_a_day_with_a_picture_and_calls_nobody(world: World) -> None:
    shown = await switch_on(world)
    snapshot(shown.content)
    assert spoken(world) == []

    await to_next(world)

    [post] = spoken(world)
    snapshot(post)
    assert post.flags.suppress_notifications
    [picture] = post.attachments
    assert picture.description
    assert world.pings() == [[]]
    snapshot(post.content)
    await world.env.advance_time(3600)
    assert len(spoken(world)) == 1
    await to_next(world)
    first, second = spoken(world)
    assert of_post(first) != of_post(second)
    snapshot(second.content)


async def test_it_is_solved_in_private_and_told_the_next_day(world: World) -> None:
    await switch_on(world)
    await to_next(world)
    [post] = spoken(world)
    done = await solve(world, world.ada, post, wrong=True)
    assert done.ephemeral
    await solve(world, world.grace, post)
    shown = await open_of(world, world.linus, post)
    await pressed(world.linus, await pressed(world.linus, shown, "More…"), "Solution")
    assert len(spoken(world)) == 1

    await to_next(world)

    snapshot(spoken(world)[-1].content)
    await solve(world, world.ada, spoken(world)[-1])
    await to_next(world)
    snapshot(spoken(world)[-1].content)


async def test_a_person_who_does_not_want_to_be_named_is_not(world: World) -> None:
    await switch_on(world)
    await to_next(world)
    mine = (await world.ada.slash(world.channel, "settings")).response
    await pressed(world.ada, mine, "Named in lists: on")
    await solve(world, world.ada, spoken(world)[0])
    await to_next(world)
    told = spoken(world)[-1].content
    snapshot(told)
    assert "Ada" not in told


async def test_a_stored_name_that_cannot_be_seen_is_somebodys(world: World) -> None:
    await switch_on(world)
    await to_next(world)
    [post] = spoken(world)
    await solve(world, world.ada, post)
    # As another version has stored it.
    world.sql("UPDATE day_entries SET called = ?", "\u3164\u200b")
    await to_next(world)
    snapshot(spoken(world)[-1].content)


@pytest.mark.parametrize("known", [True, False])
async def test_without_a_right_to_post_managers_are_notified(world: World, known: bool) -> None:
    await switch_on(world)
    if known:
        forbid(world, send_messages=False)
    else:
        refuse_here(world, times=2)
    await to_next(world)
    await world.env.advance_time(7200)
    assert spoken(world) == []
    shown = await page(world)
    snapshot(shown.content)
    forbid(world, send_messages=True)
    await to_next(world)
    assert len(spoken(world)) == 1
    assert "⚠️" not in (await page(world)).content


async def test_with_its_channel_gone_it_is_switched_off(world: World) -> None:
    other = world.guild.create_text_channel("puzzles")
    shown = await switch_on(world)
    await world.manager.select(shown, [other], custom_id="daily:channel")
    assert (await kept(world)).channel == other.id
    world.env.backend.delete_channel(other.id)
    await to_next(world)
    assert (await kept(world)).due is None
    snapshot((await page(world)).content)


async def test_it_is_switched_off_and_only_managers_may(world: World) -> None:
    shown = await switch_on(world)
    data = {"custom_id": "daily:hour", "component_type": 3, "values": ["off"]}
    snapshot("".join(await world.send(world.ada, 3, data, shown.id)))
    assert (await kept(world)).due
    shown = (await world.manager.select(shown, ["off"], custom_id="daily:hour")).response
    snapshot(shown.content)
    await world.env.advance_time(2 * DAY)
    assert spoken(world) == []


async def test_without_a_right_to_attach_files_the_board_is_in_characters(world: World) -> None:
    await switch_on(world)
    forbid(world, attach_files=False)
    # What gets lost on the way is tried again, and stands once.
    world.env.inject_error("POST", POSTS, status=503, times=3)
    await to_next(world)
    await world.env.advance_time(300)
    [post] = spoken(world)
    assert (await kept(world)).trouble == ""
    assert not post.attachments
    assert "```" in post.content
    assert labels(post) == ["Solve"]


async def test_it_is_drawn_once_for_all_servers_that_see_boards_alike(world: World) -> None:
    found = known(OF_DATA.of_day("bump", world.env.now().date()))
    pictures = DayPictures()
    first = await pictures.of(found, View())
    assert await pictures.of(found, View()) is first
    assert await pictures.of(found, View(large=True)) is not first
    assert isinstance(first.file("a.png"), discord.File)
