"""Places are given in turns: fair between people, and answers before the background."""

import asyncio
from contextlib import suppress

import pytest

from bot.opponents.workers import Line


class Kept:
    """Whoever waits at a line, and in which order they had their place."""

    def __init__(self, places: int) -> None:
        self.line, self.order = Line(places), list[str]()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.go_on = asyncio.Event()

    async def come(self, *names: str) -> None:
        """Come for a place: `a1` is the first thing of person a, in capitals of the background."""
        for name in names:
            self.tasks[name] = asyncio.create_task(self._have(name))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _have(self, name: str) -> None:
        async with self.line.place(ord(name[0].lower()), background=name.isupper()):
            self.order.append(name)
            await self.go_on.wait()

    async def end(self) -> list[str]:
        self.go_on.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.order


@pytest.fixture
def one() -> Kept:
    return Kept(1)


async def test_people_take_turns_each_with_their_oldest(one: Kept) -> None:
    await one.come("a1", "a2", "a3", "a4", "b1", "b2", "c1")

    assert await one.end() == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_answers_go_before_the_background(one: Kept) -> None:
    await one.come("x1", "A1", "A2", "B1", "b2", "c1")

    assert await one.end() == ["x1", "b2", "c1", "A1", "B1", "A2"]


async def test_of_several_places_the_background_leaves_one_free() -> None:
    two = Kept(2)
    await two.come("A1", "B1")
    assert two.order == ["A1"]
    await two.come("c1")
    assert two.order == ["A1", "c1"]

    assert await two.end() == ["A1", "c1", "B1"]


async def test_the_only_place_is_for_the_background_too(one: Kept) -> None:
    await one.come("A1")

    assert await one.end() == ["A1"]


async def test_whoever_is_cancelled_while_waiting_leaves_the_line(one: Kept) -> None:
    await one.come("a1", "b1", "b2", "c1")
    one.tasks["b1"].cancel()
    one.tasks["c1"].cancel()

    assert await one.end() == ["a1", "b2"]


async def test_whoever_is_cancelled_just_when_called_takes_no_place_along(one: Kept) -> None:
    await one.come("a1", "b1", "c1")
    one.go_on.set()
    await one.tasks["a1"]
    one.tasks["b1"].cancel()
    with suppress(asyncio.CancelledError):
        await one.tasks["b1"]

    assert (await one.end())[-1] == "c1"
    async with asyncio.timeout(300), one.line.place(9):
        pass
