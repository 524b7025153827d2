"""Real processes answer: fairly, whatever is killed, and they are gone with the bot."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import bot.opponents.workers
from bot.catalog import catalog
from bot.model.competitions.competition import Entrant, FixtureTerms
from bot.model.competitions.swiss import SwissRound
from bot.model.records import PersonId
from bot.opponents.thinking import ProofQuestion, Question
from bot.opponents.worker import EXPENDABLE
from bot.opponents.workers import TRIES, Line, SearchFailed, Workers
from tests.opponents.questions import Deadly, Echo, Endless, Loaded, Wrong

PATIENCE = 300.0
"""Seconds that no process of these tests needs."""

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1)
    async with asyncio.timeout(PATIENCE):
        yield made
    await made.close()


def waited(file: Path) -> int:
    while not (file.exists() and (text := file.read_text("utf-8"))):
        time.sleep(0.01)
    return int(text)


async def begun(file: Path) -> int:
    return await asyncio.to_thread(waited, file)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("key", sorted(catalog()))
async def test_a_worker_answers_as_the_search_does_here(workers: Workers, key: str) -> None:
    game = catalog()[key].game
    position = game.start(game.prepare({}, 2, Random(1)))
    for level in (1, 2):
        question = Question(key, position, level, 7)
        found = await workers.ask(question, person=1)
        assert found == question.answer()
        game.play(position, game.parse(position, found.text))
    proof = ProofQuestion(key, position, 1, 1000)
    assert await workers.ask(proof, person=1) == proof.answer()


async def test_nothing_runs_before_it_is_needed_and_one_is_enough(workers: Workers) -> None:
    assert workers.pids == []
    pids = {(await workers.ask(Echo(number), person=1))[1] for number in range(3)}
    assert pids == set(workers.pids)
    assert len(pids) == 1


async def test_so_many_search_side_by_side_and_no_more() -> None:
    workers = Workers(2)
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*(workers.ask(Echo(n), person=n) for n in range(6)))
    assert [value for value, _ in answers] == list(range(6))
    assert len(workers.pids) == 2
    await workers.close()


@POSIX
async def test_a_killed_worker_costs_a_repeated_search(workers: Workers, tmp_path: Path) -> None:
    asked = asyncio.create_task(workers.ask(Endless(tmp_path / "begun"), person=1))
    killed = await begun(tmp_path / "begun")
    os.kill(killed, signal.SIGKILL)

    assert await asked != killed
    assert killed not in workers.pids


async def test_a_search_that_takes_longer_than_it_may_is_ended(
    workers: Workers, tmp_path: Path
) -> None:
    _, ended = await workers.ask(Echo(), person=1)
    with pytest.raises(SearchFailed, match=r"more than 1 s"):
        await workers.ask(Endless(tmp_path / "begun"), person=1, within=1)
    assert (await workers.ask(Echo(3), person=1))[0] == 3
    assert ended not in workers.pids


async def test_a_worker_pairs_a_round(workers: Workers) -> None:
    people = tuple(Entrant(1, n, PersonId(n), f"P{n}", seed=n) for n in range(1, 6))
    asked = SwissRound(people, (), 1, 3, FixtureTerms("bump"))
    assert await workers.ask(asked, person=0) == asked.answer()


@POSIX
async def test_the_only_worker_is_given_back_to_a_person_and_the_background_begins_again(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.opponents.workers, "MOST_WAITED", 0.05)
    review = asyncio.create_task(workers.ask(Endless(tmp_path / "1"), person=1, background=True))
    pid = await begun(tmp_path / "1")
    assert (await workers.ask(Echo(5), person=2))[0] == 5
    assert await review != pid


@POSIX
async def test_the_background_does_not_begin_again_forever(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.opponents.workers, "MOST_WAITED", 0.05)
    monkeypatch.setattr(bot.opponents.workers, "GIVEN_BACK", 0)
    search = Endless(tmp_path / "1")
    review = asyncio.create_task(workers.ask(search, person=1, background=True, within=1))
    await begun(search.begun)
    waiting = asyncio.create_task(workers.ask(Echo(5), person=2))
    # It ends as long searches do, with its only try, and not because somebody waits.
    with pytest.raises(SearchFailed, match=r"more than 1 s"):
        await review
    assert (await waiting)[0] == 5


async def test_a_worker_killed_while_idle_costs_nothing(workers: Workers) -> None:
    _, killed = await workers.ask(Echo(), person=1)
    os.kill(killed, signal.SIGKILL)

    _, other = await workers.ask(Echo(), person=1)
    assert other != killed


@POSIX
async def test_a_question_that_kills_every_worker_is_given_up(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SearchFailed):
        await workers.ask(Deadly(), person=1)
    assert caplog.text.count("repeating the search") == TRIES
    assert (await workers.ask(Echo(5), person=1))[0] == 5


async def test_an_error_of_the_search_is_told_and_the_worker_goes_on(workers: Workers) -> None:
    _, pid = await workers.ask(Echo(), person=1)
    told = r"^ZeroDivisionError in answer \(questions\.py:\d+\) of _answered \(worker\.py:\d+\)$"
    with pytest.raises(SearchFailed, match=told):
        await workers.ask(Wrong(), person=1)
    assert await workers.ask(Echo(), person=1) == (None, pid)


async def test_a_cancelled_search_is_broken_off_and_its_place_is_free(
    workers: Workers, tmp_path: Path
) -> None:
    asked = asyncio.create_task(workers.ask(Endless(tmp_path / "begun"), person=1))
    pid = await begun(tmp_path / "begun")
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked

    _, other = await workers.ask(Echo(), person=2)
    assert other != pid


async def test_what_is_cancelled_before_its_turn_disturbs_nobody(
    workers: Workers, tmp_path: Path
) -> None:
    first = asyncio.create_task(workers.ask(Endless(tmp_path / "begun"), person=1))
    pid = await begun(tmp_path / "begun")
    waiting = [asyncio.create_task(workers.ask(Echo(n), person=n)) for n in range(4)]
    await asyncio.sleep(0)
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)
    assert is_there(pid)
    assert not first.done()
    first.cancel()
    assert (await workers.ask(Echo(1), person=2))[0] == 1


async def test_in_the_end_nothing_is_left_and_waiting_calls_are_cancelled(tmp_path: Path) -> None:
    workers = Workers(1)
    first = asyncio.create_task(workers.ask(Endless(tmp_path / "begun"), person=1))
    pid = await begun(tmp_path / "begun")
    second = asyncio.create_task(workers.ask(Echo(), person=2))
    await asyncio.sleep(0)
    await workers.close()

    assert first.cancelled()
    assert second.cancelled()
    assert workers.pids == []
    assert not is_there(pid)
    await workers.close()


async def test_a_stop_while_a_worker_is_being_started_leaves_nothing() -> None:
    workers = Workers(1)
    asked = asyncio.create_task(workers.ask(Echo(), person=1))
    for _ in range(3):
        await asyncio.sleep(0)
    await workers.close()

    assert asked.cancelled()
    assert workers.pids == []


@pytest.mark.parametrize("turns", range(1, 8))
async def test_stopped_twice_while_a_worker_is_being_started_nothing_is_left(turns: int) -> None:
    before, workers = running(), Workers(1)
    asked = asyncio.create_task(workers.ask(Echo(), person=1))
    for _ in range(3):
        await asyncio.sleep(0)
    asked.cancel()
    for _ in range(turns):
        await asyncio.sleep(0)
    await workers.close()

    assert asked.cancelled()
    assert running() <= before


def running() -> set[asyncio.SubprocessTransport]:
    """The processes that asyncio has started here and that still run."""
    objects = gc.get_objects()
    found = {each for each in objects if isinstance(each, asyncio.SubprocessTransport)}
    return {each for each in found if each.get_returncode() is None}


async def test_a_worker_knows_neither_discord_nor_databases_nor_secrets(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("PGPASSWORD", "secret")
    game = catalog()["bump"].game
    await workers.ask(Question("bump", game.start({}), 1, 1), person=1)
    modules, environment = await workers.ask(Loaded(), person=1)

    strangers = {"discord", "aiohttp", "aiosqlite", "asyncpg", "PIL", "structlog", "pydantic"}
    assert strangers & set(modules) == set()
    assert not any(name.startswith(("bot.front", "bot.store", "bot.model")) for name in modules)
    assert {"DISCORD_TOKEN", "PGPASSWORD"} & set(environment) == set()


def expendable(pid: int) -> int:
    """How readily Linux ends the process if memory runs out."""
    return int(Path(f"/proc/{pid}/oom_score_adj").read_text("ascii"))


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone chooses what to end")
async def test_if_memory_runs_out_workers_end_before_the_bot(workers: Workers) -> None:
    _, pid = await workers.ask(Echo(), person=1)
    assert expendable(pid) == EXPENDABLE
    assert expendable(os.getpid()) < EXPENDABLE


def crowd(file: Path) -> "subprocess.Popen[bytes]":
    """A process of its own group, with a worker that searches."""
    command = [sys.executable, "-m", "tests.opponents.crowd", str(file)]
    root = Path(__file__).parents[2]
    return subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, start_new_session=True)


def gone(pid: int) -> bool:
    """Whether the process ends by itself."""
    until = time.monotonic() + PATIENCE
    while is_there(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_there(pid)


@POSIX
async def test_ctrl_c_ends_all_and_no_worker_complains(tmp_path: Path) -> None:
    with crowd(tmp_path / "begun") as process:
        pid = await begun(tmp_path / "begun")
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate()[1] == b""
    assert process.returncode == 0
    assert gone(pid)


@POSIX
async def test_a_worker_ends_when_the_bot_was_killed(tmp_path: Path) -> None:
    with crowd(tmp_path / "begun") as process:
        pid = await begun(tmp_path / "begun")
        process.kill()
        process.wait()
        # Its search ends, and nobody is there to hear of it.
        assert gone(pid)


class Kept:
    """The one who waits at a line, and in which order they had their place."""

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


async def test_a_call_cancelled_while_waiting_leaves_the_line(one: Kept) -> None:
    await one.come("a1", "b1", "b2", "c1")
    one.tasks["b1"].cancel()
    one.tasks["c1"].cancel()

    assert await one.end() == ["a1", "b2"]


async def test_a_call_cancelled_just_when_called_takes_no_place_along(one: Kept) -> None:
    await one.come("a1", "b1", "c1")
    one.go_on.set()
    await one.tasks["a1"]
    one.tasks["b1"].cancel()
    with suppress(asyncio.CancelledError):
        await one.tasks["b1"]

    assert (await one.end())[-1] == "c1"
    async with asyncio.timeout(300), one.line.place(9):
        pass
