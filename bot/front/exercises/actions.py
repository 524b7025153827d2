"""What the buttons of an exercise do besides making the move: hints, words, the solution, forms."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from discord import ui

from bot.catalog import entry
from bot.exercises.lessons import lesson
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    show_form,
)
from bot.front.discord.markdown import escape, join_lines
from bot.front.exercises.lesson_panel import show_puzzle
from bot.front.exercises.on_exercise import (
    ExerciseBoard,
    board_at,
    exercise_action,
    open_exercise,
    show_attempt,
)
from bot.front.exercises.outcomes import SOLUTION, show_solution, way_on
from bot.front.exercises.views import DO, TryId
from bot.front.picker import typed_moves
from bot.front.picker.controller import OLDER, redraw_screen, show_picker
from bot.front.picker.controls import HINT, Control
from bot.front.picker.screen import described
from bot.front.text.moves_here import moves_here
from bot.front.text.turns import with_bold_names
from bot.front.ui.base import FORM, UNKNOWN, action, message_view, parsed_number
from bot.front.ui.forms import Fields, form, text_field
from bot.model.match import Match
from bot.service.personal import drafts

BOARD = Control("To the board", "board")
DESCRIBE = Control("Describe", "describe")
SPACE = Control("A space…", "space")
FROM_START = Control("From the beginning", "again")

HELP = "What would help?"
ALL_GIVEN = "You have had all the hints there are. **Solution** shows a way."
NOTHING_MORE = "That was the last stage."


@exercise_action("board", draws=True)
async def return_to_board(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    await show_picker(interaction, board)


@exercise_action("again", draws=True)
async def begin_again(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    """The same board again after a wrong try; the whole exercise again otherwise."""
    book, attempt = interaction.client.service.exercises, board.attempt
    if attempt.wrong:
        saved = await board.saved(interaction, drafts.cleared(board.draft))
        await show_attempt(interaction, saved or await board.renewed(interaction))
        return
    found = await book.again(attempt.person, board.exercise.id, attempt.changes)
    await show_picker(interaction, await board.with_attempt(found))


@exercise_action("hint", draws=True)
async def give_hint(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    """Give one more hint, above the board."""
    book, attempt = interaction.client.service.exercises, board.attempt
    if not board.has_more_hints:
        await show_picker(interaction, board, note=ALL_GIVEN)
        return
    found = await book.hinted(attempt.person, board.exercise.id, attempt.changes)
    await show_picker(interaction, await board.with_attempt(found))


@exercise_action("solution", draws=True)
async def give_solution(interaction: Interaction, board: ExerciseBoard, key: str) -> None:
    """A solution, drawn move by move; the key is the number of the move, from 0."""
    if key:
        await show_solution(interaction, board, parsed_number(key))
        return
    book, attempt, of = interaction.client.service.exercises, board.attempt, board.exercise.id
    found = await book.solved_by_solution(attempt.person, of, attempt.changes)
    await show_solution(interaction, await board.with_attempt(found))


@exercise_action("more")
async def offer_help(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    """Offer all help, without a picture."""
    hint = [HINT] if board.has_more_hints else []
    restart = [FROM_START] if board.attempt.line else []
    await _show_words(interaction, board, [HELP], [BOARD, *restart, *hint, DESCRIBE, SOLUTION])


@exercise_action("describe")
async def describe_board(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    """The board in words, for those who can't see it."""
    words = await lanes.VIEWS.run_for(board.attempt.person, described, board.match)
    marked = board.manner.marked
    lines = [escape(words), *([escape(marked)] if marked else [])]
    await _show_words(interaction, board, lines, [BOARD, SPACE])


async def _show_words(
    interaction: Interaction,
    board: ExerciseBoard,
    lines: Sequence[str],
    controls: Sequence[Control],
) -> None:
    buttons = [*map(board.button, controls), way_on(board)]
    text = join_lines([board.heading, *board.manner.clues, *lines, f"-# {board.small}"])
    await redraw_screen(interaction, text, view=message_view(buttons))


@action(TryId, "next")
async def open_next_stage(interaction: Interaction, at: TryId) -> None:
    """The stage after that of the button."""
    of = at.exercise
    after = lesson(of.game).after(of.name)
    if after is None:
        raise PrivateReply(NOTHING_MORE)
    await open_exercise(interaction, after.id)


DOUBLE = timedelta(seconds=3)
"""A press this soon after another one counts as the same."""


@action(TryId, "another")
async def draw_another(interaction: Interaction, at: TryId) -> None:
    """Draw another puzzle of the game, only once for a button that is pressed twice."""
    board = await board_at(interaction, at.exercise)
    is_stale = board.attempt.changes != at.edit
    if is_stale and utcnow() - board.attempt.at < DOUBLE:
        return
    if await board.saved(interaction, drafts.cleared(board.draft)):
        await show_puzzle(interaction, at.exercise.game)


# Forms. Nothing is acknowledged before one is opened.


@action(TryId, "type", "Type it…", acknowledge=None)
async def open_move_form(interaction: Interaction, at: TryId) -> None:
    """The form for a move, without an example from this board: that could be the answer."""
    about: ui.Item[Any] = ui.TextDisplay(entry(at.exercise.game).notation)
    await _open_form(interaction, at, about, text_field("move", "Your move", max_length=200))


@action(TryId, "space", acknowledge=None)
async def open_space_form(interaction: Interaction, at: TryId) -> None:
    """The form for a space to describe."""
    await _open_form(interaction, at, text_field("space", "The space", max_length=200))


async def _open_form(interaction: Interaction, at: TryId, *parts: ui.Item[Any]) -> None:
    board = await board_at(interaction, at.exercise)
    sent_as = TryId(DO, at.exercise, board.attempt.changes, at.part)
    await show_form(interaction, form(board.presentation.title, sent_as, parts))


@action(TryId, FORM)
async def answer_try_form(interaction: Interaction, sent: TryId, written: Fields) -> None:
    """Play the typed move, or describe the typed space; instead of the board."""
    answer = {"move": typed_moves.play_typed, "space": _describe_space}.get(next(iter(written), ""))
    if answer is None or len(written) != 1:
        raise PrivateReply(UNKNOWN)
    (text,) = written.values()
    board = await board_at(interaction, sent.exercise)
    if board.attempt.changes != sent.edit:
        await show_attempt(interaction, board, OLDER)
        return
    await answer(interaction, board, text)


async def _describe_space(interaction: Interaction, board: ExerciseBoard, text: str) -> None:
    words = await lanes.VIEWS.run_for(board.attempt.person, _space_text, board.match, text)
    await _show_words(interaction, board, [words], [BOARD, SPACE, DESCRIBE])


# Characters for the moves that can be made on a space.
MOVES_ROOM = 1000


def _space_text(match: Match, space: str) -> str:
    rules, position = match.rules, match.position
    text = with_bold_names(match, lambda names: rules.describe_cell(position, space, names))
    # What a move does would be the answer.
    return join_lines(filter(None, [text, moves_here(match, space, MOVES_ROOM, effects=False)]))
