"""Bi-Pod in writing, where told.toml does not hold it: any cell, any order, endless texts."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLUMNS, Position
from bot.games.bipod.moves import Block, Move, Run
from bot.games.core import BadOptions
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


def test_a_column_may_be_written_as_its_number() -> None:
    for number, column in enumerate(COLUMNS, 1):
        for cell in (cell for cell in CELLS if cell[0] == column):
            for typed in (f"{number}{cell[1]}", f"{number}.{cell[1]}", f" {number}:{cell[1]} "):
                assert read(typed) == Block(frozenset([cell]))
            assert read(f"{number}.{cell[1]} O", RUNNING) == Run(cell, "O")
    assert read("7.1, 82 e3") == read("e1,f2,e3")
    assert read("e13") == read("e1,e3")
    for typed, said in (("32.1", "32"), ("11.7", "Rows run from 1 to 6")):
        assert said in complaint(typed)
    assert GAME.describe_cell(BEGUN, "11.1", {}) == GAME.describe_cell(BEGUN, "i1", {})
    assert GAME.format(BEGUN, GAME.complete(BEGUN, "7.1")[0]) == "e1"


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
def test_stones_are_named_in_any_order_and_written_in_one(cells: set[str], chance: Random) -> None:
    mixed = sorted(cells)
    chance.shuffle(mixed)
    move = read(",".join(mixed))
    assert move == Block(frozenset(cells))
    assert GAME.format(BEGUN, move) == ",".join(c for c in CELLS if c in cells)
    assert read(GAME.format(BEGUN, move)) == move


@pytest.mark.parametrize("text", ["v2 O", "v2O", " V2  O", "V2 O "])
def test_the_case_of_a_color_counts_and_that_of_a_column_does_not(text: str) -> None:
    for cell in ("v2", "o1"):
        typed = text.replace("v2", cell).replace("V2", cell.upper())
        column, _, rest = typed.rpartition("O")
        assert read(typed, RUNNING) == Run(cell, "O")
        assert read(f"{column}o{rest}", RUNNING) == Run(cell, "o")


@pytest.mark.parametrize(
    "text", ["", "e", "1", "e,f1", "xyz", "pass", "e1-", "o", "(e1)", "e1;f", "é1"]
)
def test_what_is_no_move_is_refused_with_an_example(text: str) -> None:
    message = complaint(text)
    assert "is no move of Bi-Pod" in message
    example = message.split("Write a cell, like ")[1].split(",")[0].split(" ")[0]
    assert GAME.play(BEGUN, read(example)).effects


def test_the_example_is_one_of_the_players_part() -> None:
    assert complaint("?", RUNNING).endswith("like g1 o or g1 O.")
    assert complaint("?", after(RUNNING, "g1 o")).endswith("Write a cell, like k1.")
    assert "one stone of a color" in complaint("e1,f2 o", RUNNING)


@pytest.mark.parametrize(
    "text", ["a1" * 3000 + "!", "=" * 6000, "1" * 6000, "e1," * 2000, "`'`'" * 1500]
)
def test_an_endless_text_is_refused_in_short(text: str) -> None:
    assert len(complaint(text)) < 300


# Positions


def test_a_drawing_with_blanks_is_the_same_position() -> None:
    drawing = drawn(". . . o . @ . . . . Q . O . . .", runner=1)
    assert (drawing.stone("e1"), drawing.stone("w1")) == ("o", "O")
    text = GAME.write(drawn(START))
    assert GAME.write(GAME.read(" ".join(text), {})) == text


def test_reading_keeps_the_options_and_refuses_unknown_ones() -> None:
    text = GAME.write(begun("e1"))
    position = GAME.read(text, {"blocks": 2, "adopt": "running"})
    assert GAME.write(position) == text
    assert position == begun("e1", blocks=2, adopt="running")
    with pytest.raises(BadOptions, match="no option stones"):
        GAME.read(text, {"stones": 3})


START_TEXT = GAME.write(begun())


@pytest.mark.parametrize(
    "text", ["", "x", *(START_TEXT[:-2] + end for end in ("", ";", ";;2", ";3")), "z" * 81 + ";1;-"]
)
def test_an_unreadable_position_is_refused_with_an_example(text: str) -> None:
    message = unreadable(text)
    assert "six rows" in message
    example = message.split("Write it like ")[1].split(" ")[0]
    assert GAME.write(GAME.read(example, {})) == example


# What Bi-Pod says: refusals, turns, positions


# Refusals


@pytest.mark.parametrize("move", [Block(frozenset()), Block(frozenset(["e2"])), Run("", "o")])
@pytest.mark.parametrize("position", [begun(), begun("adopt"), begun("adopt", "g3 o")])
def test_a_move_nobody_can_write_gets_a_sentence(position: Position, move: Block | Run) -> None:
    assert GAME.explain(position, move).why[-1] == "."


# Positions


def test_a_full_board_is_described_in_few_words() -> None:
    cells = [cell for cell in CELLS if cell not in {"i1", "s1"}]
    long = dict.fromkeys((1, 2), "Ada Lovelace of the Analytical Engine")
    position = begun(*cells)
    assert "The board is full." in GAME.describe(position, long)
    assert len(GAME.describe(position, long)) < 700
    with_parts = after(begun(*cells[:40]), "adopt")
    assert len(GAME.describe(with_parts, long)) < 700
