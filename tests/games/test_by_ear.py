"""What can be played by ear: the lists of moves by effect, and how wide text boards are."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.catalog import entry
from bot.games.bipod.board import CELLS
from bot.games.core import Bumped, Effect
from bot.games.guide import NOTHING, Game
from bot.games.phrases import BOARD_WIDTH
from bot.games.urchins.board import LOCATIONS
from tests.helpers.long_runs import mostly_long
from tests.helpers.random_play import SEEDS, every_game, legal_moves, sequence

every_match = pytest.mark.parametrize("seed", mostly_long(range(10), *SEEDS))

NAMES = {player: f"Ada of the Analytical Engine {player}" for player in range(1, 6)}
ALONE = ("pass", "steal", "adopt")
"""Moves that are made on no space."""

BETWEEN_PIECES = ("bump", "bounce", "urchins")
"""Games in which a piece does something to another one."""


def asked(game: Game[Any, Any], position: Any) -> Iterator[str]:
    """Spaces on which every move begins, each once."""
    if game.key == "bipod":
        yield from CELLS
        return
    occupied = game.occupied(position)
    yield from (cell for cell, owner in occupied.items() if owner == str(position.turn))
    if game.key == "urchins":
        # What enters is listed with an own urchin that stands there, or else for the location.
        letters = LOCATIONS[: len(position.columns)]
        yield from (c for c in letters if occupied.get(f"{c}5") != str(position.turn))


def hits(game: Game[Any, Any], position: Any, text: str) -> list[Effect]:
    turn = game.play(position, game.parse(position, text))
    return [effect for effect in turn.effects if effect.hits]


def _in_short(done: list[Effect]) -> list[tuple[bool, int]]:
    # The links that are named. Where the moved piece is lost is not: it is where it went.
    return [(effect.removes, effect.player) for effect in done[:4]]


def struck(effect: Effect) -> str:
    """Where the piece stood that was bumped or captured."""
    return effect.source if isinstance(effect, Bumped) else str(getattr(effect, "at"))  # noqa: B009


@every_game
@every_match
def test_every_legal_move_is_in_the_list_of_its_space_once(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    for position in [*(position for position, _, _ in plies[::12]), last]:
        legal = [game.format(position, move) for move in legal_moves(game, position)]
        listed = [
            text
            for cell in asked(game, position)
            for texts in game.moves_by_effect(position, cell, NAMES).values()
            for text in texts
        ]
        assert sorted(listed) == sorted(text for text in legal if text not in ALONE)


@pytest.mark.parametrize("key", BETWEEN_PIECES)
@every_match
def test_moves_are_listed_together_if_they_do_the_same(key: str, seed: int) -> None:
    game = entry(key).game
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies[::15]:
        for cell in asked(game, position):
            groups = game.moves_by_effect(position, cell, NAMES)
            for effect, texts in groups.items():
                done = [_in_short(hits(game, position, text)) for text in texts]
                assert all(each == done[0] for each in done)
                assert effect.startswith(NOTHING) <= (not done[0])
            assert [e for e in groups if e.startswith(NOTHING)] in ([], [*groups][-1:])


@pytest.mark.parametrize("key", BETWEEN_PIECES)
@every_match
def test_what_can_be_done_to_a_piece_of_another_player_is_listed(key: str, seed: int) -> None:
    game = entry(key).game
    _, plies, _ = sequence(game, seed)
    position = Random(seed).choice(plies)[0]
    legal = [game.format(position, move) for move in legal_moves(game, position)]
    striking = {text: {struck(hit) for hit in hits(game, position, text)} for text in legal}
    others = [c for c, who in game.occupied(position).items() if who != str(position.turn)]
    for cell in others:
        listed = game.moves_by_effect(position, cell, NAMES).values()
        assert sorted(text for texts in listed for text in texts) == sorted(
            text for text, cells in striking.items() if cell in cells
        )


@every_game
def test_nothing_is_listed_once_the_game_is_over(game: Game[Any, Any]) -> None:
    for seed in SEEDS:
        last = sequence(game, seed)[2]
        if game.outcome(last):
            assert not any(game.moves_by_effect(last, cell, NAMES) for cell in asked(game, last))


@every_game
def test_a_text_board_fits_a_phone_for_any_number_of_players(game: Game[Any, Any]) -> None:
    for players in game.players:
        chance = Random(players)
        position = game.start(game.prepare({}, players, chance))
        for _ in range(40):
            board = game.text_board(position, NAMES)
            assert max(map(len, board.splitlines())) <= BOARD_WIDTH
            moves = list(game.moves(position))
            if not moves:
                break
            position = game.play(position, chance.choice(moves)).position
