"""Two lists of values combined: every pair where BUMPBOT_FULL is set, else each value once."""

import os
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

FULL = os.environ.get("BUMPBOT_FULL", "") not in ("", "0")

A = TypeVar("A")
B = TypeVar("B")


def pairs(first: Sequence[A], second: Sequence[B]) -> list[tuple[A, B]]:
    """Every pair, or as many as there are values in the longer list, so that each value occurs."""
    if FULL:
        return list(product(first, second))
    longer = range(max(len(first), len(second)))
    return [(first[i % len(first)], second[i % len(second)]) for i in longer]
