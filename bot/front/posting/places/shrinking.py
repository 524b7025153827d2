"""What becomes of a board in the channel when the next one stands."""

from typing import Any

import discord

from bot.front.discord.context import Client
from bot.front.discord.layouts import words_of
from bot.front.discord.markdown import stamp
from bot.front.posting.places.reading import Reading
from bot.front.posting.places.threads import starter_text
from bot.front.text.challenges import answered_text
from bot.front.text.replacing import asked_text
from bot.front.text.stretches import without_line
from bot.front.text.turns import past_board
from bot.model.post_kinds import PostKind
from bot.model.records import Delivered


async def shrunk(client: Client, old: Delivered, reading: Reading) -> dict[str, Any]:
    """How to edit an old post: without its buttons; of a challenge the terms stay, of a request for
    a replacement what was asked, of a living
    board only what happened, and of those in the channel of a match that has a thread, or a post in
    a forum, the way there."""
    if old.post.kind.traits.before_play:
        text = answered_text(old.post.kind, reading.match)
        return {"content": f"{text}{stamp(old.post.id)}", "view": None}
    if old.post.kind is PostKind.REPLACEMENT:
        text = asked_text(await client.matches.earlier(reading.match, old.post.seq))
        return _only_text(text, old)
    if not old.post.kind.traits.thread:
        return {"view": None}
    place, is_home = reading.place, old.channel == reading.match.channel
    if place.has_thread and place.thread and is_home:
        return _only_text(starter_text(reading.match, place.thread), old)
    if reading.is_living:
        return _only_text(await _past_text(client, old, reading), old)
    return {"view": None, **await _not_in_place_any_more(client, old, reading)}


def _only_text(text: str, old: Delivered) -> dict[str, Any]:
    return {"content": f"{text}{stamp(old.post.id)}", "attachments": [], "view": None}


async def _past_text(client: Client, old: Delivered, reading: Reading) -> str:
    match = await client.matches.earlier(reading.match, old.post.seq)
    before = await client.service.posts.last_board(old.post.match, old.post.id)
    return past_board(match, before.post.seq if before else 0, reading.is_quiet)


async def _not_in_place_any_more(
    client: Client, old: Delivered, reading: Reading
) -> dict[str, Any]:
    """The text of a board that changed in place during a fast stretch, without the line that says
    so; nothing where it has no such line or its text can't be read."""
    stretch = reading.stretch
    if stretch is None or (stretch.ended is not None and stretch.ended < old.post.seq):
        return {}
    if any(person.is_deleted for person in reading.match.people):
        # What stands there names them.
        return {"content": f"{await _past_text(client, old, reading)}{stamp(old.post.id)}"}
    channel = client.get_partial_messageable(old.channel)
    try:
        text = words_of(await channel.get_partial_message(old.message).fetch())
    except discord.Forbidden:
        return {}
    plain = without_line(text)
    return {} if plain == text else {"content": plain}
