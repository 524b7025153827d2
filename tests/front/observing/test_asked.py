"""What an interaction asks for is read off it, whatever stands in it."""

from typing import Any

import pytest

from bot.front import buttons as table
from bot.front.observing.asked import OTHER, actions, read_asked
from bot.telemetry.interactions import Asked
from tests.front.conftest import World

COMMANDS = {"move", "challenge bump", "time give"}


def command(name: str, *options: dict[str, Any], kind: int = 2) -> dict[str, Any]:
    return {"type": kind, "data": {"name": name, "options": list(options)}}


def press(custom_id: object, kind: int = 3) -> dict[str, Any]:
    return {"type": kind, "data": {"custom_id": custom_id}}


BUMP = {"type": 1, "name": "bump", "options": [{"type": 3, "name": "first", "value": "me"}]}


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        (command("move", {"name": "match", "value": 12}), Asked("command", "move", 12)),
        (command("move", {"name": "match", "value": "x"}, kind=4), Asked("completion", "move")),
        (command("challenge", BUMP), Asked("command", "challenge bump")),
        (command("castle"), Asked("command", OTHER)),
        (press("view:12:3"), Asked("button", "view", 12)),
        (press("pick:12:3:0:a"), Asked("button", "pick", 12)),
        (press("lobby:join:12"), Asked("button", "lobby", 12)),
        (press("typed:12:play:a,b"), Asked("button", "typed", 12)),
        (press("page:bump:2"), Asked("button", "page")),
        (press("unblock:12"), Asked("button", "unblock")),
        (press("type:12:3", 5), Asked("form", "type", 12)),
        (press("ask:12", 5), Asked("form", "ask")),
        (press("view"), Asked("button", OTHER)),
        (press("view:٣:3"), Asked("button", "view")),
        (press("nonsense:12"), Asked("button", OTHER)),
        (press(None), Asked("button", OTHER)),
        ({"type": 3}, Asked("button", OTHER)),
        ({"type": 2, "data": {}}, Asked("command", OTHER)),
        ({"type": 2, "data": {"name": ["a"], "options": 5}}, Asked("command", OTHER)),
        ({"type": 99, "data": {}}, Asked(OTHER, OTHER)),
        ({}, Asked(OTHER, OTHER)),
    ],
)
def test_what_is_asked_for(sent: dict[str, Any], asked: Asked) -> None:
    assert read_asked(sent, COMMANDS) == asked


def test_every_button_menu_and_form_has_a_name() -> None:
    assert {*table.BUTTONS, "pick", "do", "look", "reel", "calendar", "ask"} <= {*actions()}
    assert all(word.isalpha() for word in actions())


async def test_every_command_has_its_own_name(world: World) -> None:
    names = world.client._command_names
    assert {"move", "challenge bump", "games"} <= names
    assert all(len(name) < 40 for name in names)
