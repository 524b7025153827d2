"""What a command is given is held against what it asks for, before it runs."""

import logging
from typing import Any

from bot.front.discord.errors import OUTDATED
from tests.front.conftest import World

RUN, COMPLETE = 2, 4
STRING, INTEGER, USER = 3, 4, 6


def option(name: str, kind: int, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value, **more}


async def send(world: World, kind: int, command: str, *options: dict[str, Any]) -> None:
    """A command with options that no Discord would send."""
    name, *below = command.split()
    given = list(options)
    for each in reversed(below):
        given = [{"name": each, "type": 1, "options": given}]
    await world.send(world.ada, kind, {"id": "1", "name": name, "type": 1, "options": given})


async def test_options_of_another_version_are_refused_in_words(world: World) -> None:
    for command, options in (
        ("challenge bump", [option("time", STRING, "a time of long ago")]),
        ("challenge bump", [option("opponent", USER, "12345")]),
        ("challenge bump", [option("opponent", STRING, "Grace")]),
        ("board", [option("match", INTEGER, 0)]),
        ("board", [option("match", INTEGER, 2**60)]),
        ("board", [option("match", INTEGER, True)]),
        ("board", [option("match", INTEGER, 1), option("match", INTEGER, 2)]),
        ("board", [option("color", STRING, "blue")]),
        ("move", [option("move", STRING, None)]),
    ):
        before = len(world.private_texts())
        await send(world, RUN, command, *options)
        assert world.private_texts()[before:] == [OUTDATED], options


async def test_what_is_half_typed_is_completed_whatever_is_beside_it(short: World) -> None:
    for options in (
        [option("match", INTEGER, 1)],
        [option("move", STRING, 7, focused=True)],
        [option("match", INTEGER, 1), option("move", USER, "12345", focused=True)],
        [option("preview", 5, "", focused=True)],
        [option("gone", STRING, "1", focused=True)],
    ):
        await send(short, COMPLETE, "move", *options)
        assert [each for each in short.log.records if each.levelno >= logging.ERROR] == [], options

    assert await short.ada.autocomplete(short.channel, "move", "move", "1", match=1)
    beside = option("match", INTEGER, "the last one")
    await send(short, COMPLETE, "move", beside, option("move", STRING, "1", focused=True))
    asked = list(short.env.backend.interactions.values())[-1]
    assert asked.autocomplete_choices

    typed = option("match", INTEGER, "", focused=True)
    for who in (str(short.grace.id), "Gra", "", None):
        # What it raises would fail the test behind its end.
        await send(short, COMPLETE, "replace", option("by", USER, who), typed)
        asked = list(short.env.backend.interactions.values())[-1]
        assert bool(asked.autocomplete_choices) == (who == str(short.grace.id))
