"""What the kernel of Bump says besides its moves: threats, wins at hand, and how far a move is."""

from dataclasses import replace
from random import Random

import pytest

from bot.games.bump import GAME
from bot.opponents.kernel import WON, Kernel, kernel_of
from bot.opponents.kernels.bump import Kernel as BumpKernel
from bot.opponents.levels import level_of
from bot.opponents.search import Search
from tests.games.bump.boards import PARTIAL_STASIS, drawn
from tests.opponents.agreement import assert_agrees, assert_plays, careless

OPTIONS = {"reserve": [0, 0]}
NEAR = "08-0;28-5;1;0,0;-"
MIDDLE = "05-0 111-2 13-1 31-3;08-0 16-4 172-5 39-0;1;0,0;-"


def test_a_piece_on_the_center_must_be_answered() -> None:
    kernel = kernel_at(NEAR)
    assert not kernel.urgent()
    assert played(kernel, "08,C").urgent()
    assert not played(kernel, "pass").urgent()


def test_a_win_at_hand_begins_on_the_center() -> None:
    kernel = kernel_at(NEAR)
    assert could_win(kernel, 1) == set()
    assert could_win(kernel, 2) == {"08,C", "08,C-1", "08,C-5"}
    assert could_win(kernel_at("06-0;28-5;1;0,0;-"), 2) == set()


def test_a_piece_bumped_onto_the_center_is_on_its_way_to_win() -> None:
    kernel = kernel_at("09-1 06-0;28-5;1;0,0;-")
    assert "06,08" in could_win(kernel, 2)
    kernel.play(move_of(kernel, "06,08"))
    assert kernel.write().startswith("C2-1 08-0;")


class Unglimpsed(BumpKernel):
    """A kernel that always lists every move."""

    def glimpse(self, move: int) -> int:
        return 0


def test_a_glimpse_saves_lists_of_all_moves_and_changes_no_worth() -> None:
    position = GAME.read(MIDDLE, OPTIONS)
    level = replace(level_of(GAME.key, 5), proof=0, depth=2, late=0, beam=(0,))
    quick, slow = (Search(one(position), level, 1).found() for one in (BumpKernel, Unglimpsed))
    assert quick.worth == slow.worth
    assert quick.nodes < 0.9 * slow.nodes


def kernel_at(text: str) -> Kernel:
    return kernel_of(GAME.key, GAME.read(text, OPTIONS))


def played(kernel: Kernel, text: str) -> Kernel:
    kernel.play(move_of(kernel, text))
    return kernel


def move_of(kernel: Kernel, text: str) -> int:
    return {kernel.text(move): move for _, move in kernel.scored()}[text]


def could_win(kernel: Kernel, plies: int) -> set[str]:
    return {kernel.text(move) for move in kernel.could_win(plies) or ()}


@pytest.mark.parametrize("seed", range(2))
def test_looking_at_threats_alone_misses_no_win_in_two(seed: int) -> None:
    chance = Random(seed)
    kernel = kernel_of(GAME.key, GAME.start(OPTIONS))
    for _ in range(60):
        before = kernel.scored()
        if not before:
            break
        threats = set(kernel.could_win(4) or ())
        assert threats <= {move for worth, move in before if worth > -WON}
        for _, move in chance.sample(before, 10):
            kernel.play(move)
            kernel.play(0)
            in_reach = kernel.could_win(2)
            kernel.undo()
            kernel.undo()
            assert move in threats or not in_reach
        kernel.play(careless(chance, before))


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize(("text", "plies"), [(NEAR, 2), ("04-0;35-0;1;0,0;-", 4)])
def test_the_best_levels_find_a_win_in_one_and_in_two(number: int, text: str, plies: int) -> None:
    found = Search(kernel_at(text), level_of(GAME.key, number), seed=1).found()
    assert found.proven == plies
    assert len(found.line) == plies


def test_guards_at_home_beyond_enough_are_worth_no_more_than_elsewhere() -> None:
    few = kernel_at("01-0 11-1;29-5;1;0,0;-").worth(1)
    more = kernel_at("01-0 11-1 21-2;29-5;1;0,0;-").worth(1)
    enough = kernel_at("01-0 11-1 21-2 31-3;29-5;1;0,0;-").worth(1)
    many = kernel_at("01-0 11-1 21-2 31-3 41-4;29-5;1;0,0;-").worth(1)
    assert more - few > enough - more > many - enough


def test_a_piece_is_captured_in_stasis_at_the_same_bump_as_in_the_rules() -> None:
    # One bump later there would be another choice.
    position = drawn(PARTIAL_STASIS, turn=2)
    kernel = kernel_of(GAME.key, position)
    moves = assert_agrees(GAME, position, kernel)
    assert_plays(GAME, position, kernel, moves["021,02(03)(03)(03)"])
