"""Past turns shown in private: in motion, or step by step through a whole match.

Drawing takes long: use a thread.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.front import meant
from bot.front.board import pictures
from bot.front.board.pictures import Picture, unless_failed, with_board
from bot.front.board.private_view import PrivateView, load_view, record_visit
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_private,
    replace_private,
    reply_private,
    take_allowance,
)
from bot.front.discord.lanes import give_way
from bot.front.text.parts import match_title, plain_names
from bot.front.text.turns import move_line, opening_line, with_bold_names
from bot.front.ui.base import Button, ButtonId, CustomId, action, button, message_view
from bot.games.core import Effect, effect_cells
from bot.games.phrases import counted
from bot.model.limits import EXPORTS
from bot.model.match import Match
from bot.model.records import MatchId, PersonId
from bot.telemetry.timing import pictured
from renderers import Shot, View, animate, effects_so_far, links, still

# Turns up to which an animation shows every step; a longer one goes turn by turn.
STEPPED = 6


class ReplayId(CustomId, written="reel:{match}:{turn}:{step}:{slot}"):
    """A moment of a match. `slot` distinguishes two buttons that lead to the same one."""

    match: MatchId
    turn: int
    step: int | None
    slot: int


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A moment of a match: after that many steps of a turn; without a step, all of it in motion.

    Turn 0 is the board before the first turn. Turns and steps beyond the last mean the last.
    """

    match: MatchId
    turn: int
    step: int | None = None


class ReplayOf(NamedTuple):
    """What a replay is of: its title in small print, and the custom id of a moment and a slot."""

    title: str
    made: Callable[[ReplayPosition, int], CustomId]


def _replay_id(to: ReplayPosition, slot: int) -> ReplayId:
    return ReplayId(to.match, to.turn, to.step, slot)


# A step beyond the last of any turn.
END = 9999


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A picture or animation of a moment, its alt text, and how many steps that turn has.

    `data` is empty if it could not be drawn. `close` is a step drawn close up, `whole` one that is
    usually drawn close up, shown with the whole board. `so_far` is what has happened
    by a step between its first and its last.
    """

    at: ReplayPosition
    steps: int
    data: bytes
    alt: str
    close: bool = False
    whole: bool = False
    so_far: Sequence[Effect] | None = None

    @property
    def ending(self) -> str:
        return "gif" if self.at.step is None else "png"


def boards_between(match: Match, first: int, last: int) -> list[Shot]:
    """The boards after those turns, preceded by the one that they begin on."""
    led = match.plies[first - 2].effects if first > 1 else ()
    plies = match.plies[first - 1 : last]
    return [(plies[0].before, led), *((ply.after, ply.effects) for ply in plies)]


def replay_frame(
    match: Match, at: ReplayPosition, view: View, closeups: bool = False, whole: bool = False
) -> ReplayFrame:
    """A moment of a match that has turns, or the nearest existing one.

    With `closeups` it shows only the part of the board that the turn touches, except for
    `whole` ones.
    """
    turn = min(at.turn, len(match.plies))
    if turn == 0:
        return _first_frame(match, view, whole)
    before, after = boards_between(match, turn, turn)
    names, steps = plain_names(match), links(match.game, before, after)
    step = None if at.step is None else min(at.step, steps)
    close = closeups and not whole and bool(effect_cells(after[1]))
    if step is None:
        shots = before, after
        drawn = animate(
            match.game, shots, view=view, names=names, close=close, before_each=give_way
        )
    else:
        drawn = still(match.game, before, after, step, view=view, names=names, close=close)
    alt = _frame_text(match, turn, step, steps)
    now = ReplayPosition(at.match, turn, step)
    so_far = effects_so_far(match.game, before, after, step) if step else None
    return ReplayFrame(now, steps, drawn, alt, close, whole, so_far)


def undrawn_frame(match: Match, at: ReplayPosition) -> ReplayFrame:
    """A moment without its picture: the board after the turn, or before the first."""
    turn = min(at.turn, len(match.plies))
    alt = _frame_text(match, turn, 0, 0) if turn else ""
    return ReplayFrame(ReplayPosition(at.match, turn, None if turn else 0), 0, b"", alt)


def _first_frame(match: Match, view: View, whole: bool = False) -> ReplayFrame:
    board, names = match.plies[0].before, plain_names(match)
    drawn = still(match.game, None, (board, ()), 0, view=view, names=names)
    alt = match.rules.describe(board, names)
    return ReplayFrame(ReplayPosition(match.id, 0, 0), 0, drawn, alt, whole=whole)


def turns_animation(match: Match, first: int, last: int, view: View) -> ReplayFrame:
    frames = boards_between(match, first, last)
    linked = last - first < STEPPED
    names = plain_names(match)
    drawn = animate(match.game, frames, view=view, names=names, linked=linked, before_each=give_way)
    board = match.rules.describe(match.plies[last - 1].after, names)
    alt = f"Turns {first} to {last}, one after the other. They end so: {board}"
    # The buttons below lead on from the last turn, and into it: it has one step at least.
    return ReplayFrame(ReplayPosition(match.id, last), 1, drawn, alt)


def _frame_text(match: Match, turn: int, step: int | None, steps: int) -> str:
    names, ply = plain_names(match), match.plies[turn - 1]
    if step == 0:
        return f"Before turn {turn}. {match.rules.describe(ply.before, names)}"
    part = "" if step in (None, steps) else f", after step {step} of {steps}"
    story, board = match.rules.tell(ply.effects, names), match.rules.describe(ply.after, names)
    return with_board(f"Turn {turn}{part}: {story} The turn ends so:", board)


# The moments before and after


def step_before(at: ReplayPosition, steps: int) -> ReplayPosition | None:
    """The step before, or the end of the turn before; of an animation, the last step but one."""
    step = steps if at.step is None else at.step
    return replace(at, step=step - 1) if step > 0 else turn_before(replace(at, step=END))


def step_after(at: ReplayPosition, steps: int, last: int) -> ReplayPosition | None:
    """The step after, or the first of the turn after; of an animation, its first."""
    step = 0 if at.step is None else at.step
    return replace(at, step=step + 1) if step < steps else turn_after(replace(at, step=1), last)


def turn_before(at: ReplayPosition) -> ReplayPosition | None:
    return replace(at, turn=at.turn - 1) if at.turn else None


def turn_after(at: ReplayPosition, last: int) -> ReplayPosition | None:
    return replace(at, turn=at.turn + 1) if at.turn < last else None


NOT_DRAWN = "*It could not be drawn this time. Please try again.*"


@action(ButtonId, "replay", "Replay", acknowledge=defer_private)
async def replay_turn(interaction: Interaction, at: ButtonId) -> None:
    match = await meant.find_visible(interaction, at.match)
    require_turns(match)
    made = sum(ply.seq <= at.seq for ply in match.plies)
    view = await load_view(interaction, match)
    await show_replay(interaction, view, ReplayPosition(match.id, made))


async def show_replay(interaction: Interaction, view: PrivateView, at: ReplayPosition) -> None:
    """Show a moment of a match in its own message. Raises Refused for too many in motion."""
    await take_for(interaction, at)
    await reply_private(interaction, *await replay_message(view, at))
    if at.turn == len(view.match.plies):
        await record_visit(interaction, view.match)


async def take_for(interaction: Interaction, at: ReplayPosition) -> None:
    """Count a turn in motion, which takes long to draw. Raises Refused."""
    if at.step is None:
        await take_allowance(interaction, EXPORTS)


async def replay_message(
    view: PrivateView, at: ReplayPosition, *, whole: bool = False, about: ReplayOf | None = None
) -> Message:
    """The message that shows a moment: its text, its files and its buttons; `whole` shows the whole
    board instead of the usual close-up, and `about` says what it is of, if that is no match."""
    details = (at, view.board_view, bool(view.preferences.closeups), whole)
    frame = await draw_safely(view.person, view.match, at, replay_frame, *details)
    return replay_parts(view, frame, caption(view.match, frame), about)


async def draw_safely(
    person: PersonId,
    match: Match,
    at: ReplayPosition,
    work: Callable[..., ReplayFrame],
    *details: Any,
) -> ReplayFrame:
    """What was drawn for a person, or the moment without a picture, and a log entry."""
    lane = lanes.EXTRAS if at.step is None else lanes.VIEWS
    drawing = lane.run_for(person, pictured(match.game, lane.name, work), match, *details)
    drawn = await unless_failed(drawing, "match %s: turn %s not drawn", match.id, at.turn)
    return drawn or undrawn_frame(match, at)


def replay_parts(
    view: PrivateView, frame: ReplayFrame, text: str, about: ReplayOf | None = None
) -> Message:
    """A frame with its text, the text board for those who want one, and its buttons."""
    match = view.match
    about = about or ReplayOf(match_title(match), _replay_id)
    text = text if frame.data else f"{text}\n{NOT_DRAWN}"
    text = f"{text}\n-# {about.title}"
    text, more = pictures.with_text_board(text, _replay_text_board(view, frame.at))
    return text, [*replay_files(match, frame), *more], replay_buttons(match, frame, about.made)


def caption(match: Match, frame: ReplayFrame) -> str:
    turn, last = frame.at.turn, len(match.plies)
    if turn == 0:
        return f"**Before the first of {counted(last, 'turn')}.** {opening_line(match)}"
    part = "" if frame.at.step is None else f", step {frame.at.step} of {frame.steps}"
    return f"**Turn {turn} of {last}{part}:** {_story(match, frame)}"


def _story(match: Match, frame: ReplayFrame) -> str:
    ply = match.plies[frame.at.turn - 1]
    if frame.so_far is not None:
        return f"{with_bold_names(match, partial(match.rules.tell, frame.so_far))} …"
    if frame.at.step == 0 and frame.data:
        return "the board before it."
    return move_line(ply, match)


def _replay_text_board(view: PrivateView, at: ReplayPosition) -> str | None:
    ply = view.match.plies[max(at.turn, 1) - 1]
    position = ply.before if at.step == 0 else ply.after
    return (
        view.match.rules.text_board(position, plain_names(view.match))
        if view.preferences.text
        else None
    )


def replay_files(match: Match, frame: ReplayFrame) -> list[discord.File]:
    """The picture or animation for Discord; empty if it could not be drawn."""
    name = f"{match.game}-{match.id}-{frame.at.turn}.{frame.ending}"
    return [Picture(frame.data, frame.alt).file(name)] if frame.data else []


def require_turns(match: Match) -> None:
    if not match.plies:
        raise PrivateReply("No turn was made, so there is nothing to see again.")


# Stepping through


def replay_buttons(
    match: Match,
    frame: ReplayFrame,
    made: Callable[[ReplayPosition, int], CustomId] = _replay_id,
) -> ui.View:
    """The buttons to the neighboring turns and steps, by the custom ids of a moment and a slot.
    Animations lead to animations."""
    at, last = frame.at, len(match.plies)
    aside = replace(at, step=None if at.step is None else END)
    moments = {
        "◀ Turn": turn_before(aside),
        "◀ Step": step_before(at, frame.steps),
        "Play": replace(at, step=None) if at.turn else None,
        "Step ▶": step_after(at, frame.steps, last),
        "Turn ▶": turn_after(aside, last),
    }
    first = WHOLE if frame.whole else 0
    buttons = [
        button(made(to or at, first + n), label, disabled=to is None)
        for n, (label, to) in enumerate(moments.items())
    ]
    return message_view([*buttons, *_size_button(frame, made)])


# The first of the slots whose buttons lead to whole boards instead of the usual close-ups.
WHOLE = 5


def _size_button(
    frame: ReplayFrame, made: Callable[[ReplayPosition, int], CustomId]
) -> Iterator[Button]:
    if frame.close:
        yield button(made(frame.at, WHOLE), "Whole board")
    elif frame.whole and frame.at.turn:
        yield button(made(frame.at, 0), "Close-up")


@action(ReplayId)
async def turn_replay(interaction: Interaction, at: ReplayId) -> None:
    to = ReplayPosition(at.match, at.turn, at.step)
    view = await load_view(interaction, await meant.find_visible(interaction, to.match))
    require_turns(view.match)
    await take_for(interaction, to)
    whole = at.slot >= WHOLE and bool(view.preferences.closeups)
    await replace_private(interaction, *await replay_message(view, to, whole=whole))
