"""Every kernel sees its game as the rules do, and a game without one is played by its rules."""

import importlib.util
import os
from random import Random
from typing import Any

import pytest

import bot.catalog
from bot.games.guide import Game
from bot.opponents.kernel import WON, RulesKernel, has_kernel, kernel_of
from bot.opponents.thinking import ProofQuestion, Question
from tests.helpers import pile
from tests.helpers.long_runs import LONG
from tests.helpers.random_play import games, wandered
from tests.helpers.vectors import COUNTED, GAMES, RECORDED
from tests.opponents.agreement import assert_agrees, assert_plays, perft_of, walks

READY = [
    game
    for game in games()
    if importlib.util.find_spec(f"bot.opponents.kernels.{game.key}") is not None
]
KEYS = [game.key for game in READY]
POSITIONS = int(os.environ.get("BUMPBOT_POSITIONS", 400 if LONG else 75))
"""Random positions of each game. `BUMPBOT_POSITIONS=20000` looks at as many as a change of a kernel
deserves, which takes a quarter of an hour."""

EACH = 6
"""Of so many positions of a recorded game one is compared; every move in it is played and taken
back."""

MOST_COUNTED = 10_000
"""Counts of moves above this are for long runs alone."""


@pytest.mark.parametrize(
    ("game", "record"),
    [each for each in RECORDED if each.values[0].key in KEYS],  # type: ignore[union-attr]
)
def test_a_recorded_game_is_the_same_to_the_kernel(
    game: Game[Any, Any], record: dict[str, Any]
) -> None:
    before = record.get("before")
    options = record["options"]
    position = game.read(before, options) if before else game.start(options)
    kernel = kernel_of(game.key, position)
    for number, step in enumerate(record["steps"]):
        scored = kernel.scored()
        if LONG or number % EACH == 0:
            assert_agrees(game, position, kernel, scored)
        moves = {kernel.text(move): move for _, move in scored}
        text = game.format(position, game.parse(position, step["move"]))
        if text not in moves:
            assert not kernel.whole
            return
        position = assert_plays(game, position, kernel, moves[text], scored)
        kernel.play(moves[text])
    assert kernel.write() == record["final"]
    assert_agrees(game, position, kernel)


@pytest.mark.parametrize(
    ("key", "options", "counts"), [each for each in COUNTED if each[0] in KEYS]
)
def test_the_kernel_counts_as_many_sequences(
    key: str, options: dict[str, Any], counts: list[int]
) -> None:
    kernel = kernel_of(key, GAMES[key].start(options))
    short = [count for count in counts if LONG or count <= MOST_COUNTED]
    assert [perft_of(kernel, depth) for depth in range(1, len(short) + 1)] == short


@pytest.mark.parametrize("game", READY, ids=KEYS)
def test_random_positions_are_the_same_to_the_kernel(game: Game[Any, Any]) -> None:
    assert walks(game, POSITIONS, seed=5) >= POSITIONS


# By the rules alone


FEW = 300
"""Legal moves of the positions that are compared."""


@pytest.fixture
def _pile_is_on_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {**bot.catalog.catalog(), "pile": pile.ENTRY}
    monkeypatch.setattr(bot.catalog, "catalog", lambda: offered)


def heap(stones: int, players: int = 2) -> pile.Heap:
    everybody = tuple(range(1, players + 1))
    return pile.Heap(stones, 1, everybody, (3,) * players, shares=False)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_it_sees_positions_as_the_rules_do(game: Game[Any, Any]) -> None:
    chance = Random(4)
    start = game.start(game.prepare({}, 2, chance))
    for plies in (9, 20, 60):
        position = wandered(game, chance, plies, start)
        kernel: Any = RulesKernel(game.key, position)
        if len(list(game.moves(position))) > FEW:
            continue
        moves = list(assert_agrees(game, position, kernel).values())
        for move in chance.sample(moves, min(3, len(moves))):
            text, before = kernel.text(move), (kernel.write(), kernel.key)
            after = game.play(position, game.parse(position, text)).position
            kernel.play(move)
            assert_agrees(game, after, kernel)
            assert kernel.key == RulesKernel(game.key, after).key
            kernel.undo()
            assert (kernel.write(), kernel.key) == before


@pytest.mark.usefixtures("_pile_is_on_offer")
@pytest.mark.parametrize(("stones", "move"), [(1, "1"), (3, "3"), (5, "1"), (6, "2"), (7, "3")])
def test_a_new_game_has_an_opponent_that_takes_a_win(stones: int, move: str) -> None:
    assert not has_kernel("pile")
    for level in (3, 5):
        found = Question("pile", heap(stones), level, 1).answer()
        assert found.text == move
        assert found.proven > 0
    assert ProofQuestion("pile", heap(stones), 3, 1000).answer().winning == (move,)


@pytest.mark.usefixtures("_pile_is_on_offer")
def test_more_than_two_play_too() -> None:
    found = Question("pile", heap(2, players=3), 5, 1).answer()
    assert (found.text, found.worth) == ("2", WON - 1)


@pytest.mark.usefixtures("_pile_is_on_offer")
def test_the_last_one_of_several_pays_for_no_more_than_it_looks_at() -> None:
    found = Question("pile", heap(60), 1, 1).answer()
    assert found.text in ("1", "2", "3")
