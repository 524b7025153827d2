"""Ten matches of all games in one channel at the table, as a browser shows them: with whole boards
and with living ones, in a wide window and in a phone's.
"""

from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.catalog import catalog
from bot.front.client import Bumpbot
from bot.front.commands.manage import choose_mode
from bot.model.commands import Accept
from bot.model.match import Match
from bot.model.places import Mode
from bot.model.records import ChannelId
from bot.table.page import Page as Table
from tests.helpers.matches import any_move
from tests.table.browsing import IMAGES, QUIET, program
from tests.table.conftest import Place
from tests.table.window import PATIENCE, Window, bot_of, people_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.browser

MATCHES, TURNS = 10, 3
"""Matches in the channel, and turns made in each."""

SIZES = ((1100, 900), (390, 844))

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""Whether anything stands out on the right."""


async def play_ten(table: Table, mode: Mode) -> list[Match]:
    """Ten matches, two of each game, whose turns were made by turns."""
    bot, chance = bot_of(table), Random(3)
    pairs, games = list(permutations(people_of(table), 2)), list(catalog())
    matches = []
    for number in range(MATCHES):
        host, guest = pairs[number % len(pairs)]
        asked = await bot.matches.challenge(
            game=games[number % len(games)],
            options={},
            host=host,
            invited=(guest,),
            channel=ChannelId(table.channel.id),
            guild=table.viewers[0].guild.id,
            first="host",
        )
        begun = await bot.matches.do(asked.id, Accept(guest))
        await choose_mode(bot, begun, mode)
        matches.append(begun)
    for _ in range(TURNS):
        matches = [await move(bot, match, chance) for match in matches]
    return matches


async def move(bot: Bumpbot, match: Match, chance: Random) -> Match:
    return await bot.matches.do(match.id, any_move(match, chance))


async def look(browser: "Browser", table: Table, size: tuple[int, int]) -> "Page":
    """A window of that size, in which Ada looks at the channel."""
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(PATIENCE * 1000)
    await page.goto(table.url)
    await page.locator("#viewer-picker option:checked:text-is('Ada')").wait_for(state="attached")
    await page.locator("#preview-app[aria-busy=false]").wait_for()
    await page.locator(IMAGES).last.wait_for()
    return page


async def nothing_stands_out(page: "Page") -> None:
    assert not await page.evaluate(WIDER)


async def ask(page: "Page", command: str) -> None:
    box = page.get_by_placeholder("Message #table")
    await box.press_sequentially(command, delay=20)
    await page.locator("[role=option]", has_text=command).first.click()
    remove = page.locator(".command-option-remove")
    if await remove.count():
        await remove.first.click()
    await page.locator("#send-message").click()
    await page.locator(".command-chip").wait_for(state="detached")


@pytest.mark.long
@pytest.mark.parametrize("mode", [Mode.POSTS, Mode.LIVING])
async def test_ten_matches_in_one_channel_stay_readable(place: Place, mode: Mode) -> None:
    path = program()
    from playwright.async_api import async_playwright, expect

    async with place.open() as table, async_playwright() as playwright:
        matches = await play_ten(table, mode)
        waiting = [m.id for m in matches if m.turn_person and m.turn_person.name == "Ada"]
        async with Window.open(table, "Ada") as seen:
            for match in matches:
                board = await seen.see(f"match {match.id} · turn {TURNS + 1}")
                assert board["attachments"]
        browser = await playwright.chromium.launch(executable_path=path, args=list(QUIET))
        for size in SIZES:
            page = await look(browser, table, size)
            boards = page.locator(f".channel-message:has({IMAGES})", has_text="it is your turn")
            for number in (-2, -1):
                await boards.nth(number).scroll_into_view_if_needed()
                await nothing_stands_out(page)
            if mode is Mode.LIVING:
                move_buttons = boards.get_by_role("button", name="Move", exact=True)
                # The last ones are being shrunk while the page opens.
                await expect(boards).to_have_count(MATCHES, timeout=PATIENCE * 1000)
                await expect(move_buttons).to_have_count(MATCHES, timeout=PATIENCE * 1000)
                old = page.locator(f".channel-message:not(:has({IMAGES}))").last
                await old.scroll_into_view_if_needed()
                await nothing_stands_out(page)
                assert "it is your turn" not in await old.inner_text()
            await ask(page, "/games")
            inbox = page.locator(".channel-message", has_text="for you").last
            await inbox.locator("figure").nth(len(waiting) - 1).wait_for()
            assert await inbox.locator("figure").count() == len(waiting)
            await nothing_stands_out(page)
            await page.close()
        await browser.close()
