"""Lanes: no kind of work holds up another, nobody takes a lane alone, none is the loop's."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import renderers
from bot.front.discord import lanes
from bot.front.discord.context import PrivateReply
from bot.front.discord.lanes import Lane, NewestLane, PersonalLane
from bot.model.records import PersonId
from bot.service.personal import drafts
from tests.front import heap
from tests.front.conftest import World
from tests.front.snapshot import snapshot
from tests.helpers.people import ADA, GRACE, LINUS


@contextmanager
def held(*some: Lane) -> Iterator[None]:
    """Those lanes are full of work until the end."""
    release = threading.Event()
    try:
        for lane in some:
            for _ in range(20):
                lane._threads.submit(release.wait)
        yield
    finally:
        release.set()


async def _until(check: Any) -> None:
    for _ in range(100_000):
        if check():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to pass")


async def test_a_board_is_drawn_while_the_lanes_of_all_else_are_full(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    with held(lanes.EXTRAS, lanes.VIEWS, lanes.COMPLETIONS):
        await world.grace.click(world.last, label="Accept")
        snapshot(world.last)
    with held(lanes.EXTRAS, lanes.TURNS):
        assert (await world.linus.slash(world.channel, "board")).response.attachments


async def test_nothing_is_computed_on_the_event_loop(begun: World) -> None:
    seen: dict[str, set[str]] = {"draw": set(), "complete": set(), "hints": set(), "preview": set()}
    picture, complete, hints = heap.scene, heap.GAME.complete, heap.GAME.hints

    def noted(name: str, work: Any) -> Any:
        def run(*args: Any, **how: Any) -> Any:
            seen[name].add(threading.current_thread().name.rsplit("_", 1)[0])
            return work(*args, **how)

        return run

    begun.patch.setattr(heap, "scene", noted("draw", picture))
    begun.patch.setitem(vars(heap.GAME), "complete", noted("complete", complete))
    begun.patch.setitem(vars(heap.GAME), "hints", noted("hints", hints))
    begun.patch.setattr(drafts, "match_after", noted("preview", drafts.match_after))
    await begun.move(begun.ada, "1")
    for command, option in (("move", "move"), ("compare", "moves")):
        await begun.grace.autocomplete(begun.channel, command, option, "")
    await begun.ada.autocomplete(begun.channel, "premove", "if", "")
    await begun.form(begun.grace)
    snapshot(await begun.ask(begun.grace, "move", move="1", preview=True))
    await begun.grace.slash(begun.channel, "compare")
    await begun.grace.slash(begun.channel, "board")
    await begun.grace.slash(begun.channel, "replay")
    assert {"turns", "views", "extras"} <= seen["draw"]
    assert seen["complete"] <= {"completions", "extras", "views"}
    assert seen["hints"] == {"views"}
    assert seen["preview"]
    assert seen["draw"] <= {"turns", "views", "extras"}
    assert "MainThread" not in set().union(*seen.values())


def _waiting_work() -> tuple[Callable[[str], str], list[str], threading.Event]:
    # Work that answers what it was given once it is released, and what has been begun of it.
    begun: list[str] = []
    release = threading.Event()

    def work(text: str) -> str:
        begun.append(text)
        release.wait()
        return text

    return work, begun, release


async def test_one_work_of_a_person_is_done_at_a_time_and_others_come_between() -> None:
    lane = PersonalLane("test", 2, "boards", 3)
    work, begun, release = _waiting_work()
    tasks = [asyncio.create_task(lane.run_for(ADA.id, work, name)) for name in ("first", "second")]
    await asyncio.sleep(0)
    other = asyncio.create_task(lane.run_for(GRACE.id, work, "other"))
    await _until(lambda: len(begun) == 2)
    assert sorted(begun) == ["first", "other"]
    release.set()
    assert await asyncio.gather(*tasks, other) == ["first", "second", "other"]


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (
            [1, 1, 1],
            "You have asked me for 3 boards that are not ready yet, so this one is not done. Ask "
            "again as soon as one of them is here.",
        ),
        (
            [2, 3, 4],
            "So many people are asking me for boards just now that this one is not done. Ask again "
            "in a few seconds.",
        ),
    ],
)
async def test_too_much_at_once_is_refused_and_later_done(people: list[int], sentence: str) -> None:
    lane = PersonalLane("test", 1, "boards", 3, in_all=3)
    release = threading.Event()
    tasks = [asyncio.create_task(lane.run_for(PersonId(person), release.wait)) for person in people]
    await asyncio.sleep(0)
    with pytest.raises(PrivateReply) as refused:
        await lane.run_for(ADA.id, release.wait)
    assert str(refused.value) == sentence
    release.set()
    assert await asyncio.gather(*tasks) == [True] * 3
    # Work that fails gives its place back.
    for _ in range(4):
        with pytest.raises(ZeroDivisionError):
            await lane.run_for(ADA.id, divmod, 1, 0)
    assert await lane.run_for(ADA.id, release.wait)
    assert not lane._asked


async def test_what_draws_several_boards_takes_as_many_places() -> None:
    lane = PersonalLane("test", 1, "boards", 3, in_all=10)
    release = threading.Event()
    page = asyncio.create_task(lane.run_for(ADA.id, release.wait, counts=9))
    board = asyncio.create_task(lane.run_for(GRACE.id, release.wait))
    await asyncio.sleep(0)
    with pytest.raises(PrivateReply):
        await lane.run_for(LINUS.id, release.wait)
    release.set()
    assert all(await asyncio.gather(page, board))
    # Alone even more than that is drawn.
    assert await lane.run_for(LINUS.id, release.wait, counts=11)


async def test_the_newest_keystroke_takes_the_place_of_those_that_wait() -> None:
    lane = NewestLane("test", 1, 600, in_all=2)
    work, begun, release = _waiting_work()
    first = asyncio.create_task(lane.run_newest(ADA.id, work, "0"))
    await _until(lambda: begun)
    later = [
        asyncio.create_task(lane.run_newest(ADA.id, work, text)) for text in ("01", "012", "0123")
    ]
    other = asyncio.create_task(lane.run_newest(GRACE.id, work, "other"))
    await asyncio.sleep(0)
    # More people than can be answered in time get nothing.
    assert await lane.run_newest(LINUS.id, work, "third") is None
    release.set()
    assert await asyncio.gather(first, *later) == ["0", None, None, "0123"]
    assert await other == "other"
    assert sorted(begun) == ["0", "0123", "other"]
    assert not lane._newest


async def test_a_completion_that_takes_too_long_is_empty() -> None:
    lane = NewestLane("test", 1, 0)
    with held(lane):
        assert await lane.run_newest(ADA.id, str, 1) is None


def _refused(world: World) -> int:
    return sum("replays or comparisons" in text for text in world.private_texts())


async def test_a_greedy_viewer_is_told_and_nobody_else_is_held_up(begun: World) -> None:
    await begun.move(begun.ada, "1")
    with held(lanes.EXTRAS), begun.env.time_context():
        for _ in range(5):
            await begun.press(begun.linus, begun.last, "replay:1:4")
        await _until(lambda: _refused(begun) == 2)
    await begun.env.settle()
    assert _refused(begun) == 2
    snapshot(await begun.ask(begun.grace, "board"))


# What takes long gives way


async def test_no_extra_begins_while_a_turn_or_a_view_waits_and_all_do_behind_them() -> None:
    turns, views = Lane("turns", 1), PersonalLane("views", 1, "boards", 6)
    extras = PersonalLane("extras", 2, "replays", 6, last=True)
    release, begun = threading.Event(), list[str]()

    def work(name: str) -> None:
        begun.append(name)
        release.wait()

    sooner = [
        asyncio.create_task(turns.run(work, "turn")),
        asyncio.create_task(turns.run(work, "waiting turn")),
        asyncio.create_task(views.run_for(ADA.id, work, "view")),
    ]
    await _until(lambda: len(begun) == 2)
    later = [
        asyncio.create_task(extras.run_for(PersonId(n), begun.append, "extra")) for n in range(3)
    ]
    # Both threads of the extras have taken one up, and neither has begun it.
    await _until(lambda: extras._threads._work_queue.qsize() == 1)
    assert "extra" not in begun
    release.set()
    await asyncio.gather(*sooner, *later)
    assert begun[2:] == ["waiting turn", "extra", "extra", "extra"]


async def test_an_extra_stops_between_its_parts_for_what_comes_meanwhile() -> None:
    turns, extras = Lane("turns", 1), Lane("extras", 1, last=True)
    parts, release = list[str](), threading.Event()
    first, may_go_on = threading.Event(), threading.Event()

    def film() -> None:
        parts.append("frame 1")
        first.set()
        may_go_on.wait()
        lanes.give_way()
        parts.append("frame 2")

    def turn() -> None:
        may_go_on.set()
        release.wait()
        parts.append("turn")

    drawn = asyncio.create_task(extras.run(film))
    await _until(first.is_set)
    posted = asyncio.create_task(turns.run(turn))
    await _until(may_go_on.is_set)
    release.set()
    await asyncio.gather(drawn, posted)
    assert parts == ["frame 1", "turn", "frame 2"]


def test_a_frame_of_an_animation_is_a_part() -> None:
    parts: list[None] = []
    shot = (heap.GAME.start({"spare": 3}), ())
    renderers.animate(heap.GAME.key, [shot, shot, shot], before_each=lambda: parts.append(None))
    assert len(parts) == 3


async def test_an_extra_does_not_give_way_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "LONGEST_WAIT", 0.0)
    with lanes.FOREGROUND.taken():
        assert await Lane("extras", 1, last=True).run(str, 1) == "1"


async def test_what_fails_gives_the_way_free_again() -> None:
    with pytest.raises(ZeroDivisionError):
        await Lane("turns", 1).run(divmod, 1, 0)
    assert lanes.FOREGROUND._none.is_set()
