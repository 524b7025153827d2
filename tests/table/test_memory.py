"""A table that stays open forgets what nobody can use any more."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from simcord.backend import Backend

from bot.table.memory import LASTING, forget

MOVE = {"type": 2, "style": 1, "custom_id": "move:1:1", "label": "Move"}
BUTTON = [{"type": 1, "components": [MOVE]}]
EPHEMERAL = 1 << 6


@dataclass
class Channel:
    """A channel with messages, each with a picture."""

    backend: Backend = field(default_factory=Backend)

    def __post_init__(self) -> None:
        guild = self.backend.create_guild("The table")
        self.id = self.backend.create_channel(guild.id, "table").id

    def say(self, content: str, **details: Any) -> None:
        picture = self.backend.cdn.store_attachment(
            self.backend.snowflake(), self.id, f"{content}.png", b"png", None
        )
        bot = self.backend.bot_user.id
        self.backend.create_message(self.id, bot, content, attachments=[picture], **details)

    @property
    def said(self) -> list[str]:
        return [message.content for message in self.backend.messages[self.id].values()]

    @property
    def pictures(self) -> int:
        return len(self.backend.cdn._blobs)


def test_old_messages_go_and_their_pictures_with_them() -> None:
    channel = Channel()
    channel.say("board", components=BUTTON)
    channel.say("only you see this", components=BUTTON, flags=EPHEMERAL)
    for number in range(10):
        channel.say(str(number))
    forget(channel.backend, keep=3)
    # A board whose buttons work stays longer than what one person alone has seen.
    assert channel.said == ["board", "7", "8", "9"]
    assert channel.pictures == 4


def test_a_page_without_buttons_goes_like_any_message() -> None:
    channel = Channel()
    box = {"type": 17, "components": [{"type": 10, "content": "a turn"}]}
    channel.say("", components=[box], flags=1 << 15)
    for number in range(3):
        channel.say(str(number))
    forget(channel.backend, keep=3)
    assert channel.said == ["0", "1", "2"]


def test_even_buttons_do_not_stay_for_ever() -> None:
    channel = Channel()
    for number in range(20):
        channel.say(str(number), components=BUTTON)
    forget(channel.backend, keep=2)
    assert len(channel.said) == 2 * LASTING


def test_interactions_go_when_discord_would_answer_them_no_more() -> None:
    backend = Backend()
    old = backend.new_interaction(2, 1, 1, None)
    backend.advance_clock(timedelta(minutes=16).total_seconds())
    new = backend.new_interaction(2, 1, 1, None)
    assert old.expires_at
    assert datetime.fromisoformat(old.expires_at).tzinfo is UTC
    forget(backend)
    assert list(backend.interactions) == [new.id]
    assert list(backend.interaction_tokens) == [new.token]
