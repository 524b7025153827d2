"""Lanes: no kind of work holds up another, nobody takes a lane alone, none is the loop's."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.front import lanes
from bot.front.context import PrivateReply
from bot.front.lanes import Lane, NewestLane, PersonalLane
from tests.front import heap
from tests.front.conftest import World, said


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


async def test_a_turn_is_drawn_and_posted_while_all_private_lanes_are_full(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    with held(lanes.EXTRAS, lanes.VIEWS, lanes.COMPLETIONS):
        await world.grace.click(world.last, label="Accept")
        assert "it is your turn" in world.last.content
        assert world.last.attachments


async def test_a_private_board_comes_while_animations_are_drawn(world: World) -> None:
    await world.start()
    with held(lanes.EXTRAS, lanes.TURNS):
        shown = await world.linus.slash(world.channel, "board")
        assert shown.response.attachments


async def test_nothing_is_computed_on_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start(spare=9)
    seen: dict[str, set[str]] = {"draw": set(), "complete": set(), "hints": set()}
    picture, complete, hints = heap.scene, heap.GAME.complete, heap.GAME.hints

    def noted(name: str, work: Any) -> Any:
        def run(*args: Any, **how: Any) -> Any:
            seen[name].add(threading.current_thread().name.rsplit("_", 1)[0])
            return work(*args, **how)

        return run

    monkeypatch.setattr(heap, "scene", noted("draw", picture))
    monkeypatch.setitem(vars(heap.GAME), "complete", noted("complete", complete))
    monkeypatch.setitem(vars(heap.GAME), "hints", noted("hints", hints))
    await world.move(world.ada, "1")
    await world.ada.autocomplete(world.channel, "move", "move", "")
    await world.grace.slash(world.channel, "compare")
    await world.grace.slash(world.channel, "board")
    await world.grace.slash(world.channel, "replay")
    assert {"turns", "views", "extras"} <= seen["draw"]
    assert seen["complete"] <= {"completions", "extras", "views"}
    assert seen["hints"] == {"views"}
    assert seen["draw"] <= {"turns", "views", "extras"}
    assert "MainThread" not in set().union(*seen.values())


async def test_one_work_of_a_person_is_done_at_a_time_and_others_come_between() -> None:
    lane = PersonalLane("test", 2, "boards", 3)
    begun: list[str] = []
    release = threading.Event()

    def work(name: str) -> str:
        begun.append(name)
        release.wait()
        return name

    tasks = [asyncio.create_task(lane.run_for(1, work, name)) for name in ("first", "second")]
    await asyncio.sleep(0)
    other = asyncio.create_task(lane.run_for(2, work, "other"))
    await _until(lambda: len(begun) == 2)
    assert sorted(begun) == ["first", "other"]
    release.set()
    assert await asyncio.gather(*tasks, other) == ["first", "second", "other"]


async def test_too_much_at_once_is_refused_in_words_and_later_done() -> None:
    lane = PersonalLane("test", 1, "replays or comparisons", 3)
    release = threading.Event()
    tasks = [asyncio.create_task(lane.run_for(1, release.wait)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(PrivateReply) as refused:
        await lane.run_for(1, release.wait)
    assert str(refused.value) == (
        "You have asked me for 3 replays or comparisons that are not ready yet, so this one is not "
        "done. Ask again as soon as one of them is here."
    )
    release.set()
    assert await asyncio.gather(*tasks) == [True] * 3
    assert await lane.run_for(1, release.wait)
    assert not lane._asked


async def test_work_that_fails_gives_its_place_back() -> None:
    lane = PersonalLane("test", 1, "boards", 1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await lane.run_for(1, divmod, 1, 0)
    assert not lane._asked


async def test_the_newest_keystroke_takes_the_place_of_those_that_wait() -> None:
    lane = NewestLane("test", 1, 600)
    begun: list[str] = []
    release = threading.Event()

    def work(text: str) -> str:
        begun.append(text)
        release.wait()
        return text

    first = asyncio.create_task(lane.run_newest(1, work, "0"))
    await _until(lambda: begun)
    later = [asyncio.create_task(lane.run_newest(1, work, text)) for text in ("01", "012", "0123")]
    await asyncio.sleep(0)
    release.set()
    assert await asyncio.gather(first, *later) == ["0", None, None, "0123"]
    assert begun == ["0", "0123"]
    assert not lane._newest


async def test_a_completion_that_takes_too_long_is_empty() -> None:
    lane = NewestLane("test", 1, 0)
    with held(lane):
        assert await lane.run_newest(1, str, 1) is None


def _refused(world: World) -> int:
    return sum("replays or comparisons" in text for text in world.private_texts())


async def test_a_greedy_viewer_is_told_and_nobody_else_is_held_up(world: World) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    with held(lanes.EXTRAS), world.env.time_context():
        for _ in range(5):
            await world.press(world.linus, world.last, "replay:1:4")
        await _until(lambda: _refused(world) == 2)
    await world.env.settle()
    assert _refused(world) == 2
    other = await world.grace.slash(world.channel, "board")
    assert "It is your turn" in said(other)
