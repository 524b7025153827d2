"""`/calendar`: when somebody's clocks stand."""

import asyncio
from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front.discord.context import Interaction
from bot.front.pages.calendar_panel import show_calendar
from bot.model.clock.zones import zone_named, zones, zones_like

# The most that Discord shows below an option.
OFFERED = 25


@app_commands.command(
    name="calendar", description="When your clocks stand: while you sleep, on weekends, on vacation"
)
@app_commands.describe(zone="Your time zone: type a city near you")
async def calendar(interaction: Interaction, zone: Range[str, 1, 64] | None = None) -> None:
    if zone:
        named = await asyncio.to_thread(zone_named, zone)
        book = interaction.client.service.calendars
        await book.change_hours(interaction.user.id, lambda asked: replace(asked, zone=named))
    await show_calendar(interaction)


@calendar.autocomplete("zone")
async def zones_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The zones with that in their name, from memory once they were read."""
    await asyncio.to_thread(zones)
    return [Choice(name=name, value=name) for name in zones_like(typed, OFFERED)]
