"""`bumpbot duel`, `solve` and `lessons check` as processes: the last line is for programs."""

import json
import os
from typing import Any

import pytest

from bot.catalog import entry
from bot.exercises.lessons import Lesson, read_lesson
from bot.games.core import BadDataFile
from bot.training import lesson_lines
from tests.helpers import exercises
from tests.helpers.commands import bumpbot, on_a_terminal
from tests.helpers.playing import known

DUEL = ("duel", "bounce", "2", "1", "--games", "3", "--seed", "4")
WINS_IN_FOUR = "04-3 521-0;013-3 112-3 131-0 411-2 51-1;1;0,0;12"
BUMP = entry("bump").game


def last_line(*words: str, status: int = 0) -> str:
    done = bumpbot(*words)
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines()[-1]


def test_a_duel_counts_for_the_first_level_and_is_the_same_in_any_number_of_processes() -> None:
    one = last_line(*DUEL, "--processes", "1")
    score: dict[str, int] = json.loads(one)
    assert list(score) == ["wins", "draws", "losses"]
    assert sum(score.values()) == 3
    assert last_line(*DUEL, "--processes", "2") == one


def test_people_read_who_won_and_how() -> None:
    told = bumpbot(*DUEL)
    assert told.stderr == ""
    assert "Beginner (level 2) won" in told.stdout
    assert "First evening (level 1) won" in told.stdout
    assert "covered" in told.stdout


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_a_terminal_shows_how_far_the_duel_is() -> None:
    assert "/3 [" in on_a_terminal(*DUEL)


def test_a_duel_takes_the_options_of_the_game() -> None:
    words = ("duel", "bounce", "first evening", "1", "--games", "1", "--option", "variant=ten")
    assert last_line(*words).startswith('{"wins": ')


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("duel", "chess", "1", "2"), "chess"),
        (("duel", "bounce", "1", "9"), "There is no level “9”"),
        (("duel", "bounce", "grandmaster", "2"), "There is no level “grandmaster”"),
        (("duel", "bounce", "1", "2", "--games", "0"), "1 game or more"),
        (("duel", "bounce", "1", "2", "--processes", "-1"), "processes"),
        (("duel", "bump", "1", "2", "--option", "reserve=many"), "reserve"),
        (("solve", "bump", "--plies", "0"), "1 move or more"),
        (("solve", "bump", "--plies", "2", "--nodes", "0"), "1 move or more"),
        (("solve", "bump", "--position", "nonsense", "--plies", "2"), "position"),
    ],
)
def test_what_can_not_be_done_is_refused_in_plain_words(
    words: tuple[str, ...], message: str
) -> None:
    done = bumpbot(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_solution_has_every_move_that_wins_and_the_line_of_the_fastest() -> None:
    done = bumpbot("solve", "bump", "--position", WINS_IN_FOUR, "--plies", "4")
    *told, answer = done.stdout.splitlines()
    assert answer == "04,07"
    assert told[0].startswith("Player 1 wins in 4: 04,07 | ")
    position: Any = BUMP.read(WINS_IN_FOUR, {})
    for text in told[0].partition(": ")[2].split(" | "):
        position = BUMP.play(position, BUMP.parse(position, text)).position
    assert known(BUMP.outcome(position)).winners == (1,)


def test_a_win_that_takes_longer_is_none() -> None:
    assert last_line("solve", "bump", "--position", WINS_IN_FOUR, "--plies", "3") == "none"


def test_what_the_bound_leaves_open_is_not_proven() -> None:
    words = ("solve", "bump", "--position", WINS_IN_FOUR, "--plies", "4", "--nodes", "30")
    assert last_line(*words, status=1) == "not proven"


def test_moves_can_be_played_before_it_is_solved() -> None:
    words = ("solve", "bump", "--position", WINS_IN_FOUR, "-m", "04,07", "-m", "51,41")
    assert last_line(*words, "--plies", "2") not in ("none", "not proven")


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    told = bumpbot("solve", "bump", "--position", WINS_IN_FOUR, "--plies", "4").stdout
    line = told.splitlines()[0].partition(": ")[2].split(" | ")
    moves = [word for text in line for word in ("-m", text)]
    done = bumpbot("solve", "bump", "--position", WINS_IN_FOUR, *moves, "--plies", "4")
    assert done.returncode == 2
    assert "The game is over" in done.stderr


@pytest.mark.parametrize("game", ["bump", "bounce"])
def test_no_text_of_a_move_holds_what_parts_them(game: str) -> None:
    rules = entry(game).game
    position: Any = rules.start({})
    assert not [
        text for move in rules.moves(position) if "|" in (text := rules.format(position, move))
    ]


STAGE = f"""{exercises.STAGE}
[[stages.wrong]]
reason = "other"
text = "That chain had {{bumps}}."
"""


def one_stage(text: str) -> Lesson:
    return read_lesson(text.encode(), "bump")


def faults_of(text: str) -> list[str]:
    lines, whole = lesson_lines("bump", lambda _: one_stage(text))
    assert not whole
    assert json.loads(lines.pop()) == {"bump": 0}
    return lines


def test_the_lessons_are_whole_and_the_last_line_counts_their_stages() -> None:
    # Every stage of every game is looked at where lessons are tested.
    done = bumpbot("lessons", "check", "bump")
    assert (done.returncode, done.stderr) == (0, "")
    numbers = json.loads(done.stdout.splitlines()[-1])
    assert numbers["bump"] >= 2


def test_a_solution_that_is_none_is_told_with_its_stage() -> None:
    where = "data/lessons/bump.toml, stage “first”: "
    wrong = STAGE.replace('["01,03"]', '["01,02"]')
    assert faults_of(wrong) == [f"{where}the solution is a wrong try (other) after 01,02."]
    long = STAGE.replace('["01,03"]', '["01,03", "pass"]')
    assert faults_of(long) == [f"{where}the solution has other moves than are made: 01,03."]
    several = STAGE.replace("bumps = 1 }", 'bumps = "2+" }\nmoves = 2\nreply = ["pass"]')
    assert faults_of(several)[0] == f"{where}the solution ends before the stage is finished."


def test_a_reply_that_is_never_legal_is_told_with_the_moves_before_it() -> None:
    several = STAGE.replace("bumps = 1 }", 'bumps = 1 }\nmoves = 2\nreply = ["09,08"]')
    assert "after pass: none of the listed replies is legal." in faults_of(several)[0]


def test_an_answer_that_nobody_can_get_is_told() -> None:
    answer = '[[stages.wrong]]\nreason = "lost"\nwhen = { losses = 3 }\ntext = "Gone."\n'
    dead = STAGE.replace("[[stages.wrong]]", f"{answer}\n[[stages.wrong]]")
    assert faults_of(dead)[0].endswith("no try gets the answer “lost”.")


def test_a_file_that_cant_be_read_is_told_and_the_others_are_looked_at() -> None:
    def read(key: str) -> Lesson:
        if key == "bump":
            return one_stage(STAGE)
        raise BadDataFile(f"data/lessons/{key}.toml: it is no TOML.")

    lines, whole = lesson_lines(read=read)
    assert not whole
    assert "data/lessons/clump.toml: it is no TOML." in lines
    assert json.loads(lines[-1]) == {"bump": 1}
