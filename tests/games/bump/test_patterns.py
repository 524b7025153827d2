"""The patterns that players of Bump know by name, each in a drawn position."""

from collections.abc import Iterator

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import AREA_CELLS, STARTS, Position
from bot.games.bump.moves import Held, Movement, Transferred
from bot.games.core import IllegalMove
from bot.games.effects import Moved
from tests.games.bump.boards import drawn, links, looks_like, play

# Chains


def test_in_a_bump_chain_a_bumped_piece_bumps_on_where_it_lands() -> None:
    turn = play(drawn("A→  02  B→  .   B↗  .   07"), "01,02")
    assert links(turn) == ["B 03-04", "B 05-06"]
    assert looks_like(turn, "01  A→  .   B→  .   B↗  07")


def test_on_a_bump_ladder_a_piece_is_passed_along() -> None:
    before = drawn("""
              A↘  .
    A→  02  B↘  .
                  .
    """)
    turn = play(before, "01,02")
    assert links(turn) == ["B 03-04", "B 04-041"]
    assert looks_like(
        turn,
        """
              A↘  .
    01  A→  .   .
                  B↘
    """,
    )


def test_a_double_bump_chain_moves_the_foremost_piece_two_spaces() -> None:
    before = drawn("""
    C1  A→  02  A→  .   .
      .   .   .
        A→  .
    """)
    turn = play(before, "12,02")
    assert links(turn) == ["A 03-04", "A 02-03", "A 04-05"]
    assert looks_like(
        turn,
        """
    C1  A→  02  A→  .   A→
      .   .   .
        .   .
    """,
    )


def test_one_bump_phase_can_capture_more_than_one_piece() -> None:
    before = drawn("""
          B↘  .   .
    A→  .   03  B↗  B→
              B←  .
    """)
    turn = play(before, "01,03")
    assert links(turn) == ["B 04 captured", "A 03 captured"]
    assert looks_like(
        turn,
        """
          B↘  .   .
    .   .   03  .   B→
              B←  .
    """,
    )


# Stasis


def test_a_piece_bumped_to_and_fro_is_captured_in_stasis_the_third_time() -> None:
    before = drawn(
        """
    A→  02  .   B←
          B↘  .
    """,
        turn=2,
    )
    turn = play(before, "021,02")
    assert links(turn) == ["B 02-03", "B 03-02", "B 02-03", "B 03-02", "B 02 stasis"]
    assert looks_like(
        turn,
        """
    A→  02  .   B←
          .   .
    """,
    )


PARTIAL_STASIS = """
      A↘  .   .
    A→  02  .   B←
          B↘  .
"""


def test_in_partial_stasis_a_choice_breaks_the_cycle_and_spares_the_piece() -> None:
    before = drawn(PARTIAL_STASIS, turn=2)
    turn = play(before, "021,02(03)(021)")
    assert links(turn) == ["B 02-03", "B 03-02", "B 02-021"]
    assert turn.position.piece("021") == (2, 1)


def test_in_partial_stasis_who_never_breaks_the_cycle_loses_the_piece() -> None:
    turn = play(drawn(PARTIAL_STASIS, turn=2), "021,02(03)(03)(03)")
    assert links(turn)[-1] == "B 02 stasis"


def test_every_way_through_a_partial_stasis_is_a_move_of_its_own() -> None:
    before = drawn(PARTIAL_STASIS, turn=2)
    texts = [GAME.format(before, move) for move in GAME.moves(before)]
    assert [t for t in texts if t.startswith("021,02(")] == [
        "021,02(03)(03)(03)",
        "021,02(03)(03)(021)",
        "021,02(03)(021)",
        "021,02(021)",
    ]


# Bumper to bumper


def test_bumper_to_bumper_two_pieces_leave_each_other_in_peace() -> None:
    turn = play(drawn("A→  02  B←"), "01,02")
    assert links(turn) == []
    assert looks_like(turn, "01  A→  B←")


def test_a_piece_bumped_into_the_one_it_faces_is_captured() -> None:
    before = drawn("""
    C1  01  A→  B←
      .   A→  .
    """)
    turn = play(before, "011,01")
    assert links(turn) == ["A 02 captured"]
    assert looks_like(
        turn,
        """
    C1  A→  .   B←
      .   .   .
    """,
    )


# Centers


def test_a_piece_bumped_into_its_own_center_is_captured() -> None:
    turn = play(drawn("C1  A↗  02  B←", turn=2), "03,02")
    assert links(turn) == ["A 01 captured"]
    assert looks_like(turn, "C1  .   B←  .")


def test_a_piece_bumped_onto_the_opposing_center_wins_when_its_turn_comes() -> None:
    turn = play(drawn("C1  B↗  02  A←"), "03,02")
    assert links(turn) == ["B 01-C1"]
    outcome = GAME.outcome(turn.position)
    assert outcome is not None
    assert outcome.winners == (2,)


def test_guard_your_center_is_said_to_whoever_may_lose_it() -> None:
    turn = play(drawn("A→  07  .   .   C2"), "06,09")
    assert GAME.tell(turn.effects, {1: "Ada"}) == "Ada moves 06 to 09."
    turn = play(turn.position, "pass", "09,C")
    assert turn.effects[-1] == Held(1, "C2")
    assert GAME.tell(turn.effects, {1: "Ada"}) == "Ada moves 09 to C. Guard your center!"
    assert GAME.outcome(turn.position) is None


def test_a_center_held_through_the_opponents_turn_wins() -> None:
    turn = play(drawn("B→  07  .   A↗  C2"), "09,C", "06,07")
    outcome = GAME.outcome(turn.position)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "center")
    assert list(GAME.moves(turn.position)) == []


def test_an_invader_bumped_out_of_the_center_has_not_won() -> None:
    turn = play(drawn("07  B→  .   A↗  .", turn=2, held=(1,)), "08,09")
    assert links(turn) == ["A C2-39"]
    assert GAME.outcome(turn.position) is None
    assert looks_like(turn, "07  .   B→  .   A↗")


def test_the_center_is_closed_to_the_player_who_was_just_bumped_out_of_it() -> None:
    held = drawn("07  A→  .   C2  A↗", held=(1,))
    for text in ("08,C", "39,C", "08,39"):
        with pytest.raises(IllegalMove):
            play(held, text)
    with pytest.raises(IllegalMove, match="C is closed to you this turn"):
        play(held, "08,C")
    assert play(drawn("07  A→  .   C2  A↗"), "08,C").position.piece("C2") == (1, 0)


def test_a_piece_bumped_into_the_closed_center_is_captured_in_its_owners_turn() -> None:
    picture = "A→  07  .   A↗  C2"
    assert links(play(drawn(picture, held=(1,)), "06,08")) == ["A 09 captured"]
    assert links(play(drawn(picture), "06,08")) == ["A 09-C2"]


def test_in_the_opponents_turn_the_center_is_open_again() -> None:
    turn = play(drawn("B→  07  .   A↗  C2", turn=2, held=(1,)), "06,08")
    assert links(turn) == ["A 09-C2"]


def test_luring_captures_the_defender_that_bumps_the_occupier_out() -> None:
    bait = drawn("05  A→  .   B→  .   A↗  39", turn=2, held=(1,))
    bumped_out = play(bait, "08,09")
    assert links(bumped_out) == ["A C2-39"]
    lured = play(bumped_out.position, "06,08")
    assert links(lured) == ["B 09 captured"]  # its own center is behind it
    assert looks_like(lured, "05  .   .   A→  .   .   A↗")


# Walls


def test_a_piece_bumped_against_a_wall_is_captured() -> None:
    before = drawn("""
          04  .   06
    A→  .   B↘  .
    """)
    turn = play(before, "021,031")
    assert links(turn) == ["B 041 captured"]
    assert looks_like(
        turn,
        """
          04  .   06
    .   A→  .   .
    """,
    )


def test_spaces_that_touch_across_a_wall_are_no_neighbors() -> None:
    before = drawn("""
          04  .   06
        A→  .   B↘
    """)
    turn = play(before, "031,041")
    assert links(turn) == []
    assert looks_like(
        turn,
        """
          04  .   06
        .   A→  B↘
    """,
    )


# Gates: k4 | k5 | k6 on every axis, the gate in the middle


@pytest.mark.parametrize("k", range(6))
def test_a_piece_passes_through_every_gate_without_turning(k: int) -> None:
    before = GAME.read(f"{k}4-2;-;1;0,0;-", {})
    turn = play(before, f"{k}4,{k}6")
    path = (f"{k}4", f"{k}5", f"{k}6")
    assert turn.effects == (Moved(1, path[0], path[2], path), Transferred(1, f"{k}5"))
    assert GAME.write(turn.position) == f"{k}6-2;-;2;0,0;-"


@pytest.mark.parametrize("k", range(6))
def test_a_piece_on_a_gate_is_bumped_straight_through_it(k: int) -> None:
    before = GAME.read(f"{k}3-{k};{k}5-{(k + 1) % 6};1;0,0;-", {})
    assert links(play(before, f"{k}3,{k}4")) == [f"B {k}5-{k}6"]


@pytest.mark.parametrize("k", range(6))
def test_a_piece_is_bumped_into_a_gate_from_either_area(k: int) -> None:
    back = (k + 3) % 6
    before = GAME.read(f"{k}8-{back};{k}6-{(k + 1) % 6};1;0,0;-", {})
    assert links(play(before, f"{k}8,{k}7")) == [f"B {k}6-{k}5"]


# The strategy text: a challenger on 06 is passed on the left, by one move only


def safe_ways_past_the_challenger(side: int) -> Iterator[str]:
    """The moves of the piece on 04 past 06, after which no move captures it."""
    position = play(GAME.start({}), "01,04", "09,06").position
    for move in GAME.moves(position):
        if isinstance(move, Movement) and move.source == "04" and is_past(move.target, side):
            after = GAME.play(position, move).position
            replies = (GAME.play(after, reply).position for reply in GAME.moves(after))
            if all(count(reply) == len(STARTS[1]) for reply in replies):
                yield GAME.format(position, move)


def is_past(space: str, side: int) -> bool:
    """Whether a space of the second area is on that side: -1 left, 1 right of the way in."""
    return space in AREA_CELLS[2] and AREA_CELLS[2][space][1] * side > 0


def count(position: Position) -> int:
    return sum(player == 1 for _, player, _ in position.pieces())


def test_a_challenger_at_a_gate_is_safely_passed_on_the_left_by_one_move_only() -> None:
    assert list(safe_ways_past_the_challenger(-1)) == ["04,071"]


def test_a_challenger_at_a_gate_is_never_safely_passed_on_the_right_at_first() -> None:
    assert list(safe_ways_past_the_challenger(1)) == []
