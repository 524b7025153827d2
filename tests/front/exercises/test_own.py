"""Puzzles out of people's own matches, below the end and in what waited for the morning.

On the smallest board of Clump whoever begins wins with their second move, if they begin well.
"""

from typing import Any

from bot.model.records import Status
from tests.front.conftest import World, labels, pressed
from tests.helpers.posting import NIGHT, choose, until

NO_MORE = "No puzzles from my matches"


async def with_missed_win(world: World, **options: Any) -> str:
    """A match that runs, in which Ada has let a win in two go; the move that would have won."""
    await world.begin("clump", size="4 by 4", **options)
    match = await world.match()
    proof = await world.client.service.analysis.proof(match, 3, 1_000_000, world.ada.id)
    legal = [match.rules.format(match.position, m) for m in match.rules.moves(match.position)]
    # All that win in two are among the moves of no more plies.
    missed = next(text for text in reversed(legal) if text not in proof.winning)
    await world.move(world.ada, missed)
    return proof.winning[0]


async def test_the_end_of_a_match_offers_what_was_missed_as_a_puzzle(world: World) -> None:
    right = await with_missed_win(world)
    await world.resign(world.ada)
    assert "Puzzle" in labels(world.last)
    shown = (await world.ada.click(world.last, label="Puzzle")).response
    assert shown.ephemeral
    assert shown.content.startswith("### A puzzle from match 1\nWin in two moves")
    form = await world.ada.click(shown, label="Type it…")
    preview = (await world.ada.submit_modal(form, {"move": right})).response
    went_on = await pressed(world.ada, preview, "Try it")
    assert "Win in two moves" in went_on.content
    attempt = await world.client.service.exercises.attempt(
        world.ada.id, next(iter((await offered(world)).values()))
    )
    assert len(attempt.line) == 2


async def offered(world: World) -> Any:
    return await world.client.service.own_puzzles.offered(await world.match())


async def test_one_press_ends_it_for_whoever_wants_none(world: World) -> None:
    await with_missed_win(world)
    await world.resign(world.ada)
    shown = (await world.ada.click(world.last, label="Puzzle")).response
    solution = await pressed(world.ada, shown, "More…", "Solution")
    off = await pressed(world.ada, solution, NO_MORE)
    assert "Puzzles from my matches: off" in labels(off)
    assert await offered(world) == {}


async def test_a_match_in_which_nothing_was_missed_offers_nothing(world: World) -> None:
    await world.begin("clump")
    await world.move(world.ada, "a1-b1")
    await world.resign(world.ada)
    assert (await world.match()).status is Status.ENDED
    assert "Puzzle" not in labels(world.last)


async def test_what_waited_for_the_morning_tells_of_the_puzzle(world: World) -> None:
    await choose(world, world.ada, **NIGHT)
    await with_missed_win(world)
    await until(world, 23)
    await world.resign(world.grace)
    await until(world, 8)
    assert "There is a puzzle in it for you: **Puzzle** below its last board." in world.last.content
