"""`/games`: everything a person is playing, what waits for them first."""

from discord import app_commands

from bot.front.context import Interaction, defer_private, reply_private
from bot.front.find_match import bold_match_label
from bot.front.text.markdown import join_lines, message_link, relative_time
from bot.matches.records import MatchSummary, Status

NOTHING = (
    "You have no match {where}. `/challenge` begins one; leave the opponent out and anyone may "
    "accept."
)

SHOWN = 10
"""Matches listed at most: their links leave room for hardly more in one message."""


@app_commands.command(name="games", description="Your matches, those that wait for you first")
@app_commands.describe(here="Only those of this channel")
async def games(interaction: Interaction, here: bool = False) -> None:
    """List the person's open matches, with links to their boards."""
    await defer_private(interaction)
    channel = interaction.channel_id if here else None
    rows = await interaction.client.matches.of_person(interaction.user.id, channel=channel)
    lines = [await line(interaction, row) for row in rows[:SHOWN]]
    lines += [f"… and {len(rows) - SHOWN} more."] if len(rows) > SHOWN else []
    where = "in this channel" if here else "going on"
    await reply_private(interaction, join_lines(lines) if lines else NOTHING.format(where=where))


async def line(interaction: Interaction, row: MatchSummary) -> str:
    """A match on one line: whose turn, until when, and where."""
    last = await interaction.client.matches.posts.last_board(row.match)
    address = (
        f"[board]({message_link(row.guild, last.channel, last.message)})"
        if last
        else f"<#{row.channel}>"
    )
    me = interaction.user.id
    return f"- {bold_match_label(row, me)} · {waits(row, me)} · match {row.match} · {address}"


def waits(row: MatchSummary, reader: int) -> str:
    """What the match waits for."""
    if row.status is Status.INVITED:
        return "a challenge not answered yet"
    whose = "**your turn**" if row.turn == reader else "their turn"
    return f"{whose}, runs out {relative_time(row.deadline)}" if row.deadline else whose
