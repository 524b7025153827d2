"""The board of an exercise as a match that was never stored, for whatever works on matches. Pure,
and may compute."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import cast

from bot.catalog import entry
from bot.exercises.exercise import Exercise
from bot.model.events import Person
from bot.model.exercises.attempt import NO_MATCH, Attempt
from bot.model.match import Match
from bot.model.records import Status
from bot.service.personal.drafts import match_after


def board_of(exercise: Exercise, attempt: Attempt, person: Person) -> Match:
    """The board as it stands for the person in their attempt, a running match without a clock.

    Its number is 0. The others have numbers below zero, and the names of their sides. Raises
    PlayerError where the line can't be played.
    """
    seat = exercise.position.turn
    opened = Match(
        *(NO_MATCH, 0, exercise.id.game, exercise.options, Status.RUNNING),
        host=person,
        invited=(),
        accepted=(),
        board_seq=0,
        first="host",
        channel=0,
        guild=None,
        control=None,
        expires=attempt.begun,
        created=attempt.begun,
        updated=attempt.begun,
        seats=_seats(exercise, seat, person),
        opening=exercise.position,
    )
    return after_moves(opened, attempt.line)


def after_moves(board: Match, line: Iterable[str]) -> Match:
    """The board after moves of whoever is to move. Raises PlayerError."""
    return reduce(_after, line, board)


def _after(board: Match, text: str) -> Match:
    mover = board.turn_person
    return match_after(board, mover.id if mover else board.host.id, text, board.updated)


def _seats(exercise: Exercise, seat: int, person: Person) -> tuple[Person, ...]:
    game = entry(exercise.id.game)
    count = cast("Mapping[str, int]", exercise.options).get("players", game.players.start)
    return tuple(
        person if each == seat else Person(-each, side)
        for each, side in enumerate(game.sides[:count], 1)
    )
