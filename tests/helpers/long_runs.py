"""What only a long run does: `BUMPBOT_LONG` asks for it, as `.ci/run` does."""

import os
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

LONG = os.environ.get("BUMPBOT_LONG", "") not in ("", "0")

A = TypeVar("A")
B = TypeVar("B")


def pairs(first: Sequence[A], second: Sequence[B]) -> list[tuple[A, B]]:
    """Every pair in a long run, else as many as let each value occur once."""
    if LONG:
        return list(product(first, second))
    longer = range(max(len(first), len(second)))
    return [(first[i % len(first)], second[i % len(second)]) for i in longer]
