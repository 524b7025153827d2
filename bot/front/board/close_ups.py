"""Which part of a board a close-up shows."""

from collections.abc import Iterable, Iterator, Sequence

from bot.games.core import Effect
from bot.games.guide import Step

PLACES = ("source", "path", "at", "target")
"""The fields of effects that name spaces."""


def step_cells(step: Step[object]) -> tuple[str, ...]:
    """The spaces around a step: what was chosen, and where it can go on."""
    return (*step.chosen, *(choice.cell for choice in step.choices if choice.cell))


def effect_cells(effects: Sequence[Effect]) -> tuple[str, ...]:
    """The spaces that a turn touched, each once."""
    return tuple(dict.fromkeys(_places(effects)))


def _places(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        for field in PLACES:
            told = getattr(effect, field, None) or ()
            yield from [told] if isinstance(told, str) else told
