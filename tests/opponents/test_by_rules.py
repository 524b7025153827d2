"""A game without a kernel of its own is played by its rules."""

from random import Random
from typing import Any

import pytest

import bot.catalog
from bot.games.guide import Game
from bot.opponents.by_rules import RulesKernel
from bot.opponents.kernel import WON, has_kernel
from bot.opponents.thinking import ProofQuestion, Question
from tests.helpers import pile
from tests.helpers.random_play import games, wandered
from tests.opponents.agreement import assert_agrees

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
