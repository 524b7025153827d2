"""What players ask of each other: a draw, more time, and to take a move back; buttons and commands
both end here."""

from bot.front.actions import answer_action, match_action, once_while_it_holds, still_asked
from bot.front.board.private_view import record_visit
from bot.front.discord.context import Interaction, defer_update
from bot.front.discord.markdown import bold
from bot.front.text import requests
from bot.front.text.posts import TAKEBACK_BUTTONS
from bot.front.ui.answers import put_question, reply_and_lead_on, reply_with_notes
from bot.front.ui.base import BLUE, GREEN, Address, match_button
from bot.games.phrases import comma_list
from bot.model import commands
from bot.model.decide.consent import require_giver
from bot.model.decide.requirements import require_running, require_seat, require_turn
from bot.model.match import Match
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.service.personal import recap


def others_of(match: Match, person: int) -> str:
    """The others who still play in the match."""
    playing = map(match.person, match.playing)
    return comma_list([bold(each) for each in playing if each.id != person])


RequestAnswer = type[commands.AnswerDraw | commands.AnswerTakeback | commands.AnswerTime]

AGREED = "You agree: the match is a draw."

ANSWERED: dict[RequestAnswer, tuple[str, str]] = {
    commands.AnswerDraw: (AGREED, "You decline the draw."),
    commands.AnswerTakeback: ("You let them take it back.", "You do not let them take it back."),
    commands.AnswerTime: ("You give the time that was asked for.", "You give no time now."),
}
"""What is said of the answers to a request: yes, and no."""


async def _is_same_request(interaction: Interaction, match: Match, seq: int) -> None:
    # While the request for time is open that was when the button was posted.
    await still_asked(interaction, match, seq)
    then = await interaction.client.matches.at(match.id, seq)
    if then.more_time.asked != match.more_time.asked or match.more_time.asked is None:
        raise Refused(
            "That request for time is no longer open: it was answered.", Reason.NO_TIME_REQUEST
        )


@answer_action("agree", "Agree to the draw", GREEN, to=commands.AnswerDraw, yes=True)
@answer_action("refuse", "Play on", to=commands.AnswerDraw, yes=False)
@answer_action("grant", "Give it", GREEN, while_=_is_same_request, to=commands.AnswerTime, yes=True)
@answer_action("notnow", "Not now", while_=_is_same_request, to=commands.AnswerTime, yes=False)
@answer_action("lettake", "Let them take it back", GREEN, to=commands.AnswerTakeback, yes=True)
@answer_action("keeptake", "No", to=commands.AnswerTakeback, yes=False)
async def answer_request(
    interaction: Interaction, match: Match, *, to: RequestAnswer, yes: bool
) -> None:
    """Answer what the other side has asked for."""
    after = await interaction.client.matches.do(match, to(interaction.user.id, yes))
    await reply_and_lead_on(interaction, after, ANSWERED[to][not yes])


# A draw


@match_action("draw", "Draw…")
async def ask_to_draw(interaction: Interaction, match: Match) -> None:
    seat = require_seat(match, interaction.user.id)
    if match.draw.is_for(seat):
        question, answers = requests.draw_question(match), requests.DRAW_BUTTONS
    elif match.draw.offer or match.draw.declined not in (None, seat) or len(match.playing) != 2:
        # It is refused anyway, so there is nothing to ask.
        await offer_draw(interaction, match)
        return
    else:
        others = others_of(match, interaction.user.id)
        question = f"Offer {others} a draw in match {match.id}? It lapses with their next move."
        answers = ("offerdraw", "keep")
    await put_question(interaction, match, question, answers)


@answer_action("offerdraw", "Yes, offer a draw", BLUE)
async def offer_draw(interaction: Interaction, match: Match) -> None:
    person = interaction.user.id
    after = await interaction.client.matches.do(match, commands.OfferDraw(person))
    asked = comma_list([bold(p) for p in after.others(person)])
    # A private answer can't be edited later, so it says what was done, never what is so now.
    text = f"You offered {asked} a draw. Unless it is answered, it lapses with their next move."
    if after.status is Status.ENDED:
        # The other side has offered one meanwhile, and two offers are an agreement.
        text = AGREED
    await reply_with_notes(interaction, after, text)


# More time


@match_action("asktime", "Ask for time…")
async def choose_to_ask(interaction: Interaction, match: Match) -> None:
    require_turn(match, interaction.user.id)
    question = f"How much more time do you ask {others_of(match, interaction.user.id)} for?"
    await put_question(interaction, match, question, ("askday", "askthree", "askweek"))


@match_action("givetime", "Give time…")
async def choose_to_give(interaction: Interaction, match: Match) -> None:
    require_giver(match, interaction.user.id)
    question = f"How much more time do you give {others_of(match, interaction.user.id)}?"
    await put_question(interaction, match, question, ("giveday", "givethree", "giveweek"))


@answer_action("askday", "24 hours", BLUE, hours=24)
@answer_action("askthree", "3 days", BLUE, hours=72)
@answer_action("askweek", "7 days", BLUE, hours=168)
async def ask_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(match, commands.AskTime(interaction.user.id, hours))
    whom, amount = others_of(match, interaction.user.id), requests.amount_text(hours)
    text = f"You asked {whom} for {amount} more. Until they answer, time runs as before."
    await reply_with_notes(interaction, after, text)


@answer_action("giveday", "24 hours", BLUE, hours=24)
@answer_action("givethree", "3 days", BLUE, hours=72)
@answer_action("giveweek", "7 days", BLUE, hours=168)
async def grant_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(
        match, commands.GiveTime(interaction.user.id, hours)
    )
    text = f"You gave {others_of(match, interaction.user.id)} {requests.amount_text(hours)} more."
    await reply_with_notes(interaction, after, text)


# Taking a move back


async def take_back_or_answer(interaction: Interaction, match: Match) -> None:
    """Take the person's last move back; if the other side asks to, ask for the answer instead."""
    if not match.takeback.is_for(require_seat(match, interaction.user.id)):
        await take_last_move_back(interaction, match)
        return
    await put_question(interaction, match, requests.takeback_question(match), TAKEBACK_BUTTONS)


GONE = "You have taken that move back already, or made another one since. Nothing has changed."


async def _is_last_move(interaction: Interaction, match: Match, seq: int) -> None:
    # While the move that the button was shown for is the person's last one.
    require_running(match)
    if recap.last_move(match, interaction.user.id) != seq:
        raise Refused(GONE, Reason.STALE)


@match_action(
    "takeback",
    "Take back",
    acknowledge=defer_update,
    while_=_is_last_move,
    around=once_while_it_holds,
)
async def take_last_move_back(interaction: Interaction, match: Match) -> None:
    """Take the person's last move back if that is free, or else ask the other side."""
    person = interaction.user.id
    after = await interaction.client.matches.do(
        match, commands.TakeBack(person), seq=match.board_seq
    )
    if after.takeback.asked is None:
        what = requests.named(after.undone[-1].plies, "the", "went")
        text = f"You took back {what}, and it became your turn again."
        at = Address(after.id, after.seq)
        buttons = [match_button("move", at), match_button("view", at)]
        await reply_and_lead_on(interaction, after, text, buttons)
        await record_visit(interaction, after)
        return
    asked, what = (
        others_of(after, person),
        requests.named(after.plies[-after.takeback.asked.plies :], "their"),
    )
    lapses = "Unless it is answered, that lapses with the next move."
    text = f"You asked {asked} to let you take back {what}. {lapses}"
    await reply_with_notes(interaction, after, text)
