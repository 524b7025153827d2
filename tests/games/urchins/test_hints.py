"""What Urchins points out and offers: who can come home or fall, and the text board."""

from random import Random

import pytest

from bot.games.phrases import BOARD_WIDTH
from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.games.urchins.evaluation import FALLING, WAYS_HOME
from tests.games.urchins.columns import EMPTY, PLAYER, drawn
from tests.helpers.playing import Player, sentences
from tests.opponents.robot import choose_move

obstacle = Player(GAME).obstacle


# Hints


BUSY = drawn(
    ". 2 . 1 # 3 . . . . .", "2 1 # . . 1 . 3 . . .", ". . . . # 2 . . . . .", players=3, cubes=9
)


NAMES = {1: "Ada", 2: "Grace", 3: "Linus"}


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


# The text board


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


def test_the_text_board_shows_columns_hands_homes_and_cubes() -> None:
    before = GAME.read("A:4 1=2 3=1 5=2|B:2 0=1 10=1|C:7;1,2;1,1;9/2/0,12/2/2;1;8", {})
    assert (
        GAME.text_board(before, {1: "Ada", 2: "Grace Hopper"})
        == """\
1 to 5: urchins of that player.
#: the constable. .: an empty
space. >: to move.
       A   B   C
home
0      .   1   .
1      2   .   .
2      .   #   .
3      1   .   .
4      #   .   .
5      2   .   .
6      .   .   .
7      .   .   #
8      .   .   .
9      .   .   .
10     .   1   .
home
>1 Ada: 1 in hand, 1 home
   cubes A9 B2 C0
 2 Grace Hop…: 2 in hand, 1 home
   cubes A12 B2 C2
8 of 40 turns without an urchin
coming home."""
    )


def test_the_text_board_of_five_fits_a_phone() -> None:
    before = drawn(*["1 2 3 4 # 5 . . . . ."] * 5, players=5, cubes=9999)
    lines = GAME.text_board(before).splitlines()
    assert max(map(len, lines)) <= BOARD_WIDTH
    assert "\n>1 Player 1: 0 in hand, 0 home\n   cubes A9999 B9999 C9999 D9999\n" in "\n".join(
        lines
    )


# What Urchins reads, writes and says: notation, refusals, turns and positions in sentences


CROWDED = drawn(". 2 . 1 # 3 . . . . .", ". . . . . . . . . # 1", players=3, cubes=9)


# A position


def test_a_space_says_how_far_its_urchin_can_go_with_the_cubes_of_who_still_plays() -> None:
    few, enough = (drawn("1 . . . . . . . . # .", cubes=cubes) for cubes in (1, 3))
    assert "Player 1 has 1 A cube, too few to move it." in GAME.describe_cell(few, "A0", {})
    assert "enough for 1 space." in GAME.describe_cell(enough, "A0", {})
    gone = GAME.leave(BUSY, 2).position
    assert GAME.describe_cell(gone, "B", NAMES).endswith("B cubes: Ada 9, Linus 9.")


def test_a_full_board_of_five_with_long_names_is_told_in_under_700_characters() -> None:
    chance = Random(5)
    position = GAME.start(GAME.prepare({}, 5, chance))
    for _ in range(80):
        entering = [m for m in GAME.moves(position) if GAME.format(position, m)[0] == "e"]
        moves = entering or list(GAME.moves(position))
        position = GAME.play(position, chance.choice(moves)).position
    names = dict.fromkeys(range(1, 6), "**Maximiliane von Hohenstein-Übe**")
    assert sum(position.hands) < 5
    assert len(GAME.describe(position, names)) < 700


# Offers


def test_an_empty_box_offers_the_way_home_and_something_of_every_kind_first() -> None:
    first = PLAYER.offered(CROWDED)[:4]
    kinds = {text.split("-")[0] if "-" in text else text.split()[0] for text in first}
    assert "B10-homev" in first
    assert kinds == {"A3", "B10", "enter", "steal"}


# Worth


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (drawn(EMPTY, homes=(1, 0)), drawn("1 . . . . . . . . # .")),
        (drawn("1 . . . . . . . . # ."), drawn(". . . . 1 . . . . # .")),
        (drawn("1 . . . . . . . . # ."), drawn(EMPTY)),
        (drawn("1 . . . . . . . . # ."), drawn("1 2 . . . . . . . # .")),
        (drawn(EMPTY, homes=(3, 2)), drawn(EMPTY, homes=(2, 0))),
    ],
)
def test_what_brings_urchins_home_is_worth_more(better: Position, worse: Position) -> None:
    assert GAME.evaluate(better, 1) > GAME.evaluate(worse, 1)
    assert GAME.evaluate(GAME.start({"players": 4}), 2) == 0


def test_a_player_who_thinks_a_little_beats_one_who_does_not() -> None:
    chance = Random(7)
    position = GAME.start(GAME.prepare({}, 2, chance))
    while not (outcome := GAME.outcome(position)):
        moves = list(GAME.moves(position))
        move = chance.choice(moves)
        if position.turn == 2:
            move = choose_move(GAME, position, chance, lambda: 0.0)
        position = GAME.play(position, move).position
    assert outcome.winners == (2,)
