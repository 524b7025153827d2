"""What the kernel of Urchins has to itself: players who leave, and what ends the game."""

from random import Random
from typing import Any

import pytest

from bot.games.urchins import GAME
from bot.opponents.kernel import DRAWN, WON, Kernel, kernel_of
from bot.opponents.kernels.urchins import Kernel as UrchinsKernel
from bot.opponents.proofs import prove
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
def test_a_player_who_has_left_is_nobody_to_the_kernel(players: int) -> None:
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
def test_level_at_home_cubes_decide_and_sharing_is_no_win(cubes: str, worth: int) -> None:
    mine, theirs = cubes.split(",")
    kernel = kernel_at(f"A:3 5=2|B:3|C:3;2,2;3,2;{theirs},{mine};2;4")
    assert kernel.scored()[0][0] == worth
    kernel.play(kernel.scored()[0][1])
    assert kernel.result() == {WON: 1 << 2, DRAWN: DRAWN, -WON: 1 << 1}[worth]


def test_the_same_board_is_another_position_after_another_number_of_quiet_turns() -> None:
    first, second = (kernel_at(f"A:3 4=2 5=1|B:7|C:2;4,4;0,0;2/2/2,2/2/2;1;{n}") for n in (2, 4))
    assert first.key != second.key


class Unhelped(UrchinsKernel):
    """The kernel, with every move for one that could begin a win."""

    def could_win(self, plies: int) -> list[int] | None:
        return None


def test_no_win_is_missed_because_of_what_could_win() -> None:
    chance, proven = Random(8), 0
    for _ in range(60):
        homes = [chance.choice((1, 2, 2)) for _ in range(2)]
        board = "|".join(
            f"{name}:9 {chance.choice((0, 1, 4, 6, 8))}={chance.choice((1, 2))}" for name in "AB"
        )
        mine = (board + "|C:9 0=1 8=2").count("=1"), (board + "|C:9 0=1 8=2").count("=2")
        hands = [5 - out - home for out, home in zip(mine, homes, strict=True)]
        cubes = ["/".join(str(chance.randrange(12)) for _ in range(3)) for _ in range(2)]
        fields = [",".join(map(str, each)) for each in (hands, homes, cubes)]
        turn, quiet = chance.choice((1, 2)), chance.choice((0, 0, 34))
        text = ";".join([board + "|C:9 0=1 8=2", *fields, str(turn), str(quiet)])
        position = GAME.read(text, {})
        plies = 4 if min(homes) == 1 else 3
        found = [
            prove(kernel, plies, 1 << 40, every=True)
            for kernel in (UrchinsKernel(position), Unhelped(position))
        ]
        assert set(found[0].winning) == set(found[1].winning), text
        proven += bool(found[0].winning)
    assert proven > 10


def test_nobody_looks_for_a_win_where_the_game_cannot_end_in_time() -> None:
    assert kernel_at("A:3 5=1|B:3|C:3;4,5;0,0;90/0/0,0/0/0;1;0").could_win(5) == []
    one_home = "A:3 5=1|B:3|C:3;3,5;1,0;{}/0/0,0/0/0;1;{}"
    assert kernel_at(one_home.format(12, 0)).could_win(4) == []
    assert kernel_at(one_home.format(12, 0)).could_win(5) is None
    assert kernel_at(one_home.format(12, 36)).could_win(4) is None


def test_where_every_move_has_to_bring_one_home_only_these_could_win() -> None:
    kernel = kernel_at("A:3 4=1 8=2|B:3|C:3;2,4;2,0;20/0/0,0/0/0;1;0")
    assert [kernel.text(move) for move in kernel.could_win(2) or []] == ["A4-home^", "A4-homev"]
