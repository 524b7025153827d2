"""While a match is played: a move, what else can be done, and boards that change in place."""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.catalog import entry
from bot.front import ids, meant
from bot.front.actions import match_action, same_board
from bot.front.board import private_view
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    change_pressed,
    defer_private,
    defer_update,
    reply_private,
    show_form,
)
from bot.front.discord.layouts import words_of
from bot.front.discord.markdown import join_lines, relative_time
from bot.front.exercises import rules_pages
from bot.front.exercises.on_exercise import open_exercise
from bot.front.match.follow import follow_buttons
from bot.front.picker import on_match, typed_moves
from bot.front.text.parts import claim_button, match_title, may_claim
from bot.front.text.stretches import IN_PLACE_BUTTONS, with_line
from bot.front.text.turns import record_lines, state_lines, title_for
from bot.front.ui.answers import takeback_buttons
from bot.front.ui.answers_only import answers_only
from bot.front.ui.base import (
    BLUE,
    FORM,
    GREEN,
    UNKNOWN,
    Address,
    ButtonId,
    action,
    button_row,
    match_button,
    message_view,
)
from bot.front.ui.forms import Fields, form, text_field
from bot.model.decide.consent import may_share_time
from bot.model.decide.requirements import is_turn, require_current, require_seat, require_turn
from bot.model.match import Match
from bot.model.records import PersonId
from bot.service.personal.suggestions import legal_texts

# A move


# `again` begins the move again, instead of one whose board is outdated.
@match_action("move", "Move", BLUE, while_=same_board)
@match_action("again", "Start over", BLUE, defer_update, while_=same_board)
async def move(interaction: Interaction, match: Match) -> None:
    await on_match.open_picker(interaction, match)


@action(ButtonId, "type", "Type it…", acknowledge=None)
async def type_it(interaction: Interaction, at: ButtonId) -> None:
    """Open the form for a move. Its example is left out if it does not come in time."""
    match = await meant.find_own(interaction, at.match)
    require_current(match, at.seq)
    require_turn(match, ids.user(interaction))
    found = await lanes.COMPLETIONS.run_newest(ids.user(interaction), legal_texts, match, "", 1)
    await show_form(interaction, move_form(match, at, *(found or ())))


def move_form(match: Match, at: ButtonId, example: str = "") -> ui.Modal:
    """The form for typing a move, with the custom id of its button."""
    about: ui.Item[Any] = ui.TextDisplay(entry(match.game).notation)
    field = text_field("move", "Your move", example=example[:90], max_length=200)
    return form(match_title(match), at, [about, field])


@action(ButtonId, FORM, acknowledge=defer_private)
async def play_form(interaction: Interaction, sent: ButtonId, written: Fields) -> None:
    if sent.action != "type" or len(written) != 1:
        raise PrivateReply(UNKNOWN)
    match = await meant.find_own(interaction, sent.match)
    require_current(match, sent.seq)
    (text,) = written.values()
    board = on_match.fresh_board(interaction, match, sent.seq)
    await typed_moves.play_typed(interaction, board, text)


# The board and what belongs to it


@action(ButtonId, "since", "Since I last looked", acknowledge=defer_private)
async def show_since(interaction: Interaction, at: ButtonId) -> None:
    match = await meant.find_visible(interaction, at.match)
    await private_view.show_changes(interaction, match, at.seq)


@match_action("more", "More…")
async def show_more(interaction: Interaction, match: Match) -> None:
    reader, client = ids.user(interaction), interaction.client
    at = Address(match.id, match.seq)
    buttons = [match_button(name, at) for name in _more_actions(match, reader)]
    buttons += takeback_buttons(match, reader)
    if match.plies:
        # Nothing is drawn here: a person who has had too many pictures can still resign.
        seen = await client.service.visits.last_seen(match, reader)
        buttons.append(match_button("since", Address(match.id, seen)))
    buttons += await follow_buttons(interaction, match)
    # It can't be edited once the match has gone on, so it says from when it is.
    small = f"-# {title_for(match, reader)} · as of {relative_time(utcnow())}"
    text = f"{state_lines(match, reader)}\n{small}"
    await reply_private(interaction, text, view=message_view(buttons))


def _more_actions(match: Match, person: PersonId) -> Iterator[str]:
    if match.is_playing(person):
        # No post would say what became of an offer in practice.
        may_offer = len(match.playing) == 2 and not match.terms.practice
        yield from ("draw", "askresign") if may_offer else ("askresign",)
        if may_share_time(match):
            yield "asktime" if is_turn(match, person) else "givetime"
        if may_claim(match):
            yield claim_button(match)
    yield from ("rules", "record")


@match_action("rules", "Rules")
async def show_rules(interaction: Interaction, match: Match) -> None:
    await rules_pages.show_rules(interaction, entry(match.game), 0)


@match_action("howto", "How to play")
async def how_to_play(interaction: Interaction, match: Match) -> None:
    await rules_pages.show_how(interaction, entry(match.game))


@match_action("record", "Moves so far")
async def show_record(interaction: Interaction, match: Match) -> None:
    moves = record_lines(match)
    text = join_lines([f"**{match_title(match)}**", *moves])
    await reply_private(interaction, text if moves else "No move has been made yet.")


@match_action("ownpuzzle", "Puzzle", BLUE)
async def show_own_puzzle(interaction: Interaction, match: Match) -> None:
    """What the person missed in a match that is over, as a puzzle."""
    of = await interaction.client.service.own_puzzles.of(match, ids.user(interaction))
    await open_exercise(interaction, of)


# Boards that change in place

ONLY_ANSWERS = "I can only answer here, so no board can change in place. Play on as usual."
NONE_LASTS = "Every turn of match {number} already has its own post."


@match_action("playon", "Play on now", GREEN, defer_update, while_=same_board)
async def play_on_now(interaction: Interaction, match: Match) -> None:
    """From now on the board that was pressed changes in place, and nobody is called."""
    require_seat(match, ids.user(interaction))
    if await answers_only(interaction.client, match):
        raise PrivateReply(ONLY_ANSWERS)
    await interaction.client.service.stretches.begin(match, ids.user(interaction))
    board = interaction.message
    if board is not None:
        view = button_row(IN_PLACE_BUTTONS, Address(match.id, match.seq))
        await change_pressed(interaction, content=with_line(words_of(board)), view=view)


@match_action("onepost", "One post a turn", acknowledge=defer_update)
async def one_post_a_turn(interaction: Interaction, match: Match) -> None:
    """End the stretch; its summary follows, and every turn has its own post again."""
    if not await interaction.client.service.stretches.finish(match, ids.user(interaction)):
        raise PrivateReply(NONE_LASTS.format(number=match.id))
