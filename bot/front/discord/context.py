"""The bot as the rest of front sees it, and private answers to the person who used it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.front import ids
from bot.front.contact import Contact
from bot.front.discord import layouts
from bot.front.discord.delivery import Body, deliver, is_page, rewind
from bot.front.discord.emojis import EmojiBook, is_about_emojis, take_off
from bot.front.discord.layouts import edit_in_form, words_of
from bot.front.discord.markdown import clip, marked_like
from bot.front.discord.refusals import ACKNOWLEDGED
from bot.front.discord.request_budget import RequestBudget
from bot.front.discord.sharding import ShardedClient
from bot.model.events import Person
from bot.model.limits import Rate
from bot.model.match import Match
from bot.model.ports import ForAnswer
from bot.model.privacy.owner import Excluded
from bot.model.records import GuildId, MatchId, PersonId, Seat
from bot.model.refusals import Refused
from bot.service.build import Service
from bot.service.matches import Matches
from bot.telemetry.interactions import note_deferred

log = logging.getLogger(__name__)


class Client(ShardedClient):
    """What commands, buttons and workers may ask of the bot. `client.Bumpbot` implements it."""

    matches: Matches
    service: Service
    requests: RequestBudget  # All requests to Discord go through it.
    tree: "app_commands.CommandTree[Client]"
    memberships: dict[GuildId, tuple[bool, datetime]]  # By server; until when that is cached.
    emoji_book: EmojiBook
    command_ids: dict[str, int]  # Discord's ids, by name, once they are known.
    contact: Contact  # Whom people can turn to.
    pause: Callable[[asyncio.Event, float | None], Awaitable[None]]  # Seconds to wait at most.

    @property
    def robot_id(self) -> PersonId | None:
        """The bot's own id; None before it has logged in."""
        return PersonId(self.user.id) if self.user else None

    def robot_seat(self, match: Match) -> Seat | None:
        return match.seat_of(self.robot_id) if self.robot_id else None

    async def undelivered(self, match: Match, found: ForAnswer) -> str | None:
        """Why posts of the match are not made, by what was found about it; None if nothing is
        wrong."""
        raise NotImplementedError

    async def board_link(self, match: MatchId) -> str:
        """A sentence that links to the match's current board."""
        raise NotImplementedError


Interaction = discord.Interaction[Client]
"""One command, press or form of a person, which can be answered for fifteen minutes."""


Message = tuple[str, list[discord.File], discord.ui.View]
"""A private message: its text, its files and its buttons."""

Page = tuple[discord.ui.LayoutView, list[discord.File]]
"""A private message that is laid out, and its files."""


class PrivateReply(Exception):
    """Ends a command or press with a private answer; its text may hold our own markdown."""


LEAVING = (
    "All that is about you is being deleted just now, as you asked, so I do nothing for you until "
    "that is done. It takes some minutes; I write to you then, if you let me."
)


OWN_DATA = "privacy"
"""The command by which people get and delete what is stored about them, and how the custom ids of
its buttons and forms begin. They have a right to that, so it serves excluded people, too."""


def require_served(interaction: Interaction) -> None:
    """Refuse a person whose data is being deleted, as what they do now would be stored again; and
    people who are excluded, or in a server that is, but for their own data."""
    service, person = interaction.client.service, ids.user(interaction)
    if person in service.privacy.leaving:
        raise PrivateReply(LEAVING)
    found = service.owner.exclusion(person, ids.guild(interaction))
    if found and not _is_about_own_data(interaction):
        who = "You are" if found.scope is Excluded.PERSON else "This server is"
        raise PrivateReply(interaction.client.contact.excluded_text(who, found.reason))


def _is_about_own_data(interaction: Interaction) -> bool:
    sent: Any = interaction.data
    return str(sent.get("custom_id") or sent.get("name")).split(":")[0] == OWN_DATA


def person_of(user: discord.abc.User) -> Person:
    return Person(PersonId(user.id), user.display_name)


async def take_allowance(interaction: Interaction, rate: Rate, count: int = 1) -> None:
    """Count a request of the person, or several at once, for them and their server, even if the bot
    is not a member of it. Raises Refused if there are too many."""
    limits = interaction.client.service.limits
    await limits.take(rate.name, ids.user(interaction), ids.guild(interaction), count)


async def has_allowance(interaction: Interaction, rate: Rate) -> bool:
    """Whether the person's allowance has room, which is taken then. For optional extras."""
    try:
        await take_allowance(interaction, rate)
    except Refused:
        return False
    return True


# Acknowledging. Discord takes one first answer to an interaction, within three seconds.

# A broken connection: what was sent may have arrived or not.
DROPPED = (OSError, aiohttp.ClientError)

# Discord's codes for an interaction that is over, or was not answered in time: for the interaction,
# its token, and its webhook.
TOO_LATE = frozenset({10062, 50027, 10015})


async def defer_private(interaction: Interaction) -> None:
    """Acknowledge now; the private answer follows within fifteen minutes."""
    await _acknowledge(interaction, ephemeral=True, thinking=True)


async def defer_update(interaction: Interaction) -> None:
    """Acknowledge a press now; the message that was pressed changes within fifteen minutes."""
    await _acknowledge(interaction)


async def _acknowledge(interaction: Interaction, **how: bool) -> None:
    # Acknowledge. If the connection breaks it is tried again, which tells whether the first try has
    # arrived; the person's request is done either way.
    note_deferred()
    if how:
        interaction.extras[ANSWERED] = asyncio.Event()
    for _ in range(2):
        try:
            await interaction.response.defer(**how)
        except DROPPED as error:
            log.info("acknowledgement not delivered: %s", error)
            continue
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise
            _note_acknowledged(interaction)
        return


def _note_acknowledged(interaction: Interaction) -> None:
    # Remember that Discord has a first answer which discord.py knows nothing of.
    interaction.extras["acknowledged"] = True


# The key under which an interaction holds the event that is set with its deferred answer.
ANSWERED = "answered"


def when_answered(interaction: Interaction) -> asyncio.Event:
    """Set once the deferred private answer is given, and if none was deferred."""
    event: asyncio.Event | None = interaction.extras.get(ANSWERED)
    if event is None:
        event = asyncio.Event()
        event.set()
    return event


def is_answered(interaction: Interaction) -> bool:
    """Whether Discord takes further answers to it as messages of their own."""
    return _is_acknowledged(interaction) and when_answered(interaction).is_set()


def _note_answered(interaction: Interaction) -> None:
    if ANSWERED in interaction.extras:
        interaction.extras[ANSWERED].set()


def _is_acknowledged(interaction: Interaction) -> bool:
    return interaction.response.is_done() or "acknowledged" in interaction.extras


async def show_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form, which must be the first answer."""
    try:
        await interaction.response.send_modal(form)
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        log.info("form sent twice")


def is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


async def acknowledge_press(interaction: Interaction) -> bool:
    """Acknowledge a press; whether it was in a message for the person alone."""
    private = is_private(interaction)
    await (defer_update if private else defer_private)(interaction)
    return private


async def remove_buttons(interaction: Interaction) -> None:
    await change_pressed(interaction, view=None)


async def change_pressed(interaction: Interaction, **changes: Any) -> None:
    """Change the message that was pressed. The effect of the press stays either way.

    A list of several matches stays as it is: it takes no text, and its other buttons still work.
    """
    message = interaction.message
    if message is not None and message.flags.components_v2:
        if not layouts.is_laid_out(message):
            return
        changes = edit_in_form(message, **changes)
    try:
        await deliver(interaction.edit_original_response, changes)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("pressed message not edited: %s", error)


async def remove_pressed(interaction: Interaction) -> None:
    """Delete a private message that was pressed and answered in another; for any other message, and
    for a private list, the same as `remove_buttons`."""
    if not is_private(interaction) or (message := interaction.message) is None:
        await remove_buttons(interaction)
    elif not message.flags.components_v2:
        try:
            await interaction.delete_original_response()
        except (discord.HTTPException, *DROPPED) as error:
            log.info("pressed message not removed: %s", error)


async def change_post(interaction: Interaction, text: str, **changes: Any) -> None:
    """Change the text of the post that was pressed, which keeps its number."""
    pressed = words_of(interaction.message) if interaction.message else ""
    await change_pressed(interaction, content=marked_like(text, pressed), **changes)


async def reply_private(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Answer privately, whether or not an acknowledgement was sent before."""
    body = _body(clip(text), files, view)
    if not _is_acknowledged(interaction):
        try:
            await deliver(_with_emojis(interaction, interaction.response.send_message), body)
            return
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise
            _note_acknowledged(interaction)
    await deliver(_with_emojis(interaction, interaction.followup.send), body)
    _note_answered(interaction)


def _body(text: str, files: Sequence[discord.File], view: discord.ui.View | None) -> Body:
    shown = view or discord.utils.MISSING
    return {"content": text, "files": files, "view": shown, "ephemeral": True}


def _with_emojis(
    interaction: Interaction, say: Callable[..., Awaitable[object]]
) -> Callable[..., Awaitable[object]]:
    """Sends buttons with their emojis; again without, if Discord lacks one of those."""

    async def said(**body: Any) -> object:
        try:
            return await say(**body)
        except discord.HTTPException as error:
            if not body.get("view") or not is_about_emojis(error):
                raise
            log.warning("emojis refused; showing words: %s", error)
        interaction.client.emoji_book.doubt()
        interaction.client.service.queue.wake()
        take_off(body["view"])
        rewind(body)
        return await say(**body)

    return said


async def reply_public(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Say something to everybody, after a private answer."""
    body = _body(clip(text), files, view) | {"ephemeral": False}
    await deliver(_with_emojis(interaction, interaction.followup.send), body)


async def reply_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Answer privately, after an acknowledgement, with a message that is laid out as a page.

    Such a message takes no text of its own, and can never become one that does.
    """
    body = {"view": layout, "files": files, "ephemeral": True}
    await deliver(_with_emojis(interaction, interaction.followup.send), body)
    _note_answered(interaction)


async def replace_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Replace the page that was pressed by another; what Discord takes only as a plain message is a
    new answer."""

    async def say(**body: Any) -> object:
        if is_page(body):
            return await interaction.edit_original_response(**body)
        sent = _body(body["content"], body["attachments"], body["view"])
        return await interaction.followup.send(**sent)

    body = {"view": layout, "attachments": files}
    await deliver(_with_emojis(interaction, say), body)


async def replace_private(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Replace the message that was pressed, or that answered."""
    body = {"content": clip(text), "attachments": files, "view": view}
    await deliver(_with_emojis(interaction, interaction.edit_original_response), body)
    _note_answered(interaction)
