"""Every game and count of the recorded vectors, made by an independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import Position
from bot.jobs import perft

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "clump.json").read_text())
COUNTS = [
    (int(size), depth, count)
    for size, counts in VECTORS["perft"].items()
    for depth, count in enumerate(counts, 1)
]


def winner(position: Position) -> int | None:
    outcome = GAME.outcome(position)
    return outcome.winners[0] if outcome else None


@pytest.mark.parametrize("game", VECTORS["games"])
def test_a_recorded_game_replays_move_by_move(game: dict[str, Any]) -> None:
    position = GAME.start(game["options"])
    for step in game["steps"]:
        assert winner(position) is None
        assert len(list(GAME.moves(position))) == step["legal_before"]
        move = GAME.parse(position, step["move"])
        assert GAME.format(position, move) == step["move"]
        position = GAME.play(position, move).position
    assert GAME.write(position) == game["final"]
    assert winner(position) == game["result"]


@pytest.mark.parametrize(("size", "depth", "count"), COUNTS)
def test_the_number_of_sequences_is_the_recorded_one(size: int, depth: int, count: int) -> None:
    assert perft(GAME, GAME.start({"size": size}), depth) == count
