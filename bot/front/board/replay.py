"""Past turns shown in private: in motion, or step by step through a whole match."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.front import find_match
from bot.front.board import replay_frames, text_board
from bot.front.board.pictures import picture_file, plain_names, unless_failed
from bot.front.board.private_view import PrivateView, load_view, record_visit
from bot.front.board.replay_frames import END, ReplayFrame, ReplayPosition
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_private,
    defer_update,
    replace_private,
    reply_private,
    take_allowance,
)
from bot.front.text.parts import match_title
from bot.front.text.turns import move_line, opening_line
from bot.front.ui.base import Address, GuardedItem, ReplayId, message_view
from bot.games.phrases import counted
from bot.model.limits import EXPORTS
from bot.model.match import Match
from bot.telemetry.lanes import pictured

NOT_DRAWN = "*It could not be drawn this time. Please try again.*"


async def replay_turn(interaction: Interaction, at: Address) -> None:
    await defer_private(interaction)
    match = await find_match.find_visible(interaction, at.match)
    require_turns(match)
    made = sum(ply.seq <= at.seq for ply in match.plies)
    view = await load_view(interaction, match)
    await show_replay(interaction, view, ReplayPosition(match.id, made))


async def show_replay(interaction: Interaction, view: PrivateView, at: ReplayPosition) -> None:
    """Show a moment of a match in a message of its own. Raises Refused for too many in motion."""
    await take_for(interaction, at)
    await reply_private(interaction, *await replay_message(view, at))
    if at.turn == len(view.match.plies):
        await record_visit(interaction, view.match)


async def take_for(interaction: Interaction, at: ReplayPosition) -> None:
    """Count a turn in motion, which takes long to draw. Raises Refused."""
    if at.step is None:
        await take_allowance(interaction, EXPORTS)


async def replay_message(view: PrivateView, at: ReplayPosition, *, whole: bool = False) -> Message:
    """The message that shows a moment: its text, its files and its buttons; `whole` shows the
    whole board where a close-up is usual."""
    details = (at, view.board_view, bool(view.preferences.closeups), whole)
    frame = await draw_safely(view.person, view.match, at, replay_frames.replay_frame, *details)
    return replay_parts(view, frame, caption(view.match, frame))


async def draw_safely(
    person: int, match: Match, at: ReplayPosition, work: Callable[..., ReplayFrame], *details: Any
) -> ReplayFrame:
    """What was drawn for a person, or the moment without a picture, and a log entry."""
    lane = lanes.EXTRAS if at.step is None else lanes.VIEWS
    drawing = lane.run_for(person, pictured(match.game, lane.name, work), match, *details)
    drawn = await unless_failed(drawing, f"match {match.id}: turn {at.turn} not drawn")
    return drawn or replay_frames.undrawn_frame(match, at)


def replay_parts(view: PrivateView, frame: ReplayFrame, text: str) -> Message:
    """A frame with its text, the text board for those who want one, and its buttons."""
    match = view.match
    text = text if frame.data else f"{text}\n{NOT_DRAWN}"
    text = f"{text}\n-# {match_title(match)}"
    text, more = text_board.with_text_board(text, _replay_text_board(view, frame.at))
    return text, [*replay_files(match, frame), *more], replay_buttons(match, frame)


def caption(match: Match, frame: ReplayFrame) -> str:
    turn, last = frame.at.turn, len(match.plies)
    if turn == 0:
        return f"**Before the first of {counted(last, 'turn')}.** {opening_line(match)}"
    part = "" if frame.at.step is None else f", step {frame.at.step} of {frame.steps}"
    return f"**Turn {turn} of {last}{part}:** {move_line(match.plies[turn - 1], match)}"


def _replay_text_board(view: PrivateView, at: ReplayPosition) -> str | None:
    ply = view.match.plies[max(at.turn, 1) - 1]
    position = ply.before if at.step == 0 else ply.after
    return (
        view.match.rules.text_board(position, plain_names(view.match))
        if view.preferences.text
        else None
    )


def replay_files(match: Match, frame: ReplayFrame) -> list[discord.File]:
    """The picture or animation as Discord takes it; nothing where it could not be drawn."""
    name = f"{match.game}-{match.id}-{frame.at.turn}.{frame.ending}"
    return [picture_file(frame.data, name, frame.alt)] if frame.data else []


def require_turns(match: Match) -> None:
    if not match.plies:
        raise PrivateReply("No turn has been made yet, so there is nothing to see again.")


# Stepping through


def replay_buttons(match: Match, frame: ReplayFrame) -> ui.View:
    """The buttons to the turns and steps beside a moment. Animations lead to animations."""
    at, last = frame.at, len(match.plies)
    aside = replace(at, step=None if at.step is None else END)
    moments = {
        "◀ Turn": replay_frames.turn_before(aside),
        "◀ Step": replay_frames.step_before(at, frame.steps),
        "Play": replace(at, step=None) if at.turn else None,
        "Step ▶": replay_frames.step_after(at, frame.steps, last),
        "Turn ▶": replay_frames.turn_after(aside, last),
    }
    first = WHOLE if frame.whole else 0
    buttons = [
        ReplayButton(ui.Button(label=label, disabled=to is None), _replay_id(to or at, first + n))
        for n, (label, to) in enumerate(moments.items())
    ]
    return message_view([*buttons, *_size_button(frame)])


# The first of the places whose buttons lead to whole boards where close-ups are usual.
WHOLE = 5


def _size_button(frame: ReplayFrame) -> Iterator["ReplayButton"]:
    if frame.close:
        yield ReplayButton(ui.Button(label="Whole board"), _replay_id(frame.at, WHOLE))
    elif frame.whole and frame.at.turn and frame.at.step is not None:
        yield ReplayButton(ui.Button(label="Close-up"), _replay_id(frame.at, 0))


def _replay_id(to: ReplayPosition, slot: int) -> ReplayId:
    return ReplayId(to.match, to.turn, to.step, slot)


class ReplayButton(GuardedItem[ReplayId], kind=ReplayId):
    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        to = ReplayPosition(self.parsed.match, self.parsed.turn, self.parsed.step)
        view = await load_view(interaction, await find_match.find_visible(interaction, to.match))
        require_turns(view.match)
        await take_for(interaction, to)
        whole = self.parsed.slot >= WHOLE and bool(view.preferences.closeups)
        await replace_private(interaction, *await replay_message(view, to, whole=whole))
