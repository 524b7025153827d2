"""Every game there is, played at random."""

import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

import bot.games
from bot.catalog import entry
from bot.games.core import M, Options, P, Turn
from bot.games.guide import Game
from tests.helpers.playing import suggested

SEEDS = range(3)
PLIES = 60
OF_ONE_GAME, APART = 3, 27
"""Positions of one game, and plies between two of them, at most."""
FEW = 900
"""How many legal moves a position may have for every way through its steps to be walked."""


def games() -> list[Game[Any, Any]]:
    """Every game, found by its package."""
    packages = (m.name for m in pkgutil.iter_modules(bot.games.__path__) if m.ispkg)
    return [import_module(f"bot.games.{name}").GAME for name in packages]


Ply = tuple[Any, Any, Turn[Any]]


@cache
def sequence(game: Game[Any, Any], seed: int) -> tuple[Options, list[Ply], Any]:
    """A random game: its options and each (position, move, turn)."""
    chance = Random(seed)
    players = chance.choice(game.players)
    options = game.prepare({}, players, chance)
    position = game.start(options)
    plies: list[Ply] = []
    while len(plies) < PLIES and game.outcome(position) is None:
        move = chance.choice(list(game.moves(position)))
        turn = game.play(position, move)
        plies.append((position, move, turn))
        position = turn.position
    return options, plies, position


def wandered(game: Game[P, M], chance: Random, plies: int, start: P) -> P:
    """The position after so many random moves, or at the end."""
    for _ in range(plies):
        moves = list(game.moves(start))
        if not moves:
            break
        start = game.play(start, chance.choice(moves)).position
    return start


def scattered(game: Game[P, M], chance: Random, start: P) -> Iterator[P]:
    """A few positions of one random game, each so many plies behind the one before, until the game
    ends: to play one game for each of them takes most of the time of who looks at them."""
    for _ in range(OF_ONE_GAME):
        start = wandered(game, chance, chance.randrange(APART), start)
        if game.outcome(start) is not None:
            break
        yield start


@cache
def legal_moves(game: Game[Any, Any], position: Any) -> tuple[Any, ...]:
    """The legal moves, listed once for all tests that only need to know them."""
    return tuple(game.moves(position))


ODD: dict[type, list[Any]] = {
    str: ["", "z9", "C2", "e1"],
    int: [-1, 0, 6, 99],
    type(None): [0, 3],
    tuple: [(), ("z9",)],
}
ODD[frozenset] = [frozenset(), frozenset(["e2"])]


def strangers(chance: Random, legal: list[M]) -> Iterator[M]:
    """Legal moves, each with one part of it taken from another or made odd: most are illegal."""
    while legal:
        one, other = chance.choice(legal), chance.choice(legal)
        parts = fields(one) if is_dataclass(one) else ()
        if not parts or type(one) is not type(other):
            yield other
            continue
        name = chance.choice(parts).name
        mine, theirs = getattr(one, name), getattr(other, name)
        values = [theirs, *ODD[type(mine)]]
        if isinstance(mine, tuple):
            values.append(mine + theirs)
        elif isinstance(mine, frozenset):
            values.append(mine | theirs)
        yield replace(one, **{name: chance.choice(values)})  # type: ignore[type-var]


def option_sets(game: Game[Any, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every value of each option with the others' defaults."""
    for players in game.players:
        yield players, {}
    players = game.players[0]
    for option in entry(game.key).options:
        for _, value in option.choices:
            yield players, {option.name: value}
        if option.kind == "per_seat":
            yield players, {option.name: [option.maximum] * players}


@cache
def won_game(game: Game[Any, Any], number: int) -> tuple[list[Ply], Any]:
    """A game of an option set that the first player wins, playing the best of a few moves."""
    chance = Random(number)
    players, options = list(option_sets(game))[number]
    position = game.start(game.prepare(options, players, chance))
    plies: list[Ply] = []
    while game.outcome(position) is None:
        move, turn = _chosen(game, position, chance)
        plies.append((position, move, turn))
        position = turn.position
    assert plies
    assert 1 in game.outcome(position).winners  # type: ignore[union-attr]
    return plies, position


def _chosen(game: Game[Any, Any], position: Any, chance: Random) -> tuple[Any, Turn[Any]]:
    """The first player's best suggestion; of the others any of the first moves there are."""
    if position.turn != 1:
        move = chance.choice(list(islice(game.moves(position), 60)))
        return move, game.play(position, move)
    moves = [game.parse(position, text) for text in suggested(game, position)]
    tried = [(move, game.play(position, move)) for move in moves]
    return max(tried, key=lambda one: game.evaluate(one[1].position, 1))


every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
every_match = pytest.mark.parametrize("seed", SEEDS)
every_end = pytest.mark.parametrize(
    ("game", "number"),
    [(game, number) for game in games() for number, _ in enumerate(option_sets(game))],
    ids=lambda value: getattr(value, "key", str(value)),
)


def is_a_sentence(text: str) -> bool:
    """Whether a text can be shown as it is."""
    return text[-1:] in ".!?" and " " in text and len(text) < 600
