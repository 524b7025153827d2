"""How matches end before they are played out: resigning, claiming the win, and calling them off."""

from bot.front import ids
from bot.front.actions import answer_action, as_question, match_action, once
from bot.front.discord.context import Interaction, defer_update, person_of, replace_private
from bot.front.discord.markdown import bold
from bot.front.meant import find_to_manage
from bot.front.picker import practice
from bot.front.text.parts import in_bold, others_of
from bot.front.ui.answers import put_question, reply_and_lead_on, reply_with_notes
from bot.front.ui.base import BLUE, RED, ButtonId, action
from bot.model import commands
from bot.model.decide.requirements import require_current
from bot.model.match import OPEN, Match
from bot.model.records import Seq, Status


@match_action("askresign", "Resign…", RED)
async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    if not match.is_playing(ids.user(interaction)):
        # It is refused anyway, so there is nothing to ask.
        await resign_match(interaction, match)
        return
    others = others_of(match, ids.user(interaction))
    question = f"Give up match {match.id} against {others}?"
    if len(match.playing) > 2:
        question = f"Leave match {match.id}? {others} play on without you."
    await put_question(interaction, match, f"{question} That can't be undone.", ("resign", "keep"))


@answer_action("resign", "Yes, resign", RED)
async def resign_match(interaction: Interaction, match: Match) -> None:
    person = ids.user(interaction)
    after = await interaction.client.matches.do(match, commands.Resign(person))
    text = f"You have resigned match {match.id}."
    if not after.terms.practice:
        await reply_and_lead_on(interaction, after, text)
        return
    text, ways = (
        f"{text}\n{practice.next_line(after, person)}",
        practice.next_buttons(after, person),
    )
    await reply_and_lead_on(interaction, after, text, [*ways])


@action(ButtonId, "keep", "No, play on")
async def keep_playing(interaction: Interaction, _: ButtonId) -> None:
    await replace_private(interaction, "Good. The match goes on.")


@match_action("claim", "Claim the win", BLUE, defer_update, around=once)
@match_action("without", "Play on without them", BLUE, defer_update, around=once)
async def claim_win(interaction: Interaction, match: Match) -> None:
    after = await interaction.client.matches.do(match, commands.Claim(ids.user(interaction)))
    playing_on = after.status is Status.RUNNING
    text = "You play on without them." if playing_on else "You claim the win."
    if match.gone and after.turn == match.turn and after.turn_person:
        text = f"{bold(after.turn_person)} is in the server again, so the match goes on."
    await reply_and_lead_on(interaction, after, text)


async def ask_to_call_off(interaction: Interaction, match: Match) -> None:
    if match.status not in OPEN:
        await call_off(interaction, match)
        return
    players = in_bold(match.people)
    question = f"End match {match.id} between {players} without a result?"
    if match.status is Status.INVITED:
        question = f"Take back challenge {match.id} of {bold(match.host)}?"
    await put_question(
        interaction, match, f"{question} That can't be undone.", ("calloff", "leave")
    )


def _has_not_begun(match: Match, _: int, seq: Seq) -> None:
    # The challenge that was to be withdrawn may have begun since.
    if not match.plies:
        require_current(match, seq)


@match_action(
    "calloff",
    "Yes, end it",
    RED,
    defer_update,
    find=find_to_manage,
    while_=_has_not_begun,
    around=as_question,
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


@action(ButtonId, "leave", "No, leave it")
async def leave_as_it_is(interaction: Interaction, _: ButtonId) -> None:
    await replace_private(interaction, "Good. Nothing has changed.")
