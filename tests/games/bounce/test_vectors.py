"""Every game, line and count of the recorded vectors, made by an independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.jobs import perft

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bounce.json").read_text())


def result(position: Position) -> int | str | None:
    """The end as the vectors record it: the winner, `draw`, or None."""
    outcome = GAME.outcome(position)
    if outcome is None:
        return None
    return outcome.winners[0] if outcome.winners else "draw"


def replay(position: Position, steps: list[dict[str, Any]]) -> Position:
    """The position after the steps, each counted and written as recorded."""
    for step in steps:
        legal = list(GAME.moves(position))
        assert len(legal) == step["legal_before"]
        move = GAME.parse(position, step["move"])
        assert move in legal
        assert GAME.format(position, move) == step["move"]
        position = GAME.play(position, move).position
    return position


@pytest.mark.parametrize("game", VECTORS["games"])
def test_a_recorded_game_replays_move_by_move(game: dict[str, Any]) -> None:
    last = replay(GAME.start(game["options"]), game["steps"])
    assert GAME.write(last) == game["final"]
    assert result(last) == game["result"]


@pytest.mark.parametrize("line", VECTORS["lines"], ids=lambda line: line["before"])
def test_a_recorded_line_plays_out_the_same(line: dict[str, Any]) -> None:
    first = GAME.read(line["before"], line["options"])
    assert GAME.write(first) == line["before"]
    last = replay(first, line["steps"])
    assert GAME.write(last) == line["final"]
    assert result(last) == line["result"]


@pytest.mark.parametrize("variant", VECTORS["perft"])
def test_there_are_as_many_sequences_of_three_moves_as_recorded(variant: str) -> None:
    start = GAME.start({"variant": variant})
    counts = [perft(GAME, start, depth) for depth in (1, 2, 3)]
    assert counts == VECTORS["perft"][variant][:3]
