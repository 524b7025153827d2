"""Answers with what else the person must know about the match below them."""

import logging
from collections.abc import Awaitable

import discord

from bot.front.discord import permissions
from bot.front.discord.context import Interaction, reply_private
from bot.front.discord.home import place_of_match
from bot.front.discord.markdown import escape
from bot.model.match import Match
from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)


async def reply_with_notes(
    interaction: Interaction, match: Match, text: str, view: discord.ui.View | None = None
) -> None:
    await reply_private(interaction, await with_notes(interaction, match, text), view=view)


async def with_notes(interaction: Interaction, match: Match, text: str) -> str:
    """The answer, and below it what keeps the channel from its posts and what the store noted."""
    client = interaction.client
    stored = client.service.people.take_note(interaction.user.id, match.id)
    note = await _unless_down("note not taken", match, stored)
    place = await place_of_match(client, match.id, match.channel)
    trouble = permissions.why_silent(client, place) or await _unless_down(
        "posts not read", match, client.undelivered(match)
    )
    return "\n".join(filter(None, [text, escape(note or ""), trouble]))


async def own_note(interaction: Interaction, match: Match) -> str:
    """What the person has noted about the match for themselves, on a line; empty where nothing, and
    where the store fails."""
    kept = interaction.client.service.people.private_note(interaction.user.id, match.id)
    note = await _unless_down("private note not read", match, kept)
    return f"📝 {escape(note)}" if note else ""


async def _unless_down(otherwise: str, match: Match, reading: Awaitable[str | None]) -> str | None:
    try:
        return await reading
    except StoreTrouble as error:
        log.info("match %s: %s: %s", match.id, otherwise, error)
        return None
