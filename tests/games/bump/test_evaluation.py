"""Which moves Bump offers first, what it takes for meant, and how it rates positions."""

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import STARTS
from bot.games.bump.moves import Movement
from tests.games.bump.boards import drawn, links, play

START = GAME.start({})

# Offers


def test_an_empty_box_offers_the_center_first_and_then_every_piece() -> None:
    before = drawn("08  A→  .   39  38  37  A→  35")
    offered = [GAME.format(before, move) for move in GAME.complete(before, "")]
    assert offered[0] == "09,C"
    assert offered[1].startswith("36,")
    # A capture comes before quiet moves.
    before = drawn("      04  .   06\nA→  .   B↘  .")
    assert links(GAME.play(before, GAME.complete(before, "")[0])) == ["B 041 captured"]


def test_an_empty_box_offers_each_piece_before_any_piece_again() -> None:
    offered = GAME.complete(START, "")
    pieces = [move.source for move in offered if isinstance(move, Movement)]
    assert set(pieces[:12]) == {space for space, _ in STARTS[1]}
    assert len(offered) == 25


def test_what_was_typed_is_gone_on_from_its_very_space_first() -> None:
    offered = [GAME.format(START, move) for move in GAME.complete(START, "01", limit=100)]
    assert all(text.startswith("01,") for text in offered[:26])
    assert offered[26].startswith("011,")


def test_an_unneeded_facing_still_finds_its_move() -> None:
    assert GAME.complete(START, "01,02-0") == [Movement("01", "02")]
    assert GAME.complete(START, "nonsense") == []
    assert GAME.complete(START, "09,08-3") == []


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("01,05", ["01,04", "01,03", "01,031"]),
        ("01,04-1", ["01,04", "01,03-1", "01,03"]),
        ("move 01 to 09 please", ["01,04", "01,03", "01,031"]),
        ("09,08", ["011,041", "011,04", "01,04"]),
    ],
)
def test_the_nearest_moves_are_of_the_same_piece_and_nearby(text: str, near: list[str]) -> None:
    assert [GAME.format(START, move) for move in GAME.nearest(START, text)] == near
    assert GAME.nearest(START, "?") == []


# Rating


def test_an_even_start_rates_0_and_a_captured_piece_counts() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0
    ahead = GAME.read(GAME.write(START).replace("59-2 ", ""), {})
    assert GAME.evaluate(ahead, 1) == -GAME.evaluate(ahead, 2) > 5
    # So does a step towards the opposing center.
    far, near = (play(START, text).position for text in ("01,02", "01,04"))
    assert GAME.evaluate(near, 1) > GAME.evaluate(far, 1)
