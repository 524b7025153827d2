"""A move of Bounce step by step: what is offered, what it says, and how few presses it takes."""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Pass, Run
from bot.games.bounce.steps import short
from bot.games.guide import Step
from tests.games.bounce.boards import board, legal
from tests.helpers.playing import Player, choice, keys, labels, walk
from tests.helpers.random_play import sequence

after = Player(GAME).step


TALL = "YP" * 15
"""A stack that comes to every square of its diagonals."""


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


def test_first_every_own_stack_that_can_run_is_offered() -> None:
    before = board("a1:P c1:PYP d4:Y")
    step = after(before)
    assert (step.prompt, step.move, step.chosen) == ("Which stack runs?", None, ())
    assert labels(step) == ["a1, single", "c1, 3 high: PYP"]
    # One without a run is not offered.
    assert keys(after(board("a1:P b2:P c3:P h8:Y"))) == ["b2", "c3"]
    assert [c.cell for c in step.choices] == ["a1", "c1"]


def test_a_high_stack_is_told_by_its_height() -> None:
    assert labels(after(board("c3:PYPYPYPYPYPY d4:P e5:Y", "Y"))) == [
        "c3, 12 high: PYPYPYPYPYPY",
        "e5, single",
    ]
    assert labels(after(board(f"c3:{TALL} h8:Y"))) == ["c3, 30 high"]


def test_a_stack_says_whose_it_can_capture_theirs_first() -> None:
    before = board("b4:P d4:PP c5:P e5:Y h2:Y")
    assert choice(after(before), "d4").note == "can cover their e5 or your c5"
    assert choice(after(before), "c5").note == ""


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


def test_a_single_piece_goes_forward_only_and_its_direction_is_the_whole_move() -> None:
    before = board("c3:P d4:Y h8:Y f6:Y")
    assert after(before, "c3").prompt == "c3: which way does the cup run?"
    assert angles(before, "c3") == {">b4": 225, ">d4": 315}
    assert labels(after(before, "c3")) == ["To b4", "Cover d4, land e5"]
    assert move(before, "c3", ">d4") == "c3xd4-e5"
    assert angles(board("f6:Y a1:P", "Y"), "f6") == {">g5": 45, ">e5": 135}


def test_a_stack_that_runs_one_way_only_is_not_asked_for_the_direction() -> None:
    before = board("a1:PP h8:Y")
    step = after(before, "a1")
    assert step.prompt == "a1 towards b2: where does the stack of 2 stop?"
    assert labels(step) == ["To b2", "To c3"]
    assert move(before, "a1", "c3") == "a1-c3"
    assert move(board("a1:P h8:Y"), "a1") == "a1-b2"


def test_a_direction_says_how_far_it_leads_and_what_is_captured_there() -> None:
    before = board("d4:PPP e5:Y b2:P h8:Y")
    notes = {c.key: (c.label, c.cell, c.note) for c in after(before, "d4").choices}
    assert notes[">c5"] == ("Towards c5", "c5", "up to 3 squares")
    assert notes[">e5"] == ("Towards e5", "e5", "up to 2 squares; covers their e5")
    assert notes[">c3"] == ("Towards c3", "c3", "up to 3 squares; covers your b2")


def test_a_square_that_is_nearer_another_way_is_not_offered_again() -> None:
    """Off two rails a stack would come to e7 as well, but the run there is the short one."""
    before = board("g5:PPPPP a1:Y")
    assert "e7" in keys(after(before, "g5", ">f6"))
    assert keys(after(before, "g5", ">h6")) == ["h6", "g7", "f8", "d6"]


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


def test_a_stop_says_off_which_rails_the_run_comes() -> None:
    before = board("g5:PPPPP a1:Y")
    step = after(before, "g5", ">h6")
    assert [c.note for c in step.choices] == [
        "",
        "bounces at h6",
        "bounces at h6",
        "bounces at h6 and f8",
    ]
    last = after(before, "g5", ">h6", "d6")
    assert last.chosen == ("g5", "h6", "f8", "d6")


def test_one_square_reached_with_a_capture_and_without_is_two_choices() -> None:
    before = board("f6:PPP h8:Y a1:Y")
    step = after(before, "f6", ">g7")
    assert [(c.key, c.cell) for c in step.choices] == [("g7", "g7"), ("g7+1", "g7"), ("f6+1", "f6")]
    assert move(before, "f6", ">g7", "g7") == "f6-g7"
    assert move(before, "f6", ">g7", "f6+1") == "f6xh8-f6"
    # The way of a finished run turns where it bounces and captures.
    assert after(before, "f6", ">g7", "f6+1").chosen == ("f6", "h8", "f6")
    assert after(before, "f6", ">g7", "g7").chosen == ("f6", "g7")


def test_an_accelerating_run_lists_its_captures_in_order() -> None:
    before = board("b2:PP b6:YY c3:Y e5:YYP f4:P g7:Y h4:Y", variant="accelerating")
    step = after(before, "b2", ">c3")
    assert labels(step)[:2] == ["Cover c3, land d4", "Cover c3 and e5, land f6"]
    assert choice(step, "f6+2").note == "covers their c3 and your e5, then 6 high"
    assert move(before, "b2", ">c3", "d4+3") == "b2xc3xe5xg7-d4"


# Presses


def test_a_run_of_many_captures_counts_the_last_of_them() -> None:
    line = "a1:P b2:Y d4:Y f6:Y h8:Y g5:P"
    before = board(line, variant="accelerating")
    step = after(before, "a1")
    assert labels(step)[-1] == "Cover b2, d4, f6 and h8, land f6"
    longer = board("a3:P b4:Y d6:Y f8:Y h6:Y f4:Y d2:Y h8:Y", variant="accelerating")
    last = after(longer, "a3").choices[-1]
    assert last.label.startswith("Cover b4, d6, f8 and 3 more, land ")
    assert last.note.startswith("covers their b4, their d6, their f8 and 3 more, then 7 high; ")
    assert len(last.label) <= 60
    assert len(last.note) <= 100


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
