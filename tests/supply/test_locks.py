"""What is installed is locked and audited, and its licenses allow ours."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from license_expression import get_spdx_licensing
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.helpers.commands import output_of
from tests.helpers.long_runs import mostly_long
from tests.supply.audit import CONTENTS, FOLDER, ROOT, main, pins, pyproject, wanted

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
    # A person who has set up everything plays with that.
    (tmp_path / "ready").touch()
    assert "table.txt" not in made("play", tmp_path)
    test = made("test", tmp_path / "new")
    assert "one to three minutes, once" in test
    assert "requirements/development.txt" in test


# The audit tells what is known from what can't be asked: the real pip-audit at a database of our


HASH = "0" * 64
LOCK = f"""\
harmless==1.0 \\
    --hash=sha256:{HASH}
tame==2.0 ; python_version >= "3" \\
    --hash=sha256:{HASH}
"""

KNOWN = {
    "vulns": [
        {
            "id": "PYSEC-2026-1",
            "aliases": ["CVE-2026-1"],
            "summary": "It bites.",
            "affected": [
                {
                    "package": {"name": "tame", "ecosystem": "PyPI"},
                    "ranges": [{"type": "ECOSYSTEM", "events": [{"fixed": "2.1"}]}],
                }
            ],
        }
    ]
}


@dataclass
class Database:
    """Known vulnerabilities by package. `breaks_after` so many answers it fails."""

    known: dict[str, object] = field(default_factory=dict)
    breaks_after: int = 1000
    asked: list[str] = field(default_factory=list)
    address: str = ""

    def answer(self, name: str) -> tuple[int, object]:
        """The status and the body for a question about a package."""
        self.asked.append(name)
        if len(self.asked) > self.breaks_after:
            return 503, {}
        return 200, self.known.get(name, {})


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setenv("NO_PROXY", "*")
    made = Database()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(made))
    made.address = f"http://127.0.0.1:{server.server_port}/v1/query"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


def handler(database: Database) -> Callable[..., BaseHTTPRequestHandler]:
    """What answers for this database."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            question = json.loads(self.rfile.read(length))
            status, body = database.answer(question["package"]["name"])
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "lock.txt"
    path.write_text(LOCK, encoding="utf-8")
    return path


def test_what_is_not_known_to_be_vulnerable_passes(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--service", database.address, str(lock)]) == 0
    assert capsys.readouterr().out == "pip-audit: 2 locked packages, 0 vulnerabilities\n"
    assert {"harmless", "tame"} <= set(database.asked)


def test_what_is_known_to_be_vulnerable_fails_and_is_named(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.known["tame"] = KNOWN
    assert main(["--service", database.address, str(lock)]) == 1
    said = capsys.readouterr().out
    assert "VULNERABLE: tame 2.0: PYSEC-2026-1, CVE-2026-1; fixed in 2.1" in said
    assert "2 locked packages, 1 vulnerabilities" in said


def test_an_unreachable_database_skips_the_audit(
    lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody listens on the port for discarding.
    assert main(["--service", "http://127.0.0.1:9/v1/query", str(lock)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("pip-audit SKIPPED: http://127.0.0.1:9/v1/query can't be reached")
    assert "NOT checked" in said


@pytest.mark.parametrize("answers", mostly_long([0, 1, 2], 1))
def test_a_database_that_breaks_skips_the_audit(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str], answers: int
) -> None:
    database.known["tame"] = KNOWN
    database.breaks_after = answers
    assert main(["--service", database.address, str(lock)]) == 0
    assert "SKIPPED" in capsys.readouterr().out


def test_an_audit_that_goes_wrong_by_itself_fails(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unlocked = tmp_path / "unlocked.txt"
    unlocked.write_text("tame>=2\n", encoding="utf-8")
    assert main(["--service", database.address, str(unlocked)]) == 1
    assert "FAILED and checked nothing" in capsys.readouterr().out


# `make sbom` tells what the image holds and under which licenses, and each allows ours


ALLOWED = {
    # These ask for no more than to be named.
    *("MIT", "MIT-CMU", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC"),
    *("PSF-2.0", "Python-2.0", "HPND", "Zlib", "0BSD", "Unlicense"),
    # Changed files of theirs stay under it; what merely uses them does not.
    "MPL-2.0",
}
"""Licenses of packages that a program under the MIT license may bring along."""

CLASSIFIERS = {"License :: OSI Approved :: Apache Software License": "Apache-2.0"}


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("sbom")
    own = [f"BIN={Path(sys.executable).parent}", f"PYTHON={sys.executable}", "READY="]
    made = output_of(
        ["make", "sbom", f"BUILD={folder}", *own],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )
    assert made.returncode == 0, made.stderr
    return (folder / "bumpbot.cdx.json").read_text("utf-8")


def components(bill: str) -> dict[str, dict[str, Any]]:
    return {canonicalize_name(each["name"]): each for each in json.loads(bill)["components"]}


# It reads its list of all licenses each time.
spdx = cache(get_spdx_licensing)


def licenses(component: dict[str, Any]) -> set[str]:
    """The licenses that a package names, by their SPDX names."""
    found: set[str] = set()
    for each in component.get("licenses", ()):
        said = each.get("expression") or each["license"].get("id") or each["license"]["name"]
        expression = spdx().parse(CLASSIFIERS.get(said, said), validate=True)
        found |= {str(key) for key in expression.objects}
    return found


@pytest.mark.long
def test_it_is_in_the_form_it_claims(bill: str) -> None:
    # To import them takes as long as to collect thousands of tests.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    version = SchemaVersion.from_version(json.loads(bill)["specVersion"])
    assert JsonStrictValidator(version).validate_str(bill) is None


@pytest.mark.long
def test_it_names_every_locked_package_in_its_version(bill: str) -> None:
    found = {name: each["version"] for name, each in components(bill).items()}
    markers = [(pin, pin.requirement.marker) for pin in pins(FOLDER / "runtime.txt")]
    here = {pin.name: pin.version for pin, marker in markers if not marker or marker.evaluate()}
    assert found == here
    root = json.loads(bill)["metadata"]["component"]
    assert (root["name"], root["licenses"][0]["license"]["id"]) == ("bumpbot", "MIT")


@pytest.mark.long
def test_every_license_allows_ours(bill: str) -> None:
    for name, component in components(bill).items():
        assert licenses(component), f"{name} names no license"
        assert licenses(component) <= ALLOWED, f"{name}: {licenses(component)}"


def test_a_license_that_does_not_is_noticed() -> None:
    planted = {"licenses": [{"expression": "MIT AND GPL-3.0-only"}]}
    assert licenses(planted) - ALLOWED == {"GPL-3.0-only"}


@pytest.mark.long
def test_it_names_no_place_on_a_machine(bill: str) -> None:
    assert "file:" not in bill
    assert str(Path.home()) not in bill
