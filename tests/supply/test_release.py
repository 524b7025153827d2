"""A tag names the version, and becomes a release."""

import subprocess
from pathlib import Path

import pytest
import yaml

from hatch_build import NEXT, version
from tests.supply.audit import ROOT


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def test_the_version_is_that_of_the_tag_and_else_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BUMPBOT_VERSION", raising=False)
    assert version(tmp_path) == NEXT
    git(tmp_path, "init")
    assert version(tmp_path) == NEXT
    git(tmp_path, "commit", "--allow-empty", "--message", "Begin")
    git(tmp_path, "tag", "nightly")
    assert version(tmp_path) == NEXT
    git(tmp_path, "tag", "v1.9.0")
    git(tmp_path, "tag", "v1.10.0")
    assert version(tmp_path) == "1.10.0"
    monkeypatch.setenv("BUMPBOT_VERSION", "v1.11.0rc1")
    assert version(tmp_path) == "1.11.0rc1"
    monkeypatch.setenv("BUMPBOT_VERSION", "newest")
    with pytest.raises(ValueError, match="newest is no version"):
        version(tmp_path)
    monkeypatch.delenv("BUMPBOT_VERSION")
    git(tmp_path, "commit", "--allow-empty", "--message", "Go on")
    assert version(tmp_path) == NEXT


def test_a_release_has_wheels_and_images_for_two_architectures_and_what_they_hold() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert flow[True] == {"push": {"tags": ["v*"]}}  # YAML's `on`.
    jobs = flow["jobs"]
    built = [
        (each["runner"], each["compile"])
        for each in jobs["wheels"]["strategy"]["matrix"]["include"]
    ]
    assert built == [
        ("ubuntu-24.04", "skip"),
        ("ubuntu-24.04", "require"),
        ("ubuntu-24.04-arm", "require"),
    ]
    push = jobs["image"]["steps"][-1]["with"]
    assert push["platforms"] == "linux/amd64,linux/arm64"
    assert (push["sbom"], push["provenance"], push["push"]) == (True, True, True)
    assert "labels" in push
    [given] = push["build-args"].split()[:1]
    assert f"ARG {given.partition('=')[0]}=" in (ROOT / "Dockerfile").read_text("utf-8")
    runs = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    assert "make sbom" in runs
    assert any(run.startswith("gh release create") for run in runs)
