"""What the kernel of Urchins has to itself: players who leave, and what ends the game."""

from random import Random
from typing import Any

import pytest

from bot.games.urchins import GAME
from bot.opponents.kernel import DRAWN, WON, Kernel, kernel_of
from tests.helpers.random_play import wandered
from tests.opponents.agreement import assert_agrees, assert_plays


def kernel_at(text: str) -> Kernel:
    return kernel_of(GAME.key, GAME.read(text, {}))


def assert_goes_on_alike(position: Any, chance: Random, plies: int) -> None:
    kernel = kernel_of(GAME.key, position)
    for _ in range(plies):
        moves = list(assert_agrees(GAME, position, kernel).values())
        if not moves:
            return
        move = chance.choice(moves)
        position = assert_plays(GAME, position, kernel, move)
        kernel.play(move)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whoever_has_left_is_nobody_to_the_kernel(players: int) -> None:
    chance = Random(players)
    for _ in range(6):
        start = GAME.start(GAME.prepare({}, players, chance))
        position = wandered(GAME, chance, chance.randrange(40), start)
        for player in chance.sample(range(1, players + 1), players - 2):
            position = GAME.leave(position, player).position
            assert_goes_on_alike(position, chance, 12)
    last = GAME.leave(position, position.playing[0]).position
    assert kernel_of(GAME.key, last).result() == 1 << last.playing[0]
    assert kernel_of(GAME.key, last).scored() == []


@pytest.mark.parametrize(
    ("cubes", "worth"), [("16/0/0,0/0/0", WON), ("12/0/0,0/0/0", DRAWN), ("12/0/0,1/0/0", -WON)]
)
def test_level_at_home_the_cubes_decide_and_sharing_everything_is_no_win(
    cubes: str, worth: int
) -> None:
    mine, theirs = cubes.split(",")
    kernel = kernel_at(f"A:3 5=2|B:3|C:3;2,2;3,2;{theirs},{mine};2;4")
    assert kernel.scored()[0][0] == worth
    kernel.play(kernel.scored()[0][1])
    assert kernel.result() == {WON: 1 << 2, DRAWN: DRAWN, -WON: 1 << 1}[worth]


def test_the_same_board_is_another_position_after_another_number_of_quiet_turns() -> None:
    first, second = (kernel_at(f"A:3 4=2 5=1|B:7|C:2;4,4;0,0;2/2/2,2/2/2;1;{n}") for n in (2, 4))
    assert first.key != second.key


def test_nobody_looks_for_a_win_where_the_game_cannot_end_in_time() -> None:
    assert kernel_at("A:3 5=1|B:3|C:3;4,5;0,0;90/0/0,0/0/0;1;0").could_win(5) == []
    two_home = "A:3 5=1|B:3|C:3;2,5;2,0;{}/0/0,0/0/0;1;0"
    assert kernel_at(two_home.format(12)).could_win(2) is None
    quiet = "A:3 5=1|B:3|C:3;4,5;0,0;0/0/0,0/0/0;1;{}"
    assert kernel_at(quiet.format(38)).could_win(2) is None
    assert kernel_at(quiet.format(36)).could_win(3) == []
