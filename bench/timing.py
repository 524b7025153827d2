"""What benches measure alike: medians, the memory of a process, a process of their own."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any


async def middle(work: Callable[[], Awaitable[object]], times: int = 21) -> float:
    """The middle of what the work takes, in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def resident(of: str = "VmRSS") -> float:
    """The megabytes of this process that are in memory; with `VmHWM` the most there were."""
    status = Path("/proc/self/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith(of))
    return int(line.split()[1]) * 1024 / 1e6


def apart(module: str, *words: object) -> Any:
    """What a bench prints last, as JSON, in a process of its own."""
    command = [sys.executable, "-m", module, *map(str, words)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])
