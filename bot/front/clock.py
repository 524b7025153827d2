"""The time for all that happens at Discord."""

from datetime import datetime
from typing import Any

import aiohttp
import discord

from bot.telemetry.clock import CLOCK

note_made = CLOCK.note_made


def utcnow() -> datetime:
    """The time, by Discord's clock if this machine's is wrong."""
    return CLOCK.corrected(discord.utils.utcnow())


def measure(config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Let the session of that config, which is for Discord alone, read the dates of its answers."""
    config.on_request_end.append(_on_end)
    return config


async def _on_end(_: Any, __: Any, params: aiohttp.TraceRequestEndParams) -> None:
    CLOCK.note(params.response.headers.get("Date"))
