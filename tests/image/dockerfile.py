"""A Dockerfile as stages of steps, and each run in its own root without any engine."""

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from docker.utils import exclude_paths
from dockerfile_parse import DockerfileParser

from tests.helpers.commands import output_of
from tests.image.private_root import PYTHON, PrivateRoot, User, make

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Step:
    """One instruction, such as RUN, and the text after it."""

    name: str
    value: str


@dataclass(frozen=True)
class Stage:
    """One image that is built: what it begins with, its name where it has one, its steps."""

    base: str
    name: str
    steps: tuple[Step, ...]

    def last(self, name: str) -> str:
        """What the last such instruction says: it is the one in force."""
        return [step.value for step in self.steps if step.name == name][-1]


def stages(text: str) -> list[Stage]:
    found: list[Stage] = []
    for piece in DockerfileParser(fileobj=io.BytesIO(text.encode())).structure:
        name, value = piece["instruction"], piece["value"]
        if name == "FROM":
            base, _, alias = value.partition(" AS ")
            found.append(Stage(base, alias, ()))
        elif name != "COMMENT":
            last = found.pop()
            found.append(Stage(last.base, last.name, (*last.steps, Step(name, value))))
    return found


def assigned(value: str, known: Mapping[str, str]) -> dict[str, str]:
    """What ENV or LABEL sets, with the variables in it replaced."""
    pairs = (word.partition("=") for word in shlex.split(value))
    return {
        name: re.sub(r"\$\{?(\w+)\}?", lambda found: known[found[1]], said)
        for name, _, said in pairs
    }


def command(value: str) -> list[str]:
    """The words of the command of a HEALTHCHECK or an ENTRYPOINT, which is a JSON list."""
    words: list[str] = json.loads(value[value.index("[") :])
    return words


def options(value: str) -> tuple[dict[str, str], list[str]]:
    """The `--name=value` options of an instruction, and its other words."""
    words = shlex.split(value)
    said = [word for word in words if word.startswith("--")]
    pairs = (word.removeprefix("--").partition("=") for word in said)
    return {name: text for name, _, text in pairs}, words[len(said) :]


SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

BASE, WHEELS = "base", "wheels"
"""In a folder of what every build begins with."""

PLACE_OF_WHEELS = "/wheels-that-are-locked"

DESCRIBED = {"LABEL", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
"""What is written down for the engine and changes no file."""


@dataclass
class Image:
    """What has been built so far: the files, and what a process in them begins with."""

    files: Path
    variables: dict[str, str]
    folder: str = "/"
    user: User | None = None
    built: dict[str, "Image"] = field(default_factory=dict)


def build(stages: list[Stage], ground: Path, work: Path) -> Image:
    """Carry out every step of every stage; the last stage is the image."""
    built: dict[str, Image] = {}
    for number, stage in enumerate(stages):
        files = work / f"stage-{number}"
        shutil.copytree(ground / BASE, files, symlinks=True)
        image = Image(files, {"PATH": f"/base/bin:{SYSTEM_PATH}"}, built=dict(built))
        for step in stage.steps:
            carry_out(image, step, ground / WHEELS)
        built[stage.name or str(number)] = image
    for path in (work / "context", *(each.files for each in image.built.values())):
        shutil.rmtree(path, ignore_errors=True)
    image.built.clear()
    return image


def lay_ground(folder: Path) -> None:
    """Put what every build begins with into the folder."""
    _download(folder / WHEELS)
    _base(folder / BASE)


def _download(folder: Path) -> None:
    """What the image's locks name, in a folder: the builds have no network."""
    locks = [f"--requirement=requirements/{name}.txt" for name in ("build", "compile", "runtime")]
    ran = output_of(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            *("--only-binary=:all:", "--require-hashes", f"--dest={folder}", *locks),
        ],
        cwd=ROOT,
    )
    assert ran.returncode == 0, ran.stderr


def _base(files: Path) -> None:
    """A root with its own Python that can install: it replaces the base image."""
    make(files)
    made = PrivateRoot(files).command(
        [str(PYTHON), "-m", "venv", "/base"], {"PATH": SYSTEM_PATH, "HOME": "/root"}
    )
    assert made.returncode == 0, made.stderr


def carry_out(image: Image, step: Step, wheels: Path) -> None:
    """One step, in what has been built so far. AssertionError where it fails."""
    match step.name:
        case "RUN":
            _run(image, step.value, wheels)
        case "COPY":
            _copy(image, step.value)
        case "ARG" | "ENV":
            image.variables |= assigned(step.value, image.variables)
        case "WORKDIR":
            image.folder = step.value
            _inside(image, step.value).mkdir(parents=True, exist_ok=True)
        case "USER":
            uid, gid = step.value.split(":")
            image.user = User(int(uid), int(gid))
        case name:
            assert name in DESCRIBED, f"nothing here carries out {name}"


def _run(image: Image, line: str, wheels: Path) -> None:
    (image.files / PLACE_OF_WHEELS[1:]).mkdir(exist_ok=True)
    # The index is a folder of what was fetched before; the hashes are compared again.
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": PLACE_OF_WHEELS}
    done = PrivateRoot(image.files, {wheels: PLACE_OF_WHEELS}).command(
        ["/bin/sh", "-c", line], image.variables | index, image.folder, image.user
    )
    (image.files / PLACE_OF_WHEELS[1:]).rmdir()
    assert done.returncode == 0, f"RUN {line}\n{done.stdout}\n{done.stderr}"


def _copy(image: Image, value: str) -> None:
    said, (*sources, target) = options(value)
    assert set(said) <= {"from"}, f"COPY with {said}"
    place = _inside(image, target)
    for source in sources:
        found = image.built[said["from"]].files / source[1:] if said else _sent(image, source)
        if found.is_dir():
            shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
            continue
        folder = place if target.endswith("/") else place.parent
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy2(found, place)


def _sent(image: Image, source: str) -> Path:
    """A file or folder as the builder gets it: without what .dockerignore leaves out."""
    context = image.files.parent / "context"
    if not context.exists():
        for name in sent():
            (context / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, context / name)
    return context / source


def sent() -> list[str]:
    """The files that go to the builder."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    return sorted(name for name in exclude_paths(str(ROOT), patterns) if (ROOT / name).is_file())


def _inside(image: Image, place: str) -> Path:
    """A place in the image as a path of this machine."""
    return image.files / str(Path(image.folder, place))[1:]
