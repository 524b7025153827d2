"""`/feedback`: a few words to the person who runs the bot, in a channel of theirs."""

import logging

import discord

from bot.front.discord.context import (
    DROPPED,
    Interaction,
    PrivateReply,
    person_of,
    reply_private,
    take_allowance,
)
from bot.front.discord.delivery import deliver
from bot.front.discord.markdown import bold, clip, escape
from bot.model.limits import FEEDBACK

log = logging.getLogger(__name__)

MOST = 1500
"""Most characters of one."""

NOWHERE = "Nobody has said where I should take that. Turn to {whom}."
NOT_TAKEN = "I could not deliver that: the channel for it takes no posts of mine. Turn to {whom}."
DELIVERED = "The person who runs me has it, with your name. Thank you!"


async def send_feedback(interaction: Interaction, text: str) -> None:
    """Post it in the owner's channel, with who says it and where."""
    contact = interaction.client.contact
    if contact.feedback is None:
        raise PrivateReply(NOWHERE.format(whom=contact.whom))
    await take_allowance(interaction, FEEDBACK)
    where = f"server {interaction.guild_id}" if interaction.guild_id else "a direct message"
    person = person_of(interaction.user)
    body = f"**Feedback** of {bold(person)} (`{person.id}`) in {where}:\n{escape(text)}"
    place = interaction.client.get_partial_messageable(contact.feedback)
    quiet = {"allowed_mentions": discord.AllowedMentions.none()}
    try:
        await deliver(place.send, {"content": clip(body)} | quiet)
    except (discord.HTTPException, *DROPPED) as error:
        log.warning("feedback not delivered: %s", error)
        raise PrivateReply(NOT_TAKEN.format(whom=contact.whom)) from error
    await reply_private(interaction, DELIVERED)
