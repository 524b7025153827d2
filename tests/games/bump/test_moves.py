"""Bump's board, movement points, reinforcements, and what is legal."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bump import GAME
from bot.games.bump.board import AREA_CELLS, GATES, SPACES, STARTS, Position, place
from bot.games.bump.chain import stable_facings
from bot.games.bump.moves import Movement
from bot.games.core import BadOptions, IllegalMove
from bot.games.effects import Moved, Placed, Rotated
from tests.games.bump.boards import drawn, links, play, refused
from tests.helpers.long_runs import examples
from tests.helpers.random_play import strangers

START = GAME.start({})


def texts(position: Position, source: str = "") -> list[str]:
    """The texts of the legal moves, or of those of one piece."""
    found = [GAME.format(position, move) for move in GAME.moves(position)]
    return [text for text in found if text.startswith(source)]


# The board


def test_two_areas_of_91_spaces_share_six_gates() -> None:
    assert len(SPACES) == 176
    assert {len(cells) for cells in AREA_CELLS.values()} == {91}
    assert set(AREA_CELLS[1]) & set(AREA_CELLS[2]) == set(GATES)


def test_each_player_starts_with_twelve_pieces_and_nothing_bumps() -> None:
    assert [len(STARTS[player]) for player in (1, 2)] == [12, 12]
    assert is_stable(START)


def is_stable(position: Position) -> bool:
    """Whether no piece bumps another."""
    board = position.board
    return all(
        stable_facings(board, s) >> (piece & 7) & 1 for s, piece in enumerate(board) if piece
    )


# The movement phase


def test_a_piece_has_three_points_for_shifts_and_then_turns() -> None:
    alone = GAME.read("-;22-0;2;0,0;-", {})
    by_shifts = dict.fromkeys(range(4), 0)
    for move in GAME.moves(alone):
        if isinstance(move, Movement):
            effects = GAME.play(alone, move).effects
            by_shifts[sum(len(e.path) - 1 for e in effects if isinstance(e, Moved))] += 1
    # Turned in place it faces any other side; after one shift there are five facings, after two
    # three, after three one.
    assert by_shifts == {0: 5, 1: 6 * 5, 2: 12 * 3, 3: 18}


def test_shifts_come_before_turns_in_what_is_told() -> None:
    turn = play(drawn("A→  02  .   ."), "01,03-1")
    assert turn.effects == (Moved(1, "01", "03", ("01", "02", "03")), Rotated(1, "03", 0, 1))
    # It goes around what is in its way.
    around = play(drawn("A→  B↘  .\n  .   021"), "01,03-0").effects[0]
    assert around == Moved(1, "01", "03", ("01", "011", "021", "03"))


def test_a_movement_that_changes_nothing_is_no_move() -> None:
    assert "01,01" not in texts(START)
    assert refused(START, "01,01") == (
        "That changes nothing. Turn the piece, like 01,01-1, or write pass."
    )
    assert refused(START, "01,01-0") == refused(START, "01,01")


def test_passing_changes_nothing_but_the_turn() -> None:
    after = play(START, "pass").position
    assert after == Position(START.board, 2, (0, 0))
    lonely = GAME.read("-;22-0;1;0,0;-", {})
    assert texts(lonely) == ["pass"]
    assert refused(lonely, "01,02") == "No piece stands on 01. Write pass."


# Reinforcements


def test_a_reinforcement_comes_on_a_free_starting_space_where_it_bumps_nothing() -> None:
    before = drawn(
        """
      B↗  .
    C1  01  A→
      .   .
    """,
        reserves=(1, 0),
    )
    assert texts(before, "R,01-") == [f"R,01-{k}" for k in (1, 2, 3, 5)]
    turn = play(before, "R,01-1")
    assert turn.effects == (Placed(1, "01", 1),)
    assert turn.position.reserves == (0, 0)
    assert turn.position.piece("01") == (1, 1)
    # Bumper to bumper is peace, and each player has a reserve of their own.
    assert texts(drawn("C1  01  B←", reserves=(1, 0)), "R,01-") == ["R,01-0"]
    position = GAME.start({"reserve": [0, 3]})
    assert "R" not in {text[0] for text in texts(position)}
    freed = play(position, "01,04", "09,06", "pass").position
    assert play(freed, "R,09-3").position.reserves == (0, 2)


@pytest.mark.parametrize("reserve", [[0, 4], [0], [1, "1"], "01", 3, None, [-1, 0], [0.5, 0]])
def test_a_reserve_is_two_numbers_from_0_to_3(reserve: object) -> None:
    with pytest.raises(BadOptions, match="two numbers from 0 to 3"):
        GAME.start({"reserve": reserve})


# Legality: `play` looks at one move, `moves` at all


pieces = st.dictionaries(
    st.sampled_from([s for s in SPACES if s.startswith(("C", "0", "1"))]),
    st.tuples(st.sampled_from([1, 2]), st.integers(0, 5)),
    max_size=22,
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Crowded positions of any kind, even some that no game comes to."""
    found = [(s, player, k) for s, (player, k) in draw(pieces).items() if s != f"C{player}"]
    reserves = st.tuples(st.integers(0, 3), st.integers(0, 3))
    held = st.sampled_from([(), (1,), (2,), (1, 2)])
    return Position(place(found), draw(st.sampled_from([1, 2])), draw(reserves), draw(held))


@settings(max_examples=examples(60))
@given(positions(), st.randoms(use_true_random=False))
def test_on_crowded_boards_too_a_move_is_played_exactly_when_it_is_legal(
    position: Position, chance: Random
) -> None:
    legal = list(GAME.moves(position))
    for move in islice(strangers(chance, legal), 8):
        if move in legal:
            assert GAME.play(position, move).position.turn != position.turn
            continue
        with pytest.raises(IllegalMove, match=r"\.$"):
            GAME.play(position, move)
        assert set(GAME.explain(position, move).cells) <= set(SPACES)


@settings(max_examples=examples(60))
@given(positions(), st.data())
def test_every_piece_is_bumped_captured_or_stays_where_it_was(
    position: Position, data: st.DataObject
) -> None:
    legal = list(GAME.moves(position))
    if not legal:
        return
    turn = GAME.play(position, data.draw(st.sampled_from(legal)))
    captured = sum(link.endswith(("captured", "stasis")) for link in links(turn))
    placed = any(isinstance(effect, Placed) for effect in turn.effects)
    before, after = (sum(1 for _ in p.pieces()) for p in (position, turn.position))
    assert after == before + placed - captured


def test_the_board_is_stable_after_every_turn() -> None:
    position = START
    for ply in range(120):
        legal = list(GAME.moves(position))
        position = GAME.play(position, legal[ply * 7919 % len(legal)]).position
        assert is_stable(position)
