"""The table in a process of its own, as players start it."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]

END_WITH_PARENT = 1
"""`PR_SET_PDEATHSIG`, as the system calls it."""


def _begin() -> None:
    """In the new process, before it is the table."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "linux":
        # It ends with the tests, also where those are killed.
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)


@contextmanager
def running(
    database: Path, module: str = "bot", **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """`bumpbot table`, or what a module makes of it, on a free port, the address that it printed,
    and the lines before that."""
    kept = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    with subprocess.Popen(
        [sys.executable, "-m", module, "table", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=kept | settings | {"BUMPBOT_DATABASE": str(database), "PYTHONUNBUFFERED": "1"},
        # A test run in the background ignores Ctrl-C, and what it starts would ignore it, too.
        preexec_fn=_begin,
    ) as process:
        assert process.stdout
        try:
            before, line = list[str](), process.stdout.readline()
            while line and "http://127.0.0.1:" not in line:
                before.append(line)
                line = process.stdout.readline()
            yield process, line[line.index("http://") :].strip(), before
        finally:
            process.kill()
