"""What is read of a match, once for each thing that is done about its posts."""

from dataclasses import dataclass

from bot.front.discord.context import Client
from bot.front.preferences import boards_of
from bot.model.match import Match
from bot.model.notices.records import TurnNotice
from bot.model.places import FastStretch, Mode, Place, chosen_mode, mode_of
from bot.model.records import MatchId
from bot.service.personal.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as it stands, where and how it is posted, its last stretch, and the turn that a
    person has to make."""

    match: Match
    place: Place
    server: Preferences
    stretch: FastStretch | None
    turn: TurnNotice | None

    @property
    def is_terse(self) -> bool:
        return self.server.verbosity == "quiet"

    @property
    def is_living(self) -> bool:
        chosen = chosen_mode(self.place, self.server.posting)
        return mode_of(self.place, chosen, 0, allowed=False) is Mode.LIVING


async def read_of(client: Client, match_id: MatchId) -> Reading:
    """All of it as the store has it now. Raises NoSuchMatch."""
    match, found = await client.matches.for_posts(match_id)
    return Reading(match, found.place, await boards_of(client, match), found.stretch, found.turn)
