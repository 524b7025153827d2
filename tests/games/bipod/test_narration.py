"""What Bi-Pod says: refusals, turns, positions."""

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, Position
from bot.games.bipod.moves import Block, Run
from tests.games.bipod.trapezium import after, begun, drawn, play, refused
from tests.helpers.playing import sentences

NAMES = {1: "**Ada**", 2: "**Grace**"}


WALLED = """
    . . . . x @ x . . . Q . . . . .
     . . . . x x . . . . . . . . .
"""
WON = drawn(WALLED, turn=2, runner=2)
TAKEN = begun("e1", "adopt", "g1 o", "a1")


# Refusals


@sentences(
    "before text said",
    {
        "a taken cell is named with what stands there and cells nearby": (
            *(TAKEN, "e1 O"), "On e1 stands a black stone. Near it, c1 and d2 can be had."
        ),
        "an own stone too": (TAKEN, "g1 O", "On g1 stands a stone of o."),
        "and the start stone of o": (TAKEN, "i1 o", "On i1 stands the start stone of o."),
        "and the start stone of O": (TAKEN, "s1 o", "On s1 stands the start stone of O."),
        "who has no part yet is told how to get one": (
            *(begun(), "v2 O"),
            "Nobody has adopted yet, so both of you place black stones. "
            "Write v2 without a color, or adopt.",
        ),
        "the Blocker is told to leave the color out": (
            *(begun("adopt", "g3 o"), "v2 O"),
            "You are the Blocker, and your stones are black. Write v2 without a color.",
        ),
        "the Runner is told to name a color": (
            *(begun("adopt"), "v2"),
            "You are the Runner: place one stone, color and all, like v2 o or v2 O.",
        ),
        "adopting late is answered with the part": (begun("adopt"), "adopt", "you are the Runner"),
        "and with the other one": (begun("adopt", "g3 o"), "adopt", "you are the Blocker"),
        "after the end the result is said": (
            *(WON, "adopt"), "The game is over: a color has no way left to a short side."
        ),
    },
)  # fmt: skip
def test_a_refusal_says_what_is_wrong(before: Position, text: str, said: str) -> None:
    assert said in refused(before, text)


@pytest.mark.parametrize(
    ("blocks", "allowed"), [(1, "places one."), (2, "one to two"), (3, "one to three")]
)
def test_too_many_stones_are_counted_and_the_number_allowed_is_said(
    blocks: int, allowed: str
) -> None:
    message = refused(begun(blocks=blocks), "e1,f2,e3,g1")
    assert message.startswith("That is 4 stones, and a turn here places ")
    assert allowed in message


@pytest.mark.parametrize("move", [Block(frozenset()), Block(frozenset(["e2"])), Run("", "o")])
@pytest.mark.parametrize("position", [begun(), begun("adopt"), begun("adopt", "g3 o")])
def test_even_a_move_that_nobody_can_write_gets_a_sentence(
    position: Position, move: Block | Run
) -> None:
    assert GAME.explain(position, move).why[-1] == "."


# Turns


@sentences(
    "before text said",
    {
        "several stones": (
            *(begun(blocks=3), "e13f2"), "**Ada** places black stones on e1, f2 and e3."
        ),
        "one stone": (begun("e1"), "`2", "**Grace** places a black stone on `2."),
        "a stone of a color": (begun("adopt"), "v2 O", "**Grace** places O on v2."),
        "adopting, with both parts": (
            *(begun(), "adopt"), "**Ada** adopts and is the Blocker now; **Grace** is the Runner."
        ),
        "adopting the other part": (
            *(begun(adopt="running"), "adopt"),
            "**Ada** adopts and is the Runner now; **Grace** is the Blocker.",
        ),
        "a color that gets home": (
            *(drawn(". o o o o @ . . . . Q . . . . .", runner=1), "=1 o"),
            "**Ada** places o on =1. o is joined: from i1 to the side at =1.",
        ),
        "a color that is cut off": (
            *(drawn(WALLED.replace("@ x", "@ ."), 1, 2), "k1"),
            "**Ada** places a black stone on k1. o is cut off: no way is left from i1 to a short "
            "side.",
        ),
    },
)  # fmt: skip
def test_a_turn_is_told(before: Position, text: str, said: str) -> None:
    assert GAME.tell(play(before, text).effects, NAMES) == said


# Positions


@sentences(
    "position said",
    {
        "without parts": (
            begun("e1,f2", blocks=3),
            "Bi-Pod. Nobody has adopted. Grace is to move. Black stones: e1, f2. "
            "o, from i1: no other stone; 5 short of a side. "
            "O, from s1: no other stone; 5 short of a side.",
        ),
        "with both parts and every stone": (
            begun("e1", "adopt", "g3 o", "a1", "'2 O"),
            "Bi-Pod. Ada is the Runner, Grace the Blocker; the Blocker is to move. "
            "Black stones: a1, e1. o, from i1: g3; 4 short of a side. "
            "O, from s1: '2; 4 short of a side.",
        ),
        "with who has won": (WON, "Grace is the Runner, Ada the Blocker; the Blocker has won."),
        "and why": (WON, "o, from i1: no other stone; cut off from the short sides."),
        "with where a color came home": (
            drawn("o o o o o @ . . . . Q . . . . .", runner=1),
            "o, from i1: =1, a1, c1, e1, g1; joined to a short side at =1.",
        ),
    },
)
def test_a_position_is_described(position: Position, said: str) -> None:
    assert said in GAME.describe(position, {1: "Ada", 2: "Grace"})


def test_a_full_board_is_described_in_few_words() -> None:
    cells = [cell for cell in CELLS if cell not in {"i1", "s1"}]
    long = dict.fromkeys((1, 2), "Ada Lovelace of the Analytical Engine")
    position = begun(*cells)
    assert "The board is full." in GAME.describe(position, long)
    assert len(GAME.describe(position, long)) < 700
    with_parts = after(begun(*cells[:40]), "adopt")
    assert len(GAME.describe(with_parts, long)) < 700
