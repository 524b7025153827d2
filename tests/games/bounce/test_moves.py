"""The rules of Bounce, each in a position as small as it can be, and the ways of its runs."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bounce import GAME
from bot.games.bounce.board import SQUARES, Position
from bot.games.bounce.moves import Covered, Rebounded, Run
from bot.games.core import BadOptions, Moved, Outcome
from tests.games.bounce.boards import board, legal, play
from tests.helpers.long_runs import examples
from tests.helpers.playing import side_by_side
from tests.helpers.random_play import wandered

# The board and the start


def test_ten_adds_two_pieces_in_each_third_row() -> None:
    standard, ten = (dict(GAME.start({"variant": v}).pieces()) for v in ("standard", "ten"))
    added = {square: owners for square, owners in ten.items() if square not in standard}
    assert added == {"c3": (1,), "e3": (1,), "d6": (2,), "f6": (2,)}


# The end


JAMMED = " ".join(f"{square}:{'PY'[number % 2]}" for number, square in enumerate(SQUARES))


def test_chess_begins_with_stacks_of_two_in_the_rear() -> None:
    twos = {s for s, owners in GAME.start({"variant": "chess"}).pieces() if len(owners) == 2}
    assert twos == {"a1", "c1", "e1", "g1", "b8", "d8", "f8", "h8"}


@pytest.mark.parametrize("variant", ["fast", "", 3, None, ["ten"], {}])
def test_an_unknown_variant_is_refused_with_those_there_are(variant: object) -> None:
    with pytest.raises(BadOptions, match="standard, ten, accelerating or chess"):
        GAME.start({"variant": variant})


def test_when_nobody_can_move_the_game_is_drawn() -> None:
    full = board(JAMMED)
    assert legal(full) == ["pass"]
    last = play(full, "pass").position
    assert GAME.outcome(last) == Outcome((), "stuck")
    assert legal(last) == []


def test_a_move_between_two_passes_lets_the_game_go_on() -> None:
    position = board("a1:P b2:Y c3:Y h8:Y")
    for text in ("pass", "h8-g7", "pass"):
        assert GAME.outcome(position) is None
        position = play(position, text).position
    assert GAME.outcome(position) is None
    assert legal(position) != ["pass"]


REPEATING = ["a1-b2", "h8-g7", "b2-a1", "g7-h8"]


def test_the_third_time_of_a_position_draws_the_game() -> None:
    position = board("a1:PP h8:YY")
    for text in [*REPEATING, *REPEATING[:3]]:
        position = play(position, text).position
        assert GAME.outcome(position) is None
    last = play(position, REPEATING[3]).position
    assert GAME.outcome(last) == Outcome((), "repetition")


def test_positions_are_the_same_by_top_owners_heights_and_whose_turn_it_is() -> None:
    hidden, other = board("a1:PP h8:YY"), board("a1:YP h8:PY")
    assert hidden.repetition_key() == other.repetition_key()
    assert hidden != other
    assert hidden.repetition_key() != board("a1:PP h8:YY", "Y").repetition_key()


# Legality has one home


def test_a_capture_or_reading_begins_the_count_again() -> None:
    position = play(board("a1:PP h8:YY"), *REPEATING).position
    assert len(position.past) == 4
    assert GAME.read(GAME.write(position), {}).past == ()
    assert play(board("a1:P b2:Y h8:Y"), "a1xb2-c3").position.past == ()


@settings(max_examples=examples(30))
@given(st.integers(0, 10**6))
def test_a_path_leads_along_diagonals_and_turns_only_at_the_rails(seed: int) -> None:
    position = wandered(GAME, Random(seed), 40, GAME.start({"variant": "accelerating"}))
    for move in GAME.moves(position):
        effects = GAME.play(position, move).effects
        moved = effects[0]
        if not isinstance(moved, Moved):
            continue
        files = ["abcdefgh".index(square[0]) for square in moved.path]
        ranks = [int(square[1:]) for square in moved.path]
        assert {abs(a - b) for a, b in itertools.pairwise(files)} == {1}
        assert {abs(a - b) for a, b in itertools.pairwise(ranks)} == {1}
        for bounce in effects:
            if isinstance(bounce, Rebounded):
                assert re.fullmatch(r"[ah]\d|\w[18]", bounce.at)


# Ways of runs, drawn as they look on the board


ORDER = "0123456789abcdefgh"
DRAWN = side_by_side("""
straight ahead   left rail        far rail         round the board  jumps midway
. . . . . . . #  . . . . . . . #  . . . . . 2 . .  . . . 1 . . . .  . . . . . . . #
. . . . . . . .  . . . . . . . .  . . . . 1 . 3 .  . . 0 . 2 . . .  . . . . . . . .
. . . . . . . .  . . . 5 . . . .  . . . 0 . . . 4  . x . # . 3 . .  . . . . . . . .
. . . . . . . .  . . 4 . . . . .  . . . . . . . .  c . . . . . 4 .  . . . . 3 . . .
. . . . . 3 . .  . 3 . . . . . .  . . . . . . . .  . b . . . . . 5  . . . x . . . .
. . . . 2 . . .  2 . . . . . . .  . . . . . . . .  . . a . . . 6 .  . . 1 . . . . .
. . . 1 . . . .  . 1 . . . . . .  . . . . . . . .  . . . 9 . 7 . .  . 0 . . . . . .
. . 0 . . . . .  . . 0 . . . . .  # . . . . . . .  # . . . 8 . . .  . . . . . . . .

jumps on rail    then jumps       jumps, bounces   jumps again
. . . . . . . #  . . . . . . . #  . . . . . . . 4  . . . . . . . .
. . . . . . . .  . . . . . . . .  . . . . . . 3 .  . . . . . . 6 .
. 2 . . . . . .  . . . 4 . . . .  . . . . . x . .  . . . . . x . .
x . . . . . . .  . . x . . . . .  . . . . 1 . . .  . . . . 4 . . .
. 0 . . . . . .  . 2 . . . . . .  . . . 0 . . . .  . . . x . . . .
. . . . . . . .  1 . . . . . . .  . . . . . . . .  . . 2 . . . . .
. . . . . . . .  . 0 . . . . . .  . . . . . . . .  . x . . . . . #
. . . . . . . .  . . . . . . . .  # . . . . . . .  0 . . . . . . .
""")
RUNS = {
    "straight ahead": ("c1:PPP h8:Y", "c1-f4"),
    "left rail": ("c1:PPPPP h8:Y", "c1-d6"),
    "far rail": ("d6:PPPP a1:Y", "d6-h6"),
    "round the board": ("c7:PPPPPPPPPPPPP a1:Y b6:Y d6:Y", "c7xb6-c7"),
    "jumps midway": ("b2:PPP d4:YYY h8:Y", "b2xd4-e5"),
    "jumps on rail": ("b4:P a5:Y h8:Y", "b4xa5-b6"),
    "then jumps": ("b2:PPPP c5:Y h8:Y", "b2xc5-d6"),
    "jumps, bounces": ("d4:PPPP f6:Y a1:Y", "d4xf6-h8"),
    "jumps again": ("a1:P b2:Y d4:Y f6:Y h2:Y", "a1xb2xd4xf6-g7"),
}


def drawing(position: Position, text: str) -> str:
    """The board with a move's way on it."""
    effects = play(position, text).effects
    moved = effects[0]
    assert isinstance(moved, Moved)
    signs = {square: "#" for square, _ in position.pieces()}
    signs |= {square: ORDER[number] for number, square in reversed(list(enumerate(moved.path)))}
    signs |= {effect.at: "x" for effect in effects if isinstance(effect, Covered)}
    rows = [[signs.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(8, 0, -1)]
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_leads_as_it_is_drawn(name: str) -> None:
    stacks, text = RUNS[name]
    variant = "accelerating" if name == "jumps again" else "standard"
    assert drawing(board(stacks, variant=variant), text) == DRAWN[name]


def ways(position: Position) -> set[tuple[str, ...]]:
    """Every move as its squares."""
    return {
        (move.source, *move.covered, move.target)
        for move in GAME.moves(position)
        if isinstance(move, Run)
    }
