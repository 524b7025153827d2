"""The picture of a turn in a channel in the README, taken again at the table in a browser.

    python -m tests.table.showcase

Writes `docs/channel.png`: the post of a turn of Bump with a chain and a capture.
"""

import asyncio
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from bench.timing import asked
from bot.model.commands import Accept, Play
from bot.model.records import ChannelId
from bot.table.page import Page as Table
from bot.table.serve import table
from tests.helpers.playing import known
from tests.table.browsing import IMAGES, QUIET, ROOT, program
from tests.table.window import bot_of, people_of

MOVES = (
    *("01,02-2", "491,58-4", "511,011-1", "59,08-3", "51,52-3", "291,38-2", "21,21-0", "29,28-3"),
    "16,18-2",
)

WIDTH, HEIGHT = 550, 1400
"""The size of the window in pixels: high enough for all of a post."""

LOADED = "Promise.all([...document.images].map(each => each.decode()))"

COLORS = 255

POST = ".channel-message:has(.component-container)"


async def play(shown: Table) -> None:
    bot, (host, guest, *_) = bot_of(shown), people_of(shown)
    match = await bot.matches.challenge(
        game="bump",
        options={},
        host=host,
        invited=(guest,),
        channel=ChannelId(shown.channel.id),
        guild=shown.viewers[0].guild.id,
        first="host",
    )
    match = await bot.matches.do(match.id, Accept(guest))
    for text in MOVES:
        match = await bot.matches.do(match.id, Play(known(match.turn_person).id, text))


async def posted(shown: Table) -> None:
    """Take the picture of the last board."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=list(QUIET))
        page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        await page.goto(shown.url)
        post = page.locator(POST, has_text=f"turn {len(MOVES) + 1}").last
        await post.locator(IMAGES).nth(1).wait_for()
        await post.scroll_into_view_if_needed()
        await page.evaluate(LOADED)
        taken = await post.locator(".component-container").screenshot()
        await browser.close()
    with Image.open(BytesIO(taken)) as picture:
        few = picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    few.save(ROOT / "docs" / "channel.png", optimize=True)


async def take() -> None:
    with TemporaryDirectory() as folder:
        async with table(Path(folder) / "games.sqlite3", 0) as shown:
            await play(shown)
            await posted(shown)


if __name__ == "__main__":
    asked(__doc__)
    asyncio.run(take())
