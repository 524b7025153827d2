"""What every game shows to those who ask: hints, the text board, one space in words."""

from random import Random
from typing import Any

import pytest

from bot.games.core import NotationError
from bot.games.guide import Game
from tests.helpers.random_play import (
    SEEDS,
    every_game,
    every_match,
    is_a_sentence,
    legal_moves,
    sequence,
)

NAMES = dict.fromkeys(range(1, 6), "Ada Lovelace of the Analytical Engine")


@every_game
@every_match
def test_the_text_board_fits_a_message(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    for position in [*(position for position, _, _ in plies[::10]), last]:
        board = game.text_board(position, NAMES)
        assert 0 < len(board) <= 1900
        assert len(board.splitlines()) <= 30
        assert all(line == line.rstrip() for line in board.splitlines())
        assert all(len(line) <= 60 for line in board.splitlines())


@every_game
@every_match
def test_text_boards_differ_and_the_spaces_that_steps_speak_of_can_be_asked_about(
    game: Game[Any, Any], seed: int
) -> None:
    _, plies, _ = sequence(game, seed)
    different = [
        (before, turn.position)
        for before, _, turn in plies
        if game.evaluate(before, 1) != game.evaluate(turn.position, 1)
    ]
    assert different
    for before, after in different:
        assert game.text_board(before) != game.text_board(after)
    spoken_of = [
        (position, choice.cell)
        for position, _, _ in plies[::5]
        for choice in game.steps(position, ()).choices
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
def test_a_space_that_is_not_there_is_refused_in_a_sentence(
    game: Game[Any, Any], text: str
) -> None:
    position = sequence(game, 0)[1][0][0]
    with pytest.raises(NotationError) as refused:
        game.describe_cell(position, text, NAMES)
    assert is_a_sentence(str(refused.value))


@every_game
@every_match
def test_nothing_stands_in_the_way_twice(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    position = Random(seed).choice(plies)[0]
    strangers = {move for _, move, _ in plies} - set(legal_moves(game, position))
    in_the_way = [game.explain(position, move).cells for move in strangers]
    assert any(in_the_way)
    for spaces in in_the_way:
        assert len(set(spaces)) == len(spaces)
        for space in spaces:
            assert game.describe_cell(position, space, NAMES)
