"""What every game promises, held against random play in every game there is."""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

import bot.games
from bot.catalog import entry
from bot.games.core import IllegalMove, NotationError, Options, PlayerError, Turn
from bot.games.guide import Game

SEEDS = range(3)
PLIES = 60
NONSENSE = ("", " ", "?", "xyzzy", "9" * 50, "(", "a1-", "-1,-1", "01,02" * 1000, "\u0661\u0662,03")


def games() -> list[Game[Any, Any]]:
    """Every game, found by its package."""
    packages = (m.name for m in pkgutil.iter_modules(bot.games.__path__) if m.ispkg)
    return [import_module(f"bot.games.{name}").GAME for name in packages]


Ply = tuple[Any, Any, Turn[Any]]


@cache
def sequence(game: Game[Any, Any], seed: int) -> tuple[Options, list[Ply], Any]:
    """A random game: its options and each (position, move, turn)."""
    chance = Random(seed)
    players = chance.choice(game.players)
    options = game.prepare({}, players, chance)
    position = game.start(options)
    plies: list[Ply] = []
    while len(plies) < PLIES and game.outcome(position) is None:
        move = chance.choice(list(game.moves(position)))
        turn = game.play(position, move)
        plies.append((position, move, turn))
        position = turn.position
    return options, plies, position


@cache
def legal_moves(game: Game[Any, Any], position: Any) -> tuple[Any, ...]:
    """The legal moves, listed once for all tests that only need to know them."""
    return tuple(game.moves(position))


def option_sets(game: Game[Any, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every value of each option beside the others' defaults."""
    for players in game.players:
        yield players, {}
    players = game.players[0]
    for option in entry(game.key).options:
        for _, value in option.choices:
            yield players, {option.name: value}
        if option.kind == "per_seat":
            yield players, {option.name: [option.maximum] * players}


@cache
def won_game(game: Game[Any, Any], number: int) -> tuple[list[Ply], Any]:
    """A game of an option set that the first player wins, playing the best of a few moves."""
    chance = Random(number)
    players, options = list(option_sets(game))[number]
    position = game.start(game.prepare(options, players, chance))
    plies: list[Ply] = []
    while game.outcome(position) is None:
        move, turn = _chosen(game, position, chance)
        plies.append((position, move, turn))
        position = turn.position
    assert plies
    assert 1 in game.outcome(position).winners  # type: ignore[union-attr]
    return plies, position


def _chosen(game: Game[Any, Any], position: Any, chance: Random) -> tuple[Any, Turn[Any]]:
    """The first player's best suggestion; of the others any of the first moves there are."""
    if position.turn != 1:
        move = chance.choice(list(islice(game.moves(position), 60)))
        return move, game.play(position, move)
    tried = [(move, game.play(position, move)) for move in game.complete(position, "")]
    return max(tried, key=lambda one: game.evaluate(one[1].position, 1))


every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
every_match = pytest.mark.parametrize("seed", SEEDS)
every_end = pytest.mark.parametrize(
    ("game", "number"),
    [(game, number) for game in games() for number, _ in enumerate(option_sets(game))],
    ids=lambda value: getattr(value, "key", str(value)),
)


@every_game
def test_a_game_is_known_by_its_package(game: Game[Any, Any]) -> None:
    assert import_module(f"bot.games.{game.key}").GAME is game


@every_game
@every_match
def test_legal_moves_come_once_each_in_a_fixed_order(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies:
        moves = legal_moves(game, position)
        assert len(moves) == len(set(moves))
        assert moves == tuple(game.moves(position))


@every_game
@every_match
def test_moves_run_out_exactly_when_the_game_has_ended(game: Game[Any, Any], seed: int) -> None:
    _, plies, last = sequence(game, seed)
    assert all(game.outcome(position) is None for position, _, _ in plies)
    assert any(game.moves(last)) == (game.outcome(last) is None)


@every_end
def test_there_are_moves_until_somebody_has_won_and_none_then(
    game: Game[Any, Any], number: int
) -> None:
    plies, last = won_game(game, number)
    assert all(any(game.moves(position)) for position, _, _ in plies)
    assert not any(game.moves(last))


@every_game
@every_match
def test_a_move_and_its_text_stand_for_each_other(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies[::4]:
        texts = {}
        for move in legal_moves(game, position):
            text = game.format(position, move)
            texts[text] = move
            assert game.parse(position, text) == move
        assert len(texts) == len(legal_moves(game, position))


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
def test_a_move_gives_the_same_turn_again_and_leaves_its_position_alone(
    game: Game[Any, Any], seed: int
) -> None:
    _, plies, _ = sequence(game, seed)
    for position, move, turn in plies:
        before, text = hash(position), game.write(position)
        assert game.play(position, move) == turn
        assert (hash(position), game.write(position)) == (before, text)


@every_game
@every_match
def test_every_legal_move_can_be_played(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, _, _ in plies[::10]:
        for move in legal_moves(game, position):
            assert game.play(position, move).effects


@every_game
@every_match
def test_a_move_of_another_moment_is_played_only_if_it_is_legal_now(
    game: Game[Any, Any], seed: int
) -> None:
    _, plies, _ = sequence(game, seed)
    moments = [position for position, _, _ in plies[::20]]
    tried = {move for _, move, _ in plies}
    strangers = [(p, move) for p in moments for move in tried - set(legal_moves(game, p))]
    assert strangers
    for position, move in strangers:
        before = game.write(position)
        with pytest.raises(IllegalMove) as refused:
            game.play(position, move)
        assert is_a_sentence(str(refused.value))
        explained = game.explain(position, move)
        assert (str(refused.value), refused.value.cells) == (explained.why, explained.cells)
        assert game.write(position) == before


@every_end
def test_nothing_can_be_played_after_the_end(game: Game[Any, Any], number: int) -> None:
    plies, last = won_game(game, number)
    for _, move, _ in plies:
        with pytest.raises(IllegalMove) as refused:
            game.play(last, move)
        assert is_a_sentence(str(refused.value))


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


def is_a_sentence(text: str) -> bool:
    return text[-1:] in ".!?" and " " in text and len(text) < 600


@every_game
@every_match
def test_a_turn_and_a_position_are_told_in_few_words(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    names = dict.fromkeys(range(1, 6), "Ada Lovelace of the Analytical Engine")
    for _, _, turn in plies:
        assert 0 < len(game.tell(turn.effects, names)) < 700
        assert 0 < len(game.describe(turn.position, names)) < 700


@every_game
@every_match
def test_offered_moves_are_legal_ones(game: Game[Any, Any], seed: int) -> None:
    _, plies, _ = sequence(game, seed)
    for position, move, _ in plies[::15]:
        legal = set(legal_moves(game, position))
        text = game.format(position, move)
        first = game.complete(position, "")
        assert 0 < len(first) <= 25
        assert len(set(first)) == len(first)
        assert move in game.complete(position, text)
        for offered in (first, game.complete(position, text[:2]), game.nearest(position, text)):
            assert set(offered) <= legal


@every_end
def test_winning_rates_above_everything_before_it(game: Game[Any, Any], number: int) -> None:
    plies, last = won_game(game, number)
    rated = [game.evaluate(position, 1) for position, _, _ in plies]
    assert any(rated)
    assert game.evaluate(last, 1) > max(rated)


@every_game
def test_the_first_legal_moves_do_not_need_all_of_them(game: Game[Any, Any]) -> None:
    position = game.start(game.prepare({}, game.players[0], Random(0)))
    assert len(list(islice(game.moves(position), 2))) == 2
