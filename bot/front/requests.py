"""How people ask for time and give it, and the private answer; commands and buttons end here."""

from bot.front.actions import others_of, put_question
from bot.front.discord.context import Interaction
from bot.front.text.requests import amount_text
from bot.front.ui.next_button import reply_and_lead_on
from bot.front.ui.notes import reply_with_notes
from bot.model.commands import AnswerTime, AskTime, GiveTime
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
