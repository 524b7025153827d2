"""How many taps a move takes, page by page, in every game there is: a menu takes two."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import entry
from bot.games.bump import GAME as BUMP
from bot.games.bump.board import Position
from bot.games.bump.moves import Movement
from bot.games.effects import Bumped
from bot.games.guide import Game
from bot.games.shortening import ROOM
from bot.model.records import Draft, MatchId
from bot.service.personal import drafts
from tests.helpers.long_runs import LONG, some
from tests.helpers.random_play import FEW, every_game, legal_moves, sequence
from tests.helpers.taps import OnBoard, every_move

MOST = {"bump": 7, "bipod": 4, "bounce": 5, "clump": 5, "urchins": 4}
"""The taps of any single move, the turns and bumps that Bump has to ask for among them."""

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bump.json").read_text())
RECORDED = [
    BUMP.read(vector["before"], {}) for vector in VECTORS["positions"][:: 6 if LONG else 24]
]
FULL = BUMP.start({"reserve": [3, 3]})


def fewest_presses(game: Game[Any, Any], position: Any) -> dict[Any, int]:
    """The taps that each legal move takes at least."""
    fewest = every_move(game, position)
    assert set(fewest) == set(legal_moves(game, position))
    return fewest


@pytest.mark.parametrize("position", [BUMP.start({}), FULL, *RECORDED], ids=BUMP.write)
def test_a_move_of_bump_that_bumps_takes_four_taps(position: Position) -> None:
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
        assert max(fewest_presses(game, position).values()) <= MOST[game.key]


@pytest.mark.parametrize("key", ["bounce", "urchins"])
def test_a_move_among_few_takes_three_taps(key: str) -> None:
    game = entry(key).game
    _, plies, _ = sequence(game, 0)
    for position in some([p for p, _, _ in plies if 1 < len(legal_moves(game, p)) <= ROOM], 3):
        assert set(fewest_presses(game, position).values()) == {3}


@every_game
def test_what_was_chosen_at_once_is_taken_back_at_once(game: Game[Any, Any]) -> None:
    match: Any = OnBoard(game, sequence(game, 0)[1][0][0])
    begun = Draft(1, MatchId(1), 1)
    for choice in drafts.next_step(match, begun).choices:
        assert (
            drafts.without_last_choice(match, drafts.with_choice(match, begun, choice.key)).keys
            == ()
        )


@every_game
def test_who_likes_single_steps_goes_on_by_them(game: Game[Any, Any]) -> None:
    match: Any = OnBoard(game, sequence(game, 0)[1][0][0])
    begun = Draft(1, MatchId(1), 1)
    for choice in drafts.next_step(match, begun, compass=True).choices:
        longer = drafts.with_choice(match, begun, choice.key)
        step = drafts.next_step(match, longer)
        assert step == game.steps(match.position, longer.keys)
