"""Puzzles: what they ask for, hints, what refutes a wrong answer, and the next one."""

import re
from typing import Any

import pytest

from bot.catalog import catalog
from bot.exercises.puzzles import Puzzle, puzzle, puzzles
from bot.front.exercises.clues import clues_of
from bot.front.exercises.faces import GOALS, LEARNED
from bot.front.exercises.items import TryId
from bot.front.exercises.on_exercise import open_exercise
from tests.front.conftest import World, labels, pressed
from tests.front.exercises.learning import opened, typed
from tests.helpers.choosing import own_moves
from tests.helpers.long_runs import some

PUZZLED = [key for key in catalog() if puzzles(key)]


def puzzle_of(message: Any) -> Puzzle:
    parts = [part for row in message.components for part in row["components"]]
    at = next(filter(None, (TryId.parse(part["custom_id"]) for part in parts)))
    found = puzzle(at.exercise)
    assert found
    return found


def wrong_move(found: Puzzle) -> str:
    """A legal move after which the puzzle is not solved."""
    rules = catalog()[found.id.game].game
    texts = (rules.format(found.position, move) for move in rules.moves(found.position))
    return next(text for text in texts if found.judged([text]).result == "wrong")


async def test_a_puzzle_says_what_it_asks_for_and_how_hard_it_is(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    assert shown.ephemeral
    found = puzzle_of(shown)
    assert f"### A puzzle of Bump\n{GOALS[found.theme]}" in shown.content
    assert "★" * found.difficulty in shown.content
    assert "Compare" not in labels(shown)
    help_ = await pressed(world.ada, shown, "More…")
    assert {"Solution", "Another", "Describe"} <= set(labels(help_))
    any_game = await opened(world, "puzzle")
    assert puzzle_of(any_game).id != found.id


async def test_a_puzzle_is_solved_and_the_next_one_drawn(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    found = puzzle_of(shown)
    for _, move in own_moves(found):
        shown = await typed(world, shown, move)
    assert LEARNED[found.theme] in shown.content
    assert {"Again", "Another"} <= set(labels(shown))
    assert "Next" not in labels(shown)
    after = await pressed(world.ada, shown, "Another")
    assert after.id == shown.id
    assert puzzle_of(after).id != found.id
    attempt = await world.client.service.exercises.attempt(world.ada.id, found.id)
    assert attempt.done


async def test_a_wrong_answer_is_refuted_and_the_solution_drawn(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    found = puzzle_of(shown)
    move = wrong_move(found)
    wrong = await typed(world, shown, move)
    assert "**Not yet.**" in wrong.content
    assert f"`{move}`" in wrong.content
    reply = found.judged([move]).reply
    assert all(f"`{text}`" in wrong.content for text in reply)
    assert len(wrong.attachments) == 1
    solved = await pressed(world.ada, wrong, "Solution")
    for text in found.solution:
        assert f"`{text}`" in solved.content
        assert len(solved.attachments) == 1
        solved = await pressed(world.ada, solved, "▶") if "▶" in labels(solved) else solved
    again = await pressed(world.ada, solved, "Do it myself")
    assert GOALS[found.theme] in again.content


async def test_the_first_hint_points_at_the_piece_and_the_second_says_more(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    clues = clues_of(puzzle_of(shown))
    assert len(clues) == 2
    shown = await pressed(world.ada, shown, "Hint")
    assert clues[0].text in shown.content
    assert "Marked:" in shown.attachments[0].description
    shown = await pressed(world.ada, shown, "Hint")
    assert shown.content.count("💡") == 2
    assert "Hint" not in labels(shown)


async def test_another_puzzle_is_drawn_once_by_a_double_press(world: World) -> None:
    shown = await pressed(world.ada, await opened(world, "puzzle", game="bump"), "More…")
    first = puzzle_of(shown)
    parts = [part for row in shown.components for part in row["components"]]
    (another,) = [p["custom_id"] for p in parts if p["custom_id"].endswith(":another")]
    with world.env.time_context():
        await world.press(world.ada, shown, another)
        await world.press(world.ada, shown, another)
    await world.env.settle()
    book = world.client.service.exercises
    begun = [await book.attempt(world.ada.id, each.id) for each in puzzles("bump").values()]
    assert sum(attempt.changes > 0 for attempt in begun) == 2
    assert (await book.attempt(world.ada.id, first.id)).changes > 0


async def test_any_exercise_is_opened_by_its_id(world: World) -> None:
    first = next(iter(puzzles("bump").values()))
    deeds = {**world.client.lessons, "hints": lambda at, _: _opened(at, first)}
    world.patch.setattr(type(world.client), "lessons", deeds)
    help_ = await opened(world, "help")
    answer = await world.ada.click(help_, label="Good to know")
    assert GOALS[first.theme] in answer.response.content


async def _opened(interaction: Any, found: Puzzle) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await open_exercise(interaction, found.id)


@pytest.mark.parametrize("game", PUZZLED)
def test_the_hints_of_a_puzzle_leave_several_moves(game: str) -> None:
    for found in some(list(puzzles(game).values()), 5):
        first, second = clues_of(found)
        assert first.text != second.text
        assert "one of these: " in second.text
        assert len(re.split(", | or ", second.text)) > 1
        assert len(second.marks) != 1
