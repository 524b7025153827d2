"""What becomes of a game of Urchins when a player leaves it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.games.urchins.moves import Left
from tests.games.urchins.columns import EMPTY, PLAYER, drawn, picture, play, texts
from tests.helpers.long_runs import examples

THREE = drawn("1 2 3 . . 2 . . . # .", "3 . . . . . . . . # .", players=3)
LEFT_TEXT = "A:9 0=1 2=3|B:9 0=3|C:9|D:9;4,-,3;0,-,0;20/20/20/20,-,20/20/20/20;1;0"


def without(position: Position, *players: int) -> Position:
    for player in players:
        position = GAME.leave(position, player).position
    return position


def test_the_urchins_of_who_leaves_go_from_the_board_and_from_hand() -> None:
    turn = GAME.leave(THREE, 2)
    assert picture(turn.position) == "1 . 3 . . . . . . # ."
    assert turn.position.hands == (4, 0, 3)
    assert turn.effects == (Left(2, ("A1", "A5")),)
    # The others keep all they have.
    after = without(drawn("1 2 . . . . . . . # .", players=3, homes=(1, 2, 0)), 2)
    assert (after.hands[0], after.homes[0], after.cubes[0]) == (3, 1, (20,) * 4)
    assert GAME.evaluate(turn.position, 1) == -GAME.evaluate(turn.position, 3)


@pytest.mark.parametrize(
    ("turn", "leaver", "following"), [(1, 1, 2), (3, 3, 1), (1, 2, 1), (3, 1, 3)]
)
def test_the_turn_of_who_leaves_goes_to_the_next(turn: int, leaver: int, following: int) -> None:
    assert without(replace(THREE, turn=turn), leaver).turn == following


def test_who_has_left_is_never_to_move_again() -> None:
    position = without(THREE, 2)
    turns = []
    for _ in range(5):
        turns.append(position.turn)
        position = play(position, "steal").position
    assert turns == [1, 3, 1, 3, 1]
    several = without(GAME.start({"players": 5}), 1, 4, 3)
    assert several.playing == (2, 5)
    assert play(several, "enter A", "enter B").position.turn == 2


def test_the_last_one_left_wins() -> None:
    assert PLAYER.ended(without(THREE, 3, 1)) == ((2,), "last")
    assert texts(without(THREE, 3, 1)) == []


def test_a_player_who_has_left_wins_nothing_with_what_they_had() -> None:
    before = drawn("1 2 . . . . . . . # .", players=3, homes=(0, 2, 1), quiet=58, turn=3)
    over = play(without(before, 2), "enter A", "steal").position
    over = replace(over, quiet=40, turn=1)
    assert PLAYER.ended(over) == ((3,), "quiet")


def test_a_last_round_is_called_off_when_the_one_with_three_home_leaves() -> None:
    before = drawn("1 2 . . . . . . . # .", players=3, homes=(2, 0, 0))
    third = play(before, "A0-home^").position
    after = play(without(third, 1), "steal", "enter B").position
    assert GAME.outcome(after) is None


def test_a_last_round_is_over_when_the_last_in_it_leaves_instead_of_moving() -> None:
    before = drawn("1 2 . . . . . . . # .", players=3, homes=(2, 0, 0))
    last = play(before, "A0-home^", "steal").position
    assert last.turn == 3
    assert PLAYER.ended(without(last, 3)) == ((1,), "home")


# Quiet turns: only those of players who still play are counted


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 500), leaver=st.integers(1, 5))
def test_the_quiet_turns_left_are_those_the_others_took(seed: int, leaver: int) -> None:
    chance = Random(seed)
    position = GAME.start(GAME.prepare({}, 5, chance))
    movers: list[int] = []
    for _ in range(chance.randrange(60)):
        mover, quiet = position.turn, position.quiet
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
        movers = [*movers, mover] if position.quiet > quiet else []
    after = without(position, leaver)
    assert after.quiet == len([mover for mover in movers if mover != leaver])


# The position text


def test_a_dash_replaces_all_that_a_player_had_who_has_left() -> None:
    assert GAME.write(without(THREE, 2)) == LEFT_TEXT
    assert GAME.read(LEFT_TEXT, {}) == without(THREE, 2)
    assert "-" not in GAME.write(THREE)


# Words


def test_who_left_is_told_with_their_urchins() -> None:
    names = {1: "Ada", 2: "Grace", 3: "Linus"}
    sentence = GAME.tell(GAME.leave(THREE, 2).effects, names)
    assert sentence == "Grace's urchins on A1 and A5 leave the board."
    gone = GAME.leave(drawn(EMPTY, players=3), 2)
    assert GAME.tell(gone.effects, names) == "Grace had no urchin on the board."
    assert "Grace has left." in GAME.describe(without(THREE, 2), names)
