"""What people do to a match, and the private answer to it; commands and buttons both end here."""

from bot.front.components.base import Address, button_row
from bot.front.context import Interaction, reply_private
from bot.front.notes import reply_with_notes
from bot.front.text.markdown import bold, comma_list, mention
from bot.matches.commands import AnswerDraw, Claim, OfferDraw, Resign
from bot.matches.match import Match
from bot.matches.records import Status


async def offer_draw(interaction: Interaction, match: Match) -> None:
    """Offer a draw; where one is on offer already, ask for the answer."""
    person = interaction.user.id
    seat = match.seat_of(person)
    if match.draw_offer and seat and match.draw_offer != seat:
        offering = bold(match.person(match.draw_offer))
        view = button_row(("agree", "refuse"), Address(match.id, match.seq))
        await reply_private(interaction, f"{offering} offers a draw. Do you agree?", view=view)
        return
    after = await interaction.client.matches.do(match.id, OfferDraw(person))
    asked = comma_list([mention(p.id) for p in after.others(person)])
    text = f"You offer {asked} a draw. It stands until the next move."
    await reply_with_notes(interaction, after, text)


async def answer_draw(interaction: Interaction, match: Match, *, yes: bool) -> None:
    """Take the draw on offer, or decline it."""
    after = await interaction.client.matches.do(match.id, AnswerDraw(interaction.user.id, yes))
    text = "You agree: the match is a draw." if yes else "You decline the draw."
    await reply_with_notes(interaction, after, text)


async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    """Ask whether the person really means to give up."""
    if not match.is_playing(interaction.user.id):
        await resign_match(interaction, match)
        return
    playing = map(match.person, match.playing)
    others = comma_list([bold(p) for p in playing if p.id != interaction.user.id])
    question = f"Give up match {match.id} against {others}?"
    if len(match.playing) > 2:
        question = f"Leave match {match.id}? {others} play on without you."
    view = button_row(("resign", "keep"), Address(match.id, match.seq))
    await reply_private(interaction, f"{question} That can't be undone.", view=view)


async def resign_match(interaction: Interaction, match: Match) -> None:
    """Give up."""
    after = await interaction.client.matches.do(match.id, Resign(interaction.user.id))
    await reply_with_notes(interaction, after, f"You have resigned match {match.id}.")


async def claim_win(interaction: Interaction, match: Match) -> None:
    """Claim the win over somebody whose time ran out."""
    after = await interaction.client.matches.do(match.id, Claim(interaction.user.id))
    playing_on = after.status is Status.RUNNING
    text = "You play on without them." if playing_on else "You claim the win."
    await reply_with_notes(interaction, after, text)
