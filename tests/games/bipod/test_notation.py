"""Bi-Pod in writing, where told.toml does not hold it: any cell, any order, endless texts."""

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLUMNS, Position
from bot.games.bipod.moves import Block, Move, Run
from tests.games.bipod.trapezium import PLAYER, begun

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


@pytest.mark.parametrize(
    "text", ["a1" * 3000 + "!", "=" * 6000, "1" * 6000, "e1," * 2000, "`'`'" * 1500]
)
def test_an_endless_text_is_refused_in_short(text: str) -> None:
    assert len(complaint(text)) < 300
