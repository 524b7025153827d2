"""The table in a process of its own, as players start it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def running(database: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`bumpbot table` on a free port, and the address that it printed."""
    settings = {"BUMPBOT_DATABASE": str(database), "PYTHONUNBUFFERED": "1"}
    kept = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "table", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=kept | settings,
        # A test run in the background ignores Ctrl-C, and what it starts would ignore it, too.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout
        try:
            said = iter(process.stdout.readline, "")
            line = next((line for line in said if "http://127.0.0.1:" in line), "")
            yield process, line[line.index("http://") :].strip()
        finally:
            process.kill()
