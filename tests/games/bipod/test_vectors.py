"""Bi-Pod against games that an independent implementation has recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import NEIGHBORS
from bot.games.bipod.moves import Laid
from tests.games.bipod.trapezium import after, begun, drawn, play

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bipod.json").read_text(encoding="utf-8")
)
SAMPLE = VECTORS["sample"]


def named(vector: dict[str, Any]) -> str:
    options = vector["options"]
    return f"{options['adopt']}-{options['blocks']}-{len(vector['steps'])}"


def result(position: Any) -> int | str | None:
    """The result as the vectors write it."""
    outcome = GAME.outcome(position)
    if outcome is None:
        return None
    return outcome.winners[0] if outcome.winners else "draw"


def test_cells_are_neighbors_as_recorded() -> None:
    found = {cell: sorted(beyond) for cell, beyond in NEIGHBORS.items()}
    assert found == VECTORS["neighbours"]


@pytest.mark.parametrize("game", VECTORS["games"], ids=named)
def test_a_recorded_game_replays_move_by_move(game: dict[str, Any]) -> None:
    position = GAME.start(game["options"])
    for step in game["steps"]:
        assert GAME.outcome(position) is None
        if "legal_before" in step:
            assert sum(1 for _ in GAME.moves(position)) == step["legal_before"]
        move = GAME.parse(position, step["move"])
        assert GAME.format(position, move) == step["move"]
        position = GAME.play(position, move).position
    assert GAME.write(position) == game["final"]
    assert result(position) == game["result"]
    assert position.runner == game["runner"]


@pytest.mark.parametrize("line", VECTORS["lines"], ids=named)
def test_a_recorded_line_ends_as_it_did(line: dict[str, Any]) -> None:
    position = begun(*(step["move"] for step in line["steps"]), **line["options"])
    assert GAME.write(position) == line["final"]
    assert result(position) == line["result"]


@pytest.mark.parametrize("game", [*VECTORS["games"], *VECTORS["lines"]], ids=named)
def test_the_final_position_can_be_read_again(game: dict[str, Any]) -> None:
    position = GAME.read(game["final"], game["options"])
    assert position == begun(*(step["move"] for step in game["steps"]), **game["options"])


# The game that the author recorded, with his diagrams


def sample(moves: int) -> Any:
    return begun(*SAMPLE["moves"][:moves], **SAMPLE["options"])


def test_the_authors_game_comes_to_his_first_diagram() -> None:
    shown = """
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . . . . .
      x x x . . . . . . x x . . .
    """
    assert sample(4) == drawn(shown, turn=1, runner=1, **SAMPLE["options"])


def test_the_authors_game_comes_to_his_second_diagram() -> None:
    # His diagram prints o on v2, but all later ones O.
    shown = """
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . O . . .
      x x x . . . . . . x x . . .
       . . . . x . . . . . . . .
    """
    assert sample(6) == drawn(shown, turn=1, runner=1, **SAMPLE["options"])


def test_the_authors_game_comes_to_his_third_diagram() -> None:
    shown = """
    . . . x . @ . . . . Q . . . . .
     . . . x x o . . . . . O . . .
      x x x o x . o . . x x . . .
       . . . . x . . . . . . . .
    """
    assert sample(11) == drawn(shown, turn=2, runner=1, **SAMPLE["options"])


def test_the_authors_game_comes_to_his_last_diagram() -> None:
    shown = """
    . . . x . @ . . . . Q . . . . .
     . . . x x o . . . . . O . . .
      x x x o x . o . . x x O x .
       . . . . x . . o . . O x .
        . . . . . x . . . O x .
         . . . . . . x . O x .
    """
    position = sample(len(SAMPLE["moves"]))
    assert position == drawn(shown, turn=1, runner=1, **SAMPLE["options"])
    assert GAME.write(position) == SAMPLE["final"]
    assert GAME.outcome(position) is None


def test_his_runner_gives_up_where_one_color_is_as_good_as_home_and_the_other_is_not() -> None:
    # O needs t2 or a way around to tie s1 to the rest; o has j2, g3, m3 and p4 in pieces.
    position = sample(len(SAMPLE["moves"]))
    assert "1 short of a side" in GAME.describe(position, {}).split("O, from s1")[1]
    turn = play(position, "t2 O")
    assert [effect.kind for effect in turn.effects] == ["place", "join"]
    assert isinstance(turn.effects[0], Laid)
    assert GAME.outcome(turn.position) is None


def test_his_short_notation_means_every_column_with_every_row() -> None:
    assert sample(1) == after(GAME.start(SAMPLE["options"]), "e1,e3,f2")
    assert sample(2) == after(sample(1), "s3,u3")
