"""What becomes of a board in the channel when the next one stands."""

from typing import Any

from bot.front.context import Client
from bot.front.places.forum import forum_of
from bot.front.places.threads import may_have_threads, starter_text
from bot.front.workers.stamps import stamp
from bot.matches.places.place import Mode
from bot.matches.records import Delivered


async def shrunk(client: Client, old: Delivered) -> dict[str, Any]:
    """How to edit an old post: without its buttons; of a living board only the text stays, and of
    the one that a thread was made from the way there (in a forum, of all of the match)."""
    place = await client.matches.places.of(old.post.match)
    summary = await client.matches.summary(old.post.match)
    is_starter = old.message == place.thread or forum_of(client, summary.channel) is not None
    if place.in_thread and place.thread and old.channel == summary.channel and is_starter:
        match = await client.matches.match(old.post.match)
        text = f"{starter_text(match, place.thread)}{stamp(old.post)}"
        return {"content": text, "attachments": [], "view": None}
    allowed = may_have_threads(client, summary.channel)
    mode = await client.matches.places.mode(place, summary.guild, summary.channel, allowed=allowed)
    return {"view": None} | ({"attachments": []} if mode is Mode.LIVING else {})
