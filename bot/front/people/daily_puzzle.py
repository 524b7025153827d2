"""The page of `/settings` on which managers switch the puzzle of the day on, and choose its
channel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import ChannelType, ui
from discord.utils import format_dt

from bot.catalog import catalog
from bot.front import ids
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, Message, PrivateReply
from bot.front.discord.markdown import escape, join_lines
from bot.front.ui.base import CustomId, chosen_value, menu, message_view, panel_action
from bot.front.ui.settings import GONE as NO_SETTING
from bot.front.ui.settings import pages_menu, require_scope, settings_page
from bot.model.exercises.daily import EMPTY, GONE, Daily
from bot.model.records import ChannelId, GuildId
from bot.service.personal.preferences import Preferences

OFF = "off"
ANY = "any"

WHAT = (
    "**Puzzle of the day.** Once a day I post a puzzle, silently and calling nobody. Everybody "
    "solves it in private; the next post tells how many tries they took.\n"
    "-# The menu has hours of UTC. Anyone who does not want to be named can say so in `/settings`."
)
IS_OFF = "It is switched off. Choose an hour, and it is posted in this channel."
IS_ON = "It is posted in <#{channel}> at {hour}; next {when}, within some minutes of the hour."
TROUBLE = (
    "⚠️ I could not post it in <#{channel}> ({why}). I try again {when}; see that I may view the "
    "channel and send messages there, or choose another one."
)
TROUBLES: Mapping[str, str] = {
    GONE: "⚠️ Its channel is gone, so it is switched off. Choose an hour in another channel.",
    EMPTY: "⚠️ There are no puzzles of that game. Choose another one.",
}

# Kinds of channels that can be chosen.
PLACES = [ChannelType.text, ChannelType.news]


class DailyId(CustomId, written="daily:{name}"):
    """A menu of the page: `hour`, `game` or `channel`."""

    name: str


@settings_page("server", "daily")
async def daily_page(interaction: Interaction, _: Preferences | None = None) -> Message:
    book = interaction.client.service.daily
    daily, games = await book.of(GuildId(interaction.guild_id or 0)), await book.games()
    is_on = daily is not None and daily.due is not None
    parts: list[ui.Item[Any]] = [pages_menu("server", "daily"), _hours(daily)]
    if daily is not None and is_on:
        parts += [_games(daily, games), _channel(daily)]
    return join_lines([WHAT, "", *_state(daily)]), [], message_view(parts)


def _state(daily: Daily | None) -> list[str]:
    if daily is None:
        return [IS_OFF]
    if daily.due is None:
        return [TROUBLES.get(daily.trouble, IS_OFF)]
    when = format_dt(daily.due, "R")
    hour = f"{daily.hour:02}:00 UTC ({format_dt(daily.due.replace(minute=0, second=0), 't')} yours)"
    lines = [IS_ON.format(channel=daily.channel, hour=hour, when=when)]
    if daily.trouble:
        trouble = TROUBLE.format(channel=daily.channel, why=escape(daily.trouble), when=when)
        lines.append(TROUBLES.get(daily.trouble, trouble))
    return lines


def _hours(daily: Daily | None) -> ui.Select[Any]:
    labels = {OFF: "Puzzle of the day: off"}
    labels |= {str(hour): f"Puzzle of the day: at {hour:02}:00 UTC" for hour in range(24)}
    now = str(daily.hour) if daily is not None and daily.due is not None else OFF
    return menu(DailyId("hour"), labels, (now,))


def _games(daily: Daily, games: tuple[str, ...]) -> ui.Select[Any]:
    labels = {ANY: "Of any game", **{game: f"Of {catalog()[game].name}" for game in games}}
    return menu(DailyId("game"), labels, (daily.game or ANY,), "Of a game")


def _channel(daily: Daily) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(
        custom_id=str(DailyId("channel")),
        placeholder="In a channel",
        channel_types=PLACES,
        default_values=[discord.Object(daily.channel)],
    )


@panel_action(DailyId)
async def change_daily(interaction: Interaction, at: DailyId) -> Message:
    require_scope(interaction, "server")
    book, guild = interaction.client.service.daily, GuildId(interaction.guild_id or 0)
    value = chosen_value(interaction) or ""
    if at.name == "hour" and value == OFF:
        await book.switch_off(guild)
        return await daily_page(interaction)
    before = await book.of(guild)
    after = await _after(interaction, before, at.name, value)
    if at.name != "game":
        permissions.require_postable(interaction, after.channel)
    await book.switch_on(guild, after.channel, after.hour, after.game)
    return await daily_page(interaction)


async def _after(interaction: Interaction, before: Daily | None, name: str, value: str) -> Daily:
    # What is wished for, after a choice in the menu of that name.
    is_on = before is not None and before.due is not None
    if name == "hour" and value in map(str, range(24)):
        now = before or Daily(GuildId(interaction.guild_id or 0), ChannelId(0), 0)
        return replace(now, hour=int(value), channel=now.channel if is_on else _here(interaction))
    channels = interaction.guild.channels if interaction.guild else ()
    known = {
        "game": {ANY, *await interaction.client.service.daily.games()},
        "channel": {str(each.id) for each in channels},
    }
    if value not in known.get(name, ()):
        raise PrivateReply(NO_SETTING)
    if before is None or not is_on:
        raise PrivateReply(IS_OFF)
    if name == "channel":
        return replace(before, channel=ChannelId(int(value)))
    return replace(before, game="" if value == ANY else value)


def _here(interaction: Interaction) -> ChannelId:
    # A thread ends one day; its channel stays.
    place = interaction.channel
    if isinstance(place, discord.Thread):
        return ChannelId(place.parent_id)
    return ids.channel(interaction)
