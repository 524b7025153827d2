"""Steps and hints of every game, held against its rules; and the hexagons that two share."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.games.core import IllegalMove, NotationError
from bot.games.guide import Choice, Game, Step
from bot.games.hexes import COMPASS, DIRECTIONS, STEP, distance, opposite, rotations, shifted
from bot.games.phrases import BOARD_WIDTH
from tests.helpers.playing import Keys, ranking, walk
from tests.helpers.random_play import (
    FEW,
    SEEDS,
    every_game,
    every_match,
    is_a_sentence,
    legal_moves,
    sequence,
)

MOST_STEPS = 2000
"""How many steps a search for one move may look at."""


def way_to(game: Game[Any, Any], position: Any, move: Any) -> Keys | None:
    """Keys that make the move, trying first the choices that its text speaks of."""
    text = game.format(position, move)
    waiting: list[Keys] = [()]
    for _ in range(MOST_STEPS):
        if not waiting:
            return None
        keys = waiting.pop()
        step = game.steps(position, keys)
        if step.move == move:
            return keys
        likely = sorted(step.choices, key=lambda c: c.key in text or (c.cell or "-") in text)
        waiting.extend((*keys, choice.key) for choice in likely)
    return None


def stroll(game: Game[Any, Any], position: Any, chance: Random) -> Iterator[tuple[Keys, Step[Any]]]:
    """A random way through the steps to a last one."""
    keys: Keys = ()
    step = game.steps(position, keys)
    while step.choices:
        keys = (*keys, chance.choice(step.choices).key)
        step = game.steps(position, keys)
        yield keys, step


@every_game
@every_match
def test_the_steps_end_at_all_legal_moves_and_no_others(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    few = [p for p, _, _ in plies[::20] if len(legal_moves(game, p)) <= FEW]
    assert few
    for position in few:
        found = {step.move for _, step in walk(game, position)} - {None}
        assert found == set(legal_moves(game, position))
    for position, move, _ in plies:
        assert way_to(game, position, move) is not None, game.format(position, move)


@every_game
@every_match
def test_wherever_steps_lead_they_show_and_end_legally(game: Game[Any, Any], seed: int) -> None:
    chance = Random(seed)
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies:
        shown = [((), game.steps(position, ())), *stroll(game, position, chance)]
        for _, step in shown:
            assert 0 < len(step.prompt) <= 100
            assert step.choices or step.move is not None
            assert step.move is None or game.play(position, step.move).effects
            assert all(fits_a_button(choice) for choice in step.choices)
            angles = [choice.angle for choice in step.choices if choice.angle is not None]
            assert all(0 <= angle < 360 for angle in angles)
            for told in ([c.key for c in step.choices], [c.label for c in step.choices], angles):
                assert len(set(told)) == len(told)
        keys, last = shown[-1]
        assert game.steps(position, list(keys)) == last


def fits_a_button(choice: Choice) -> bool:
    key = 0 < len(choice.key) <= 24 and ":" not in choice.key
    # A menu cuts a note after 100 characters: what matters in it stands first.
    return key and 0 < len(choice.label) <= 60 and len(choice.note) <= 110


@every_game
@every_match
def test_a_key_that_is_no_choice_is_refused_or_leads_on(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies[::15]:
        for keys, _ in [((), None), *stroll(game, position, Random(seed))]:
            for wrong in ("", "?", "d9", "R", "xyzzy", "9" * 30):
                if wrong not in {choice.key for choice in game.steps(position, keys).choices}:
                    with pytest.raises(IllegalMove):
                        game.steps(position, (*keys, wrong))
    earlier = [keys for keys, _ in stroll(game, plies[0][0], Random(seed))]
    for position, _, _ in plies[::10]:
        for keys in earlier:
            try:
                step = game.steps(position, keys)
            except IllegalMove:
                continue
            assert step.move is None or game.play(position, step.move).effects


@every_game
@every_match
def test_without_a_ranking_there_are_the_same_choices_and_none_is_likely(
    game: Game[Any, Any], seed: int
) -> None:
    assert game.short
    assert game.pad
    for position, _, _ in sequence(game, seed)[1][::15]:
        for ask in (game.short, game.pad):
            plain, ranked = ask(position, ()), ask(position, (), ranking(game))
            assert {choice.key for choice in plain.choices} == {each.key for each in ranked.choices}
            assert not plain.extra
            assert not any(choice.likely for choice in plain.choices)


# What every game shows to those who ask: hints, the text board, one space in words


NAMES = dict.fromkeys(range(1, 6), "Ada Lovelace of the Analytical Engine")


@every_game
@every_match
def test_the_text_board_fits_a_message(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    for position in [*(position for position, _, _ in plies[::10]), last]:
        board = game.text_board(position, NAMES)
        assert 0 < len(board) <= 1900
        assert len(board.splitlines()) <= 64
        assert all(line == line.rstrip() for line in board.splitlines())
        assert all(len(line) <= BOARD_WIDTH for line in board.splitlines())


@every_game
@every_match
def test_text_boards_differ_and_spaces_of_steps_are_known(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    different = [
        (before, turn.position)
        for before, _, turn in plies
        if game.evaluate(before, 1) != game.evaluate(turn.position, 1)
    ]
    assert different
    for before, after in different:
        assert game.text_board(before) != game.text_board(after)
    assert game.short
    spoken_of = [
        (position, choice.cell)
        for position, _, _ in plies[::5]
        for choice in game.short(position, (), ranking(game)).offered
        if choice.cell
    ]
    assert spoken_of
    for position, space in spoken_of:
        sentence = game.describe_cell(position, f" {space.lower()} ", NAMES)
        assert sentence == game.describe_cell(position, space, NAMES)
        assert is_a_sentence(sentence)


@every_game
def test_where_a_match_is_over_nobody_is_to_move(game: Game[Any, Any]) -> None:
    position = sequence(game, SEEDS[0])[1][0][0]
    shown = (game.describe(position, NAMES, over=True), game.text_board(position, NAMES, over=True))
    assert not any("to move" in text.replace(">: to move.", "") for text in shown)
    assert "\n>" not in shown[1]
    assert "to move" in game.describe(position, NAMES)
    assert is_a_sentence(shown[0])


@every_game
def test_hints_point_at_spaces_of_the_board(game: Game[Any, Any]) -> None:
    shown = [
        (position, title, hints)
        for seed in SEEDS
        for position, _, _ in sequence(game, seed)[1][::15]
        for title, hints in game.hints(position, position.turn).items()
    ]
    assert any(hints for _, _, hints in shown)
    for position, title, hints in shown:
        assert 0 < len(title) <= 60
        assert len(set(hints)) == len(hints)
        for hint in hints:
            for space in filter(None, (hint.at, hint.towards)):
                assert game.describe_cell(position, space, NAMES)


@every_game
@pytest.mark.parametrize("text", ["", "?", "xyzzy", "9" * 50, "-99", "\u0661"])
def test_a_space_that_is_not_there_is_refused_in_words(game: Game[Any, Any], text: str) -> None:
    position = sequence(game, 0)[1][0][0]
    with pytest.raises(NotationError) as refused:
        game.describe_cell(position, text, NAMES)
    assert is_a_sentence(str(refused.value))


@every_game
@every_match
def test_nothing_is_in_the_way_twice(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    position = Random(seed).choice(plies)[0]
    strangers = {move for _, move, _ in plies} - set(legal_moves(game, position))
    in_the_way = [game.explain(position, move).cells for move in strangers]
    assert any(in_the_way)
    for spaces in in_the_way:
        assert len(set(spaces)) == len(spaces)
        for space in spaces:
            assert game.describe_cell(position, space, NAMES)


# Steps, turns and distances on hexagons


def test_direction_0_is_east_and_the_others_follow_clockwise() -> None:
    assert COMPASS[0] == "east"
    assert [shifted((0, 0), k) for k in DIRECTIONS] == list(STEP)
    # Seen on the page, y grows downwards and a row is shifted by half a cell.
    east, southeast = STEP[0], STEP[1]
    assert (east[0] + east[1] / 2, east[1]) == (1, 0)
    assert (southeast[0] + southeast[1] / 2, southeast[1]) == (0.5, 1)


@pytest.mark.parametrize("k", DIRECTIONS)
def test_a_step_and_a_step_back_lead_home(k: int) -> None:
    assert shifted(shifted((3, -2), k), opposite(k)) == (3, -2)
    assert opposite(opposite(k)) == k


def test_six_steps_around_lead_home() -> None:
    cell = (0, 0)
    for k in DIRECTIONS:
        cell = shifted(cell, k, 4)
    assert cell == (0, 0)


@pytest.mark.parametrize(("before", "after", "sides"), [(0, 0, 0), (0, 5, 1), (5, 1, 2), (1, 4, 3)])
def test_a_piece_turns_the_shorter_way_round(before: int, after: int, sides: int) -> None:
    assert rotations(before, after) == rotations(after, before) == sides


def test_distance_counts_steps() -> None:
    assert distance((0, 0), shifted(shifted((0, 0), 2, 3), 3, 2)) == 5
    assert all(distance((0, 0), step) == 1 for step in STEP)
