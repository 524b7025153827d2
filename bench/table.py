"""The cost of a press at the local table as messages accumulate, compared with simcord's own
publishing.

Two windows look at the channel of a match of Bump, each asking for its view five times a second as
its browser does. One person turns the pages of the rules; the press has been shown when the window
gets the other page. The rest of the messages are copies of real posts, each with a picture and one
in five with live buttons. The browser is not included.

    python -m bench.table [--presses N]
"""

import asyncio
import copy
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from random import Random

from bench.timing import Table, asked, beside, middle_and_slowest, scratch, share, stalls
from bot.table import cache
from bot.table.page import Page
from bot.table.serve import table
from tests.table.window import Window, begin

SEED = 1
COUNTS = (3, 50, 300)
FIRST, SECOND = b"Page 1 of", b"Page 2 of"


async def main(presses: int) -> None:
    logging.disable(logging.WARNING)
    heads = ("messages", "still there", "CPU of a press", "shown p50", "shown p99", "loop late p99")
    lines = Table("ms", *heads, first=10)
    for name in ("stock", "ours"):
        with scratch() as database:
            async with table(database, 0) as page:
                with stock(page) if name == "stock" else nullcontext():
                    await measure(lines, page, name, presses)


@contextmanager
def stock(page: Page) -> Iterator[None]:
    """simcord's publishing: every message again, for every window, whenever anything happens."""
    cache.uninstall()
    vars(page)["is_current"] = lambda _: False
    vars(page._server)["_table_state"] = lambda _: None
    try:
        yield
    finally:
        cache.install()


async def measure(lines: Table, page: Page, name: str, presses: int) -> None:
    chance = Random(SEED)
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        await begin(page, ada, grace)
        async with beside(poll(ada)), beside(poll(grace)):
            had = len(page.env.backend.messages[page.channel.id]) + 1
            for count in COUNTS:
                fill(page, range(had, count), chance)
                had = max(had, count)
                await open_rules(page, ada)
                for label in ("Next", "Back"):
                    await press(ada, label)
                kept = len(page.env.backend.messages[page.channel.id])
                lines.row(name, count, kept, *await measured(ada, presses))


async def open_rules(page: Page, window: Window) -> None:
    """The rules as the newest message of the channel, and no older ones."""
    messages = page.env.backend.messages[page.channel.id]
    for old in [m.id for m in messages.values() if m.is_ephemeral and "Page " in m.content]:
        del messages[old]
    await window.type("rules", game="bump")
    await window.see("Page 1 of")


def fill(page: Page, numbers: range, chance: Random) -> None:
    """Copies of the first post in the channel, each with its number."""
    backend = page.env.backend
    messages = backend.messages[page.channel.id].values()
    post = next(m for m in messages if "it is your turn" in m.content)
    for number in numbers:
        backend.create_message(
            post.channel_id,
            post.author_id,
            post.content.replace("turn 1", f"turn {number}"),
            attachments=copy.deepcopy(post.attachments),
            components=copy.deepcopy(post.components) if chance.random() < 0.2 else [],
        )


async def poll(window: Window) -> None:
    """Ask for the view five times a second, as the table's page does."""
    while True:
        await asyncio.sleep(0.2)
        await state(window)


async def measured(window: Window, presses: int) -> list[float]:
    """What presses take, in milliseconds: CPU, until they are shown, and how late the loop is."""
    began, shown = time.process_time(), list[float]()
    async with stalls() as late:
        for number in range(presses):
            shown.append(await press(window, "Next" if number % 2 == 0 else "Back"))
    each = (time.process_time() - began) / presses
    return [each * 1000, *middle_and_slowest(shown), share(0.99, late) * 1000]


async def press(window: Window, label: str) -> float:
    """Seconds from a press to the other page of the rules in the window."""
    shown = await window.see("Page ")
    began = time.perf_counter()
    await window.press(shown, label)
    await shows(window, SECOND if label == "Next" else FIRST)
    return time.perf_counter() - began


async def shows(window: Window, words: bytes) -> None:
    """Wait until the window gets the words, without the work of a browser."""
    async with asyncio.timeout(60):
        while words not in await state(window):  # noqa: ASYNC110 - a browser asks, too
            await asyncio.sleep(0.05)


async def state(window: Window) -> bytes:
    async with window._session.get("/api/state") as answer:
        return await answer.read()


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, presses=5).presses))
