"""A move of Bump by its destination: what is offered and said, and how few choices it takes."""

from collections import Counter

import pytest

from bot.games.bump import GAME
from bot.games.bump.moves import Move, Movement
from tests.games.bump.boards import PARTIAL_STASIS, drawn
from tests.helpers.long_runs import some
from tests.helpers.playing import Player, choice, walk
from tests.helpers.random_play import sequence

after = Player(GAME).step

START = GAME.start({})
TWO_BUMPS = drawn(PARTIAL_STASIS, turn=2)


# Where it goes


def test_every_space_in_reach_is_offered_by_distance_and_the_own_space_to_turn() -> None:
    step = after(drawn("A→  02  .   .   ."), "@01")
    assert step.prompt == "01: where to?"
    assert (step.chosen, step.move, step.listed) == (("01",), None, True)
    assert list(Counter(choice.group for choice in step.choices).items()) == [
        ("Here", 1),
        ("1 step", 5),
        ("2 steps", 11),
        ("3 steps", 18),
    ]
    assert choice(step, "01").label == "Turn on 01"
    assert (choice(step, "04").label, choice(step, "04").note) == ("To 04", "")
    assert all(choice.cell == choice.key for choice in step.choices)


def test_a_destination_says_what_comes_of_it_losses_first() -> None:
    step = after(START, "@011")
    assert choice(step, "12").note == "bumps 1"
    turned = after(START, "@01", "01")
    assert choice(turned, "t2").note == "loses 11 against the piece on 111"
    both = [c.note for _, step in walk(GAME, TWO_BUMPS) for c in step.choices if "loses" in c.note]
    assert both
    assert all(note.startswith("loses") for note in both)


def test_a_destination_says_what_it_can_capture_by_turning() -> None:
    step = after(drawn("A↘  02  B→  B←  05"), "@01")
    assert choice(step, "02").note == "turned it captures 1"
    assert choice(step, "11").note == ""
    turned = after(drawn("01  A↘  B→  B←  05"), "@02")
    assert choice(turned, "02").note == "turned it captures 1"


# What it faces


def test_without_a_turn_the_move_is_whole_and_the_turns_left_are_offered() -> None:
    before = drawn("A→  02  .   .   .")
    step = after(before, "@01", "02")
    assert step.move == Movement("01", "02")
    assert step.prompt == "02: stop there, or turn it too?"
    assert [c.key for c in step.choices] == ["t1", "t5", "t2", "t4"]
    assert [c.facing for c in step.choices] == [60, 300, 120, 240]
    assert step.chosen == ("01", "02")
    assert after(before, "@01", "02", "t1").move == Movement("01", "02", 1)
    assert len(after(before, "@01", "03").choices) == 2


def test_with_its_points_spent_the_destination_makes_the_move() -> None:
    step = after(drawn("A→  02  .   .   ."), "@01", "04")
    assert (step.move, step.choices, step.chosen) == (
        Movement("01", "04"), (), ("01", "02", "03", "04"),
    )  # fmt: skip


def test_a_piece_that_stays_must_turn() -> None:
    step = after(drawn("A→  02  .   .   ."), "@01", "01")
    assert step.move is None
    assert step.prompt == "01: facing which way?"
    assert sorted(c.key for c in step.choices) == ["t1", "t2", "t3", "t4", "t5"]


def test_bumps_to_choose_stand_in_one_list_with_the_facings() -> None:
    step = after(TWO_BUMPS, "@021", "02")
    assert step.move is None
    assert step.prompt == "02: which facing, and which bump?"
    kept = {c.key: (c.label, c.note) for c in step.choices if c.key.startswith("t1")}
    assert kept == {
        "t1.1": ("Side 1: 02 to 03, 02 to 03, 01 captures 02", "loses 02 in stasis, bumps 4"),
        "t1.2": ("Side 1: 02 to 03, 02 to 03, 02 to 021", "bumps 5"),
        "t1.3": ("Side 1: 02 to 03, 02 to 021", "bumps 3"),
        "t1.4": ("Side 1: 02 to 021", "bumps 1"),
    }
    assert after(TWO_BUMPS, "@021", "02", "t1.3").move == Movement("021", "02", None, ("03", "021"))
    assert choice(step, "t3").label == "Face 01, side 3"


# Choices


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_a_move_takes_three_choices_at_most(seed: int) -> None:
    for position, _, _ in sequence(GAME, seed)[1][::12]:
        ways = [keys for keys, step in walk(GAME, position) if step.move is not None]
        assert max(map(len, ways)) <= 3


def test_at_the_start_two_moves_in_five_take_two_choices() -> None:
    fewest: dict[Move, int] = {}
    for keys, step in walk(GAME, START):
        if step.move is not None:
            fewest[step.move] = min(len(keys), fewest.get(step.move, 9))
    assert Counter(fewest.values()) == {1: 1, 2: 204, 3: 300}


def test_a_center_is_named_as_in_move_texts() -> None:
    position = GAME.read("08-2;-;1;0,0;-", {})
    toward = after(position, "@08")
    assert "To C" in [choice.label for choice in toward.choices]
    assert after(position, "@08", "C2").prompt.startswith("C: ")
    assert "C2" not in [choice.label for choice in after(position, "@08", "09").choices]
