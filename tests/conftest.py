"""What every test shares."""

import gc
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.helpers.long_runs import LONG, examples

# No test may fail because a machine is slow: no deadline, and no check of how long examples take
# to make. What a test searches is chosen by its own words and is the same in every run, so that a
# red run is red again; a failure prints the line that repeats it.
settings.register_profile(
    "bumpbot",
    max_examples=examples(100),
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bumpbot")

pytest_plugins = ["tests.postgres"]


def pytest_xdist_auto_num_workers() -> int:
    """One worker a core: each more imports and prepares everything again. A long run has two more,
    as its tests wait for other processes, browsers and servers for two fifths of their time."""
    return (os.cpu_count() or 1) + 2 * LONG


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect in one worker after the other: the first writes down what pytest makes of the modules
    of tests, which takes ten seconds, and the others read it."""
    # pytest can be run without its cache.
    cache = getattr(session.config, "cache", None)
    with FileLock(cache.mkdir("collected") / "lock") if cache else nullcontext():
        gc.disable()
        found = yield
    # All of it stays until the end, and would be looked through for garbage again and again.
    gc.freeze()
    gc.enable()
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked as long, unless the run is to be long."""
    if LONG:
        workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
        items[:] = dealt(items, workers)
        return
    skip = pytest.mark.skip(reason="long: runs with BUMPBOT_LONG=1")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)


def dealt(items: Sequence[pytest.Item], workers: int) -> Iterator[pytest.Item]:
    """The tests in as many parts of one length, each of which a worker begins with: first those of
    browsers, then the long ones, the tests of a file in one part. Last, everything would wait for
    one of them."""
    long = [item for item in items if item.get_closest_marker("long")]
    long.sort(key=lambda item: item.get_closest_marker("browser") is None)
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, path in enumerate(dict.fromkeys(item.path for item in long)):
        hands[number % workers] += [item for item in long if item.path == path]
    left = iter([item for item in items if not item.get_closest_marker("long")])
    for number, hand in enumerate(hands):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        yield from (*hand, *islice(left, max(0, size - len(hand))))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """One folder for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent
