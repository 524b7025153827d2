"""What the Dockerfile says, what goes to the builder, and that compose.yaml agrees."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings
from tests.helpers.commands import output_of
from tests.image.dockerfile import ROOT, assigned, command, options, sent, stages

HADOLINT = Path(sys.executable).parent / "hadolint"
TEXT = (ROOT / "Dockerfile").read_text("utf-8")
FOR_DEVELOPERS = (ROOT / ".devcontainer" / "Dockerfile").read_text("utf-8")
STAGES = stages(TEXT)
FINAL = STAGES[-1]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
BOTS: list[dict[str, Any]] = [each for each in COMPOSE["services"].values() if "build" in each]


def faults_of(text: str) -> str:
    """What hadolint finds, down to its hints."""
    ran = output_of([HADOLINT, "--no-color", "--failure-threshold", "style", "-"], input=text)
    return ran.stdout + ran.stderr


has_hadolint = pytest.mark.skipif(
    sys.platform == "win32", reason="there is no wheel of hadolint for Windows"
)


@has_hadolint
@pytest.mark.parametrize("text", [TEXT, FOR_DEVELOPERS], ids=["served", "for developers"])
def test_hadolint_finds_nothing(text: str) -> None:
    assert faults_of(text) == ""


def test_developers_have_the_base_of_the_image_and_set_it_up_with_make() -> None:
    assert {stage.base for stage in stages(FOR_DEVELOPERS)} == {FINAL.base}
    said = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert (ROOT / ".devcontainer" / said["build"]["dockerfile"]).is_file()
    made = said["postCreateCommand"].removeprefix("make ")
    assert output_of(["make", "--dry-run", "--always-make", made], cwd=ROOT).returncode == 0


@has_hadolint
@pytest.mark.parametrize(
    ("spoilt", "rule"),
    [
        (TEXT.replace("USER 10001:10001", "USER root"), "DL3002"),
        (TEXT.replace("python:3.12-slim-trixie\nLABEL", "python\nLABEL"), "DL3006"),
        (TEXT.replace("--require-hashes --requirement requirements/build.txt", "tqdm"), "DL3013"),
    ],
)
def test_hadolint_finds_a_fault_that_is_planted(spoilt: str, rule: str) -> None:
    assert rule in faults_of(spoilt)


def test_both_stages_begin_with_one_tagged_base() -> None:
    bases = {stage.base for stage in STAGES}
    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", FINAL.base)
    labels = [assigned(step.value, {}) for step in FINAL.steps if step.name == "LABEL"]
    assert {"org.opencontainers.image.base.name": bases.pop()}.items() <= labels[0].items()


def test_everything_from_an_index_comes_with_its_hash() -> None:
    runs = [step.value for stage in STAGES for step in stage.steps if step.name == "RUN"]
    commands = [line.strip() for run in runs for line in run.split("&&")]
    fetching = [line for line in commands if re.match(r"pip .*\b(install|wheel|download) ", line)]
    assert len(fetching) == 5
    for line in fetching:
        assert "--require-hashes" in line or "--no-deps" in line, line


def test_the_bot_knows_what_the_image_tells_it() -> None:
    said = {name for name in assigned(FINAL.last("ENV"), {"PATH": ""}) if name.startswith("BUMP")}
    assert said <= {f"BUMPBOT_{name.upper()}" for name in Settings.model_fields}


def test_the_user_and_the_owner_of_the_volume_are_one() -> None:
    uid, gid = FINAL.last("USER").split(":")
    (made,) = (step.value for step in FINAL.steps if "useradd" in step.value)
    assert f"--uid {uid} --gid {gid}" in made
    assert f"--owner {uid} --group {gid} --mode 0700 {FINAL.last('VOLUME')}" in made
    assert int(uid) >= 10_000


def test_the_file_of_matches_is_on_the_volume() -> None:
    said = assigned(FINAL.last("ENV"), {"PATH": ""})
    assert Path(said["BUMPBOT_DATABASE"]).parent == Path(FINAL.last("VOLUME"))


def test_health_is_not_served_outside_the_container() -> None:
    assert assigned(FINAL.last("ENV"), {"PATH": ""})["BUMPBOT_METRICS"].startswith("127.0.0.1:")
    assert not [step for step in FINAL.steps if step.name == "EXPOSE"]


def test_what_goes_to_the_builder_is_what_is_copied() -> None:
    copied = [
        source.removesuffix("/")
        for step in STAGES[0].steps
        if step.name == "COPY"
        for source in options(step.value)[1][:-1]
    ]
    for name in set(sent()) - {"Dockerfile", ".dockerignore"}:
        assert any(name == each or name.startswith(f"{each}/") for each in copied), name
    assert not [name for name in sent() if "__pycache__" in name or ".env" in name]


@pytest.mark.parametrize("bot", BOTS)
def test_compose_starts_the_bots_without_any_right(bot: dict[str, Any]) -> None:
    assert bot["read_only"] is True
    assert bot["tmpfs"] == ["/tmp"]
    assert bot["cap_drop"] == ["ALL"]
    assert bot["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("bot", BOTS)
def test_compose_asks_the_bots_how_they_are_as_the_image_does(bot: dict[str, Any]) -> None:
    said = bot["healthcheck"]
    value = FINAL.last("HEALTHCHECK")
    assert said["test"] == ["CMD", *command(value)]
    times, _ = options(value.partition(" CMD ")[0])
    assert times == {
        "interval": said["interval"],
        "timeout": said["timeout"],
        "start-period": said["start_period"],
        "retries": str(said["retries"]),
    }
