"""`/games`: everything a person is playing, what waits for them first."""

from discord import app_commands

from bot.front.context import Talk, think, whisper
from bot.front.find_match import safe_label
from bot.front.text.markdown import ago, fill, link
from bot.matches.events import Row, Status

NOTHING = (
    "You have no match {where}. `/challenge` begins one; leave the opponent out and anyone may "
    "accept."
)

SHOWN = 10
"""Matches listed at most: their links leave room for hardly more in one message."""


@app_commands.command(name="games", description="Your matches, those that wait for you first")
@app_commands.describe(here="Only those of this channel")
async def games(talk: Talk, here: bool = False) -> None:
    """List the person's open matches, with links to their boards."""
    await think(talk)
    channel = talk.channel_id if here else None
    rows = await talk.client.matches.of_person(talk.user.id, channel=channel)
    lines = [await line(talk, row) for row in rows[:SHOWN]]
    lines += [f"… and {len(rows) - SHOWN} more."] if len(rows) > SHOWN else []
    where = "in this channel" if here else "going on"
    await whisper(talk, fill(lines) if lines else NOTHING.format(where=where))


async def line(talk: Talk, row: Row) -> str:
    """A match on one line: whose turn, until when, and where."""
    last = await talk.client.store.last_board(row.match)
    address = (
        f"[board]({link(row.guild, last.channel, last.message)})" if last else f"<#{row.channel}>"
    )
    me = talk.user.id
    return f"- {safe_label(row, me)} · {waits(row, me)} · match {row.match} · {address}"


def waits(row: Row, reader: int) -> str:
    """What the match waits for."""
    if row.status is Status.INVITED:
        return "a challenge not answered yet"
    whose = "**your turn**" if row.turn == reader else "their turn"
    return f"{whose}, runs out {ago(row.deadline)}" if row.deadline else whose
