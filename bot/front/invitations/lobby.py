"""The lobby: a channel's open challenges, page by page, each with a button to take a seat.

A worker keeps the list posted in a channel up to date: the store says which are stale, also after
restarts. Edits notify nobody.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta

from discord import ui

from bot.catalog import entry
from bot.front import ids, meant
from bot.front.board.preferences import private_view_of, view_from
from bot.front.discord import permissions
from bot.front.discord.context import (
    Client,
    Interaction,
    PrivateReply,
    acknowledge_press,
    is_private,
    person_of,
    replace_layout,
    reply_layout,
)
from bot.front.discord.home import here
from bot.front.discord.layouts import page_layout
from bot.front.discord.markdown import clip, message_link, relative_time
from bot.front.invitations.challenging import begins_text
from bot.front.living import NO_CHANNEL, POSTED, LivingPost, Showing, in_words, state_of
from bot.front.posting.at_discord import delete_post, post_silently
from bot.front.text.challenges import accepted_line, terms_line
from bot.front.text.parts import match_title
from bot.front.text.profiles import RENEWED, known_line
from bot.front.ui.answers import reply_with_notes
from bot.front.ui.base import GREEN, Button, CustomId, action, button, turning
from bot.games.phrases import counted
from bot.model.commands import Accept, Withdraw
from bot.model.match import Match
from bot.model.places import LivingKind, PostState
from bot.model.records import ChannelId, GuildId, MatchId, PersonId, Status
from bot.service.invitations.open_challenges import LobbyPage, OpenChallenge
from renderers import icon_names

log = logging.getLogger(__name__)

# Characters for a challenge, of the 4000 of a message.
LONGEST = 372

# What the button of a challenge does, as written in its custom id.
ACCEPT, WITHDRAW = "accept", "withdraw"

TITLE = "**Open challenges in this channel.** Press **Accept** to take a seat."
NOBODY = (
    "**Nobody is looking for a game in this channel at the moment.** `/challenge` without an "
    "opponent asks anyone; with `standing` it is renewed each time somebody takes it."
)
KEPT = "-# This list is kept up to date. Channel managers can delete it or post it again."


class LobbyPageId(CustomId, written="lobbypage:{page}"):
    page: int


class LobbyId(CustomId, written="lobby:{name}:{match}", action="{name}"):
    """A button of a match in the list of open challenges, and what it does."""

    name: str
    match: MatchId


async def lobby_post(client: Client, channel: ChannelId, guild: GuildId | None) -> ui.LayoutView:
    """The list for everybody: the newest challenges, and the way to all of them."""
    page = await client.service.lobby.page(channel)
    theme = view_from(await client.service.preferences.of_server(guild)).theme
    view = await _page_view(client, page, theme)
    below = [f"… and {page.behind} more."] if page.behind else []
    view.add_item(ui.TextDisplay("\n".join([*below, KEPT])))
    if page.behind:
        view.add_item(ui.ActionRow(_page_button("Show all", 0)))
    return view


async def lobby_panel(interaction: Interaction, page: LobbyPage) -> ui.LayoutView:
    """A page of the list for one person, who can withdraw their own challenges there."""
    theme = (await private_view_of(interaction)).theme
    view = await _page_view(interaction.client, page, theme, ids.user(interaction))
    if page.pages > 1:
        text = f"-# Page {page.number + 1} of {page.pages} · {page.total} challenges, newest first"
        view.add_item(ui.TextDisplay(text))
        view.add_item(ui.ActionRow(*turning(page.number, page.behind == 0, _page_button)))
    return view


async def _page_view(
    client: Client, page: LobbyPage, theme: str, reader: PersonId | None = None
) -> ui.LayoutView:
    hosts = list({each.match.host for each in page.shown})
    known = await asyncio.gather(*(known_line(client, host) for host in hosts))
    about = dict(zip(hosts, known, strict=True))
    view = page_layout([ui.TextDisplay(TITLE if page.shown else NOBODY)])
    for each in page.shown:
        match = each.match
        post = await client.service.posts.last_board(match.id)
        link = message_link(match.guild, post.channel, post.message) if post else ""
        emoji = client.emoji_book.before(match.game, theme, *icon_names(match.game))
        lines = _challenge_lines(each, about[match.host], link)
        text = clip(emoji + "\n".join(lines), LONGEST)
        view.add_item(ui.Section(text, accessory=_lobby_button(match, reader)))
    return view


async def _read_panel(interaction: Interaction, number: int = 0) -> ui.LayoutView:
    channel = (await here(interaction)).channel
    page = await interaction.client.service.lobby.page(channel, number)
    return await lobby_panel(interaction, page)


def _page_button(label: str, number: int) -> Button:
    return button(LobbyPageId(number), label)


@action(LobbyPageId, acknowledge=acknowledge_press)
async def turn_lobby(interaction: Interaction, at: LobbyPageId) -> None:
    """Show a page of the list, instead of another private one, or next to the public post."""
    view = await _read_panel(interaction, at.page)
    if is_private(interaction):
        await replace_layout(interaction, view)
    else:
        await reply_layout(interaction, view)


def _challenge_lines(challenge: OpenChallenge, about: str, link: str) -> Iterator[str]:
    match, until = challenge
    title = match_title(match)
    yield f"**[{title}]({link})**" if link else f"**{title}**"
    free = match.invited.count(None)
    seats = f"{counted(free, 'seat')} free · " if len(match.invited) > 1 else ""
    yield f"{seats}{terms_line(match, entry(match.game))}"
    yield from accepted_line(match)
    ends = f"{RENEWED}; ends" if until else "Ends"
    yield f"-# {f'{about} ' if about else ''}{ends} {relative_time(match.expires)}."


@action(LobbyId, ACCEPT, "Accept", GREEN, acknowledge_press)
@action(LobbyId, WITHDRAW, "Withdraw", acknowledge=acknowledge_press)
async def answer_listed(interaction: Interaction, at: LobbyId) -> None:
    """Take a seat in a challenge of the list, or withdraw one's own challenge."""
    await meant.find_visible(interaction, at.match)
    person = person_of(interaction.user)
    command = Accept(person) if at.name == ACCEPT else Withdraw(person)
    match = await interaction.client.matches.do(at.match, command)
    if is_private(interaction):
        channel = (await here(interaction)).channel
        page = await interaction.client.service.lobby.page_around(channel, match.id)
        view = await lobby_panel(interaction, page)
        await replace_layout(interaction, view)
    await reply_with_notes(interaction, match, _lobby_answer(match))


def _lobby_button(match: Match, reader: PersonId | None) -> Button:
    return button(LobbyId(WITHDRAW if reader == match.host.id else ACCEPT, match.id))


def _lobby_answer(match: Match) -> str:
    if match.status is Status.WITHDRAWN:
        return f"Challenge {match.id} is taken back."
    if match.status is Status.INVITED:
        return f"You are in: match {match.id}. It begins once the other seats are taken."
    text = begins_text(match)
    return f"You are in: {text[0].lower()}{text[1:]}"


async def show_lobby(interaction: Interaction) -> None:
    await reply_layout(interaction, await _read_panel(interaction))


# How long a list is left alone after an edit: all changes meanwhile are one more.
CALM = timedelta(seconds=10)

SERVERS_ONLY = "Such a list needs a channel of a server. `/lobby` alone shows the challenges here."
NOT_A_MANAGER = (
    "Posting the list takes the permission **Manage Messages** or **Manage Channels** in this "
    "channel. `/lobby` alone shows it to you."
)
IS_POSTED = "The list is in the channel now, and is kept up to date. Delete it to end that."


async def post_lobby(interaction: Interaction) -> None:
    """Post the list of the channel, instead of an earlier one; in the thread of a match, in the
    channel of that match."""
    channel, guild = (await here(interaction)).channel, ids.guild(interaction)
    if guild is None:
        raise PrivateReply(SERVERS_ONLY)
    held = permissions.person_permissions(interaction, channel)
    if not (held.manage_messages or held.manage_channels):
        raise PrivateReply(NOT_A_MANAGER)
    permissions.require_member(interaction)
    permissions.require_postable(interaction, channel)
    client = interaction.client
    before = await state_of(client, LivingKind.LOBBY, channel)
    view = await lobby_post(client, channel, guild)
    nonce = f"lobby.{interaction.id}"[:25]
    number = await post_silently(client, channel, view=view, nonce=nonce)
    state = PostState(LivingKind.LOBBY, channel, guild, channel, message=number, posted=POSTED)
    await client.service.living_posts.put_post(state)
    # What has happened since the list was made.
    client.service.queue.wake()
    if before:
        await delete_post(client, before.channel, before.message)


class LobbyList(LivingPost):
    """The list of a channel, until somebody deletes it."""

    kind = LivingKind.LOBBY

    async def show(self, state: PostState) -> Showing:
        view = await lobby_post(self._client, state.channel, state.guild)
        return Showing(POSTED, in_words("", view=view), calm=CALM)

    async def gone(self, state: PostState) -> None:
        return None

    async def refused(self, state: PostState, code: int, why: str) -> PostState | None:
        return None if code == NO_CHANNEL else await super().refused(state, code, why)
