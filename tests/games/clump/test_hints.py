"""What Clump points out: what is in the way, ways across, and the board without a picture."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import Position
from bot.games.clump.evaluation import missing
from bot.games.clump.hints import DECIDING, IN_THE_WAY, shortest_way
from bot.games.core import NotationError
from tests.games.clump.stones import PLAYER, drawn, play
from tests.helpers.random_play import every_match, sequence

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})
NEARLY = drawn("red to win")
WON = play(NEARLY, "b2-a2").position

# What is in the way


@pytest.mark.parametrize(
    ("before", "text", "squares", "why"),
    [
        (START, "d3-c3", "d3", ""),
        (START, "c3-c3", "c3", ""),
        (START, "c3-e3", "e3", ""),
        (START, "c3-d4", "d4", ""),
        (START, "c3-f3", "c3 f3", ""),
        (START, "c3-c6", "c3 c6", ""),
        (drawn("hardly"), "b2-c2", "b2 c2", "brings neither stone"),
        (drawn("falling apart"), "b2-a2", "b2 b1 b3", "diminishes a red group of 5"),
        (WON, "a1-b1", "a1 a2 a3 a4", "The game is over"),
    ],
)
def test_what_is_in_the_way_is_what_the_refusal_speaks_of(
    before: Position, text: str, squares: str, why: str
) -> None:
    assert PLAYER.obstacle(before, text) == tuple(squares.split())
    assert why in GAME.explain(before, GAME.parse(before, text)).why


# Hints


def in_the_way(position: Position, player: int) -> set[str]:
    return {hint.at for hint in GAME.hints(position, player)[IN_THE_WAY]}


def deciding(position: Position) -> set[tuple[str, str | None]]:
    return {(hint.at, hint.towards) for hint in GAME.hints(position, 1)[DECIDING]}


def test_a_checkerboard_leaves_half_of_a_file_in_the_way_and_no_swap_wins() -> None:
    assert len(in_the_way(START, 1)) == len(in_the_way(START, 2)) == 4
    assert deciding(START) == set()


def test_the_way_runs_over_own_stones_wherever_they_lead() -> None:
    shown = in_the_way(drawn("winding"), 1)
    assert shown <= {"c4", "d4"}
    assert len(shown) == 1


@every_match
@pytest.mark.parametrize("player", [1, 2])
def test_with_the_stones_of_a_shortest_way_the_sides_would_be_joined(
    seed: int, player: int
) -> None:
    for position, _, _ in sequence(GAME, seed)[1]:
        way = shortest_way(position, player)
        assert len(way) == len(set(way)) == missing(position, player)
        red = position.red
        for number in way:
            assert position.owner(number) != player
            red ^= 1 << number
        joined = GAME.outcome(Position(position.size, red, 1))
        assert joined is not None
        assert joined.winners == (player,)


def test_swaps_that_would_win_are_arrows_whoever_is_to_move() -> None:
    assert in_the_way(NEARLY, 1) == {"a2"}
    assert ("b2", "a2") in deciding(NEARLY)
    assert deciding(Position(NEARLY.size, NEARLY.red, 2)) == deciding(NEARLY)


@every_match
def test_no_winning_swap_is_left_out(seed: int) -> None:
    for position, _, _ in sequence(GAME, seed)[1]:
        winning = {
            (move.source, move.target)
            for move in GAME.moves(position)
            if (over := GAME.outcome(GAME.play(position, move).position))
            and position.turn in over.winners
        }
        assert winning <= deciding(position)


# The text board


def test_the_text_board_shows_the_ranks_from_the_top() -> None:
    assert (
        GAME.text_board(play(GAME.start({"size": 4}), "a1-b1").position)
        == """\
R: Player 1, joins bottom and top.
B: Player 2, joins left and right, to move.
 4 B R B R
 3 R B R B
 2 B R B R
 1 B R R B
   a b c d"""
    )


def test_the_largest_board_keeps_its_columns_straight() -> None:
    lines = GAME.text_board(GAME.start({"size": 16})).splitlines()[2:]
    assert [line[:3] for line in lines[:-1]] == [f"{rank:2} " for rank in range(16, 0, -1)]
    assert lines[-1].split() == list("abcdefghijklmnop")
    assert len({len(line) for line in lines}) == 1
    assert "R: Ada, joins bottom and top, has won." in GAME.text_board(WON, NAMES)


# One square


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("b1", "b1 holds Ada's red stone, in a group of 4. Beside it: c1, Ada's red stone"),
        (" B1 ", "a1, Ada's red stone, in a group of 4;"),
        ("a2", "a2 holds Grace's blue stone, alone."),
        ("b2", "It can play b2-c2 or b2-a2."),
        ("b1", "It has no swap now."),
    ],
)
def test_a_square_is_told_with_its_group_its_neighbors_and_its_swaps(
    asked: str, sentence: str
) -> None:
    assert sentence in GAME.describe_cell(NEARLY, asked, NAMES)


def test_the_swaps_of_who_is_not_to_move_are_not_told() -> None:
    assert " play " not in GAME.describe_cell(START, "b1", NAMES)
    assert " play " not in GAME.describe_cell(WON, "d1", NAMES)


def test_a_square_that_is_not_there_is_refused_with_the_last_one() -> None:
    with pytest.raises(NotationError, match=r"no square “i9”.* Name one from a1 to h8"):
        GAME.describe_cell(START, "i9", NAMES)
