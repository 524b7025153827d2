"""Which match a person means when they name none, and what they may look at."""

from collections.abc import Callable, Sequence

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front import permissions
from bot.front.context import Talk, Told
from bot.front.text.markdown import bold, clip, listing
from bot.matches.events import MatchId, NoSuchMatch, Row, Status
from bot.matches.match import Match

HERE_NONE = (
    "You have no match running here. `/challenge` begins one, and `/games` lists all of yours."
)
NOT_YOURS = "You don't play in match {number}. `/games` lists your matches."
WHICH = "You have several matches here: {matches}. Name one with the option `match`."

Fit = Callable[[Row], bool]


async def to_move(talk: Talk, number: int | None) -> Match:
    """The match a move is meant for: the one named, or the only one here waiting for the person."""
    if number is not None:
        return await own(talk, number)
    rows = await here(talk)
    waiting = [row for row in rows if row.turn == talk.user.id]
    return await _only(talk, waiting or rows)


async def running(talk: Talk, number: int | None) -> Match:
    """The running match named, or the only one the person has here."""
    return await own(talk, number) if number is not None else await _only(talk, await here(talk))


async def own(talk: Talk, number: int) -> Match:
    """The match of that number, which the person plays in."""
    match = await visible(talk, number)
    if talk.user.id not in {p.id for p in (*match.people, *match.accepted)}:
        raise Told(NOT_YOURS.format(number=number))
    return match


async def visible(talk: Talk, number: int) -> Match:
    """The match of that number, if the person plays in it, or can read the channel it is in."""
    match = await talk.client.matches.match(MatchId(number))
    inside = match.channel == talk.channel_id
    if match.guild and match.guild == talk.guild_id:
        inside = inside or permissions.reads(talk, match.channel)
    if inside or talk.user.id in {p.id for p in (*match.people, *match.accepted)}:
        return match
    raise NoSuchMatch(f"There is no match {number} here. /games lists your matches.")


async def to_look_at(talk: Talk, number: int | None) -> Match:
    """The match named, the person's only open one here, or the only open one of the channel."""
    if number is not None:
        return await visible(talk, number)
    matches, channel = talk.client.matches, talk.channel_id or 0
    mine = await matches.of_person(talk.user.id, channel=channel)
    return await _only(talk, mine or await matches.of_channel(channel))


async def to_replay(talk: Talk, number: int | None) -> Match:
    """The match named or the one to look at here; where none is going on, the last there was."""
    if number is not None:
        return await visible(talk, number)
    rows = await talk.client.matches.of_channel(talk.channel_id or 0, open_only=False)
    if any(row.status is Status.RUNNING for row in rows):
        return await to_look_at(talk, None)
    return await _only(talk, [row for row in rows if row.status is Status.ENDED][:1])


async def here(talk: Talk) -> list[Row]:
    """The person's running matches in this channel, those waiting for them first."""
    rows = await talk.client.matches.of_person(talk.user.id, channel=talk.channel_id)
    return [row for row in rows if row.status is Status.RUNNING]


async def _only(talk: Talk, rows: Sequence[Row]) -> Match:
    if not rows:
        raise Told(HERE_NONE)
    if len(rows) > 1:
        found = [f"{row.match} ({safe_label(row, talk.user.id)})" for row in rows[:10]]
        raise Told(WHICH.format(matches=listing(found)))
    return await talk.client.matches.match(rows[0].match)


def safe_label(row: Row, reader: int) -> str:
    """A match as the person who plays in it knows it, for a message."""
    others = [bold(p) for p in row.people if p.id != reader]
    return f"{entry(row.game).name} with {listing(others) or 'anyone'}"


def label(row: Row, reader: int) -> str:
    """The same on the bare line of an autocomplete, which styles nothing."""
    others = [p.name for p in row.people if p.id != reader]
    state = "a challenge" if row.status is Status.INVITED else "your turn"
    waiting = f" · {state}" if row.status is Status.INVITED or row.turn == reader else ""
    game = f"{entry(row.game).name} with {listing(others) or 'anyone'}"
    return clip(f"{row.match} · {game}{waiting}", 100)


async def offered(talk: Talk, typed: str, *, open_only: bool = True) -> list[Choice[int]]:
    """Autocomplete for `match`: the person's open matches, those of this channel first."""
    rows = await talk.client.matches.of_person(talk.user.id, open_only=open_only)
    rows = sorted(rows, key=lambda row: row.channel != talk.channel_id)
    choices = [Choice(name=label(row, talk.user.id), value=int(row.match)) for row in rows]
    return [c for c in choices if typed.casefold() in c.name.casefold()][:25]
