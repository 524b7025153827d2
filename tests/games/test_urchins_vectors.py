"""Every recorded game of Urchins, made by an independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.urchins import GAME, Position
from bot.replay import perft
from tests.games.columns import texts

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "urchins.json").read_text())


def winners(position: Position) -> list[int] | None:
    outcome = GAME.outcome(position)
    return list(outcome.winners) if outcome else None


@pytest.mark.parametrize("game", VECTORS["games"], ids=range(len(VECTORS["games"])))
def test_a_recorded_game_replays_move_by_move(game: dict[str, Any]) -> None:
    position = GAME.start(game["options"])
    for step in game["steps"]:
        assert winners(position) is None
        assert len(texts(position)) == step.get("legal_before", len(texts(position)))
        move = GAME.parse(position, step["move"])
        assert GAME.format(position, move) == step["move"]
        assert GAME.read(GAME.write(position), game["options"]) == position
        position = GAME.play(position, move).position
    assert GAME.write(position) == game["final"]
    assert winners(position) == game["result"]


def test_the_numbers_of_move_sequences_are_those_recorded() -> None:
    position = GAME.start({"players": 2, "constables": [3, 7, 2]})
    counted = VECTORS["perft"]["players 2, constables 3 7 2"]
    assert [perft(GAME, position, depth) for depth in range(1, 5)] == counted
