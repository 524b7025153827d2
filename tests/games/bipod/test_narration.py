"""What Bi-Pod says: refusals, turns, positions."""

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, Position
from bot.games.bipod.moves import Adopt, Block, Run
from tests.games.bipod.trapezium import after, begun, drawn, play, refused

NAMES = {1: "**Ada**", 2: "**Grace**"}


def sentence(position: Position, text: str) -> str:
    return GAME.tell(play(position, text).effects, NAMES)


# Refusals


def test_a_taken_cell_is_named_with_what_stands_there_and_cells_nearby() -> None:
    position = begun("e1", "adopt", "g1 o", "a1")
    assert refused(position, "e1 O") == (
        "On e1 stands a black stone. Near it, c1 and d2 can be had."
    )
    assert "On g1 stands a stone of o." in refused(position, "g1 O")
    assert "On i1 stands the start stone of o." in refused(position, "i1 o")
    assert "On s1 stands the start stone of O." in refused(position, "s1 o")


@pytest.mark.parametrize(
    ("blocks", "allowed"), [(1, "places one."), (2, "one to two"), (3, "one to three")]
)
def test_too_many_stones_are_counted_and_the_number_allowed_is_said(
    blocks: int, allowed: str
) -> None:
    message = refused(begun(blocks=blocks), "e1,f2,e3,g1")
    assert message.startswith("That is 4 stones, and a turn here places ")
    assert allowed in message


def test_who_has_no_part_yet_is_told_how_to_get_one() -> None:
    assert refused(begun(), "v2 O") == (
        "Nobody has adopted yet, so both of you place black stones. "
        "Write v2 without a color, or adopt."
    )


def test_the_blocker_is_told_to_leave_the_color_out() -> None:
    message = refused(begun("adopt", "g3 o"), "v2 O")
    assert message == "You are the Blocker, and your stones are black. Write v2 without a color."


def test_the_runner_is_told_to_name_a_color() -> None:
    message = refused(begun("adopt"), "v2")
    assert message == "You are the Runner: place one stone, color and all, like v2 o or v2 O."


def test_adopting_late_is_answered_with_the_players_part() -> None:
    assert "you are the Runner" in refused(begun("adopt"), "adopt")
    assert "you are the Blocker" in refused(begun("adopt", "g3 o"), "adopt")


@pytest.mark.parametrize("move", [Block(frozenset()), Block(frozenset(["e2"])), Run("", "o")])
@pytest.mark.parametrize("position", [begun(), begun("adopt"), begun("adopt", "g3 o")])
def test_even_a_move_that_nobody_can_write_gets_a_sentence(
    position: Position, move: Block | Run
) -> None:
    assert GAME.explain(position, move).why[-1] == "."


WON = drawn(
    """
    . . . . x @ x . . . Q . . . . .
     . . . . x x . . . . . . . . .
    """,
    turn=2,
    runner=2,
)


def test_after_the_end_the_result_is_said() -> None:
    assert GAME.explain(WON, Adopt()).why == (
        "The game is over: a color has no way left to a short side."
    )


# Turns


def test_stones_are_told_with_their_cells() -> None:
    assert sentence(begun(blocks=3), "e13f2") == "**Ada** places black stones on e1, f2 and e3."
    assert sentence(begun("e1"), "`2") == "**Grace** places a black stone on `2."
    assert sentence(begun("adopt"), "v2 O") == "**Grace** places O on v2."


def test_adopting_is_told_with_both_parts() -> None:
    assert sentence(begun(), "adopt") == (
        "**Ada** adopts and is the Blocker now; **Grace** is the Runner."
    )
    assert sentence(begun(adopt="running"), "adopt") == (
        "**Ada** adopts and is the Runner now; **Grace** is the Blocker."
    )


def test_a_color_that_gets_home_is_told() -> None:
    position = drawn("=".replace("=", ". o o o o @ . . . . Q . . . . ."), runner=1)
    assert sentence(position, "=1 o") == (
        "**Ada** places o on =1. o is joined: from i1 to the side at =1."
    )


def test_a_color_that_is_cut_off_is_told() -> None:
    position = drawn(GAME.write(WON).split(";")[0].replace("@x", "@.").replace("/", "\n"), 1, 2)
    assert sentence(position, "k1") == (
        "**Ada** places a black stone on k1. o is cut off: no way is left from i1 to a short side."
    )


def test_a_player_without_a_name_goes_by_number() -> None:
    assert GAME.tell(play(begun(), "e1").effects, {}) == "Player 1 places a black stone on e1."


# Positions


def described(position: Position) -> str:
    return GAME.describe(position, {1: "Ada", 2: "Grace"})


def test_a_position_without_parts_says_so() -> None:
    assert described(begun("e1,f2", blocks=3)) == (
        "Bi-Pod. Nobody has adopted. Grace is to move. Black stones: e1, f2. "
        "o, from i1: no other stone; 5 short of a side. "
        "O, from s1: no other stone; 5 short of a side."
    )


def test_a_position_names_both_parts_and_every_stone() -> None:
    position = begun("e1", "adopt", "g3 o", "a1", "'2 O")
    assert described(position) == (
        "Bi-Pod. Ada is the Runner, Grace the Blocker; the Blocker is to move. "
        "Black stones: a1, e1. o, from i1: g3; 4 short of a side. "
        "O, from s1: '2; 4 short of a side."
    )


def test_a_finished_position_says_who_has_won_and_why() -> None:
    text = described(WON)
    assert "Grace is the Runner, Ada the Blocker; the Blocker has won." in text
    assert "o, from i1: no other stone; cut off from the short sides." in text


def test_a_joined_color_says_where_it_came_home() -> None:
    position = drawn("o o o o o @ . . . . Q . . . . .", runner=1)
    assert "o, from i1: =1, a1, c1, e1, g1; joined to a short side at =1." in described(position)


def test_a_full_board_is_described_in_few_words() -> None:
    cells = [cell for cell in CELLS if cell not in {"i1", "s1"}]
    long = dict.fromkeys((1, 2), "Ada Lovelace of the Analytical Engine")
    position = begun(*cells)
    assert "The board is full." in GAME.describe(position, long)
    assert len(GAME.describe(position, long)) < 700
    with_parts = after(begun(*cells[:40]), "adopt")
    assert len(GAME.describe(with_parts, long)) < 700
