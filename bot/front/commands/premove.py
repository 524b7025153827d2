"""The command to answer a move before it is made: kept private, played at once when it fits."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front import find_match
from bot.front.commands.play import WHICH, note
from bot.front.context import Talk, Told, think, whisper
from bot.front.text.markdown import bold, clip, code
from bot.games.core import PlayerError
from bot.matches.events import Premove
from bot.matches.match import Match

HOW = (
    "Nothing is prepared in match {number}. Name `then`, your answer, and `if`, the move it is "
    "for; leave `if` out to give it whatever they play."
)


@app_commands.command(
    name="premove", description="Answer a move before it is made; nobody else sees it"
)
@app_commands.rename(when="if")
@app_commands.describe(
    when="Their move; leave it out for any move",
    then="Your answer, played at once when it fits",
    clear="Forget all that you have prepared in the match",
    match=WHICH,
)
async def premove(
    talk: Talk,
    when: str = "",
    then: str = "",
    clear: bool = False,
    match: Range[int, 1] | None = None,
) -> None:
    """Prepare an answer, list those there are, or clear them."""
    await think(talk)
    standing = await find_match.running(talk, match)
    matches = talk.client.matches
    if clear:
        await matches.unprepare(standing.id, talk.user.id)
    elif when or then:
        await matches.prepare(standing.id, talk.user.id, when, then)
    prepared = await matches.prepared(standing.id, talk.user.id)
    await whisper(talk, listed(standing, prepared, talk.user.id))


def listed(match: Match, premoves: list[Premove], reader: int) -> str:
    """What somebody has prepared in a match, for their eyes only."""
    if not premoves:
        return HOW.format(number=match.id)
    them = bold(match.others(reader)[0])
    lines = [
        f"- If {them} plays {code(p.when) if p.when else 'anything else'}, you play {code(p.then)}."
        for p in premoves
    ]
    return "\n".join([*lines, f"-# Match {match.id} · played at once when it fits, else dropped"])


@premove.autocomplete("when")
async def theirs(talk: Talk, typed: str) -> list[Choice[str]]:
    """The moves that the other side may make."""
    try:
        match = await awaited(talk)
    except (PlayerError, Told) as error:
        return [note(str(error), typed)]
    return choices(talk.client.matches.legal_texts(match, typed, 25))


@premove.autocomplete("then")
async def mine(talk: Talk, typed: str) -> list[Choice[str]]:
    """The answers that are legal after the move named, or what was typed where none is."""
    try:
        match = await awaited(talk)
        if not (when := getattr(talk.namespace, "if")):
            return [note(typed or "Name the move you want to answer with", typed)]
        after = match.rules.play(match.position, match.rules.parse(match.position, when)).position
        found = match.rules.complete(after, typed, 25)
    except (PlayerError, Told) as error:
        return [note(str(error), typed)]
    return choices([match.rules.format(after, move) for move in found])


@premove.autocomplete("match")
async def matches(talk: Talk, typed: str) -> list[Choice[int]]:
    """The person's matches."""
    return await find_match.offered(talk, typed)


async def awaited(talk: Talk) -> Match:
    """The match in which the person waits for the other's move."""
    number: Any = talk.namespace.match
    match = await find_match.running(talk, number if isinstance(number, int) else None)
    if match.turn_person is None:
        raise Told(f"Match {match.id} is not running: there is no move to wait for.")
    if match.turn_person.id == talk.user.id:
        raise Told(f"It is your turn in match {match.id}: make your move with /move.")
    return match


def choices(texts: list[str]) -> list[Choice[str]]:
    """Move texts as they are offered; one that is too long for Discord has to be typed."""
    return [Choice(name=clip(text, 100), value=text) for text in texts if len(text) <= 100]
