"""The search on a game known by heart, where who leaves a multiple of four wins, and its levels."""

from itertools import pairwise
from typing import Any

import pytest

from bot.catalog import catalog
from bot.opponents.kernel import GOES_ON, MOVE_BITS, WON, Kernel
from bot.opponents.levels import (
    DEEP,
    Level,
    NoSuchLevel,
    level_named,
    level_of,
    level_words,
    levels_of,
)
from bot.opponents.proofs import prove
from bot.opponents.search import Search


class Heap(Kernel):
    """So many are left; whoever takes the last one wins. `blind` knows nothing of what is good."""

    def __init__(self, position: int, players: int = 2) -> None:
        super().__init__(players, 1)
        self.left = position
        self.key = self._key()
        self.taken: list[int] = []

    def _key(self) -> int:
        return self.left * 8 + self.turn

    def scan(self) -> int:
        moves = range(1, min(self.left, 3) + 1)
        for move in reversed(moves):
            self.moves.append((WON if move == self.left else 0) << MOVE_BITS | move)
        return len(moves)

    def play(self, move: int) -> None:
        self.left -= move
        self.taken.append(move)
        self.turn = self.turn % self.players + 1
        self.key = self._key()

    def undo(self) -> None:
        self.left += self.taken.pop()
        self.turn = (self.turn - 2) % self.players + 1
        self.key = self._key()

    def result(self) -> int:
        before = (self.turn - 2) % self.players + 1
        return GOES_ON if self.left else 1 << before

    def worth(self, player: int) -> int:
        return 0

    def urgent(self) -> bool:
        return self.left <= 3

    def could_win(self, plies: int) -> list[int] | None:
        return None

    def far(self, move: int) -> int:
        return move

    def text(self, move: int) -> str:
        return f"take {move}"

    def write(self) -> str:
        return f"{self.left};{self.turn}"


def level(nodes: int = 100_000, depth: int = 30, **more: Any) -> Level:
    return Level(number=1, name="Any", line="Any.", nodes=nodes, depth=depth, **more)


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11, 14])
def test_a_win_is_found_proven_and_as_long_as_its_line(left: int) -> None:
    found = Search(Heap(left), level(), seed=1).found()
    assert found.text == f"take {left % 4}"
    assert found.proven == len(found.line) == 2 * (left // 4) + 1


@pytest.mark.parametrize("left", [4, 8, 12])
def test_a_loss_is_known_for_one_and_delayed(left: int) -> None:
    found = Search(Heap(left), level(), seed=1).found()
    assert found.proven == -left // 2


@pytest.mark.parametrize("left", [7, 9, 12])
def test_late_moves_are_looked_at_again_where_they_may_be_better(left: int) -> None:
    reduced, full = (Search(Heap(left), level(late=late), 1).found() for late in (1, 0))
    assert (reduced.worth, reduced.proven) == (full.worth, full.proven)


def test_a_small_budget_proves_nothing_and_still_plays() -> None:
    kernel = Heap(101)
    found = Search(kernel, level(nodes=200), seed=1).found()
    assert found.proven == 0
    assert found.text in ("take 1", "take 2", "take 3")
    assert found.nodes <= 204
    assert kernel.write() == "101;1"


def test_the_same_seed_plays_the_same_and_noise_changes_what_is_played() -> None:
    played = [Search(Heap(101), level(nodes=300, noise=50), seed=n % 9).found() for n in range(18)]
    assert played[:9] == played[9:]
    assert len({found.text for found in played}) == 3


def test_who_overlooks_far_answers_walks_into_them_and_claims_no_proof() -> None:
    # From five only taking one is safe; taking two or three lets the other take the rest.
    careless = level(depth=2, sight=0, overlook=1.0)
    found = [Search(Heap(5), careless, seed=n).found() for n in range(30)]
    assert {each.proven for each in found} == {0}
    assert any(each.text != "take 1" for each in found)
    careful = [Search(Heap(5), level(depth=2), seed=n).found().text for n in range(30)]
    assert set(careful) == {"take 1"}


def test_a_loss_is_believed_only_when_every_move_loses() -> None:
    # The beam looks at one move alone, which loses at nine left; another one wins.
    found = Search(Heap(9), level(beam=(1,)), seed=1).found()
    assert found.text == "take 1"
    assert found.proven == 5


def test_with_three_players_the_others_play_together() -> None:
    # Who may take all wins; with more left than that the next two can always spoil it.
    assert Search(Heap(3, players=3), level(), seed=1).found().proven == 1
    assert Search(Heap(4, players=3), level(), seed=1).found().proven < 0
    for left in range(1, 12):
        proof = prove(Heap(left, players=3), 9, 10_000, every=True)
        assert proof.winning == ((f"take {left}",) if left < 4 else ())


@pytest.mark.parametrize("left", range(1, 16))
def test_a_proof_has_exactly_the_moves_that_win(left: int) -> None:
    proof = prove(Heap(left), 9, 100_000)
    winning = (f"take {left % 4}",) if left % 4 else ()
    assert proof.winning == winning
    assert proof.known
    assert 0 <= proof.nodes <= 100_000
    assert proof.plies == len(proof.line) == (2 * (left // 4) + 1 if winning else 0)


def test_a_proof_that_is_out_of_reach_or_budget_is_not_claimed() -> None:
    short = prove(Heap(9), 3, 100_000)
    assert (short.winning, short.known, short.plies, short.line) == ((), True, 0, ())
    spent = prove(Heap(99), 60, 500)
    assert not spent.known
    assert not spent.winning


KEYS = sorted(catalog())


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_every_level_and_each_looks_at_more(key: str) -> None:
    levels = levels_of(key)
    assert [level.number for level in levels] == list(range(1, DEEP + 1))
    assert all(one.nodes < two.nodes for one, two in pairwise(levels))
    assert len({level.name for level in levels}) == DEEP
    assert all(level.line.endswith(".") for level in levels)


def test_a_level_with_its_line_is_read_whole_on_a_phone() -> None:
    for number in range(1, DEEP + 1):
        name, line = level_words(number)
        assert len(f"{name}: {line}") <= 45


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_number_that_is_no_level_is_refused(number: int) -> None:
    with pytest.raises(NoSuchLevel, match="1 to 6"):
        level_of(KEYS[0], number)


@pytest.mark.parametrize(
    ("typed", "number"), [("1", 1), ("06", 6), ("master", 5), (" First  Evening ", 1), ("DEEP", 6)]
)
def test_a_level_is_known_by_its_number_and_by_its_name(typed: str, number: int) -> None:
    assert level_named(typed) == number


@pytest.mark.parametrize("typed", ["", "mast", "²", "-1", "0", "9", "1.5"])
def test_what_names_no_level_is_refused_with_those_there_are(typed: str) -> None:
    with pytest.raises(NoSuchLevel, match=r"1 First evening, 2 Beginner, .* and 6 Deep"):
        level_named(typed)
