"""Every game and position of the recorded vectors, made by an independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import NEIGHBORS, Position
from bot.games.core import Turn

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bump.json").read_text())
KINDS = {"bump", "capture", "stasis"}


def chain(turn: Turn[Position]) -> list[dict[str, object]]:
    """The bumps, captures and stases of a turn as the vectors record them."""
    return [effect.record() for effect in turn.effects if effect.kind in KINDS]


def legal(position: Position) -> list[str]:
    return [GAME.format(position, move) for move in GAME.moves(position)]


def winner(position: Position) -> int | None:
    outcome = GAME.outcome(position)
    return outcome.winners[0] if outcome else None


def test_the_spaces_neighbor_each_other_as_recorded() -> None:
    assert {space: list(beyond) for space, beyond in NEIGHBORS.items()} == VECTORS["neighbours"]


def test_the_game_starts_as_recorded() -> None:
    assert GAME.write(GAME.start({})) == VECTORS["start"]


def test_the_505_first_moves_are_those_recorded() -> None:
    texts = legal(GAME.start({}))
    assert len(texts) == 505
    assert sorted(texts) == sorted(VECTORS["legal_at_start"])


@pytest.mark.parametrize("game", VECTORS["games"])
def test_a_recorded_game_replays_move_by_move(game: dict[str, Any]) -> None:
    position = GAME.start(game["options"])
    for step in game["steps"]:
        if "legal_before" in step:
            assert len(legal(position)) == step["legal_before"]
        move = GAME.parse(position, step["move"])
        assert GAME.format(position, move) == step["move"]
        turn = GAME.play(position, move)
        assert chain(turn) == step["events"]
        position = turn.position
    assert GAME.write(position) == game["final"]
    assert winner(position) == game["winner"]


def names(vector: dict[str, Any]) -> str:
    return f"{vector['kind'].replace(' ', '-')}:{vector['move']}"


@pytest.mark.parametrize("vector", VECTORS["positions"], ids=names)
def test_a_recorded_position_plays_out_the_same(vector: dict[str, Any]) -> None:
    position = GAME.read(vector["before"], {})
    assert GAME.write(position) == vector["before"]
    texts = legal(position)
    assert len(texts) == len(set(texts)) == vector["legal"]
    assert vector["move"] in texts
    turn = GAME.play(position, GAME.parse(position, vector["move"]))
    assert chain(turn) == vector["events"]
    assert GAME.write(turn.position) == vector["after"]
    assert winner(turn.position) == vector["winner"]
