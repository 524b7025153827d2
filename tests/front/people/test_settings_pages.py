"""`/settings` as one panel and `/notices`: pages, the menu between them, and all that changes."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.catalog import catalog, entry
from bot.front.board.pictures import example_file, example_position
from bot.front.discord.context import PrivateReply
from bot.front.exercises.rules_pages import rules_texts
from bot.front.people.notices import settings_text
from bot.front.ui.settings import (
    PAGE_OF,
    PAGES,
    SETTINGS_PAGES,
    page_with,
    with_preference,
    without_page,
)
from bot.model.notices.notice_settings import CADENCES, Destination, NoticeSettings
from bot.model.records import Status
from bot.service.personal.preferences import USUAL, Preferences
from renderers import View, close_up, explained
from tests.front.conftest import World, labels, shown_text
from tests.front.panels import menus
from tests.front.snapshot import snapshot
from tests.helpers.people import ADA, CHANNEL

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
    snapshot(shown.content)
    shown = (await world.ada.select(shown, ["notices"], custom_id=MINE)).response
    shown = (await world.ada.click(shown, label="Quiet hours…")).response
    assert current(shown) == ["notices"]


async def test_a_page_there_is_none_of_or_that_is_for_managers_is_refused(world: World) -> None:
    async def choose(who: Any, menu: str, page: str) -> str:
        data = {"custom_id": menu, "component_type": 3, "values": [page]}
        return "".join(await world.send(who, 3, data, shown.id))

    for menu, server in ((MINE, False), (OURS, True)):
        shown = (await world.manager.slash(world.channel, "settings", server=server)).response
        snapshot(await choose(world.manager, menu, "nowhere"))
    snapshot(await choose(world.ada, OURS, "play"))
    snapshot(await world.ask(world.ada, "settings", server=True))


# Without Discord


def test_every_page_has_its_maker_and_every_setting_its_page() -> None:
    assert set(SETTINGS_PAGES) == {(scope, page) for scope in PAGES for page in PAGES[scope]}
    assert set(USUAL.values()) == {name for pages in PAGE_OF.values() for name in pages}
    assert page_with("me", "newcomers", "1") == "boards", "a person has no such page"
    assert page_with("server", "reset", "play") == "play"
    assert page_with("server", "reset", "all") == "boards"


def test_a_page_is_reset_alone_or_with_all_others() -> None:
    said = Preferences(theme="ink", newcomers=1, channels=(CHANNEL,), verbosity="quiet")
    assert without_page(said, "play", "server") == replace(said, newcomers=None, channels=None)
    assert without_page(said, "boards") == replace(said, theme=None)
    assert without_page(said, "all", "server") == Preferences()


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


# The rules


async def test_a_challenge_says_how_heavy_the_game_is_and_how_it_is_played(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    snapshot(world.last.content)
    for who in (world.grace, world.ada, world.linus):
        shown = (await who.click(world.last, label="How to play")).response
        assert shown.ephemeral
        snapshot(shown_text(shown))
        files = [BytesIO(await each.read()) for each in shown.attachments]
        assert [Image.open(file).width for file in files] == [640] * 3, "all are close up"
        assert [part["type"] for part in shown.components] == [10, *[10, 12] * 3, 10, 1]
        snapshot(shown.attachments[0].description)
        assert labels(shown) == ["All rules", "Learn by doing", "Play me", "Challenge…"]
    await world.grace.click(world.last, label="Accept")
    assert labels(world.last) == ["Move", "My view", "How to play", "More…"]
    snapshot(await world.tap(world.grace, "How to play"))
    await world.move(world.ada, "01,03")
    assert labels(world.last) == ["Move", "My view", "Study", "Replay", "More…"]
    # A page of an earlier version is a plain message: it stays, and a new one is the answer.
    answers, plain = len(world.private_texts()), world.last.content
    await world.forge(world.ada, "page:bump:1")
    assert (len(world.private_texts()), world.last.content) == (answers + 1, plain)


async def test_a_reader_of_the_rules_plays_the_bot_at_one_press(world: World) -> None:
    shown = (await world.ada.slash(world.channel, "rules", game="clump")).response
    for _ in entry("clump").rules[1:]:
        assert "Play me" not in labels(shown)
        shown = (await world.ada.click(shown, label="Next")).response
    assert "Next" not in labels(shown)
    await world.tap(world.ada, "Play me", shown)
    match = await world.match()
    assert (match.game, match.status) == ("clump", Status.RUNNING)
    assert {person.name for person in match.seats} == {"Ada", "TestBot"}


async def test_rules_show_chains_close_up_and_what_else_happens_on_whole_boards(
    world: World,
) -> None:
    shown = (await world.ada.slash(world.channel, "rules", game="bump")).response
    widths = []
    for _ in entry("bump").rules[1:]:
        shown = (await world.ada.click(shown, label="Next")).response
        files = [await each.read() for each in shown.attachments]
        widths.append([Image.open(BytesIO(each)).width for each in files])
    placed, close = 1086, 640
    assert widths == [[placed, close], [close] * 3, [close]]


@pytest.mark.parametrize("key", catalog())
def test_how_to_play_shows_three_pictures_with_their_legend(key: str) -> None:
    game = entry(key)
    shown = [e for page in game.rules for e in page.examples if e.legend]
    assert len(shown) == 3
    for example in shown:
        position, effects = example_position(game, example)
        plain = close_up(key, position, effects, cells=())
        picture = Image.open(BytesIO(explained(key, position, effects, example.legend)))
        assert picture.size != Image.open(BytesIO(plain)).size
        strip = picture.convert("L").crop((0, picture.height - 40, picture.width, picture.height))
        shades = strip.tobytes()
        assert max(shades) - min(shades) > 100, "its words stand out"


async def test_how_spaces_are_numbered_is_read_on_a_phone() -> None:
    bump = catalog()["bump"]
    _, numbers = bump.rules[0].examples
    drawn = await example_file(bump, numbers, View(), ADA.id)
    cells = numbers.seen
    assert drawn.fp.read() == close_up("bump", example_position(bump, numbers)[0], cells=cells)


def test_the_author_is_said_once_on_the_last_page() -> None:
    for game in catalog().values():
        pages = ["\n".join(rules_texts(game, number)) for number in range(len(game.rules))]
        last, author = pages.pop(), game.author or "uthor unknown"
        assert author in last
        assert not any(f"{game.name}: {author}" in page or "uthor" in page for page in pages)


async def settings(world: World, who: Any) -> NoticeSettings:
    return await world.client.service.notices.settings(who.id)


async def panel(world: World) -> Any:
    return (await world.ada.slash(world.channel, "notices")).response


async def choose(world: World, shown: Any, custom_id: str, value: str) -> None:
    await world.send(
        world.ada, 3, {"custom_id": custom_id, "component_type": 3, "values": [value]}, shown.id
    )


async def test_the_panel_says_what_holds(world: World) -> None:
    snapshot(await world.ask(world.ada, "notices"))


async def test_place_and_pace_are_chosen_from_menus_that_name_them(world: World) -> None:
    shown = await panel(world)
    placeholders = [row["components"][0].get("placeholder") for row in shown.components[1:4]]
    assert placeholders == ["Where you are called", "Reminders", "When what was held is told"]
    for destination in Destination:
        await choose(world, shown, "notices:destination:chosen", destination.value)
        assert (await settings(world, world.ada)).destination is destination
        assert (await settings(world, world.grace)).destination is Destination.CHANNEL
    for hours in CADENCES:
        await choose(world, shown, "notices:cadence:chosen", str(hours))
        assert (await settings(world, world.ada)).cadence == hours


async def test_quiet_hours_have_a_page_of_their_own_and_both_ends_at_once(world: World) -> None:
    shown = await panel(world)
    await world.ada.click(shown, label="Quiet hours…")
    await choose(world, shown, "notices:from:chosen", "23")
    assert (await settings(world, world.ada)).quiet_hours == (23, 8)
    await choose(world, shown, "notices:to:chosen", "7")
    await world.ada.click(shown, label="Back")
    await choose(world, shown, "notices:digest:chosen", "18")
    snapshot(await world.ask(world.ada, "notices"))
    await world.ada.click(shown, label="Quiet hours…")
    await choose(world, shown, "notices:from:chosen", "none")
    assert (await settings(world, world.ada)).quiet_hours is None


async def test_switches_turn_off_and_on_and_all_can_be_reset(world: World) -> None:
    shown = await panel(world)
    for label, name in (
        ("Warning before time runs out: on", "warning"),
        ("Quiet while my clock is stopped: on", "calendar"),
    ):
        await world.ada.click(shown, label=label)
        assert not getattr(await settings(world, world.ada), name)
        await world.ada.click(shown, label=label.replace(": on", ": off"))
        assert getattr(await settings(world, world.ada), name)
    await choose(world, shown, "notices:destination:chosen", "none")
    await world.ada.click(shown, label="Reset")
    assert await settings(world, world.ada) == NoticeSettings()


async def test_what_cannot_be_chosen_is_refused_in_words(short: World) -> None:
    for chosen in ("cadence:47", "nothing:1", "warning:maybe", "from:24"):
        snapshot(await short.forge(short.ada, f"notices:{chosen}"))
        assert await settings(short, short.ada) == NoticeSettings()


async def test_a_change_holds_for_the_turn_that_runs(world: World) -> None:
    await world.start(time="no time limit")
    await choose(world, await panel(world), "notices:cadence:chosen", "12")
    await world.env.advance_time(12 * 3600)
    snapshot(world.last)


def test_a_page_says_when_what_was_held_comes_if_the_hour_for_it_is_quiet() -> None:
    for digest in (None, 7, 8):
        snapshot(settings_text(NoticeSettings(quiet_from=22, quiet_to=8, digest=digest), None))
