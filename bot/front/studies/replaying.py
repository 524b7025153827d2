"""The line that leads to the place of a study, seen again: in motion, or step by step."""

from dataclasses import dataclass
from functools import partial

from bot.front.board.preferences import preferences_of
from bot.front.board.private_view import PrivateView
from bot.front.board.replay import (
    WHOLE,
    ReplayOf,
    ReplayPosition,
    replay_message,
    require_turns,
    take_for,
)
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, replace_private, reply_private, take_allowance
from bot.front.discord.markdown import escape
from bot.front.studies.on_study import StudyPicker, picker_at, study_action
from bot.front.ui.base import CustomId, action
from bot.model.limits import PICTURES
from bot.model.records import NO_EVENT
from bot.model.studies.as_match import as_match
from renderers import View


class StudyReplayId(CustomId, written="studyreel:{number}:{node}:{turn}:{step}:{slot}"):
    """A moment of the line to a node of the person's study of that number: see `ReplayId`."""

    number: int
    node: int
    turn: int
    step: int | None
    slot: int


@dataclass(frozen=True, slots=True)
class LineView(PrivateView):
    """How the owner of a study sees its line."""

    board: StudyPicker

    @property
    def board_view(self) -> View:
        return self.board.board_view(self.preferences)


@study_action("replay")
async def replay_line(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """The last move of the line in motion, in a message of its own."""
    view, node = await _line_view(interaction, board, board.study.place)
    at = ReplayPosition(view.match.id, len(view.match.plies))
    await take_for(interaction, at)
    await reply_private(interaction, *await replay_message(view, at, about=_about(board, node)))


@action(StudyReplayId)
async def turn_line(interaction: Interaction, at: StudyReplayId) -> None:
    board = await picker_at(interaction, at.number)
    view, node = await _line_view(interaction, board, at.node)
    to = ReplayPosition(view.match.id, at.turn, at.step)
    await take_for(interaction, to)
    whole = at.slot >= WHOLE and bool(view.preferences.closeups)
    message = await replay_message(view, to, whole=whole, about=_about(board, node))
    await replace_private(interaction, *message)


async def _line_view(
    interaction: Interaction, board: StudyPicker, node: int
) -> tuple[LineView, int]:
    await take_allowance(interaction, PICTURES)
    work = (as_match, board.study, board.base, board.owner, node)
    match = await lanes.VIEWS.run_for(board.owner.id, *work)
    require_turns(match)
    preferences = await preferences_of(interaction)
    return LineView(match, board.owner.id, preferences, NO_EVENT, board), node


def _about(board: StudyPicker, node: int) -> ReplayOf:
    title = f"Study · {escape(board.title)}"
    return ReplayOf(title, partial(_moment_id, board.stored.number, node))


def _moment_id(number: int, node: int, to: ReplayPosition, slot: int) -> StudyReplayId:
    return StudyReplayId(number, node, to.turn, to.step, slot)
