"""Every parser, and everything else that takes texts or bytes from outside, as functions of
bytes."""

from collections.abc import Mapping

from tests.fuzz.target import Target
from tests.fuzz.targets import commands, files, games, jobs, records, table, texts

TARGETS: Mapping[str, Target] = {
    target.name: target
    for module in (games, jobs, texts, records, files, commands, table)
    for target in module.TARGETS
}
"""All targets by name."""
