"""Clump's board and groups, which swaps they allow, and how a game ends."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.clump import GAME
from bot.games.clump.board import SIZES, Position
from bot.games.clump.moves import Joined, Swap, Swapped
from bot.games.core import BadOptions, IllegalMove
from tests.games.clump.stones import diminished, drawn, formed, looks_like, play, refused

START = GAME.start({})

# The board


def test_the_board_starts_as_a_checkerboard_with_a_red_stone_on_a1() -> None:
    assert GAME.write(GAME.start({"size": 4})) == "BRBR/RBRB/BRBR/RBRB;R"


@pytest.mark.parametrize("size", SIZES)
def test_every_even_size_starts_with_as_many_red_stones_as_blue(size: int) -> None:
    start = GAME.start({"size": size})
    players = [player for _, player in start.pieces()]
    assert len(players) == size * size
    assert players.count(1) == players.count(2)


def test_the_usual_board_has_eight_squares_a_side() -> None:
    assert START.size == 8


@pytest.mark.parametrize("size", [0, 2, 5, 7, 18, -8, 8.0, "8", None, True, [8]])
def test_another_size_is_refused_in_a_sentence(size: object) -> None:
    with pytest.raises(BadOptions, match="even number from 4 to 16"):
        GAME.start({"size": size})


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(BadOptions, match="no option speed"):
        GAME.start({"size": 8, "speed": 3})


# Swaps


def test_red_begins_and_the_players_take_turns() -> None:
    assert START.turn == 1
    assert play(START, "c3-d3").position.turn == 2
    assert play(START, "c3-d3", "h7-h8").position.turn == 1


def test_two_neighbors_of_different_color_change_places() -> None:
    before = drawn("""
        BRBR
        RBRB
        BRBR
        RBRB
    """)
    assert looks_like(
        play(before, "b2-c2"),
        """
        BRBR
        RBRB
        BBRR
        RBRB
        """,
    )


@pytest.mark.parametrize("target", ["b3", "d3", "c2", "c4"])
def test_a_stone_swaps_to_any_of_its_four_sides(target: str) -> None:
    assert isinstance(play(START, f"c3-{target}").effects[0], Swapped)


def test_the_first_swap_may_be_any_of_all_neighboring_pairs() -> None:
    assert len(list(GAME.moves(START))) == 2 * 8 * 7


def test_stones_may_stay_with_their_groups_so_that_nothing_is_diminished() -> None:
    before = drawn("""
        BRBRRR
        RBRBBB
        BRRRBR
        RBBBRB
        BRBRBR
        RBRBRB
    """)
    turn = play(before, "d4-d5")
    assert formed(turn) == [("R", 4, 7), ("B", 4, 8)]
    assert diminished(turn) == []


# What has to grow


def test_a_swap_that_brings_neither_stone_into_a_larger_group_is_refused() -> None:
    before = drawn(
        """
        BRBRBR
        RBRBRB
        BRBRRB
        RBRBRB
        BRBRBR
        RBRBRB
        """,
        turn="B",
    )
    reason = refused(before, "f4-e4")
    assert "brings neither stone into a larger group: 3 to 1 for yours and 4 to 1" in reason
    assert "At least one has to grow" in reason


def test_it_is_enough_that_the_enemys_stone_gets_into_a_larger_group() -> None:
    before = drawn("""
        BRBRBR
        RBRBBB
        BRBRRR
        RBRBRB
        BRBRBB
        RBRBRR
    """)
    turn = play(before, "e3-f3")
    assert formed(turn) == [("B", 3, 4)]
    assert diminished(turn) == []


# What is diminished


def test_a_lone_red_stone_joins_six_and_a_blue_one_goes_from_four_to_another_four() -> None:
    before = drawn("""
        BRBBBR
        RBRRRB
        BRBRBR
        RBRBBR
        BRBRBR
        RBRBRB
    """)
    turn = play(before, "c3-d3")
    assert formed(turn) == [("R", 1, 6)]
    assert diminished(turn) == [("R", 1), ("B", 4)]
    assert looks_like(
        turn,
        """
        BRBBBR
        RBRRRB
        BRBRBR
        RBBRBR
        BRBRBR
        RBRBRB
        """,
    )


def test_a_blue_stone_stays_with_its_thirteen_and_makes_them_fifteen() -> None:
    before = drawn(
        """
        BRBRRR
        RBRRBB
        RBBBBR
        RBRBRB
        RBBRBR
        RRBBRB
        """,
        turn="B",
    )
    turn = play(before, "d3-e3")
    assert formed(turn) == [("B", 13, 15), ("R", 1, 3)]
    assert diminished(turn) == [("R", 1)]


def test_the_largest_formed_has_to_be_larger_than_what_is_diminished() -> None:
    before = drawn(
        """
        BRBRBR
        RBRBRB
        BRBRRB
        RBRBRB
        BRBRBR
        RBRBRB
        """,
        turn="B",
    )
    reason = refused(before, "c4-d4")
    assert "forms a group of 3, but diminishes a red group of 4" in reason
    assert "larger than any diminished" in reason


def test_as_large_as_the_diminished_is_not_enough() -> None:
    before = drawn("""
        BRRBBR
        RBBBRB
        BRRRBR
        RBRBRB
        BRBRBR
        RBRBRB
    """)
    reason = refused(before, "e5-d5")
    assert "forms a group of 5, but diminishes a blue group of 5" in reason


def test_an_own_group_may_be_diminished_too_if_a_larger_one_is_formed() -> None:
    before = drawn("""
        BRBRBR
        RBRRBB
        BRBRBR
        RBRBRB
        BRBRRR
        RBRBBB
    """)
    turn = play(before, "d4-e4")
    assert formed(turn) == [("R", 4, 6)]
    assert diminished(turn) == [("R", 4), ("B", 4)]


# Legality against a slow reading of the rules


Board = dict[tuple[int, int], int]


def group(board: Board, square: tuple[int, int]) -> set[tuple[int, int]]:
    """The group of a stone, found stone by stone."""
    found, edge = {square}, [square]
    while edge:
        file, rank = edge.pop()
        for near in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            if near not in found and board.get(near) == board[square]:
                found.add(near)
                edge.append(near)
    return found


def judged_by_hand(
    position: Position, source: tuple[int, int], target: tuple[int, int]
) -> tuple[int, int]:
    """The largest group formed and the largest diminished, by comparing whole boards."""
    before = dict(position.pieces())
    after = {**before, source: before[target], target: before[source]}
    sizes, lost = [0], [0]
    for old, new in ((source, target), (target, source)):
        had = group(before, old)
        if len(group(after, new)) > len(had):
            sizes.append(len(group(after, new)))
        rest = had - {old}
        if not rest or any(len(group(after, stone)) < len(had) for stone in rest):
            lost.append(len(had))
    return max(sizes), max(lost)


def _pairs(position: Position) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    board = dict(position.pieces())
    for (file, rank), player in board.items():
        for near in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            if player == position.turn and board.get(near, player) != player:
                yield (file, rank), near


def _positions(chance: Random, size: int) -> Iterator[Position]:
    """The positions of a random game, the last one too."""
    position = GAME.start({"size": size})
    yield position
    while not GAME.outcome(position):
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
        yield position


def _names(*squares: tuple[int, int]) -> list[str]:
    return [f"{'abcdefghijklmnop'[file]}{rank + 1}" for file, rank in squares]


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_legal_swaps_are_those_of_a_slow_reading_of_the_rules(size: int) -> None:
    for position in list(_positions(Random(size), size))[:-1][::2]:
        slow = set()
        for source, target in _pairs(position):
            largest, lost = judged_by_hand(position, source, target)
            if largest > lost:
                slow.add("-".join(_names(source, target)))
        assert {GAME.format(position, move) for move in GAME.moves(position)} == slow


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.data())
def test_a_swap_is_played_exactly_when_it_is_among_the_legal_ones(
    chance: Random, data: st.DataObject
) -> None:
    position = data.draw(st.sampled_from(list(_positions(chance, 4))))
    squares = st.sampled_from(_names(*(square for square, _ in position.pieces())))
    move = Swap(data.draw(squares), data.draw(squares))
    legal = move in set(GAME.moves(position))
    if legal:
        assert GAME.play(position, move).effects
    else:
        with pytest.raises(IllegalMove):
            GAME.play(position, move)


def test_groups_only_ever_rise_so_no_position_comes_twice() -> None:
    for seed in range(5):
        sizes = [
            sorted((g.bit_count() for g in position.groups()), reverse=True)
            for position in _positions(Random(seed), 6)
        ]
        assert sizes == sorted(sizes)
        assert len({tuple(each) for each in sizes}) == len(sizes)


def test_a_swap_is_always_there_while_nobody_has_won() -> None:
    chance = Random(7)
    for _ in range(300):
        board = Position(4, chance.getrandbits(16), chance.choice((1, 2)))
        assert any(GAME.moves(board)) == (GAME.outcome(board) is None)


# The end


def test_red_joins_the_bottom_and_the_top() -> None:
    won = drawn("""
        BRBB
        BRRB
        RBRB
        RBRB
    """)
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert list(GAME.moves(won)) == []


def test_blue_joins_the_left_and_the_right() -> None:
    won = drawn("""
        RRBR
        BBBR
        RRBB
        RBRB
    """)
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (2,)


@pytest.mark.parametrize("turn", ["R", "B"])
def test_corners_connect_nothing_and_neither_do_the_other_two_sides(turn: str) -> None:
    still = drawn(
        """
        BRBB
        BRBB
        RBRR
        RBRB
        """,
        turn,
    )
    assert GAME.outcome(still) is None


def test_whoever_completes_the_rivals_path_has_lost() -> None:
    before = drawn(
        """
        BRBRBR
        RBRBRB
        BRBRBR
        BRBBRB
        RRBRBR
        BRRBRB
        """,
        turn="B",
    )
    turn = play(before, "b5-c5")
    outcome = GAME.outcome(turn.position)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert turn.effects[-1] == Joined(1, ("b1", "b2", "b3", "b4", "b5", "b6"))
    assert "The game is over" in refused(turn.position, "d1-e1")


def test_the_winning_path_is_a_shortest_one_step_by_step() -> None:
    for seed in range(8):
        *_, last = _positions(Random(seed), 6)
        outcome = GAME.outcome(last)
        assert outcome is not None
        board = dict(last.pieces())
        path = _last_path(seed)
        squares = [("abcdef".index(text[0]), int(text[1]) - 1) for text in path]
        assert {board[square] for square in squares} == set(outcome.winners)
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(squares))
        across = 1 if outcome.winners == (1,) else 0
        assert (squares[0][across], squares[-1][across]) == (0, 5)


def _last_path(seed: int) -> tuple[str, ...]:
    """The path that ended the random game of that seed."""
    *_, before, after = _positions(Random(seed), 6)
    for move in GAME.moves(before):
        turn = GAME.play(before, move)
        if turn.position == after and isinstance(turn.effects[-1], Joined):
            return turn.effects[-1].path
    raise AssertionError("a game ends with a path")
