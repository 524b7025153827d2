"""Ask a database of known vulnerabilities about everything that is locked: `make audit`.

Exit status 0: nothing is known, or the database can't be reached, which is said. 1: something is
known, or the audit itself went wrong.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import requests

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
    """Why the database gives no answer; nothing where it gives one."""
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
