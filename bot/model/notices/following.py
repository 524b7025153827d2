"""What a store keeps about those who follow matches."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.model.records import MatchId

PAUSE = timedelta(minutes=1)
"""How long a turn is not told to followers: the board is posted meanwhile, or a slip taken back."""


class Following(Protocol):
    """Who follows which open match.

    With every turn that a person gets in it, and with its end, the store holds a mention of the
    kind `followed` for each follower, in the place of an earlier one about the match. It is due
    after a `PAUSE`. Following ends with the match.
    """

    async def follow(self, person: int, match: MatchId) -> None:
        """The person follows the match from now on. Following it twice is fine."""

    async def unfollow(self, person: int, match: MatchId) -> bool:
        """The person hears no more of the match; whether they followed it."""

    async def followed(self, person: int) -> list[MatchId]:
        """The matches that the person follows, in order."""

    async def follower_notified(self, person: int) -> datetime | None:
        """When a post of the kind `followed` was last written for the person."""

    async def end_following(self, person: int, matches: Sequence[MatchId], note: str) -> None:
        """The person follows nothing any more, and nothing of it is held for them.

        The note waits for them in all those matches, and in `matches`,
        behind one that waits there already.
        """
