"""What players ask of each other: a draw, more time, and to take a move back; buttons and commands
both end here."""

from collections.abc import Callable

from discord import ButtonStyle

from bot.front import ids
from bot.front.actions import (
    AnyAct,
    answer_action,
    match_action,
    once_while_it_holds,
    still_asked,
    still_newest,
)
from bot.front.board.private_view import record_visit
from bot.front.discord.context import Interaction, defer_update
from bot.front.text import requests
from bot.front.text.parts import in_bold, others_of
from bot.front.ui.answers import put_question, reply_and_lead_on, reply_with_notes
from bot.front.ui.base import BLUE, GRAY, GREEN, Address, match_button
from bot.model import commands
from bot.model.decide.consent import require_giver
from bot.model.decide.requirements import require_running, require_seat, require_turn
from bot.model.match import Match
from bot.model.records import PersonId, Seq, Status
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, TAKEBACK, TIME, RequestKind
from bot.service.personal import recap


def _answer_to(
    kind: RequestKind, name: str, label: str, style: ButtonStyle = GRAY, *, yes: bool
) -> Callable[[AnyAct], AnyAct]:
    # The answer holds while the match has the same board, and nobody has asked again.
    def still_holds(match: Match, person: PersonId, seq: Seq) -> None:
        still_asked(match, person, seq)
        still_newest(match, person, seq, kind=kind)

    return answer_action(name, label, style, while_=still_holds, kind=kind, yes=yes)


@_answer_to(DRAW, "agree", "Agree to the draw", GREEN, yes=True)
@_answer_to(DRAW, "refuse", "Play on", yes=False)
@_answer_to(TIME, "grant", "Give it", GREEN, yes=True)
@_answer_to(TIME, "notnow", "Not now", yes=False)
@_answer_to(TAKEBACK, "lettake", "Let them take it back", GREEN, yes=True)
@_answer_to(TAKEBACK, "keeptake", "No", yes=False)
async def answer_request(
    interaction: Interaction, match: Match, *, kind: RequestKind, yes: bool
) -> None:
    """Answer what the other side has asked for."""
    command = commands.AnswerRequest(kind, ids.user(interaction), yes)
    after = await interaction.client.matches.do(match, command)
    await reply_and_lead_on(interaction, after, requests.WORDS[kind].answered[not yes])


async def _is_asked(interaction: Interaction, match: Match, kind: RequestKind) -> bool:
    # Whether the other side waits for the person's answer; they are asked for it.
    person = ids.user(interaction)
    require_seat(match, person)
    asked = match.requests.of(kind)
    if asked is None or person not in asked.awaited:
        return False
    await put_question(interaction, match, *requests.request_question(match, kind, person))
    return True


# A draw


@match_action("draw", "Draw…")
async def ask_to_draw(interaction: Interaction, match: Match) -> None:
    if await _is_asked(interaction, match, DRAW):
        return
    person = ids.user(interaction)
    no = any(each.request.by.id == person for each in match.declined_in_turn(DRAW))
    if match.requests.draw or no or len(match.playing) != 2:
        # It is refused anyway, so there is nothing to ask.
        await offer_draw(interaction, match)
        return
    question = f"Offer {others_of(match, person)} a draw in match {match.id}? It lapses with their"
    await put_question(interaction, match, f"{question} next move.", ("offerdraw", "keep"))


@answer_action("offerdraw", "Yes, offer a draw", BLUE)
async def offer_draw(interaction: Interaction, match: Match) -> None:
    person = ids.user(interaction)
    after = await interaction.client.matches.do(match, commands.OfferDraw(person))
    asked = in_bold(after.others(person))
    # A private answer can't be edited later, so it says what was done, never what is so now.
    text = f"You offered {asked} a draw. Unless it is answered, it lapses with their next move."
    if after.status is Status.ENDED:
        # The other side has offered one meanwhile, and two offers are an agreement.
        text = requests.WORDS[DRAW].answered[0]
    await reply_with_notes(interaction, after, text)


# More time


@match_action("asktime", "Ask for time…")
async def choose_to_ask(interaction: Interaction, match: Match) -> None:
    require_turn(match, ids.user(interaction))
    question = f"How much more time do you ask {others_of(match, ids.user(interaction))} for?"
    await put_question(interaction, match, question, ("askday", "askthree", "askweek"))


@match_action("givetime", "Give time…")
async def choose_to_give(interaction: Interaction, match: Match) -> None:
    require_giver(match, ids.user(interaction))
    question = f"How much more time do you give {others_of(match, ids.user(interaction))}?"
    await put_question(interaction, match, question, ("giveday", "givethree", "giveweek"))


@answer_action("askday", "24 hours", BLUE, hours=24)
@answer_action("askthree", "3 days", BLUE, hours=72)
@answer_action("askweek", "7 days", BLUE, hours=168)
async def ask_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(
        match, commands.AskTime(ids.user(interaction), hours)
    )
    whom, amount = others_of(match, ids.user(interaction)), requests.amount_text(hours)
    text = f"You asked {whom} for {amount} more. Until they answer, time runs as before."
    await reply_with_notes(interaction, after, text)


@answer_action("giveday", "24 hours", BLUE, hours=24)
@answer_action("givethree", "3 days", BLUE, hours=72)
@answer_action("giveweek", "7 days", BLUE, hours=168)
async def grant_time(interaction: Interaction, match: Match, *, hours: int) -> None:
    after = await interaction.client.matches.do(
        match, commands.GiveTime(ids.user(interaction), hours)
    )
    text = f"You gave {others_of(match, ids.user(interaction))} {requests.amount_text(hours)} more."
    await reply_with_notes(interaction, after, text)


# Taking a move back


async def take_back_or_answer(interaction: Interaction, match: Match) -> None:
    """Take the person's last move back; if the other side asks to, ask for the answer instead."""
    if not await _is_asked(interaction, match, TAKEBACK):
        await take_last_move_back(interaction, match)


GONE = "You have taken that move back already, or made another one since. Nothing has changed."


def _is_last_move(match: Match, person: PersonId, seq: Seq) -> None:
    # While the move that the button was shown for is the person's last one.
    require_running(match)
    if recap.last_move(match, person) != seq:
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
    person = ids.user(interaction)
    after = await interaction.client.matches.do(
        match, commands.TakeBack(person), seq=match.board_seq
    )
    asked = after.requests.takeback
    if asked is None:
        what = requests.named(after.undone[-1].plies, "the", "went")
        text = f"You took back {what}, and it became your turn again."
        at = Address(after.id, after.seq)
        buttons = [match_button("move", at), match_button("view", at)]
        await reply_and_lead_on(interaction, after, text, buttons)
        await record_visit(interaction, after)
        return
    whom, what = (
        others_of(after, person),
        requests.named(after.plies[-asked.amount :], "their"),
    )
    lapses = "Unless it is answered, that lapses with the next move."
    text = f"You asked {whom} to let you take back {what}. {lapses}"
    await reply_with_notes(interaction, after, text)
