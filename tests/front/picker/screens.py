"""Screens of the picker, on any position, as a phone would show them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

from bot.exercises.exercise import Exercise, ExerciseId
from bot.front.exercises.views import ExerciseView, view_parts_of
from bot.front.picker.phone import message_height
from bot.front.picker.screen import DraftView, Manner, Screen, screen_of
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.model.records import Draft, MatchId
from bot.model.terms import Terms
from bot.service.exercises.book import board_of
from bot.service.personal import drafts
from renderers import View, icon_names
from tests.helpers.exercises import SetLine
from tests.helpers.people import ADA
from tests.service.conftest import START

MANNER = Manner("Bump · match 12 · not played yet")


def match_on(game: str, options: Any, position: Any, *, rated: bool = False) -> Match:
    """A match on that position, in which Ada is to move."""
    puzzle = ExerciseId("puzzle", game, "a1")
    exercise = SetLine(puzzle, options, position, ())
    match = board_of(exercise, Attempt(ADA.id, *puzzle, begun=START, at=START), ADA)
    return replace(match, id=MatchId(12), terms=Terms(rated=rated))


def view_of(match: Match, draft: Draft, moving: str = drafts.PAD, **more: Any) -> DraftView:
    """How Ada sees her draft, close up, with the pieces drawn on the buttons."""
    emojis = dict.fromkeys(icon_names(match.game), "<:drawn:1234>")
    view: dict[str, Any] = {"manner": MANNER, "closeups": True, "emojis": emojis} | more
    return DraftView(match, draft, View(), START, moving=moving, **view)


def exercise_view(exercise: Exercise, line: Sequence[str] = (), hints: int = 0) -> ExerciseView:
    """How Ada sees an exercise after those moves of hers, with so many hints."""
    attempt = Attempt(ADA.id, *exercise.id, begun=START, at=START, line=tuple(line), hints=hints)
    return ExerciseView(exercise, attempt, *view_parts_of(exercise, attempt, ADA))


def exercise_screens(
    shown: ExerciseView, chance: Random, moving: str = drafts.PAD
) -> Iterator[Screen]:
    """Those on the way to a move of the exercise that is chosen at random."""
    match, manner = shown.match, shown.manner
    for draft in ways_on(match, shown.draft, chance, moving):
        yield screen_of(view_of(match, draft, moving, manner=manner), note=shown.heading)


def ways_on(
    match: Match, draft: Draft, chance: Random, moving: str = drafts.PAD
) -> Iterator[Draft]:
    """The drafts from this one to a whole move, by choices at random."""
    yield draft
    while draft.move is None:
        step = drafts.next_step(match, draft, moving)
        draft = drafts.with_choice(match, draft, chance.choice(step.offered).key)
        yield draft


def height_of(screen: Screen) -> int:
    """How high the message of the screen is on a phone."""
    sizes = [Image.open(BytesIO(each.data)).size for each in screen.pictures]
    return message_height(screen.text, sizes, screen.every_row)


def screens_on(
    match: Match, chance: Random, moving: str = drafts.PAD, **more: Any
) -> Iterator[Screen]:
    """Those on the way to a move that is chosen at random."""
    for draft in ways_on(match, drafts.new_draft(match, ADA.id), chance, moving):
        yield screen_of(view_of(match, draft, moving, **more))
