"""Places that have refused a post for their own sake, and so would refuse the next one as well."""

from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

# How long a place is taken to refuse the next post. That follows at once, and later on the
# refused one is tried again before it.
SHUT_FOR = timedelta(minutes=1)


class Shut(NamedTuple):
    """The number of the post that was refused at `since`, why, and when it is tried again."""

    post: int
    error: discord.HTTPException
    since: datetime
    again: datetime


class ShutPlaces:
    """What was refused lately, by key: within one, posts keep their order."""

    def __init__(self) -> None:
        self._shut: dict[Hashable, Shut] = {}

    def before(self, key: Hashable, post: int, now: datetime) -> Shut | None:
        """What was refused just now that goes before that post."""
        shut = self._shut.get(key)
        if shut is None or shut.post >= post or now >= shut.since + SHUT_FOR:
            return None
        return shut

    def note(self, key: Hashable, shut: Shut) -> None:
        """A post was refused. What was refused long ago is forgotten."""
        kept = {at: old for at, old in self._shut.items() if shut.since < old.since + SHUT_FOR}
        self._shut = kept | {key: shut}

    def forget(self, key: Hashable) -> None:
        self._shut.pop(key, None)
