"""Somebody who knows nothing goes through the lessons, by what the screens say and nothing else."""

from typing import Any

import pytest

from bot.catalog import catalog
from bot.exercises.exercise import Exercise
from bot.exercises.lessons import lesson
from bot.exercises.stages import Stage
from bot.front.exercises.outcomes import LAST
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.service.exercises.board import board_of
from tests.front.conftest import World, labels, pressed
from tests.front.exercises.learning import opened, trying, typed
from tests.helpers.choosing import Tap, own_moves, taps_to

TAUGHT = [key for key in catalog() if lesson(key).stages]

pytestmark = [pytest.mark.long, pytest.mark.parametrize("game", TAUGHT)]


async def first_of(world: World, game: str) -> Any:
    """The first stage, from the list of all games on."""
    menu = await opened(world)
    return await pressed(world.ada, menu, catalog()[game].name, "Begin")


async def tapped(world: World, message: Any, tap: Tap) -> Any:
    """The message after a button was pressed, or the line of a menu chosen, by what stands on
    it."""
    if not tap.in_menu:
        return (await world.ada.click(message, label=tap.label)).response
    (menu, value) = next(
        (part, option["value"])
        for row in message.components
        for part in row["components"]
        for option in part.get("options", ())
        if option["label"] == tap.label
    )
    return (await world.ada.select(message, [value], custom_id=menu["custom_id"])).response


async def by_buttons(world: World, message: Any, exercise: Exercise, attempt: Attempt) -> Any:
    """The message after the next move of the solution was made with buttons, and tried."""
    board = board_of(exercise, attempt, Person(world.ada.id, "Ada"))
    text = next(text for place, text in own_moves(exercise) if place == len(attempt.line))
    for tap in taps_to(board, text, world.ada.id):
        message = await tapped(world, message, tap)
    return await pressed(world.ada, message, trying(message))


def require_stage(message: Any, stage: Stage) -> None:
    """The screen says what it is and what is to be reached."""
    assert stage.title in message.content
    assert stage.goal in message.content


async def test_every_stage_is_finished_with_buttons_alone(world: World, game: str) -> None:
    shown, book, stages = await first_of(world, game), world.client.service.exercises, lesson(game)
    for stage in stages.stages:
        require_stage(shown, stage)
        while not (attempt := await book.attempt(world.ada.id, stage.id)).reached:
            shown = await by_buttons(world, shown, stage, attempt)
            assert len(shown.attachments) >= 1
        assert stage.learned in shown.content
        shown = await pressed(world.ada, shown, "Next") if "Next" in labels(shown) else shown
    assert LAST in shown.content


async def test_every_stage_is_finished_by_words_and_typed_moves(world: World, game: str) -> None:
    await world.wishes(world.ada, text=True)
    shown, book, stages = await first_of(world, game), world.client.service.exercises, lesson(game)
    for stage in stages.stages:
        require_stage(shown, stage)
        assert "```" in shown.content or any(a.filename == "board.txt" for a in shown.attachments)
        words = await pressed(world.ada, shown, "More…", "Describe")
        assert catalog()[game].name in words.content
        shown = await pressed(world.ada, words, "To the board")
        for place, move in own_moves(stage):
            attempt = await book.attempt(world.ada.id, stage.id)
            assert len(attempt.line) == place
            shown = await typed(world, shown, move)
        assert stage.learned in shown.content
        shown = await pressed(world.ada, shown, "Next") if "Next" in labels(shown) else shown
    assert LAST in shown.content
