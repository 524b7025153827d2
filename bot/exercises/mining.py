"""Mines puzzles from careless games, in which somebody often leaves something behind.

What is found is proven by every legal move (`themes.proven`) and has one answer alone. A puzzle's
difficulty is made of what can be measured of it: more for a theme that looks further ahead, for
a right move that sets off a chain, and for each of the bot's first three levels that misses it.
"""

import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random
from typing import Any

from bot.catalog import entry
from bot.exercises.exercise import ExerciseId
from bot.exercises.puzzles import DIFFICULTIES, KIND, Puzzle
from bot.exercises.themes import PuzzleTheme, Solved, Task, is_unique, proven
from bot.opponents.duel import LISTED, LONGEST
from bot.opponents.reviewing import gain
from bot.opponents.thinking import Question

RANDOM = (0.1, 0.25, 0.5)
"""How often a move is random, one of these in a game; else the bot's first level plays it."""

GREEDY = 0.25
"""How often a move that would be random takes a piece instead, where one does."""

APART = 6
"""Plies at least between two puzzles out of one game."""

LOOKS, LATE = 0.2, 10
"""Which part of a game's positions is looked at, beside so many at its end, where wins are."""

LEAST_MOVES = 6
"""Legal moves at least of a position in which there is something to find."""

SHARES: Mapping[PuzzleTheme, float] = {
    PuzzleTheme.WIN1: 0.35,
    PuzzleTheme.WIN2: 0.35,
    PuzzleTheme.SAVE: 0.35,
    PuzzleTheme.CAPTURE: 0.2,
    PuzzleTheme.GUARD: 0.2,
}
"""Which part of a game's puzzles one theme makes up at most. Not every game has all themes."""

EASY = 0.25
"""Which part of them has the lowest difficulty at most."""

AT_ONCE = 24
"""Games given to the processes together."""

WEIGHTS: Mapping[PuzzleTheme, int] = {
    PuzzleTheme.WIN1: 0,
    PuzzleTheme.CAPTURE: 0,
    PuzzleTheme.GUARD: 1,
    PuzzleTheme.SAVE: 1,
    PuzzleTheme.WIN2: 2,
}
"""How much a theme adds to the difficulty."""

CHAIN = 3
"""Pieces hit in one move from which on it is a chain that takes foresight."""


@dataclass(frozen=True, slots=True)
class Mine:
    """Where puzzles come from: a game with its options, and a seed that decides the rest."""

    key: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)


def mined(
    mine: Mine, wanted: int, known: Collection[Puzzle] = (), processes: int = 0
) -> Iterator[Puzzle]:
    """So many puzzles beside those that are known; their names go on from the last one.

    Played in so many processes, 0: one a core. The same mine gives the same puzzles.
    """
    kept = _Kept(len(known) + wanted)
    for puzzle in known:
        kept.add(puzzle)
    name = max((int(puzzle.id.name) for puzzle in known), default=0)
    for candidate in _candidates(mine, processes):
        if kept.takes(candidate):
            name += 1
            named = _named(candidate, str(name))
            kept.add(named)
            yield named
        if len(kept.tokens) >= kept.most:
            return


def _named(puzzle: Puzzle, name: str) -> Puzzle:
    return replace(puzzle, id=puzzle.id._replace(name=name))


def _candidates(mine: Mine, processes: int) -> Iterator[Puzzle]:
    most = processes or os.cpu_count() or 1
    pool = ProcessPoolExecutor(most, multiprocessing.get_context("spawn"))
    numbers = count()
    try:
        while True:
            batch = [*islice(numbers, AT_ONCE)]
            for found in pool.map(found_in_game, [mine] * len(batch), batch):
                yield from found
    finally:
        pool.shutdown(cancel_futures=True)


class _Kept:
    """What has been taken so far, and what may still come to it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.tokens: list[frozenset[str]] = []
        self.themes: Counter[PuzzleTheme] = Counter()
        self.easy = 0

    def add(self, puzzle: Puzzle) -> None:
        self.tokens.append(_tokens(puzzle))
        self.themes[puzzle.theme] += 1
        self.easy += puzzle.difficulty == DIFFICULTIES[0]

    def takes(self, puzzle: Puzzle) -> bool:
        if self.themes[puzzle.theme] >= SHARES[puzzle.theme] * self.most:
            return False
        if puzzle.difficulty == DIFFICULTIES[0] and self.easy >= EASY * self.most:
            return False
        tokens = _tokens(puzzle)
        return not any(len(tokens ^ other) <= 2 for other in self.tokens)


def _tokens(puzzle: Puzzle) -> frozenset[str]:
    # The pieces of a position, or its rows: where all but one are the same it is no new puzzle.
    text = entry(puzzle.id.game).game.write(puzzle.position)
    return frozenset(re.split(r"[\s;/|]+", text))


# One game


def found_in_game(mine: Mine, number: int) -> tuple[Puzzle, ...]:
    """What there is to be found in one careless game, one puzzle of a theme, apart in time."""
    chance = Random(f"{mine.seed} {number}")
    found: dict[PuzzleTheme, list[tuple[int, Puzzle]]] = {}
    positions = [*enumerate(_positions(mine, chance))]
    for ply, task in positions:
        is_late = ply >= len(positions) - LATE
        looks = is_late or chance.random() < LOOKS
        if looks and (puzzle := found_in(task, mine.options)):
            found.setdefault(puzzle.theme, []).append((ply, puzzle))
    kept: list[tuple[int, Puzzle]] = []
    for theme in sorted(found, key=lambda each: -WEIGHTS[each]):
        far = [each for each in found[theme] if all(abs(each[0] - ply) >= APART for ply, _ in kept)]
        if far:
            kept.append(chance.choice(far))
    return tuple(puzzle for _, puzzle in kept)


def _positions(mine: Mine, chance: Random) -> Iterator[Task]:
    # The positions of a game, the first one left out.
    game, usual = entry(mine.key).game, entry(mine.key).usual
    options = {**usual, **mine.options}
    task = Task(mine.key, game.start(game.prepare(options, game.players[0], chance)))
    careless = chance.choice(RANDOM)
    for _ in range(LONGEST):
        task = Task(mine.key, _after(task, careless, chance))
        if task.is_over():
            return
        yield task


def _after(task: Task, careless: float, chance: Random) -> Any:
    if chance.random() >= careless:
        question = Question(task.key, task.position, 1, chance.getrandbits(64))
        return task.after(question.answer().text).position
    turns = [turn for _, turn in islice(task.turns(), LISTED)]
    if chance.random() < GREEDY:
        taking = [turn for turn in turns if gain(turn, task.position.turn) > 0]
        turns = taking or turns
    return chance.choice(turns).position


def found_in(task: Task, options: Mapping[str, Any]) -> Puzzle | None:
    """A puzzle of the position, unnamed: of the first theme that has one answer alone in it."""
    if len([*islice(task.game.moves(task.position), LEAST_MOVES)]) < LEAST_MOVES:
        return None
    for theme in PuzzleTheme:
        proof = proven(theme, task)
        if proof and proof.moves and is_unique(task, proof.moves):
            name = ExerciseId(KIND, task.key, "0")
            usual = entry(task.key).usual
            hard = difficulty(task, theme, proof)
            return Puzzle(
                name, {**usual, **options}, task.position, theme, proof.line, proof.plies, hard
            )
    return None


def difficulty(task: Task, theme: PuzzleTheme, proof: Solved) -> int:
    """1 to 5: what it takes to find the right move."""
    right = task.turn_of(proof.line[0])
    missed: int = sum(
        task.after(Question(task.key, task.position, level, 1).answer().text).position
        != right.position
        for level in (1, 2, 3)
    )
    is_chain = sum(effect.hits for effect in right.effects) >= CHAIN
    points = 1 + WEIGHTS[theme] + missed + is_chain
    return min(points, DIFFICULTIES[-1])
