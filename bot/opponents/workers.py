"""The processes that search for the bot, and the interface to ask them.

A search computes for seconds. In a thread it would slow the event loop, so it runs in its own
process, at a low priority. A process is started when it is first needed, answers one question at a
time, and ends with the pipe to the bot, however the bot ends.
"""

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from bot.opening import open_or_close
from bot.opponents.thinking import Answerable
from bot.opponents.worker import SIZE, framed

Waiting = OrderedDict[int, deque[asyncio.Future[None]]]
"""What waits of each person, oldest first; the people in the order of their turns."""


class Line:
    """A number of `places`, which people take in turns, each with their oldest work.

    A person's answer goes before all background work, and of several places the background never
    takes the last one. An only place is wanted back as soon as a person waits for it.
    """

    def __init__(self, places: int) -> None:
        self._free, self._spare = places, int(places > 1)
        self._answers, self._background = Waiting(), Waiting()
        self._lent: set[asyncio.Future[None]] = set()

    @asynccontextmanager
    async def place(
        self, person: int, *, background: bool = False
    ) -> AsyncIterator[asyncio.Future[None]]:
        """Have a place until the end of the block. What it yields is done once the background is to
        give its place back."""
        wanted = asyncio.get_running_loop().create_future()
        called = asyncio.get_running_loop().create_future()
        waiting = self._background if background else self._answers
        waiting.setdefault(person, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            self._leave(waiting, person, called)
            raise
        try:
            if background and not self._spare:
                self._lent.add(wanted)
                self._call()
            yield wanted
        finally:
            self._lent.discard(wanted)
            self._give_back()

    def _leave(self, waiting: Waiting, person: int, called: asyncio.Future[None]) -> None:
        if called.done() and not called.cancelled():
            # It was called, and was cancelled before it heard of it.
            self._give_back()
        elif called in waiting.get(person, ()):
            waiting[person].remove(called)
            if not waiting[person]:
                del waiting[person]

    def _give_back(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while self._free and self._answers:
            self._call_from(self._answers)
        while self._free > self._spare and self._background:
            self._call_from(self._background)
        for wanted in self._lent if self._answers else ():
            if not wanted.done():
                wanted.set_result(None)

    def _call_from(self, waiting: Waiting) -> None:
        person, asked = next(iter(waiting.items()))
        called = asked.popleft()
        # A person with more work comes again after all others.
        waiting.move_to_end(person)
        if not asked:
            del waiting[person]
        if not called.cancelled():
            self._free -= 1
            called.set_result(None)


log = logging.getLogger(__name__)

A = TypeVar("A")

TRIES = 3
"""How often a question is asked whose worker dies."""

LONGEST = 120.0
"""Seconds after which a search is aborted. The longest takes a few, on a busy machine some
dozens."""

MOST_WAITED = 1.0
"""Seconds after which the background gives back the only worker that a person waits for."""

GIVEN_BACK = 10
"""How often a search of the background gives its worker back. After that it keeps it to its end:
where somebody always waits, it would begin again forever, and each time lose what it has found."""

SECRETS = ("DISCORD_", "BUMPBOT_", "PG")
"""The prefixes of settings that workers do not get."""

ON_WINDOWS: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0
)
"""The equivalent on Windows of a separate session and of `nice`."""


class SearchFailed(Exception):
    """A question has no answer: the search raised an error, took too long, or killed its worker.
    Its text is about the code alone and quotes no value."""


class _Died(Exception):
    """The worker is gone, and the answer with it."""


class _Wanted(Exception):
    """A person waits for the worker of a background search, which begins again later."""


def usual_count() -> int:
    """The default number of workers: one for each core but one, which is the bot's."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (cores or 1) - 1)


class Workers:
    """Processes that search. Belongs to one event loop; `close` ends the processes."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or usual_count()
        self._line = Line(self.count)
        self._asking: set[asyncio.Task[object]] = set()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._all if worker.is_alive]

    async def ask(
        self,
        question: Answerable[A],
        *,
        person: int,
        background: bool = False,
        within: float = LONGEST,
    ) -> A:
        """The answer, for that person. People take turns, each with their oldest question, and all
        of that goes before what is asked in the `background`, which keeps an only worker from them
        for a second at most and then begins again, ten times at most. A search that takes longer
        than `within` seconds, without the time it waited, is aborted.

        A worker that dies costs a repeated search. Cancelling aborts the search. Raises
        SearchFailed.
        """
        body = framed(question)
        with self._noted():
            tries = given_back = 0
            while tries < TRIES:
                gives_back = given_back < GIVEN_BACK
                async with self._line.place(person, background=background) as wanted:
                    try:
                        asked = self._answered(body, within, wanted if gives_back else None)
                        return cast("A", await asked)
                    except _Wanted:
                        log.debug("the background gives its worker back and begins again")
                        given_back += 1
                    except _Died:
                        log.warning("search process died; repeating the search")
                        tries += 1
        raise SearchFailed(f"{TRIES} processes died of a search")

    async def close(self) -> None:
        """End all processes, whatever they do. Callers that wait for an answer are cancelled."""
        asking = self._asking - {asyncio.current_task()}
        for task in asking:
            task.cancel()
        if asking:
            await asyncio.wait(asking)
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()
        self._idle.clear()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        # Until the end of the block the task counts among those that ask.
        task = asyncio.current_task()
        assert task is not None, "only tasks ask"
        self._asking.add(task)
        try:
            yield
        finally:
            self._asking.discard(task)

    async def _answered(
        self, body: bytes, within: float, wanted: asyncio.Future[None] | None
    ) -> object:
        # What a worker answers, which is idle again after it. Raises _Died and _Wanted.
        worker = await self._free_worker()
        try:
            async with asyncio.timeout(within):
                asked = worker.answer(body)
                is_answer, answer = await (_unless(wanted, asked) if wanted else asked)
        except BaseException as error:
            # It may be in the middle of the search.
            worker.kill()
            if isinstance(error, TimeoutError):
                raise SearchFailed(f"a search took more than {within:.0f} s") from None
            raise
        self._idle.append(worker)
        if not is_answer:
            raise SearchFailed(str(answer))
        return answer

    async def _free_worker(self) -> "_Worker":
        self._all = {worker for worker in self._all if worker.is_alive}
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
        worker = await _Worker.start()
        self._all.add(worker)
        return worker


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid

    @classmethod
    async def start(cls) -> "_Worker":
        return await open_or_close(cls._started(), cls.end)

    @classmethod
    async def _started(cls) -> "_Worker":
        return cls(
            await asyncio.create_subprocess_exec(
                # Not from the current folder.
                *(sys.executable, "-P", "-m", "bot.opponents.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(os.environ),
                # Ctrl-C in a terminal goes only to the bot, from the worker's first moment on.
                start_new_session=True,
                creationflags=ON_WINDOWS,
            )
        )

    @property
    def _streams(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        into, out = self._process.stdin, self._process.stdout
        assert into is not None, "the process was started with pipes"
        assert out is not None, "the process was started with pipes"
        return into, out

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def answer(self, body: bytes) -> tuple[bool, object]:
        """Whether there is an answer, and what it is, or what went wrong. Raises _Died."""
        into, out = self._streams
        try:
            into.write(body)
            await into.drain()
            size = int.from_bytes(await out.readexactly(SIZE), "big")
            return cast("tuple[bool, object]", pickle.loads(await out.readexactly(size)))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise _Died from error

    def kill(self) -> None:
        """Kill it at once, unless it has exited."""
        if not self.is_alive:
            return
        if os.name == "nt":
            self._process.kill()
            return
        # asyncio's own `kill` first polls the process, which would take its exit status from the
        # waiting task.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        into, out = self._streams
        self.kill()
        into.close()
        await out.read()
        with suppress(ConnectionError):
            await into.wait_closed()
        await self._process.wait()


async def _unless(wanted: asyncio.Future[None], answer: Coroutine[Any, Any, A]) -> A:
    # The answer, unless it takes more than a second from when a person wants the worker.
    searching = asyncio.ensure_future(answer)
    try:
        either: set[asyncio.Future[Any]] = {searching, wanted}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({searching}, timeout=MOST_WAITED)
        if not searching.done():
            raise _Wanted
        return await searching
    finally:
        searching.cancel()


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    # Without secrets, and with the folder of the running program.
    kept = {name: value for name, value in own.items() if not name.startswith(SECRETS)}
    folder = str(Path(__file__).parents[2])
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, (folder, own.get("PYTHONPATH"))))}
