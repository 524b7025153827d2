"""Every kernel sees its game as the rules do: recorded games, counts of moves, random positions."""

import importlib.util
import os
from typing import Any

import pytest

from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from tests.helpers.long_runs import LONG
from tests.helpers.random_play import games
from tests.helpers.vectors import COUNTED, GAMES, RECORDED
from tests.opponents.agreement import assert_agrees, assert_plays, perft_of, walks

READY = [
    game
    for game in games()
    if importlib.util.find_spec(f"bot.opponents.kernels.{game.key}") is not None
]
KEYS = [game.key for game in READY]
POSITIONS = int(os.environ.get("BUMPBOT_POSITIONS", 1500 if LONG else 300))
"""Random positions of each game. `BUMPBOT_POSITIONS=20000` looks at as many as a change of a kernel
deserves, which takes a quarter of an hour."""

MOST_COUNTED = 10_000
"""Counts of moves above this are for long runs alone."""


@pytest.mark.parametrize(
    ("game", "record"),
    [each for each in RECORDED if each.values[0].key in KEYS],  # type: ignore[union-attr]
)
def test_a_recorded_game_is_the_kernels_too(game: Game[Any, Any], record: dict[str, Any]) -> None:
    before = record.get("before")
    options = record["options"]
    position = game.read(before, options) if before else game.start(options)
    kernel = kernel_of(game.key, position)
    for step in record["steps"]:
        moves = assert_agrees(game, position, kernel)
        text = game.format(position, game.parse(position, step["move"]))
        if text not in moves:
            assert not kernel.whole
            return
        position = assert_plays(game, position, kernel, moves[text])
        kernel.play(moves[text])
    assert kernel.write() == record["final"]
    assert_agrees(game, position, kernel)


@pytest.mark.parametrize(
    ("key", "options", "counts"), [each for each in COUNTED if each[0] in KEYS]
)
def test_the_kernel_counts_as_many(key: str, options: dict[str, Any], counts: list[int]) -> None:
    kernel = kernel_of(key, GAMES[key].start(options))
    short = [count for count in counts if LONG or count <= MOST_COUNTED]
    assert [perft_of(kernel, depth) for depth in range(1, len(short) + 1)] == short


@pytest.mark.parametrize("game", READY, ids=KEYS)
def test_random_positions_are_the_same_to_the_kernel(game: Game[Any, Any]) -> None:
    assert walks(game, POSITIONS, seed=5) >= POSITIONS


@pytest.mark.skipif("bump" not in KEYS, reason="there is no kernel of Bump yet")
def test_the_kernel_of_bump_counts_255025_sequences_of_two() -> None:
    assert perft_of(kernel_of("bump", GAMES["bump"].start({})), 2) == 255_025
