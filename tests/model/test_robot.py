"""The robot takes wins, avoids handing them over, and keeps to its time."""

import random
import time
from dataclasses import replace

import pytest

from bot.catalog import entry
from bot.model.commands import AnswerDraw, OfferDraw, Play
from bot.model.match import Match
from bot.model.robot import choose_move, robot_command
from tests.helpers.matches import after, begun, play_all
from tests.helpers.people import ADA, ROBOT
from tests.helpers.pile import GAME, Heap

WIN_IN_ONE = "011-1 02-4 12-3 21-5 24-3 491-5 51-5;093-3 17-5 26-5 28-5 39-0 43-1 594-3;1;0,0;-"
"""Bump: the first player takes the center by one move and can't be driven away, and has less than
the second."""


def heap(stones: int) -> Heap:
    """A pile with the first of two players to move."""
    return Heap(stones, 1, (1, 2), (3, 3))


def stopped() -> float:
    """A stopwatch that stands still: all the time in the world."""
    return 0.0


def robot_to_move(stones: int) -> Match:
    """A match in which the robot is to move, with so many stones left."""
    match = play_all(begun(ROBOT), "1")
    return replace(match, plies=(), opening=replace(match.position, stones=stones))  # type: ignore[type-var]


@pytest.mark.parametrize(("stones", "move"), [(1, 1), (2, 2), (3, 3), (5, 1), (6, 2), (7, 3)])
def test_it_takes_a_win_and_hands_none_over(stones: int, move: int) -> None:
    for seed in range(5):
        assert choose_move(GAME, heap(stones), random.Random(seed), stopped) == move


def test_it_moves_even_when_every_move_loses_or_there_is_no_time_at_all() -> None:
    assert choose_move(GAME, heap(4), random.Random(1), stopped) in (1, 2, 3)
    assert choose_move(GAME, heap(9), random.Random(1), time.monotonic, seconds=0) in (1, 2, 3)
    # The same dice give the same move.
    assert len({choose_move(GAME, heap(12), random.Random(3), stopped) for _ in range(3)}) == 1


def test_it_answers_in_the_name_of_the_robot() -> None:
    assert robot_command(robot_to_move(3), ROBOT.id, random.Random(1)) == Play(ROBOT.id, "3")


@pytest.mark.parametrize(
    ("stones", "late", "yes"),
    [(4, False, True), (8, False, False), (7, False, False), (8, True, True), (7, True, False)],
)
def test_it_takes_a_draw_only_when_it_is_lost_or_stands_worse_for_long(
    stones: int, late: bool, yes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.robot.LATE", 0 if late else 120)
    offered = after(robot_to_move(stones), OfferDraw(ADA.id))

    assert robot_command(offered, ROBOT.id, random.Random(1)) == AnswerDraw(ROBOT.id, yes=yes)


@pytest.mark.parametrize("late", [False, True])
def test_it_declines_a_draw_with_a_win_on_the_board(
    late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.robot.LATE", 0 if late else 120)
    game = entry("bump").game
    position = game.read(WIN_IN_ONE, {})
    assert game.evaluate(position, 1) < 0
    match = after(begun(ROBOT, first="guest"), OfferDraw(ADA.id))
    offered = replace(match, game="bump", opening=position)

    assert robot_command(offered, ROBOT.id, random.Random(1)) == AnswerDraw(ROBOT.id, yes=False)


def test_in_bump_it_moves_legally() -> None:
    bump = entry("bump").game
    dice = random.Random(2)
    position = bump.start(bump.prepare({}, 2, dice))
    for _ in range(4):
        move = choose_move(bump, position, dice, time.monotonic, seconds=0.1)
        assert move in set(bump.moves(position))
        position = bump.play(position, move).position


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("37-2 494-3;481-1 572-1;1;0,0;-", {"37,C"}),
        ("022-5 392-0;014-2 122-5 582-3;1;0,0;-", {"392,C"}),
        ("01-3 04-3 181-3;222-4 323-3 594-0;1;0,0;-", {"181,C"}),
        ("081-1 12-3;141-1 272-0;1;0,0;-", {"081,C"}),
        ("06-4 421-0 481-1;35-5 523-2 532-2;1;0,0;-", {"481,C"}),
    ],
)
def test_in_bump_it_plays_a_move_to_which_every_answer_loses(text: str, wins: set[str]) -> None:
    bump = entry("bump").game
    position = bump.read(text, {})
    for seed in range(2):
        move = choose_move(bump, position, random.Random(seed), stopped)

        assert bump.format(position, move) in wins
