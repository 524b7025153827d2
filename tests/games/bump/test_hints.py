"""What Bump points out: what is in the way, what turning bumps, and the board without a picture."""

from dataclasses import replace

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.bump.hints import IN_DANGER, TURNING
from bot.games.core import NotationError
from tests.games.bump.boards import drawn
from tests.helpers.playing import Player

obstacle = Player(GAME).obstacle

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})


# What is in the way


BELOW = """
          04  .   06
        .   .   .
      A→  .
"""
HELD = drawn("08  A→  C2  39  38", held=(1,))


@pytest.mark.parametrize(
    ("before", "text", "spaces"),
    [
        *((START, "08,07", "08"), (START, "09,08", "09"), (START, "01,11", "11")),
        *((START, "01,09", "09"), (START, "01,C1", "C1"), (START, "01,06", "")),
        *((START, "01,04-1", ""), (START, "R,01-1", "")),
        (drawn("A↘  B→  .   04"), "01,04", "02"),
        # both sides of a wall
        (drawn(BELOW), "022,594", "041 594"),
        (GAME.read("523-0;-;1;0,0;-", {}), "523,071", "514 061"),
        # a center that the piece may not cross
        *((drawn("A←  C1  01  02"), "31,02", "C1"), (HELD, "09,38", "C2"), (HELD, "09,C", "C2")),
        # what a reinforcement would meet
        (drawn("C1  01  B←  A→", reserves=(1, 0)), "R,01-1", "02"),
        (drawn("C1  A→  02", reserves=(1, 0)), "R,01-1", "01"),
        # the center that was held to the end
        (GAME.read("C2-0;09-3;1;0,0;1", {}), "pass", "C2"),
    ],
)
def test_what_is_in_the_way_is_what_the_refusal_speaks_of(
    before: Position, text: str, spaces: str
) -> None:
    assert obstacle(before, text) == tuple(spaces.split())


# Hints


def arrows(position: Position, player: int) -> set[tuple[str, str | None]]:
    return {(hint.at, hint.towards) for hint in GAME.hints(position, player)[TURNING]}


def in_danger(position: Position) -> set[str]:
    return {hint.at for hint in GAME.hints(position, position.turn)[IN_DANGER]}


def test_turning_bumps_neighbors_but_not_one_that_faces_back() -> None:
    before = drawn("A→  B←  B→  04")
    assert arrows(before, 1) == set()
    assert arrows(before, 2) == {("02", "03"), ("03", "02")}
    # Only the own pieces are shown turning.
    turned = drawn("01  A↘  B→  .")
    assert (arrows(turned, 1), arrows(turned, 2)) == ({("02", "03")}, {("03", "02")})
    assert arrows(drawn("A→  02  .   B←"), 1) == set()


def test_turning_bumps_friend_and_foe_on_every_side() -> None:
    before = drawn("""
          A↗  B→
        .   A↘  03
          B↙  .
    """)
    assert {bumped for piece, bumped in arrows(before, 1) if piece == "02"} == {"512", "511", "011"}


def test_both_sides_are_warned_whoever_is_to_move() -> None:
    before = drawn("""
          04  .   06
    A→  .   B↘  .
    """)
    theirs = GAME.read(GAME.write(before).replace(";1;", ";2;"), {})
    assert in_danger(theirs) == in_danger(before) == {"041"}
    assert in_danger(drawn("A→  02  B→  .   .")) == set()
    assert in_danger(GAME.read("C2-0;08-3;1;0,0;1", {})) <= {"C2"}


def test_a_piece_captured_at_the_end_of_a_chain_is_marked_where_it_stands_now() -> None:
    before = drawn("""
                  B↗
    A→  02  B→  .   05
              A↗  A↖
    """)
    assert "03" in in_danger(before)
    assert not in_danger(before) & {"04", "05"}


# The text board


def test_the_text_board_of_the_start_shows_both_areas_row_by_row() -> None:
    assert (
        GAME.text_board(START)
        == """\
A0: a piece of A facing east;
A1: one facing southeast.
Numbers: empty spaces. Gates show twice.
-- A, Player 1 (dot), to move --
        45  441 432 423 414 55
      314 44  431 422 413 54  541
    323 313 43  421 412 53  531 532
  332 322 312 42  A5  52  521 522 523
341 331 321 A4  A4  A5  A0  512 513 514
35 34 33  32  A3  C   A0  02  03 04 05
214 213 212 A3  A2  A1  A1  021 031 041
  223 222 221 22  A2  12  012 022 032
    232 231 23  112 121 13  013 023
      241 24  113 122 131 14  014
        25  114 123 132 141 15
-- B, Player 2 (diamond) --
        15  161 172 183 194 25
      094 16  171 182 193 26  261
    083 093 17  181 192 27  271 272
  072 082 092 18  B5  28  281 282 283
061 071 081 B4  B4  B5  B0  292 293 294
05 06 07  08  B3  C   B0  38  37 36 35
594 593 592 B3  B2  B1  B1  381 371 361
  583 582 581 58  B2  48  392 382 372
    572 571 57  492 481 47  393 383
      561 56  493 482 471 46  394
        55  494 483 472 461 45"""
    )


def test_a_piece_on_a_gate_stands_in_both_areas_of_the_text_board() -> None:
    board = GAME.text_board(drawn("02  .   .   A↘"))
    rows = [
        line
        for line in board.splitlines()
        if "A1 " in f"{line} " and "-- " not in line and "facing" not in line
    ]
    assert rows[0].startswith("35 ")
    assert rows[0].endswith(" 04 A1")
    assert rows[1].startswith("A1 06 ")


def test_the_text_board_shows_the_reserve() -> None:
    board = GAME.text_board(GAME.start({"reserve": [0, 2]}), {1: "Ada", 2: "Grace"})
    assert "-- A, Ada (dot), to move --" in board
    assert "-- B, Grace (diamond), 2 in reserve --" in board


def test_the_text_board_is_no_wider_than_a_phone() -> None:
    position = replace(GAME.start({"reserve": [3, 3]}), turn=2)
    board = GAME.text_board(position, {1: "Christopher Robin", 2: "Wilhelmina Murray"})
    assert "-- B, Wilhelmina Murr… (diamond)\nto move, 3 in reserve --" in board
    assert max(map(len, board.splitlines())) == 40


# One space


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            "411",
            "411, a starting space of Ada, holds Ada's piece facing 5, northeast, towards 412.",
        ),
        ("02", "02 is empty. Beside it: east 03, empty; southeast 021, empty; southwest 011, Ada"),
        ("04", "northeast 514, empty."),
        ("04", "east 05, a gate;"),
        ("05", "05, a gate between the areas, is empty. Beside it: east 06, empty; southeast 594,"),
        ("c1", "C1, the center of Ada, is empty. No piece of Ada may ever enter it. Beside it:"),
        ("C2", "C2, the center of Grace, is empty. No piece of Grace may ever enter it. Beside"),
        (" 041 ", "Walls: east, southeast."),
        ("01", "west C, the center of Ada;"),
    ],
)
def test_a_space_is_told_with_who_is_there_and_what_is_beside_it(asked: str, sentence: str) -> None:
    assert sentence in GAME.describe_cell(START, asked, NAMES)
    closed = "No piece of Grace may ever enter it. No piece of Ada may enter it this turn."
    assert closed in GAME.describe_cell(HELD, "C2", NAMES)
    both = [GAME.describe_cell(START, center, NAMES) for center in ("C1", "C2")]
    assert GAME.describe_cell(START, "c", NAMES).split("\n") == both


def test_a_space_that_is_not_there_is_refused_with_examples() -> None:
    with pytest.raises(
        NotationError, match=r"no space “99” on this board\. Name one like 01, 011, C1 or C2"
    ):
        GAME.describe_cell(START, "99", NAMES)
