"""Games of the bot against itself, by the rules: the same ones for the same seed.

The two play pairs of games. Both games of a pair begin with the same few random moves, and each of
the two has either seat once, so neither openings nor seats favor anybody. More than two have every
seat once in as many games.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from bot.catalog import entry
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import prove
from bot.opponents.thinking import Question

Mover = Callable[[Game[Any, Any], Any, int], str]
"""What a player plays in a position, as text. The number is the only source of chance."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The two players, any others, and the start of their games. The seed decides the rest."""

    key: str
    first: Mover
    second: Mover
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[Mover, ...] = ()

    @property
    def movers(self) -> tuple[Mover, ...]:
        """Everybody who plays."""
        return self.first, self.second, *self.others


@dataclass(frozen=True, slots=True)
class Decided:
    """How one game of a duel ended, counted from 0.

    `winner` is 0 for the first of them, 1 for the second, None for a draw; `reason` is a key of the
    game's data file, `long` if the game was broken off. `seconds` are the CPU that each of them
    took for each move. `start` is a position text, from which `moves` were played; they begin
    with the `opening` random ones.
    """

    number: int
    winner: int | None
    reason: str
    start: str
    opening: int
    moves: tuple[str, ...]
    seconds: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How often the first of two won, drew and lost."""

    wins: int
    draws: int
    losses: int


def by_level(number: int, game: Game[Any, Any], position: Any, seed: int) -> str:
    return Question(game.key, position, number, seed).answer().text


def score_of(decided: Iterable[Decided]) -> Score:
    winners = [each.winner for each in decided]
    return Score(winners.count(0), winners.count(None), winners.count(1))


def all_decided(duel: Duel, numbers: Iterable[int], processes: int = 0) -> Iterator[Decided]:
    """The games with these numbers in their order, played in that many processes; 0: one a core."""
    wanted = list(numbers)
    most = min(processes or os.cpu_count() or 1, len(wanted)) or 1
    if most == 1:
        yield from (decided(duel, number) for number in wanted)
        return
    pool = ProcessPoolExecutor(most, multiprocessing.get_context("spawn"))
    try:
        yield from pool.map(decided, [duel] * len(wanted), wanted)
    finally:
        pool.shutdown(cancel_futures=True)


LONGEST = 400
"""Plies after which a game counts as drawn."""


def decided(duel: Duel, number: int) -> Decided:
    """One game of a duel, from its opening to its end."""
    game = entry(duel.key).game
    options = {**entry(duel.key).usual, **duel.options}
    movers = duel.movers
    seats = len(movers)
    start, moves = random_opening(game, options, Random(f"{duel.seed} {number // seats}"), seats)
    position = after(game, start, moves)
    begun, chance = len(moves), Random(f"{duel.seed} {number} play")
    seconds: list[list[float]] = [[] for _ in movers]
    while (outcome := game.outcome(position)) is None and len(moves) < LONGEST:
        who = (position.turn - 1 + number) % seats
        before = time.process_time()
        text = movers[who](game, position, chance.getrandbits(64))
        seconds[who].append(time.process_time() - before)
        moves.append(text)
        position = after(game, position, [text])
    winner = None
    # A win that some share is a draw between them.
    if outcome and len(outcome.winners) == 1:
        winner = (outcome.winners[0] - 1 + number) % seats
    reason = outcome.reason if outcome else "long"
    each = tuple(map(tuple, seconds))
    return Decided(number, winner, reason, game.write(start), begun, tuple(moves), each)


def after(game: Game[Any, Any], position: Any, moves: Iterable[str]) -> Any:
    """The position after these moves, which must be legal."""
    for text in moves:
        position = game.play(position, game.parse(position, text)).position
    return position


OPENING = range(2, 5)
"""How many random moves a game begins with."""

LISTED = 3000
"""Legal moves among which a random one is chosen, if there are many more."""


def random_opening(
    game: Game[Any, Any], options: Mapping[str, Any], chance: Random, players: int = 2
) -> tuple[Any, list[str]]:
    """A start, and a few random moves after which the game is open."""
    while True:
        start = game.start(game.prepare(options, players, chance))
        moves = _random_moves(game, start, chance.choice(OPENING), chance)
        if is_open(game, after(game, start, moves)):
            return start, moves


def _random_moves(game: Game[Any, Any], position: Any, count: int, chance: Random) -> list[str]:
    texts: list[str] = []
    while len(texts) < count and game.outcome(position) is None:
        move = chance.choice(list(islice(game.moves(position), LISTED)))
        texts.append(game.format(position, move))
        position = game.play(position, move).position
    return texts


AHEAD = 3
"""Plies of both in which nobody may have a proven win after the opening."""

LOOKED_AT = 20_000
"""Scored moves after which a position counts as one without a proven win."""


def is_open(game: Game[Any, Any], position: Any) -> bool:
    """Whether the game goes on and neither side has a short proven win."""
    if game.outcome(position) is not None or _has_win(game, position):
        return False
    afters = (game.play(position, move).position for move in game.moves(position))
    return any(game.outcome(after) is None and not _has_win(game, after) for after in afters)


def _has_win(game: Game[Any, Any], position: Any) -> bool:
    return bool(prove(kernel_of(game.key, position), AHEAD, LOOKED_AT).winning)
