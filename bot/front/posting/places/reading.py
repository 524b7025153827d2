"""What is read of a match, once for each thing that is done about its posts."""

from dataclasses import dataclass

from bot.front.discord.context import Client
from bot.front.preferences import boards_of
from bot.model.match import Match
from bot.model.places import FastStretch, Mode, Place, chosen_mode, mode_of
from bot.model.records import MatchId
from bot.service.personal.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as it stands, where and how it is posted, and its last stretch."""

    match: Match
    place: Place
    server: Preferences
    stretch: FastStretch | None

    @property
    def is_terse(self) -> bool:
        return self.server.verbosity == "quiet"

    @property
    def is_living(self) -> bool:
        chosen = chosen_mode(self.place, self.server.posting)
        return mode_of(self.place, chosen, 0, allowed=False) is Mode.LIVING


async def read_of(client: Client, match_id: MatchId) -> Reading:
    """All of it as the store has it now. Raises NoSuchMatch."""
    service = client.service
    match = await client.matches.match(match_id)
    return Reading(
        match,
        await service.places.of(match_id),
        await boards_of(client, match),
        await service.stretches.of(match_id),
    )
