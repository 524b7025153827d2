"""One process of the long run: atheris on one target, until its inputs are used up.

What fails is noted with its input, made as small as it gets, and the search goes on.
"""

import argparse
import logging
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import atheris

PACKAGES = ("bot", "renderers.drawing.theme", "tests.fuzz.targets")
TRIES = 300
"""How often a failing input is tried with less in it."""

KINDS_KEPT = 5
"""Kinds of failures of a target that are kept; those of one kind are one."""


def kind_of(error: BaseException) -> str:
    """What failures have in common that have one cause: the error and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{Path(f.filename).name}:{f.lineno}" for f in frames][-2:]
    return f"{type(error).__name__} at {' '.join(where)}"


def failure(run: Callable[[bytes], None], data: bytes) -> BaseException | None:
    """What the target raises for an input."""
    try:
        run(data)
    except (Exception, RecursionError) as error:
        return error
    return None


def smaller(run: Callable[[bytes], None], data: bytes, kind: str) -> bytes:
    """The input without the parts that it also fails without."""
    step, tries = max(1, len(data) // 2), 0
    while step and tries < TRIES:
        at = 0
        while at < len(data) and tries < TRIES:
            tries += 1
            less = data[:at] + data[at + step :]
            error = failure(run, less)
            if error is not None and kind_of(error) == kind:
                data = less
            else:
                at += step
        step //= 2
    return data


class Noting:
    """A target whose failures are written into a folder instead of ending the process."""

    def __init__(self, run: Callable[[bytes], None], name: str, folder: Path) -> None:
        self.run, self.name, self.folder = run, name, folder
        self.kinds: set[str] = set()

    def __call__(self, data: bytes) -> None:
        """Run the target, and note what fails."""
        error = failure(self.run, data)
        if error is None:
            return
        kind = kind_of(error)
        if kind in self.kinds or len(self.kinds) >= KINDS_KEPT:
            return
        self.kinds.add(kind)
        self._note(smaller(self.run, data, kind), kind, error)

    def _note(self, data: bytes, kind: str, error: BaseException) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{self.name}-{crc32(kind.encode()):08x}"
        (self.folder / f"{stem}.input").write_bytes(data)
        said = "".join(traceback.format_exception(error))
        (self.folder / f"{stem}.txt").write_text(f"{kind}\n{data!r}\n\n{said}", encoding="utf-8")


def main() -> None:
    """Fuzz one target; the arguments behind `--` are libFuzzer's own."""
    words = argparse.ArgumentParser()
    words.add_argument("target")
    words.add_argument("--failures", type=Path, required=True)
    words.add_argument("--dictionary", type=Path, required=True)
    said, fuzzer = words.parse_known_args()
    # Chains of calls that are no part of the bot cost speed and tell nothing.
    with atheris.instrument_imports(include=list(PACKAGES)):
        # What targets import when they first run is to be seen into as well.
        import bot.front.client
        import bot.table.serve  # noqa: F401
        from tests.fuzz.targets import TARGETS
    target = TARGETS[said.target]
    logging.disable(logging.WARNING)
    # What is made once is no part of the time that an input takes.
    for each in target.inputs[:1]:
        failure(target.run, each)
    said.dictionary.write_text("\n".join(map(_entry, target.words)) + "\n", encoding="ascii")
    limits = [f"-dict={said.dictionary}", f"-max_len={target.longest}"]
    atheris.Setup([sys.argv[0], *limits, *fuzzer], Noting(target.run, target.name, said.failures))
    atheris.Fuzz()


def _entry(word: str) -> str:
    """A word as dictionaries of libFuzzer have it."""
    plain = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\x{byte:02x}"
        for byte in word.encode()
    )
    return f'"{plain}"'


if __name__ == "__main__":
    main()
