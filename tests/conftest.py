"""What every test shares."""

import gc
import os
from collections.abc import Generator
from contextlib import nullcontext
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
    """One worker a core: each more imports and prepares everything again. A long run has one more,
    as its tests wait for other processes, browsers and servers for two fifths of their time."""
    return (os.cpu_count() or 1) + LONG


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is marked as long, unless the run is to be long."""
    if LONG:
        # A browser's tests take longest, so they start first: last, everything would wait for them.
        items.sort(key=lambda item: item.get_closest_marker("browser") is None)
        return
    skip = pytest.mark.skip(reason="long: runs with BUMPBOT_LONG=1")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """One folder for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent
