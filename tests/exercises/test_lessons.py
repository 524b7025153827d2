"""The lessons: what a broken file is told, and that every stage is finished by its solution."""

import pickle
import re
from pathlib import Path

import pytest

from bot.catalog import catalog
from bot.exercises.checks import answer_faults, solution_faults
from bot.exercises.courses import Searched
from bot.exercises.exercise import ExerciseId, Result
from bot.exercises.lessons import NoSuchStage, lesson, read_lesson, stage
from bot.exercises.stages import Stage
from bot.games.core import BadDataFile
from bot.opponents.proofs import solved
from tests.helpers.exercises import STAGE
from tests.helpers.long_runs import LONG

DATA = Path(__file__).parents[2] / "data" / "lessons"

STAGES = [stage for key in catalog() for stage in lesson(key).stages]

every_stage = pytest.mark.parametrize("stage", STAGES, ids=lambda stage: str(stage.id))

GOOD = f"""{STAGE}
[[stages.wrong]]
reason = "passed"
when = {{ effects = {{ kind = "pass" }} }}
text = "You passed."

[[stages.wrong]]
reason = "other"
text = "That chain had {{bumps}}."
"""


def read(text: str) -> tuple[Stage, ...]:
    return read_lesson(text.encode(), "bump").stages


def test_every_lesson_is_of_a_game() -> None:
    assert {path.stem for path in DATA.glob("*.toml")} <= set(catalog())


@every_stage
def test_a_stage_is_finished_by_its_own_solution(stage: Stage) -> None:
    assert [*solution_faults(stage)] == []
    judgment = stage.judged(stage.solution[: last_own(stage)])
    assert (judgment.result, judgment.text) == (Result.REACHED, stage.learned)


def last_own(stage: Stage) -> int:
    """The number of moves up to the person's last."""
    turns = stage.beginning.played(stage.solution).turns
    return max(n for n, turn in enumerate(turns, 1) if turn.player == stage.person)


@every_stage
def test_every_wrong_try_is_answered(stage: Stage) -> None:
    assert [*answer_faults(stage, step=1 if LONG else 7)] == []


@every_stage
def test_a_stage_crosses_processes(stage: Stage) -> None:
    assert pickle.loads(pickle.dumps(stage)) == stage


def test_a_stage_is_found_by_its_id() -> None:
    found = stage(ExerciseId.parse("stage.bump.steps"))
    assert found.title == "Steps and turns"
    with pytest.raises(NoSuchStage, match="“nowhere”"):
        stage(ExerciseId("stage", "bump", "nowhere"))


def test_the_stage_after_another_is_the_next_of_the_file() -> None:
    steps = lesson("bump").stages
    assert lesson("bump").after(steps[0].id.name) == steps[1]
    assert lesson("bump").after(steps[-1].id.name) is None


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ('title = "First"', "", "stage “first”: `title` is missing"),
        ('title = "First"', "title = 3", "`title` has to be a text in quotes, not 3"),
        ('title = "First"', 'titel = "First"\ntitle = "F"', "Is `title` meant?"),
        ('title = "First"', f'title = "{41 * "x"}"', "`title` is too long: 41 characters"),
        ("That was a bump.", f"{200 * 'x'}.", "`learned` is too long: 201 characters, at most 200"),
        ("bumps = 1 }", f'bumps = 1 }}\nhints = ["{201 * "x"}"]', "`hints` is too long"),
        ('id = "first"', 'id = "The First"', "small letters and digits"),
        ("on 04.", "on 04", "has to end as a sentence does"),
        ("01-0;04-1;1", "01-9;04-1;1", "`position` can't be read: “01-9” is no piece"),
        ("01-0;04-1;1", "C2-0;04-1;1", "the game is over already"),
        ("{ bumps = 1 }", "{ bumps = -1 }", "`bumps` has to be a number such as 3, or “3+”"),
        ("{ bumps = 1 }", '{ bumps = "3-1" }', "ends below its beginning"),
        ("{ bumps = 1 }", "{ }", "a condition says at least one thing"),
        ("{ bumps = 1 }", "{ bumbs = 1 }", "Is `bumps` meant?"),
        ("{ bumps = 1 }", '{ ends = "soon" }', "has to be “won”, “lost” or “drawn”, not “soon”"),
        ("{ bumps = 1 }", '{ effects = { kind = "bomb" } }', "no game has an effect"),
        (
            "{ bumps = 1 }",
            '{ effects = { kind = "bump", at = "04" } }',
            "nothing is called `at` here",
        ),
        ("{ bumps = 1 }", "{ bumps = 1 }\nmoves = 2", "`reply` is missing"),
        ("{ bumps = 1 }", "{ bumps = 1 }\nmoves = 0", "a whole number, 1 to 12"),
        ("{ bumps = 1 }", '{ bumps = 1 }\nmarks = ["999"]', "a mark can't be drawn"),
        ("{ bumps = 1 }", '{ bumps = 1 }\narrows = [["01"]]', "two cells, from and to"),
        ("{ bumps = 1 }", "{ bumps = 1 }\nreply = { level = 9 }", "a whole number, 1 to 5"),
        ('["01,03"]', '["01,03", "09,08"]', "`solution` can't be played at “09,08”"),
        ('["01,03"]', "[]", "`solution` has no move in it"),
        ('when = { effects = { kind = "pass" } }', "", "the last, and no other, has no `when`"),
        ('reason = "other"', 'reason = "passed"', "two answers are called “passed”"),
        ('reason = "other"', 'reason = "other"\nat_once = true', "`at_once` needs a `when`"),
        ("{bumps}", "{bumbs}", "has {bumbs} in it; only {captures}, {losses} or {bumps}"),
        ('id = "first"', "id = ", "data/lessons/bump.toml: it is no TOML"),
    ],
)
def test_a_broken_file_is_told_what_is_wrong_and_where(before: str, after: str, why: str) -> None:
    assert before in GOOD
    with pytest.raises(BadDataFile, match=re.escape(why)) as refused:
        read(GOOD.replace(before, after))
    assert str(refused.value).startswith("data/lessons/bump.toml")


def test_two_stages_of_one_name_are_refused() -> None:
    with pytest.raises(BadDataFile, match="two stages are called “first”"):
        read(GOOD + GOOD)


def test_counts_are_put_into_the_answer() -> None:
    judgment = read(GOOD)[0].judged(["01,02"])
    assert (judgment.result, judgment.reason) == (Result.WRONG, "other")
    assert judgment.text == "That chain had 0 bumps."


def test_a_goal_that_forbids_a_reply_shows_it_also_where_the_answer_has_no_condition() -> None:
    out_of_reach = stage(ExerciseId.parse("stage.bounce.save"))
    judgment = out_of_reach.judged(["f8-e7"])
    assert judgment.reason == out_of_reach.wrong[-1].reason
    turn = out_of_reach.beginning.played(["f8-e7", *judgment.reply]).turns[-1]
    assert [effect.player for effect in turn.effects if effect.takes] == [out_of_reach.person]


LAST = [stages[-1] for key in catalog() if len(stages := lesson(key).stages) >= 4]


@pytest.mark.parametrize("stage", LAST, ids=lambda stage: str(stage.id))
def test_the_last_stage_of_a_game_is_won_against_the_first_level(stage: Stage) -> None:
    assert isinstance(stage.reply, Searched)
    assert stage.reply.level == 1
    end = stage.beginning.played(stage.solution).outcome
    assert end is not None
    assert stage.person in end.winners


@pytest.mark.parametrize("stage", LAST, ids=lambda stage: str(stage.id))
def test_the_last_stage_of_a_game_is_won_whatever_is_answered(stage: Stage) -> None:
    proof = solved(stage.beginning.game, stage.position, len(stage.solution))
    assert stage.solution[0] in proof.winning


def test_the_example_of_the_documentation_is_a_whole_stage() -> None:
    page = (DATA.parents[1] / "docs" / "lessons.md").read_text("utf-8")
    example = page.split("```toml")[1].split("```")[0]
    (only,) = read(example)
    assert [*solution_faults(only), *answer_faults(only)] == []
