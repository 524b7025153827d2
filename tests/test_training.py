"""`bumpbot lessons check`: the last line is for programs, and faults are told with their stage."""

import json

from bot.exercises.lessons import Lesson, read_lesson
from bot.games.core import BadDataFile
from bot.training import lesson_lines
from tests.helpers import exercises
from tests.helpers.commands import bumpbot
from tests.helpers.long_runs import LONG

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
    done = bumpbot("lessons", "check", *([] if LONG else ["bump"]))
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
