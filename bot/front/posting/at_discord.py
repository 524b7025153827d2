"""Work at Discord: it waits while the bot may send no requests."""

import logging
from abc import ABC
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord

from bot.front.discord import layouts
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.delivery import InWords, deliver
from bot.model.records import ChannelId, MessageId
from bot.service.queue import DueSource

log = logging.getLogger(__name__)

T = TypeVar("T")

# How far Discord's clock and ours may be apart, and how late a lost request may still arrive.
CLOCKS_APART = timedelta(minutes=1)


class AtDiscord(DueSource[T], ABC):
    """One kind of such work."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """Not before requests may be made; never if Discord refuses the token."""
        if at is None or self._client.requests.is_refused:
            return None
        held = self._client.requests.invalid.seconds_held()
        return max(at, now + timedelta(seconds=held)) if held else at


async def post_silently(
    client: Client, channel: ChannelId, in_words: InWords | None = None, **message: Any
) -> MessageId:
    """Make a message that calls nobody. Returns its number; raises what Discord answers."""
    place: Any = client.get_partial_messageable(channel)
    sent = await deliver(place.send, message | {"silent": True}, in_words)
    return MessageId(sent.id)


async def edit_silently(
    client: Client,
    channel: ChannelId,
    message: MessageId,
    in_words: InWords | None = None,
    **changes: Any,
) -> Any:
    """Change a message so that it calls nobody. Returns it; raises what Discord answers.

    Only what is given is sent: of a message that was read, discord.py would send flags back that
    can't be edited.
    """
    post: Any = client.get_partial_messageable(channel).get_partial_message(message)
    quiet = {"allowed_mentions": discord.AllowedMentions.none()}
    return await deliver(post.edit, changes | quiet, in_words)


async def leave_note(
    client: Client, channel: ChannelId, message: MessageId | None, note: str
) -> None:
    """Replace a post that no longer exists by a note, without its buttons, as far as Discord
    allows."""
    if message is None:
        return
    page = layouts.page_layout([discord.ui.TextDisplay(note)])
    try:
        try:
            await edit_silently(client, channel, message, content=note, view=None)
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            # It is laid out, and so can have no text of its own.
            await edit_silently(client, channel, message, view=page, attachments=[])
    except (discord.HTTPException, *DROPPED) as error:
        log.info("channel %s: earlier post not edited: %s", channel, error)


async def delete_post(client: Client, channel: ChannelId, message: MessageId | None) -> None:
    """Delete a post that another has replaced, as far as Discord allows."""
    if message is None:
        return
    try:
        await client.get_partial_messageable(channel).get_partial_message(message).delete()
    except (discord.HTTPException, *DROPPED) as error:
        log.info("channel %s: replaced post not deleted: %s", channel, error)
