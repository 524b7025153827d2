"""What `/profile` says of somebody's ratings and results, beside how they are as a player."""

import asyncio
from collections.abc import Iterator, Mapping

from bot.catalog import Entry, catalog
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import bold, message_link
from bot.front.find_match import find_visible
from bot.front.ratings.words import game_line, tally_text
from bot.games.core import PlayerError
from bot.games.phrases import counted
from bot.model.ratings.rating import PROVISIONAL, RatingPoint, pool_of
from bot.model.results.result import Feat, Tally

OPPONENTS = 5
"""Those who are named: the ones met most."""

SEVERAL = 3

NOTHING = "-# No match of {game} has ended yet."
MORE = "-# `game` shows opponents, the longest chain and the most captures of one game."
UNSURE = (
    "-# Behind ± is what a rating may be off by. It is provisional, and on no leaderboard, until "
    f"that is less than {2 * PROVISIONAL:.0f}: after some ten results."
)


async def all_games(interaction: Interaction, person: int) -> str:
    """A line for each game that somebody has played or is rated in; nothing where there is none."""
    service = interaction.client.service
    tallies, points = await asyncio.gather(
        service.results.by_game(person), service.ratings.of(person)
    )
    lines = [line for game in catalog().values() for line in _lines(game, tallies, points)]
    note = [UNSURE] if points else []
    return "\n".join(["**Ratings and results**", *lines, *note, MORE]) if lines else ""


def _lines(
    game: Entry, tallies: Mapping[str, Tally], points: Mapping[str, RatingPoint]
) -> Iterator[str]:
    two, several = (points.get(pool_of(game.key, players)) for players in (2, SEVERAL))
    tally = tallies.get(game.key)
    if tally or two:
        yield _line(game.name, tally, two)
    if several:
        yield _line(f"{game.name}, three and more", None, several)


def _line(name: str, tally: Tally | None, point: RatingPoint | None) -> str:
    line = game_line(name, tally, point.rating if point else None, point.contests if point else 0)
    return f"- {line}"


async def one_game(interaction: Interaction, person: int, game: Entry) -> str:
    """All there is to tell of somebody's matches of a game. Whom they played is for them alone;
    others see how they stand against them themselves."""
    service = interaction.client.service
    tallies, points, chain, captures = await asyncio.gather(
        service.results.by_game(person),
        service.ratings.of(person),
        service.results.longest_chain(person, game.key),
        service.results.most_captures(person, game.key),
    )
    lines = [*_lines(game, tallies, points)]
    if not lines:
        return NOTHING.format(game=game.name)
    lines += await _feat(interaction, "Longest chain", chain, "link")
    lines += await _feat(interaction, "Most captures in a match", captures, "piece")
    lines += await _opponents(interaction, person, game)
    return "\n".join(lines)


async def _feat(interaction: Interaction, what: str, feat: Feat | None, unit: str) -> list[str]:
    if feat is None or not feat.amount:
        return []
    return [f"- {what}: {counted(feat.amount, unit)}{await _match_link(interaction, feat)}"]


async def _match_link(interaction: Interaction, feat: Feat) -> str:
    # Of matches that the reader can't see nothing is said but what came of them.
    try:
        match = await find_visible(interaction, feat.match)
        board = await interaction.client.service.posts.last_board(feat.match)
    except (PlayerError, PrivateReply):
        return ""
    if board is None:
        return f" (match {feat.match})"
    link = message_link(match.guild, board.channel, board.message)
    return f" ([match {feat.match}]({link}))"


async def _opponents(interaction: Interaction, person: int, game: Entry) -> list[str]:
    service, reader = interaction.client.service, interaction.user.id
    if person == reader:
        found = await service.profiles.opponents(person, game.key, OPPONENTS)
        return [f"- Against {bold(other)}: {tally_text(tally)}" for other, tally in found]
    tally = await service.results.against(reader, game.key, person)
    return [f"- You against them: {tally_text(tally)}"] if tally.matches else []
