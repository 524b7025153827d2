"""What the Dockerfile makes, each image carried out once for all processes that run tests."""

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from tests.image.dockerfile import ROOT, Image, Stage, build, lay_ground, stages

M = TypeVar("M")

GROUND = "ground"


def image(shared: Path) -> Image:
    """The image as it is without options."""
    return _once(shared / "image", lambda work: build(_stages(), ground(shared), work))


def compiling(shared: Path) -> Image:
    """The stage that compiles the search, as a build that asks for it gets it, with its wheel."""
    first = _stages("ARG BUMPBOT_COMPILE=skip", "ARG BUMPBOT_COMPILE=require")[:1]
    return _once(shared / "compiling", lambda work: build(first, ground(shared), work))


def ground(shared: Path) -> Path:
    """What every build begins with."""
    _once(shared / GROUND, lay_ground)
    return shared / GROUND


def _stages(said: str = "", asked: str = "") -> list[Stage]:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert said in text
    return stages(text.replace(said, asked))


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
