"""When a tournament begins and how long its rounds last, as people type it."""

import re
from datetime import datetime, timedelta

from discord.app_commands import Choice
from discord.utils import utcnow

from bot.front.competitions.announcement import length_text
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import inline_code
from bot.front.text.typed_times import typed_instant, typed_length
from bot.model.clock.running import calendar_at
from bot.model.clock.time_control import DAY, HOUR

MINUTE = timedelta(minutes=1)

USUAL_ROUND = 7 * DAY

ROUNDS = (20 * MINUTE, 30 * MINUTE, 45 * MINUTE, HOUR, 2 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
BEGINNINGS = (30 * MINUTE, HOUR, 3 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""Lengths that are suggested while somebody types."""

NO_LENGTH = "I can't read {text} as a length of time. Write `45 minutes`, `2 hours` or `7 days`."
NO_BEGINNING = (
    "I can't read {text} as a time. Write `in 2 hours`, `20:00`, `tomorrow 20:00` or "
    "`24 Dec 18:00`, in your time zone of `/calendar`: UTC until you choose one."
)

# The times that suit short, middle and long rounds.
UNLIMITED, FAST, USUAL = "no time limit", "1 day a move", "3 days a move"


async def beginning(interaction: Interaction, text: str) -> datetime:
    """When it begins: in some time, or at an instant by the person's own clock. Raises
    PrivateReply."""
    now = utcnow()
    length = _length(re.sub(r"^\s*in\s+", "", text, flags=re.IGNORECASE))
    if length is not None:
        return now + length
    history = await interaction.client.service.calendars.history(interaction.user.id)
    zone = calendar_at(now, history).zone
    try:
        return typed_instant(text, zone, now)
    except PrivateReply:
        raise PrivateReply(NO_BEGINNING.format(text=inline_code(text[:40]))) from None


def round_length(text: str | None) -> timedelta:
    """How long a round may last. Raises PrivateReply."""
    length = _length(text) if text else USUAL_ROUND
    if length is None:
        raise PrivateReply(NO_LENGTH.format(text=inline_code((text or "")[:40])))
    return length


def usual_time(length: timedelta) -> str:
    """The time to think that suits rounds of that length: in those of an evening their end alone
    is the clock."""
    if length < DAY:
        return UNLIMITED
    return FAST if length < 14 * DAY else USUAL


def _length(text: str) -> timedelta | None:
    found = re.fullmatch(
        r"\s*(\d{1,3}) ?(?:m|min|mins|minutes?)\s*", text, re.ASCII | re.IGNORECASE
    )
    return int(found[1]) * MINUTE if found else typed_length(text)


async def times_offered(_: Interaction, typed: str) -> list[Choice[str]]:
    """Some times after which it may begin; a date can be typed as well."""
    texts = [f"in {length_text(each)}" for each in BEGINNINGS]
    return _choices(typed, texts)


async def rounds_offered(_: Interaction, typed: str) -> list[Choice[str]]:
    return _choices(typed, [length_text(each) for each in ROUNDS])


def _choices(typed: str, texts: list[str]) -> list[Choice[str]]:
    return [Choice(name=text, value=text) for text in texts if typed.casefold() in text]
