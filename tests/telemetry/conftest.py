"""The standard logging, restored after a test that configures it."""

import logging
from collections.abc import Iterator

import pytest

from bot.telemetry.logs import LOUD, OURS


@pytest.fixture
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers = root.handlers[:]
    levels = {name: logging.getLogger(name).level for name in (*OURS, LOUD)}
    level = root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, number in levels.items():
        logging.getLogger(name).setLevel(number)
