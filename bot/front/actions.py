"""What people do to a match, and the private answer to it; commands and buttons both end here."""

from collections.abc import Iterable, Mapping

from bot.front import meant
from bot.front.board.private_view import record_visit
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    change_pressed,
    defer_update,
    person_of,
    reply_private,
)
from bot.front.discord.layouts import words_of
from bot.front.discord.markdown import bold
from bot.front.text import requests
from bot.front.text.posts import TAKEBACK_BUTTONS
from bot.front.text.stretches import IN_PLACE_BUTTONS, with_line
from bot.front.ui.answers import reply_and_lead_on, reply_with_notes
from bot.front.ui.away import is_away
from bot.front.ui.base import Address, MatchButton, button_row, match_button
from bot.games.phrases import comma_list
from bot.model import commands
from bot.model.decide.consent import may_take_back, require_giver
from bot.model.decide.requirements import require_current, require_seat, require_turn
from bot.model.match import OPEN, Match
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.service.personal import recap

AGREED = "You agree: the match is a draw."


def others_of(match: Match, person: int) -> str:
    """The others who still play in the match."""
    playing = map(match.person, match.playing)
    return comma_list([bold(each) for each in playing if each.id != person])


async def put_question(
    interaction: Interaction, match: Match, question: str, answers: Iterable[str]
) -> None:
    """Ask a question in private, with a button for each of the answers."""
    view = button_row(answers, Address(match.id, match.seq))
    await reply_private(interaction, question, view=view)


async def ask_to_draw(interaction: Interaction, match: Match) -> None:
    seat = require_seat(match, interaction.user.id)
    if match.draw.is_for(seat):
        question, actions = requests.draw_question(match), requests.DRAW_BUTTONS
    elif match.draw.offer or match.draw.declined not in (None, seat) or len(match.playing) != 2:
        # It is refused anyway, so there is nothing to ask.
        await offer_draw(interaction, match)
        return
    else:
        others = others_of(match, interaction.user.id)
        question = f"Offer {others} a draw in match {match.id}? It lapses with their next move."
        actions = ("offerdraw", "keep")
    await put_question(interaction, match, question, actions)


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


RequestAnswer = type[commands.AnswerDraw | commands.AnswerTakeback | commands.AnswerTime]

REQUEST_ANSWERS: Mapping[RequestAnswer, tuple[str, str]] = {
    commands.AnswerDraw: (AGREED, "You decline the draw."),
    commands.AnswerTakeback: ("You let them take it back.", "You do not let them take it back."),
    commands.AnswerTime: ("You give the time that was asked for.", "You give no time now."),
}
"""The labels of the answers to a request: yes, and no."""


async def answer_request(
    interaction: Interaction, match: Match, *, to: RequestAnswer, yes: bool
) -> None:
    """Answer what the other side has asked for."""
    after = await interaction.client.matches.do(match, to(interaction.user.id, yes))
    await reply_and_lead_on(interaction, after, REQUEST_ANSWERS[to][not yes])


def takeback_button(match: Match, person: int) -> MatchButton | None:
    """The button that takes back the person's last move, if they may, or asks to."""
    made = recap.last_move(match, person)
    if made is None or not may_take_back(match, person):
        return None
    return match_button("takeback", Address(match.id, made))


async def take_back_or_answer(interaction: Interaction, match: Match) -> None:
    """Take the person's last move back; if the other side asks to, ask for the answer instead."""
    if not match.takeback.is_for(require_seat(match, interaction.user.id)):
        await take_last_move_back(interaction, match)
        return
    await put_question(interaction, match, requests.takeback_question(match), TAKEBACK_BUTTONS)


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


async def ask_to_call_off(interaction: Interaction, match: Match) -> None:
    if match.status not in OPEN:
        await call_off(interaction, match)
        return
    players = comma_list([bold(person) for person in match.people])
    question = f"End match {match.id} between {players} without a result?"
    if match.status is Status.INVITED:
        question = f"Take back challenge {match.id} of {bold(match.host)}?"
    await put_question(
        interaction, match, f"{question} That can't be undone.", ("calloff", "leave")
    )


async def call_off(interaction: Interaction, match: Match) -> None:
    """End a running match, or withdraw a challenge, as a manager of its channel."""
    manager = person_of(interaction.user)
    open_challenge = match.status is Status.INVITED
    command = (
        commands.Withdraw(manager, manager=True) if open_challenge else commands.CallOff(manager.id)
    )
    after = await interaction.client.matches.do(match, command)
    await reply_with_notes(interaction, after, f"Match {match.id} is called off.")


async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    if not match.is_playing(interaction.user.id):
        await resign_match(interaction, match)
        return
    others = others_of(match, interaction.user.id)
    question = f"Give up match {match.id} against {others}?"
    if len(match.playing) > 2:
        question = f"Leave match {match.id}? {others} play on without you."
    await put_question(interaction, match, f"{question} That can't be undone.", ("resign", "keep"))


async def resign_match(interaction: Interaction, match: Match) -> None:
    after = await interaction.client.matches.do(match, commands.Resign(interaction.user.id))
    await reply_and_lead_on(interaction, after, f"You have resigned match {match.id}.")


async def claim_win(interaction: Interaction, match: Match) -> None:
    after = await interaction.client.matches.do(match, commands.Claim(interaction.user.id))
    playing_on = after.status is Status.RUNNING
    text = "You play on without them." if playing_on else "You claim the win."
    await reply_and_lead_on(interaction, after, text)


ASKS = {"askday": 24, "askthree": 72, "askweek": 168}
GIVES = {"giveday": 24, "givethree": 72, "giveweek": 168}
"""The buttons that ask for more time and give it, and the hours."""


async def choose_to_ask(interaction: Interaction, match: Match) -> None:
    require_turn(match, interaction.user.id)
    question = f"How much more time do you ask {others_of(match, interaction.user.id)} for?"
    await put_question(interaction, match, question, ASKS)


async def choose_to_give(interaction: Interaction, match: Match) -> None:
    require_giver(match, interaction.user.id)
    question = f"How much more time do you give {others_of(match, interaction.user.id)}?"
    await put_question(interaction, match, question, GIVES)


async def ask_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(match, commands.AskTime(interaction.user.id, hours))
    whom, amount = others_of(match, interaction.user.id), requests.amount_text(hours)
    text = f"You asked {whom} for {amount} more. Until they answer, time runs as before."
    await reply_with_notes(interaction, after, text)


async def grant_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(
        match, commands.GiveTime(interaction.user.id, hours)
    )
    text = f"You gave {others_of(match, interaction.user.id)} {requests.amount_text(hours)} more."
    await reply_with_notes(interaction, after, text)


def require_asked(then: Match, now: Match) -> None:
    """Refuse the answer to a request that is no longer open. Raises Refused."""
    if then.more_time.asked != now.more_time.asked or now.more_time.asked is None:
        raise Refused(
            "That request for time is no longer open: it was answered.", Reason.NO_TIME_REQUEST
        )


ONLY_ANSWERS = "I can only answer here, so no board can change in place. Play on as usual."
NONE_LASTS = "Every turn of match {number} already has its own post."


async def play_on_now(interaction: Interaction, at: Address) -> None:
    """From now on the board that was pressed changes in place, and nobody is called."""
    await defer_update(interaction)
    match = await meant.find_visible(interaction, at.match)
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
    """End the stretch; its summary follows, and every turn has its own post again."""
    await defer_update(interaction)
    match = await meant.find_visible(interaction, at.match)
    if not await interaction.client.service.stretches.finish(match, interaction.user.id):
        raise PrivateReply(NONE_LASTS.format(number=match.id))
