"""Puzzles: how they are read, judged and drawn for a day, taken from a match, proven and mined."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import catalog, entry
from bot.exercises import judging
from bot.exercises.checks import puzzle_faults
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
from bot.exercises.themes import PuzzleTheme, Task, proven
from bot.games.core import BadDataFile, PlayerError
from bot.opponents.reviewing import Missed, Mistake
from bot.training import puzzle_lines
from tests.helpers.commands import bumpbot
from tests.helpers.long_runs import LONG

SHORT = {
    "name": "1",
    "theme": "win1",
    "difficulty": 1,
    "plies": 2,
    "position": "c3:P d4:Y h2:P;P",
    "solution": ["c3xd4-e5"],
}
IN_TWO = {
    "name": "2",
    "theme": "win2",
    "difficulty": 3,
    "plies": 4,
    "position": "a5:PPP a7:Y b6:Y b8:Y d2:P d4:PPPPYY h6:YY h8:Y;Y",
    "solution": ["b6xa5-b4", "d2-e3", "d4xe3-h2"],
}
ROW = json.dumps(SHORT) + "\n"


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
def test_a_broken_file_is_refused_with_the_line_of_its_error(text: str, told: str) -> None:
    with pytest.raises(BadDataFile, match=told):
        read_puzzles("bounce", text)


# Judging


def test_a_win_in_two_goes_on_with_the_answer_that_delays_it() -> None:
    first, reply, last = in_two().solution
    assert in_two().moves == 2
    assert in_two().judged([first]) == Judgment(Result.GOES_ON, (reply,))
    assert in_two().judged([first, reply, last]).result is Result.REACHED


def test_the_answer_of_a_solution_belongs_to_its_own_move() -> None:
    first, reply, last = in_two().solution
    other = replace(in_two(), solution=("h8-g7", "b4-c5", last))
    assert other.judged([first]).reply == (reply,)


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


# Every puzzle is proven again, and new ones are mined


def faults(**changes: Any) -> list[str]:
    return [*puzzle_faults(read_puzzle("bounce", {**IN_TWO, **changes}))]


EACH = 3 if LONG else 10
"""Of so many puzzles one is proven again: what search or rules would spoil spoils many. `bumpbot
puzzles check` proves all of them."""


@pytest.mark.parametrize("key", catalog())
def test_every_puzzle_is_proven_again(key: str) -> None:
    # One for every day of a year, and two months of each other game.
    number, wanted = len(puzzles(key)), 366 if key == "bump" else 60
    assert number >= wanted, (
        f"data/puzzles/{key}.jsonl has {number} puzzles of {wanted}: `bumpbot puzzles mine {key}` "
        "writes more, a line each"
    )
    some = dict(islice(puzzles(key).items(), 0, None, EACH))
    lines, whole = puzzle_lines(key, lambda _: some, quick=not LONG)
    assert whole, lines
    assert json.loads(lines[-1]) == {key: len(some)}


def test_a_puzzle_that_has_another_answer_is_told() -> None:
    two = {**SHORT, "position": "c3:P d4:Y e3:P;P"}
    assert [*puzzle_faults(read_puzzle("bounce", SHORT))] == []
    assert [*puzzle_faults(read_puzzle("bounce", two))] == ["e3xd4-c5 solves it as well."]


def test_a_solution_that_is_none_is_told() -> None:
    assert faults() == []
    assert faults(solution=["h8-g7", "d2-e3", "d4xe3-h2"])[0] == "h8-g7 is judged as wrong idle."
    assert faults(solution=["b6xa5-b4"])[0] == "the solution has 1 moves."
    assert "can't be played" in faults(solution=["a1-b2", "d2-e3", "d4xe3-h2"])[0]
    assert faults(plies=5) == ["its proof takes 4 plies, not 5."]
    assert faults(theme="win1", plies=2, solution=["b6xa5-b4"]) != []


def test_what_is_wrong_is_told_with_file_and_name() -> None:
    broken = {**SHORT, "position": "c3:P d4:Y e3:P;P"}
    text = json.dumps(broken) + "\n" + json.dumps(IN_TWO)
    lines, whole = puzzle_lines("bounce", lambda key: read_puzzles(key, text))
    assert not whole
    assert lines == [
        "data/puzzles/bounce.jsonl, puzzle 1: e3xd4-c5 solves it as well.",
        '{"bounce": 1}',
    ]


def test_no_position_is_there_twice() -> None:
    for key in catalog():
        positions = Counter(each.position for each in puzzles(key).values())
        assert [position for position, times in positions.items() if times > 1] == []


def test_the_names_of_replaced_puzzles_mean_no_others() -> None:
    # By its name it is known which one somebody has had.
    last = {"bipod": 366, "bounce": 366}
    for game, number in last.items():
        assert min(int(name) for name in puzzles(game)) > number


def test_a_puzzle_crosses_processes() -> None:
    for key in catalog():
        for each in puzzles(key).values():
            assert pickle.loads(pickle.dumps(each)) == each


# The command line


QUICKLY = ("puzzles", "mine", "bounce", "--processes", "1", "--level", "1")
"""Levels 3 and 4 think for minutes where they are not compiled."""


def test_mined_puzzles_are_added_and_none_is_renamed(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    words = (*QUICKLY, "--into", str(file), "--count")
    first = bumpbot(*words, "3")
    assert (first.returncode, first.stderr) == (0, "")
    assert sum(json.loads(first.stdout.splitlines()[-1]).values()) == 3
    begun = file.read_text()
    assert bumpbot(*words, "2", "--theme", "win2").returncode == 0
    assert file.read_text().startswith(begun)
    found = read_puzzles("bounce", file.read_text())
    assert list(found) == ["1", "2", "3", "4", "5"]
    assert [each.theme for each in found.values()][3:] == [PuzzleTheme.WIN2] * 2
    assert [fault for each in found.values() for fault in puzzle_faults(each)] == []


def test_without_a_file_new_puzzles_are_printed_and_are_none_of_those_there_are() -> None:
    done = bumpbot(*QUICKLY, "--count", "2", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    found = read_puzzles("bounce", "\n".join(lines))
    assert sum(json.loads(last).values()) == len(found) == 2
    assert not found.keys() & puzzles("bounce").keys()
    positions = {each.position for each in puzzles("bounce").values()}
    assert not positions & {each.position for each in found.values()}


def test_the_check_says_how_many_are_whole() -> None:
    done = bumpbot("puzzles", "check", "bounce")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1]) == {"bounce": len(puzzles("bounce"))}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "chess"), "chess"),
        (("mine", "chess", "--into", "x"), "chess"),
        (("mine", "bump", "--into", "x", "--count", "0"), "--count 60"),
        (("mine", "bump", "--into", "x", "--theme", "mate"), "There is no theme mate"),
        (("mine", "bump", "--into", "x", "--level", "9"), "There is no level 9"),
    ],
)
def test_what_cannot_be_done_is_refused(words: tuple[str, ...], message: str) -> None:
    done = bumpbot("puzzles", *words)
    assert done.returncode == 2
    assert message in done.stderr


LOSING = "031-1 11-4 12-0 35-4 381-2 49-0 513-5;C1-1 09-3 193-4 272-1 59-2 593-4;1;0,0;2"


def test_a_capture_that_loses_the_game_is_no_puzzle() -> None:
    task = Task("bump", entry("bump").game.read(LOSING, {}))
    for theme in (PuzzleTheme.CAPTURE, PuzzleTheme.GUARD, PuzzleTheme.SAVE):
        found = proven(theme, task)
        assert not found or not task.after(found.moves[0]).is_over()
