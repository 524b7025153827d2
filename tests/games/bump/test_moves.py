"""Bump's board, points and reinforcements, and the patterns that players know by name."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bump import GAME
from bot.games.bump.board import SPACES, Position, place
from bot.games.bump.moves import Held, Transferred
from bot.games.core import BadOptions, IllegalMove, Moved, Rotated
from tests.games.bump.boards import PARTIAL_STASIS, PLAYER, drawn, links, play, refused
from tests.helpers.long_runs import examples
from tests.helpers.playing import sentences
from tests.helpers.random_play import strangers

START = GAME.start({})


def texts(position: Position, source: str = "") -> list[str]:
    found = [GAME.format(position, move) for move in GAME.moves(position)]
    return [text for text in found if text.startswith(source)]


# The movement phase


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
    assert refused(lonely, "01,02") == "There is no piece on 01. Write pass."


# Legality: `play` looks at one move, `moves` at all


pieces = st.dictionaries(
    st.sampled_from([s for s in SPACES if s.startswith(("C", "0", "1"))]),
    st.tuples(st.sampled_from([1, 2]), st.integers(0, 5)),
    max_size=22,
)


@pytest.mark.parametrize("reserve", [[0, 4], [0], [1, "1"], "01", 3, None, [-1, 0], [0.5, 0]])
def test_a_reserve_is_two_numbers_from_0_to_3(reserve: object) -> None:
    with pytest.raises(BadOptions, match="two numbers from 0 to 3"):
        GAME.start({"reserve": reserve})


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Crowded positions of any kind, even some that no game comes to."""
    found = [(s, player, k) for s, (player, k) in draw(pieces).items() if s != f"C{player}"]
    reserves = st.tuples(st.integers(0, 3), st.integers(0, 3))
    held = st.sampled_from([(), (1,), (2,), (1, 2)])
    return Position(place(found), draw(st.sampled_from([1, 2])), draw(reserves), draw(held))


@settings(max_examples=examples(60))
@given(positions(), st.randoms(use_true_random=False))
def test_on_crowded_boards_only_legal_moves_are_played(position: Position, chance: Random) -> None:
    legal = list(GAME.moves(position))
    for move in islice(strangers(chance, legal), 8):
        if move in legal:
            assert GAME.play(position, move).position.turn != position.turn
            continue
        with pytest.raises(IllegalMove, match=r"\.$"):
            GAME.play(position, move)
        assert set(GAME.explain(position, move).cells) <= set(SPACES)


# The patterns that players of Bump know by name, each in a drawn position


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


# Centers


def test_every_way_through_a_partial_stasis_is_a_move_of_its_own() -> None:
    before = drawn(PARTIAL_STASIS, turn=2)
    ways = PLAYER.legal(before, "021,02(")
    assert ways == [
        f"021,02{choices}" for choices in ("(03)(03)(03)", "(03)(03)(021)", "(03)(021)", "(021)")
    ]
    # Who never breaks the cycle loses the piece.
    assert links(play(before, ways[0]))[-1] == "B 02 stasis"


def test_a_piece_bumped_onto_the_opposing_center_wins_when_its_turn_comes() -> None:
    turn = play(drawn("C1  B↗  02  A←"), "03,02")
    assert links(turn) == ["B 01-C1"]
    assert PLAYER.ended(turn.position) == ((2,), "center")


def test_guard_your_center_is_said_to_the_person_who_may_lose_it() -> None:
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
