"""What becomes of a board in the channel when the next one stands."""

from typing import Any

import discord

from bot.front.context import Client
from bot.front.places.threads import starter_text
from bot.front.preferences import is_quiet
from bot.front.text.challenges import answered_text
from bot.front.text.replacing import asked_text
from bot.front.text.stretches import without_line
from bot.front.text.turns import past_board
from bot.front.workers.stamps import stamp
from bot.matches.match import Match
from bot.matches.places.place import Mode, Place
from bot.matches.post_kinds import PostKind
from bot.matches.records import Delivered, MatchSummary


async def shrunk(
    client: Client, old: Delivered, summary: MatchSummary, place: Place
) -> dict[str, Any]:
    """How to edit an old post: without its buttons; of a challenge the terms stay, of a request for
    a replacement what was asked, of a living
    board only what happened, and of those in the channel of a match that has a thread, or a post in
    a forum, the way there."""
    if old.post.kind.traits.before_play:
        match = await client.matches.match(old.post.match)
        text = answered_text(old.post.kind, match)
        return {"content": f"{text}{stamp(old.post)}", "view": None}
    if old.post.kind is PostKind.REPLACEMENT:
        text = asked_text(await client.matches.at(old.post.match, old.post.seq))
        return _only_text(text, old)
    if not old.post.kind.traits.thread:
        return {"view": None}
    is_home = old.channel == summary.channel
    if place.has_thread and place.thread and is_home:
        match = await client.matches.match(old.post.match)
        return _only_text(starter_text(match, place.thread), old)
    if await is_living(client, place, summary):
        return _only_text(await _past_text(client, old), old)
    return {"view": None, **await _not_in_place_any_more(client, old)}


async def is_living(client: Client, place: Place, match: Match | MatchSummary) -> bool:
    """Whether only the newest board of the match keeps its picture, with or without a thread."""
    book = client.matches.places
    return await book.mode(place, match.guild, match.channel, allowed=False) is Mode.LIVING


def _only_text(text: str, old: Delivered) -> dict[str, Any]:
    return {"content": f"{text}{stamp(old.post)}", "attachments": [], "view": None}


async def _past_text(client: Client, old: Delivered) -> str:
    """What a board told that has moved on."""
    match = await client.matches.at(old.post.match, old.post.seq)
    before = await client.matches.posts.last_board(old.post.match, old.post.id)
    return past_board(match, before.post.seq if before else 0, await is_quiet(client, match.guild))


async def _not_in_place_any_more(client: Client, old: Delivered) -> dict[str, Any]:
    """The text of a board that changed in place during a fast stretch, without the line that says
    so; nothing where it has no such line or its text can't be read."""
    stretch = await client.matches.stretches.of(old.post.match)
    if stretch is None or (stretch.ended is not None and stretch.ended < old.post.seq):
        return {}
    match = await client.matches.match(old.post.match)
    if any(person.is_deleted for person in match.people):
        # What stands there names them.
        return {"content": f"{await _past_text(client, old)}{stamp(old.post)}"}
    channel = client.get_partial_messageable(old.channel)
    try:
        text = (await channel.get_partial_message(old.message).fetch()).content
    except discord.Forbidden:
        return {}
    plain = without_line(text)
    return {} if plain == text else {"content": plain}
