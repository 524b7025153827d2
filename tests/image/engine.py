"""A real container engine, if one is named: `BUMPBOT_ENGINE=docker`, or `podman`."""

import os
import re
import shlex
import subprocess
from collections.abc import Mapping

from tests.image.dockerfile import ROOT

NAMED = os.environ.get("BUMPBOT_ENGINE", "")


def call(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The engine's program with these words, until it ends. What it says is in `stdout`."""
    return subprocess.run(
        [*shlex.split(NAMED), *words],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def build(image: str) -> None:
    """The Dockerfile as an image of that name. AssertionError where a step fails."""
    # Podman's own kind of image has no health check.
    kind = ["--format", "docker"] if "podman" in call("--version").stdout else []
    built = call("build", *kind, "--network", "host", "--tag", image, str(ROOT))
    assert built.returncode == 0, built.stdout


def of_readme(image: str, name: str, volume: str, variables: Mapping[str, str]) -> list[str]:
    """The README's words that start a container, with another image, name and volume, and with
    this machine's network, where the fake Discord is."""
    found = re.search(
        r"docker (run -d .*?) bumpbot$", (ROOT / "README.md").read_text(), re.M | re.S
    )
    assert found
    words = shlex.split(found[1].replace("\\\n", " "))
    words[words.index("--name") + 1] = name
    mounted = words.index("-v") + 1
    words[mounted] = f"{volume}:{words[mounted].partition(':')[2]}"
    settings = [word for variable in variables for word in ("-e", variable)]
    return [*words, "--network", "host", *settings, image]


HANGS = 300
"""Seconds after which a bot that neither gets well nor ends is given up, on any machine."""
