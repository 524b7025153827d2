"""What Bounce points out: what is in the way, what can be captured, the board in characters."""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.hints import MINE, THEIRS
from bot.games.bounce.moves import Run
from bot.games.core import NotationError
from tests.games.bounce.boards import PLAYER, board, play
from tests.helpers.playing import sentences

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})

# What is in the way


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("c3-d4", ("c3",)),
        ("a7-b6", ("a7",)),
        ("a1-b2", ("b2",)),
        ("a1xb2-d4", ()),
        ("b2-b2", ("b2",)),
        ("b2xb2-c3", ("b2",)),
        ("b2xc3-d4", ("c3",)),
        ("a1xb2xd2-c3", ("b2", "d2")),
        ("b2-e5", ()),
        ("pass", ()),
    ],
)
def test_at_the_start_what_is_in_the_way_is_what_the_refusal_speaks_of(
    text: str, squares: tuple[str, ...]
) -> None:
    assert PLAYER.obstacle(START, text) == squares


@sentences(
    "stacks text square",
    {
        "a stack on the way": ("b2:PPP c3:P e5:Y", "b2-d4", "c3"),
        "a stack on the way behind a rail": ("b4:PPP a5:Y h8:Y", "b4-b6", "a5"),
        "the stack behind the one to be jumped": ("b2:P c3:Y d4:Y", "b2xc3-d4", "d4"),
        "a stack on a landing behind a rail": ("b4:PPP a5:Y b6:P", "b4xa5-c7", "b6"),
    },
)
def test_in_the_way_is(stacks: str, text: str, square: str) -> None:
    assert PLAYER.obstacle(board(stacks), text) == (square,)


@pytest.mark.parametrize("move", [Run("z9", (), "d4"), Run("b2", ("z9",), "d4"), Run("b2", (), "")])
def test_a_square_that_is_not_on_the_board_is_not_marked(move: Run) -> None:
    assert GAME.explain(START, move).cells == ()
    assert GAME.explain(board("c3:P"), Run("c3", (), "d4")).cells == ()


# Hints


def arrows(position: Position, title: str, player: int = 1) -> list[tuple[str, str | None]]:
    return [(hint.at, hint.towards) for hint in GAME.hints(position, player)[title]]


def test_a_capture_is_pointed_out_for_both_sides_whoever_is_to_move() -> None:
    stacks = "c3:P d4:Y f6:YP"
    before = board(stacks)
    assert arrows(before, MINE) == [("c3", "d4")]
    assert arrows(before, THEIRS) == [("d4", "c3")]
    assert arrows(before, MINE, player=2) == arrows(before, THEIRS, player=1)
    assert GAME.hints(before, 1) == GAME.hints(board(stacks, "Y"), 1)
    # Captures of their own are not, and each leg is once.
    assert GAME.hints(START, 1) == {MINE: (), THEIRS: ()}
    legs = arrows(board("d4:PPP e5:Y h8:Y b4:P", variant="accelerating"), MINE)
    assert len(legs) == len(set(legs))
    assert ("d4", "e5") in legs


@sentences(
    "stacks variant legs",
    {
        "a capture off the rail leg by leg": (
            *("b4:PPP b6:Y h2:Y", "standard"), [("b4", "a5"), ("a5", "b6")]
        ),
        "a stack in the corner straight": ("g7:P h8:Y a3:P", "standard", [("g7", "h8")]),
        "a stack covered on the way to theirs as a turn of the arrow": (
            *("a1:P b2:P d4:Y h8:Y", "accelerating"), [("a1", "b2"), ("b2", "d4")]
        ),
    },
)  # fmt: skip
def test_pointed_out_is(stacks: str, variant: str, legs: list[tuple[str, str]]) -> None:
    assert arrows(board(stacks, variant=variant), MINE) == legs


# The text board


def test_the_start_in_characters() -> None:
    assert GAME.text_board(START).splitlines() == [
        "P: Player 1 (dot), runs up, to move.",
        "Y: Player 2 (diamond), runs down.",
        "8     Y       Y       Y       Y",
        "7 Y       Y       Y       Y",
        "6     .       .       .       .",
        "5 .       .       .       .",
        "4     .       .       .       .",
        "3 .       .       .       .",
        "2     P       P       P       P",
        "1 P       P       P       P",
        "  a   b   c   d   e   f   g   h",
    ]


def test_a_stack_is_drawn_from_bottom_to_top_into_the_light_square_beside_it() -> None:
    lines = GAME.text_board(board("c3:PYPYPYP e3:YP h8:Y", "Y")).splitlines()
    assert lines[1].endswith("runs down, to move.")
    assert lines[7] == "3 .       PYPYPYP YP      ."
    assert lines[2].endswith(".       Y")


def test_the_highest_stacks_are_written_below_the_board() -> None:
    lines = GAME.text_board(board(f"h8:{'PY' * 4} d4:{'YP' * 28}")).splitlines()
    assert lines[6] == "4     .       P56     .       ."
    assert lines[2].endswith("Y8")
    assert lines[-1] == "h8: PYPYPYPY"
    assert lines[11].startswith("d4:")
    assert "".join(lines[11:-1]).replace(" ", "") == f"d4:{'YP' * 28}"
    assert all(len(line) <= 60 for line in lines)
    over = GAME.text_board(board("c3:P"), NAMES).splitlines()
    assert over[:2] == ["P: Ada (dot), runs up, has won.", "Y: Grace (diamond), runs down."]


# One square


def about(position: Position, square: str) -> str:
    return GAME.describe_cell(position, square, NAMES)


@sentences(
    "stacks square sentence",
    {
        "a single piece with its neighbors and what it can do": (
            "c3:P d4:YP b4:Y h8:Y",
            " C3 ",
            "c3 holds Ada's single cup, a dot. "
            "Beside it: b2, empty; b4, Grace's Y; d2, empty; d4, Ada's YP. It can cover b4 or d4.",
        ),
        "a stack from bottom to top": (
            "a1:PYP h8:Y",
            "a1",
            "Ada's stack of 3, PYP from bottom to top. Beside it: b2, empty. "
            "It can run to b2, c3 or d4.",
        ),
        "a stack that runs and covers": (
            "b2:PP a1:P d4:Y", "b2", "It can run to a3, b4, c1, c3 or d2, and cover a1 or d4."
        ),
        "a stack that is shut in": ("a1:P b2:Y c3:Y", "a1", "It can't run now."),
    },
)  # fmt: skip
def test_told_is(stacks: str, square: str, sentence: str) -> None:
    assert about(board(stacks), square).endswith(sentence)


def test_what_is_empty_or_stands_after_the_end_can_do_nothing() -> None:
    empty = "d4 is empty. Beside it: c3, empty; c5, empty; e3, empty; e5, empty."
    assert about(START, "d4") == empty
    assert about(play(board("d6:P e7:Y"), "d6xe7-f8").position, "f8").endswith("g7, empty.")


@pytest.mark.parametrize(
    ("square", "why"), [("d5", "light square"), ("i9", "no square “i9”"), ("", "no square “”")]
)
def test_only_dark_squares_can_be_asked_about(square: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        about(START, square)
