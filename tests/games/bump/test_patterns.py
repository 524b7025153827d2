"""The patterns that players of Bump know by name, each in a drawn position.

The links say what happened; that the board comes to look so is held by the recorded positions.
"""

from collections.abc import Iterator

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import AREA_CELLS, STARTS, Position
from bot.games.bump.moves import Held, Movement, Transferred
from bot.games.core import IllegalMove
from bot.games.effects import Moved
from tests.games.bump.boards import PARTIAL_STASIS, PLAYER, drawn, links, play
from tests.helpers.playing import sentences


@sentences(
    "picture turn held text told",
    {
        "in a chain a bumped piece bumps on where it lands": (
            *("A→  02  B→  .   B↗  .   07", 1, (), "01,02"), "B 03-04, B 05-06"
        ),
        "on a ladder a piece is passed along": (
            """
              A↘  .
    A→  02  B↘  .
                  .
            """,
            *(1, (), "01,02"), "B 03-04, B 04-041",
        ),
        "a double chain moves the foremost piece two spaces": (
            """
    C1  A→  02  A→  .   .
      .   .   .
        A→  .
            """,
            *(1, (), "12,02"), "A 03-04, A 02-03, A 04-05",
        ),
        "one phase can capture more than one piece": (
            """
          B↘  .   .
    A→  .   03  B↗  B→
              B←  .
            """,
            *(1, (), "01,03"), "B 04 captured, A 03 captured",
        ),
        "bumped to and fro a piece is captured in stasis the third time": (
            """
    A→  02  .   B←
          B↘  .
            """,
            *(2, (), "021,02"), "B 02-03, B 03-02, B 02-03, B 03-02, B 02 stasis",
        ),
        "in partial stasis a choice breaks the cycle and spares the piece": (
            *(PARTIAL_STASIS, 2, (), "021,02(03)(021)"), "B 02-03, B 03-02, B 02-021"
        ),
        "bumper to bumper two pieces leave each other in peace": (
            *("A→  02  B←", 1, (), "01,02"), ""
        ),
        "a piece bumped into the one it faces is captured": (
            """
    C1  01  A→  B←
      .   A→  .
            """,
            *(1, (), "011,01"), "A 02 captured",
        ),
        "a piece bumped into its own center is captured": (
            *("C1  A↗  02  B←", 2, (), "03,02"), "A 01 captured"
        ),
        "an invader is bumped out of the center": (
            *("07  B→  .   A↗  .", 2, (1,), "08,09"), "A C2-39"
        ),
        "in its owner's turn a piece bumped into the closed center is captured": (
            *("A→  07  .   A↗  C2", 1, (1,), "06,08"), "A 09 captured"
        ),
        "a center that nobody held is open": ("A→  07  .   A↗  C2", 1, (), "06,08", "A 09-C2"),
        "in the opponent's turn the center is open again": (
            *("B→  07  .   A↗  C2", 2, (1,), "06,08"), "A 09-C2"
        ),
        "a piece bumped against a wall is captured": (
            """
          04  .   06
    A→  .   B↘  .
            """,
            *(1, (), "021,031"), "B 041 captured",
        ),
        "spaces that touch across a wall are no neighbors": (
            """
          04  .   06
        A→  .   B↘
            """,
            *(1, (), "031,041"), "",
        ),
    },
)  # fmt: skip
def test_in_a_pattern(picture: str, turn: int, held: tuple[int, ...], text: str, told: str) -> None:
    played = play(drawn(picture, turn, held=held), text)
    assert ", ".join(links(played)) == told


def test_every_way_through_a_partial_stasis_is_a_move_of_its_own() -> None:
    before = drawn(PARTIAL_STASIS, turn=2)
    ways = PLAYER.legal(before, "021,02(")
    assert ways == [
        f"021,02{choices}" for choices in ("(03)(03)(03)", "(03)(03)(021)", "(03)(021)", "(021)")
    ]
    # Who never breaks the cycle loses the piece.
    assert links(play(before, ways[0]))[-1] == "B 02 stasis"


# Centers


def test_a_piece_bumped_onto_the_opposing_center_wins_when_its_turn_comes() -> None:
    turn = play(drawn("C1  B↗  02  A←"), "03,02")
    assert links(turn) == ["B 01-C1"]
    assert PLAYER.ended(turn.position) == ((2,), "center")


def test_guard_your_center_is_said_to_whoever_may_lose_it() -> None:
    turn = play(drawn("A→  07  .   .   C2"), "06,09")
    assert GAME.tell(turn.effects, {1: "Ada"}) == "Ada moves 06 to 09."
    turn = play(turn.position, "pass", "09,C")
    assert turn.effects[-1] == Held(1, "C2")
    assert GAME.tell(turn.effects, {1: "Ada"}) == "Ada moves 09 to C. Guard your center!"
    assert GAME.outcome(turn.position) is None


def test_a_center_held_through_the_opponents_turn_wins() -> None:
    turn = play(drawn("B→  07  .   A↗  C2"), "09,C", "06,07")
    assert PLAYER.ended(turn.position) == ((1,), "center")


def test_the_center_is_closed_to_the_player_who_was_just_bumped_out_of_it() -> None:
    held = drawn("07  A→  .   C2  A↗", held=(1,))
    for text in ("39,C", "08,39"):
        with pytest.raises(IllegalMove):
            play(held, text)
    with pytest.raises(IllegalMove, match="C is closed to you this turn"):
        play(held, "08,C")
    assert play(drawn("07  A→  .   C2  A↗"), "08,C").position.piece("C2") == (1, 0)


def test_luring_captures_the_defender_that_bumps_the_occupier_out() -> None:
    bait = drawn("05  A→  .   B→  .   A↗  39", turn=2, held=(1,))
    bumped_out = play(bait, "08,09")
    assert links(bumped_out) == ["A C2-39"]
    assert GAME.outcome(bumped_out.position) is None
    # Its own center is behind it.
    assert links(play(bumped_out.position, "06,08")) == ["B 09 captured"]


# Gates: k4 | k5 | k6 on every axis, the gate in the middle


@pytest.mark.parametrize("k", range(6))
def test_a_gate_lets_a_piece_pass_and_be_bumped_through_and_in_from_either_area(k: int) -> None:
    turn = play(GAME.read(f"{k}4-2;-;1;0,0;-", {}), f"{k}4,{k}6")
    path = (f"{k}4", f"{k}5", f"{k}6")
    assert turn.effects == (Moved(1, path[0], path[2], path), Transferred(1, f"{k}5"))
    assert GAME.write(turn.position) == f"{k}6-2;-;2;0,0;-"
    aside, back = (k + 1) % 6, (k + 3) % 6
    through = GAME.read(f"{k}3-{k};{k}5-{aside};1;0,0;-", {})
    assert links(play(through, f"{k}3,{k}4")) == [f"B {k}5-{k}6"]
    into = GAME.read(f"{k}8-{back};{k}6-{aside};1;0,0;-", {})
    assert links(play(into, f"{k}8,{k}7")) == [f"B {k}6-{k}5"]


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
    assert list(safe_ways_past_the_challenger(1)) == []
