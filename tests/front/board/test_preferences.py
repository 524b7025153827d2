"""How people and servers like boards: it reaches every private picture, and every public one."""

from dataclasses import replace

import pytest

import renderers
from bot.catalog import catalog
from bot.front.board import preferences
from bot.front.ui.settings import with_preference
from bot.service.personal.preferences import USUAL, Preferences
from renderers import View, draw, themes
from tests.front.conftest import World, labels, said
from tests.front.panels import adjust, chosen, menus, pixels
from tests.front.snapshot import snapshot

NAMES = {1: "Ada", 2: "Grace"}


async def picture(world: World, view: View) -> bytes:
    match = await world.match()
    assert match.position is not None
    effects = match.plies[-1].effects if match.plies else ()
    return draw(match.game, match.position, effects, view=view, names=NAMES)


# The panel


async def test_the_panel_shows_what_holds_with_a_sample_and_changes_in_place(world: World) -> None:
    shown = await world.ada.slash(world.channel, "settings")
    assert shown.response.ephemeral
    snapshot(said(shown))
    usual = [
        "Bump, Bounce: seen from my side",
        "Large text: off",
        "Coordinates: on",
        "Text board: off",
        "Always confirm: on",
        "Moving: on one screen",
        "Close-ups: on",
        "Empty spaces on posts: unnamed",
        "Puzzles from my matches: on",
        "Prepared answers: in a minute or two",
        "Named in lists: on",
        "Reset",
    ]
    assert labels(shown.response) == usual
    assert [o["value"] for o in menus(shown.response)[1]["options"]] == list(themes())
    assert chosen(shown.response) == ["Theme: Classic"]
    assert shown.response.attachments[0].description
    old = await pixels(shown.response)
    after = await world.ada.click(shown.response, label="Coordinates: on")
    assert after.response.id == shown.response.id
    assert "Coordinates: off" in labels(after.response)
    assert await pixels(after.response) != old
    back = await world.ada.click(after.response, label="Coordinates: off")
    assert await pixels(back.response) == old
    # A button says what is to hold: pressed twice it does no more.
    for _ in range(2):
        await world.press(world.ada, back.response, "wish:me:large:on")
        await world.env.settle()
    shown = await adjust(world, world.ada, "Text board: off", theme="ink")
    assert "Large text: on" in labels(shown.response)
    assert "```" in shown.response.content
    after = await world.ada.click(shown.response, label="Reset")
    assert labels(after.response) == usual
    assert "```" not in after.response.content
    assert await world.client.store.preferences("person", world.ada.id) == {}


async def test_settings_outlive_a_restart_and_so_do_their_buttons(world: World) -> None:
    shown = await adjust(world, world.ada, "Large text: off", theme="night")
    await world.restart()
    after = await world.ada.click(shown.response, label="Large text: on")
    assert "Large text: off" in labels(after.response)
    assert chosen(after.response) == ["Theme: Night"]


def test_a_setting_leaves_all_others_unchanged() -> None:
    said = Preferences(theme="ink", confirm=False)
    assert with_preference(said, "large", "on") == replace(said, large=True)
    assert with_preference(said, "theme", "night") == replace(said, theme="night")
    assert with_preference(said, "side", "first") == replace(said, side="first")
    assert with_preference(said, "reset", "all") == Preferences()


# What it does


async def test_a_persons_settings_reach_their_private_pictures_alone(bumps: World) -> None:
    await adjust(bumps, bumps.ada, "Large text: off", "Coordinates: on", theme="night")
    view = View(theme="night", large=True, coordinates=False)
    wanted = await picture(bumps, view)
    for shown in (
        await bumps.ada.slash(bumps.channel, "board"),
        await bumps.ada.click(bumps.last, label="My view"),
    ):
        assert await pixels(shown.response) == wanted
    picker = await bumps.ada.click(bumps.last, label="Move")
    typed = await bumps.ada.slash(bumps.channel, "move", move="01,02", preview=True)
    rules = await bumps.ada.slash(bumps.channel, "rules", game="bump")
    others = [await bumps.grace.slash(bumps.channel, "rules", game="bump")]
    assert await pixels(rules.response) != await pixels(others[0].response)
    plain = await bumps.grace.slash(bumps.channel, "board")
    for shown in (picker, typed):
        assert await pixels(shown.response) != await pixels(plain.response)

    await bumps.move(bumps.ada, "pass")
    assert await pixels(bumps.last) == await picture(bumps, View(empty=False))
    grace = await bumps.grace.slash(bumps.channel, "board")
    assert await pixels(grace.response) == await picture(bumps, View(turned=True))
    # The second player may look from the first one's side.
    await adjust(bumps, bumps.grace, "Bump, Bounce: seen from my side")
    grace = await bumps.grace.slash(bumps.channel, "board")
    assert await pixels(grace.response) == await picture(bumps, View())


@pytest.mark.parametrize("game", ["clump", "bipod"])
async def test_two_who_speak_of_a_space_look_at_the_same_place(world: World, game: str) -> None:
    await world.begin(game)
    for setting in ("", "Bump, Bounce: seen from my side"):
        if setting:
            await adjust(world, world.grace, setting)
        seen = [await each.slash(world.channel, "board") for each in (world.ada, world.grace)]
        assert await pixels(seen[0].response) == await pixels(seen[1].response)


def test_a_board_has_ends_where_the_players_sit_across() -> None:
    assert [key for key, each in catalog().items() if each.game.has_ends] == ["bump", "bounce"]


# A server's own


async def test_a_servers_settings_hold_in_posts_and_for_the_silent(world: World) -> None:
    shown = await adjust(world, world.manager, "Large text: off", theme="ink", server=True)
    snapshot(shown.response.content)
    await adjust(world, world.grace, theme="meadow")
    await world.begin("bump")
    ours = View(theme="ink", large=True)
    assert await pixels(world.last) == await picture(world, replace(ours, empty=False))
    ada = await world.ada.slash(world.channel, "board")
    assert await pixels(ada.response) == await picture(world, ours)
    grace = await world.grace.slash(world.channel, "board")
    mixed = View(theme="meadow", large=True, turned=True)
    assert await pixels(grace.response) == await picture(world, mixed)


async def test_posted_boards_name_every_space_where_a_server_asks_for_it(world: World) -> None:
    await world.server_wishes(spaces="all")
    await world.begin("bump")
    assert await pixels(world.last) == await picture(world, View())


@pytest.mark.parametrize(("who", "named"), [("linus", False), ("grace", True)])
async def test_posted_boards_name_every_space_where_somebody_who_plays_asks_for_it(
    world: World, who: str, named: bool
) -> None:
    person = getattr(world, who)
    shown = await adjust(world, person, "Empty spaces on posts: unnamed")
    assert "Empty spaces on posts: named" in labels(shown.response)
    await world.begin("bump")
    assert await pixels(world.last) == await picture(world, View(empty=named))
    shown = await person.click(shown.response, label="Reset")
    assert "Empty spaces on posts: unnamed" in labels(shown.response)


async def test_only_managers_change_what_holds_for_all(world: World) -> None:
    snapshot(await world.ask(world.ada, "settings", server=True))
    shown = await world.manager.slash(world.channel, "settings", server=True)
    await world.press(world.ada, shown.response, "wish:server:large:on")
    await world.env.settle()
    snapshot(world.private_texts()[-1])
    assert await world.client.store.preferences("guild", world.guild.id) == {}
    snapshot(said(await world.ada.user.slash("settings", server=True)))
    assert "Large text: off" in labels((await world.ada.user.slash("settings")).response)


def test_a_theme_that_is_no_more_gives_way_to_the_usual() -> None:
    assert preferences.view_from(replace(USUAL, theme="gone")) == View()
    assert renderers.theme_name("classic") == "Classic"


async def test_a_sample_that_can_not_be_drawn_leaves_the_panel(world: World) -> None:
    from bot.front.board import pictures

    world.patch.setattr(pictures, "draw", None)
    shown = await world.ada.slash(world.channel, "settings")
    assert "Reset" in labels(shown.response)
    assert not shown.response.attachments
    assert "not drawn" in world.log.text
