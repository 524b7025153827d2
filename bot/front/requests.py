"""How people ask for time, give it and play on at once; commands and buttons end here."""

from bot.front import find_match
from bot.front.actions import others_of, put_question
from bot.front.discord.context import Interaction, PrivateReply, change_pressed, defer_update
from bot.front.discord.layouts import words_of
from bot.front.text.requests import amount_text
from bot.front.text.stretches import IN_PLACE_BUTTONS, with_line
from bot.front.ui.away import is_away
from bot.front.ui.base import Address, button_row
from bot.front.ui.next_button import reply_and_lead_on
from bot.front.ui.notes import reply_with_notes
from bot.model.commands import AnswerTime, AskTime, GiveTime
from bot.model.decide.requirements import require_current, require_seat
from bot.model.match import Match
from bot.model.refusals import Reason, Refused

ASKS = ("askday", "askthree", "askweek")
GIVES = ("giveday", "givethree", "giveweek")


async def choose_to_ask(interaction: Interaction, match: Match) -> None:
    question = f"How much more time do you ask {others_of(match, interaction.user.id)} for?"
    await put_question(interaction, match, question, ASKS)


async def choose_to_give(interaction: Interaction, match: Match) -> None:
    question = f"How much more time do you give {others_of(match, interaction.user.id)}?"
    await put_question(interaction, match, question, GIVES)


async def ask_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(match, AskTime(interaction.user.id, hours))
    whom, amount = others_of(match, interaction.user.id), amount_text(hours)
    text = f"You ask {whom} for {amount} more. Until they answer your time runs on as before."
    await reply_with_notes(interaction, after, text)


async def grant_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(match, GiveTime(interaction.user.id, hours))
    text = f"You give {others_of(match, interaction.user.id)} {amount_text(hours)} more."
    await reply_with_notes(interaction, after, text)


async def answer_time(interaction: Interaction, match: Match, *, yes: bool) -> None:
    after = await interaction.client.matches.do(match, AnswerTime(interaction.user.id, yes))
    text = "You give the time that was asked for." if yes else "You give no time now."
    await reply_and_lead_on(interaction, after, text)


def require_asked(then: Match, now: Match) -> None:
    """Refuse the answer to another request than the one that stands. Raises Refused."""
    if then.more_time.asked != now.more_time.asked or now.more_time.asked is None:
        raise Refused(
            "That request for time no longer stands: it was answered.", Reason.NO_TIME_REQUEST
        )


ONLY_ANSWERS = "I can only answer here, so no board can change in place. Play on as usual."
NONE_LASTS = "Every turn of match {number} has a post of its own already."


async def play_on_now(interaction: Interaction, at: Address) -> None:
    """From now on the board that was pressed changes in place, and nobody is called."""
    await defer_update(interaction)
    match = await find_match.find_visible(interaction, at.match)
    require_seat(match, interaction.user.id)
    require_current(match, at.seq)
    if await is_away(interaction.client, match):
        raise PrivateReply(ONLY_ANSWERS)
    await interaction.client.service.stretches.begin(match, interaction.user.id)
    board = interaction.message
    if board is not None:
        view = button_row(IN_PLACE_BUTTONS, at)
        await change_pressed(interaction, content=with_line(words_of(board)), view=view)


async def one_post_a_turn(interaction: Interaction, at: Address) -> None:
    """End the stretch; its summary follows, and every turn has a post of its own again."""
    await defer_update(interaction)
    match = await find_match.find_visible(interaction, at.match)
    if not await interaction.client.service.stretches.finish(match, interaction.user.id):
        raise PrivateReply(NONE_LASTS.format(number=match.id))
