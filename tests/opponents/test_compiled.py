"""The compiled search answers as the plain one, and it is the compiled one that answers.

Without a compiler this is left out, unless BUMPBOT_REQUIRE_COMPILED is set, as `.ci/run` does.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from filelock import FileLock

from bot.catalog import catalog
from bot.opponents.levels import DEEP, LEVELS, is_compiled, offered
from tests.helpers.commands import output_of
from tests.image import made, private_root
from tests.opponents.answers import answers

ROOT = Path(__file__).parents[2]
REQUIRED = os.environ.get("BUMPBOT_REQUIRE_COMPILED", "") not in ("", "0")
COMPILER = str(sysconfig.get_config_var("CC") or "cl").split()[0]
POSSIBLE = bool(shutil.which(COMPILER)) and importlib.util.find_spec("Cython") is not None
SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "bot", "data", "renderers")

pytestmark = pytest.mark.skipif(
    not (REQUIRED or POSSIBLE), reason="there is no compiler of C, or no Cython"
)


def pip(words: Sequence[str], **environment: str) -> "subprocess.CompletedProcess[str]":
    """Pip without a network, on what `words` name."""
    kept = {name: value for name, value in os.environ.items() if name != "BUMPBOT_COMPILE"}
    said = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    return output_of(
        [sys.executable, "-m", "pip", words[0], *said, *words[1:]], env=kept | environment
    )


@pytest.fixture(scope="session")
def compiled(shared_folder: Path) -> Path:
    """A folder with the bot as somebody has it who installed it compiled. Made once for all
    processes that run tests."""
    work = shared_folder / "compiled"
    with FileLock(f"{work}.lock"):
        if not (work / "installed").exists():
            shutil.rmtree(work, ignore_errors=True)
            source = to_install(shared_folder, work / "checkout")
            words = ["install", f"--target={work / 'begun'}", str(source)]
            done = pip(words, BUMPBOT_COMPILE="require", CFLAGS=made.QUICK)
            assert done.returncode == 0, done.stdout + done.stderr
            (work / "begun").rename(work / "installed")
    return work / "installed"


def to_install(shared: Path, checkout: Path) -> Path:
    """The image's wheel, as compiling takes the longest of all; where none can be built, a copy of
    the checkout: nothing is left in there."""
    if private_root.missing():
        copied(checkout, SOURCES)
        return checkout
    [wheel] = (made.compiling(shared).files / "wheels").glob("*.whl")
    return wheel


def copied(to: Path, names: Sequence[str]) -> None:
    to.mkdir(parents=True)
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to)


@pytest.mark.long
@pytest.mark.parametrize("key", catalog())
def test_the_compiled_kernels_and_search_answer_as_the_plain_ones(compiled: Path, key: str) -> None:
    told = output_of(
        [sys.executable, "-m", "tests.opponents.answers", key],
        cwd=compiled,
        env=os.environ | {"PYTHONPATH": f"{compiled}{os.pathsep}{ROOT}"},
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found.pop("compiled")
    files = found.pop("files")
    assert {"bot.opponents.search", f"bot.opponents.kernels.{key}"} <= set(files)
    assert set(files.values()) <= {".so", ".pyd"}
    assert not is_compiled()
    plain = answers(key)
    assert found["chosen"] == plain["chosen"]
    assert found["kernels"] == plain["kernels"]
    assert found["numbers"] == plain["numbers"]


@pytest.mark.long
def test_the_deep_level_is_offered_by_the_compiled_one_alone(compiled: Path) -> None:
    code = "from bot.opponents.levels import offered; print(*offered())"
    told = output_of([sys.executable, "-c", code], cwd=compiled)
    assert told.stdout.split() == [str(level) for level in (*LEVELS, DEEP)], told.stderr
    assert offered() == LEVELS


@pytest.mark.long
def test_the_sources_lie_next_to_the_compiled_files(compiled: Path) -> None:
    folder = compiled / "bot" / "opponents" / "kernels"
    made = {path.name.partition(".")[0] for path in folder.glob("*.so")}
    assert made == {path.stem for path in folder.glob("*.py")} - {"__init__"}


# How a wheel is made, of a project as small as can be


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    copied(folder, SOURCES[:4])
    for name in ("bot/opponents/kernels", "data", "renderers"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
    for name in ("longs", "kernel", "sides", "proofs", "search"):
        (folder / "bot/opponents" / f"{name}.py").write_text("FOUND = 1\n")
    (folder / "bot/opponents/kernels/heap.py").write_text("class Kernel:\n    left = 3\n")
    return folder


def wheel(project: Path, **environment: str) -> tuple[str, str, list[str]]:
    """The name of the wheel that was made of it, none if none was; what was said; its files."""
    done = pip(["wheel", "-v", f"--wheel-dir={project.parent}", str(project)], **environment)
    made = list(project.parent.glob("*.whl"))
    names: list[str] = []
    if made:
        with zipfile.ZipFile(made[0]) as archive:
            names = archive.namelist()
    assert bool(made) == (done.returncode == 0)
    return (made[0].name if made else ""), done.stdout + done.stderr, names


def test_nobody_who_does_not_ask_gets_anything_compiled(project: Path) -> None:
    name, _, files = wheel(project)
    assert name.endswith("-py3-none-any.whl")
    assert not [file for file in files if file.endswith((".so", ".pyd"))]


@pytest.mark.long
def test_a_compiled_wheel_is_for_this_machine_and_has_the_sources_too(project: Path) -> None:
    name, _, files = wheel(project, BUMPBOT_COMPILE="require")
    assert "none-any" not in name
    for module in ("bot/opponents/search", "bot/opponents/kernels/heap"):
        assert f"{module}.py" in files
        assert [file for file in files if file.startswith(f"{module}.") and file.endswith(".so")]
    assert not [path for path in project.rglob("*") if path.suffix in (".c", ".so")]


@pytest.mark.long
def test_without_a_compiler_a_build_that_requires_one_fails(project: Path) -> None:
    name, said, _ = wheel(project, BUMPBOT_COMPILE="require", CC="/nowhere/cc")
    assert name == ""
    assert "/nowhere/cc" in said


@pytest.mark.long
def test_without_a_compiler_the_wheel_can_be_plain_which_is_said(project: Path) -> None:
    name, said, _ = wheel(project, BUMPBOT_COMPILE="optional", CC="/nowhere/cc")
    assert name.endswith("-py3-none-any.whl")
    assert "Nothing is compiled" in said


@pytest.mark.long
def test_an_unknown_wish_is_answered_with_the_known_ones(project: Path) -> None:
    name, said, _ = wheel(project, BUMPBOT_COMPILE="yes")
    assert name == ""
    assert "It can be skip, optional, require." in said
