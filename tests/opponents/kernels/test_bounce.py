"""What the kernel of Bounce says beyond the rules: which moves could begin a win."""

from random import Random

from bot.games.bounce import GAME
from bot.games.bounce.board import VARIANTS, Position
from bot.opponents.kernel import GOES_ON
from bot.opponents.kernels.bounce import Kernel
from tests.opponents.agreement import assert_agrees, assert_plays


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = GAME.play(position, GAME.parse(position, move)).position
    return position


def wins(kernel: Kernel, plies: int) -> list[int]:
    """The moves that win within so many plies, by every legal move."""
    return [move for _, move in kernel.scored() if wins_by(kernel, move, plies)]


def wins_by(kernel: Kernel, move: int, plies: int) -> bool:
    mover = kernel.turn
    kernel.play(move)
    result = kernel.result()
    won = result == 1 << mover
    if result == GOES_ON and plies > 2:
        won = all(answered(kernel, answer, plies - 2) for _, answer in kernel.scored())
    kernel.undo()
    return won


def answered(kernel: Kernel, answer: int, plies: int) -> bool:
    kernel.play(answer)
    won = kernel.result() == GOES_ON and bool(wins(kernel, plies))
    kernel.undo()
    return won


def endgame(chance: Random, variant: str) -> Position:
    """Up to five low stacks anywhere."""
    board = [b""] * 32
    for number, square in enumerate(chance.sample(range(32), chance.randint(2, 5))):
        height = chance.choice((1, 1, 2, 3))
        board[square] = bytes([1 + number % 2 if number < 2 else chance.randint(1, 2)] * height)
    return Position(tuple(board), chance.randint(1, 2), variant)


def test_no_move_that_could_begin_a_win_is_left_out() -> None:
    chance = Random(3)
    begun = 0
    for number in range(60):
        kernel = Kernel(endgame(chance, VARIANTS[number % len(VARIANTS)]))
        for plies in (1, 2, 3):
            found, could = wins(kernel, plies), kernel.could_win(plies)
            begun += bool(found)
            assert could is None or set(found) <= set(could)
    assert begun >= 15


def test_a_drawn_game_has_no_move_that_could_win() -> None:
    position = GAME.read("a1:PP c3:YY h4:PP;P", {})
    assert Kernel(position).could_win(1) != []
    shuffled = after(position, *["h4-f6", "c3-e1", "f6-h4", "e1-c3"] * 2)
    assert GAME.outcome(shuffled) is not None
    assert Kernel(shuffled).could_win(1) == []


def test_runs_with_more_captures_than_fit_are_the_same_as_in_the_rules() -> None:
    long_run = "a3:PPP b2:Y b4:Y d2:Y d6:Y f4:Y f8:Y h6:Y;P"
    position = GAME.read(long_run, {"variant": "accelerating"})
    kernel = Kernel(position)
    moves = assert_agrees(GAME, position, kernel)
    assert max(text.count("x") for text in moves) == 7
    for move in moves.values():
        assert_plays(GAME, position, kernel, move)
