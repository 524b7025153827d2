"""The outcome of a try, in pictures and in words: wrong, with what punishes it, or reached; and the
solution, move by move."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from discord import ButtonStyle

from bot.exercises.lessons import lesson
from bot.exercises.puzzles import OWN
from bot.exercises.stages import Stage
from bot.front.board.lines import DRAWN, drawn_line, line_in_words, played_on
from bot.front.board.pictures import Picture, text_board, with_text_board
from bot.front.board.preferences import preferences_of, private_view
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import escape, join_lines
from bot.front.exercises.views import ExerciseView
from bot.front.exercises.words import why_wrong
from bot.front.picker import phone
from bot.front.picker.controller import redraw_screen
from bot.front.picker.controls import HINT, STUDY, Control
from bot.front.picker.layout import Line
from bot.front.picker.screen import hinted_cells
from bot.front.text.profiles import solved_text
from bot.front.ui.base import Button, button, learn_button, message_view
from bot.front.ui.settings import SettingId
from bot.games.core import effect_cells
from bot.model.match import Match
from bot.service.exercises.book import after_moves, board_of
from renderers import View, stacked

log = logging.getLogger(__name__)

AGAIN = Control("Again", "again", ButtonStyle.success)
ONCE_MORE = Control("Again", "again")
SOLUTION = Control("Solution", "solution")
ANOTHER = Control("Another", "another", ButtonStyle.primary)
NEXT = Control("Next", "next", ButtonStyle.success)

WRONG = "**Not yet.** {why}"
REACHED = "**✓ That's it.** {learned}"
SHOWN = "**The solution:**"
NO_MORE = "No puzzles from my matches"
LAST = (
    "That was the last stage of this lesson: now you know all that a match needs.\n"
    "**Next:** your first match, for practice. Nobody but you sees it."
)


LOW, BETWEEN = 0.36, 0.006
"""How high each of several pictures is at least, compared with its width, as else none shows much;
and the gap below each."""


class PlayedOut(NamedTuple):
    """Moves in a row: in a text that tells each of them, all in one picture, and the board after
    them as text."""

    text: str
    picture: Picture | None
    text_board: str


async def show_outcome(interaction: Interaction, view: ExerciseView, note: str = "") -> None:
    """The outcome of the last try, instead of the board it was made on."""
    if view.attempt.reached:
        await _show_reached(interaction, view, note)
    else:
        await _show_wrong(interaction, view, note)


async def _show_wrong(interaction: Interaction, view: ExerciseView, note: str) -> None:
    exercise, attempt, presentation = view.exercise, view.attempt, view.presentation
    why = await lanes.VIEWS.run_for(attempt.person, why_wrong, exercise, attempt)
    lines = [note, _title(view), escape(presentation.goal), WRONG.format(why=escape(why))]
    hint = [HINT] if view.has_more_hints else []
    buttons = _buttons(view, [AGAIN, *hint, SOLUTION])
    await _show_line(interaction, view, attempt.line, attempt.wrong, lines, buttons)


async def _show_reached(interaction: Interaction, view: ExerciseView, note: str) -> None:
    learned = REACHED.format(learned=escape(view.presentation.learned))
    is_stage, of = isinstance(view.exercise, Stage), view.exercise.id
    is_last = is_stage and lesson(of.game).after(of.name) is None
    solved = "" if is_stage else await _solved_line(interaction, view)
    lines = [note, _title(view), learned, LAST if is_last else solved]
    next_ = [NEXT] if is_stage and not is_last else []
    line, at = view.attempt.line, max(view.own_plies, default=0)
    study = [] if is_stage else [STUDY]
    buttons = _buttons(view, [*next_, ONCE_MORE, *study], ends=is_last)
    await _show_line(interaction, view, line[:at], line[at:], lines, buttons)


async def _solved_line(interaction: Interaction, view: ExerciseView) -> str:
    found = await interaction.client.service.exercises.solving(view.attempt.person)
    return f"-# So far: {solved_text(found)}." if found.number else ""


async def show_solution(interaction: Interaction, view: ExerciseView, step: int = 0) -> None:
    """A solution, instead of the board: the move of that number, from 0."""
    line = view.exercise.solution
    step = min(step, len(line) - 1)
    count = f" Move {step + 1} of {len(line)}" if len(line) > 1 else ""
    lines = [_title(view), escape(view.presentation.goal), f"{SHOWN}{count}"]
    turning = [Control(sign, f"solution{to}") for sign, to in (("◀", step - 1), ("▶", step + 1))]
    turning = turning[not step : 1 + (step + 1 < len(line))]
    buttons = _buttons(view, [*turning, replace(AGAIN, label="Do it myself")])
    await _show_line(interaction, view, line[:step], line[step : step + 1], lines, buttons)


def _title(view: ExerciseView) -> str:
    return f"### {escape(view.presentation.title)}"


def _buttons(
    view: ExerciseView, controls: Iterable[Control], *, ends: bool = False
) -> list[Button]:
    # The ways on in this exercise, then the ways to others.
    game = view.exercise.id.game
    ways = (learn_button(name, game) for name in (("firstmatch", "puzzle") if ends else ()))
    # Turns off offering a person puzzles from their matches; `/settings` undoes it.
    off = (
        [button(SettingId("me", "puzzles", "off"), NO_MORE)] if view.exercise.id.kind == OWN else []
    )
    return [*ways, *map(view.button, controls), way_on(view), *off]


def way_on(view: ExerciseView) -> Button:
    """The button that leaves an exercise: for the other stages, or another puzzle."""
    if isinstance(view.exercise, Stage):
        return learn_button("stages", view.exercise.id.game)
    return view.button(ANOTHER)


async def _show_line(
    interaction: Interaction,
    view: ExerciseView,
    before: Sequence[str],
    line: Sequence[str],
    lines: Sequence[str],
    buttons: Sequence[Button],
) -> None:
    person, preferences = view.attempt.person, await preferences_of(interaction)
    board_view = private_view(preferences, view.match, person)
    told, below = [*filter(None, lines)], phone.labeled_row(each.label for each in buttons)
    work = (view, before, line, told, below, board_view)
    played = await lanes.VIEWS.run_for(person, _played, *work)
    name = f"{view.exercise.id.game}-try.png"
    files = [played.picture.file(name)] if played.picture else []
    text, more = with_text_board(played.text, played.text_board if preferences.text else None)
    await redraw_screen(interaction, text, [*files, *more], message_view(buttons))


def _played(
    view: ExerciseView,
    before: Sequence[str],
    line: Sequence[str],
    told: Sequence[str],
    below: Line,
    board_view: View,
) -> PlayedOut:
    """Those moves in a message that has these lines above them, and a row of buttons below."""
    attempt = replace(view.attempt, line=tuple(before))
    board = board_of(view.exercise, attempt, view.match.host)
    after = text_board(after_moves(board, line))
    seen = () if before else _seen(view, played_on(board, line[:1])[-1])
    text = join_lines([*told, *line_in_words(board, line), f"-# {view.small}"])
    tallest = phone.left_for_picture(text, [below])
    if len(line) > 1:
        tallest = max(tallest / min(len(line), DRAWN) - BETWEEN, LOW)
    return PlayedOut(text, _drawn(board, line, board_view, seen, tallest), after)


def _seen(view: ExerciseView, after: Match) -> tuple[str, ...]:
    """What the picture of the first move includes: the spaces pointed out, and all pieces if none
    was moved."""
    is_still = not effect_cells(after.plies[-1].effects)
    occupied = after.rules.occupied(after.position) if is_still else ()
    return (*hinted_cells(view.presentation.marks), *occupied)


def _drawn(
    board: Match, line: Sequence[str], board_view: View, seen: Sequence[str], tallest: float
) -> Picture | None:
    try:
        drawn = drawn_line(board, line, board_view, "", seen, tallest)
        return Picture(stacked([each.data for each in drawn]), " ".join(each.alt for each in drawn))
    except PrivateReply:
        raise
    except Exception:
        log.exception("exercise: line not drawn")
        return None
