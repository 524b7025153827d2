"""The rules of Bounce, each in a position as small as it can be, and the ways of its runs."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bounce import GAME
from bot.games.bounce.board import AHEAD, NUMBER, PLACES, SQUARES, Position
from bot.games.bounce.moves import Covered, Pass, Rebounded, Run
from bot.games.core import BadOptions, Moved, Outcome, Passed
from tests.games.bounce.boards import board, ends, legal, play
from tests.helpers.long_runs import examples
from tests.helpers.playing import side_by_side
from tests.helpers.random_play import wandered

# The board and the start


def test_there_are_32_dark_squares_and_a1_is_one() -> None:
    assert len(SQUARES) == 32
    assert SQUARES[:5] == ("a1", "a3", "a5", "a7", "b2")
    assert all((file + rank) % 2 == 0 for file, rank in PLACES)
    assert GAME.start({}) == GAME.start({"variant": "standard"})
    assert GAME.start({}).turn == 1
    assert [*GAME.start({"variant": "accelerating"}).pieces()] == [*GAME.start({}).pieces()]


def test_each_side_begins_with_eight_single_pieces_on_its_first_two_ranks() -> None:
    stacks = dict(GAME.start({}).pieces())
    sides = {owner: [s for s, owners in stacks.items() if owners == (owner,)] for owner in (1, 2)}
    assert sides[1] == ["a1", "b2", "c1", "d2", "e1", "f2", "g1", "h2"]
    assert sides[2] == ["a7", "b8", "c7", "d8", "e7", "f8", "g7", "h8"]


def test_ten_adds_two_pieces_in_each_third_row() -> None:
    standard, ten = (dict(GAME.start({"variant": v}).pieces()) for v in ("standard", "ten"))
    added = {square: owners for square, owners in ten.items() if square not in standard}
    assert added == {"c3": (1,), "e3": (1,), "d6": (2,), "f6": (2,)}


def test_chess_begins_with_stacks_of_two_in_the_rear() -> None:
    twos = {s for s, owners in GAME.start({"variant": "chess"}).pieces() if len(owners) == 2}
    assert twos == {"a1", "c1", "e1", "g1", "b8", "d8", "f8", "h8"}


@pytest.mark.parametrize("variant", ["fast", "", 3, None, ["ten"], {}])
def test_an_unknown_variant_is_refused_with_those_there_are(variant: object) -> None:
    with pytest.raises(BadOptions, match="standard, ten, accelerating or chess"):
        GAME.start({"variant": variant})


# Runs


def test_a_run_bounces_off_a_side_rail_like_a_ball() -> None:
    assert play(board("b4:PPPP h8:Y"), "b4-c7").effects[0] == Moved(
        1, "b4", "c7", ("b4", "a5", "b6", "c7")
    )


def test_out_of_a_corner_a_run_comes_straight_back() -> None:
    # On the way out everything before the corner is in reach; e5 only on the way back.
    turn = play(board("f6:PPPPP a7:Y"), "f6-e5")
    assert turn.effects[0] == Moved(1, "f6", "e5", ("f6", "e5"))
    assert AHEAD[NUMBER["h8"]][0] == (NUMBER["g7"], 2)


def test_of_two_ways_to_a_square_the_shorter_one_is_taken() -> None:
    # The other way to b4 leads all round the board.
    turn = play(board("b2:PPPPPPPPPPPP h2:Y"), "b2-b4")
    assert turn.effects == (Moved(1, "b2", "b4", ("b2", "a3", "b4")), Rebounded(1, "a3"))


# Captures


def test_a_stack_of_three_that_covers_a_stack_of_three_becomes_six_and_runs_one_to_six() -> None:
    position = board("c3:YYP d4:PPY h2:Y")
    turn = play(position, "c3xd4-e5")
    assert dict(turn.position.pieces())["e5"] == (1, 1, 2, 2, 2, 1)
    six = board("b2:PPYYYP h2:Y")
    straight = {"c3", "d4", "e5", "f6", "g7", "h8"}
    assert {end for end in ends(six, "b2") if end[0] > "b" and end in straight} == straight
    for squares, end in enumerate(("c3", "d4", "e5", "f6", "g7", "h8"), 1):
        moved = play(six, f"b2-{end}").effects[0]
        assert isinstance(moved, Moved)
        assert len(moved.path) - 1 == squares


# Accelerating


def test_an_accelerating_run_may_capture_several_stacks() -> None:
    position = play(board("a1:P b2:Y d4:Y a7:Y", variant="accelerating"), "a1xb2xd4-e5").position
    assert (GAME.write(position), position.variant) == ("a7:Y e5:YYP;Y", "accelerating")


# Effects


def test_a_turn_tells_its_path_its_bounces_and_its_captures_in_order() -> None:
    turn = play(board("b4:PP a5:PY c7:Y h8:Y"), "b4xa5-b6")
    assert turn.effects == (
        Moved(1, "b4", "b6", ("b4", "a5", "b6")),
        Rebounded(1, "a5"),
        Covered(2, "a5", (1, 2), 4),
    )


def test_an_effect_is_recorded_with_its_kind() -> None:
    records = [effect.record() for effect in play(board("b4:P a5:Y h8:Y"), "b4xa5-b6").effects]
    assert [record["kind"] for record in records] == ["move", "rebound", "cover"]
    assert records[2] == {"kind": "cover", "player": 2, "at": "a5", "owners": (2,), "height": 2}


# The end


def test_without_a_move_a_player_has_to_pass() -> None:
    stuck = board("a1:P b2:Y c3:Y")
    assert list(GAME.moves(stuck)) == [Pass()]
    turn = play(stuck, "pass")
    assert turn.effects == (Passed(1),)
    assert turn.position.turn == 2


JAMMED = " ".join(f"{square}:{'PY'[number % 2]}" for number, square in enumerate(SQUARES))


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


def test_a_capture_or_reading_begins_the_count_anew() -> None:
    position = play(board("a1:PP h8:YY"), *REPEATING).position
    assert len(position.past) == 4
    assert GAME.read(GAME.write(position), {}).past == ()
    assert play(board("a1:P b2:Y h8:Y"), "a1xb2-c3").position.past == ()


# Legality has one home


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
