"""A swap of Clump step by step, and what is pointed out of it."""

from random import Random

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import SIZES, Position
from bot.games.clump.evaluation import DECIDING, IN_THE_WAY, missing, shortest_way
from bot.games.clump.moves import Swap
from bot.games.clump.notation import rows
from bot.games.clump.steps import AT_ONCE, short
from bot.games.guide import Step
from bot.games.phrases import BOARD_WIDTH
from bot.games.shortening import spread
from bot.games.squares import square
from tests.games.clump.stones import PLAYER, drawn, play
from tests.helpers.playing import Player, choice, keys, known, sentences, walk
from tests.helpers.random_play import every_match, sequence, wandered

after = Player(GAME).step

START = GAME.start({})
EACH_SIZE = pytest.mark.parametrize("size", SIZES)

NEARLY = drawn("red to win")
"""Red joins its sides with b2-a2."""


# The stone


def test_first_every_own_stone_that_has_a_swap_is_offered_file_by_file() -> None:
    step = after(START)
    assert step.prompt == "Which of your stones?"
    assert len(step.choices) == 32
    assert keys(step)[:5] == ["a1", "a3", "a5", "a7", "b2"]
    assert step.move is None


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


# The way it goes


@pytest.mark.parametrize(
    ("size", "first"), [(4, "Files a to d"), (8, "Files a to c"), (16, "File a")]
)
def test_pages_are_named_by_their_files(size: int, first: str) -> None:
    assert after(GAME.start({"size": size})).choices[0].group == first


@pytest.mark.parametrize("size", SIZES[2:])
def test_a_part_of_a_large_board_is_named_by_its_corners(size: int) -> None:
    board = GAME.start({"size": size})
    for part in short(board, ()).choices:
        files, ranks = (end.split("-") for end in part.label.split())
        corners = [square(f"{files[at]}{ranks[at]}") for at in (0, -1)]
        (left, low), (right, high) = (corner or (-1, -1) for corner in corners)
        step = short(board, spread([part.key]))
        assert step.prompt in ("Which swap?", "Which of your stones?")
        assert (step.prompt == "Which swap?") == all(stone.brief for stone in step.choices)
        for stone in step.choices:
            file, rank = square(stone.cell or "") or (-1, -1)
            assert left <= file <= right
            assert low <= rank <= high


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


@sentences(
    "board keys note",
    {
        "which groups grow": (
            *("start", "c3 d3"), "your stone's group 4 (was 1), theirs 4 (was 1)"
        ),
        "which groups lose stones": (
            *("losing some", "b1 b2"), "your stone's group 5 (was 2); breaks up your 2, their 4"
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


def test_on_the_largest_board_all_swaps_are_reached_too() -> None:
    position = wandered(GAME, Random(5), 25, GAME.start({"size": 16}))
    reached = {step.move for _, step in walk(GAME, position)} - {None}
    assert reached == set(GAME.moves(position))


# Hints


WON = play(NEARLY, "b2-a2").position


NAMES = {1: "Ada", 2: "Grace"}


def in_the_way(position: Position, player: int) -> set[str]:
    return {hint.at for hint in GAME.hints(position, player)[IN_THE_WAY]}


def deciding(position: Position) -> set[tuple[str, str | None]]:
    return {(hint.at, hint.towards) for hint in GAME.hints(position, 1)[DECIDING]}


def test_a_checkerboard_leaves_half_of_a_file_in_the_way_and_no_swap_wins() -> None:
    assert len(in_the_way(START, 1)) == len(in_the_way(START, 2)) == 4
    assert deciding(START) == set()


def test_the_way_runs_over_own_stones_wherever_they_lead() -> None:
    shown = in_the_way(drawn("winding"), 1)
    assert shown <= {"c4", "d4"}
    assert len(shown) == 1


@every_match
@pytest.mark.parametrize("player", [1, 2])
def test_with_the_stones_of_a_shortest_way_the_sides_are_joined(seed: int, player: int) -> None:
    for position, _, _ in sequence(GAME, seed)[1]:
        way = shortest_way(position, player)
        assert len(way) == len(set(way)) == missing(position, player)
        red = position.red
        for number in way:
            assert position.owner(number) != player
            red ^= 1 << number
        assert known(GAME.outcome(Position(position.size, red, 1))).winners == (player,)


def test_swaps_that_would_win_are_arrows_whoever_is_to_move() -> None:
    assert in_the_way(NEARLY, 1) == {"a2"}
    assert ("b2", "a2") in deciding(NEARLY)
    assert deciding(Position(NEARLY.size, NEARLY.red, 2)) == deciding(NEARLY)


@every_match
def test_no_winning_swap_is_left_out(seed: int) -> None:
    for position, _, _ in sequence(GAME, seed)[1]:
        winning = {
            (move.source, move.target)
            for move in GAME.moves(position)
            if (over := GAME.outcome(GAME.play(position, move).position))
            and position.turn in over.winners
        }
        assert winning <= deciding(position)


# What Clump reads, writes, offers and says: notation, refusals, turns and positions


LARGEST = GAME.start({"size": SIZES[-1]})


# Offers


def test_the_swaps_of_who_is_not_to_move_are_not_told() -> None:
    assert " play " not in GAME.describe_cell(START, "b1", NAMES)
    assert " play " not in GAME.describe_cell(WON, "d1", NAMES)


def test_an_empty_box_offers_a_winning_swap_first_and_no_losing_one() -> None:
    for board, turn, winners in (("winning", "R", (1,)), ("rivals path", "B", None)):
        before = drawn(board, turn)
        outcome = GAME.outcome(play(before, PLAYER.offered(before)[0]).position)
        assert (outcome and outcome.winners) == winners


def test_what_was_typed_is_gone_on_from_its_very_square_first() -> None:
    offered = PLAYER.offered(LARGEST, "a1", 100)
    assert set(offered[:2]) == {"a1-a2", "a1-b1"}
    assert all("a1" in text for text in offered)


@pytest.mark.parametrize("typed", ["", "a", "h8", "c3-", "1"])
def test_what_is_typed_on_the_largest_board_is_answered(typed: str) -> None:
    assert len(GAME.complete(LARGEST, typed)) > 0
    assert GAME.nearest(LARGEST, "c3-e3")


@EACH_SIZE
def test_the_text_board_of_every_size_fits_a_phone(size: int) -> None:
    start = GAME.start({"size": size})
    lines = GAME.text_board(start, NAMES).splitlines()
    assert all(len(line) <= BOARD_WIDTH for line in lines)
    assert [line[3:].replace(" ", "") for line in lines[-size - 1 : -1]] == rows(start)
    # The name of each file is below its stones.
    assert [at for at, letter in enumerate(lines[-1]) if letter != " "] == [
        at for at, letter in enumerate(lines[-2]) if letter in "RB"
    ]
