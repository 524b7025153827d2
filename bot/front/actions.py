"""What people do to a match, and the private answer to it; commands and buttons both end here."""

import logging

from bot.front import permissions
from bot.front.components.base import Address, button_row
from bot.front.context import Interaction, reply_private
from bot.front.text.markdown import bold, comma_list, escape, mention, relative_time
from bot.front.text.posts import move_line, result_line
from bot.matches.commands import AnswerDraw, Claim, OfferDraw, Resign
from bot.matches.events import Status, StoreTrouble
from bot.matches.match import Match

log = logging.getLogger(__name__)


async def _note(interaction: Interaction, match: Match) -> str | None:
    """What waits to be told; no trouble with it may spoil the answer it would stand below."""
    try:
        return await interaction.client.matches.take_note(match.id, interaction.user.id)
    except StoreTrouble as error:
        log.info("match %s: a note could not be taken: %s", match.id, error)
        return None


async def with_notes(interaction: Interaction, match: Match, text: str) -> str:
    """The answer, and what else the person must know: of the channel, and of what they prepared."""
    trouble = permissions.why_silent(interaction.client, match.channel)
    waiting = await _note(interaction, match)
    notes = [escape(waiting or ""), trouble or interaction.client.outbox.given_up.get(match.id)]
    return "\n".join(filter(None, [text, *notes]))


def state_lines(match: Match) -> str:
    """The last move, and whose turn it is or how the match ended."""
    last = [move_line(match.plies[-1], match)] if match.plies else []
    return "\n".join([*last, standing_line(match)])


def standing_line(match: Match) -> str:
    """Whose turn it is, or how the match ended."""
    if match.outcome:
        return result_line(match, match.outcome)
    if match.turn_person is None:
        return "The match is over."
    late = " and the time has run out" if match.overdue else ""
    until = (
        f" The time runs out {relative_time(match.deadline)}."
        if match.deadline and not late
        else ""
    )
    return f"It is {bold(match.turn_person)}'s turn{late}.{until}"


async def offer_draw(interaction: Interaction, match: Match) -> None:
    """Offer a draw; where one is on offer already, ask for the answer."""
    seat = match.seat_of(interaction.user.id)
    if match.draw_offer and seat and match.draw_offer != seat:
        offering = bold(match.person(match.draw_offer))
        view = button_row(("agree", "refuse"), Address(match.id, match.seq))
        await reply_private(interaction, f"{offering} offers a draw. Do you agree?", view=view)
        return
    after = await interaction.client.matches.do(match.id, OfferDraw(interaction.user.id))
    asked = comma_list([mention(p.id) for p in after.others(interaction.user.id)])
    await reply_private(
        interaction,
        await with_notes(
            interaction, after, f"You offer {asked} a draw. It stands until the next move."
        ),
    )


async def answer_draw(interaction: Interaction, match: Match, *, yes: bool) -> None:
    """Take the draw on offer, or decline it."""
    after = await interaction.client.matches.do(match.id, AnswerDraw(interaction.user.id, yes))
    said = "You agree: the match is a draw." if yes else "You decline the draw."
    await reply_private(interaction, await with_notes(interaction, after, said))


async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    """Ask whether the person really means to give up."""
    if not match.is_playing(interaction.user.id):
        await resign_match(interaction, match)
        return
    playing = map(match.person, match.playing)
    others = comma_list([bold(p) for p in playing if p.id != interaction.user.id])
    asked = f"Give up match {match.id} against {others}?"
    if len(match.playing) > 2:
        asked = f"Leave match {match.id}? {others} play on without you."
    view = button_row(("resign", "keep"), Address(match.id, match.seq))
    await reply_private(interaction, f"{asked} That can't be undone.", view=view)


async def resign_match(interaction: Interaction, match: Match) -> None:
    """Give up."""
    after = await interaction.client.matches.do(match.id, Resign(interaction.user.id))
    await reply_private(
        interaction, await with_notes(interaction, after, f"You have resigned match {match.id}.")
    )


async def claim_win(interaction: Interaction, match: Match) -> None:
    """Claim the win over somebody whose time ran out."""
    after = await interaction.client.matches.do(match.id, Claim(interaction.user.id))
    playing_on = after.status is Status.RUNNING
    said = "You play on without them." if playing_on else "You claim the win."
    await reply_private(interaction, await with_notes(interaction, after, said))
