"""Puzzles: how they are read, drawn for a day, and taken from a match."""

from datetime import date, timedelta

import pytest

from bot.catalog import catalog, entry
from bot.exercises import judging
from bot.exercises.exercise import ExerciseId, Judgment, Result
from bot.exercises.puzzles import (
    Puzzle,
    of_day,
    own_puzzle,
    puzzle,
    puzzles,
    read_puzzle,
    read_puzzles,
    row_of,
)
from bot.games.core import BadDataFile, PlayerError
from bot.opponents.reviewing import Missed, Mistake

IN_TWO = {
    "name": "1",
    "theme": "win2",
    "difficulty": 3,
    "plies": 4,
    "position": "a5:PPP a7:Y b6:Y b8:Y d2:P d4:PPPPYY h6:YY h8:Y;Y",
    "solution": ["b6xa5-b4", "d2-e3", "d4xe3-h2"],
}
ROW = (
    '{"name": "1", "theme": "win1", "difficulty": 1, "plies": 2, "solution": ["c3xd4-e5"], '
    '"position": "c3:P d4:Y;P"}\n'
)


def in_two() -> Puzzle:
    return read_puzzle("bounce", IN_TWO)


def test_a_puzzle_is_written_as_it_was_read() -> None:
    for key in catalog():
        for each in puzzles(key).values():
            assert read_puzzle(key, row_of(each)) == each


def test_a_puzzle_is_found_by_its_id() -> None:
    known = next(iter(puzzles("bump").values()))
    assert puzzle(ExerciseId.parse(str(known.id))) == known
    assert puzzle(known.id._replace(name="no such name")) is None
    assert puzzle(known.id._replace(kind="stage")) is None
    assert puzzle(known.id._replace(game="chess")) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "Line 1"),
        (ROW + "no JSON", "Line 2"),
        (ROW + ROW, "two puzzles 1"),
        (ROW.replace("win1", "win9"), "win9"),
        (ROW.replace('"difficulty": 1', '"difficulty": 6'), "1 to 5"),
        (ROW.replace("d4:Y", "d3:Y"), "d3"),
    ],
)
def test_a_broken_file_is_told_by_its_line(text: str, told: str) -> None:
    with pytest.raises(BadDataFile, match=told):
        read_puzzles("bounce", text)


# Judging


def test_a_win_in_two_goes_on_with_the_answer_that_delays_it() -> None:
    first, reply, last = in_two().solution
    assert in_two().moves == 2
    assert in_two().judged([first]) == Judgment(Result.GOES_ON, (reply,))
    assert in_two().judged([first, reply, last]).result is Result.REACHED


def test_a_move_is_judged_however_it_is_written() -> None:
    first = in_two().solution[0].upper()
    assert in_two().judged([f" {first} "]).result is Result.GOES_ON


def test_a_line_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(PlayerError):
        in_two().judged(["a1-b2"])


def test_every_other_first_move_is_wrong_and_its_refutation_is_legal() -> None:
    game, position = entry("bounce").game, in_two().position
    for move in game.moves(position):
        text = game.format(position, move)
        if text == in_two().solution[0]:
            continue
        judgment = in_two().judged([text])
        assert (judgment.result, judgment.reason) in {
            (Result.WRONG, "stopped"),
            (Result.WRONG, "idle"),
            (Result.WRONG, "lost"),
        }
        after = game.play(position, move).position
        for reply in judgment.reply:
            after = game.play(after, game.parse(after, reply)).position
        assert judgment.reply


# Out of a match


def test_what_could_not_be_looked_through_is_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "NODES", 1)
    assert in_two().judged(["b6xa5-b4"]).result is Result.WRONG


def test_a_missed_win_becomes_a_puzzle_of_ones_own() -> None:
    given = in_two()
    mistake = Mistake(12, 2, Missed.WIN, 2, given.solution)
    own = own_puzzle(ExerciseId("own", "bounce", "7-12"), given.options, given.position, mistake)
    assert own is not None
    assert own.judged(given.solution[:1]).result is Result.GOES_ON
    assert own.judged(given.solution).result is Result.REACHED
    assert own.judged(["h8-g7"]).result is Result.WRONG


def test_a_win_in_three_is_no_puzzle() -> None:
    given = in_two()
    mistake = Mistake(12, 2, Missed.WIN, 3, given.solution)
    assert own_puzzle(given.id, given.options, given.position, mistake) is None


# The puzzle of the day


def test_no_puzzle_of_the_day_comes_twice_before_all_others() -> None:
    for key in catalog():
        if known := puzzles(key):
            begun = date(2026, 1, 1)
            drawn = [of_day(key, begun + timedelta(n)).id for n in range(min(366, len(known)))]
            assert len(set(drawn)) == len(drawn)


def test_a_day_without_a_game_draws_the_main_one_every_second_time() -> None:
    days = [date(2026, 1, 1) + timedelta(n) for n in range(40)]
    games = [of_day(None, day).id.game for day in days]
    assert games.count(next(iter(catalog()))) == 20
    assert all(
        of_day(game, day) == of_day(None, day) for game, day in zip(games, days, strict=True)
    )
