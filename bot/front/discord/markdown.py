"""Text made safe to show: nothing that people typed can ping, link or style."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from discord.utils import escape_markdown

from bot.games.names import NOT_IN_NAMES
from bot.model.events import Person
from bot.model.events.base import DELETED
from bot.model.records import ChannelId, GuildId, MessageId, PersonId

LIMIT = 2000  # The most characters that Discord takes in one message.

# A zero-width space after the character that Discord looks for: nothing starts there any more.
BROKEN = {"@": "@\u200b", "<": "<\u200b", "://": ":\u200b//"}


def escape(text: str) -> str:
    """The text shown literally: no markdown, no mention, no link."""
    text = NOT_IN_NAMES.sub("", text)
    # In the form of a link, discord.py would leave what styles the address unescaped.
    escaped = escape_markdown(text.replace("](", "]\u200b("), ignore_links=False)
    for mark, broken in BROKEN.items():
        escaped = escaped.replace(mark, broken)
    return escaped


@lru_cache(maxsize=1024)
def bold(person: Person) -> str:
    """The person's name, in bold and unable to mention anyone."""
    return f"**{escape(person.name) or person.id}**"


def inline_code(text: str) -> str:
    """The text as inline code, even if it contains backticks."""
    line = one_line(text)
    if "`" not in line:
        return f"`{line or ' '}`"
    # Discord reads three backticks in a row as a block, so no run may be longer than one.
    return f"`` {_parted(line)} ``"


def code_block(text: str) -> str:
    """The lines as a code block in monospace, even if they contain backticks."""
    return f"```\n{_parted(text)}\n```"


def _parted(text: str) -> str:
    return text.replace("``", "`\u200b`").replace("``", "`\u200b`")


def one_line(text: str) -> str:
    """The text on one line, with nothing in it that turns what stands around it."""
    return " ".join(NOT_IN_NAMES.sub("", text).split())


def mention(person: PersonId) -> str:
    """A mention. It pings only if the message allows that person. A deleted one has none."""
    return f"<@{person}>" if person >= 0 else f"**{DELETED}**"


def relative_time(instant: datetime) -> str:
    """The instant as Discord shows it to each reader: `in 3 days`."""
    return f"<t:{int(instant.timestamp())}:R>"


def day(instant: datetime) -> str:
    """The day of the instant as Discord shows it to each reader: `24/12/2026`."""
    return f"<t:{int(instant.timestamp())}:d>"


def full_time(instant: datetime) -> str:
    """The instant as Discord shows it to each reader: `24 December 2026 18:00`."""
    return f"<t:{int(instant.timestamp())}:f>"


def with_local_times(text: str) -> str:
    """The text with each instant that it writes in UTC as Discord shows it to each reader."""
    return UTC_TIME.sub(_local_time, text)


UTC_TIME = re.compile(r"\b(2\d{3}-\d\d-\d\d \d\d:\d\d) UTC\b", re.ASCII)


def _local_time(found: re.Match[str]) -> str:
    try:
        return full_time(datetime.fromisoformat(found[1]).replace(tzinfo=UTC))
    except ValueError:
        # There is no such day: a person has typed it.
        return found[0]


def message_link(guild: GuildId | None, channel: ChannelId, message: MessageId) -> str:
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def clip(text: str, limit: int = LIMIT) -> str:
    """The text, cut with an ellipsis if it is longer than the limit."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def lines_in_messages(lines: Iterable[str], limit: int = LIMIT) -> list[str]:
    """The lines in as few messages as possible; no line is split."""
    messages: list[str] = []
    for line in lines:
        if messages and len(messages[-1]) + 1 + len(line) <= limit:
            messages[-1] = f"{messages[-1]}\n{line}"
        else:
            messages.append(clip(line, limit))
    return messages


# The number that identifies a post is at the end of its small print in characters that Discord
# keeps, and that are neither seen nor read out. Posts of 0.2 and before show it.
NUMBERED = re.compile(r"^-# .*(?: · post (?P<said>\d+)|\u2060(?P<unseen>[\u200c\u200d]+))$", re.M)
UNSEEN = str.maketrans("01", "\u200c\u200d")
SEEN = {unseen: chr(digit) for digit, unseen in UNSEEN.items()}


def post_mark(post: int) -> str:
    """The end of the small print below a post: its number."""
    return "\u2060" + f"{post:b}".translate(UNSEEN)


def post_number(text: str) -> int | None:
    """The number of the post that a message shows, None if it has none."""
    found = NUMBERED.search(text)
    if found is None:
        return None
    return int(found["said"] or int(found["unseen"].translate(SEEN), 2))


def marked_like(text: str, post: str) -> str:
    """The text with the number of the post that it replaces, if that has one."""
    number = post_number(post)
    return text if number is None else f"{text}{post_mark(number)}"


def join_lines(lines: Iterable[str], limit: int = LIMIT) -> str:
    """As many whole lines as fit, and how many more there are."""
    kept = list(lines)
    text = "\n".join(kept)
    shown = len(kept)
    while len(text) > limit and shown:
        shown -= 1
        text = "\n".join([*kept[:shown], f"… and {len(kept) - shown} more."])
    return clip(text, limit)
