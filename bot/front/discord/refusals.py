"""What Discord's errors mean for a post: another try, a refusal, or trouble of the bot's own."""

from datetime import timedelta
from typing import TypeGuard

import discord

# Discord's codes, and what they are about.
NO_MESSAGE = 10008  # A message that is gone.
UNAUTHORIZED = 40001  # A token that it does not take, which it also says with status 400.
ARCHIVED, LOCKED = 50083, 160005  # A thread that is put away, or locked.
HAS_THREAD = 160004  # A message that has a thread already.
TOO_MANY_THREADS = 160006  # A server with as many threads as there can be at once.

# A channel that is gone, one that can't be seen, and a right that is lacking: what says so to one
# post says so to every other.
ABOUT_PLACE = frozenset({10003, 50001, 50013})

# Statuses that may be about the picture: what it holds, the right to attach it, its size.
ABOUT_FILES = frozenset({400, 403, 413})

# Statuses that another try may overcome.
PASSING = frozenset({408, 429})

# Refusals after which a post is tried now and then only, where Discord does not forbid it.
TRIES = 3

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=15)
FIRST_CHECK, LONGEST_CHECK = timedelta(minutes=10), timedelta(hours=6)


def is_unauthorized(error: Exception) -> TypeGuard[discord.HTTPException]:
    """Whether it is the bot that Discord turns away, whatever it asked for."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status == 401 or (error.status == 400 and error.code == UNAUTHORIZED)


def is_refusal(error: Exception) -> TypeGuard[discord.HTTPException]:
    """Whether Discord has read the request and said no: then it has done nothing."""
    if not isinstance(error, discord.HTTPException):
        return False
    return 400 <= error.status < 500 and error.status not in PASSING


def is_final(error: discord.HTTPException, refusals: int) -> bool:
    """Whether trying at once is of no use: where Discord forbids, or has refused often enough."""
    return error.status in {403, 404} or refusals >= TRIES


def is_about_place(error: discord.HTTPException) -> bool:
    """Whether every other post to the same place would be refused as well."""
    return error.code in ABOUT_PLACE


def may_be_about_file(error: discord.HTTPException) -> bool:
    """Whether the same message may be taken without its picture."""
    is_shut = error.code in (ARCHIVED, LOCKED)
    return error.status in ABOUT_FILES and not is_shut and not is_unauthorized(error)


def wait_after(tries: int) -> timedelta:
    """How long to wait after a try that got lost, when `tries` had failed before it."""
    return min(FIRST_WAIT * (1 << min(tries, 10)), LONGEST_WAIT)


def check_after(refusals: int) -> timedelta:
    return min(FIRST_CHECK * (1 << min(refusals, 10)), LONGEST_CHECK)
