"""`/settings` as one panel: its pages, the menu between them, and the commands that lead there."""

from dataclasses import replace
from typing import Any

import pytest

from bot.front.buttons import SETTINGS_PAGES
from bot.front.discord.context import PrivateReply
from bot.front.ui.base import CustomId, SettingsPagesId
from bot.front.ui.settings_values import (
    MENUS,
    PAGE_OF,
    PAGES,
    page_with,
    with_preference,
    without_page,
)
from bot.service.personal.preferences import USUAL, Preferences
from tests.front.conftest import World, labels
from tests.front.panels import menus

MINE, OURS = "panel:me:pages", "panel:server:pages"

OPENINGS = {
    "boards": "**How you see boards and make moves.**",
    "notices": "**When it is your turn, you are called once.**",
    "calendar": "Time zone:",
    "challenges": "You have blocked nobody.",
}
"""Something that every page of a person says."""


def current(message: Any) -> list[str]:
    """What stands chosen in the menu on top of a page."""
    return [o["value"] for o in menus(message)[0]["options"] if o.get("default")]


async def test_a_menu_leads_to_every_page_and_reset_takes_back_one_alone(world: World) -> None:
    shown = (await world.ada.slash(world.channel, "settings")).response
    first = shown.id
    for page in (*PAGES["me"], *reversed([*PAGES["me"]])):
        shown = (await world.ada.select(shown, [page], custom_id=MINE)).response
        assert shown.id == first
        assert OPENINGS[page] in shown.content
        assert current(shown) == [page]
        assert bool(shown.attachments) == (page == "boards"), "no picture is left behind"

    shown = (await world.ada.slash(world.channel, "settings")).response
    await world.ada.select(shown, ["challenges"], custom_id=MINE)
    await world.ada.select(shown, ["played"], custom_id="wish:me:challenges:chosen")
    await world.ada.select(shown, ["boards"], custom_id=MINE)
    await world.ada.click(shown, label="Large text: off")
    assert "Large text: off" in labels((await world.ada.click(shown, label="Reset")).response)
    assert await world.client.store.preferences("person", world.ada.id) == {"challenges": "played"}


async def test_commands_are_shortcuts_to_their_pages(world: World) -> None:
    pages = {"notices": "notices", "calendar": "calendar", "block": "challenges"}
    shown = [(await world.ada.slash(world.channel, command)).response for command in pages]
    assert [current(each) for each in shown] == [[page] for page in pages.values()]
    await world.restart()
    for each in shown:
        back = await world.ada.select(each, ["boards"], custom_id=MINE)
        assert OPENINGS["boards"] in back.response.content


async def test_a_page_stays_when_something_on_it_is_changed(world: World) -> None:
    await world.ada.slash(world.channel, "block", person=world.grace)
    shown = (await world.ada.slash(world.channel, "settings")).response
    steps = (
        ("challenges", "wish:me:challenges:chosen", "nobody"),
        ("notices", "notices:cadence:chosen", "12"),
        ("calendar", "calendar:weekend:0", "6"),
    )
    for page, menu, value in steps:
        await world.ada.select(shown, [page], custom_id=MINE)
        shown = (await world.ada.select(shown, [value], custom_id=menu)).response
        assert current(shown) == [page]
    shown = (await world.ada.select(shown, ["challenges"], custom_id=MINE)).response
    shown = (await world.ada.click(shown, label="Unblock Grace")).response
    assert current(shown) == ["challenges"]
    assert "You have blocked nobody." in shown.content
    shown = (await world.ada.select(shown, ["notices"], custom_id=MINE)).response
    shown = (await world.ada.click(shown, label="Quiet hours…")).response
    assert current(shown) == ["notices"]


async def test_a_page_there_is_none_of_or_that_is_for_managers_is_refused(world: World) -> None:
    async def choose(who: Any, menu: str, page: str) -> str:
        data = {"custom_id": menu, "component_type": 3, "values": [page]}
        return "".join(await world.send(who, 3, data, shown.id))

    for menu, server in ((MINE, False), (OURS, True)):
        shown = (await world.manager.slash(world.channel, "settings", server=server)).response
        refused = await choose(world.manager, menu, "nowhere")
        assert refused.startswith("There is no such setting any more.")
    assert "**Manage Server**" in await choose(world.ada, OURS, "play")
    assert "**Manage Server**" in await world.ask(world.ada, "settings", server=True)


# Without Discord


def test_every_page_has_its_maker_and_every_setting_its_page() -> None:
    assert set(SETTINGS_PAGES) == {(scope, page) for scope in PAGES for page in PAGES[scope]}
    assert {name for menu in MENUS.values() for name in menu} <= PAGE_OF.keys()
    assert set(USUAL.values()) == PAGE_OF.keys()
    assert page_with("me", "newcomers", "1") == "boards", "a person has no such page"
    assert page_with("server", "reset", "play") == "play"
    assert page_with("server", "reset", "all") == "boards"


def test_a_page_is_reset_alone_or_with_all_others() -> None:
    said = Preferences(theme="ink", newcomers=1, channels=(7,), verbosity="quiet")
    assert without_page(said, "play") == replace(said, newcomers=None, channels=None)
    assert without_page(said, "boards") == replace(said, theme=None)
    assert without_page(said, "all") == Preferences()


@pytest.mark.parametrize(
    ("scope", "name", "value"),
    [
        ("me", "reset", "nowhere"),
        ("me", "large", "huge"),
        ("me", "theme", "nowhere"),
        ("me", "color", "red"),
        ("me", "text", "all"),
        ("me", "time", "none"),
        ("me", "verbosity", "quiet"),
        ("me", "channels", "5"),
        ("server", "time", "1-1-1"),
        ("server", "verbosity", "loud"),
        ("server", "challenges", "nobody"),
    ],
)
def test_what_is_no_setting_of_the_scope_is_refused(scope: str, name: str, value: str) -> None:
    with pytest.raises(PrivateReply, match="There is no such setting any more"):
        with_preference(Preferences(theme="ink"), name, value, scope)


def test_the_menu_of_pages_is_found_by_its_address() -> None:
    for scope in PAGES:
        parsed: CustomId = SettingsPagesId(scope)
        assert SettingsPagesId.parse(str(parsed)) == parsed
    assert SettingsPagesId.parse("panel:other:pages") is None
