"""What people do in exercises: their progress, their tries, and the next puzzle. The board of an
exercise is a match that was never stored, so that code for matches works on it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import reduce
from random import Random
from typing import cast

from bot.catalog import catalog, entry
from bot.exercises.exercise import Exercise, ExerciseId, Judgment, Line, Result, TryQuestion
from bot.exercises.puzzles import OWN
from bot.games.core import PlayerError
from bot.model.events import Person
from bot.model.exercises.attempt import (
    NO_MATCH,
    Attempt,
    Attempts,
    Milestone,
    Solving,
    StaleAttempt,
    Trial,
    milestones,
    solving,
)
from bot.model.limits import TRIES
from bot.model.match import Match
from bot.model.records import NO_EVENT, NOWHERE, PersonId, Seat, Status
from bot.model.refusals import Refused
from bot.service.exercises.library import (
    DAY,
    STAGE,
    YEAR,
    Graded,
    Library,
    NoSuchExercise,
    next_puzzle,
)
from bot.service.limits import LimitBook
from bot.service.locks import Locks
from bot.service.personal.drafts import match_after
from bot.service.thinking import Thinking, answer_to


def board_of(exercise: Exercise, attempt: Attempt, person: Person) -> Match:
    """The board of the person's attempt, as a running match without a clock.

    Its number is 0. The others have numbers below zero, and the names of their parts or sides.
    Raises PlayerError if the line can't be played.
    """
    seat = Seat(exercise.position.turn)
    opened = Match(
        id=NO_MATCH,
        seq=NO_EVENT,
        game=exercise.id.game,
        options=exercise.options,
        status=Status.RUNNING,
        host=person,
        invited=(),
        accepted=(),
        board_seq=NO_EVENT,
        first="host",
        channel=NOWHERE,
        guild=None,
        control=None,
        expires=attempt.begun,
        updated=attempt.begun,
        seats=_seats(exercise, seat, person),
        opening=exercise.position,
    )
    return after_moves(opened, attempt.line)


def after_moves(board: Match, line: Iterable[str]) -> Match:
    """The board after moves of the player to move. Raises PlayerError."""
    return reduce(_after, line, board)


def _after(board: Match, text: str) -> Match:
    mover = board.turn_person
    return match_after(board, mover.id if mover else board.host.id, text, board.updated)


def _seats(exercise: Exercise, seat: Seat, person: Person) -> tuple[Person, ...]:
    game = entry(exercise.id.game)
    count = cast("Mapping[str, int]", exercise.options).get("players", game.players.start)
    return tuple(
        person if each == seat else Person(PersonId(-each), _part_of(exercise, Seat(each)) or side)
        for each, side in enumerate(game.sides[:count], 1)
    )


def _part_of(exercise: Exercise, seat: Seat) -> str:
    # The part of a seat as a name: `The Blocker`.
    part = entry(exercise.id.game).game.part(exercise.position, seat)
    return part[:1].upper() + part[1:]


Key = tuple[PersonId, ExerciseId]

FindOwn = Callable[[ExerciseId], Awaitable[Exercise]]
"""Finds a puzzle from a person's own match. Raises NoSuchExercise."""

NoteMilestone = Callable[[Exercise, Milestone], None]
"""Called with what somebody has done in an exercise, once that is saved, without saying who."""


def note_nothing(exercise: Exercise, milestone: Milestone) -> None:
    """Counts nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class ExerciseBook:
    """The attempts of all people: one for each person and exercise.

    What counts takes the `changes` of the attempt that the person saw. Raises StaleAttempt if it
    has changed since, as on the second press of a double one; nothing is counted then.
    """

    _store: Attempts
    _library: Library
    _find_own: FindOwn
    _thinking: Thinking
    _limits: LimitBook
    _clock: Callable[[], datetime]
    _chance: Random
    _note: NoteMilestone = note_nothing
    _locks: Locks[Key] = field(default_factory=Locks)

    async def find(self, exercise: ExerciseId, person: PersonId) -> Exercise:
        """The exercise of that id, if the person may have it. Raises NoSuchExercise."""
        if exercise.kind == OWN:
            return await self._find_own(exercise)
        if exercise.kind == DAY and exercise.name > f"{self._clock().astimezone(UTC):%Y-%m-%d}~":
            # Nobody knows the puzzle of a day before it.
            raise NoSuchExercise
        return await asyncio.to_thread(self._library.find, exercise)

    async def attempt(self, person: PersonId, exercise: ExerciseId) -> Attempt:
        """How far the person is in it; an empty attempt if they never began."""
        now = self._clock()
        found = await self._store.find_one(Attempt, person=person, **exercise._asdict())
        return found or Attempt(person, *exercise, begun=now, at=now)

    async def save(self, attempt: Attempt) -> bool:
        """Store it instead of the one it follows; False if another came first."""
        # A first change is the only one that a draft can be counted for.
        return await self._kept(replace(attempt, changes=attempt.changes - 1), attempt)

    async def tried(
        self, person: PersonId, exercise: ExerciseId, changes: int, text: str
    ) -> tuple[Attempt, Judgment]:
        """Make that move in the attempt. Returns how far they are then, and the judgment.

        Raises PlayerError for a move that can't be played, and counts nothing then.
        """
        async with self._locks((person, exercise)):
            before = await self._current(person, exercise, changes)
            if before.reached:
                raise Refused("That is reached already. Begin it again, or take the next one.")
            found = await self.find(exercise, person)
            line = await asyncio.to_thread(_longer, found, before, text)
            await self._limits.take(TRIES.name, person, None)
            judgment = await answer_to(self._thinking, TryQuestion(found, line), person)
            after = _judged(before, line, judgment, self._clock())
            return await self._saved(before, after), judgment

    async def hinted(self, person: PersonId, exercise: ExerciseId, changes: int) -> Attempt:
        found = await self._current(person, exercise, changes)
        return await self._saved(found, found.with_hint(self._clock()))

    async def solved_by_solution(
        self, person: PersonId, exercise: ExerciseId, changes: int
    ) -> Attempt:
        """Record that the solution is shown to them."""
        found = await self._current(person, exercise, changes)
        return await self._saved(found, found.with_solution(self._clock()))

    async def again(self, person: PersonId, exercise: ExerciseId, changes: int) -> Attempt:
        """Begin it again from its first position."""
        found = await self._current(person, exercise, changes)
        return await self._saved(found, found.restarted(self._clock()))

    async def progress(self, person: PersonId, game: str) -> dict[str, Attempt]:
        """Their progress in the stages of a game's lesson that they have begun, by name."""
        found = await self._store.find(Attempt, person=person, kind=STAGE, game=game)
        return {each.name: each for each in found}

    async def finished(self, person: PersonId) -> list[Attempt]:
        """The puzzles that they have solved, or whose solution they have seen, those last first."""
        found = await self._store.find(Attempt, person=person)
        puzzles = [each for each in found if each.kind != STAGE and each.finished]
        return sorted(puzzles, key=lambda each: each.at, reverse=True)

    async def learned(self, person: PersonId) -> set[str]:
        """The games of whose lessons they have done a stage within a year."""
        trials = await self._store.trials(person, self._clock() - YEAR)
        return {trial.game for trial in trials if trial.kind == STAGE and trial.done}

    async def solving(self, person: PersonId) -> Solving:
        """How many puzzles they have solved, and on how many days in a row."""
        return solving(await self._store.solved(person), self._clock())

    async def draw_puzzle(self, person: PersonId, games: Collection[str] = ()) -> Graded:
        """A puzzle of one of those games, or else of any, near their strength, that they have not
        had within a year. From now on it counts as had. Raises Refused if there is none."""
        await self._limits.take(TRIES.name, person, None)
        trials = await self._store.trials(person, self._clock() - YEAR)
        wanted = tuple(game for game in catalog() if game in games) or tuple(catalog())
        puzzle = await asyncio.to_thread(self._drawn, wanted, trials)
        if puzzle is None:
            raise Refused("There are no puzzles of that game yet.")
        await self._begin(person, puzzle.id)
        return puzzle

    def _drawn(self, games: tuple[str, ...], trials: list[Trial]) -> Graded | None:
        puzzles = {game: tuple(self._library.puzzles(game).values()) for game in games}
        return next_puzzle(puzzles, trials, self._chance)

    async def _begin(self, person: PersonId, exercise: ExerciseId) -> None:
        # Anything older than a year counts for nothing any more.
        before, now = await self.attempt(person, exercise), self._clock()
        fresh = Attempt(person, *exercise, begun=now, at=now, changes=before.changes + 1)
        await self._kept(before, fresh)

    async def _current(self, person: PersonId, exercise: ExerciseId, changes: int) -> Attempt:
        found = await self.attempt(person, exercise)
        if found.changes != changes:
            raise StaleAttempt
        return found

    async def _saved(self, before: Attempt, attempt: Attempt) -> Attempt:
        if not await self._kept(before, attempt):
            raise StaleAttempt
        return attempt

    async def _kept(self, before: Attempt, attempt: Attempt) -> bool:
        if not await self._store.save_next(attempt):
            return False
        if passed := milestones(before, attempt):
            # It is saved, even if the exercise to count it for no longer exists.
            with suppress(PlayerError):
                known = ExerciseId(attempt.kind, attempt.game, attempt.name)
                exercise = await self.find(known, attempt.person)
                for each in passed:
                    self._note(exercise, each)
        return True


def _longer(exercise: Exercise, attempt: Attempt, text: str) -> Line:
    # The line with that move, in its canonical form. Raises PlayerError.
    board = board_of(exercise, attempt, Person(attempt.person, ""))
    return (*attempt.line, after_moves(board, [text]).plies[-1].text)


def _judged(before: Attempt, line: Line, judgment: Judgment, now: datetime) -> Attempt:
    match judgment.result:
        case Result.REACHED:
            return before.at_end((*line, *judgment.reply), now)
        case Result.GOES_ON:
            return before.gone_on((*line, *judgment.reply), now)
        case Result.WRONG:
            wrong = (line[-1], *judgment.reply)
            return before.after_wrong(wrong, judgment.reason, now)
