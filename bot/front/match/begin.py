"""How matches begin: answers to a challenge, being ready, and rematches."""

from bot.front import ids
from bot.front.actions import match_action, until_too_late
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    change_post,
    change_pressed,
    defer_update,
    is_private,
    person_of,
    remove_buttons,
    reply_private,
)
from bot.front.exercises.lesson_panel import show_lessons
from bot.front.invitations.challenging import begins_text
from bot.front.text.challenges import challenge_post, invited_post, muster_post
from bot.front.text.profiles import about_challenge
from bot.front.ui.answers import reply_and_lead_on, reply_with_notes, with_notes
from bot.front.ui.base import BLUE, GREEN, RED, Address, button_row
from bot.model.commands import Accept, Begin, Decline, SayReady, Withdraw
from bot.model.match import Match
from bot.model.records import MatchId, PersonId, Status
from bot.model.refusals import OtherRuns

ACCEPTED = "You accept match {number}."
DECLINED = "You decline match {number}."
WITHDRAWN = "Challenge {number} is taken back."
BEGUN = "You begin match {number} with those who are in."


@match_action("accept", "Accept", GREEN, defer_update, by=Accept, done=ACCEPTED)
@match_action("decline", "Decline", RED, defer_update, by=Decline, done=DECLINED)
@match_action("withdraw", "Withdraw", acknowledge=defer_update, by=Withdraw, done=WITHDRAWN)
@match_action("begin", "Begin", BLUE, defer_update, by=Begin, done=BEGUN)
async def answer_challenge(
    interaction: Interaction,
    match: Match,
    *,
    by: type[Accept | Decline | Withdraw | Begin],
    done: str,
) -> None:
    """Answer a challenge, and show on the challenge itself what became of it."""
    # By its number, as others may answer at the same time.
    match = await interaction.client.matches.do(match.id, by(person_of(interaction.user)))
    if match.status is Status.INVITED and not match.awaited:
        await _change_challenge(interaction, match)
    else:
        await remove_buttons(interaction)
    if is_private(interaction):
        await reply_and_lead_on(interaction, match, done.format(number=match.id))
    elif note := await with_notes(interaction, match, ""):
        await reply_private(interaction, note)


async def _change_challenge(interaction: Interaction, match: Match) -> None:
    # Show who is in by now; a private copy loses the answers that are no longer the person's.
    about = await about_challenge(interaction.client, match)
    if not is_private(interaction):
        await change_post(interaction, challenge_post(match, about).text)
        return
    content = invited_post(match, ids.user(interaction), about)
    view = button_row(content.buttons, Address(match.id, match.seq))
    await change_pressed(interaction, content=content.text, view=view)


@match_action("learnfirst", "Learn it first", BLUE)
async def learn_first(interaction: Interaction, match: Match) -> None:
    await show_lessons(interaction, match.game)


READY = "You are ready. The match begins once everybody is."
READY_ALL = "You are ready, and so is everybody: the match begins."


@match_action("ready", "I'm ready", GREEN, defer_update, around=until_too_late)
async def be_ready(interaction: Interaction, match: Match) -> None:
    """Say that one is ready, and show who is still awaited, or that nobody is."""
    match = await interaction.client.matches.do(match.id, SayReady(ids.user(interaction)))
    if match.awaited:
        await change_post(interaction, muster_post(match).text)
    else:
        await remove_buttons(interaction)
    await reply_and_lead_on(interaction, match, READY if match.awaited else READY_ALL)


REMATCH_ASKED = "Your challenge for a rematch is match {number}."
REMATCH_ACCEPTED = "You are in for the rematch: match {number}."


@match_action("rematch", "Rematch", BLUE)
async def rematch(interaction: Interaction, before: Match) -> None:
    """A new challenge to the same players with the seats swapped, or the answer to one."""
    await permissions.require_place(interaction, before.channel, before.guild)
    try:
        match = await interaction.client.matches.rematch(before.id, person_of(interaction.user))
    except OtherRuns as refused:
        way = await interaction.client.board_link(MatchId(refused.other))
        raise PrivateReply(f"{refused}\n{way}") from None
    await reply_with_notes(interaction, match, _rematch_text(match, ids.user(interaction)))


def _rematch_text(match: Match, person: PersonId) -> str:
    if match.host.id != person:
        return REMATCH_ACCEPTED.format(number=match.id)
    if match.status is Status.RUNNING:
        # The bot was asked, and agrees at once.
        return begins_text(match)
    return REMATCH_ASKED.format(number=match.id)
