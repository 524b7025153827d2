"""Answers with what else the person must know about the match below them."""

import logging

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
    note = await _stored_note(interaction, match)
    place = await place_of_match(client, match.id, match.channel)
    trouble = permissions.why_silent(client, place) or await _undelivered(interaction, match)
    return "\n".join(filter(None, [text, escape(note or ""), trouble]))


async def own_note(interaction: Interaction, match: Match) -> str:
    """What the person has noted about the match for themselves, on a line; empty where nothing, and
    where the store fails."""
    try:
        note = await interaction.client.service.people.private_note(interaction.user.id, match.id)
    except StoreTrouble as error:
        log.info("match %s: private note not read: %s", match.id, error)
        return ""
    return f"📝 {escape(note)}" if note else ""


async def _undelivered(interaction: Interaction, match: Match) -> str | None:
    try:
        return await interaction.client.undelivered(match)
    except StoreTrouble as error:
        log.info("match %s: posts not read: %s", match.id, error)
        return None


async def _stored_note(interaction: Interaction, match: Match) -> str | None:
    try:
        return await interaction.client.service.people.take_note(interaction.user.id, match.id)
    except StoreTrouble as error:
        log.info("match %s: note not taken: %s", match.id, error)
        return None
