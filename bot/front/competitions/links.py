"""Links to the boards of matches that a competition plays."""

from collections.abc import Iterable

from bot.front.discord.context import Client
from bot.front.discord.markdown import message_link
from bot.model.competitions.competition import Competition
from bot.model.records import MatchId
from bot.service.competitions.changing import FixtureView

LINKED = 20
"""Matches whose boards are looked for: more would not fit into a message."""


async def board_links(
    client: Client, competition: Competition, fixtures: Iterable[FixtureView]
) -> dict[MatchId, str]:
    """Where the newest board of each match stands that still runs, of the first ones."""
    running = [number for each in fixtures for number in each.matches if number in each.running]
    found = dict[MatchId, str]()
    for number in running[:LINKED]:
        if board := await client.service.posts.last_board(number):
            found[number] = message_link(competition.guild, board.channel, board.message)
    return found
