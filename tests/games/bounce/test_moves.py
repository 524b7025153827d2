"""The rules of Bounce, each in a position as small as it can be."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bounce import GAME
from bot.games.bounce.board import AHEAD, NUMBER, PLACES, SQUARES, Position
from bot.games.bounce.moves import Covered, Pass, Rebounded
from bot.games.core import BadOptions, IllegalMove, Outcome
from bot.games.effects import Moved, Passed
from tests.games.bounce.boards import after, board, captures, ends, legal, play
from tests.helpers.long_runs import examples
from tests.helpers.random_play import wandered

# The board and the start


def test_there_are_32_dark_squares_and_a1_is_one() -> None:
    assert len(SQUARES) == 32
    assert SQUARES[:5] == ("a1", "a3", "a5", "a7", "b2")
    assert all((file + rank) % 2 == 0 for file, rank in PLACES)


def test_each_side_begins_with_eight_single_pieces_on_its_first_two_ranks() -> None:
    stacks = dict(GAME.start({}).pieces())
    sides = {owner: [s for s, owners in stacks.items() if owners == (owner,)] for owner in (1, 2)}
    assert sides[1] == ["a1", "b2", "c1", "d2", "e1", "f2", "g1", "h2"]
    assert sides[2] == ["a7", "b8", "c7", "d8", "e7", "f8", "g7", "h8"]


def test_ten_adds_two_pieces_in_each_third_row() -> None:
    standard, ten = (dict(GAME.start({"variant": v}).pieces()) for v in ("standard", "ten"))
    added = {square: owners for square, owners in ten.items() if square not in standard}
    assert added == {"c3": (1,), "e3": (1,), "d6": (2,), "f6": (2,)}


def test_chess_begins_with_stacks_of_two_in_the_rear() -> None:
    twos = {s for s, owners in GAME.start({"variant": "chess"}).pieces() if len(owners) == 2}
    assert twos == {"a1", "c1", "e1", "g1", "b8", "d8", "f8", "h8"}


def test_accelerating_begins_like_the_standard_game() -> None:
    start = GAME.start({"variant": "accelerating"})
    assert list(start.pieces()) == list(GAME.start({}).pieces())


def test_purple_begins() -> None:
    assert GAME.start({}).turn == 1


def test_the_standard_game_is_the_usual_one() -> None:
    assert GAME.start({}) == GAME.start({"variant": "standard"})


@pytest.mark.parametrize("variant", ["fast", "", 3, None, ["ten"], {}])
def test_an_unknown_variant_is_refused_with_those_there_are(variant: object) -> None:
    with pytest.raises(BadOptions, match="standard, ten, accelerating or chess"):
        GAME.start({"variant": variant})


def test_an_unknown_option_is_refused_by_its_name() -> None:
    with pytest.raises(BadOptions, match="no option size"):
        GAME.start({"size": 8})


# Runs


def test_a_single_piece_runs_one_square_diagonally_forward() -> None:
    assert ends(board("d4:P h8:Y"), "d4") == {"c5", "e5"}
    assert ends(board("d4:Y a1:P", "Y"), "d4") == {"c3", "e3"}


def test_a_stack_of_two_runs_up_to_two_squares_in_all_four_directions() -> None:
    assert ends(board("d4:YP a7:Y"), "d4") == {"c3", "b2", "c5", "b6", "e3", "f2", "e5", "f6"}


def test_a_stack_belongs_to_the_owner_of_its_top_piece() -> None:
    position = board("d4:PPY a1:P")
    assert not ends(position, "d4")
    assert position.owners() == {1, 2}


def test_a_run_bounces_off_a_side_rail_like_a_ball() -> None:
    assert play(board("b4:PPPP h8:Y"), "b4-c7").effects[0] == Moved(
        1, "b4", "c7", ("b4", "a5", "b6", "c7")
    )


def test_a_single_piece_on_the_side_rail_bounces_inward() -> None:
    assert ends(board("a3:P h8:Y"), "a3") == {"b4"}


def test_a_single_piece_on_the_far_rail_turns_back() -> None:
    assert ends(board("d8:P a1:Y"), "d8") == {"c7", "e7"}
    assert ends(board("e1:Y h8:P", "Y"), "e1") == {"d2", "f2"}


def test_out_of_a_corner_a_run_comes_straight_back() -> None:
    # On the way out everything before the corner is in reach; e5 only on the way back.
    turn = play(board("f6:PPPPP a7:Y"), "f6-e5")
    assert turn.effects[0] == Moved(1, "f6", "e5", ("f6", "e5"))
    assert AHEAD[NUMBER["h8"]][0] == (NUMBER["g7"], 2)
    assert ends(board("h8:P a7:Y"), "h8") == {"g7"}


def test_of_two_ways_to_a_square_the_shorter_one_is_taken() -> None:
    # The other way to b4 leads all round the board.
    turn = play(board("b2:PPPPPPPPPPPP h2:Y"), "b2-b4")
    assert turn.effects == (Moved(1, "b2", "b4", ("b2", "a3", "b4")), Rebounded(1, "a3"))


def test_a_run_that_covers_nothing_never_ends_where_it_began() -> None:
    # Seven squares from a1 to the corner h8 and seven back.
    position = board("a1:PPPPPPPPPPPPPP b8:Y")
    assert "a1" not in ends(position, "a1")


def test_other_stacks_stop_a_run_that_may_not_jump_them() -> None:
    position = board("a1:PPPPP c3:Y d4:Y h8:P")
    assert ends(position, "a1") == {"b2"}


def test_two_runs_to_one_square_are_one_move() -> None:
    texts = legal(board("c3:PPPPPPPPPPPP d8:Y"))
    assert len(texts) == len(set(texts))


# Captures


def test_a_jumped_stack_goes_underneath() -> None:
    assert after(board("c3:P d4:Y h8:Y"), "c3xd4-e5") == "e5:YP h8:Y"


def test_a_stack_of_three_that_covers_a_stack_of_three_becomes_six_and_runs_one_to_six() -> None:
    position = board("c3:YYP d4:PPY h2:Y")
    turn = play(position, "c3xd4-e5")
    assert dict(turn.position.pieces())["e5"] == (1, 1, 2, 2, 2, 1)
    six = board("b2:PPYYYP h2:Y")
    straight = {"c3", "d4", "e5", "f6", "g7", "h8"}
    assert {end for end in ends(six, "b2") if end[0] > "b" and end in straight} == straight
    for squares, end in enumerate(("c3", "d4", "e5", "f6", "g7", "h8"), 1):
        moved = play(six, f"b2-{end}").effects[0]
        assert isinstance(moved, Moved)
        assert len(moved.path) - 1 == squares


def test_capturing_is_optional() -> None:
    assert {"c3-b4", "c3xd4-e5"} <= set(legal(board("c3:P d4:Y h8:Y")))


def test_a_player_may_cover_an_own_stack() -> None:
    assert after(board("c3:P d4:P h8:Y"), "c3xd4-e5") == "e5:PP h8:Y"


def test_a_single_piece_captures_forward_only() -> None:
    assert captures(board("d4:P c3:Y e3:Y c5:Y h8:Y"), "d4") == {"d4xc5-b6"}


def test_nothing_is_jumped_without_an_empty_square_behind() -> None:
    assert captures(board("c3:P d4:Y e5:Y"), "c3") == set()


def test_a_stack_jumps_wherever_it_meets_a_stack_on_its_way() -> None:
    assert "a1xd4-e5" in legal(board("a1:PPPP d4:Y a7:Y"))
    assert "a1xd4-e5" in legal(board("a1:PPP d4:Y a7:Y"))
    # Two squares lie before it; the landing would be the third.
    assert "a1xd4-e5" not in legal(board("a1:PP d4:Y a7:Y"))


def test_the_jumped_square_costs_nothing_and_the_run_may_go_on() -> None:
    assert captures(board("a1:PPP b2:Y a7:Y"), "a1") == {"a1xb2-c3", "a1xb2-d4", "a1xb2-e5"}


def test_a_second_stack_stops_the_run() -> None:
    assert captures(board("a1:PPPPP b2:Y d4:Y a7:Y"), "a1") == {"a1xb2-c3"}


def test_a_stack_on_the_rail_is_captured_on_the_bounce() -> None:
    assert after(board("b4:P a5:Y h8:Y"), "b4xa5-b6") == "b6:YP h8:Y"


def test_a_piece_in_the_corner_is_jumped_and_the_single_lands_where_it_started() -> None:
    assert after(board("g7:PP h8:Y a7:Y"), "g7xh8-g7") == "a7:Y g7:YPP"
    assert after(board("g7:P h8:Y a7:Y"), "g7xh8-g7") == "a7:Y g7:YP"


def test_a_captured_square_counts_as_empty_for_the_rest_of_the_run() -> None:
    # Over g7 into the corner, and straight back over the empty g7.
    assert "f6xg7-g7" in legal(board("f6:PP g7:Y a7:Y"))
    assert after(board("f6:PPP g7:Y a7:Y"), "f6xg7-f6") == "a7:Y f6:YPPP"


def test_only_one_stack_is_captured_in_the_standard_game() -> None:
    assert "a1xb2xd4-e5" not in legal(board("a1:PPPP b2:Y d4:Y a7:Y"))


# Accelerating


def test_an_accelerating_run_may_capture_several_stacks() -> None:
    position = board("a1:P b2:Y d4:Y a7:Y", variant="accelerating")
    assert captures(position, "a1") == {"a1xb2-c3", "a1xb2xd4-e5", "a1xb2xd4-f6"}
    assert after(position, "a1xb2xd4-e5") == "a7:Y e5:YYP"


def test_each_captured_stack_lengthens_the_run_by_its_height() -> None:
    position = board("a1:P b2:YYY a7:Y", variant="accelerating")
    assert captures(position, "a1") == {f"a1xb2-{end}" for end in ("c3", "d4", "e5", "f6")}


def test_an_accelerating_run_needs_an_empty_square_behind_each_stack() -> None:
    position = board("a1:P b2:Y d4:Y e5:Y", variant="accelerating")
    assert captures(position, "a1") == {"a1xb2-c3"}


def test_the_variant_stays_with_the_position() -> None:
    position = board("a1:P b2:Y d4:Y a7:Y", variant="accelerating")
    assert play(position, "a1xb2-c3").position.variant == "accelerating"


# Effects


def test_a_turn_tells_its_path_its_bounces_and_its_captures_in_order() -> None:
    turn = play(board("b4:PP a5:PY c7:Y h8:Y"), "b4xa5-b6")
    assert turn.effects == (
        Moved(1, "b4", "b6", ("b4", "a5", "b6")),
        Rebounded(1, "a5"),
        Covered(2, "a5", (1, 2), 4),
    )


def test_an_effect_is_recorded_with_its_kind() -> None:
    records = [effect.record() for effect in play(board("b4:P a5:Y h8:Y"), "b4xa5-b6").effects]
    assert [record["kind"] for record in records] == ["move", "rebound", "cover"]
    assert records[2] == {"kind": "cover", "player": 2, "at": "a5", "owners": (2,), "height": 2}


# The end


def test_whoever_covers_the_last_opposing_stack_wins() -> None:
    last = play(board("d6:P e7:Y"), "d6xe7-f8").position
    assert GAME.outcome(last) == Outcome((1,), "covered")
    assert legal(last) == []


def test_covering_the_last_stack_wins_for_yellow_too() -> None:
    last = play(board("d6:P e7:Y", "Y"), "e7xd6-c5").position
    assert GAME.outcome(last) == Outcome((2,), "covered")


def test_pieces_under_the_other_color_do_not_count() -> None:
    last = play(board("d6:PPYYP e7:PPY"), "d6xe7-f8").position
    assert GAME.outcome(last) == Outcome((1,), "covered")


def test_without_a_move_a_player_has_to_pass() -> None:
    stuck = board("a1:P b2:Y c3:Y")
    assert list(GAME.moves(stuck)) == [Pass()]
    turn = play(stuck, "pass")
    assert turn.effects == (Passed(1),)
    assert turn.position.turn == 2


def test_nobody_passes_who_can_move() -> None:
    with pytest.raises(IllegalMove, match="only when none of your stacks can move"):
        play(GAME.start({}), "pass")


JAMMED = " ".join(f"{square}:{'PY'[number % 2]}" for number, square in enumerate(SQUARES))


def test_when_nobody_can_move_the_game_is_drawn() -> None:
    full = board(JAMMED)
    assert legal(full) == ["pass"]
    last = play(full, "pass").position
    assert GAME.outcome(last) == Outcome((), "stuck")
    assert legal(last) == []


REPEATING = ["a1-b2", "h8-g7", "b2-a1", "g7-h8"]


def test_the_third_time_of_a_position_draws_the_game() -> None:
    position = board("a1:PP h8:YY")
    for text in [*REPEATING, *REPEATING[:3]]:
        position = play(position, text).position
        assert GAME.outcome(position) is None
    last = play(position, REPEATING[3]).position
    assert GAME.outcome(last) == Outcome((), "repetition")


def test_positions_are_the_same_by_top_owners_and_heights() -> None:
    hidden, other = board("a1:PP h8:YY"), board("a1:YP h8:PY")
    assert hidden.repetition_key() == other.repetition_key()
    assert hidden != other


def test_positions_differ_by_whose_turn_it_is() -> None:
    assert board("a1:PP h8:YY", "P").repetition_key() != board("a1:PP h8:YY", "Y").repetition_key()


def test_a_capture_begins_the_count_anew() -> None:
    position = play(board("a1:PP h8:YY"), *REPEATING).position
    assert len(position.past) == 4
    assert play(board("a1:P b2:Y h8:Y"), "a1xb2-c3").position.past == ()


def test_a_position_that_is_read_has_no_past() -> None:
    position = play(board("a1:PP h8:YY"), *REPEATING).position
    assert GAME.read(GAME.write(position), {}).past == ()


# Legality has one home


@settings(max_examples=examples(40))
@given(st.integers(0, 10**6))
def test_no_piece_is_ever_lost_and_every_turn_changes_hands(seed: int) -> None:
    chance = Random(seed)
    position = GAME.start({"variant": chance.choice(["standard", "ten", "chess"])})
    pieces = _count(position)
    while moves := list(GAME.moves(position)):
        before = position.turn
        position = GAME.play(position, chance.choice(moves)).position
        assert _count(position) == pieces
        assert position.turn == 3 - before


def _count(position: Position) -> tuple[int, int]:
    owners = [owner for _, stack in position.pieces() for owner in stack]
    return owners.count(1), owners.count(2)


@settings(max_examples=examples(30))
@given(st.integers(0, 10**6))
def test_a_path_leads_along_diagonals_and_turns_only_at_the_rails(seed: int) -> None:
    position = wandered(GAME, Random(seed), 40, GAME.start({"variant": "accelerating"}))
    for move in GAME.moves(position):
        effects = GAME.play(position, move).effects
        moved = effects[0]
        if not isinstance(moved, Moved):
            continue
        files = ["abcdefgh".index(square[0]) for square in moved.path]
        ranks = [int(square[1:]) for square in moved.path]
        assert {abs(a - b) for a, b in itertools.pairwise(files)} == {1}
        assert {abs(a - b) for a, b in itertools.pairwise(ranks)} == {1}
        for bounce in effects:
            if isinstance(bounce, Rebounded):
                assert re.fullmatch(r"[ah]\d|\w[18]", bounce.at)
