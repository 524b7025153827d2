"""Levels meet by the rules, the same way for the same seed, and the bench counts rightly."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.fitting import FAINT, TERMS, fitted, linear, logistic, rows, total_of
from bench.strength import SEED, by_a_beginner, elo, kept, played, share_of_points, task_of
from bot.catalog import entry
from bot.opponents import duel
from bot.opponents.duel import (
    Decided,
    Duel,
    all_decided,
    by_level,
    decided,
    is_open,
    random_opening,
)
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import prove
from tests.helpers.people import FIRST
from tests.opponents.wins import short_wins

KEY = "bounce"
GAME = entry(KEY).game
BEGINNERS = Duel(KEY, partial(by_level, 2), partial(by_level, 1), seed=7)


def first_legal(game: Any, position: Any, seed: int) -> str:
    text: str = game.format(position, next(game.moves(position)))
    return text


def without_times(games: list[Decided]) -> list[tuple[Any, ...]]:
    return [(each.number, each.winner, each.reason, each.moves) for each in games]


def test_the_same_seed_plays_the_same_games_in_one_process_and_in_two() -> None:
    alone = list(all_decided(BEGINNERS, range(4), processes=1))
    together = list(all_decided(BEGINNERS, range(4), processes=2))
    assert without_times(alone) == without_times(together)
    assert [each.number for each in together] == [0, 1, 2, 3]


def test_both_games_of_a_pair_have_one_opening_and_the_seats_change() -> None:
    stubborn = Duel(KEY, first_legal, BEGINNERS.second, seed=7)
    white, black = decided(stubborn, 0), decided(stubborn, 1)
    begun = white.opening
    assert begun in duel.OPENING
    assert black.opening == begun
    assert white.moves[:begun] == black.moves[:begun]
    for game, seat in ((white, 0), (black, 1)):
        position = GAME.start({})
        for ply, text in enumerate(game.moves):
            if ply >= begun and position.turn - 1 == seat:
                assert text == first_legal(GAME, position, 0)
            position = duel.after(GAME, position, [text])


def test_a_winner_is_counted_as_a_player_and_not_as_a_seat() -> None:
    for number in range(4):
        game = decided(BEGINNERS, number)
        outcome = GAME.outcome(duel.after(GAME, GAME.start({}), game.moves))
        assert outcome is not None
        (winner,) = outcome.winners
        assert game.winner == (winner - 1 if number % 2 == 0 else 2 - winner)
        assert game.reason == outcome.reason


def steals(game: Any, position: Any, seed: int) -> str:
    return "steal" if "steal" in texts(game, position) else texts(game, position)[0]


def texts(game: Any, position: Any) -> list[str]:
    return [game.format(position, move) for move in game.moves(position)]


def test_a_win_that_both_share_is_a_draw() -> None:
    urchins = entry("urchins").game
    found = [decided(Duel("urchins", steals, steals, seed=1), number) for number in range(6)]
    ends = [
        urchins.outcome(duel.after(urchins, urchins.read(game.start, {}), game.moves))
        for game in found
    ]
    shared = [
        game.winner for game, end in zip(found, ends, strict=True) if end and len(end.winners) == 2
    ]
    assert shared
    assert set(shared) == {None}


def test_a_game_without_end_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "LONGEST", 6)
    game = decided(BEGINNERS, 0)
    assert (game.winner, game.reason, len(game.moves)) == (None, "long", 6)


def test_openings_differ_and_leave_the_game_open() -> None:
    found = [random_opening(GAME, {}, Random(number)) for number in range(12)]
    assert len({tuple(moves) for _, moves in found}) > 6
    for start, moves in found:
        position = duel.after(GAME, start, moves)
        assert is_open(GAME, position)
        assert not prove(kernel_of(KEY, position), duel.AHEAD, duel.LOOKED_AT).winning


def test_a_position_with_a_short_win_is_no_opening_for_either_side() -> None:
    game = decided(BEGINNERS, 0)
    before_the_end = duel.after(GAME, GAME.start({}), game.moves[:-1])
    assert prove(kernel_of(KEY, before_the_end), 1, 1000).winning
    assert not is_open(GAME, before_the_end)
    assert not is_open(GAME, duel.after(GAME, GAME.start({}), game.moves))


def test_a_duel_is_played_as_a_challenge_that_says_nothing() -> None:
    usual = decided(Duel("clump", first_legal, first_legal, 1), 0)
    asked = decided(Duel("clump", first_legal, first_legal, 1, {"size": 6}), 0)
    assert (usual.start.count("/"), asked.start.count("/")) == (13, 5)


WINS_IN_FOUR = "04-3 521-0;013-3 112-3 131-0 411-2 51-1;1;0,0;12"
WINS = ("04,07", "131,21", "07,C", "51,52-5")
BUMP = entry("bump").game


def test_the_share_of_points_has_wilsons_interval() -> None:
    # 162 of 200 by hand: (0.81 + 0.0096 -+ 0.0543 * 1.0095) / 1.0192.
    found = share_of_points(160, 4, 36)
    assert found.found == pytest.approx(0.81)
    assert found.low == pytest.approx(0.750, abs=0.001)
    assert found.high == pytest.approx(0.858, abs=0.001)
    assert share_of_points(0, 0, 0) == (0, 0, 1)


def test_elo_is_0_for_equals_and_191_for_three_quarters() -> None:
    assert elo(share_of_points(50, 0, 50)).found == 0
    assert elo(share_of_points(75, 0, 25)).found == pytest.approx(190.8, abs=0.1)
    assert elo(share_of_points(9, 0, 0)).found == 999
    assert elo(share_of_points(0, 0, 9)).found == -999


def test_a_beginner_takes_what_looks_best_of_what_can_be_taken() -> None:
    for number in range(20):
        start, moves = random_opening(GAME, {}, Random(number))
        position = duel.after(GAME, start, moves)
        turns = [GAME.play(position, move) for move in GAME.moves(position)]
        taking = [turn for turn in turns if any(effect.takes for effect in turn.effects)]
        move = GAME.parse(position, by_a_beginner(GAME, position, number))
        best = max((GAME.evaluate(turn.position, position.turn) for turn in taking), default=None)
        chosen = GAME.evaluate(GAME.play(position, move).position, position.turn)
        assert best is None or chosen == best


def first_evening(key: str) -> list[Decided]:
    """Games of the first level against a beginner."""
    evening = Duel(key, partial(by_level, 1), by_a_beginner, SEED)
    return [decided(evening, number) for number in range(30)]


def test_on_a_first_evening_urchins_come_home() -> None:
    games = first_evening("urchins")
    nobody = [game for game in games if not any("home" in move for move in game.moves)]
    assert len(nobody) <= len(games) / 10


def test_on_a_first_evening_the_first_level_of_bounce_beats_the_beginner() -> None:
    games = first_evening("bounce")
    assert sum(game.winner == 0 for game in games) >= 0.7 * len(games)


def test_a_win_that_is_played_out_is_kept() -> None:
    wins = short_wins("bump", WINS_IN_FOUR, WINS, opening=0, seat=FIRST)
    assert (wins.moves, wins.proven, wins.thrown) == (2, 2, ())
    assert short_wins("bump", WINS_IN_FOUR, WINS, opening=4, seat=FIRST).moves == 0


def test_a_win_that_is_not_played_is_thrown_away() -> None:
    position = BUMP.read(WINS_IN_FOUR, {})
    others = (BUMP.format(position, move) for move in BUMP.moves(position))
    idle = next(text for text in others if text.startswith("521,") and text != WINS[0])
    wins = short_wins("bump", WINS_IN_FOUR, (idle,), opening=0, seat=FIRST)
    assert wins.thrown == ((BUMP.write(position), idle),)


def test_games_that_stand_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tasks = [("bounce", "2-3", 1, number, "{}") for number in range(3)]
    first = list(played(tasks[:2], 1, file))
    assert [task_of(each) for each in first] == tasks[:2]
    assert [bool(each) for each in first[0]["wins"]] == [False, True]
    with file.open("a") as lines:
        lines.write('{"game": "bounce", "cut sh')
    assert set(kept(file)) == set(tasks[:2])
    file.write_text(file.read_text().replace('"reason": "', '"reason": "kept '), "utf-8")
    rest = list(played(tasks, 1, file))
    assert [each["reason"].startswith("kept ") for each in rest] == [True, True, False]
    assert set(kept(file)) == set(tasks)


# Fitting


@pytest.mark.parametrize("key", TERMS)
def test_the_worth_of_a_position_is_the_sum_of_the_terms_that_are_fitted(key: str) -> None:
    _, worths = rows(key, TERMS[key], games=3, nodes=60)
    weights = fitted(worths, linear, FAINT)
    assert len(worths) > 3 * len(weights)
    # The nearer color of Bi-Pod is halved to a whole point.
    assert all(abs(total_of(values, weights) - worth) < 0.002 for values, worth in worths)


def test_the_weights_under_which_results_came_about_are_found_again() -> None:
    chance, weights = Random(1), [0.5, -1.0, 2.0]
    some = [[chance.uniform(-1, 1) for _ in weights] for _ in range(500)]
    chances = [(values, logistic(total_of(values, weights))[0]) for values in some]
    assert fitted(chances, logistic, FAINT) == pytest.approx(weights)


def test_three_have_each_seat_once_in_three_games_of_one_opening() -> None:
    urchins, movers = entry("urchins").game, (steals, first_legal, first_legal)
    three = Duel("urchins", *movers[:2], seed=1, others=movers[2:])
    games = [decided(three, number) for number in range(3)]
    assert len({(each.start, *each.moves[: each.opening]) for each in games}) == 1
    for number, game in enumerate(games):
        position = urchins.read(game.start, {})
        for ply, text in enumerate(game.moves):
            if ply >= game.opening:
                assert text == movers[(position.turn - 1 + number) % 3](urchins, position, 0)
            position = duel.after(urchins, position, [text])
