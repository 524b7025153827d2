"""Ask a database of known vulnerabilities about everything that is locked: `make audit`.

Exit status 0: nothing is known, or the database can't be reached, which is said. 1: something is
known, or the audit itself went wrong.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import requests
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pip_requirements_parser import RequirementsFile

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "requirements"

CONTENTS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # lock: the project with these extras, and these groups
    "runtime": (("", "postgres"), ()),
    "development": (("", "postgres", "table"), ("dev",)),
    "table": (("", "table"), ()),
    "build": ((), ("build",)),
    "compile": ((), ("compile",)),
    "bench": ((), ("bench",)),
    "fuzz": ((), ("fuzz",)),
    "lock": ((), ("lock",)),
}


@dataclass(frozen=True)
class Pin:
    """One locked package."""

    name: str
    requirement: Requirement
    hashes: tuple[str, ...]

    @property
    def version(self) -> str:
        """The only version that is allowed; ValueError where it is not one."""
        (clause,) = self.requirement.specifier
        if clause.operator != "==" or "*" in clause.version:
            raise ValueError(f"{self.requirement} leaves a choice")
        return clause.version


@cache
def pins(lock: Path) -> tuple[Pin, ...]:
    """What a lock names."""
    read = RequirementsFile.from_file(str(lock))
    assert not read.invalid_lines, read.invalid_lines
    assert not read.options, f"{lock.name} has {read.options}"
    return tuple(
        Pin(canonicalize_name(each.name), _required(each), tuple(each.hash_options))
        for each in read.requirements
    )


def _required(read: Any) -> Requirement:
    return Requirement(f"{read.req} ; {read.marker}" if read.marker else str(read.req))


def wanted(project: Mapping[str, Any], lock: str) -> list[Requirement]:
    """What pyproject.toml wants to be in a lock."""
    extras, groups = CONTENTS[lock]
    said: list[str] = []
    for extra in extras:
        said += _extra(project, extra)
    for group in groups:
        said += _group(project, group)
    return [Requirement(each) for each in said]


def _extra(project: Mapping[str, Any], extra: str) -> Sequence[str]:
    table: dict[str, Any] = project["project"]
    found: Sequence[str] = table["optional-dependencies"][extra] if extra else table["dependencies"]
    return found


def _group(project: Mapping[str, Any], group: str) -> Iterator[str]:
    for each in project["dependency-groups"][group]:
        if isinstance(each, str):
            yield each
        else:
            yield from _group(project, each["include-group"])


def pyproject() -> dict[str, Any]:
    """The checkout's pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


OSV = "https://api.osv.dev/v1/query"
LOCKS = Path(__file__).parent.parent.parent / "requirements"
PATIENCE = 15
"""Seconds for one answer of the database."""


def main(arguments: Sequence[str] | None = None) -> int:
    words = argparse.ArgumentParser(description="Audit the locked packages.")
    words.add_argument("--service", default=OSV, help="the address of an OSV database's query")
    words.add_argument("locks", nargs="*", type=Path, default=sorted(LOCKS.glob("*.txt")))
    said = words.parse_args(arguments)
    return audit(said.locks, said.service)


def audit(locks: Sequence[Path], service: str) -> int:
    """Audit these locks. An audit that breaks off counts as none if the database is gone."""
    if why := unreachable(service):
        return _skipped(service, why)
    ran, report = _pip_audit(locks, service)
    if report is None:
        if why := unreachable(service):
            return _skipped(service, why)
        print(f"pip-audit FAILED and checked nothing:\n{ran.stderr.strip()}")
        return 1
    known = list(_vulnerabilities(report))
    print(*known, sep="\n", end="\n" if known else "")
    print(f"pip-audit: {len(report['dependencies'])} locked packages, {len(known)} vulnerabilities")
    return 1 if known else 0


def unreachable(service: str) -> str:
    """Why the database gives no answer; nothing if it gives one."""
    question = {"package": {"name": "pip", "ecosystem": "PyPI"}, "version": "26.0"}
    try:
        answer = requests.post(service, json=question, timeout=PATIENCE)
        answer.raise_for_status()
        answer.json()
    except requests.RequestException as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _skipped(service: str, why: str) -> int:
    print(
        f"pip-audit SKIPPED: {service} can't be reached, so the locked packages were NOT checked "
        f"for known vulnerabilities. {why}"
    )
    return 0


def _pip_audit(
    locks: Sequence[Path], service: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Any] | None]:
    """How pip-audit ended, and its report; there is none if it broke off."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"),
                *("--vulnerability-service", "osv", "--osv-url", service),
                *("--cache-dir", folder, "--progress-spinner", "off", "--timeout", str(PATIENCE)),
                *("--format", "json", "--output", str(report)),
                *(f"--requirement={lock}" for lock in locks),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        return ran, json.loads(report.read_text("utf-8")) if report.exists() else None


def _vulnerabilities(report: dict[str, Any]) -> Iterator[str]:
    for package in report["dependencies"]:
        for known in package.get("vulns", ()):
            names = ", ".join([known["id"], *known["aliases"]])
            fixed = ", ".join(known["fix_versions"]) or "no version yet"
            yield f"VULNERABLE: {package['name']} {package['version']}: {names}; fixed in {fixed}"


if __name__ == "__main__":
    sys.exit(main())
