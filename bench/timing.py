"""What every bench needs: sizes, a folder, times, a table, and a separate process."""

import argparse
import asyncio
import multiprocessing
import signal
import statistics
import tempfile
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
)
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

SPAWN = multiprocessing.get_context("spawn")
REST = 0.001
"""Seconds between two measurements of the event loop's delay."""

P = ParamSpec("P")
T = TypeVar("T")


def asked(
    about: str | None, *, which: Iterable[str] = (), **options: float | str | bool
) -> argparse.Namespace:
    """The options of the command line, each of the type of its default.

    If something is to be chosen by name, the first word has to be one of `which`. From here on a
    bench that is stopped ends as after Ctrl-C: nothing that it has started is left running.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    words = argparse.ArgumentParser(description=about)
    if which:
        words.add_argument("which", choices=which)
    for name, default in options.items():
        if default is False:
            words.add_argument(f"--{name}", action="store_true")
        else:
            words.add_argument(f"--{name}", type=type(default), default=default)
    return words.parse_args()


@contextmanager
def scratch(name: str = "bench.sqlite3") -> Iterator[Path]:
    """A path in a temporary folder, which is deleted in the end with everything in it."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / name


# Times, all in seconds


def timed(work: Callable[[], object], times: int = 1) -> list[float]:
    """How long the work takes, each time."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return taken


async def middle(work: Callable[[], Awaitable[object]], times: int = 21) -> float:
    """The median of the work's times, in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000


def share(part: float, taken: Sequence[float]) -> float:
    """The quantile: 0.5 for the median."""
    return sorted(taken)[min(int(len(taken) * part), len(taken) - 1)]


def middle_and_slowest(taken: Sequence[float]) -> list[float]:
    """The median and the slowest hundredth, in milliseconds."""
    return [share(part, taken) * 1000 for part in (0.5, 0.99)]


@asynccontextmanager
async def beside(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs the work during the block, and cancels it after it."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def stalls() -> AsyncIterator[list[float]]:
    """How much later than asked the event loop ran, every time, until the end."""
    late: list[float] = []

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(REST)
            late.append(time.perf_counter() - began - REST)

    async with beside(watch()):
        yield late
        await asyncio.sleep(2 * REST)  # The last stall is noticed only after its end.


# Memory


def resident(of: str = "VmRSS", process: int | str = "self") -> float:
    """The megabytes of a process that are in memory, of this one unless another is named; with
    `VmHWM` the peak."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith(of))
    return int(line.split()[1]) * 1024 / 1e6


def apart(work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """The result of the work in a fresh process, which loads no more than the bench's own
    module."""
    with ProcessPoolExecutor(1, SPAWN) as pool:
        done = pool.submit(work, *values, **named)
        try:
            return done.result()
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


# The table


class Table:
    """Names with figures, each line printed as soon as it is found."""

    def __init__(self, what: str, *heads: str, form: str = ",.1f", first: int = 48) -> None:
        self._form, self._first = form, first
        self._widths = [max(12, len(head) + 2) for head in heads]
        self._print(what, heads)

    def row(self, name: str, *figures: float | str) -> None:
        """Print a line; a count is printed whole, a text unchanged."""
        self._print(name, [self._cell(figure) for figure in figures])

    def _cell(self, figure: float | str) -> str:
        if isinstance(figure, str):
            return figure
        return f"{figure:,}" if isinstance(figure, int) else f"{figure:{self._form}}"

    def _print(self, name: str, cells: list[str] | tuple[str, ...]) -> None:
        columns = (f"{cell:>{width}}" for cell, width in zip(cells, self._widths, strict=False))
        print(f"{name:<{self._first}}" + "".join(columns), flush=True)
