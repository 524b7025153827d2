"""Commands in their own processes that start at once, also on a terminal.

Importing the bot takes a second of CPU. One process does so, and forks one for each command; it
ends with the process that started it. Another test checks that `python -m bot` starts without this.
"""

import atexit
import contextlib
import gc
import json
import os
import random
import re
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, Self, TextIO

ROOT = Path(__file__).parents[2]
IMPORTED = (
    *("bot.jobs", "bot.settings", "bot.store.opening", "bot.store.moving", "bot.store.postgres"),
    *("bot.service.build", "bot.upkeep.backups", "bot.upkeep.doctor", "bot.front.client"),
    *("bot.__main__", "renderers"),
    "tests.store.contracts.matches",
)
READ = re.compile(r'(?:os\.environ\.get\(|^[A-Z]+ = )"(BUMPBOT_[A-Z_]+)"', re.MULTILINE)


@cache
def of_tests() -> frozenset[str]:
    """The settings that tests read for themselves. The bot would warn of them."""
    sources = (path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    return frozenset(name for source in sources for name in READ.findall(source))


@cache
def _nursery() -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Where to ask for processes: one message, with the request and the three streams of the
    process as files, and a last one in which its number and exit status are to be written."""
    ours, its = socket.socketpair()
    command = [sys.executable, "-m", __name__, str(its.fileno())]
    nurse = subprocess.Popen(command, cwd=ROOT, pass_fds=[its.fileno()], start_new_session=True)
    its.close()
    atexit.register(_end_nursery, ours, nurse)
    return ours, nurse


def _end_nursery(ours: socket.socket, nurse: "subprocess.Popen[bytes]") -> None:
    # It ends once nobody can ask any more. Left open, both would be warned of at the end of tests.
    ours.close()
    nurse.wait()


def begin(
    module: str, words: Sequence[str], environment: Mapping[str, str], *streams: int
) -> TextIO:
    """Start a process with these three streams. Its number comes through the pipe, then its
    status."""
    reads, writes = os.pipe()
    its_own = {name: each for name, each in environment.items() if name not in of_tests()}
    with tempfile.TemporaryFile("w+") as asked:
        asked.write("\n".join((json.dumps([module, *words]), json.dumps(its_own))))
        asked.seek(0)
        socket.send_fds(_nursery()[0], [b"."], [asked.fileno(), *streams, writes])
    os.close(writes)
    return os.fdopen(reads)


def run(
    module: str,
    words: Sequence[str],
    environment: Mapping[str, str],
    *,
    typed: str = "",
    terminal: int | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run `python -m` that module with those words, in an empty environment. Output to a `terminal`
    of its own is not part of the result."""
    with (
        tempfile.TemporaryFile("w+") as stdin,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
    ):
        stdin.write(typed)
        stdin.seek(0)
        shown = stderr.fileno() if terminal is None else terminal
        with begin(module, words, environment, stdin.fileno(), stdout.fileno(), shown) as told:
            _, status = map(int, told)
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess([module, *words], status, stdout.read(), stderr.read())


def output_of(
    command: Sequence[str | os.PathLike[str]], **how: Any
) -> "subprocess.CompletedProcess[str]":
    """What comes of a command: its status, and what it writes."""
    return subprocess.run(command, capture_output=True, text=True, check=False, **how)


class Program:
    """A module running as a process, to talk to."""

    def __init__(self, module: str, *words: str) -> None:
        reads, its_output = os.pipe()
        its_input, writes = os.pipe()
        self.stdin, self.stdout = os.fdopen(writes, "w"), os.fdopen(reads)
        self._told = begin(module, words, os.environ, its_input, its_output, 2)
        os.close(its_input)
        os.close(its_output)
        self.pid = int(self._told.readline())

    def ask(self, line: str = "") -> str:
        """The next line that it prints when it has been given this one."""
        self.stdin.write(f"{line}\n")
        self.stdin.flush()
        return self.stdout.readline().strip()

    def kill(self) -> str:
        """Kill it; what it had printed and nobody has read. A line may be cut short."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return self.end()[1]

    def end(self) -> tuple[int, str]:
        """Close its input and wait. Returns its exit status, and what else it printed."""
        if self._told.closed:
            return 0, ""
        with suppress(BrokenPipeError):
            self.stdin.close()
        with self.stdout, self._told:
            rest = self.stdout.read()
            return int(self._told.readline()), rest

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def bumpbot(*words: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command, without a token unless it is given."""
    kept = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    return run("bot", words, kept | environment, typed=typed)


def _nurse(asks: socket.socket) -> None:
    """Fork off one process for each request, and one that waits for it. Returns in the former, or
    where nobody can ask any more."""
    for module in IMPORTED:
        import_module(module)
    # Sprites and fonts are kept: the first pictures take more than a second of CPU.
    list(import_module("bot.upkeep.doctor").look_at_pictures())
    gc.freeze()  # Else the first collection of each process copies all of it.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, files, _, _ = socket.recv_fds(asks, 1, 5)
        if not message:
            sys.exit()
        if not os.fork():
            break
        for each in files:
            os.close(each)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        os.write(files[-1], f"{child}\n".encode())
        Thread(target=_end_with, args=(asks, child), daemon=True).start()
        _, status = os.waitpid(child, 0)
        os.write(files[-1], str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    asks.close()
    with os.fdopen(files[0]) as asked:
        words, environment = map(json.loads, asked)
    for number, each in enumerate(files[1:4]):
        os.dup2(each, number)
    for each in files[1:]:
        os.close(each)
    os.environ.clear()
    os.environ.update(environment)
    random.seed()
    sys.argv[:] = words


def _end_with(asks: socket.socket, child: int) -> None:
    """Kill the process once nobody can ask any more: the one that started it is gone."""
    gone = select.poll()
    gone.register(asks, 0)
    gone.poll()
    os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    _nurse(socket.socket(fileno=int(sys.argv[1])))
    # A module imported under its own name runs again as the program.
    sys.modules.pop(f"{sys.argv[0]}.__main__", None)
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def on_a_terminal(*words: str, **environment: str) -> str:
    """What a command writes to standard error where that is a terminal."""
    import fcntl
    import termios

    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = run("bot", words, os.environ | environment, terminal=its)
    assert done.returncode == 0
    os.close(its)
    shown = b""
    # A terminal whose other end is closed ends with an error, not with nothing.
    with contextlib.suppress(OSError):
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    return shown.decode()
