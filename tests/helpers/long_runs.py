"""What only a long run does: `BUMPBOT_LONG` asks for it, as `.ci/run` does."""

import os
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

LONG = os.environ.get("BUMPBOT_LONG", "") not in ("", "0")

A = TypeVar("A")
B = TypeVar("B")


def mostly_long(values: Sequence[A], *usual: A) -> list[A | ParameterSet]:
    """All values, of which any but the usual ones are for long runs alone."""
    return [v if v in usual else pytest.param(v, marks=pytest.mark.long) for v in values]


def pairs(first: Sequence[A], second: Sequence[B]) -> list[tuple[A, B]]:
    """Every pair in a long run, else as many as let each value occur once."""
    if LONG:
        return list(product(first, second))
    longer = range(max(len(first), len(second)))
    return [(first[i % len(first)], second[i % len(second)]) for i in longer]


def some(values: Sequence[A], count: int) -> list[A]:
    """All of them in a long run, else so many, spread over them."""
    return list(values) if LONG else list(values[:: -(-len(values) // count)])


def examples(number: int) -> int:
    """A half of so many examples in a long run, else a fifth: which ones is the same in every
    run."""
    return max(number // (2 if LONG else 5), 10)
