"""What each button about a match does. `table.BUTTONS` lists them all."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from discord import ui
from discord.utils import utcnow

from bot.catalog import entry
from bot.front import actions, meant
from bot.front.board import private_view
from bot.front.discord import lanes, permissions
from bot.front.discord.context import (
    Callback,
    Interaction,
    PrivateReply,
    change_post,
    change_pressed,
    defer_private,
    defer_update,
    is_private,
    person_of,
    remove_buttons,
    remove_pressed,
    replace_private,
    reply_private,
    show_form,
)
from bot.front.discord.markdown import join_lines, relative_time
from bot.front.exercises import rules_pages
from bot.front.exercises.lesson_panel import show_lessons
from bot.front.exercises.on_exercise import open_exercise
from bot.front.invitations.challenging import begins_text
from bot.front.match.follow import follow_button
from bot.front.picker import on_match, typed_moves
from bot.front.text.challenges import challenge_post, invited_post
from bot.front.text.parts import claim_button, match_title
from bot.front.text.profiles import about_challenge
from bot.front.text.requests import muster_post, record_lines
from bot.front.text.turns import state_lines, title_for
from bot.front.ui.answers import reply_and_lead_on, reply_with_notes, with_notes
from bot.front.ui.base import (
    Address,
    ButtonId,
    button_row,
    match_button,
    message_view,
    refuse_unknown,
)
from bot.front.ui.forms import Fields, form, text_field
from bot.model.commands import Accept, Begin, Decline, SayReady, Withdraw
from bot.model.decide.consent import may_share_time
from bot.model.decide.requirements import is_turn, require_current, require_running, require_turn
from bot.model.match import Match
from bot.model.records import MatchId, Status
from bot.model.refusals import OtherRuns, Reason, Refused
from bot.model.turns import legal_texts
from bot.service.personal import recap

REMATCH_ASKED = "Your challenge for a rematch is match {number}."
REMATCH_ACCEPTED = "You are in for the rematch: match {number}."


Answer = Accept | Decline | Withdraw | Begin

ANSWERED: Mapping[type[Answer], str] = {
    Accept: "You accept match {number}.",
    Decline: "You decline match {number}.",
    Withdraw: "Challenge {number} is taken back.",
    Begin: "You begin match {number} with those who are in.",
}


def answers(command: type[Answer]) -> Callback:
    """Answer a challenge, and show on the challenge itself what became of it."""

    async def pressed(interaction: Interaction, at: Address) -> None:
        await defer_update(interaction)
        await meant.find_visible(interaction, at.match)
        match = await interaction.client.matches.do(at.match, command(person_of(interaction.user)))
        if match.status is Status.INVITED and not match.awaited:
            await _change_challenge(interaction, match)
        else:
            await remove_buttons(interaction)
        if is_private(interaction):
            text = ANSWERED[command].format(number=match.id)
            await reply_and_lead_on(interaction, match, text)
        elif note := await with_notes(interaction, match, ""):
            await reply_private(interaction, note)

    return pressed


async def _change_challenge(interaction: Interaction, match: Match) -> None:
    # Show who is in by now; a private copy loses the answers that are no longer the person's.
    about = await about_challenge(interaction.client, match)
    if not is_private(interaction):
        await change_post(interaction, challenge_post(match, about).text)
        return
    content = invited_post(match, interaction.user.id, about)
    view = button_row(content.buttons, Address(match.id, match.seq))
    await change_pressed(interaction, content=content.text, view=view)


async def ready(interaction: Interaction, at: Address) -> None:
    """Say that one is ready, and show who is still awaited, or that nobody is."""
    await defer_update(interaction)
    await meant.find_visible(interaction, at.match)
    async with taken_off_when_too_late(interaction):
        match = await interaction.client.matches.do(at.match, SayReady(interaction.user.id))
    if match.awaited:
        await change_post(interaction, muster_post(match).text)
    else:
        await remove_buttons(interaction)
    await reply_and_lead_on(interaction, match, READY if match.awaited else READY_ALL)


READY = "You are ready. The match begins once everybody is."
READY_ALL = "You are ready, and so is everybody: the match begins."


def privately(act: Callable[[Interaction, Match], Awaitable[None]]) -> Callback:
    """Do something with the button's match, and answer in a private message."""

    async def pressed(interaction: Interaction, at: Address) -> None:
        await defer_private(interaction)
        await act(interaction, await meant.find_visible(interaction, at.match))

    return pressed


async def show_own_puzzle(interaction: Interaction, match: Match) -> None:
    """What the person missed in a match that is over, as a puzzle."""
    of = await interaction.client.service.own_puzzles.of(match, interaction.user.id)
    await open_exercise(interaction, of)


def once(act: Callable[[Interaction, Match], Awaitable[None]]) -> Callback:
    """Do something final with the button's match, and remove the buttons."""

    async def pressed(interaction: Interaction, at: Address) -> None:
        await defer_update(interaction)
        await act(interaction, await meant.find_visible(interaction, at.match))
        await remove_buttons(interaction)

    return pressed


def while_current(
    act: Callable[[Interaction, Match], Awaitable[None]],
    require: Callable[[Match, Match], None] | None = None,
) -> Callback:
    """Do something final that is only valid on the button's board. The buttons are removed when it
    is done and when it is too late for it.

    `require` refuses what has changed between the match as of the button, and now.
    """

    async def pressed(interaction: Interaction, at: Address) -> None:
        await defer_update(interaction)
        match = await meant.find_visible(interaction, at.match)
        async with buttons_while_they_hold(interaction):
            require_running(match)
            require_current(match, at.seq)
            if require:
                require(await interaction.client.matches.at(at.match, at.seq), match)
            await act(interaction, match)

    return pressed


@asynccontextmanager
async def buttons_while_they_hold(interaction: Interaction) -> AsyncIterator[None]:
    """Remove the buttons of the pressed message once it is done, or never will be; a private
    question is deleted once it is answered, or says that it no longer holds. People who may not
    press them leave them to others."""
    async with taken_off_when_too_late(interaction, NOT_ASKED):
        yield
    await remove_pressed(interaction)


@asynccontextmanager
async def taken_off_when_too_late(interaction: Interaction, note: str = "") -> AsyncIterator[None]:
    """Remove the buttons when it is finally refused. A private message says so, with a note."""
    try:
        yield
    except Refused as refused:
        if refused.reason in NO_LONGER:
            await take_off(interaction, note)
        raise


async def take_off(interaction: Interaction, note: str) -> None:
    # Remove the buttons; the text of a private message becomes the note, if there is one.
    changes = {"content": note} if note and is_private(interaction) else {}
    await change_pressed(interaction, **changes, view=None)


# The reasons for which a button will never work again, for anybody.
NO_LONGER = (
    Reason.STALE,
    Reason.OVER,
    Reason.NO_DRAW_OFFER,
    Reason.NO_TIME_REQUEST,
    Reason.NO_MUSTER,
    Reason.NO_TAKEBACK,
    Reason.NO_REPLACEMENT,
)

# The text of a private question that was answered too late.
NOT_ASKED = "This question no longer holds."


# A move


async def move(interaction: Interaction, at: Address) -> None:
    await defer_private(interaction)
    await on_match.open_picker(interaction, await _current(interaction, at))


async def again(interaction: Interaction, at: Address) -> None:
    """Begin the move again, instead of one whose board is outdated."""
    await defer_update(interaction)
    await on_match.open_picker(interaction, await _current(interaction, at))


async def type_it(interaction: Interaction, at: Address) -> None:
    """Open the form for a move. A form must be the first answer, so nothing is deferred, and its
    example is left out if it does not come in time."""
    match = await meant.find_own(interaction, at.match)
    require_current(match, at.seq)
    require_turn(match, interaction.user.id)
    found = await lanes.COMPLETIONS.run_newest(interaction.user.id, legal_texts, match, "", 1)
    await show_form(interaction, move_form(match, at, *(found or ())))


def move_form(match: Match, at: Address, example: str = "") -> ui.Modal:
    """The form for typing a move. Its custom id is that of its button: `play_form` reads it."""
    about: ui.Item[Any] = ui.TextDisplay(entry(match.game).notation)
    field = text_field("move", "Your move", example=example[:90], max_length=200)
    return form(match_title(match), ButtonId("type", at.match, at.seq), [about, field])


async def play_form(interaction: Interaction, sent: ButtonId, written: Fields) -> None:
    await defer_private(interaction)
    if sent.action != "type" or len(written) != 1:
        await refuse_unknown(interaction)
    match = await meant.find_own(interaction, sent.match)
    require_current(match, sent.seq)
    (text,) = written.values()
    board = on_match.fresh_board(interaction, match, sent.seq)
    await typed_moves.play_typed(interaction, board, text)


async def _current(interaction: Interaction, at: Address) -> Match:
    match = await meant.find_visible(interaction, at.match)
    require_current(match, at.seq)
    return match


# The board and what belongs to it


async def since(interaction: Interaction, at: Address) -> None:
    await defer_private(interaction)
    match = await meant.find_visible(interaction, at.match)
    await private_view.show_changes(interaction, match, at.seq)


async def more(interaction: Interaction, match: Match) -> None:
    reader, client = interaction.user.id, interaction.client
    at = Address(match.id, match.seq)
    buttons = [match_button(action, at) for action in _more_actions(match, reader)]
    buttons += filter(None, [actions.takeback_button(match, reader)])
    if match.plies:
        # Nothing is drawn here: a person who has had too many pictures can still resign.
        seen = await client.service.visits.last_seen(match, reader)
        buttons.append(match_button("since", Address(match.id, seen)))
    buttons += filter(None, [await follow_button(interaction, match)])
    # It can't be edited once the match has gone on, so it says from when it is.
    small = f"-# {title_for(match, reader)} · as of {relative_time(utcnow())}"
    text = f"{state_lines(match, reader)}\n{small}"
    await reply_private(interaction, text, view=message_view(buttons))


def _more_actions(match: Match, person: int) -> Iterator[str]:
    if match.is_playing(person):
        yield from ("draw", "askresign") if len(match.playing) == 2 else ("askresign",)
        if may_share_time(match):
            yield "asktime" if is_turn(match, person) else "givetime"
        if match.overdue:
            yield claim_button(match)
    yield from ("rules", "record")


async def rules(interaction: Interaction, match: Match) -> None:
    await rules_pages.show_rules(interaction, entry(match.game), 0)


async def how_to_play(interaction: Interaction, match: Match) -> None:
    await rules_pages.show_how(interaction, entry(match.game))


async def learn_first(interaction: Interaction, match: Match) -> None:
    await show_lessons(interaction, match.game)


async def record(interaction: Interaction, match: Match) -> None:
    moves = record_lines(match)
    text = join_lines([f"**{match_title(match)}**", *moves])
    await reply_private(interaction, text if moves else "No move has been made yet.")


# Taking a move back

GONE = "You have taken that move back already, or made another one since. Nothing has changed."


async def take_back(interaction: Interaction, at: Address) -> None:
    """Take back the move that the button was shown for, and no other."""
    await defer_update(interaction)
    match = await meant.find_visible(interaction, at.match)
    async with taken_off_when_too_late(interaction):
        require_running(match)
        if recap.last_move(match, interaction.user.id) != at.seq:
            raise Refused(GONE, Reason.STALE)
        await actions.take_last_move_back(interaction, match)
    await remove_buttons(interaction)


# The end of a match


def left_alone(text: str) -> Callback:
    """The answer no to the question whether to end the match."""

    async def pressed(interaction: Interaction, at: Address) -> None:
        await defer_update(interaction)
        await replace_private(interaction, text)

    return pressed


async def call_off(interaction: Interaction, at: Address) -> None:
    """End a match as a manager, which is checked again at the press."""
    await defer_update(interaction)
    match = await meant.find_to_manage(interaction, at.match)
    async with buttons_while_they_hold(interaction):
        if not match.plies:
            # The challenge that was to be withdrawn may have begun since.
            require_current(match, at.seq)
        await actions.call_off(interaction, match)


async def rematch(interaction: Interaction, at: Address) -> None:
    """A new challenge to the same players with the seats swapped, or the answer to one."""
    await defer_private(interaction)
    before = await meant.find_visible(interaction, at.match)
    await permissions.require_place(interaction, before.channel, before.guild)
    try:
        match = await interaction.client.matches.rematch(at.match, person_of(interaction.user))
    except OtherRuns as refused:
        way = await interaction.client.board_link(MatchId(refused.other))
        raise PrivateReply(f"{refused}\n{way}") from None
    await reply_with_notes(interaction, match, _rematch_text(match, interaction.user.id))


def _rematch_text(match: Match, person: int) -> str:
    if match.host.id != person:
        return REMATCH_ACCEPTED.format(number=match.id)
    if match.status is Status.RUNNING:
        # The bot was asked, and agrees at once.
        return begins_text(match)
    return REMATCH_ASKED.format(number=match.id)
