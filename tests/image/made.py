"""What the Dockerfile makes, each image carried out once for all processes that run tests."""

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from tests.image.dockerfile import ROOT, Image, build, lay_ground, stages

M = TypeVar("M")

GROUND = "ground"

QUICK = "-O0"
"""What the compiler of C is told when a test compiles the search."""

BYTECODE = """ \\
    && /opt/bumpbot/bin/python -m compileall -q -f --invalidation-mode unchecked-hash \\
        /opt/bumpbot/lib"""


def image(shared: Path) -> Image:
    """The image as it is without options."""
    whole = stages((ROOT / "Dockerfile").read_text("utf-8"))
    return _once(shared / "image", lambda work: build(whole, ground(shared), work))


def compiling(shared: Path) -> Image:
    """The stage that compiles the search, as a build that asks for it gets it, with its wheel.

    The C compiler optimizes less there, which takes half the time: its answers are the same, and
    how fast they are is measured elsewhere. Bytecode is only in the image without options.
    """
    asked = f"ARG BUMPBOT_COMPILE=require\nARG CFLAGS={QUICK}"
    text = _replaced((ROOT / "Dockerfile").read_text("utf-8"), "ARG BUMPBOT_COMPILE=skip", asked)
    first = stages(_replaced(text, BYTECODE, ""))[:1]
    return _once(shared / "compiling", lambda work: build(first, ground(shared), work))


def ground(shared: Path) -> Path:
    """What every build begins with."""
    _once(shared / GROUND, lay_ground)
    return shared / GROUND


def _replaced(text: str, said: str, asked: str) -> str:
    assert said in text
    return text.replace(said, asked)


def _once(work: Path, make: Callable[[Path], M]) -> M:
    """What is made in that folder, by whichever process comes first."""
    told = work / "made.pickle"
    with FileLock(f"{work}.lock"):
        if not told.exists():
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir()
            told.write_bytes(pickle.dumps(make(work)))
        found: M = pickle.loads(told.read_bytes())
    return found
