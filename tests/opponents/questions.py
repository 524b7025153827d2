"""Questions to real worker processes, which find this module next to the bot."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Echo:
    """Answered at once with what was asked, and by whom it was answered."""

    value: object = None

    def answer(self) -> tuple[object, int]:
        return self.value, os.getpid()


@dataclass(frozen=True)
class Endless:
    """Notes its start in a file, and computes for ever; the second time it ends at once."""

    begun: Path

    def answer(self) -> int:
        if not self.begun.exists():
            self.begun.write_text(str(os.getpid()), "utf-8")
            while True:
                time.sleep(0.01)
        return os.getpid()


class Deadly:
    """Kills the worker that answers it."""

    def answer(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Wrong:
    """Can't be answered."""

    def answer(self) -> None:
        print("this is no answer")
        raise ZeroDivisionError("one by nothing")


class Loaded:
    """What a worker has loaded, and what it was told by the environment."""

    def answer(self) -> tuple[list[str], list[str]]:
        return sorted(sys.modules), sorted(os.environ)
