"""The long run of the fuzzing: so many inputs, shared out among all targets, in child processes.

Exit status 1 when something failed; its inputs then lie in the folder that is named at the end.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from tqdm import tqdm

from tests.fuzz.target import Target, keep
from tests.fuzz.targets import TARGETS

MISSING = (
    "The long run needs atheris, which is not installed: `make fuzz` does that. It has wheels "
    "for some versions of Python only (3.11 to 3.13 on Linux); with another one make the virtual "
    "environment again by `make PYTHON=python3.11 .venv/ready`. The suite runs the corpus without "
    "it: pytest tests/fuzz."
)
SECONDS_AN_INPUT = 25
"""An input that takes longer counts as a failure."""

MEGABYTES = 2500
"""A process that takes more memory counts as a failure."""

CHUNK = 250_000
"""Inputs of one process at most, so that both cores have something to do to the end."""

LARGEST_ADDED = 2048
"""Bytes of an input at most that is added to the corpus."""


@dataclass
class Tally:
    """What came out of one target."""

    inputs: int = 0
    seconds: float = 0.0
    features: int = 0
    edges: int = 0
    found: int = 0
    failures: int = 0


@dataclass
class Run:
    """A long run under way."""

    folder: Path
    until: float
    each: int
    tallies: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in TARGETS})
    lock: Lock = field(default_factory=Lock)

    @property
    def failures(self) -> Path:
        """Where the inputs lie that failed."""
        return self.folder / "failures"

    def corpus(self, target: Target) -> Path:
        """What was found of a target so far, that of the checkout aside."""
        return self.folder / "corpus" / target.name

    def known(self, target: Target) -> Path:
        """The corpus of the checkout, a file for each input."""
        return self.folder / "known" / target.name

    def failed(self, target: Target) -> Path:
        """What once failed, a file for each input."""
        return self.folder / "failed" / target.name

    def unpack(self, target: Target) -> None:
        """Make the files of the corpus of the checkout, and of what once failed."""
        known, failed = self.known(target), self.failed(target)
        for folder, inputs in ((known, target.inputs), (failed, target.regressions)):
            folder.mkdir(parents=True)
            for number, each in enumerate(inputs):
                (folder / str(number)).write_bytes(each)


def shares(inputs: int) -> Iterator[tuple[Target, int]]:
    """The targets with their inputs, in pieces, those that take longest first."""
    whole = sum(target.share for target in TARGETS.values())
    for target in sorted(TARGETS.values(), key=lambda target: target.share):
        left = max(1, inputs * target.share // whole)
        while left > 0:
            yield target, min(CHUNK, left)
            left -= CHUNK


def fuzz(run: Run, target: Target, inputs: int, seed: int) -> int:
    """Run a target in its own process. Returns how many inputs it took."""
    left = min(run.each, int(run.until - time.monotonic()))
    if left <= 0:
        return 0
    found = run.corpus(target)
    found.mkdir(parents=True, exist_ok=True)
    before = time.monotonic()
    done = subprocess.run(
        _command(run, target, inputs, left, seed), capture_output=True, text=True, errors="replace"
    )
    with run.lock:
        return _count(run, target, done, time.monotonic() - before)


def _command(run: Run, target: Target, inputs: int, seconds: int, seed: int) -> list[str]:
    fuzzer = {
        "runs": inputs,
        "max_total_time": seconds,
        "timeout": SECONDS_AN_INPUT,
        "report_slow_units": SECONDS_AN_INPUT,
        "rss_limit_mb": MEGABYTES,
        "seed": seed,
        "print_final_stats": 1,
        "verbosity": 1,
        "artifact_prefix": f"{run.failures}/{target.name}-",
    }
    own = ["--failures", str(run.failures), "--dictionary", str(run.folder / f"{target.name}.dict")]
    folders = [run.corpus(target), run.known(target), run.failed(target)]
    return [
        *(sys.executable, "-m", "tests.fuzz.child", target.name, *own),
        *(f"-{name}={value}" for name, value in fuzzer.items()),
        *(str(folder) for folder in folders if folder.is_dir()),
    ]


def _count(run: Run, target: Target, done: subprocess.CompletedProcess[str], seconds: float) -> int:
    tally = run.tallies[target.name]
    taken = _last(r"number_of_executed_units: (\d+)", done.stderr)
    tally.inputs += taken
    tally.seconds += seconds
    tally.edges = max(tally.edges, _last(r"cov: (\d+)", done.stderr))
    tally.features = max(tally.features, _last(r"ft: (\d+)", done.stderr))
    tally.found = len(list(run.corpus(target).iterdir()))
    if done.returncode:
        (run.failures / f"{target.name}-ended.log").write_text(done.stderr[-20_000:], "utf-8")
    tally.failures = len({path.stem for path in run.failures.glob(f"{target.name}-*")})
    return taken


def _last(pattern: str, text: str) -> int:
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def table(run: Run) -> Iterator[str]:
    heads = f"{'edges':>8}{'features':>10}{'new':>7}{'failed':>8}"
    yield f"{'target':<20}{'inputs':>12}{'per s':>9}{heads}"
    for name, tally in [*sorted(run.tallies.items()), ("all", total(run))]:
        speed = tally.inputs / tally.seconds if tally.seconds else 0
        counts = f"{tally.edges:>8}{tally.features:>10}{tally.found:>7}{tally.failures:>8}"
        yield f"{name:<20}{tally.inputs:>12,}{speed:>9,.0f}{counts}"


def total(run: Run) -> Tally:
    names = Tally.__dataclass_fields__
    tallies = run.tallies.values()
    return Tally(**{name: sum(getattr(tally, name) for tally in tallies) for name in names})


def merged(run: Run, target: Target) -> list[bytes]:
    """The corpus of the checkout with what was found, but only what reaches something new."""
    source = run.folder / "small" / target.name
    source.mkdir(parents=True)
    for each in run.corpus(target).glob("*"):
        if each.stat().st_size <= LARGEST_ADDED:
            shutil.copy(each, source)
    dictionary = run.folder / f"{target.name}.dict"
    own = ["--failures", str(run.failures), "--dictionary", str(dictionary)]
    command = [sys.executable, "-m", "tests.fuzz.child", target.name, *own, "-merge=1"]
    known = run.known(target)
    subprocess.run([*command, str(known), str(source)], capture_output=True)
    return [each.read_bytes() for each in known.iterdir()]


def main(arguments: Sequence[str] | None = None) -> int:
    words = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    words.add_argument("--inputs", type=int, default=10_000_000, help="how many in all")
    words.add_argument("--minutes", type=float, default=60, help="at most")
    words.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    words.add_argument("--only", action="append", choices=TARGETS, help="this target alone")
    words.add_argument("--keep", action="store_true", help="add what is new to the corpus")
    words.add_argument("--seed", type=int, default=1)
    said = words.parse_args(arguments)
    if find_spec("atheris") is None:
        print(MISSING, file=sys.stderr)
        return 2
    work = [job for job in shares(said.inputs) if not said.only or job[0].name in said.only]
    seconds = said.minutes * 60
    # No slow target may take the time of all the others.
    each = max(20, int(5 * seconds * said.processes / len(work)))
    folder = Path(tempfile.mkdtemp(prefix="bumpbot-fuzz-"))
    run = Run(folder, time.monotonic() + seconds, each)
    run.failures.mkdir()
    targets = {target.name: target for target, _ in work}
    for target in targets.values():
        run.unpack(target)
    with (
        ThreadPoolExecutor(said.processes) as pool,
        tqdm(total=sum(n for _, n in work), unit=" inputs", disable=None) as bar,
    ):
        seeds = range(said.seed, said.seed + len(work))
        for taken in pool.map(lambda job, seed: fuzz(run, job[0], job[1], seed), work, seeds):
            bar.update(taken)
        if said.keep:
            found = pool.map(lambda target: merged(run, target), targets.values())
            keep(dict(zip(targets, found, strict=True)))
    print("\n".join(table(run)))
    if not any(run.failures.iterdir()):
        shutil.rmtree(run.folder)
        return 0
    print(f"What failed lies in {run.failures}.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
