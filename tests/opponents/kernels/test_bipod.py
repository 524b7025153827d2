"""What the kernel of Bi-Pod has to itself: layers found again, wins ruled out, stones a turn."""

from random import Random
from typing import Any

import pytest

from bot.games.bipod import GAME
from bot.opponents.kernel import GOES_ON, Kernel, kernel_of
from bot.opponents.kernels.bipod import Kernel as BipodKernel
from bot.opponents.kernels.bipod import together
from bot.opponents.levels import Level, level_of
from bot.opponents.proofs import prove
from bot.opponents.search import Search
from tests.helpers.long_runs import LONG, examples
from tests.helpers.playing import known
from tests.opponents.agreement import careless

QUIET = ".....@....Q...../.............../..x.........../............./............/...........;1;1"
ONE_EACH = (
    "oooo.@....QO.OOO/.............../............../............./............/...........;1;1"
)


class Unpruned(BipodKernel):
    """Has every move tried in a proof."""

    def could_win(self, plies: int) -> list[int] | None:
        return None


def kernel_at(text: str, **options: Any) -> Kernel:
    return kernel_of(GAME.key, GAME.read(text, options))


def wandering(seed: int, **options: Any) -> list[str]:
    """The positions of a careless game in which somebody takes a part early."""
    chance, texts = Random(seed), list[str]()
    kernel = kernel_of(GAME.key, GAME.start(options))
    early = chance.randrange(12)
    while scored := kernel.scored():
        texts.append(kernel.write())
        takes = [move for _, move in scored if kernel.text(move) == "adopt"]
        kernel.play(takes[0] if takes and len(texts) > early else careless(chance, scored))
    return texts


@pytest.mark.parametrize("seed", range(examples(20)))
def test_every_move_is_worth_what_the_position_after_it_is(seed: int) -> None:
    for text in wandering(seed):
        kernel = kernel_at(text)
        mover = kernel.turn
        for worth, move in kernel.scored():
            kernel.play(move)
            if kernel.result() == GOES_ON:
                assert worth == kernel.worth(mover), (text, move)
            kernel.undo()


def test_the_color_that_is_farther_counts_twice_as_much_as_the_nearer_one() -> None:
    assert together(3_000, 1_000) == together(1_000, 3_000) == 3_500
    assert together(2_000, 2_000) == 3_000


@pytest.mark.parametrize("options", [{}, {"adopt": "running"}], ids=str)
def test_no_win_in_two_is_ruled_out(options: dict[str, Any]) -> None:
    for seed in range(examples(10) - 7):
        for text in wandering(seed, **options)[-14 :: 1 if LONG else 3]:
            position = GAME.read(text, options)
            every = prove(Unpruned(position), 3, 10**7)
            some = prove(kernel_of(GAME.key, position), 3, 10**7)
            assert (some.plies, set(some.winning)) == (every.plies, set(every.winning)), text


def test_wins_that_cannot_come_in_time_are_ruled_out_at_once() -> None:
    assert kernel_at(QUIET).could_win(5) == []
    assert kernel_at(ONE_EACH).could_win(1) == []
    kernel = kernel_at(ONE_EACH)
    assert {kernel.text(move) for move in known(kernel.could_win(3))} == {"g1 o", "w1 O"}


def test_the_last_missing_stone_is_urgent() -> None:
    kernel = kernel_at(ONE_EACH)
    assert not kernel.urgent()
    kernel.play(next(move for _, move in kernel.scored() if kernel.text(move) == "g1 o"))
    assert kernel.urgent()


def test_with_three_stones_a_turn_the_moves_of_several_are_some_of_them() -> None:
    kernel = kernel_of(GAME.key, GAME.start({"blocks": 3}))
    texts = [kernel.text(move) for _, move in kernel.scored()]
    assert not kernel.whole
    assert "adopt" in texts
    assert {text.count(",") for text in texts} == {0, 1, 2}
    assert len(texts) < 1000


def deep(depth: int, nodes: int = 10**6) -> Level:
    return Level(number=1, name="Any", line="Any.", nodes=nodes, depth=depth, beam=(0, 12))


@pytest.mark.parametrize("nodes", range(4500, 8000, 500))
def test_a_look_that_is_cut_short_plays_nothing_worse_than_the_one_before_it(nodes: int) -> None:
    before = Search(kernel_at(QUIET), deep(2), seed=1).found()
    found = Search(kernel_at(QUIET), deep(3, nodes), seed=1).found()
    assert seen_three_plies_deep(found.text) >= seen_three_plies_deep(before.text)


def seen_three_plies_deep(text: str) -> int:
    kernel = kernel_at(QUIET)
    kernel.play(next(move for _, move in kernel.scored() if kernel.text(move) == text))
    return -Search(kernel, deep(2), seed=1).found().worth


@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_upper_levels_find_a_win_in_three_that_takes_long_to_prove(number: int) -> None:
    rows = "...o.@xx..Q.x.../x..x.o....O.x../...oo.....O.../.o.x.....Ox../x........Ox./...x.x....."
    found = Search(kernel_at(f"{rows};1;1"), level_of(GAME.key, number), seed=1).found()
    assert (found.text, found.proven) == ("b4 o", 5)
