"""Whether what was read holds what it says it holds."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.model.shape import is_whole


@dataclass(frozen=True)
class Held:
    text: str
    numbers: tuple[int, ...] = ()
    others: tuple[int | str, ...] | None = None


@pytest.mark.parametrize("held", [Held("a"), Held("a", (1, True)), Held("a", (), (1, "b"))])
def test_values_of_their_classes_are_whole(held: Held) -> None:
    assert is_whole(held)


@pytest.mark.parametrize(
    "parts", [(1,), (None,), ("a", [1]), ("a", ("1",)), ("a", None), ("a", (), (None,))]
)
def test_values_of_other_classes_are_not(parts: tuple[Any, ...]) -> None:
    assert not is_whole(Held(*parts))
