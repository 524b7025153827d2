"""What Bump points out and offers, how it rates positions, and what told.toml does not hold."""

from dataclasses import replace

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.bump.evaluation import TURNING
from bot.games.bump.moves import Movement
from tests.games.bump.boards import drawn, play
from tests.helpers.playing import Player

obstacle = Player(GAME).obstacle

# Hints


def arrows(position: Position, player: int) -> set[tuple[str, str | None]]:
    return {(hint.at, hint.towards) for hint in GAME.hints(position, player)[TURNING]}


def test_turning_bumps_friend_and_foe_on_every_side() -> None:
    before = drawn("""
          A↗  B→
        .   A↘  03
          B↙  .
    """)
    assert {bumped for piece, bumped in arrows(before, 1) if piece == "02"} == {"512", "511", "011"}


# The text board


def test_the_text_board_is_no_wider_than_a_phone() -> None:
    position = replace(GAME.start({"reserve": [3, 3]}), turn=2)
    board = GAME.text_board(position, {1: "Christopher Robin", 2: "Wilhelmina Murray"})
    assert "-- B, Wilhelmina Murr… (diamond)\nto move, 3 in reserve --" in board
    assert max(map(len, board.splitlines())) == 40


# Which moves Bump offers first, what it takes for meant, and how it rates positions


START = GAME.start({})

# Offers


def test_an_unneeded_facing_still_finds_its_move() -> None:
    assert GAME.complete(START, "01,02-0") == [Movement("01", "02")]
    assert GAME.complete(START, "nonsense") == []
    assert GAME.complete(START, "09,08-3") == []


# Rating


def test_an_even_start_rates_0_and_a_captured_piece_counts() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0
    ahead = GAME.read(GAME.write(START).replace("59-2 ", ""), {})
    assert GAME.evaluate(ahead, 1) == -GAME.evaluate(ahead, 2) > 5
    # So does a step towards the opposing center.
    far, near = (play(START, text).position for text in ("01,02", "01,04"))
    assert GAME.evaluate(near, 1) > GAME.evaluate(far, 1)
