"""Seeing turns again, in private: in motion, or step by step through a chain and a whole match."""

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any, Self

import discord
from discord import ui

from bot.front.board import private_view, text_board
from bot.front.board.private_view import PrivateView
from bot.front.board.replay_frames import (
    END,
    ReplayFrame,
    ReplayPosition,
    replay_frame,
    step_after,
    step_before,
    turn_after,
    turn_before,
    undrawn_frame,
)
from bot.front.components.base import Address, GuardedItem, button
from bot.front.context import Interaction, PrivateReply, defer_private, reply_private
from bot.front.text.markdown import clip
from bot.front.text.posts import counted, match_title, move_line, opening_line
from bot.matches.events import MatchId
from bot.matches.match import Match

log = logging.getLogger(__name__)

NO_TURN = "No turn has been made yet, so there is nothing to see again."
NOT_DRAWN = "*It could not be drawn this time. Please try again.*"


@button("replay", "Replay")
async def replay_turn(interaction: Interaction, at: Address) -> None:
    """The turn that led to that board, in motion."""
    await defer_private(interaction)
    match = await interaction.client.matches.match(at.match)
    require_turns(match)
    made = sum(ply.seq <= at.seq for ply in match.plies)
    await show_replay(
        interaction,
        await private_view.private_view(interaction, match),
        ReplayPosition(match.id, made),
    )


async def show_replay(interaction: Interaction, look: PrivateView, at: ReplayPosition) -> None:
    """Show a moment of a match in a message of its own."""
    text, shown, view = await replay_message(look, at)
    await reply_private(interaction, text, view=view, files=shown)
    if at.turn == len(look.match.plies):
        await private_view.record_visit(interaction, look.match)


async def replay_message(
    look: PrivateView, at: ReplayPosition
) -> tuple[str, list[discord.File], ui.View]:
    """What a message shows of a moment: its words, its files and its buttons."""
    drawn = await draw_safely(look.match, at, replay_frame, at, look.view)
    return replay_parts(look, drawn, caption(look.match, drawn))


async def draw_safely(
    match: Match, at: ReplayPosition, work: Callable[..., ReplayFrame], *details: Any
) -> ReplayFrame:
    """What was drawn beside the event loop, or the moment without a picture, and a log entry."""
    try:
        return await asyncio.to_thread(work, match, *details)
    except Exception:
        log.exception("match %s: turn %s could not be drawn", match.id, at.turn)
        return undrawn_frame(match, at)


def replay_parts(
    look: PrivateView, drawn: ReplayFrame, said: str
) -> tuple[str, list[discord.File], ui.View]:
    """A still or film with its words, the text board for those who want one, and its buttons."""
    match = look.match
    said = said if drawn.data else f"{said}\n{NOT_DRAWN}"
    text, more = text_board.with_text_board(
        f"{said}\n-# {match_title(match)}", replay_text_board(look, drawn.at)
    )
    return clip(text), [*replay_files(match, drawn), *more], replay_buttons(match, drawn)


def caption(match: Match, drawn: ReplayFrame) -> str:
    """Which turn it is, which step of it, and what happened."""
    turn, last = drawn.at.turn, len(match.plies)
    if turn == 0:
        return f"**Before the first of {counted(last, 'turn')}.** {opening_line(match)}"
    part = "" if drawn.at.step is None else f", step {drawn.at.step} of {drawn.steps}"
    return f"**Turn {turn} of {last}{part}:** {move_line(match.plies[turn - 1], match)}"


def replay_text_board(look: PrivateView, at: ReplayPosition) -> str | None:
    """The text board of a moment, before its turn or after it, for those who want one."""
    ply = look.match.plies[max(at.turn, 1) - 1]
    shown = ply.before if at.step == 0 else ply.after
    return look.match.rules.text_board(shown) if look.preferences.text else None


def replay_files(match: Match, drawn: ReplayFrame) -> list[discord.File]:
    """The still or film as Discord takes it; nothing where it could not be drawn."""
    name = f"{match.game}-{match.id}-{drawn.at.turn}.{drawn.ending}"
    drawings = [drawn.data] if drawn.data else []
    return [discord.File(BytesIO(data), name, description=drawn.alt) for data in drawings]


def require_turns(match: Match) -> None:
    """Refuse to show turns where none has been made."""
    if not match.plies:
        raise PrivateReply(NO_TURN)


# Stepping through


def replay_buttons(match: Match, drawn: ReplayFrame) -> ui.View:
    """The buttons to the turns and steps beside a moment. Films lead to films of other turns."""
    at, last = drawn.at, len(match.plies)
    aside = replace(at, step=None if at.step is None else END)
    view = ui.View(timeout=None)
    for label, to in (
        ("◀ Turn", turn_before(aside)),
        ("◀ Step", step_before(at, drawn.steps)),
        ("Play", replace(at, step=None) if at.turn else None),
        ("Step ▶", step_after(at, drawn.steps, last)),
        ("Turn ▶", turn_after(aside, last)),
    ):
        view.add_item(ReplayButton(to or at, len(view.children), label, leads=to is not None))
    return view


ADDRESS = r"reel:(?P<match>\d{1,15}):(?P<turn>\d{1,6}):(?P<step>\d{1,4}|film):(?P<place>\d)"


class ReplayButton(GuardedItem, ui.DynamicItem[ui.Button[Any]], template=ADDRESS):
    """Leads to a moment of a match: `reel:match:turn:step:place`, with `film` for all its steps.

    The place keeps two buttons apart that lead to the same moment.
    """

    def __init__(
        self, to: ReplayPosition, place: int, label: str = "…", *, leads: bool = True
    ) -> None:
        self.to = to
        step = "film" if to.step is None else to.step
        custom_id = f"reel:{to.match}:{to.turn}:{step}:{place}"
        super().__init__(ui.Button(label=label, disabled=not leads, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button of a custom id."""
        step = None if found["step"] == "film" else int(found["step"])
        to = ReplayPosition(MatchId(int(found["match"])), int(found["turn"]), step)
        return cls(to, int(found["place"]))

    async def press(self, interaction: Interaction) -> None:
        """Show that moment in the place of this one."""
        await interaction.response.defer()
        look = await private_view.private_view(
            interaction, await interaction.client.matches.match(self.to.match)
        )
        require_turns(look.match)
        text, shown, view = await replay_message(look, self.to)
        await interaction.edit_original_response(content=text, attachments=shown, view=view)
