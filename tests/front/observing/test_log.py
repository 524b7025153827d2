"""What is noted while people play: in the log, also when it goes wrong, and in the metrics."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from prometheus_client.samples import Sample

from bot.exercises.exercise import ExerciseId
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import OWN, own_puzzle, puzzles
from bot.front import meant
from bot.front.discord.repeated import SeenBefore
from bot.front.observing.other_bots import OtherBotCheck
from bot.front.observing.sources import OTHER, newcomers_of, note_milestone, read_asked
from bot.model.exercises.attempt import Milestone
from bot.model.refusals import StoreTrouble
from bot.opponents.reviewing import Missed, Mistake
from bot.telemetry.interactions import Asked, current_id
from bot.telemetry.logs import OURS, configure
from bot.telemetry.metrics import EXERCISES, REGISTRY
from tests.front.conftest import World, pressed
from tests.front.exercises.learning import begun

TEXT = "flabbergastrix"


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that is written, at DEBUG."""
    stream, root = StringIO(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *OURS)}
    handler = configure("DEBUG", "text", trusted=[StoreTrouble], stream=stream)
    yield stream
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def errors(kind: str) -> float:
    return REGISTRY.get_sample_value("bumpbot_errors_total", {"kind": kind}) or 0.0


async def test_another_bot_counts_as_gone_once_ones_mark_stays_for_two_looks(world: World) -> None:
    one, other = OtherBotCheck(world.client), OtherBotCheck(world.client)
    await one.look()
    await other.look()
    assert (one.found, other.found) == (None, None)
    await one.look()
    assert one.found
    for is_there in (True, False):
        await one.look()
        assert (one.found is not None) is is_there


async def test_a_fault_tells_the_id_of_its_lines_and_no_text(short: World, log: StringIO) -> None:
    ids: list[str | None] = []

    async def fail(*_: Any, **__: Any) -> None:
        ids.append(current_id())
        logging.getLogger("bot.front").warning("on the way")
        raise ValueError(f"{TEXT} is odd")

    short.patch.setattr(meant.MatchOption, "find", fail)
    before = errors("fault")
    await short.ada.slash(short.channel, "move", move=TEXT)
    assert len(short.env.errors) == 1
    (identity,) = ids
    assert f"error `{identity}`" in short.private_texts()[-1]
    assert errors("fault") == before + 1
    said = [line for line in log.getvalue().splitlines() if f"correlation_id={identity}" in line]
    assert [part for part in ("on the way", f"error {identity}") if part in "\n".join(said)] == [
        "on the way",
        f"error {identity}",
    ]
    assert all("action=move" in line and "handling=command" in line for line in said)
    assert "ValueError (text withheld)" in log.getvalue()
    assert TEXT not in log.getvalue()


async def test_a_whole_evening_names_nobody(short: World, log: StringIO) -> None:
    before = errors("refused")
    await short.ada.slash(short.channel, "move", move=TEXT)
    await short.ada.slash(short.channel, "note", text=TEXT)
    for pattern in ("/interactions/*", "/webhooks/*", "/channels/*"):
        short.env.inject_error("POST", pattern, status=500, times=2)
        await short.ada.click(short.last, label="My view")
        await short.ada.slash(short.channel, "move", move=TEXT)
        await short.ada.slash(short.channel, "board")
    short.env.backend.faults.clear()
    await short.ada.slash(short.channel, "claim")
    await short.move(short.ada, "1")
    said = log.getvalue()
    assert errors("refused") > before
    assert "handling=" in said
    people = (short.ada, short.grace, short.linus)
    hidden = [TEXT, *(str(p.id) for p in people), *(p.name for p in people)]
    assert not [(each, line) for line in said.splitlines() for each in hidden if each in line]


# Interactions that come twice


def test_an_interaction_is_known_again() -> None:
    seen = SeenBefore()
    assert [seen.note(each) for each in ("1", "2", "1", "2", "3")] == [
        *(False, False, True, True, False)
    ]


def test_only_the_newest_are_remembered() -> None:
    seen = SeenBefore(2)
    assert not any(seen.note(each) for each in ("1", "2", "3"))
    assert [seen.note(each) for each in ("2", "3", "1")] == [True, True, False]


# What an interaction asks for


COMMANDS = {"move", "challenge bump", "time give"}


def command(name: str, *options: dict[str, Any], kind: int = 2) -> dict[str, Any]:
    return {"type": kind, "data": {"name": name, "options": list(options)}}


def press(custom_id: object, kind: int = 3) -> dict[str, Any]:
    return {"type": kind, "data": {"custom_id": custom_id}}


BUMP = {"type": 1, "name": "bump", "options": [{"type": 3, "name": "first", "value": "me"}]}


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        (command("move", {"name": "match", "value": 12}), Asked("command", "move", 12)),
        (command("move", {"name": "match", "value": "x"}, kind=4), Asked("completion", "move")),
        (command("challenge", BUMP), Asked("command", "challenge bump")),
        (command("castle"), Asked("command", OTHER)),
        (press("view:12:3"), Asked("button", "view", 12)),
        (press("pick:12:3:0:a"), Asked("button", "pick", 12)),
        (press("lobby:accept:12"), Asked("button", "lobby", 12)),
        (press("typed:12:play:a,b"), Asked("button", "typed", 12)),
        (press("page:bump:2"), Asked("button", "page")),
        (press("unblock:12"), Asked("button", "unblock")),
        (press("type:12:3", 5), Asked("form", "type", 12)),
        (press("ask:12", 5), Asked("form", "ask")),
        (press("view"), Asked("button", OTHER)),
        (press("view:٣:3"), Asked("button", OTHER)),
        (press("nonsense:12"), Asked("button", OTHER)),
        (press(None), Asked("button", OTHER)),
        ({"type": 3}, Asked("button", OTHER)),
        ({"type": 2, "data": {}}, Asked("command", OTHER)),
        ({"type": 2, "data": {"name": ["a"], "options": 5}}, Asked("command", OTHER)),
        ({"type": 99, "data": {}}, Asked(OTHER, OTHER)),
        ({}, Asked(OTHER, OTHER)),
    ],
)
def test_what_is_asked_for(sent: dict[str, Any], asked: Asked) -> None:
    assert read_asked(sent, COMMANDS) == asked


async def test_every_command_has_its_own_name(world: World) -> None:
    names = world.client._command_names
    assert {"move", "challenge bump", "games"} <= names
    assert all(len(name) < 40 for name in names)


# What is done in exercises


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
