"""Answers when the connection breaks, and to what nobody could have pressed or sent."""

import logging
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
from simcord.http.client import FakeWebhookAdapter

from bot.front.ui.base import UNKNOWN
from tests.front.conftest import World
from tests.front.snapshot import snapshot


def drop(patch: pytest.MonkeyPatch, times: int) -> list[str]:
    """Breaks the connection after Discord took the first answer to an interaction, so often."""
    sent: list[str] = []
    request = FakeWebhookAdapter.request

    async def cut(self: Any, route: Any, *args: Any, **how: Any) -> Any:
        if not route.path.endswith("/callback"):
            return await request(self, route, *args, **how)
        sent.append(route.path)
        try:
            return await request(self, route, *args, **how)
        finally:
            if len(sent) <= times:
                raise aiohttp.ServerDisconnectedError

    patch.setattr(FakeWebhookAdapter, "request", cut)
    return sent


async def test_whatever_is_asked_goes_on_when_its_acknowledgement_is_cut_off(short: World) -> None:
    for times in (1, 2):
        sent = drop(short.patch, times)
        snapshot(await short.ask(short.linus, "board"))
        assert len(sent) == 2 + (times == 2)
    drop(short.patch, 1)
    snapshot(await short.ask(short.ada, "board", match=9))
    asked = await short.ada.slash(short.channel, "move", move="1")
    drop(short.patch, 1)
    await short.ada.click(asked.response, label="Confirm")
    snapshot(short.last.content)
    snapshot(short.private_texts()[-1])


async def test_what_is_pressed_counts_though_its_message_can_not_be_changed(world: World) -> None:
    request = FakeWebhookAdapter.request

    async def cut(self: Any, route: Any, *args: Any, **how: Any) -> Any:
        if route.method == "PATCH":
            raise aiohttp.ServerDisconnectedError
        return await request(self, route, *args, **how)

    await world.start()
    asked = await world.ada.slash(world.channel, "draw")
    await world.challenge("heap", players=3)
    world.patch.setattr(FakeWebhookAdapter, "request", cut)
    before = world.private_texts()
    await world.grace.click(world.last, label="Accept")
    assert world.private_texts() == before
    assert [p.name for p in (await world.match(2)).accepted] == ["Grace"]
    await world.ada.click(asked.response, label="Yes, offer a draw")
    snapshot(world.last.content)
    assert "not edited" in world.log.text
    snapshot("".join(world.private_texts()))


async def test_an_acknowledgement_that_comes_too_late_is_no_error(short: World) -> None:
    board: Any = short.last
    short.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await short.ada.click(board, label="My view")
    assert "too late" in short.log.text
    assert not [each for each in short.log.records if each.levelno >= logging.WARNING]
    assert len(short.env.errors) <= 1


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015)])
async def test_an_answer_behind_its_token_is_no_error(world: World, status: int, code: int) -> None:
    await world.start()
    board: Any = world.last
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/webhooks/*", status=status, code=code, times=None)
    before = len(world.env.http_requests)
    await world.ada.click(board, label="My view")
    sent = world.env.http_requests[before:]
    assert [r.path.split("/")[1] for r in sent] == ["interactions", "webhooks"]
    assert "answer too late" in world.log.text
    # Nor is a refusal that could not be told.
    await world.ada.slash(world.channel, "board", match=9)
    assert world.log.text.count("answer too late") == 2
    assert not [each for each in world.log.records if each.levelno >= logging.WARNING]


FORGED = [
    "move:\u0663:1",
    "move:²:1",
    "move:1",
    "move",
    "move:1:2:3",
    "view:" + "9" * 40 + ":1",
    "pick:1:3",
    "reel:1:1:1",
    "wish:them:large:on",
    "castle:1:3",
    "do:1:3:0:page",
    "do:1:3:0:page99999999",
    "do:1:3:0:offer",
    "do:1:3:0:offer3",
    "do:1:3:0:²",
    "do:1:3:0:x00",
    "nonsense",
    "\u202e",
]


ABOUT_NOTHING = [
    "move:999999999999999:1",
    "view:999999999999999:999999999999999",
    "reel:1:999999:9999:9",
    "page:nope:999",
    "page:bump:999",
    "wish:me:nope:on",
    "wish:me:theme:nope",
    "pick:1:3:0:*",
    "pick:1:3:0:nope",
    "do:1:3:0:pick",
    "do:1:3:0:confirm",
    "look:1:3:point",
]
"""Well-formed ids of what is not there."""

FORMS: list[dict[str, Any]] = [
    {"custom_id": "type:²:3", "components": []},
    {"custom_id": "nonsense", "components": []},
    {"custom_id": "move:1:3", "components": []},
    {"custom_id": "type:1:3"},
    {"custom_id": "type:1:3", "components": []},
    {"custom_id": "type:1:3", "components": [{"type": 18}]},
    {"custom_id": "type:1:3", "components": [{"type": 18, "component": {"type": 4}}]},
    {"custom_id": "type:1:3", "components": [{"component": {"type": 3, "values": ["1"]}}]},
]


@pytest.fixture
def _no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert "Traceback" not in caplog.text


@pytest.mark.usefixtures("_no_traceback")
async def test_what_is_forged_is_answered_in_words_and_leaves_no_traceback(world: World) -> None:
    await world.start()
    for form in FORMS:
        assert await world.send(world.ada, 5, {"components": []} | form) == [UNKNOWN]
    for value in ["²", "\u0663", "-1", "9" * 30, "x", ""]:
        board = await world.ada.slash(world.channel, "board")
        stored = world.env.backend.get_message(world.channel.id, board.response.id)
        options = [{"label": "x", "value": "0"}]
        menu = {"type": 3, "custom_id": "look:1:3:point", "options": options}
        stored.components.append({"type": 1, "components": [menu]})
        sent = {"custom_id": "look:1:3:point", "component_type": 3, "values": [value]}
        assert await world.send(world.ada, 3, sent, board.response.id) == [UNKNOWN]
    for custom_id in FORGED:
        assert await world.forge(world.ada, custom_id) == UNKNOWN
    for custom_id in ABOUT_NOTHING:
        asked = len(world.env.http_requests)
        await world.forge(world.ada, custom_id)
        assert len(world.env.http_requests) > asked
        snapshot("".join(world.private_texts()))
