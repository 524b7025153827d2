"""The process that searches: answers what it reads on its standard input, until that ends.

It loads only the games and the search, nothing of Discord and no database.
"""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

NICE = 10
"""The priority of the search, as `nice` counts."""

EXPENDABLE = 800
"""The worker's `oom_score_adj`, from -1000 to 1000; the bot's own is usually 0."""

CALLS = 5
"""The innermost calls by which a failure is described."""

SIZE = 4
"""The bytes of the length before each message."""


def framed(value: object) -> bytes:
    """A value as sent through a pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(SIZE, "big") + body


def pass_on(questions: BinaryIO, asked: "SimpleQueue[bytes]") -> None:
    """Pass questions on as they come. The process ends when they do, whatever it computes."""
    while len(head := questions.read(SIZE)) == SIZE:
        asked.put(questions.read(int.from_bytes(head, "big")))
    os._exit(0)


def _answered(body: bytes) -> tuple[bool, object]:
    try:
        return True, pickle.loads(body).answer()
    except Exception as error:
        return False, failure_of(error)


def failure_of(error: Exception) -> str:
    """The class of an error and the innermost calls it came from, on one line, to be logged. The
    text of the error and the values in the calls are left out."""
    calls = reversed(traceback.extract_tb(error.__traceback__)[-CALLS:])
    places = (f"{each.name} ({Path(each.filename).name}:{each.lineno})" for each in calls)
    return f"{type(error).__name__} in {' of '.join(places)}"


def be_the_first_to_go() -> None:
    """Let Linux end this process rather than the bot if memory runs out: its search is repeated."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(f"{EXPENDABLE}", "ascii")


def answer_all() -> None:
    """Answer one question after the other; an error is an answer, too."""
    # Ctrl-C is for the bot, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    be_the_first_to_go()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Accidental prints must not mix with the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    asked = SimpleQueue[bytes]()
    Thread(target=pass_on, args=(sys.stdin.buffer, asked), daemon=True).start()
    while True:
        answers.write(framed(_answered(asked.get())))
        answers.flush()


if __name__ == "__main__":
    answer_all()
