"""The locks in requirements/ and what pyproject.toml wants of them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def pins(lock: Path) -> list[Pin]:
    """What a lock names."""
    read = RequirementsFile.from_file(str(lock))
    assert not read.invalid_lines, read.invalid_lines
    assert not read.options, f"{lock.name} has {read.options}"
    return [
        Pin(canonicalize_name(each.name), _required(each), tuple(each.hash_options))
        for each in read.requirements
    ]


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
