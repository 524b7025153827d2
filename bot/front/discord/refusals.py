"""What Discord's errors mean for a post: another try, a refusal, or the bot's own trouble."""

from datetime import timedelta
from typing import TypeGuard

import discord

# Discord's error codes.
NO_MESSAGE = 10008  # Unknown message.
ACKNOWLEDGED = 40060  # A second first answer to an interaction.
UNAUTHORIZED = 40001  # A refused token, which may also come with status 400.
ARCHIVED, LOCKED = 50083, 160005  # An archived or locked thread.
HAS_THREAD = 160004  # A message that has a thread already.
TOO_MANY_THREADS = 160006  # A server with the most threads possible.

# Unknown channel, no access, missing permission: these apply to every other post there too.
ABOUT_PLACE = frozenset({10003, 50001, 50013})

# Statuses that may be about the picture: its content, the permission to attach it, its size.
ABOUT_FILES = frozenset({400, 403, 413})

# Statuses that another try may overcome.
PASSING = frozenset({408, 429})

# Refusals after which a post is tried only now and then, if Discord does not forbid it.
TRIES = 3

AGAIN = 3600.0  # Seconds until commands or emojis that Discord refused are offered again.

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=15)
FIRST_CHECK, LONGEST_CHECK = timedelta(minutes=10), timedelta(hours=6)


def is_unauthorized(error: Exception) -> TypeGuard[discord.HTTPException]:
    """Whether Discord refuses the bot itself, whatever it asked for."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status == 401 or (error.status == 400 and error.code == UNAUTHORIZED)


def is_refusal(error: Exception) -> TypeGuard[discord.HTTPException]:
    """Whether Discord has read the request and refused it: then it has done nothing."""
    if not isinstance(error, discord.HTTPException):
        return False
    return 400 <= error.status < 500 and error.status not in PASSING


def is_final(error: discord.HTTPException, refusals: int) -> bool:
    """Whether trying at once is useless: Discord forbids it, or has refused often enough."""
    return error.status in {403, 404} or refusals >= TRIES


def is_about_place(error: discord.HTTPException) -> bool:
    """Whether every other post to the same place would be refused as well."""
    return error.code in ABOUT_PLACE


def may_be_about_file(error: discord.HTTPException) -> bool:
    """Whether the same message may be accepted without its picture, or in another form."""
    is_else = error.code in (ARCHIVED, LOCKED, ACKNOWLEDGED)
    return error.status in ABOUT_FILES and not is_else and not is_unauthorized(error)


def wait_after(tries: int) -> timedelta:
    """How long to wait after a lost try, when `tries` had failed before it."""
    return min(FIRST_WAIT * (1 << min(tries, 10)), LONGEST_WAIT)


def check_after(refusals: int) -> timedelta:
    return min(FIRST_CHECK * (1 << min(refusals, 10)), LONGEST_CHECK)
