"""`/settings`: how a person likes boards and moves, or a server for all who say nothing."""

import logging
from collections.abc import Iterator

import discord
from discord import ui

from bot.catalog import Entry, Example, catalog
from bot.front import preferences
from bot.front.board import pictures, text_board
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    SettingsPage,
    has_allowance,
    reply_private,
)
from bot.front.ui.base import SettingId, menu, message_view
from bot.front.ui.settings_items import SCOPES, SettingButton, pages_menu, setting_button
from bot.front.ui.settings_values import SETTINGS
from bot.model.limits import PICTURES
from bot.service.personal.preferences import Preferences
from renderers import theme_name, themes

log = logging.getLogger(__name__)

MINE = (
    "**How you see boards and make moves.** Press to change; the picture shows the effect.\n"
    "-# What you leave alone is as this server has it. Boards in the channel look alike to all. "
    "The menu on top leads to your other settings."
)
OURS = (
    "**How this server sees boards.** The boards in its channels look like this, and so do the "
    "private ones of everybody who has set nothing with `/settings`.\n"
    "-# The menu on top leads to what else holds here: where and how people play, and what I post."
)


async def show_settings(interaction: Interaction, scope: str) -> None:
    SCOPES[scope].require(interaction)
    make = interaction.client.settings_pages[scope, "boards"]
    await reply_private(interaction, *await make(interaction))


def boards_page(scope: str) -> SettingsPage:
    """The page of a scope about boards: what holds, as text, a sample and buttons."""

    async def made(interaction: Interaction, stored: Preferences | None = None) -> Message:
        chosen = await SCOPES[scope].holds(interaction, stored)
        about, sample = OURS if SCOPES[scope].server else MINE, settings_example()
        plain = _text_board(*sample) if chosen.text else None
        text, more = text_board.with_text_board(about, plain)
        # What was set is set: where there is no picture of it, the rest is shown.
        may_draw = await has_allowance(interaction, PICTURES)
        drawn = await _drawn(*sample, chosen, interaction.user.id) if may_draw else []
        return text, [*drawn, *more], setting_controls(scope, chosen)

    return made


def settings_example() -> tuple[Entry, Example]:
    """A board to see it all on: of the first game, after a move if its rules show one."""
    game = next(iter(catalog().values()))
    examples = [shown for page in game.rules for shown in page.examples]
    return game, next((shown for shown in examples if shown.move), examples[0])


def _text_board(game: Entry, shown: Example) -> str:
    position, _ = pictures.example_position(game, shown)
    return game.game.text_board(position, dict(enumerate(game.sides, 1)))


async def _drawn(
    game: Entry, shown: Example, chosen: Preferences, person: int
) -> list[discord.File]:
    try:
        view = preferences.view_from(chosen)
        return [await pictures.example_file(game, shown, view, person)]
    except PrivateReply:
        raise
    except Exception:
        log.exception("%s: settings sample not drawn", game.key)
        return []


def setting_controls(scope: str, chosen: Preferences) -> ui.View:
    return message_view(
        [pages_menu(scope, "boards"), _theme_menu(scope, chosen), *_buttons(scope, chosen)]
    )


def _theme_menu(scope: str, chosen: Preferences) -> SettingButton:
    labels = {key: f"Theme: {theme_name(key)}" for key in themes()[:25]}
    select = menu(labels, (preferences.view_from(chosen).theme,), "Theme")
    return SettingButton(select, SettingId(scope, "theme", "chosen"))


def _buttons(scope: str, chosen: Preferences) -> Iterator[SettingButton]:
    for name, setting in SETTINGS.items():
        now = getattr(chosen, name)
        yield setting_button(scope, name, setting.other(now), setting.labels[now])
    yield setting_button(scope, "reset", "boards", "Reset")
