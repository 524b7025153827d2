"""What a target of the fuzzing is, and what several of them need."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CORPUS_FILE = HERE / "corpus.json"
CORPUS: Mapping[str, Sequence[str]] = json.loads(CORPUS_FILE.read_bytes())
"""The inputs of each target, with a character for each byte."""

REGRESSIONS: Mapping[str, Mapping[str, str]] = json.loads((HERE / "regressions.json").read_bytes())
"""The inputs of each target that once failed, in the same way, each kept by a name."""


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
    def inputs(self) -> list[bytes]:
        return [each.encode("latin-1") for each in CORPUS.get(self.name, ())]

    @property
    def regressions(self) -> list[bytes]:
        return [each.encode("latin-1") for each in REGRESSIONS.get(self.name, {}).values()]


def keep(found: Mapping[str, Iterable[bytes]]) -> None:
    """Write the corpus of these targets again."""
    new = {name: [each.decode("latin-1") for each in sorted(found[name])] for name in found}
    text = json.dumps({**CORPUS, **new}, indent=2, sort_keys=True)
    CORPUS_FILE.write_text(f"{text}\n", "ascii")


def text_of(data: bytes) -> str:
    """The text of any bytes."""
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
