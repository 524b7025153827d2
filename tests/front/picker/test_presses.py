"""How many taps a move takes, page by page, in every game there is: a menu takes two."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.front.picker.layout import Menu, Page, page_of
from bot.games.bump import GAME as BUMP
from bot.games.bump.board import Position
from bot.games.bump.moves import Movement
from bot.games.effects import Bumped
from bot.games.guide import Game, Step
from bot.model.records import Draft, MatchId
from bot.service.personal import drafts
from tests.helpers.long_runs import LONG, some
from tests.helpers.random_play import FEW, every_game, legal_moves, sequence

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bump.json").read_text())
RECORDED = [
    BUMP.read(vector["before"], {}) for vector in VECTORS["positions"][:: 6 if LONG else 24]
]
FULL = BUMP.start({"reserve": [3, 3]})


class OnBoard:
    """As much of a match as a draft asks for."""

    def __init__(self, game: Game[Any, Any], position: Any) -> None:
        self.rules = game
        self.position = position


def keys_of(page: Page) -> Iterator[tuple[str, int]]:
    """What can be chosen on a page, and by how many taps."""
    for line in page.rows:
        if isinstance(line, Menu):
            yield from ((option.key, 2) for option in line.options if not line.pages)
        else:
            yield from ((button.key, 1) for button in line if button.key is not None)


def presses_to(step: Step[Any]) -> dict[str, int]:
    """The taps to each choice of a step, those to turn pages counted."""
    first = page_of(step)
    by_menu = any(isinstance(line, Menu) and line.pages for line in first.rows)
    found: dict[str, int] = {}
    for number in range(first.pages):
        turning = min(2 if by_menu else first.pages, number, first.pages - number)
        for key, taps in keys_of(page_of(step, number)):
            found.setdefault(key, taps + turning)
    return found


def walked(match: Any, draft: Draft, pressed: int = 0) -> Iterator[tuple[Any, int]]:
    """Every move that buttons lead to, with the taps that it takes, Move and Confirm counted."""
    step = drafts.next_step(match, draft)
    if step.move is not None:
        yield step.move, pressed + 2
    for key, presses in presses_to(step).items() if step.choices else ():
        yield from walked(match, drafts.with_choice(match, draft, key), pressed + presses)


def fewest_presses(game: Game[Any, Any], position: Any) -> dict[Any, int]:
    """The taps that each legal move takes at least."""
    fewest: dict[Any, int] = {}
    match: Any = OnBoard(game, position)
    for move, presses in walked(match, Draft(1, MatchId(1), 1)):
        fewest[move] = min(presses, fewest.get(move, 99))
    assert set(fewest) == set(legal_moves(game, position))
    return fewest


@pytest.mark.parametrize("position", [BUMP.start({}), FULL, *RECORDED], ids=BUMP.write)
def test_a_move_of_bump_that_does_something_takes_four_taps_and_one_with_a_turn_few_more(
    position: Position,
) -> None:
    if BUMP.outcome(position) is None:
        for move, taps in fewest_presses(BUMP, position).items():
            plain = isinstance(move, Movement) and move.facing is None and not move.choices
            bumps = any(isinstance(e, Bumped) for e in BUMP.play(position, move).effects)
            most = (4 if bumps else 5) if plain else 7
            assert taps <= most, BUMP.format(position, move)


@every_game
def test_every_move_of_every_game_lies_on_some_page(game: Game[Any, Any]) -> None:
    _, plies, _ = sequence(game, 0)
    few = [p for p, _, _ in plies[::25] if len(legal_moves(game, p)) <= FEW]
    assert few
    few = some(few, 2)
    for position in few:
        assert fewest_presses(game, position)
