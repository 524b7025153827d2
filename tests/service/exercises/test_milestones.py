"""What is counted of exercises: each thing once, and up to when they are first reached."""

import asyncio

import pytest

from bot.exercises.exercise import Exercise
from bot.model.exercises.attempt import StaleAttempt
from bot.model.exercises.milestones import Milestone
from bot.service.exercises.board import board_of
from bot.service.exercises.book import ExerciseBook
from bot.service.exercises.drawing import YEAR
from bot.service.personal.drafts import next_step, with_choice
from tests.helpers.exercises import another_move, library, set_line
from tests.helpers.people import ADA
from tests.service.conftest import Club

PUZZLE = set_line("clump")
FIRST, _, LAST = PUZZLE.solution
WRONG = another_move(PUZZLE)


class Counting:
    """People who learn, and what is counted of it."""

    def __init__(self) -> None:
        self.counted: list[str] = []
        self.club = Club(library=library(PUZZLE), note_milestone=self._note)

    @property
    def book(self) -> ExerciseBook:
        return self.club.service.exercises

    def _note(self, exercise: Exercise, milestone: Milestone) -> None:
        assert exercise == PUZZLE
        self.counted.append(milestone)

    async def now(self) -> int:
        return (await self.book.attempt(ADA.id, PUZZLE.id)).changes

    async def tries(self, *texts: str) -> None:
        for text in texts:
            await self.book.tried(ADA.id, PUZZLE.id, await self.now(), text)


@pytest.fixture
def counting() -> Counting:
    return Counting()


async def test_a_double_press_is_counted_once(counting: Counting) -> None:
    presses = (counting.book.tried(ADA.id, PUZZLE.id, 0, WRONG) for _ in range(3))
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(each, StaleAttempt) for each in results) == 2
    assert counting.counted == ["begun", "wrong"]


async def test_help_and_the_way_to_the_end_are_counted_in_their_order(counting: Counting) -> None:
    await counting.book.hinted(ADA.id, PUZZLE.id, 0)
    await counting.tries(WRONG, WRONG)
    for _ in range(2):
        await counting.book.solved_by_solution(ADA.id, PUZZLE.id, await counting.now())
    await counting.tries(FIRST, LAST)
    assert counting.counted == ["begun", "hint", "wrong", "wrong", "solution", "reached"]


async def test_what_is_done_once_more_for_fun_is_not_counted(counting: Counting) -> None:
    await counting.tries(FIRST, LAST)
    await counting.book.again(ADA.id, PUZZLE.id, await counting.now())
    await counting.book.hinted(ADA.id, PUZZLE.id, await counting.now())
    await counting.book.solved_by_solution(ADA.id, PUZZLE.id, await counting.now())
    await counting.tries(WRONG, FIRST, LAST)
    assert counting.counted == ["begun", "reached"]


async def test_an_exercise_is_begun_by_the_first_choice_on_its_board(counting: Counting) -> None:
    book, clock = counting.book, counting.club.clock
    attempt = await book.attempt(ADA.id, PUZZLE.id)
    board = board_of(PUZZLE, attempt, ADA)
    for _ in range(2):
        key = next_step(board, attempt.draft).choices[0].key
        attempt = attempt.with_draft(with_choice(board, attempt.draft, key), clock.now)
        assert await book.save(attempt)
        assert not await book.save(attempt)
    assert counting.counted == ["begun"]


async def test_a_puzzle_is_begun_when_it_is_drawn_and_a_year_later(counting: Counting) -> None:
    await counting.book.draw_puzzle(ADA.id, "clump")
    counting.club.clock.now += 2 * YEAR
    await counting.book.draw_puzzle(ADA.id, "clump")
    assert counting.counted == ["begun", "begun"]
