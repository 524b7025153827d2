"""What the kernel of Clump has to itself: what each swap does to what is in a color's way."""

from random import Random

import pytest

from bot.games.clump import GAME
from bot.opponents.kernels.clump_groups import Groups
from bot.opponents.kernels.clump_paths import Paths
from tests.helpers.long_runs import examples


def at_random(seed: int) -> str:
    """The text of a position of six by six with any stones."""
    stones = "RB" * 18
    mixed = "".join(Random(seed).sample(stones, 36))
    return f"{'/'.join(mixed[start : start + 6] for start in range(0, 36, 6))};R"


@pytest.mark.parametrize("text", [at_random(seed) for seed in range(examples(100))])
def test_what_is_in_the_way_after_a_swap_is_known_before_it(text: str) -> None:
    position = GAME.read(text, {"size": 6})
    owners = [position.owner(square) for square in range(position.size**2)]
    groups = Groups(position.size, owners)
    for color in (1, 2):
        groups.survey()
        paths, later = (Paths(color, position.size, groups) for _ in range(2))
        paths.measure()
        for won, owner in enumerate(owners):
            for lost in position.grid.beside[won]:
                if owner != color and owners[lost] == color:
                    groups.swap(lost, won)
                    missing = later.lacking()
                    groups.swap(lost, won)
                    assert paths.after(lost, won) == missing, (color, lost, won)
