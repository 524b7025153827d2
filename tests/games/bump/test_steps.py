"""A move of Bump step by step: what is offered first, and what the single steps say."""

from collections.abc import Iterator

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.bump.moves import Move, Movement, Pass, Reinforcement
from bot.games.bump.steps import compass
from bot.games.core import IllegalMove
from bot.games.guide import Step
from tests.games.bump.boards import PARTIAL_STASIS, drawn
from tests.helpers.long_runs import some
from tests.helpers.playing import Player, choice, keys
from tests.helpers.random_play import legal_moves, sequence

after = Player(GAME).step

START = GAME.start({})
TWO_BUMPS = drawn(PARTIAL_STASIS, turn=2)


# The piece


def walk(position: Position, *so_far: str) -> Iterator[Step[Move]]:
    """Every step that the compass can come to, depth first."""
    step = compass(position, so_far)
    yield step
    for each in step.choices:
        yield from walk(position, *so_far, each.key)


def test_first_every_own_piece_is_offered_with_its_space_and_what_it_faces() -> None:
    own = [space for space, player, _ in START.pieces() if player == 1]
    step = after(START)
    assert keys(step) == [*(f"@{space}" for space in own), "pass"]
    assert after(START, "pass") == Step("This move", (), Pass())
    assert choice(step, "@011").label == "011, facing 012"
    assert (choice(step, "@011").cell, choice(step, "@011").facing) == ("011", 60)
    assert step.move is None


def test_the_compass_offers_the_same_pieces_and_goes_on_by_single_steps() -> None:
    offered, step = after(START).choices, compass(START, ())
    assert keys(step) == [choice.key.removeprefix("@") for choice in offered]
    assert [c.label for c in step.choices] == [c.label for c in offered]
    assert compass(START, ("011",)) == after(START, "011")
    assert compass(START, ("@011",)) == after(START, "@011")


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_the_compass_leads_to_all_legal_moves_and_no_others(seed: int) -> None:
    plies = sequence(GAME, seed)[1]
    for position in (START, *(p for p, _, _ in plies[::20])):
        assert {step.move for step in walk(position)} - {None} == set(legal_moves(GAME, position))


def test_a_reinforcement_is_placed_by_space_and_facing() -> None:
    before = drawn(".   C1  01  .   A→", reserves=(2, 0))
    assert choice(after(before), "R").note == "2 left"
    assert len(after(before, "R").choices) == 12
    assert keys(after(before, "R", "01")) == ["t0", "t1", "t2", "t3", "t4", "t5"]
    last = after(before, "R", "01", "t2")
    assert (last.move, last.choices, last.chosen) == (Reinforcement("01", 2), (), ("01",))


def test_no_reinforcement_is_offered_where_none_can_be_placed() -> None:
    assert "R" not in keys(after(START))
    assert "R" not in keys(after(GAME.start({"reserve": [1, 0]})))
    with pytest.raises(IllegalMove):
        after(START, "R")


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


def test_no_step_leads_through_walls_pieces_or_the_own_center() -> None:
    before = drawn("11  C1  A→  B←  03")
    shifts = [k for k in keys(after(before, "01")) if k.startswith("d")]
    assert shifts == ["d1", "d2", "d4", "d5"]


# Bumps


def test_a_choice_says_what_it_would_do() -> None:
    assert choice(after(START, "01"), "t1").note == "bumps 1"
    before = drawn("08  A→  .   39  38  37  A→  35")
    assert choice(after(before, "09"), "d0").note == "2 points left; holds the center"
    assert choice(after(START, "01"), "t2").note == "loses 11 against the piece on 111"
    walled = drawn("      04  .   06\nA→  .   B↘  .")
    notes = [c.note for step in walk(walled) for c in step.choices]
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
