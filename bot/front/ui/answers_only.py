"""Places in which the bot may only answer: servers without it, and direct messages between others.

People use it there as a user-installed app. An answer to a command or a press may be public, a few
times within a quarter of an hour. What can't be said there is sent to people directly.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.front import ids
from bot.front.clock import utcnow
from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client, Interaction, is_answered, when_answered
from bot.front.discord.other_shards import is_member
from bot.model.match import Match
from bot.model.records import NOWHERE, ChannelId, MatchSummary

log = logging.getLogger(__name__)

# How long an interaction is answered in public: Discord takes answers for a minute more.
FRESH = timedelta(minutes=14)

# Public answers to one interaction. Discord takes five, some of which are private.
MOST = 3

# Seconds to wait for a private answer that is due first.
PATIENCE = 10.0

# Refusals that are about the content of the message.
ABOUT_MESSAGE = frozenset({400, 413})

NOTE = (
    "*I can only answer here. Boards come as answers to your moves and presses here, and what "
    "comes up later, or elsewhere, goes by direct message.*"
)


async def answers_only(client: Client, match: Match | MatchSummary) -> bool:
    """Whether the bot may only answer where the match is played; in practice it posts nowhere.

    That changes when it joins the server, or leaves it; for a server of another process Discord is
    asked now and then. In direct messages with it only the bot itself can be challenged; they are
    identified by their number, for which Discord is asked once.
    """
    if match.channel == NOWHERE:
        return True
    if match.guild is not None:
        return not await is_member(client, match.guild)
    others = [person.id for person in match.people if client.user and person.id != client.user.id]
    if len(others) != 1 or others[0] < 0:
        return True
    own = await client.create_dm(discord.Object(others[0]))
    return own.id != match.channel


class Unanswerable(Exception):
    """There is nothing in the channel that the bot could answer now."""


@dataclass(slots=True)
class _Open:
    interaction: Interaction
    left: int = MOST

    def is_fresh(self, now: datetime) -> bool:
        return self.left > 0 and now - self.interaction.created_at < FRESH


class PublicAnswers:
    """The newest interaction of each channel in which the bot may only answer.

    A restart forgets them, as Discord does soon; then people are notified directly.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._open: dict[int, _Open] = {}

    def note(self, interaction: Interaction) -> None:
        """A person has used the bot there: that can be answered from now on."""
        is_typing = interaction.type is discord.InteractionType.autocomplete
        if is_typing or not permissions.may_only_answer(interaction):
            return
        now = utcnow()
        self._open = {at: each for at, each in self._open.items() if each.is_fresh(now)}
        self._open[ids.channel(interaction)] = _Open(interaction)

    async def send(self, channel: ChannelId, **message: Any) -> discord.Message:
        """Answer in public. Raises Unanswerable; Discord's errors only about the message itself."""
        newest = self._open.get(channel)
        if newest is None or not newest.is_fresh(utcnow()):
            raise Unanswerable
        interaction = newest.interaction
        # Otherwise a private answer that is due would be confused with this one.
        await self._client.pause(when_answered(interaction), PATIENCE)
        if not is_answered(interaction):
            raise Unanswerable
        newest.left -= 1
        try:
            sent = await interaction.followup.send(wait=True, **message)
        except discord.HTTPException as error:
            if error.status in ABOUT_MESSAGE:
                newest.left += 1  # Discord counts what it has taken.
                raise
            raise Unanswerable from error
        except DROPPED as error:
            raise Unanswerable from error
        if sent.flags.ephemeral:
            # If user-installed apps may not post publicly, Discord makes it private.
            newest.left = 0
            raise Unanswerable
        return sent


class AnswerPlace:
    """A channel in which the bot may only answer, used like any other."""

    def __init__(self, answers: PublicAnswers, channel: ChannelId) -> None:
        self.id = channel
        self._answers = answers

    async def send(self, *, nonce: str, **message: Any) -> discord.Message:
        """The same as in other channels. An answer takes no `nonce`, and is tried once."""
        log.debug("channel %s: post %s is an answer", self.id, nonce)
        return await self._answers.send(self.id, **message)


async def home_of(
    client: Client, answers: PublicAnswers, match: Match
) -> discord.PartialMessageable | AnswerPlace:
    if await answers_only(client, match):
        return AnswerPlace(answers, match.channel)
    return client.get_partial_messageable(match.channel)
