"""What a press costs at the local table as messages gather, beside simcord's stock publishing.

Two windows look at the channel of a match of Bump, each asking for its view five times a second
as its browser does. One person turns the pages of the rules; the press has been shown when the
window gets the other page. The rest of the messages are copies of real posts, each with a picture
and one in five with live buttons. The browser is not in it.

    python -m bench.table [--presses N]
"""

import argparse
import asyncio
import copy
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.table import cache
from bot.table.page import Page
from bot.table.serve import table
from tests.helpers.table import begin
from tests.table.window import Window

SEED = 1
COUNTS = (3, 50, 300)
TICK = 0.002
FIRST, SECOND = b"Page 1 of", b"Page 2 of"


@dataclass
class Taken:
    """What the presses at one number of messages took, in seconds."""

    processor: float = 0.0
    shown: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def row(self, name: str, count: int, kept: int) -> str:
        """A line of the table, in milliseconds."""
        each = self.processor / len(self.shown)
        parts = (each, at(0.5, self.shown), at(0.99, self.shown), at(0.99, self.late))
        return f"{name:<10}{count:>9}{kept:>7}" + "".join(f"{part * 1000:>11.1f}" for part in parts)


def at(share: float, taken: list[float]) -> float:
    """The value that this share of the others do not exceed."""
    return sorted(taken)[min(int(len(taken) * share), len(taken) - 1)]


async def main(presses: int) -> None:
    logging.disable(logging.WARNING)
    print(f"{'':<10}{'':>9}{'still':>7}{'CPU of':>11}{'shown':>11}{'':>11}{'loop late':>11}")
    heads = ("messages", "there", "a press", "p50", "p99", "p99")
    print(f"{'ms':<10}{heads[0]:>9}{heads[1]:>7}" + "".join(f"{head:>11}" for head in heads[2:]))
    for name in ("stock", "ours"):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "bench.sqlite3"
            async with table(database, 0) as page:
                with stock(page) if name == "stock" else nullcontext():
                    await measure(page, name, presses)


@contextmanager
def stock(page: Page) -> Iterator[None]:
    """simcord's publishing: every message anew, for every window, whenever anything happens."""
    cache.uninstall()
    vars(page)["is_current"] = lambda _: False
    vars(page._server)["_table_state"] = lambda _: None
    try:
        yield
    finally:
        cache.install()


async def measure(page: Page, name: str, presses: int) -> None:
    chance = Random(SEED)
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        await begin(page, ada, grace)
        async with polling(ada), polling(grace):
            had = len(page.env.backend.messages[page.channel.id]) + 1
            for count in COUNTS:
                fill(page, range(had, count), chance)
                had = max(had, count)
                await open_rules(page, ada)
                for label in ("Next", "Back"):
                    await press(ada, label)
                taken = await measured(ada, presses)
                kept = len(page.env.backend.messages[page.channel.id])
                print(taken.row(name, count, kept), flush=True)


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


@asynccontextmanager
async def polling(window: Window) -> AsyncIterator[None]:
    """A window that asks for its view five times a second, as the table's page does."""

    async def ask() -> None:
        while True:
            await asyncio.sleep(0.2)
            await state(window)

    asking = asyncio.create_task(ask())
    try:
        yield
    finally:
        asking.cancel()


async def measured(window: Window, presses: int) -> Taken:
    taken = Taken()
    watching = asyncio.create_task(watch(taken.late))
    began = time.process_time()
    for number in range(presses):
        taken.shown.append(await press(window, "Next" if number % 2 == 0 else "Back"))
    taken.processor = time.process_time() - began
    watching.cancel()
    return taken


async def watch(late: list[float]) -> None:
    """Note how much later than asked the event loop comes back."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - began - TICK)


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
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--presses", type=int, default=20)
    asyncio.run(main(words.parse_args().presses))
