"""What Urchins points out: what is in the way, who can come home or fall, and the text board."""

import pytest

from bot.games.core import NotationError
from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.games.urchins.hints import FALLING, WAYS_HOME
from bot.games.urchins.moves import Enter, Movement
from tests.games.urchins.columns import EMPTY, drawn
from tests.helpers.playing import Player, sentences

obstacle = Player(GAME).obstacle

NAMES = {1: "Ada", 2: "Grace", 3: "Linus"}
BUSY = drawn(
    ". 2 . 1 # 3 . . . . .", "2 1 # . . 1 . 3 . . .", ". . . . # 2 . . . . .", players=3, cubes=9
)


# What is in the way


@pytest.mark.parametrize(
    ("text", "spaces"),
    [
        ("A5-6", ("A5",)),
        ("A4-6", ("A4",)),
        ("A9-8", ("A9",)),
        ("A3-3", ("A3",)),
        ("A3-1", ("A1",)),
        ("A3-4", ("A4",)),
        ("A3-2^", ("A2",)),
        ("A3-9", ("A9",)),
        ("A3-homev", ("A-homev",)),
        ("B5-home^", ("B-home^",)),
        ("enter A", ("A5",)),
        ("enter D^", ("D5",)),
        ("enter B", ("B1", "B5")),
    ],
)
def test_the_spaces_are_those_that_the_refusal_speaks_of(
    text: str, spaces: tuple[str, ...]
) -> None:
    assert obstacle(BUSY, text) == spaces


def test_what_is_not_on_the_board_at_all_can_not_be_marked() -> None:
    assert obstacle(drawn(EMPTY), "steal") == ()
    assert obstacle(drawn(*["1 . 1 . . . . . . # ."] * 2, homes=(1, 0)), "enter C") == ()
    assert obstacle(drawn("1 . . . . . . . . # .", homes=(3, 0)), "A0-1") == ()
    for move in (Enter(5), Movement(5, 0, 1), Movement(0, 3, 40)):
        assert GAME.explain(BUSY, move).cells == ()


# Hints


def pointed(position: Position, title: str, player: int = 1) -> list[str]:
    hints = GAME.hints(position, player)[title]
    assert all(hint.towards is None for hint in hints)
    return [hint.at for hint in hints]


@sentences(
    "before title spaces",
    {
        "who can pay the nearer way home": (
            drawn("1 . 2 . . . . . 1 # .", ". . . . . 2 . . . # .", cubes=6), WAYS_HOME, "A0 A2 A8"
        ),
        "with fewer cubes": (drawn("1 . 2 . . . . . 1 # .", cubes=5), WAYS_HOME, "A0"),
        "with one cube": (drawn("1 . . . . . . . . # .", cubes=1), WAYS_HOME, ""),
        "not with the cubes of another location": (
            GAME.read("A:9 0=1|B:9|C:9;4,5;0,0;0/9/9,2/2/2;1;0", {}), WAYS_HOME, ""
        ),
        "whom a rival can bump off": (drawn("2 . 1 . . . . . . # .", cubes=4), FALLING, "A0"),
        "whom no rival can reach": (drawn("2 . 1 . . . . . . # .", cubes=2), FALLING, ""),
        "at the bottom too": (drawn("1 . . . . . . 2 . # 1", cubes=6), FALLING, "A10"),
        "nobody by their own": (drawn("1 . 1 . . . . . . # ."), FALLING, ""),
        "at the end of a chain": (drawn("2 2 2 . 1 . . . . # .", cubes=4), FALLING, "A0"),
        "at the end of a column that is entered": (
            drawn("2 2 2 2 2 2 . . . # .", cubes=0), FALLING, "A0"
        ),
    },
)  # fmt: skip
def test_pointed_out_is(before: Position, title: str, spaces: str) -> None:
    assert pointed(before, title) == spaces.split()


def test_hints_are_the_same_whoever_asks_and_whoever_is_to_move() -> None:
    theirs = GAME.read(GAME.write(BUSY).replace(";1;0", ";2;0"), {})
    assert theirs.turn == 2
    assert GAME.hints(BUSY, 1) == GAME.hints(BUSY, 3) == GAME.hints(theirs, 2)


def test_who_has_left_is_no_danger() -> None:
    before = drawn("2 . 3 . . . . . . # .", players=3)
    gone = GAME.leave(before, 3).position
    assert pointed(before, FALLING) == ["A0"]
    assert pointed(gone, FALLING) == []
    assert pointed(gone, WAYS_HOME) == ["A0"]


# The text board


def test_the_text_board_shows_columns_hands_homes_and_cubes() -> None:
    before = GAME.read("A:4 1=2 3=1 5=2|B:2 0=1 10=1|C:7;1,2;1,1;9/2/0,12/2/2;1;8", {})
    assert (
        GAME.text_board(before, {1: "Ada", 2: "Grace Hopper"})
        == """\
1 to 5: an urchin of that player. #: the constable.
.: an empty space. >: to move.
              A   B   C
home
0             .   1   .
1             2   .   .
2             .   #   .
3             1   .   .
4             #   .   .
5             2   .   .
6             .   .   .
7             .   .   #
8             .   .   .
9             .   .   .
10            .   1   .
home
cubes         A   B   C hand home
>1 Ada        9   2   0    1    1
 2 Grace H…  12   2   2    2    1
8 of 40 turns without an urchin coming home."""
    )


def test_the_text_board_of_five_fits_a_phone() -> None:
    before = drawn(*["1 2 3 4 # 5 . . . . ."] * 5, players=5, cubes=9999)
    lines = GAME.text_board(before).splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[-6].split() == [">1", "Player", "1", *["9999"] * 6, "0", "0"]
    usual = drawn(*["1 2 3 4 # 5 . . . . ."] * 5, players=5, cubes=9)
    assert max(len(line) for line in GAME.text_board(usual).splitlines()[2:-1]) <= 45


def test_the_text_board_names_who_has_left_the_last_round_and_the_winners() -> None:
    assert " 2 Player 2 has left" in GAME.text_board(GAME.leave(BUSY, 2).position)
    last = drawn("1 . . . . . . . . # .", homes=(3, 0), turn=2)
    assert GAME.text_board(last).endswith("This is the last round.")
    over = GAME.text_board(drawn("1 . . . . . . . . # .", homes=(3, 0)))
    assert over.endswith("Won by Player 1.")
    assert "\n>" not in over


# One space


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            "A5",
            "A5, where urchins enter, holds Linus's urchin. Beside it: up A4, the constable; "
            "down A6, empty. Linus has 9 A cubes, enough for 4 spaces.",
        ),
        ("a 3", "A3 holds Ada's urchin. Beside it: up A2, empty; down A4, the constable."),
        ("C4", "C4 is the constable's. Beside it: up C3, empty; down C5, Grace's urchin."),
        ("B0", "Beside it: up home; down B1, Ada's urchin. Grace has 9 B cubes"),
        ("D10", "D10 is empty. Beside it: up D9, the constable; down home."),
        (
            "B",
            "Location B: its constable stands on B2. The urchins there: Grace's on B0, Ada's on "
            "B1, Ada's on B5 and Linus's on B7. B cubes: Ada 9, Grace 9, Linus 9.",
        ),
        ("d", "Location D: its constable stands on D9. It has no urchins."),
        ("A-home^", "A-home^ is home, off the top of location A, a step beyond A0"),
        ("c-HOMEV", "C-homev is home, off the bottom of location C, a step beyond C10"),
    ],
)
def test_a_space_or_a_location_is_told_in_words(asked: str, sentence: str) -> None:
    assert sentence in GAME.describe_cell(BUSY, asked, NAMES)


def test_a_space_says_how_far_its_urchin_can_go_with_the_cubes_of_who_still_plays() -> None:
    few, enough = (drawn("1 . . . . . . . . # .", cubes=cubes) for cubes in (1, 3))
    assert "Player 1 has 1 A cube, too few to move it." in GAME.describe_cell(few, "A0", {})
    assert "enough for 1 space." in GAME.describe_cell(enough, "A0", {})
    gone = GAME.leave(BUSY, 2).position
    assert GAME.describe_cell(gone, "B", NAMES).endswith("B cubes: Ada 9, Linus 9.")


@pytest.mark.parametrize("asked", ["E5", "A11", "E", "A-home", "home", "A05"])
def test_a_space_that_is_not_there_is_refused_with_examples(asked: str) -> None:
    with pytest.raises(NotationError, match="Name one like A5, or a location from A to D"):
        GAME.describe_cell(BUSY, asked, NAMES)
