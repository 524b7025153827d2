"""Every recorded game of Urchins, made by an independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.jobs import answer, perft
from tests.games.urchins.columns import texts

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "urchins.json").read_text())


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


def test_a_job_of_the_machines_door_is_answered_with_every_fact_of_a_turn() -> None:
    job = {
        "game": "urchins",
        "options": {"players": 2, "constables": [3, 7, 2]},
        "moves": ["enter A", "ENTER A ^", "steal"],
        "count": True,
    }
    answered: Any = json.loads(json.dumps(answer(json.dumps(job))))
    assert answered["error"] is None
    assert [turn["legal_before"] for turn in answered["turns"]] == [3, 4, 9]
    assert [turn["move"] for turn in answered["turns"]] == ["enter A", "enter A^", "steal"]
    bump = {"kind": "bump", "player": 1, "from": "A5", "to": "A4", "direction": -1}
    assert answered["turns"][1]["effects"] == [{"kind": "place", "player": 2, "at": "A5"}, bump]
    assert answered["turns"][2]["effects"] == [{"kind": "steal", "player": 1, "cubes": [1, 0, 0]}]
    assert answered["position"] == "A:3 4=1 5=2|B:7|C:2;4,4;0,0;3/2/2,2/2/2;2;3"
    assert answered["outcome"] is None


def test_a_refused_move_stops_the_job_with_its_reason() -> None:
    job = {"game": "urchins", "options": {"players": 3}, "moves": ["enter A", "steal"]}
    answered: Any = answer(json.dumps(job))
    assert answered["error"]["ply"] == 2
    assert "no urchin on the board to steal with" in answered["error"]["message"]
    assert len(answered["turns"]) == 1
