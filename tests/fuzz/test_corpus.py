"""What the fuzzing has found worth keeping, run without it: the corpus, and what once failed."""

from collections.abc import Iterator

import pytest

from tests.fuzz import forged
from tests.fuzz.target import CORPUS, CORPUS_FILE, REGRESSIONS
from tests.fuzz.targets import TARGETS, table
from tests.helpers.long_runs import LONG

MOST_BYTES = 1_000_000
"""What all inputs may take together."""


@pytest.fixture(scope="module", autouse=True)
def _bot_closed() -> Iterator[None]:
    yield
    forged.close()
    table.close()


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_holds(name: str) -> None:
    inputs = TARGETS[name].inputs
    assert inputs
    # Pictures are drawn for these.
    for each in inputs if LONG or name != "presses" else inputs[::12]:
        TARGETS[name].run(each)


@pytest.mark.parametrize("name", REGRESSIONS)
def test_what_once_failed_holds(name: str) -> None:
    assert TARGETS[name].regressions
    for each in TARGETS[name].regressions:
        TARGETS[name].run(each)


def test_the_corpus_is_small_and_of_targets_that_there_are() -> None:
    assert set(CORPUS) == set(TARGETS)
    assert CORPUS_FILE.stat().st_size < MOST_BYTES
