"""What people do to a match, and the private answer to it; commands and buttons both end here."""

import logging

from bot.front import permissions
from bot.front.components.base import Address, row
from bot.front.context import Talk, whisper
from bot.front.text.markdown import ago, bold, listing, mention, plain
from bot.front.text.posts import result, told
from bot.matches.commands import AnswerDraw, Claim, OfferDraw, Resign
from bot.matches.events import Status, StoreTrouble
from bot.matches.match import Match

log = logging.getLogger(__name__)


async def _note(talk: Talk, match: Match) -> str | None:
    """What waits to be told; no trouble with it may spoil the answer it would stand below."""
    try:
        return await talk.client.matches.take_note(match.id, talk.user.id)
    except StoreTrouble as error:
        log.info("match %s: a note could not be taken: %s", match.id, error)
        return None


async def with_notes(talk: Talk, match: Match, text: str) -> str:
    """The answer, and what else the person must know: of the channel, and of what they prepared."""
    trouble = permissions.silence(talk.client, match.channel)
    waiting = await _note(talk, match)
    notes = [plain(waiting or ""), trouble or talk.client.outbox.given_up.get(match.id)]
    return "\n".join(filter(None, [text, *notes]))


def state(match: Match) -> str:
    """The last move, and whose turn it is or how the match ended."""
    last = [told(match.plies[-1], match)] if match.plies else []
    return "\n".join([*last, standing(match)])


def standing(match: Match) -> str:
    """Whose turn it is, or how the match ended."""
    if match.outcome:
        return result(match, match.outcome)
    if match.turn_person is None:
        return "The match is over."
    late = " and the time has run out" if match.overdue else ""
    until = f" The time runs out {ago(match.deadline)}." if match.deadline and not late else ""
    return f"It is {bold(match.turn_person)}'s turn{late}.{until}"


async def offer_draw(talk: Talk, match: Match) -> None:
    """Offer a draw; where one is on offer already, ask for the answer."""
    seat = match.seat_of(talk.user.id)
    if match.draw_offer and seat and match.draw_offer != seat:
        offering = bold(match.person(match.draw_offer))
        view = row(("agree", "refuse"), Address(match.id, match.seq))
        await whisper(talk, f"{offering} offers a draw. Do you agree?", view=view)
        return
    after = await talk.client.matches.do(match.id, OfferDraw(talk.user.id))
    asked = listing([mention(p.id) for p in after.others(talk.user.id)])
    await whisper(
        talk,
        await with_notes(talk, after, f"You offer {asked} a draw. It stands until the next move."),
    )


async def answer_draw(talk: Talk, match: Match, *, yes: bool) -> None:
    """Take the draw on offer, or decline it."""
    after = await talk.client.matches.do(match.id, AnswerDraw(talk.user.id, yes))
    said = "You agree: the match is a draw." if yes else "You decline the draw."
    await whisper(talk, await with_notes(talk, after, said))


async def ask_to_resign(talk: Talk, match: Match) -> None:
    """Ask whether the person really means to give up."""
    if not match.is_playing(talk.user.id):
        await resign(talk, match)
        return
    playing = map(match.person, match.playing)
    others = listing([bold(p) for p in playing if p.id != talk.user.id])
    asked = f"Give up match {match.id} against {others}?"
    if len(match.playing) > 2:
        asked = f"Leave match {match.id}? {others} play on without you."
    view = row(("resign", "keep"), Address(match.id, match.seq))
    await whisper(talk, f"{asked} That can't be undone.", view=view)


async def resign(talk: Talk, match: Match) -> None:
    """Give up."""
    after = await talk.client.matches.do(match.id, Resign(talk.user.id))
    await whisper(talk, await with_notes(talk, after, f"You have resigned match {match.id}."))


async def claim(talk: Talk, match: Match) -> None:
    """Claim the win over somebody whose time ran out."""
    after = await talk.client.matches.do(match.id, Claim(talk.user.id))
    playing_on = after.status is Status.RUNNING
    said = "You play on without them." if playing_on else "You claim the win."
    await whisper(talk, await with_notes(talk, after, said))
