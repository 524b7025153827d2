"""Puzzles from matches that are over: what a player missed there, for them to find."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bot.exercises.exercise import Exercise, ExerciseId
from bot.exercises.puzzles import OWN, own_puzzle
from bot.model.decide.requirements import require_over
from bot.model.match import Match
from bot.model.records import MatchId, PersonId
from bot.model.refusals import NoSuchMatch, Refused
from bot.opponents.reviewing import Mistake
from bot.service.exercises.library import NoSuchExercise
from bot.service.personal.preferences import PERSON, PreferenceBook
from bot.service.thinking import Analysis

NAME = re.compile(r"([1-9]\d{0,14})-([1-9]\d{0,5})", re.ASCII)
"""The match and the ply that name a puzzle. No number is longer than databases hold."""

KEPT = 500
"""Matches and puzzles that are cached, so that not every press makes a search."""

NOTHING_MISSED = "I could prove nothing that you missed in that match, so there is no puzzle in it."

K = TypeVar("K")
V = TypeVar("V")

FindMatch = Callable[[MatchId], Awaitable[Match]]


@dataclass(frozen=True, slots=True, eq=False)
class OwnPuzzles:
    """What was missed in matches of two people, or against the bot, as puzzles.

    A puzzle is named by its match and turn, and found again from them; nothing is stored.
    """

    _match: FindMatch
    _analysis: Analysis
    _preferences: PreferenceBook
    _robot: PersonId
    _offered: dict[MatchId, Mapping[int, ExerciseId]] = field(default_factory=dict)
    _found: dict[ExerciseId, Exercise] = field(default_factory=dict)

    async def offered(self, match: Match) -> Mapping[int, ExerciseId]:
        """By person, the puzzle that each player of a match that is over gets from it, except those
        who want none. Empty if the search did not finish in time."""
        if len(match.seats) != 2 or not match.plies or match.opening is None:
            return {}
        players = {each.id for each in (*match.seats, *(s.former for s in match.successions))}
        wanting = {each for each in players - {self._robot} if await self._wants(each)}
        if wanting and match.id not in self._offered:
            _keep(self._offered, match.id, await self._missed(match))
        found = self._offered.get(match.id, {})
        return {person: each for person, each in found.items() if person in wanting}

    async def of(self, match: Match, person: PersonId) -> ExerciseId:
        """The puzzle that a person gets from a match: their own, or the last one if they did not
        play. Raises Refused if there is none, and while the match runs."""
        require_over(match)
        found = await self.offered(match)
        if match.seat_of(person) is None and found:
            return next(iter(found.values()))
        if person not in found:
            raise Refused(NOTHING_MISSED)
        return found[person]

    @staticmethod
    def match_of(exercise: ExerciseId) -> MatchId | None:
        """The match that a puzzle comes from, by the puzzle's name; None if it comes from none."""
        named = NAME.fullmatch(exercise.name) if exercise.kind == OWN else None
        return MatchId(int(named[1])) if named else None

    async def find(self, exercise: ExerciseId) -> Exercise:
        """The puzzle of that id. Raises NoSuchExercise if there is none, or no longer."""
        if exercise not in self._found:
            _keep(self._found, exercise, await self._made(exercise))
        return self._found[exercise]

    async def _wants(self, person: PersonId) -> bool:
        return (await self._preferences.stored(PERSON, person)).puzzles is not False

    async def _missed(self, match: Match) -> Mapping[int, ExerciseId]:
        missed = await self._analysis.last_mistakes(match, match.seats[0].id)
        offered: dict[int, ExerciseId] = {}
        for mistake in missed:
            player = match.mover_of(match.plies[mistake.ply - 1])
            exercise = ExerciseId(OWN, match.game, f"{match.id}-{mistake.ply}")
            puzzle = await asyncio.to_thread(_puzzle, match, exercise, mistake)
            if puzzle and player.id != self._robot and not player.is_deleted:
                offered[player.id] = exercise
                _keep(self._found, exercise, puzzle)
        return offered

    async def _made(self, exercise: ExerciseId) -> Exercise:
        number = self.match_of(exercise)
        if number is None:
            raise NoSuchExercise
        ply = int(exercise.name.partition("-")[2])
        try:
            match = await self._match(number)
            require_over(match)
        except NoSuchMatch as error:
            raise NoSuchExercise from error
        if match.game != exercise.game or not 0 < ply <= len(match.plies):
            raise NoSuchExercise
        mistake = await self._analysis.mistake(match, ply, match.seats[0].id)
        puzzle = await asyncio.to_thread(_puzzle, match, exercise, mistake) if mistake else None
        if puzzle is None:
            raise NoSuchExercise
        return puzzle


def _puzzle(match: Match, exercise: ExerciseId, mistake: Mistake) -> Exercise | None:
    before = match.plies[mistake.ply - 1].before
    return own_puzzle(exercise, match.options, before, mistake)


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    kept[key] = value
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
