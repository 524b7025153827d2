"""What is installed is locked to the last hash, and the locks agree with pyproject.toml. No index
is asked: `make lock` renews them."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.supply.locks import CONTENTS, FOLDER, ROOT, pins, pyproject, wanted

LOCKS = {path.stem: path for path in FOLDER.glob("*.txt")}
INSTALLS = re.compile(r"pip[^\n`&]* install [^\n`&]*")


PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def holds(requirement: Requirement, python: str) -> bool:
    """Whether it is meant for that Python."""
    here = {"python_version": python, "python_full_version": f"{python}.0"}
    return requirement.marker is None or requirement.marker.evaluate(here)


def missing(requirements: list[Requirement], lock: Path) -> list[str]:
    """What is wanted and not locked, or locked in a version that does not fit, on some Python."""
    return sorted({each for python in PYTHONS for each in _missing(requirements, lock, python)})


def _missing(requirements: list[Requirement], lock: Path, python: str) -> Iterator[str]:
    locked: dict[str, list[str]] = {}
    for pin in pins(lock):
        if holds(pin.requirement, python):
            locked.setdefault(pin.name, []).append(pin.version)
    for each in requirements:
        versions = locked.get(canonicalize_name(each.name), [])
        fits = versions and all(each.specifier.contains(version) for version in versions)
        if holds(each, python) and not fits:
            yield str(each)


def test_there_is_a_lock_for_everything_that_can_be_installed() -> None:
    project = pyproject()
    assert set(LOCKS) == set(CONTENTS)
    extras = {extra for extras, _ in CONTENTS.values() for extra in extras} - {""}
    groups = {group for _, groups in CONTENTS.values() for group in groups}
    assert extras == set(project["project"]["optional-dependencies"])
    assert groups == set(project["dependency-groups"])


@pytest.mark.parametrize("lock", CONTENTS)
def test_what_pyproject_wants_is_locked_in_a_version_that_fits(lock: str) -> None:
    assert missing(wanted(pyproject(), lock), LOCKS[lock]) == []


def test_a_dependency_that_is_not_locked_is_noticed() -> None:
    planted = [Requirement("numpy"), Requirement("tqdm<1"), Requirement("tqdm>=4")]
    assert missing(planted, LOCKS["runtime"]) == ["numpy", "tqdm<1"]
    newest = [Requirement("atheris>=3.1")]
    assert missing(newest, LOCKS["fuzz"]) == ["atheris>=3.1"]


def test_what_builds_the_project_is_locked() -> None:
    builders = [Requirement(each) for each in pyproject()["build-system"]["requires"]]
    assert missing(builders, LOCKS["build"]) == []
    assert missing(builders, LOCKS["development"]) == []


@pytest.mark.parametrize("lock", CONTENTS)
def test_every_package_has_one_version_and_its_hashes(lock: str) -> None:
    for pin in pins(LOCKS[lock]):
        assert pin.version
        assert pin.hashes, pin.name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes), pin.name


@pytest.mark.parametrize("lock", CONTENTS)
def test_no_lock_names_a_host_or_a_place_on_a_machine(lock: str) -> None:
    lines = LOCKS[lock].read_text("utf-8").splitlines()
    assert not [line for line in lines if re.search(r"://|--\w*index|--find-links|(^|\s)/", line)]


def test_the_locks_agree_with_each_other() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for path in LOCKS.values():
        for pin in pins(path):
            marker = str(pin.requirement.marker)
            found.setdefault((pin.name, marker), set()).add(pin.version)
    assert not {name: versions for name, versions in found.items() if len(versions) > 1}


def test_the_locks_hold_for_the_systems_and_pythons_that_are_allowed() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    oldest = pyproject()["project"]["requires-python"].removeprefix(">=")
    assert f"--universal --python-version {oldest} " in text
    # Packages of other systems and later versions are there, with the condition for them.
    conditions = {pin.name: str(pin.requirement.marker) for pin in pins(LOCKS["runtime"])}
    assert "3.13" in conditions["audioop-lts"]
    assert "win32" in conditions["colorama"]


@pytest.mark.parametrize("name", ["Makefile", "README.md", "Dockerfile", ".ci/run"])
def test_nothing_is_installed_that_is_not_locked(name: str) -> None:
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    for line in INSTALLS.findall(text):
        assert re.search(r"--require-hashes|\$\(LOCKED\)|--no-deps|apt-get", line), line


def test_an_install_that_is_not_locked_is_noticed() -> None:
    assert INSTALLS.findall("or `pip install '.[table]'` and pip install x && true") == [
        "pip install '.[table]'",
        "pip install x ",
    ]


def made(target: str, folder: Path) -> str:
    """What `make` would do for a target, where nothing has been set up but what the folder has."""
    asked = ["make", "--dry-run", target, f"VENV={folder}"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        asked, cwd=ROOT, env=own, capture_output=True, text=True, check=True
    ).stdout


def test_playing_installs_only_what_it_needs_and_says_how_long_that_takes(tmp_path: Path) -> None:
    said = made("play", tmp_path / "new")
    assert "about a minute, once" in said
    assert "requirements/table.txt" in said
    assert "development.txt" not in said
    # Whoever has set up everything plays with that.
    (tmp_path / "ready").touch()
    assert "table.txt" not in made("play", tmp_path)
    test = made("test", tmp_path / "new")
    assert "one to three minutes, once" in test
    assert "requirements/development.txt" in test
