"""Every game against what an independent implementation of it has recorded."""

import json
from typing import Any

import pytest

from bot.games.bipod import GAME as BIPOD
from bot.games.bipod.board import NEIGHBORS as BESIDE_OF_BIPOD
from bot.games.bump import GAME as BUMP
from bot.games.bump.board import NEIGHBORS as BESIDE_OF_BUMP
from bot.games.guide import Game
from bot.jobs import answer, perft
from tests.games.bipod.trapezium import after, begun, drawn, play
from tests.helpers.playing import Player
from tests.helpers.vectors import COUNTED, GAMES, RECORDED, VECTORS

LINKS = {"bump", "capture", "stasis"}


def test_every_game_has_vectors() -> None:
    missing = sorted(set(GAMES) - set(VECTORS))
    assert not missing, (
        f"record whole games of {missing}, by an implementation that shares no code with this one, "
        "in tests/vectors/<key>.json: options, moves, and the position and result after them"
    )


def winners(game: Game[Any, Any], position: Any) -> tuple[int, ...] | None:
    outcome = game.outcome(position)
    return outcome.winners if outcome else None


def recorded_winners(record: dict[str, Any]) -> tuple[int, ...] | None:
    """The result as the vectors write it: the winner, all of them, `draw`, or nothing."""
    result = record["result"] if "result" in record else record["winner"]
    if result is None or result == "draw":
        return None if result is None else ()
    return tuple(result) if isinstance(result, list) else (result,)


@pytest.mark.parametrize(("game", "record"), RECORDED)
def test_a_recorded_game_plays_out_the_same(game: Game[Any, Any], record: dict[str, Any]) -> None:
    position = game.start(record["options"])
    if record.get("before"):
        position = game.read(record["before"], record["options"])
        assert game.write(position) == record["before"]
    for step in record["steps"]:
        assert winners(game, position) is None
        if "legal_before" in step:
            assert sum(1 for _ in game.moves(position)) == step["legal_before"]
        move = game.parse(position, step["move"])
        assert game.format(position, move) == step["move"]
        turn = game.play(position, move)
        if "events" in step:
            assert [e.record() for e in turn.effects if e.kind in LINKS] == step["events"]
        position = turn.position
    assert game.write(position) == record["final"]
    assert winners(game, position) == recorded_winners(record)
    assert "runner" not in record or position.runner == record["runner"]
    assert game.write(game.read(record["final"], record["options"])) == record["final"]


@pytest.mark.parametrize(("key", "options", "counts"), COUNTED)
def test_as_many_move_sequences_exist_as_recorded(
    key: str, options: dict[str, Any], counts: list[int]
) -> None:
    start = GAMES[key].start(options)
    assert [perft(GAMES[key], start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_cells_are_neighbors_as_recorded() -> None:
    found = {cell: sorted(beyond) for cell, beyond in BESIDE_OF_BIPOD.items()}
    assert found == VECTORS["bipod"]["neighbours"]
    beside = {space: list(beyond) for space, beyond in BESIDE_OF_BUMP.items()}
    assert beside == VECTORS["bump"]["neighbours"]


def test_bump_begins_as_recorded_with_505_moves() -> None:
    start = BUMP.start({})
    texts = Player(BUMP).legal(start)
    assert BUMP.write(start) == VECTORS["bump"]["start"]
    assert len(texts) == 505
    assert sorted(texts) == sorted(VECTORS["bump"]["legal_at_start"])


@pytest.mark.parametrize(
    "vector", VECTORS["bump"]["positions"], ids=lambda v: f"{v['kind']}:{v['move']}"
)
def test_a_recorded_position_of_bump_plays_out_the_same(vector: dict[str, Any]) -> None:
    position = BUMP.read(vector["before"], {})
    assert BUMP.write(position) == vector["before"]
    texts = Player(BUMP).legal(position)
    assert len(texts) == len(set(texts)) == vector["legal"]
    assert vector["move"] in texts
    turn = BUMP.play(position, BUMP.parse(position, vector["move"]))
    assert [e.record() for e in turn.effects if e.kind in LINKS] == vector["events"]
    assert BUMP.write(turn.position) == vector["after"]
    assert winners(BUMP, turn.position) == recorded_winners(vector)


# The game that the author of Bi-Pod recorded, with his diagrams
SAMPLE = VECTORS["bipod"]["sample"]
# His second diagram prints o on v2, but all later ones O.
DIAGRAMS = {
    (4, 1): """
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . . . . .
      x x x . . . . . . x x . . .
    """,
    (6, 1): """
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . O . . .
      x x x . . . . . . x x . . .
       . . . . x . . . . . . . .
    """,
    (11, 2): """
    . . . x . @ . . . . Q . . . . .
     . . . x x o . . . . . O . . .
      x x x o x . o . . x x . . .
       . . . . x . . . . . . . .
    """,
    (len(SAMPLE["moves"]), 1): """
    . . . x . @ . . . . Q . . . . .
     . . . x x o . . . . . O . . .
      x x x o x . o . . x x O x .
       . . . . x . . o . . O x .
        . . . . . x . . . O x .
         . . . . . . x . O x .
    """,
}


def sample(moves: int) -> Any:
    return begun(*SAMPLE["moves"][:moves], **SAMPLE["options"])


@pytest.mark.parametrize(("moves", "turn"), DIAGRAMS)
def test_the_authors_game_comes_to_his_diagrams(moves: int, turn: int) -> None:
    shown = drawn(DIAGRAMS[moves, turn], turn=turn, runner=1, **SAMPLE["options"])
    assert sample(moves) == shown
    assert BIPOD.outcome(shown) is None


def test_his_runner_gives_up_where_one_color_is_as_good_as_home_and_the_other_is_not() -> None:
    # O needs t2 or a way around to tie s1 to the rest; o has j2, g3, m3 and p4 in pieces.
    position = sample(len(SAMPLE["moves"]))
    assert BIPOD.write(position) == SAMPLE["final"]
    assert "1 from a short side" in BIPOD.describe(position, {}).split("O, from s1")[1]
    turn = play(position, "t2 O")
    assert [effect.kind for effect in turn.effects] == ["place", "join"]
    assert BIPOD.outcome(turn.position) is None


def test_his_short_notation_means_every_column_with_every_row() -> None:
    assert sample(1) == after(BIPOD.start(SAMPLE["options"]), "e1,e3,f2")
    assert sample(2) == after(sample(1), "s3,u3")


# The machines' door, through which vectors are compared


def test_a_job_of_the_machines_door_is_answered_with_every_fact_of_a_turn() -> None:
    job = {
        "game": "urchins",
        "options": {"players": 2, "constables": [3, 7, 2]},
        "moves": ["enter A", "ENTER A ^", "steal"],
        "count": True,
    }
    answered: Any = json.loads(json.dumps(answer(json.dumps(job))))
    assert (answered["error"], answered["outcome"]) == (None, None)
    assert [turn["legal_before"] for turn in answered["turns"]] == [3, 4, 9]
    assert [turn["move"] for turn in answered["turns"]] == ["enter A", "enter A^", "steal"]
    bump = {"kind": "bump", "player": 1, "from": "A5", "to": "A4", "direction": -1}
    assert answered["turns"][1]["effects"] == [{"kind": "place", "player": 2, "at": "A5"}, bump]
    assert answered["turns"][2]["effects"] == [{"kind": "steal", "player": 1, "cubes": [1, 0, 0]}]
    assert answered["position"] == "A:3 4=1 5=2|B:7|C:2;4,4;0,0;3/2/2,2/2/2;2;3"


def test_a_refused_move_stops_the_job_with_its_reason() -> None:
    job = {"game": "urchins", "options": {"players": 3}, "moves": ["enter A", "steal"]}
    answered: Any = answer(json.dumps(job))
    assert answered["error"]["ply"] == 2
    assert "no urchin on the board to steal with" in answered["error"]["message"]
    assert len(answered["turns"]) == 1
