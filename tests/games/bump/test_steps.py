"""A move of Bump step by step and by its destination: what is offered, and what the steps say."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.bump.moves import Move, Movement, Pass, Reinforcement
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


def test_first_every_own_piece_is_offered_with_its_space_and_what_it_faces() -> None:
    own = [space for space, player, _ in START.pieces() if player == 1]
    step = after(START)
    assert keys(step) == [*(f"@{space}" for space in own), "pass"]
    assert after(START, "pass") == Step("This move", (), Pass(), named="C")
    assert choice(step, "@011").label == "011, facing 012"
    assert (choice(step, "@011").cell, choice(step, "@011").facing) == ("011", 60)
    assert step.move is None


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


def test_a_piece_goes_one_step_at_a_time_and_counts_its_points() -> None:
    before = drawn("A→  02  .   .   .")
    east = choice(after(before, "01"), "d0")
    assert (east.label, east.cell, east.angle, east.note) == ("To 02", "02", 0, "2 points left")
    step = after(before, "01", "d0", "d0")
    assert step.prompt == "03, 1 point left: go on, turn, or stop there?"
    assert step.move == Movement("01", "03")
    assert step.chosen == ("01", "02", "03")
    # With its points spent the move is whole.
    assert choice(step, "d0").note == "no points left"
    assert after(before, "01", "d0", "d0", "d0").choices == ()
    turned = after(before, "01", "d0", "t2")
    assert (turned.choices, turned.move) == ((), Movement("01", "02", 2))
    # A space that is nearer another way is not offered again.
    assert "d2" in keys(after(before, "01"))
    assert [k for k in keys(after(before, "01", "d0")) if k[0] == "d"] == ["d0", "d1", "d5"]


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
    assert choice(after(before, "09"), "d0").note == "2 points left; lands on the center"
    assert choice(after(START, "01"), "t2").note == "loses 11 against the piece on 111"
    walled = drawn("      04  .   06\nA→  .   B↘  .")
    notes = [c.note for step in walked(walled) for c in step.choices]
    assert any(note.endswith("captures 1") for note in notes)


def test_of_several_bumps_one_is_chosen_and_the_choice_says_who_bumps_whom() -> None:
    step = after(TWO_BUMPS, "021", "d4")
    assert step.move is None
    assert step.prompt == "02, 2 points left: go on, turn, or stop there with one of the bumps?"
    bumps = [c for c in step.choices if c.group == "Bumps"]
    assert [(c.key, c.label) for c in bumps] == [
        ("03", "01 bumps your piece from 02 to 03"),
        ("021", "511 bumps your piece from 02 to 021"),
    ]
    turned = after(TWO_BUMPS, "021", "d4", "t2")
    assert turned.prompt == "Several pieces bump the same one. Which bump happens?"
    assert keys(turned) == ["03", "021"]
    last = after(TWO_BUMPS, "021", "d4", "03", "021")
    assert (last.move, last.choices) == (Movement("021", "02", None, ("03", "021")), ())


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


def test_a_center_is_named_as_in_move_texts() -> None:
    position = GAME.read("08-2;-;1;0,0;-", {})
    toward = after(position, "@08")
    assert "To C" in [choice.label for choice in toward.choices]
    assert after(position, "@08", "C2").prompt.startswith("C: ")
    assert "C2" not in [choice.label for choice in after(position, "@08", "09").choices]
