"""`make sbom` tells what the image holds and under which licenses, and each allows ours."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from packaging.utils import canonicalize_name

from tests.supply.locks import FOLDER, ROOT, pins

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
    made = subprocess.run(
        ["make", "sbom", f"BUILD={folder}", *own],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return (folder / "bumpbot.cdx.json").read_text("utf-8")


def components(bill: str) -> dict[str, dict[str, Any]]:
    return {canonicalize_name(each["name"]): each for each in json.loads(bill)["components"]}


def licenses(component: dict[str, Any]) -> set[str]:
    """The licenses that a package names, by their SPDX names."""
    found: set[str] = set()
    for each in component.get("licenses", ()):
        said = each.get("expression") or each["license"].get("id") or each["license"]["name"]
        expression = get_spdx_licensing().parse(CLASSIFIERS.get(said, said), validate=True)
        found |= {str(key) for key in expression.objects}
    return found


@pytest.mark.long
def test_it_is_in_the_form_it_claims(bill: str) -> None:
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
