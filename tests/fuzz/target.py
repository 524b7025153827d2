"""What a target of the fuzzing is, and what several of them need."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
REGRESSIONS: Mapping[str, Mapping[str, str]] = json.loads((HERE / "regressions.json").read_bytes())


@dataclass(frozen=True, slots=True)
class Target:
    """A function of bytes that returns whatever they are, or raises where something does not hold.

    `share` is how many inputs it gets for each one of the slowest; `words` are pieces that inputs
    are made of. `longest` is the most bytes of an input.
    """

    name: str
    run: Callable[[bytes], None]
    share: int
    words: tuple[str, ...] = ()
    longest: int = 256

    @property
    def corpus(self) -> Path:
        """The file of its inputs: a line each, a JSON string with a character for each byte."""
        return CORPUS / f"{self.name}.jsonl"

    def inputs(self) -> list[bytes]:
        return [
            json.loads(line).encode("latin-1") for line in self.corpus.read_bytes().splitlines()
        ]

    def keep(self, inputs: Iterable[bytes]) -> None:
        """Write the corpus anew."""
        lines = (json.dumps(each.decode("latin-1")) + "\n" for each in sorted(inputs))
        self.corpus.write_text("".join(lines), "ascii")

    @property
    def regressions(self) -> list[bytes]:
        """The inputs that once failed, each kept by a name, with a character for each byte."""
        return [each.encode("latin-1") for each in REGRESSIONS.get(self.name, {}).values()]


def text_of(data: bytes) -> str:
    """The text of some bytes, whatever they are."""
    return data.decode("utf-8", "replace")


def picked(data: bytes, number: int) -> tuple[int, bytes]:
    """Which one of so many things the first byte picks, and the other bytes."""
    return (data[0] if data else 0) % number, data[1:]


def check(holds: object, why: object = "") -> None:
    """Fail where something does not hold, also under `python -O`."""
    if not holds:
        raise AssertionError(why)


def check_sentence(error: Exception) -> None:
    """A refusal speaks to the player in whole sentences of bearable length."""
    said = str(error)
    check(said[-1:] in ".!?" and " " in said and len(said) < 700, said)
