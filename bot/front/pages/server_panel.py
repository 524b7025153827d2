"""`/settings` of a server: where and how matches are begun in it, and what its posts tell."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ChannelType, ui

from bot.front.discord import permissions
from bot.front.discord.context import Interaction, Message
from bot.front.ui.base import message_view
from bot.front.ui.settings import (
    SCOPES,
    SettingButton,
    SettingId,
    pages_menu,
    setting_button,
    setting_menu,
)
from bot.games.phrases import comma_list
from bot.service.personal.preferences import Preferences

# Channels that Discord lets anybody choose in a menu.
MOST_CHANNELS = 25

# Kinds of channels that can be chosen. Threads and posts go with their channel.
PLACES = [ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.forum]

PLAY = (
    "**How this server plays.** Matches may be begun {where}.\n"
    "-# Threads go with their channel. The usual time is that of challenges which ask for none. "
    "Newcomers are people of whom fewer than 3 matches against others have ended. What stands or "
    "runs already goes on as it is."
)
POSTS = (
    "**Where boards stand in this server, and what posts tell of a move.**\n"
    "- What a move did: **Ada** moves to d4 and bumps two pieces of **Grace**. `d2-d4`\n"
    "- The move alone: **Ada**: `d2-d4`\n\n"
    "-# `/quiet` chooses another place for the boards of one match. Either way a post "
    "says whose turn it is and until when, with the board. Replay, My view "
    "and direct messages always tell what a move did."
)


async def play_page(interaction: Interaction, stored: Preferences | None = None) -> Message:
    chosen = await SCOPES["server"].holds(interaction, stored)
    places = permissions.places_to_play(interaction, chosen)
    where = f"in {comma_list([f'<#{each}>' for each in places])}" if places else "in every channel"
    return PLAY.format(where=where), [], play_controls(chosen, places)


def play_controls(chosen: Preferences, places: Sequence[int]) -> ui.View:
    all_channels = [setting_button("server", "channels", "all", "All channels")] if places else []
    return message_view(
        [
            pages_menu("server", "play"),
            _channels_menu(places),
            setting_menu("server", "time", chosen),
            setting_menu("server", "newcomers", chosen),
            *all_channels,
            setting_button("server", "reset", "play", "Reset"),
        ]
    )


def _channels_menu(places: Sequence[int]) -> SettingButton:
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder="Matches may be begun in every channel",
        channel_types=PLACES,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[discord.Object(each) for each in places],
    )
    return SettingButton(select, SettingId("server", "channels", "chosen"))


async def posts_page(interaction: Interaction, stored: Preferences | None = None) -> Message:
    return POSTS, [], posts_controls(await SCOPES["server"].holds(interaction, stored))


def posts_controls(chosen: Preferences) -> ui.View:
    names = ("posting", "verbosity", "pictures", "spaces")
    menus = (setting_menu("server", name, chosen) for name in names)
    return message_view([pages_menu("server", "posts"), *menus])
