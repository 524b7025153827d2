"""A move of Bump step by step and by its destination: what is offered, and what the steps say."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.bump.moves import Move, Movement, Reinforcement
from bot.games.bump.steps import compass
from bot.games.guide import Step
from tests.games.bump.boards import PARTIAL_STASIS, drawn
from tests.helpers.long_runs import some
from tests.helpers.playing import Player, choice, keys, walk
from tests.helpers.random_play import legal_moves, sequence

after = Player(GAME).step

START = GAME.start({})
TWO_BUMPS = drawn(PARTIAL_STASIS, turn=2)


# The piece


def walked(position: Position, *so_far: str) -> Iterator[Step[Move]]:
    """Every step that the compass can come to, depth first."""
    step = compass(position, so_far)
    yield step
    for each in step.choices:
        yield from walked(position, *so_far, each.key)


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_the_compass_leads_to_all_legal_moves_and_no_others(seed: int) -> None:
    plies = sequence(GAME, seed)[1]
    for position in (START, *(p for p, _, _ in plies[::20])):
        assert {step.move for step in walked(position)} - {None} == set(legal_moves(GAME, position))


def test_a_reinforcement_is_placed_by_space_and_facing() -> None:
    before = drawn(".   C1  01  .   A→", reserves=(2, 0))
    assert choice(after(before), "R").note == "2 left"
    assert len(after(before, "R").choices) == 12
    assert keys(after(before, "R", "01")) == ["t0", "t1", "t2", "t3", "t4", "t5"]
    last = after(before, "R", "01", "t2")
    assert (last.move, last.choices, last.chosen) == (Reinforcement("01", 2), (), ("01",))


# Shifts and turns


def test_a_turn_says_its_cost_and_what_the_piece_will_face() -> None:
    before = drawn("02  .   .   A→")
    turns = [c for c in after(before, "05").choices if c.group == "Turns"]
    assert [c.label for c in turns] == [
        "Face 594, side 1 (1 point)",
        "Face 061, side 5 (1 point)",
        "Face 041, side 2 (2 points)",
        "Face 514, side 4 (2 points)",
        "Face 04, side 3 (3 points)",
    ]
    assert [c.facing for c in turns] == [60, 300, 120, 240, 180]
    assert all(c.angle is None and c.cell is None for c in turns)
    cells = {c.cell for c in after(before, "05").choices if c.group == "Steps"}
    assert cells == {"06", "594", "041", "04", "514", "061"}, "a gate leads into both areas"
    walled = drawn("03  .   .\n  .   A→")
    assert choice(after(walled, "041"), "t1").label == "Face a wall, side 1 (1 point)"


# Bumps


def test_a_choice_says_what_it_would_do() -> None:
    assert choice(after(START, "01"), "t1").note == "bumps 1"
    before = drawn("08  A→  .   39  38  37  A→  35")
    assert choice(after(before, "09"), "d0").note == "2 points left; holds the center"
    assert choice(after(START, "01"), "t2").note == "loses 11 against the piece on 111"
    walled = drawn("      04  .   06\nA→  .   B↘  .")
    notes = [c.note for step in walked(walled) for c in step.choices]
    assert any(note.endswith("captures 1") for note in notes)


def test_a_bump_to_choose_may_be_a_capture() -> None:
    before = drawn("""
                  B↗
    A→  02  B→  .   05
              A↗  A↖
    """)
    step = after(before, "01", "d0")
    assert [c.label for c in step.choices if c.group == "Bumps"] == [
        "041 bumps their piece from 04 to 513",
        "031 captures their piece on 04",
    ]


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
    for way, step in walk(GAME, START):
        if step.move is not None:
            fewest[step.move] = min(len(way), fewest.get(step.move, 9))
    assert Counter(fewest.values()) == {1: 1, 2: 204, 3: 300}
