"""Bi-Pod in writing: moves with their unusual columns, and whole positions."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, Position
from bot.games.bipod.moves import Adopt, Block, Move, Run
from tests.games.bipod.trapezium import PLAYER, START, after, begun, drawn
from tests.helpers.long_runs import examples

BEGUN = begun(blocks=3)
RUNNING = begun("adopt")
unreadable = PLAYER.unreadable


def read(text: str, position: Position = BEGUN) -> Move:
    return GAME.parse(position, text)


def complaint(text: str, position: Position = BEGUN) -> str:
    return PLAYER.unread(position, text)


# Moves


@pytest.mark.parametrize("cell", CELLS)
def test_every_cell_is_read_and_written_as_its_column_and_row(cell: str) -> None:
    assert read(cell) == Block(frozenset([cell]))
    assert GAME.format(BEGUN, read(cell)) == cell
    for color in "oO":
        move = read(f"{cell} {color}", RUNNING)
        assert move == Run(cell, color)
        assert GAME.format(RUNNING, move) == f"{cell} {color}"


@settings(max_examples=examples(200))
@given(st.sets(st.sampled_from(CELLS), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_stones_may_be_named_in_any_order_and_are_written_in_that_of_the_board(
    cells: set[str], chance: Random
) -> None:
    mixed = sorted(cells)
    chance.shuffle(mixed)
    move = read(",".join(mixed))
    assert move == Block(frozenset(cells))
    assert GAME.format(BEGUN, move) == ",".join(c for c in CELLS if c in cells)
    assert read(GAME.format(BEGUN, move)) == move


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("e13f2", "e1,f2,e3"),
        ("su3", "s3,u3"),
        ("a3c3", "a3,c3"),
        ("ace1", "a1,c1,e1"),
        ("ac13", "a1,c1,a3,c3"),
        ("=1`2", "=1,`2"),
        ("-;1", "-1,;1"),
        ("'2-3", "'2,-3"),
        ("-13", "-1,-3"),
    ],
)
def test_letters_then_digits_mean_each_with_each(short: str, full: str) -> None:
    assert GAME.format(BEGUN, read(short)) == full


@pytest.mark.parametrize(
    "text",
    ["e1,f2,e3", " e1 , f2,e3 ", "E1,F2,E3", "e1 f2 e3", "e1,,f2,e3,", "e 1 3 f 2", "e13,f2"],
)
def test_blanks_case_and_spare_commas_are_forgiven(text: str) -> None:
    assert GAME.format(BEGUN, read(text)) == "e1,f2,e3"


@pytest.mark.parametrize("text", ["v2 O", "v2O", " V2  O", "V2 O "])
def test_the_case_of_a_color_counts_and_that_of_a_column_does_not(text: str) -> None:
    assert read(text, RUNNING) == Run("v2", "O")
    assert read(text[: text.index("O")] + "o", RUNNING) == Run("v2", "o")


def test_a_column_o_is_no_color() -> None:
    assert read("o1 o", RUNNING) == Run("o1", "o")
    assert read("O1 O", RUNNING) == Run("o1", "O")
    assert read("o1") == Block(frozenset(["o1"]))


def test_a_black_stone_may_be_named_as_one() -> None:
    assert read("e1 x") == read("e1 X") == Block(frozenset(["e1"]))


@pytest.mark.parametrize("text", ["adopt", "Adopt", " ADOPT ", "a dopt"])
def test_adopting_is_said_in_any_case(text: str) -> None:
    assert read(text) == Adopt()
    assert GAME.format(BEGUN, Adopt()) == "adopt"


@pytest.mark.parametrize(
    ("typed", "meant"), [("\u20192", "'2"), ("\u20182", "'2"), ("\u20131", "-1"), ("\u22123", "-3")]
)
def test_what_phones_make_of_quote_and_hyphen_is_read(typed: str, meant: str) -> None:
    assert GAME.format(BEGUN, read(typed)) == meant


@pytest.mark.parametrize(
    "text", ["", "e", "1", "e,f1", "xyz", "pass", "e1-", "o", "(e1)", "e1;f", "é1"]
)
def test_what_is_no_move_is_refused_with_an_example(text: str) -> None:
    message = complaint(text)
    assert "is no move of Bi-Pod" in message
    example = message.split("Write a cell, like ")[1].split(",")[0].split(" ")[0]
    assert GAME.play(BEGUN, read(example)).effects


def test_the_example_is_one_of_the_players_part() -> None:
    assert "or adopt." in complaint("?")
    assert complaint("?", RUNNING).endswith("like g1 o or g1 O.")
    assert complaint("?", after(RUNNING, "g1 o")).endswith("Write a cell, like k1.")


def test_the_example_names_several_stones_where_they_may_be_placed() -> None:
    assert "like g1 or g1,k1,q1, or adopt." in complaint("?")


@pytest.mark.parametrize(
    ("text", "near"), [("e2", "d2 and f2"), ("f1", "e1 and g1"), ("=6", "d6 and f6"), ("`4", "b4")]
)
def test_a_cell_that_is_not_there_is_answered_with_its_nearest(text: str, near: str) -> None:
    message = complaint(text)
    assert f"The board has no cell {text}." in message
    assert near in message


@pytest.mark.parametrize("text", ["e0", "e7", "e9", "a10"])
def test_rows_end_at_6(text: str) -> None:
    assert "Rows run from 1 to 6." in complaint(text)


def test_naming_a_cell_twice_is_pointed_out() -> None:
    assert complaint("e1,f2,e1") == "e1 stands there twice. Name every cell once."
    assert "e1 stands there twice" in complaint("e11")


def test_several_cells_in_a_color_are_too_many() -> None:
    assert "one stone of a color" in complaint("e1,f2 o", RUNNING)


@pytest.mark.parametrize(
    "text", ["a1" * 3000 + "!", "=" * 6000, "1" * 6000, "e1," * 2000, "`'`'" * 1500]
)
def test_an_endless_text_is_refused_in_short(text: str) -> None:
    assert len(complaint(text)) < 300


# Positions


def test_a_position_is_written_row_by_row() -> None:
    position = begun("e1,=1,-3", "x6", "adopt", "v2 O", "'2", blocks=3)
    assert GAME.write(position) == (
        "x..x.@....Q...../...........O..x/.............x/............./............/..........x;2;2"
    )


def test_a_drawing_with_blanks_is_the_same_position() -> None:
    text = GAME.write(drawn(START))
    assert GAME.write(GAME.read(" ".join(text), {})) == text


def test_position_texts_mind_the_case_of_colors() -> None:
    position = drawn(". . . o . @ . . . . Q . O . . .", runner=1)
    assert (position.stone("e1"), position.stone("w1")) == ("o", "O")


def test_reading_keeps_the_options() -> None:
    text = GAME.write(begun("e1"))
    position = GAME.read(text, {"blocks": 2, "adopt": "running"})
    assert GAME.write(position) == text
    assert position == begun("e1", blocks=2, adopt="running")


START_TEXT = GAME.write(begun())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        START_TEXT[:-2],
        START_TEXT + ";",
        START_TEXT[:-1] + "3",
        START_TEXT.replace(".", "z"),
    ],
)
def test_an_unreadable_position_is_refused_with_an_example(text: str) -> None:
    message = unreadable(text)
    assert "six rows" in message
    example = message.split("Write it like ")[1].split(" ")[0]
    assert GAME.write(GAME.read(example, {})) == example


def test_rows_must_have_their_lengths() -> None:
    assert "16, 15, 14, 13, 12, 11 cells" in unreadable(START_TEXT.replace("/", "./", 1))
    assert "16, 15, 14, 13, 12, 11 cells" in unreadable(START_TEXT.replace("/", "", 1))


@pytest.mark.parametrize(
    ("old", "new"), [("@", "."), ("Q", "x"), (".", "@"), ("@", "Q"), ("@.", ".@")]
)
def test_the_start_stones_stand_where_they_belong(old: str, new: str) -> None:
    assert "@ on i1 and Q on s1" in unreadable(START_TEXT.replace(old, new, 1))


def test_stones_of_a_color_need_a_runner() -> None:
    assert "need a Runner" in unreadable(START_TEXT.replace(".", "o", 1))
