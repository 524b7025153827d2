"""A move made step by step, in every game there is: all legal moves, and nothing but them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.games.core import IllegalMove
from bot.games.guide import Choice, Game, Step
from tests.helpers.playing import Keys, walk
from tests.helpers.random_play import (
    FEW,
    every_game,
    every_match,
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
def test_all_legal_moves_and_no_others_lie_at_the_ends_of_the_steps_and_the_one_played_is_found(
    game: Game[Any, Any], seed: int
) -> None:
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
def test_wherever_the_steps_lead_they_can_be_shown_and_end_with_a_legal_move(
    game: Game[Any, Any], seed: int
) -> None:
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
def test_a_key_that_is_no_choice_is_refused_and_one_of_another_moment_leads_to_a_legal_move_if_any(
    game: Game[Any, Any], seed: int
) -> None:
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
