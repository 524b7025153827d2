"""A move of Urchins step by step: what is offered, what it says, and how few presses it takes."""

from collections import Counter

import pytest

from bot.games.core import IllegalMove
from bot.games.guide import Choice, Step
from bot.games.urchins import GAME
from bot.games.urchins.moves import Enter, Move, Movement, Steal
from bot.games.urchins.steps import short
from tests.games.urchins.columns import drawn
from tests.helpers.playing import Player, choice, keys, labels, walk

after = Player(GAME).step
BUSY = drawn(
    ". 2 . 1 # 3 . . . . .", "2 1 # . . 1 . 3 . . 1", ". . . . # 2 . . . . .", players=3, cubes=9
)


# Entering


START = GAME.start({"players": 3})


def test_first_come_the_own_urchins_then_where_to_enter_then_stealing() -> None:
    step = after(BUSY)
    urchins = ["A3", "B1", "B5", "B10"]
    assert keys(step) == [*urchins, "enter A", "enter C", "enter D", "steal"]
    assert step.prompt == (
        "Move an urchin, enter another or steal cubes? Your cubes: 9 A, 9 B, 9 C, 9 D."
    )
    assert [c.cell for c in step.choices] == [*urchins, None, None, None, None]
    assert step.move is None
    assert step.chosen == ()


def test_before_anybody_is_on_the_board_there_is_only_entering() -> None:
    step = after(START)
    assert step.prompt == "Enter an urchin from your hand?"
    assert labels(step) == ["Enter A", "Enter B", "Enter C", "Enter D"]


def test_with_an_empty_hand_nothing_is_offered_to_enter() -> None:
    before = drawn("1 . 1 . . . . . . # .", "1 . 1 . . . . . . # .", ". . . . 1 . . . . # .")
    assert after(before).prompt == "Move an urchin or steal cubes? Your cubes: 20 A, 20 B, 20 C."
    assert {c.group for c in after(before).choices} == {"Move an urchin", "Steal"}
    two = keys(after(drawn("1 . . . . . . . 1 # .", "1 . . . . . . . . # .")))
    assert "enter A" not in two
    assert "enter B" in two
    assert "A0" not in keys(after(drawn("1 . . . . . . . . # .", cubes=1)))


def test_an_urchin_says_how_far_it_can_go_and_whether_that_is_home() -> None:
    assert choice(after(BUSY), "A3").note == "up to 4 spaces, home in reach"
    assert choice(after(BUSY), "B5").note == "up to 4 spaces"
    assert choice(after(drawn("1 . . . . . . . . # .", cubes=2)), "A0").note == (
        "up to 1 space, home in reach"
    )


def test_stealing_is_one_choice_that_says_what_it_brings() -> None:
    steal = choice(after(BUSY), "steal")
    assert (steal.label, steal.note) == ("Steal 4 cubes", "1 A and 3 B")
    assert after(BUSY, "steal") == Step("This move", (), Steal())
    alone = drawn("1 . . . . . . . . # .")
    assert choice(after(alone), "steal").label == "Steal 1 cube"


def test_entering_on_a_free_space_is_whole_at_once() -> None:
    assert after(START, "enter B") == Step("This move", (), Enter(1), ("B5",))


def test_entering_onto_an_urchin_asks_which_way_it_is_bumped() -> None:
    assert choice(after(BUSY), "enter A").note == "onto an urchin: bump it up or down"
    step = after(BUSY, "enter A")
    assert step.prompt == "An urchin is on A5: which way is it bumped?"
    assert keys(step) == ["^", "v"]
    assert labels(step) == ["Up: A5 goes to A3", "Down: A5 goes to A6"]
    assert [c.note for c in step.choices] == ["bumps 2", "bumps 1"]
    assert (step.move, step.chosen) == (None, ("A5",))
    assert after(BUSY, "enter A", "v") == Step("This move", (), Enter(0, 1), ("A5",))


# Moving


def test_entering_onto_the_constable_asks_which_way_to_step_on() -> None:
    before = drawn(". . . . . # 2 . . . .")
    assert choice(after(before), "enter A").note == "onto the constable: step on up or down"
    step = after(before, "enter A")
    assert step.prompt == "The constable is on A5: which way does your urchin step on?"
    assert labels(step) == ["Up: step on to A4", "Down: step on to A6"]
    assert [c.note for c in step.choices] == ["bumps nobody", "bumps 1"]


def test_every_space_in_reach_is_offered_up_first_with_its_price_and_who_is_met_there() -> None:
    step = after(BUSY, "A3")
    assert step.prompt == "A3: where to? You have 9 A cubes, and 2 pay for a space."
    assert keys(step) == ["A2", "A1", "A0", "home^", "A4", "A5", "A6", "A7"]
    assert choice(step, "A2") == Choice("A2", "To A2", "A2", note="2 cubes", group="Up")
    assert choice(step, "A6").note == "6 cubes"
    assert choice(step, "A6").group == "Down"
    assert after(BUSY, "A3", "A6") == Step("This move", (), Movement(0, 3, 6), ("A3", "A6"))
    assert step.chosen == ("A3",)
    assert choice(step, "A1").note == "4 cubes; onto an urchin: bump it up or down"
    assert choice(step, "A4").note == "2 cubes; onto the constable: step on up or down"


def test_home_is_offered_past_both_ends_by_name() -> None:
    step = after(drawn(". . . . . 1 . . . # ."), "A5")
    assert choice(step, "home^").label == "Home off the top"
    assert choice(step, "homev").label == "Home off the bottom"
    assert choice(step, "home^").note == choice(step, "homev").note == "12 cubes"
    last = after(drawn(". . . . . 1 . . . # ."), "A5", "homev")
    assert last == Step("This move", (), Movement(0, 5, 11), ("A5", "A-homev"))


def test_a_whole_move_home_says_past_which_end() -> None:
    step = short(drawn("1 . . . . # . . . . 1", cubes=2), ())
    assert {"A0 home, top", "A10 home, bottom"} <= {each.brief for each in step.choices}


def test_a_whole_move_says_whether_it_bumps_or_steps_on_and_shows_the_urchin_that_enters() -> None:
    step = short(drawn(". . . . 1 2 # . . . .", ". . . . . # 2 . . . .", cubes=4), ())
    said = {each.brief for each in step.choices}
    assert {"A4-5, bump up", "A4-6, step down", "Enter A, bump down", "Enter B, step up"} <= said
    assert {each.piece for each in step.choices if each.group == "Enter"} == {"1"}


def test_landing_on_an_urchin_asks_for_the_way_and_tells_of_a_fall() -> None:
    step = after(BUSY, "B1", "B0")
    assert step.chosen == ("B1", "B0")
    assert labels(step) == ["Up: B0 falls off the top", "Down: B0 goes to B1"]
    assert choice(step, "^").note == "a diamond falls off, bumps 1"
    assert after(BUSY, "B1", "B0", "^").move == Movement(1, 1, 0, -1)
    own = choice(after(drawn(". . . . . . . # . 1 1"), "A9", "A10"), "v")
    assert own.label == "Down: A10 falls off the bottom"
    assert own.note == "your own falls off, bumps 1"
    long = drawn("1 2 2 3 3 2 2 # 3 3 1", players=3)
    assert choice(after(long, "A0", "A1"), "v").note == "your own falls off, bumps 9"


# Presses and time


LOST = "A5; A1; steal ^; A3 A8; A3 B2; A3 homev; A3 A2 ^; A3 A1 up; enter_B; enter_F; enter_D ^"


@pytest.mark.parametrize("wrong", LOST.split("; "))
def test_keys_that_lead_nowhere_are_refused(wrong: str) -> None:
    with pytest.raises(IllegalMove, match="no longer fits the board"):
        after(BUSY, *(key.replace("_", " ") for key in wrong.split()))


def presses(way: tuple[str, ...], step: Step[Move]) -> int:
    """The keys, Done where there is more to choose, and the confirmation."""
    return len(way) + bool(step.choices) + 1


def test_a_move_takes_two_to_four_presses() -> None:
    counted = Counter(presses(way, step) for way, step in walk(GAME, BUSY) if step.move)
    assert counted == {2: 2, 3: 21, 4: 20}
    assert sum(counted.values()) == len(list(GAME.moves(BUSY)))
