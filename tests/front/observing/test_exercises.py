"""What is done in exercises stands in the metrics, by what they are about."""

from collections.abc import Iterator
from datetime import timedelta

from prometheus_client.samples import Sample

from bot.exercises.exercise import ExerciseId
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import OWN, own_puzzle, puzzles
from bot.front.observing.sources import newcomers_of, note_milestone
from bot.model.exercises.milestones import Milestone
from bot.opponents.reviewing import Missed, Mistake
from bot.telemetry.metrics import EXERCISES
from tests.front.conftest import World, pressed
from tests.front.exercises.learning import begun

STAGE = lesson("bump").stages[0]


def samples() -> Iterator[Sample]:
    metric, *_ = EXERCISES.collect()
    return (each for each in metric.samples if each.name.endswith("_total"))


def counted(about: str, **labels: str) -> dict[str, float]:
    """The numbers of all that is about that, by milestone."""
    wanted = {"about": about, **labels}.items()
    return {
        each.labels["milestone"]: each.value for each in samples() if wanted <= each.labels.items()
    }


async def test_a_wrong_try_of_a_stage_is_counted_for_that_stage(world: World) -> None:
    before = counted(STAGE.id.name, kind="stage", game="bump")
    await pressed(world.ada, await begun(world), "Pass", "Try it")
    after = counted(STAGE.id.name, kind="stage", game="bump")
    more = {name: after[name] - before.get(name, 0) for name in after}
    assert more == {"begun": 1, "wrong": 1, "hint": 0, "solution": 0, "reached": 0}


async def test_who_begins_a_stage_is_counted_once_their_seven_days_are_over(world: World) -> None:
    await pressed(world.ada, await begun(world), "Pass")
    for days, count in ((6, 0), (10, 1), (15, 0)):
        found = await newcomers_of(world.client.store, world.env.now() + timedelta(days=days))
        assert found == {"before": 0, "within seven days": 0, "not within seven days": count}


def test_puzzles_are_counted_by_their_theme_and_none_by_its_name() -> None:
    puzzle = next(iter(puzzles("bump").values()))
    mistake = Mistake(12, puzzle.position.turn, Missed.CAPTURE, 2, puzzle.solution)
    own = own_puzzle(ExerciseId(OWN, "bump", "7-12"), puzzle.options, puzzle.position, mistake)
    for each in (puzzle, own):
        assert each
        before = counted(each.theme, kind=each.id.kind, game="bump").get("reached", 0)
        note_milestone(each, Milestone.REACHED)
        assert counted(each.theme, kind=each.id.kind, game="bump")["reached"] == before + 1
    assert not {puzzle.id.name, "7-12"} & {each.labels["about"] for each in samples()}
