"""What counts in exercises, and what a double press, another device or a restart can't lose."""

import asyncio
from typing import Any

import pytest

from bot.exercises.exercise import Exercise, ExerciseId, Judgment, Result
from bot.games.core import PlayerError
from bot.model.exercises.attempt import Attempt, Milestone, StaleAttempt
from bot.model.refusals import Refused
from bot.service.exercises.book import ExerciseBook, board_of
from bot.service.exercises.library import YEAR, NoSuchExercise
from bot.service.personal.drafts import next_step, with_choice
from tests.helpers.exercises import another_move, library, set_line
from tests.helpers.people import ADA, GRACE
from tests.helpers.thinking import Failing
from tests.service.conftest import Club

PUZZLE = set_line("clump")
STAGE = set_line("clump", "first", kind="stage")
SHELF = library(PUZZLE, STAGE)
FIRST, REPLY, LAST = PUZZLE.solution
WRONG = another_move(PUZZLE)


def learning(**parts: Any) -> tuple[Club, ExerciseBook]:
    club = Club(**{"library": SHELF, **parts})
    return club, club.service.exercises


async def now_of(book: ExerciseBook) -> Attempt:
    return await book.attempt(ADA.id, PUZZLE.id)


async def test_a_puzzle_is_solved_move_by_move_and_stays_so_after_a_restart() -> None:
    club, book = learning()
    attempt, said = await book.tried(ADA.id, PUZZLE.id, 0, FIRST)
    assert (said.result, attempt.line) == (Result.GOES_ON, (FIRST, REPLY))
    again = Club(club.store, club.clock, library=SHELF).service.exercises
    assert await now_of(again) == attempt
    attempt, said = await again.tried(ADA.id, PUZZLE.id, attempt.changes, LAST)
    assert said == Judgment(Result.REACHED, text="So it is.")
    assert (attempt.reached, attempt.done, attempt.tries) == (True, club.clock.now, 0)
    assert await now_of(book) == attempt
    with pytest.raises(Refused, match="reached already"):
        await book.tried(ADA.id, PUZZLE.id, attempt.changes, LAST)


async def test_a_wrong_try_counts_once_however_often_it_is_pressed() -> None:
    _, book = learning()
    presses = (book.tried(ADA.id, PUZZLE.id, 0, WRONG) for _ in range(3))
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(each, StaleAttempt) for each in results) == 2
    attempt = await now_of(book)
    assert (attempt.tries, attempt.changes, attempt.line) == (1, 1, ())
    assert (attempt.wrong, attempt.reason) == ((WRONG,), "other")


async def test_of_two_processes_that_judge_the_same_try_one_counts_it() -> None:
    club, book = learning()
    other = Club(club.store, club.clock, library=SHELF).service.exercises
    both = (each.tried(ADA.id, PUZZLE.id, 0, WRONG) for each in (book, other))
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(each, StaleAttempt) for each in results) == 1
    assert (await now_of(book)).tries == 1


async def test_a_press_on_an_older_picture_changes_nothing() -> None:
    _, book = learning()
    attempt = await book.hinted(ADA.id, PUZZLE.id, 0)
    stale = (book.hinted, book.again, book.solved_by_solution)
    for press in stale:
        with pytest.raises(StaleAttempt):
            await press(ADA.id, PUZZLE.id, 0)
    assert await now_of(book) == attempt
    assert (attempt.hints, attempt.helped) == (1, True)


async def test_what_was_chosen_on_another_device_is_not_lost() -> None:
    club, book = learning()
    attempt = await now_of(book)
    board = board_of(PUZZLE, attempt, ADA)
    first, second, *_ = (choice.key for choice in next_step(board, attempt.draft).choices)
    for key, is_saved in ((first, True), (second, False)):
        draft = with_choice(board, attempt.draft, key)
        assert await book.save(attempt.with_draft(draft, club.clock.now)) is is_saved
    assert (await now_of(book)).keys[0] == first


async def test_a_move_that_cannot_be_played_is_refused_and_not_counted() -> None:
    club, book = learning()
    with pytest.raises(PlayerError):
        await book.tried(ADA.id, PUZZLE.id, 0, "nonsense")
    assert await now_of(book) == Attempt(
        ADA.id, *PUZZLE.id, begun=club.clock.now, at=club.clock.now
    )


async def test_a_search_that_fails_counts_for_nothing() -> None:
    _, book = learning(thinking=Failing())
    with pytest.raises(Refused, match="search failed"):
        await book.tried(ADA.id, PUZZLE.id, 0, WRONG)
    assert (await now_of(book)).changes == 0


async def test_giving_up_shows_once_in_what_it_says_of_strength() -> None:
    club, book = learning()
    given_up = await book.solved_by_solution(ADA.id, PUZZLE.id, 0)
    assert (given_up.solution_shown, given_up.done) == (True, None)
    restarted = await book.again(ADA.id, PUZZLE.id, given_up.changes)
    attempt, _ = await book.tried(ADA.id, PUZZLE.id, restarted.changes, FIRST)
    attempt, _ = await book.tried(ADA.id, PUZZLE.id, attempt.changes, LAST)
    assert (attempt.solution_shown, attempt.done) == (True, club.clock.now)


async def test_progress_is_that_of_the_stages_of_one_game() -> None:
    _, book = learning()
    await book.tried(ADA.id, PUZZLE.id, 0, WRONG)
    attempt, _ = await book.tried(ADA.id, STAGE.id, 0, WRONG)
    assert await book.progress(ADA.id, "clump") == {"first": attempt}
    assert await book.progress(ADA.id, "bump") == {}
    assert await book.progress(GRACE.id, "clump") == {}


async def test_very_many_tries_in_a_short_time_are_refused_for_a_while() -> None:
    club, book = learning()
    for changes in range(120):
        await book.tried(ADA.id, PUZZLE.id, changes, WRONG)
    with pytest.raises(Refused, match="very many puzzles and tries"):
        await book.tried(ADA.id, PUZZLE.id, 120, WRONG)
    club.clock.pass_by(seconds=21)
    await book.tried(ADA.id, PUZZLE.id, 120, WRONG)


# Drawing


def shelf(*difficulties: int, game: str = "clump") -> tuple[Club, ExerciseBook]:
    """As many puzzles, as hard as that."""
    puzzles = [
        set_line(game, f"p{n}", plies=1, difficulty=hard) for n, hard in enumerate(difficulties)
    ]
    return learning(library=library(*puzzles, set_line("bounce", "b0", plies=1)))


async def solve(book: ExerciseBook, game: str | None = "clump") -> int:
    """Draw one and solve it at once: how hard it was."""
    puzzle = await book.draw_puzzle(ADA.id, {game} if game else ())
    attempt = await book.attempt(ADA.id, puzzle.id)
    await book.tried(ADA.id, puzzle.id, attempt.changes, puzzle.solution[0])
    return puzzle.difficulty


async def test_puzzles_get_harder_with_the_solver_and_none_comes_twice() -> None:
    _, book = shelf(*[1] * 5, *[2] * 5, *[3] * 2)
    assert [await solve(book) for _ in range(12)] == [1] * 3 + [2] * 3 + [3] * 2 + [2] * 2 + [1] * 2


async def test_once_all_were_had_the_one_of_longest_ago_comes_again_and_from_its_beginning() -> (
    None
):
    club, book = shelf(1, 1)
    names = []
    for _ in range(4):
        puzzle = await book.draw_puzzle(ADA.id, {"clump"})
        attempt = await book.attempt(ADA.id, puzzle.id)
        assert (attempt.tries, attempt.begun) == (0, club.clock.now)
        attempt, _ = await book.tried(ADA.id, puzzle.id, attempt.changes, WRONG)
        assert attempt.tries == 1
        names.append(puzzle.id.name)
        club.clock.pass_by(hours=1)
    assert sorted(names[:2]) == ["p0", "p1"]
    assert names[:2] == names[2:]


@pytest.mark.parametrize(("days", "difficulty"), [(364, 5), (367, 1)])
async def test_after_a_year_a_puzzle_is_as_good_as_new(days: int, difficulty: int) -> None:
    club, book = shelf(1, 5)
    assert await solve(book) == 1
    club.clock.pass_by(days=days)
    assert await solve(book) == difficulty


async def test_what_was_solved_counts_when_the_puzzles_are_replaced_by_others() -> None:
    club, book = shelf(1, 1, 1)
    assert [await solve(book) for _ in range(3)] == [1] * 3
    others = (set_line("clump", f"q{hard}", plies=1, difficulty=hard) for hard in (1, 2))
    after = Club(club.store, club.clock, library=library(*others)).service.exercises
    for name in ("p0", "p1", "p2"):
        of = ExerciseId("puzzle", "clump", name)
        assert (await after.attempt(ADA.id, of)).done
        with pytest.raises(NoSuchExercise):
            await after.find(of, ADA.id)
    # Three in a row make the next one harder, and those before are none of the new ones.
    assert (await after.draw_puzzle(GRACE.id, {"clump"})).difficulty == 1
    assert [await solve(after) for _ in range(2)] == [2, 1]


async def test_of_any_game_one_is_drawn_that_has_some_left() -> None:
    _, book = shelf(1, 1)
    drawn = {(await book.draw_puzzle(ADA.id)).id.game for _ in range(3)}
    assert drawn == {"clump", "bounce"}
    with pytest.raises(Refused, match="no puzzles"):
        await book.draw_puzzle(ADA.id, {"bump"})


# What is counted


FIRST, _, LAST = PUZZLE.solution


async def test_somebody_elses_puzzles_change_nothing() -> None:
    _, book = shelf(1, 2)
    await book.draw_puzzle(GRACE.id, {"clump"})
    assert await solve(book) == 1


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
    await counting.book.draw_puzzle(ADA.id, {"clump"})
    counting.club.clock.now += 2 * YEAR
    await counting.book.draw_puzzle(ADA.id, {"clump"})
    assert counting.counted == ["begun", "begun"]
