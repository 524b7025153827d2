"""The lessons: what a broken file is told, how tries go through a stage, and who wins the last."""

import pickle
import re
from pathlib import Path

import pytest

from bot.catalog import catalog
from bot.exercises.checks import answer_faults, solution_faults
from bot.exercises.courses import Searched
from bot.exercises.exercise import ExerciseId, Judgment, Result
from bot.exercises.lessons import NoSuchStage, lesson, read_lesson
from bot.exercises.lessons import stage as stage_named
from bot.exercises.stages import Stage
from bot.games.core import BadDataFile, IllegalMove, PlayerError
from bot.opponents.proofs import solved
from tests.helpers.exercises import STAGE
from tests.helpers.long_runs import LONG
from tests.helpers.playing import known

LEARNED = "That was it."


def stage(head: str, *wrong: str) -> Stage:
    """A stage of Bump: its own lines, and those of its answers before the last."""
    answers = "\n".join(f"[[stages.wrong]]\n{each}" for each in (*wrong, OTHERWISE))
    text = f'[[stages]]\nid = "one"\ntitle = "One"\ngoal = "Do it."\nlearned = "{LEARNED}"\n'
    return read_lesson(f"{text}{head}\n{answers}".encode(), "bump").stages[0]


OTHERWISE = 'reason = "other"\ntext = "Not so: {captures}, {losses}."'

TWO_MOVES = """
position = "01-0;032-4 09-3;1;0,0;-"
moves = 2
reached = { captures = 1 }
reply = { "01,012*" = ["09,07"], "*" = ["032,C", "09,08"] }
solution = ["01,012", "09,07", "012,022"]
"""

GONE = 'reason = "gone"\nat_once = true\nwhen = { stands = { 032 = "empty" } }\ntext = "Gone."'


def test_a_stage_of_several_moves_goes_on_with_the_reply_that_fits_the_move() -> None:
    two = stage(TWO_MOVES)
    assert two.judged(["01,012"]) == Judgment(Result.GOES_ON, ("09,07",))
    # The first move that is listed is not legal, so the second is made.
    assert two.judged(["01,02"]) == Judgment(Result.GOES_ON, ("09,08",))
    assert two.judged(["01,012", "09,07", "012,022"]) == Judgment(Result.REACHED, text=LEARNED)


def test_out_of_moves_is_wrong_and_no_reply_is_made_then() -> None:
    judgment = stage(TWO_MOVES).judged(["01,012", "09,07", "012,12"])
    assert judgment == Judgment(Result.WRONG, (), "other", "Not so: 0 captures, 0 pieces.")


def test_a_move_that_nobody_listed_is_answered_too() -> None:
    judgment = stage(TWO_MOVES.replace('"032,C", "09,08"', '"032,C"')).judged(["01,02"])
    assert judgment == Judgment(Result.GOES_ON, ("pass",))


def test_what_can_no_longer_be_reached_is_wrong_at_once() -> None:
    pushed = ["01,03"]
    head = TWO_MOVES.replace("032-4 09-3", "04-1 09-3").replace("012,022", "012,02")
    head = head.replace("captures = 1", 'stands = { 02 = "own", 04 = "rival" }')
    answer = GONE.replace("032", "04")
    judgment = stage(head, answer).judged(pushed)
    assert (judgment.result, judgment.reason, judgment.reply) == (Result.WRONG, "gone", ())
    assert stage(head, answer.replace("at_once = true\n", "")).judged(pushed).result is (
        Result.GOES_ON
    )


def test_a_reply_that_makes_it_impossible_is_shown_as_what_punishes_it() -> None:
    head = TWO_MOVES.replace('["032,C", "09,08"]', '["032,013"]')
    judgment = stage(head, GONE).judged(["01,02"])
    assert judgment == Judgment(Result.WRONG, ("032,013",), "gone", "Gone.")


CENTER = """
position = "08-0;43-2;1;0,0;-"
reached = { ends = "won" }
reply = ["43,42"]
solution = ["08,C", "43,42"]
"""

LOST = 'reason = "lost"\nwhen = { ends = "lost" }\ntext = "Lost."'


def test_a_win_that_comes_in_the_others_turn_is_reached_with_their_reply() -> None:
    assert stage(CENTER).judged(["08,C"]) == Judgment(Result.REACHED, ("43,42",), text=LEARNED)


def test_a_game_that_is_lost_is_wrong_however_many_moves_are_left() -> None:
    head = CENTER.replace('["43,42"]', '["43,C"]').replace("reached", "moves = 5\nreached")
    lost = stage(head, LOST)
    assert lost.judged(["pass"]) == Judgment(Result.GOES_ON, ("43,C",))
    judgment = lost.judged(["pass", "43,C", "pass"])
    assert (judgment.result, judgment.reason) == (Result.WRONG, "lost")


def test_a_searched_reply_is_always_the_same() -> None:
    head = CENTER.replace('["43,42"]', "{ level = 1, seed = 3 }").replace(
        "reached", "moves = 9\nreached", 1
    )
    judgments = {stage(head, LOST).judged(["pass"]) for _ in range(3)}
    assert len(judgments) == 1
    assert len(judgments.pop().reply) == 1


def test_with_several_players_all_others_reply_until_it_is_the_persons_turn() -> None:
    text = """
[[stages]]
id = "three"
title = "Three"
goal = "Bring one home."
learned = "Home."
options = { players = 3 }
position = "A:3 1=1|B:7|C:2|D:8;4,5,5;0,0,0;9/2/2/2,2/2/2/2,2/2/2/2;1;0"
moves = 2
reached = { effects = { kind = "home" } }
reply = ["enter B", "enter C"]
solution = ["A1-home^"]

[[stages.wrong]]
reason = "other"
text = "Not yet."
"""
    three = read_lesson(text.encode(), "urchins").stages[0]
    judgment = three.judged(["A1-0"])
    assert judgment == Judgment(Result.GOES_ON, ("enter B", "enter C"))
    assert three.judged(["A1-0", *judgment.reply, "A0-home^"]).result is Result.REACHED


@pytest.mark.parametrize("line", [[], ["08,C", "43,42"]])
def test_a_line_that_does_not_end_with_the_persons_move_is_refused(line: list[str]) -> None:
    with pytest.raises(PlayerError, match="isn't your turn"):
        stage(CENTER).judged(line)


def test_a_line_that_cant_be_played_is_refused() -> None:
    with pytest.raises(IllegalMove):
        stage(CENTER).judged(["08,28"])


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
    found = stage_named(ExerciseId.parse("stage.bump.steps"))
    assert found.title == "Steps and turns"
    with pytest.raises(NoSuchStage, match="“nowhere”"):
        stage_named(ExerciseId("stage", "bump", "nowhere"))


def test_the_first_stage_says_what_its_points_are_for() -> None:
    assert "each step costs one of your three points" in lesson("bump").stages[0].goal


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
        ("01-0;04-1;1", "01-9;04-1;1", "`position` can't be read: “01-9” isn't a piece"),
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
    out_of_reach = stage_named(ExerciseId.parse("stage.bounce.save"))
    judgment = out_of_reach.judged(["f8-e7"])
    assert judgment.reason == out_of_reach.wrong[-1].reason
    turn = out_of_reach.beginning.played(["f8-e7", *judgment.reply]).turns[-1]
    assert [effect.player for effect in turn.effects if effect.takes] == [out_of_reach.person]


LAST = [stages[-1] for key in catalog() if len(stages := lesson(key).stages) >= 4]


@pytest.mark.parametrize("stage", LAST, ids=lambda stage: str(stage.id))
def test_the_last_stage_of_a_game_is_won_against_the_first_level(stage: Stage) -> None:
    assert isinstance(stage.reply, Searched)
    assert stage.reply.level == 1
    assert stage.person in known(stage.beginning.played(stage.solution).outcome).winners


@pytest.mark.parametrize("stage", LAST, ids=lambda stage: str(stage.id))
def test_the_last_stage_of_a_game_is_won_whatever_is_answered(stage: Stage) -> None:
    proof = solved(stage.beginning.game, stage.position, len(stage.solution))
    assert stage.solution[0] in proof.winning


def test_the_example_of_the_documentation_is_a_whole_stage() -> None:
    page = (DATA.parents[1] / "docs" / "lessons.md").read_text("utf-8")
    example = page.split("```toml")[1].split("```")[0]
    (only,) = read(example)
    assert [*solution_faults(only), *answer_faults(only)] == []
