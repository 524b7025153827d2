"""What Clump points out and offers: ways across, swaps that decide, ratings."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import SIZES, Position
from bot.games.clump.evaluation import missing
from bot.games.clump.hints import DECIDING, IN_THE_WAY, shortest_way
from tests.games.clump.stones import PLAYER, drawn, play
from tests.helpers.random_play import every_match, sequence

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})
NEARLY = drawn("red to win")
WON = play(NEARLY, "b2-a2").position

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


# One square


def test_the_swaps_of_who_is_not_to_move_are_not_told() -> None:
    assert " play " not in GAME.describe_cell(START, "b1", NAMES)
    assert " play " not in GAME.describe_cell(WON, "d1", NAMES)


# What Clump reads, writes, offers and says: notation, refusals, turns and positions


LARGEST = GAME.start({"size": SIZES[-1]})
PATH = drawn("red won")


# Offers


def test_an_empty_box_offers_a_winning_swap_first_and_no_losing_one() -> None:
    for board, turn, winners in (("winning", "R", (1,)), ("rivals path", "B", None)):
        before = drawn(board, turn)
        outcome = GAME.outcome(play(before, PLAYER.offered(before)[0]).position)
        assert (outcome and outcome.winners) == winners


def test_what_was_typed_is_gone_on_from_its_very_square_first() -> None:
    offered = PLAYER.offered(LARGEST, "a1", 100)
    assert set(offered[:2]) == {"a1-a2", "a1-b1"}
    assert all("a1" in text for text in offered)


@pytest.mark.parametrize("typed", ["", "a", "h8", "c3-", "1"])
def test_what_is_typed_on_the_largest_board_is_answered(typed: str) -> None:
    assert len(GAME.complete(LARGEST, typed)) > 0
    assert GAME.nearest(LARGEST, "c3-e3")


# Ratings


def test_a_shorter_way_to_the_other_side_rates_better_and_a_win_above_all() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0
    assert GAME.evaluate(drawn("ahead"), 1) > 0 > GAME.evaluate(drawn("ahead"), 2)
    assert GAME.evaluate(PATH, 1) == -GAME.evaluate(PATH, 2) >= 1000
