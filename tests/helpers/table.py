"""What people do at the table."""

from typing import Any

from bot.front.client import Bumpbot
from bot.model.events import Person
from bot.table.page import Page
from tests.table.window import Window


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
