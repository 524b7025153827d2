"""Every puzzle is proven anew, and new ones are mined."""

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import catalog, entry
from bot.exercises.puzzle_checks import puzzle_faults
from bot.exercises.puzzles import puzzles, read_puzzle, read_puzzles
from bot.exercises.themes import PuzzleTheme, Task, proven
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


def faults(**changes: Any) -> list[str]:
    return [*puzzle_faults(read_puzzle("bounce", {**IN_TWO, **changes}))]


@pytest.mark.parametrize("key", catalog())
def test_every_puzzle_is_proven_anew(key: str) -> None:
    lines, whole = puzzle_lines(key, quick=not LONG)
    assert whole, lines
    # One for every day of a year, and two months of each other game.
    (number,) = json.loads(lines[-1]).values()
    assert number >= (366 if key == "bump" else 60)


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


def test_a_puzzle_crosses_processes() -> None:
    for key in catalog():
        for each in puzzles(key).values():
            assert pickle.loads(pickle.dumps(each)) == each


# The command line


def test_mined_puzzles_are_added_and_none_is_renamed(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    words = ("puzzles", "mine", "bounce", "--into", str(file), "--processes", "1", "--count")
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
    done = bumpbot("puzzles", "mine", "bounce", "--count", "2", "--processes", "1")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    found = read_puzzles("bounce", "\n".join(lines))
    assert sum(json.loads(last).values()) == len(found) == 2
    assert not found.keys() & puzzles("bounce").keys()
    positions = {each.position for each in puzzles("bounce").values()}
    assert not positions & {each.position for each in found.values()}


@pytest.mark.long
def test_the_check_says_how_many_are_whole() -> None:
    done = bumpbot("puzzles", "check", "clump")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1]) == {"clump": len(puzzles("clump"))}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "chess"), "chess"),
        (("mine", "chess", "--into", "x"), "chess"),
        (("mine", "bump", "--into", "x", "--count", "0"), "--count 60"),
        (("mine", "bump", "--into", "x", "--theme", "mate"), "There is no theme mate"),
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
