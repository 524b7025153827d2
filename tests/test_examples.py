"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from bot.catalog import catalog

ROOT = Path(__file__).parent.parent
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for room in ("bot", "renderers")
    for path in sorted((ROOT / room).rglob("*.py"))
    if "\n    >>> " in (source := path.read_text("utf-8")) or "\n>>> " in source
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    done = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert done.attempted
    assert not done.failed


def test_every_notation_has_examples() -> None:
    notations = {f"bot.games.{game}.notation" for game in catalog()}
    assert notations <= set(WITH_EXAMPLES)
