"""What the simulated Discord keeps and what it may forget, so that a table can stay open for weeks.

simcord keeps every message, picture and interaction, since a test is soon over. The page's work
grows with its messages, too. It accepts pictures of the application's emojis and discards them: its
route for a new one is replaced by one that keeps the picture where the page looks for it.
"""

import base64
import re
from datetime import datetime, timedelta
from typing import Any

from discord.utils import snowflake_time
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.components import walk_components
from simcord.http import router
from simcord.http.routes.application import create_application_emoji

ROUTE = ["applications", "{application_id}", "emojis"]


def picture_of(emoji: int) -> str:
    """The address of an emoji's picture."""
    return f"{CDN_BASE}/emojis/{emoji}.png"


def pictures_of(backend: Backend) -> set[str]:
    """The addresses of all pictures."""
    return set(map(picture_of, backend.application_emojis))


def keep_emojis() -> None:
    """Replace simcord's route."""
    posts = router._ROUTES["POST"]
    posts[posts.index((ROUTE, create_application_emoji))] = (ROUTE, _created)


def forget_emojis() -> None:
    """Restore simcord's route."""
    posts = router._ROUTES["POST"]
    posts[posts.index((ROUTE, _created))] = (ROUTE, create_application_emoji)


def _created(ctx: router.RequestContext) -> Any:
    made = create_application_emoji(ctx)
    _, _, picture = ctx.body()["image"].partition(",")
    ctx.backend.cdn._blobs[picture_of(int(made["id"]))] = base64.b64decode(picture)
    return made


# Messages of a channel that can be read back.
KEEP = 60

# How long Discord lets an interaction be answered.
ANSWERED = timedelta(minutes=15)

SENT = re.compile(rf"{re.escape(CDN_BASE)}/attachments/\d+/(\d+)/")
"""The address of a file, with its number."""

# How many times as long a message stays whose buttons still work.
LASTING = 5


def forget(backend: Backend, keep: int = KEEP) -> bool:
    """Forget old messages, files that no message shows any more, and expired interactions.

    Returns whether a message was forgotten.
    """
    had = sum(map(len, backend.messages.values()))
    for messages in backend.messages.values():
        aged = list(messages.values())[:-keep]
        ancient = len(messages) - keep * LASTING
        for age, message in enumerate(aged):
            parts = walk_components(message.components)
            pressed = any("custom_id" in part for part in parts)
            if age < ancient or message.is_ephemeral or not pressed:
                del messages[message.id]
    shown = {
        attachment["url"]
        for messages in backend.messages.values()
        for message in messages.values()
        for attachment in message.attachments
    }
    now = backend.now_iso()
    since = datetime.fromisoformat(now) - ANSWERED
    for url in backend.cdn._blobs.keys() - shown - pictures_of(backend):
        # The files of a command are in no message, and are read while that may be answered.
        if not ((file := SENT.match(url)) and snowflake_time(int(file[1])) > since):
            del backend.cdn._blobs[url]
    for interaction in list(backend.interactions.values()):
        if interaction.expires_at and interaction.expires_at < now:
            del backend.interactions[interaction.id]
            del backend.interaction_tokens[interaction.token]
    return sum(map(len, backend.messages.values())) < had
