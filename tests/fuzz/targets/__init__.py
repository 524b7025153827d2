"""Every parser and whatever else takes texts or bytes from outside, as functions of bytes."""

from collections.abc import Mapping

from tests.fuzz.target import Target
from tests.fuzz.targets import (
    commands,
    files,
    game_records,
    games,
    jobs,
    labels,
    presses,
    records,
    table,
    texts,
)

TARGETS: Mapping[str, Target] = {
    target.name: target
    for module in (
        games,
        game_records,
        jobs,
        texts,
        records,
        files,
        presses,
        commands,
        table,
        labels,
    )
    for target in module.TARGETS
}
"""All targets by name."""
