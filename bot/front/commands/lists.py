"""`/games`: everything a person is playing, what waits for them first."""

from discord import app_commands

from bot.front.context import Interaction, defer_private, reply_private
from bot.front.find_match import bold_match_label
from bot.front.text.clock_text import stands_until
from bot.front.text.markdown import bold, join_lines, message_link, relative_time
from bot.games.phrases import comma_list
from bot.matches.match import Match
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
    found = await interaction.client.matches.of_person(interaction.user.id, channel=channel)
    lines = [await line(interaction, summary) for summary in found[:SHOWN]]
    lines += [f"… and {len(found) - SHOWN} more."] if len(found) > SHOWN else []
    where = "in this channel" if here else "going on"
    await reply_private(interaction, join_lines(lines) if lines else NOTHING.format(where=where))


async def line(interaction: Interaction, summary: MatchSummary) -> str:
    """A match on one line: whose turn, until when, and where."""
    last = await interaction.client.matches.posts.last_board(summary.match)
    address = (
        f"[board]({message_link(summary.guild, last.channel, last.message)})"
        if last
        else f"<#{summary.channel}>"
    )
    me = interaction.user.id
    label, state = bold_match_label(summary, me), await waits(interaction, summary)
    if summary.clock_since and summary.turn:
        standing = await interaction.client.matches.calendars.standing(summary.turn)
        whose = "your" if summary.turn == me else "their"
        state += f", {whose} {stands_until(standing)}" if standing else ""
    return f"- {label} · {state} · match {summary.match} · {address}"


async def waits(interaction: Interaction, summary: MatchSummary) -> str:
    """What the match waits for."""
    reader = interaction.user.id
    if summary.status is Status.INVITED:
        match = await interaction.client.matches.match(summary.match)
        return awaits(match, reader) if match.awaited else "a challenge not answered yet"
    whose = "**your turn**" if summary.turn == reader else "their turn"
    return f"{whose}, runs out {relative_time(summary.deadline)}" if summary.deadline else whose


def awaits(match: Match, reader: int) -> str:
    """Who has to say that they are ready, and until when."""
    until = relative_time(match.muster_until) if match.muster_until else "soon"
    if reader in {person.id for person in match.awaited}:
        return f"**waits for you to press I'm ready**, runs out {until}"
    awaited = comma_list([bold(p) for p in match.awaited])
    return f"waits for {awaited} to press I'm ready, runs out {until}"
