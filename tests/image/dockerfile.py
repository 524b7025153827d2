"""A Dockerfile as stages of steps, each with the instruction's name and what follows it."""

import io
import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dockerfile_parse import DockerfileParser

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Step:
    """One instruction, such as RUN, and the text after it."""

    name: str
    value: str


@dataclass(frozen=True)
class Stage:
    """One image that is built: what it begins with, its name where it has one, its steps."""

    base: str
    name: str
    steps: tuple[Step, ...]

    def last(self, name: str) -> str:
        """What the last such instruction says: it is the one in force."""
        return [step.value for step in self.steps if step.name == name][-1]


def stages(text: str) -> list[Stage]:
    found: list[Stage] = []
    for piece in DockerfileParser(fileobj=io.BytesIO(text.encode())).structure:
        name, value = piece["instruction"], piece["value"]
        if name == "FROM":
            base, _, alias = value.partition(" AS ")
            found.append(Stage(base, alias, ()))
        elif name != "COMMENT":
            last = found.pop()
            found.append(Stage(last.base, last.name, (*last.steps, Step(name, value))))
    return found


def assigned(value: str, known: Mapping[str, str]) -> dict[str, str]:
    """What ENV or LABEL sets, with the variables in it replaced."""
    pairs = (word.partition("=") for word in shlex.split(value))
    return {
        name: re.sub(r"\$\{?(\w+)\}?", lambda found: known[found[1]], said)
        for name, _, said in pairs
    }


def command(value: str) -> list[str]:
    """The words of a HEALTHCHECK's or an ENTRYPOINT's command, which stand in a JSON list."""
    words: list[str] = json.loads(value[value.index("[") :])
    return words


def options(value: str) -> tuple[dict[str, str], list[str]]:
    """The `--name=value` options of an instruction, and its other words."""
    words = shlex.split(value)
    said = [word for word in words if word.startswith("--")]
    pairs = (word.removeprefix("--").partition("=") for word in said)
    return {name: text for name, _, text in pairs}, words[len(said) :]
