"""A move of Urchins step by step: what is offered, what it says, and how few presses it takes."""

from collections import Counter

from bot.games.guide import Step
from bot.games.urchins import GAME
from bot.games.urchins.moves import Enter, Move, Movement
from bot.games.urchins.steps import short
from tests.games.urchins.columns import drawn
from tests.helpers.playing import Player, choice, keys, labels, walk

after = Player(GAME).step
BUSY = drawn(
    ". 2 . 1 # 3 . . . . .", "2 1 # . . 1 . 3 . . 1", ". . . . # 2 . . . . .", players=3, cubes=9
)


# Entering


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


def presses(way: tuple[str, ...], step: Step[Move]) -> int:
    """The keys, Done where there is more to choose, and the confirmation."""
    return len(way) + bool(step.choices) + 1


def test_a_move_takes_two_to_four_presses() -> None:
    counted = Counter(presses(way, step) for way, step in walk(GAME, BUSY) if step.move)
    assert counted == {2: 2, 3: 21, 4: 20}
    assert sum(counted.values()) == len(list(GAME.moves(BUSY)))
