"""`/settings`: a person's preferences for boards and moves, or a server's defaults; how matches
begin in a server, and what its posts show."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ChannelType, ui

from bot.catalog import Entry, Example, catalog
from bot.front import ids
from bot.front.board import pictures, preferences
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    Message,
    has_allowance,
    reply_private,
)
from bot.front.exercises.rules_pages import drawings
from bot.front.ui.base import button
from bot.front.ui.settings import (
    PAGES,
    SettingId,
    effective,
    page_view,
    require_scope,
    reset_button,
    settings_page,
)
from bot.games.phrases import comma_list
from bot.model.limits import PICTURES
from bot.model.records import ChannelId
from bot.service.personal.preferences import Preferences

# Channels that Discord lets a person choose in a menu.
MOST_CHANNELS = 25

# Kinds of channels that can be chosen. Threads and posts belong to their channel.
PLACES = [ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.forum]

PLAY = (
    "**How this server plays.** Matches may begin {where}.\n"
    "-# Threads go with their channel. The usual time is for challenges that ask for none. "
    "Newcomers are people who have finished fewer than 3 matches against others. Existing "
    "challenges and matches go on."
)
POSTS = (
    "**Where this server's boards are posted, and what posts say about a move.**\n"
    "- What a move did: **Ada** moves to d4 and bumps two pieces of **Grace**. `d2-d4`\n"
    "- The move alone: **Ada**: `d2-d4`\n\n"
    "-# `/quiet` chooses another place for the boards of one match. Either way a post "
    "says whose turn it is and until when, with the board. Replay, My view "
    "and direct messages always tell what a move did."
)


@settings_page("server", "play")
async def play_page(interaction: Interaction, stored: Preferences | None = None) -> Message:
    chosen = await effective(interaction, "server", stored)
    places = permissions.places_to_play(interaction, chosen)
    where = f"in {comma_list([f'<#{each}>' for each in places])}" if places else "in every channel"
    return PLAY.format(where=where), [], play_controls(chosen, places)


def play_controls(chosen: Preferences, places: Sequence[ChannelId]) -> ui.View:
    every = [button(SettingId("server", "channels", "all"), "All channels")] if places else []
    then = [*every, reset_button("server", "play")]
    return page_view("server", "play", chosen, [_channels_menu(places)], then)


def _channels_menu(places: Sequence[ChannelId]) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(
        custom_id=str(SettingId("server", "channels", "chosen")),
        placeholder="Matches may begin in every channel",
        channel_types=PLACES,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[discord.Object(each) for each in places],
    )


@settings_page("server", "posts")
async def posts_page(interaction: Interaction, stored: Preferences | None = None) -> Message:
    chosen = await effective(interaction, "server", stored)
    return POSTS, [], page_view("server", "posts", chosen)


MINE = (
    "**How you see boards and make moves.** Press to change; the picture shows the effect.\n"
    "-# What you leave alone is as this server has it. Boards in the channel look alike to all; "
    "those of your matches name every space if you ask for it. The menu on top "
    "leads to your other settings."
)
OURS = (
    "**How this server sees boards.** The boards in its channels look like this, and so do the "
    "private ones of everybody who has set nothing with `/settings`.\n"
    "-# The menu on top leads to the other settings: where and how people play, and what I post."
)


async def show_settings(interaction: Interaction, scope: str) -> None:
    require_scope(interaction, scope)
    await reply_private(interaction, *await _boards_page(scope, interaction))


async def _boards_page(
    scope: str, interaction: Interaction, stored: Preferences | None = None
) -> Message:
    # The page of a scope about boards: the settings as text, a sample and buttons.
    chosen = await effective(interaction, scope, stored)
    about = OURS if scope == "server" else MINE
    game, shown = settings_example()
    plain = _text_board(game, shown) if chosen.text else None
    text, more = pictures.with_text_board(about, plain)
    # The setting is saved: if there is no picture of it, the rest is shown.
    may_draw = await has_allowance(interaction, PICTURES)
    examples, view = [shown] if may_draw else [], preferences.view_from(chosen)
    drawn = await drawings(game, examples, view, ids.user(interaction))
    return text, [*filter(None, drawn), *more], setting_controls(scope, chosen)


for each in PAGES:
    settings_page(each, "boards")(partial(_boards_page, each))


def settings_example() -> tuple[Entry, Example]:
    """A board to see it all on: of the first game, after a move if its rules show one."""
    game = next(iter(catalog().values()))
    examples = [shown for page in game.rules for shown in page.examples]
    return game, next((shown for shown in examples if shown.move), examples[0])


def _text_board(game: Entry, shown: Example) -> str:
    position, _ = pictures.example_position(game, shown)
    return game.game.text_board(position, dict(enumerate(game.sides, 1)))


def setting_controls(scope: str, chosen: Preferences) -> ui.View:
    # A theme that no longer exists is replaced by the default.
    chosen = replace(chosen, theme=preferences.view_from(chosen).theme)
    return page_view(scope, "boards", chosen, then=[reset_button(scope, "boards")])
