"""Mines puzzles from games of the bot's upper levels, in which something is missed now and then.

Each is proven by every legal move (`themes.proven`) and has only one answer. A puzzle's difficulty
is computed from what can be measured: more for a theme that looks further ahead, for a right move
that sets off a chain, for many moves that look right and are not, and for each of the bot's first
three levels that misses it.
"""

import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple

from bot.catalog import entry
from bot.exercises.exercise import ExerciseId
from bot.exercises.puzzles import DIFFICULTIES, KIND, Puzzle
from bot.exercises.themes import PuzzleTheme, Solved, Task, is_unique, proven
from bot.games.core import Position
from bot.opponents.duel import after, random_opening
from bot.opponents.kernel import kernel_of
from bot.opponents.thinking import Question

LEVELS = (3, 4)
"""The levels that play them, drawn for each: weaker play leads to boards that nobody would see."""

APART, APART_ALIKE = 6, 20
"""Least plies between two puzzles from one game, and between two of one theme."""

LOOKS = 0.15
"""Which part of a game's positions is usually searched for captures."""

MINED = 1_000_000
"""Scored moves of one proof: what takes longer to prove is dropped."""

UNEVENTFUL = 30
"""Turns in which nothing happened after which a game is dropped: a game that ends anyway is no
puzzle."""

LONGEST = 200
"""Plies after which a game is broken off."""

LEAST_MOVES = 6
"""Fewest legal moves of a position in which there is something to find."""


class Sought(NamedTuple):
    """The largest share of a theme among a game's puzzles, as not every game has all themes, and
    how much the theme adds to their difficulty."""

    share: float
    weight: int


SOUGHT: Mapping[PuzzleTheme, Sought] = {
    PuzzleTheme.WIN1: Sought(0.35, 0),
    PuzzleTheme.WIN2: Sought(0.5, 2),
    PuzzleTheme.SAVE: Sought(0.25, 1),
    PuzzleTheme.CAPTURE: Sought(0.25, 0),
    PuzzleTheme.GUARD: Sought(0.15, 1),
}

EASY = 0.25
"""The largest share of a game's puzzles with the lowest difficulty."""

AT_ONCE = 24
"""Games given to the processes together."""

TEMPTING = 2
"""Moves besides the right one that look like it, such as those to a space that has to be held."""

JUDGES = (1, 2, 3)
"""The levels of the bot that try a puzzle."""

CHAIN = 3
"""Pieces hit in one move from which on it is a chain that takes foresight."""


@dataclass(frozen=True, slots=True)
class Mine:
    """Where puzzles come from: a game with its options, and a seed that decides the rest.

    Games begin in turn at the position texts of `starts`, and are broken off after that many plies.
    `looks` is the part of their positions that is searched for what they don't show themselves.
    `themes` are those that are wanted, and `levels` those of the bot that play.
    """

    key: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    starts: tuple[str, ...] = ()
    longest: int = LONGEST
    looks: float = LOOKS
    themes: tuple[PuzzleTheme, ...] = tuple(PuzzleTheme)
    levels: tuple[int, ...] = LEVELS


def mined(
    mine: Mine, wanted: int, known: Collection[Puzzle] = (), processes: int = 0
) -> Iterator[Puzzle]:
    """New puzzles besides the known ones; their names go on from the last one.

    Played in that many processes, 0: one a core. The same mine gives the same puzzles.
    """
    kept = _Kept(len(known) + wanted, mine.themes)
    for puzzle in known:
        kept.add(puzzle)
    name = max((int(puzzle.id.name) for puzzle in known), default=0)
    for candidate in _candidates(mine, kept, processes):
        if kept.takes(candidate):
            name += 1
            named = replace(candidate, id=candidate.id._replace(name=str(name)))
            kept.add(named)
            yield named
        if len(kept.tokens) >= kept.most:
            return


def _candidates(mine: Mine, kept: "_Kept", processes: int) -> Iterator[Puzzle]:
    most = processes or os.cpu_count() or 1
    batches = _batches(mine, kept)
    if most == 1:
        for batch in batches:
            for dig in batch:
                yield from found_in_game(*dig)
    pool = ProcessPoolExecutor(most, multiprocessing.get_context("spawn"))
    try:
        for batch in batches:
            for found in pool.map(found_in_game, *zip(*batch, strict=True)):
                yield from found
    finally:
        pool.shutdown(cancel_futures=True)


def _batches(mine: Mine, kept: "_Kept") -> Iterator[list[tuple[Mine, int]]]:
    # Endless games, several at once, which look for what is still wanted when they begin.
    numbers = count()
    while True:
        wanted = replace(mine, themes=kept.wanted())
        yield [(wanted, number) for number in islice(numbers, AT_ONCE)]


class _Kept:
    """What has been taken so far, and what may still be added."""

    def __init__(self, most: int, asked: tuple[PuzzleTheme, ...]) -> None:
        self.most, self.asked = most, asked
        self.tokens: list[frozenset[str]] = []
        self.themes: Counter[PuzzleTheme] = Counter()
        self.easy = 0

    def add(self, puzzle: Puzzle) -> None:
        self.tokens.append(_tokens(puzzle))
        self.themes[puzzle.theme] += 1
        self.easy += puzzle.difficulty == DIFFICULTIES[0]

    def wanted(self) -> tuple[PuzzleTheme, ...]:
        """The themes of which there are not enough yet; if some are asked for, any number of
        those."""
        if len(self.asked) < len(PuzzleTheme):
            return self.asked
        return tuple(t for t in self.asked if self.themes[t] < SOUGHT[t].share * self.most)

    def takes(self, puzzle: Puzzle) -> bool:
        if puzzle.theme not in self.wanted():
            return False
        if puzzle.difficulty == DIFFICULTIES[0] and self.easy >= EASY * self.most:
            return False
        tokens = _tokens(puzzle)
        return not any(len(tokens ^ other) <= 2 for other in self.tokens)


def _tokens(puzzle: Puzzle) -> frozenset[str]:
    # The pieces of a position, or its rows: if all but one are the same it is no new puzzle.
    text = entry(puzzle.id.game).game.write(puzzle.position)
    return frozenset(re.split(r"[\s;/|]+", text))


# One game


def found_in_game(mine: Mine, number: int) -> tuple[Puzzle, ...]:
    """The puzzles in one game, apart in time."""
    chance = Random(f"{mine.seed} {number}")
    found = [*_all_found(mine, [*_positions(mine, number, chance)], chance)]
    chance.shuffle(found)
    # The rarest theme has the first choice.
    found.sort(key=lambda each: -SOUGHT[each[1].theme].weight)
    kept: list[tuple[int, Puzzle]] = []
    for ply, puzzle in found:
        if all(_is_apart(ply, puzzle, *each) for each in kept):
            kept.append((ply, puzzle))
    return tuple(puzzle for _, puzzle in kept)


def _is_apart(ply: int, puzzle: Puzzle, other: int, kept: Puzzle) -> bool:
    return abs(ply - other) >= (APART_ALIKE if puzzle.theme is kept.theme else APART)


def _positions(mine: Mine, number: int, chance: Random) -> Iterator[Task]:
    # The positions of a game, the first one left out.
    task = Task(mine.key, _start(mine, number, chance))
    for _ in range(mine.longest):
        question = Question(
            task.key, task.position, chance.choice(mine.levels), chance.getrandbits(64)
        )
        task = task.after(question.answer().text)
        if task.is_over() or getattr(task.position, "quiet", 0) > UNEVENTFUL:
            return
        yield task


def _start(mine: Mine, number: int, chance: Random) -> Any:
    game, options = entry(mine.key).game, {**entry(mine.key).usual, **mine.options}
    if mine.starts:
        return game.read(mine.starts[number % len(mine.starts)], options)
    # A few random moves, without which some levels play one game again and again.
    return after(game, *random_opening(game, options, chance))


def _all_found(mine: Mine, tasks: Sequence[Task], chance: Random) -> Iterator[tuple[int, Puzzle]]:
    wins = [bool(task.winning_reply()) for task in tasks]
    for ply, task in enumerate(tasks):
        for theme in _likely(ply, wins, chance.random() < mine.looks):
            if theme in mine.themes and (puzzle := found_in(task, theme, mine.options)):
                yield ply, puzzle
                break


def _likely(ply: int, wins: Sequence[bool], looks: bool) -> Iterator[PuzzleTheme]:
    # Themes that are worth a proof: a win in two if the game has a win two plies later, a save if
    # the next player has one. Pieces are hanging everywhere.
    if wins[ply]:
        yield PuzzleTheme.WIN1
        return
    if looks or any(wins[ply + 2 : ply + 3]):
        yield PuzzleTheme.WIN2
    if any(wins[ply + 1 : ply + 2]):
        yield PuzzleTheme.SAVE
    if looks:
        yield from (PuzzleTheme.CAPTURE, PuzzleTheme.GUARD)


def found_in(task: Task, theme: PuzzleTheme, options: Mapping[str, Any]) -> Puzzle | None:
    """A puzzle of that theme in the position, unnamed, if only one answer is right."""
    if len([*islice(task.game.moves(task.position), LEAST_MOVES)]) < LEAST_MOVES:
        return None
    if getattr(task.position, "runner", task.position.turn) is None:
        # Bi-Pod's players have not even taken their parts.
        return None
    proof = proven(theme, replace(task, nodes=MINED))
    if not proof or not proof.moves or not is_unique(task, proof.moves):
        return None
    if theme is PuzzleTheme.WIN1 and takes_the_last(task, proof.line[0]):
        return None
    name, options = ExerciseId(KIND, task.key, "0"), {**entry(task.key).usual, **options}
    hard = difficulty(task, theme, proof)
    return Puzzle(name, options, task.position, theme, proof.line, proof.plies, hard)


def takes_the_last(task: Task, text: str) -> bool:
    """Whether that move ends the game by taking a single piece, which everybody sees."""
    turn = task.turn_of(text)
    is_over = task.game.outcome(turn.position) is not None
    return is_over and sum(effect.takes for effect in turn.effects) == 1


def difficulty(task: Task, theme: PuzzleTheme, proof: Solved) -> int:
    """1 to 5: what it takes to find the right move."""
    right = task.turn_of(proof.line[0])
    missed = sum(_misses(task, right.position, level) for level in JUDGES)
    is_chain = sum(effect.hits for effect in right.effects) >= CHAIN
    points = 1 + SOUGHT[theme].weight + missed + is_chain + tempts(task, theme, proof)
    return min(points, DIFFICULTIES[-1])


def tempts(task: Task, theme: PuzzleTheme, proof: Solved) -> bool:
    """Whether many moves look as if they won at once."""
    if theme is not PuzzleTheme.WIN1:
        return False
    looking = kernel_of(task.key, task.position).could_win(task.round) or ()
    return len(looking) - len(proof.moves) >= TEMPTING


def _misses(task: Task, end: Position, level: int) -> bool:
    # Whether a level of the bot plays another move than the one with that result.
    found = Question(task.key, task.position, level, 1).answer()
    return bool(task.after(found.text).position != end)
