"""A move of Bounce step by step: what is offered, what it says, and how few presses it takes."""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Pass, Run
from bot.games.bounce.steps import short
from bot.games.guide import Step
from tests.games.bounce.boards import board, legal
from tests.helpers.playing import Player, choice, labels, walk
from tests.helpers.random_play import sequence

after = Player(GAME).step


def angles(position: Position, *so_far: str) -> dict[str, float | None]:
    return {choice.key: choice.angle for choice in after(position, *so_far).choices}


def move(position: Position, *so_far: str) -> str:
    """The text of the move that these keys make, with nothing left to choose."""
    step = after(position, *so_far)
    assert step.choices == ()
    assert step.move is not None
    return GAME.format(position, step.move)


# The stack


def test_a_stack_that_runs_one_way_only_is_offered_as_that_run_with_the_others() -> None:
    step = short(GAME.start({}), ())
    assert [each.brief for each in step.choices][:3] == ["a1xb2-c3", "b2-a3", "b2-c3"]
    assert not any(each.note for each in step.choices)
    assert step.prompt == "Which run? An x covers a stack."
    several = board("a1:P b2:PPPPPPPPPPPPPPPP c5:PPPPPPPP h8:Y")
    assert short(several, ()).prompt == "Which stack runs?"


def test_without_a_run_the_pass_is_the_one_choice() -> None:
    before = board("a1:P b2:Y c3:Y")
    step = after(before)
    assert (step.prompt, labels(step)) == ("None of your stacks can run.", ["Pass"])
    assert after(before, "pass") == Step("This move", (), Pass())


# The direction


def test_a_direction_is_an_angle_of_the_board_as_drawn_unturned() -> None:
    before = board("d4:PP h8:Y")
    step = after(before, "d4")
    assert (step.prompt, step.chosen) == ("d4: which way does the stack of 2 run?", ("d4",))
    assert angles(before, "d4") == {">e3": 45, ">c3": 135, ">c5": 225, ">e5": 315}
    # At a rail it is that of the rebound.
    assert angles(board("a3:PP h8:Y"), "a3") == {">b2": 45, ">b4": 315}
    assert angles(board("b8:P h8:Y"), "b8") == {">c7": 45, ">a7": 135}


def test_what_the_steps_say_is_what_the_run_does() -> None:
    """The direction that was chosen is the one in which the run is drawn."""
    for position, _, _ in sequence(GAME, 3)[1][::6]:
        for so_far, step in walk(GAME, position):
            if isinstance(step.move, Run):
                path = GAME.play(position, step.move).effects[0].path  # type: ignore[attr-defined]
                assert all(key[1:] == path[1] for key in so_far if key[0] == ">")
                assert set(step.chosen) <= set(path)


# Where it stops


def test_the_stops_of_a_direction_are_in_order_with_and_without_the_capture() -> None:
    before = board("b2:PPP d4:YYY f8:P h8:Y")
    step = after(before, "b2", ">c3")
    assert step.prompt == "b2 towards c3: where does the stack of 3 stop?"
    assert labels(step) == ["To c3", "Cover d4, land e5", "Cover d4, land f6"]
    assert [c.cell for c in step.choices] == ["c3", "e5", "f6"]
    assert [c.group for c in step.choices] == ["Covering nothing", *["Covering d4"] * 2]
    assert choice(step, "e5+1").note == "covers their d4, then 6 high"
    assert step.chosen == ("b2", "c3")
    assert step.move is None


def test_an_accelerating_run_lists_its_captures_in_order() -> None:
    before = board("b2:PP b6:YY c3:Y e5:YYP f4:P g7:Y h4:Y", variant="accelerating")
    step = after(before, "b2", ">c3")
    assert labels(step)[:2] == ["Cover c3, land d4", "Cover c3 and e5, land f6"]
    assert choice(step, "f6+2").note == "covers their c3 and your e5, then 6 high"
    assert move(before, "b2", ">c3", "d4+3") == "b2xc3xe5xg7-d4"


# Presses


@pytest.mark.parametrize("variant", ["standard", "ten", "accelerating", "chess"])
def test_no_move_takes_more_than_four_presses_with_the_confirmation(variant: str) -> None:
    position = GAME.start({"variant": variant})
    assert max(len(so_far) for so_far, _ in walk(GAME, position)) + 1 <= 4
    for position, _, _ in sequence(GAME, 1)[1][::8]:
        ways = list(walk(GAME, position))
        assert max(len(so_far) for so_far, _ in ways) + 1 <= 4
        # Every move is made in one way only.
        made = [GAME.format(position, step.move) for _, step in ways if step.move]
        assert sorted(made) == sorted(legal(position))
