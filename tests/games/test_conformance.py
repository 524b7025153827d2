"""What every game promises, held against random play in every game there is."""

from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.catalog import entry
from bot.games.core import BadOptions, IllegalMove, NotationError, PlayerError
from bot.games.guide import Game, losses
from tests.helpers.random_play import (
    every_end,
    every_game,
    every_match,
    is_a_sentence,
    legal_moves,
    sequence,
    strangers,
    won_game,
)

NONSENSE = ("", " ", "?", "xyzzy", "9" * 50, "(", "a1-", "-1,-1", "01,02" * 1000, "\u0661\u0662,03")


@every_game
def test_a_game_is_known_by_its_package(game: Game[Any, Any]) -> None:
    assert import_module(f"bot.games.{game.key}").GAME is game


@every_game
@every_match
def test_legal_moves_come_once_and_can_all_be_played(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    for number, (position, _, _) in enumerate(plies):
        assert game.outcome(position) is None
        moves = legal_moves(game, position)
        assert len(moves) == len(set(moves))
        assert moves == tuple(game.moves(position))
        assert number % 10 or all(game.play(position, move).effects for move in moves)
    assert any(game.moves(last)) == (game.outcome(last) is None)


@every_game
@every_match
def test_a_move_and_its_text_agree_and_offers_are_legal(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies[::4]:
        texts = {}
        for move in legal_moves(game, position):
            text = game.format(position, move)
            texts[text] = move
            assert game.parse(position, text) == move
        assert len(texts) == len(legal_moves(game, position))
    for position, move, _ in plies[::15]:
        legal = set(legal_moves(game, position))
        text = game.format(position, move)
        first = game.complete(position, "")
        assert 0 < len(first) <= 25
        assert move in game.complete(position, text)
        for offered in (first, game.complete(position, text[:2]), game.nearest(position, text, 25)):
            assert len(set(offered)) == len(offered)
            assert set(offered) <= legal


@every_game
@every_match
def test_a_position_and_its_text_stand_for_each_other(game: Game[Any, Any], seed: int) -> None:
    options, plies, _ = sequence(game, seed)
    for position, _, _ in plies:
        text = game.write(position)
        again = game.read(text, options)
        assert "\n" not in text
        assert game.write(again) == text
        # Equal positions have equal moves, and needn't list them.
        assert again == position or tuple(game.moves(again)) == legal_moves(game, position)


@every_game
@every_match
def test_a_move_played_again_is_the_same_turn(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, move, turn in plies:
        before, text = hash(position), game.write(position)
        assert game.play(position, move) == turn
        assert (hash(position), game.write(position)) == (before, text)
    names = dict.fromkeys(range(1, 6), "Ada Lovelace of the Analytical Engine")
    for _, _, turn in plies:
        assert 0 < len(game.tell(turn.effects, names)) < 700
        assert 0 < len(game.describe(turn.position, names)) < 700
    assert "Player 1" in game.tell(plies[0][2].effects, {})


@every_game
@every_match
def test_a_move_is_played_exactly_when_it_is_legal(game: Game[Any, Any], seed: int) -> None:
    chance, plies = Random(seed), sequence(game, seed)[1]
    of_other_moments = {move for _, move, _ in plies}
    for position, _, _ in plies[::10]:
        legal, before = set(legal_moves(game, position)), game.write(position)
        odd = set(islice(strangers(chance, list(legal_moves(game, position))), 60))
        illegal = (odd | of_other_moments) - legal
        assert illegal
        for move in odd & legal:
            assert game.play(position, move).effects
        for move in illegal:
            with pytest.raises(IllegalMove) as refused:
                game.play(position, move)
            assert is_a_sentence(str(refused.value))
            explained = game.explain(position, move)
            assert (str(refused.value), refused.value.cells) == (explained.why, explained.cells)
            assert all(game.describe_cell(position, space, {}) for space in explained.cells)
            assert game.write(position) == before


@every_game
@every_match
def test_every_piece_on_a_board_is_on_one_of_its_cells(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    for position in (*(position for position, _, _ in plies[::15]), last):
        occupied = game.occupied(position)
        assert all(game.describe_cell(position, cell, {}) for cell in occupied)
        # A letter is a stone of its own color, a number is a player.
        assert all(what.isalpha() or int(what) in range(1, 6) for what in occupied.values())
    assert game.occupied(last)


@every_end
def test_nothing_is_played_or_pointed_out_after_the_end(game: Game[Any, Any], number: int) -> None:
    plies, last = won_game(game, number)
    assert all(any(game.moves(position)) for position, _, _ in plies)
    assert not any(game.moves(last))
    # What turning a piece of Bump would bump can be seen to the last.
    assert game.key == "bump" or game.hints(last, 1) == game.hints(last, 2) == {}
    for position, move, _ in plies:
        with pytest.raises(IllegalMove, match="game is over"):
            game.play(last, move)
        text = game.format(position, move)
        assert not [*game.complete(last, ""), *game.complete(last, text[:2])]
        assert not [*game.nearest(last, text)]
    rated = [game.evaluate(position, 1) for position, _, _ in plies]
    assert any(rated)
    assert game.evaluate(last, 1) > max(rated)
    with pytest.raises(IllegalMove, match="over"):
        game.steps(last, ())


@every_game
@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: repr(text[:12]))
def test_nonsense_is_refused_in_a_sentence(game: Game[Any, Any], text: str) -> None:
    position = sequence(game, 0)[1][0][0]
    with pytest.raises(PlayerError) as refused:
        game.play(position, game.parse(position, text))
    assert is_a_sentence(str(refused.value))
    with pytest.raises(NotationError) as refused:
        game.read(text, {})
    assert is_a_sentence(str(refused.value))


@every_game
def test_an_option_that_it_does_not_have_is_refused_by_name(game: Game[Any, Any]) -> None:
    with pytest.raises(BadOptions, match="no option nonsense"):
        game.start({"nonsense": 3})


@every_game
def test_the_first_legal_moves_do_not_need_all_of_them(game: Game[Any, Any]) -> None:
    position = game.start(game.prepare({}, game.players[0], Random(0)))
    assert len(list(islice(game.moves(position), 2))) == 2


@pytest.mark.parametrize(
    ("game", "position", "text", "lost"),
    [
        ("bump", "01-0 03-0 12-0;09-3;1;0,0;-", "12,02-1", (1, 0)),
        ("bump", "01-0 03-0 12-0;09-3;1;0,0;-", "12,02", (0, 0)),
        ("bump", "07-2 072-0 094-4 14-2 18-3;061-0 083-1;2;0,0;-", "083,082-2", (0, 1)),
        ("bounce", "c3:PP d4:P h8:Y;P", "c3xd4-e5", (0, 0)),
        ("urchins", "A:9 0=1 1=1|B:9|C:9;3,5;0,0;20/20/20,20/20/20;1;0", "A1-0^", (1, 0)),
        ("urchins", "A:9 0=1 1=1|B:9|C:9;3,5;0,0;20/20/20,20/20/20;1;0", "A1-2", (0, 0)),
        ("clump", "BRBRBR/RBRBRB/BRBRBR/RBRBRB/BRBRBR/RBRBRB;R", "c3-d3", (0, 0)),
    ],
)
def test_only_pieces_that_leave_the_board_are_lost(
    game: str, position: str, text: str, lost: tuple[int, int]
) -> None:
    rules = entry(game).game
    before = rules.read(position, {})
    effects = rules.play(before, rules.parse(before, text)).effects

    assert tuple(losses(effects, player) for player in (1, 2)) == lost
