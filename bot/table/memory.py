"""What the simulated Discord may forget, so that a table can stay open for weeks.

simcord keeps every message, picture and interaction, since a test is soon over. The page's work
grows with its messages, too.
"""

from simcord.backend import Backend
from simcord.components import walk_components

from bot.table.pieces import pictures_of

# Messages of a channel that can be read back.
KEEP = 60

# How many times as long a message stays whose buttons still do something.
LASTING = 5


def forget(backend: Backend, keep: int = KEEP) -> bool:
    """Let go of old messages, of pictures that no message shows, and of expired interactions.

    Returns whether a message went.
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
    for url in backend.cdn._blobs.keys() - shown - pictures_of(backend):
        del backend.cdn._blobs[url]
    now = backend.now_iso()
    for interaction in list(backend.interactions.values()):
        if interaction.expires_at and interaction.expires_at < now:
            del backend.interactions[interaction.id]
            del backend.interaction_tokens[interaction.token]
    return sum(map(len, backend.messages.values())) < had
