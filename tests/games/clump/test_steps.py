"""A swap of Clump step by step: the stone, then the way it goes, and what each choice says."""

from random import Random

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import SIZES
from bot.games.clump.moves import Swap
from bot.games.clump.steps import AT_ONCE
from bot.games.core import IllegalMove
from bot.games.guide import Step
from tests.games.clump.stones import drawn
from tests.helpers.playing import Player, choice, keys, sentences, walk
from tests.helpers.random_play import every_match, sequence

after = Player(GAME).step

START = GAME.start({})
EACH_SIZE = pytest.mark.parametrize("size", SIZES)

NEARLY = drawn("red to win")
"""Red joins its sides with b2-a2."""


# The stone


def test_first_every_own_stone_that_has_a_swap_is_offered_file_by_file() -> None:
    step = after(START)
    assert step.prompt == "Which stone of yours?"
    assert len(step.choices) == 32
    assert keys(step)[:5] == ["a1", "a3", "a5", "a7", "b2"]
    assert step.move is None


def test_a_stone_without_a_swap_is_not_offered() -> None:
    walled = drawn("walled")
    assert {m.source for m in GAME.moves(walled)} == set(keys(after(walled)))
    assert "a4" not in keys(after(walled))
    with pytest.raises(IllegalMove, match="no longer fits the board"):
        after(walled, "a4")


def test_a_stone_is_named_by_its_square_and_says_how_large_its_group_is() -> None:
    step = after(NEARLY)
    assert choice(step, "b2").label == "b2, in a group of 4"
    assert choice(step, "c4").label == "c4, alone"
    assert choice(step, "c4").cell == "c4"


@EACH_SIZE
def test_no_page_of_stones_is_long_and_files_are_put_together_up_to_it(size: int) -> None:
    choices = after(GAME.start({"size": size})).choices
    groups = [choice.group for choice in choices]
    sizes = {group: groups.count(group) for group in groups}
    assert max(sizes.values()) <= AT_ONCE
    assert len(sizes) <= 16
    assert groups == sorted(groups, key=list(sizes).index)


@pytest.mark.parametrize(
    ("size", "first"), [(4, "Files a to d"), (8, "Files a to c"), (16, "File a")]
)
def test_pages_are_named_by_their_files(size: int, first: str) -> None:
    assert after(GAME.start({"size": size})).choices[0].group == first


# The way it goes


def test_the_second_step_is_a_compass_as_the_board_is_drawn_unturned() -> None:
    step = after(START, "c3")
    assert {(c.cell, c.angle) for c in step.choices} == {
        ("d3", 0),
        ("c2", 90),
        ("b3", 180),
        ("c4", 270),
    }
    assert step.prompt == "Swap it with which neighbor?"
    assert step.chosen == ("c3",)
    assert choice(step, "d3").label == "Swap with d3"
    assert after(START, "c3", "d3") == Step("This move", (), Swap("c3", "d3"), ("c3", "d3"))


def test_only_the_swaps_that_the_sizes_allow_are_offered() -> None:
    before = drawn("no choice")
    for source in keys(after(before)):
        targets = {m.target for m in GAME.moves(before) if m.source == source}
        assert set(keys(after(before, source))) == targets


@sentences(
    "board keys note",
    {
        "which groups grow": (
            *("start", "c3 d3"), "your stone's group 4 (was 1), theirs 4 (was 1)"
        ),
        "which groups lose stones": (
            *("losing some", "b1 b2"), "your stone's group 5 (was 2); diminished: your 2, their 4"
        ),
        "not that a lone stone moves on": (
            *("moving on", "b3 b4"), "your stone's group 3 (was 1), theirs 6 (was 1)"
        ),
    },
)  # fmt: skip
def test_a_choice_says(board: str, keys: str, note: str) -> None:
    stone, target = keys.split()
    before = START if board == "start" else drawn(board)
    assert choice(after(before, stone), target).note == note


def test_a_choice_says_that_it_wins_and_warns_that_it_lets_the_opponent_win() -> None:
    before = drawn("losing")
    assert choice(after(NEARLY, "b2"), "a2").note.startswith("wins; ")
    lost = [c.note for _, step in walk(GAME, before) for c in step.choices if "lets" in c.note]
    assert lost
    for keys_, step in walk(GAME, before):
        if step.move and not step.choices:
            won = GAME.outcome(GAME.play(before, step.move).position)
            said = choice(after(before, keys_[0]), keys_[1]).note
            assert said.startswith("lets them win") == (won is not None and won.winners == (2,))


@every_match
def test_every_swap_takes_two_choices_and_the_confirmation(seed: int) -> None:
    for position, _, _ in sequence(GAME, seed)[1][::4]:
        ends = {step.move: keys for keys, step in walk(GAME, position) if step.move}
        assert set(ends) == set(GAME.moves(position))
        assert {len(keys) for keys in ends.values()} == {2}


def test_on_the_largest_board_all_swaps_are_reached_too() -> None:
    position, chance = GAME.start({"size": 16}), Random(5)
    for _ in range(25):
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
    reached = {step.move for _, step in walk(GAME, position)} - {None}
    assert reached == set(GAME.moves(position))
