"""Commands in processes of their own that begin at once.

To import the bot takes a second of CPU. One process does so, and forks off one for each command; it
ends with whoever started it. That `python -m bot` begins at all is tested without this.
"""

import json
import os
import random
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMPORTED = (
    *("bot.jobs", "bot.settings", "bot.store.opening", "bot.store.moving", "bot.upkeep.backups"),
    *("bot.upkeep.doctor", "renderers"),
)


@cache
def _nursery() -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Where to ask for processes: one message, with the request and the three streams of the
    process as files, and a last one in which its exit status is to be written."""
    ours, its = socket.socketpair()
    command = [sys.executable, "-m", __name__, str(its.fileno())]
    nurse = subprocess.Popen(command, cwd=ROOT, pass_fds=[its.fileno()], start_new_session=True)
    its.close()
    return ours, nurse


def run(
    module: str, words: Sequence[str], environment: Mapping[str, str], *, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    """`python -m` that module with those words, in an environment of nothing else."""
    request = json.dumps([module, *words]), json.dumps(dict(environment))
    with (
        tempfile.TemporaryFile("w+") as asked,
        tempfile.TemporaryFile("w+") as stdin,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
    ):
        asked.write("\n".join(request))
        stdin.write(typed)
        for file in (asked, stdin):
            file.flush()
            file.seek(0)
        reads, writes = os.pipe()
        files = [each.fileno() for each in (asked, stdin, stdout, stderr)]
        socket.send_fds(_nursery()[0], [b"."], [*files, writes])
        os.close(writes)
        with os.fdopen(reads) as status:
            ended = int(status.read())
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess([module, *words], ended, stdout.read(), stderr.read())


def start(
    module: str, words: Sequence[str], environment: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    """The same by a process that has imported nothing."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(
        command, cwd=ROOT, env=dict(environment), capture_output=True, text=True, check=False
    )


def bumpbot(*words: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command, without a token unless it is given."""
    kept = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    return run("bot", words, kept | environment, typed=typed)


def _nurse(asks: socket.socket) -> None:
    """Fork off one process for each request, and one that waits for it. Returns in the former, or
    where nobody can ask any more."""
    for module in IMPORTED:
        import_module(module)
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


if __name__ == "__main__":
    _nurse(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
