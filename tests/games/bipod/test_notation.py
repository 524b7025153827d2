"""Bi-Pod in writing, where told.toml does not hold it: any cell, any order, endless texts."""

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLUMNS, Position
from bot.games.bipod.moves import Block, Move, Run
from bot.games.core import BadOptions
from tests.games.bipod.trapezium import PLAYER, after, begun

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


@pytest.mark.parametrize("text", ["v2 O", "v2O", " V2  O", "V2 O "])
def test_the_case_of_a_color_counts_and_that_of_a_column_does_not(text: str) -> None:
    for cell in ("v2", "o1"):
        typed = text.replace("v2", cell).replace("V2", cell.upper())
        column, _, rest = typed.rpartition("O")
        assert read(typed, RUNNING) == Run(cell, "O")
        assert read(f"{column}o{rest}", RUNNING) == Run(cell, "o")


def test_the_example_is_one_of_the_players_part() -> None:
    assert complaint("?", RUNNING).endswith("like g1 o or g1 O.")
    assert complaint("?", after(RUNNING, "g1 o")).endswith("Write a cell, like k1.")
    assert "one stone of a color" in complaint("e1,f2 o", RUNNING)


@pytest.mark.parametrize(
    "text", ["a1" * 3000 + "!", "=" * 6000, "1" * 6000, "e1," * 2000, "`'`'" * 1500]
)
def test_an_endless_text_is_refused_in_short(text: str) -> None:
    assert len(complaint(text)) < 300


def test_reading_keeps_the_options_and_refuses_unknown_ones() -> None:
    text = GAME.write(begun("e1"))
    position = GAME.read(text, {"blocks": 2, "adopt": "running"})
    assert GAME.write(position) == text
    assert position == begun("e1", blocks=2, adopt="running")
    with pytest.raises(BadOptions, match="no option stones"):
        GAME.read(text, {"stones": 3})
