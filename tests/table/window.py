"""A browser window without the browser: it asks what simcord's page asks, as people do."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Self

import aiohttp
from simcord.components import walk_components

from bot.front.client import Bumpbot
from bot.model.events import Person
from bot.table.page import Page

Shown = dict[str, Any]

PATIENCE = 300.0
"""Seconds until what does not come fails its test: no slow machine needs so many."""


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that shows in no message."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - a log has no event to wait for
            await asyncio.sleep(0.01)


class Window:
    """One window on the table, as one person."""

    def __init__(self, session: aiohttp.ClientSession, shown: Shown) -> None:
        self._session = session
        self._sequence = 0
        self.shown = shown

    @classmethod
    @asynccontextmanager
    async def open(cls, page: Page, name: str) -> AsyncIterator[Self]:
        """A new window in which the person of that name looks at the channel."""
        address, _, secret = page.url.partition("#")
        headers = {"X-Simcord-Capability": secret}
        async with aiohttp.ClientSession(address, headers=headers) as session:
            person = next(v for v in page.viewers if v.user.global_name == name)
            async with session.post("/api/pages", json={"viewer_id": str(person.id)}) as answer:
                shown = await answer.json()
            session.headers["X-Simcord-Context"] = shown["context"]["id"]
            yield cls(session, shown)

    async def look(self) -> list[Shown]:
        """The messages in the channel, the newest last."""
        async with self._session.get("/api/state") as answer:
            self.shown = await answer.json()
        return [self.shown["messages"][key] for key in self.shown["timeline"]]

    async def see(self, words: str) -> Shown:
        """The newest message with these words, waited for; nothing else makes it appear."""
        return await self._find(lambda message: words in text_of(message))

    async def see_buttons_removed(self, board: Shown) -> None:
        """Wait until a message has lost its buttons."""
        await self._find(lambda message: message["id"] == board["id"] and not any(buttons(message)))

    async def _find(self, fits: Callable[[Shown], bool]) -> Shown:
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in reversed(await self.look()):
                    if fits(message):
                        return message
                await asyncio.sleep(0.05)

    async def act(self, kind: str, **details: Any) -> Shown:
        """Do something from the view that the window has now."""
        self._sequence += 1
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": str(uuid.uuid4()),
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"],
            **details,
        }
        async with self._session.post("/api/action", json=body) as answer:
            receipt: Shown = await answer.json()
        self._sequence = receipt["expectedSequence"]
        return receipt

    async def picture(self, message: Shown) -> bytes:
        """The one picture of a message, as a browser gets it."""
        [shown] = message["attachments"]
        async with self._session.get(f"/api/assets/{shown['asset_id']}") as answer:
            return await answer.read()

    async def press(self, message: Shown, label: str) -> Shown:
        [control] = [part for part in buttons(message) if part.get("label") == label]
        return await self.act("click", target_id=message["id"], control_key=control["control_key"])

    async def type(self, command: str, **options: Any) -> Shown:
        leaf = await self._leaf(command)
        return await self.act("run_command", options=options, **leaf)

    async def choices(self, command: str, option: str, typed: str) -> list[str]:
        """What the bot offers while an option is being typed."""
        leaf = await self._leaf(command)
        receipt = await self.act(
            "autocomplete_command", focused=option, value=typed, options={}, **leaf
        )
        return [choice["value"] for choice in receipt["result"]["choices"]]

    async def _leaf(self, command: str) -> Shown:
        async with self._session.get("/api/commands") as answer:
            catalog = await answer.json()
        [entry] = [e for e in catalog["entries"] if e["invocation"] == command]
        return {
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
        }


def buttons(message: Shown) -> Iterator[Shown]:
    return (part for part in walk_components(message["components"]) if part.get("type") == 2)


def text_of(message: Shown) -> str:
    """The words of a message, or of its parts if it is laid out as a page."""
    parts = (part.get("content", "") for part in walk_components(message["components"]))
    return "\n".join([message["content"], *parts])


def bot_of(page: Page) -> Bumpbot:
    client = page.env.bot
    assert isinstance(client, Bumpbot)
    return client


def people_of(page: Page) -> list[Person]:
    return [Person(viewer.id, viewer.user.global_name) for viewer in page.viewers]


def person(page: Page, name: str) -> str:
    return str(next(v.id for v in page.viewers if v.user.global_name == name))


async def challenge(page: Page, window: Window, opponent: str) -> dict[str, Any]:
    await window.type("challenge bump", opponent=person(page, opponent))
    return await window.see("challenges you")


async def begin(page: Page, ada: Window, grace: Window) -> dict[str, Any]:
    """A match between the two; its first board."""
    await challenge(page, ada, "Grace")
    await grace.press(await grace.see("challenges you"), "Accept")
    return await ada.see("it is your turn")


async def on_turn(ada: Window, grace: Window, board: dict[str, Any]) -> Window:
    mentioned = board["content"].partition("<@")[2].partition(">")[0]
    return ada if ada.shown["viewerId"] == mentioned else grace
