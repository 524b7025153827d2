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
from bot.front.board.private_view import Look
from bot.front.board.replay_frames import (
    END,
    Moment,
    Reel,
    earlier,
    later,
    reel,
    turn_after,
    turn_before,
    undrawn,
)
from bot.front.components.base import Address, Guarded, button
from bot.front.context import Talk, Told, think, whisper
from bot.front.text.markdown import clip
from bot.front.text.posts import count, opening, title, told
from bot.matches.events import MatchId
from bot.matches.match import Match

log = logging.getLogger(__name__)

NO_TURN = "No turn has been made yet, so there is nothing to see again."
NOT_DRAWN = "*It could not be drawn this time. Please try again.*"


@button("replay", "Replay")
async def again(talk: Talk, at: Address) -> None:
    """The turn that led to that board, in motion."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    require_turns(match)
    made = sum(ply.seq <= at.seq for ply in match.plies)
    await show(talk, await private_view.look_at(talk, match), Moment(match.id, made))


async def show(talk: Talk, look: Look, at: Moment) -> None:
    """Show a moment of a match in a message of its own."""
    text, shown, view = await moment(look, at)
    await whisper(talk, text, view=view, files=shown)
    if at.turn == len(look.match.plies):
        await private_view.noted(talk, look.match)


async def moment(look: Look, at: Moment) -> tuple[str, list[discord.File], ui.View]:
    """What a message shows of a moment: its words, its files and its buttons."""
    drawn = await drawn_or_not(look.match, at, reel, at, look.view)
    return dressed(look, drawn, caption(look.match, drawn))


async def drawn_or_not(match: Match, at: Moment, work: Callable[..., Reel], *details: Any) -> Reel:
    """What was drawn beside the event loop, or the moment without a picture, and a log entry."""
    try:
        return await asyncio.to_thread(work, match, *details)
    except Exception:
        log.exception("match %s: turn %s could not be drawn", match.id, at.turn)
        return undrawn(match, at)


def dressed(look: Look, drawn: Reel, said: str) -> tuple[str, list[discord.File], ui.View]:
    """A still or film with its words, the text board for those who want one, and its buttons."""
    match = look.match
    said = said if drawn.data else f"{said}\n{NOT_DRAWN}"
    text, more = text_board.beside(f"{said}\n-# {title(match)}", board(look, drawn.at))
    return clip(text), [*files(match, drawn), *more], stepper(match, drawn)


def caption(match: Match, drawn: Reel) -> str:
    """Which turn it is, which step of it, and what happened."""
    turn, last = drawn.at.turn, len(match.plies)
    if turn == 0:
        return f"**Before the first of {count(last, 'turn')}.** {opening(match)}"
    part = "" if drawn.at.step is None else f", step {drawn.at.step} of {drawn.steps}"
    return f"**Turn {turn} of {last}{part}:** {told(match.plies[turn - 1], match)}"


def board(look: Look, at: Moment) -> str | None:
    """The text board of a moment, before its turn or after it, for those who want one."""
    ply = look.match.plies[max(at.turn, 1) - 1]
    shown = ply.before if at.step == 0 else ply.after
    return look.match.rules.sketch(shown) if look.preferences.text else None


def files(match: Match, drawn: Reel) -> list[discord.File]:
    """The still or film as Discord takes it; nothing where it could not be drawn."""
    name = f"{match.game}-{match.id}-{drawn.at.turn}.{drawn.ending}"
    drawings = [drawn.data] if drawn.data else []
    return [discord.File(BytesIO(data), name, description=drawn.alt) for data in drawings]


def require_turns(match: Match) -> None:
    """Refuse to show turns where none has been made."""
    if not match.plies:
        raise Told(NO_TURN)


# Stepping through


def stepper(match: Match, drawn: Reel) -> ui.View:
    """The buttons to the turns and steps beside a moment. Films lead to films of other turns."""
    at, last = drawn.at, len(match.plies)
    aside = replace(at, step=None if at.step is None else END)
    view = ui.View(timeout=None)
    for label, to in (
        ("◀ Turn", turn_before(aside)),
        ("◀ Step", earlier(at, drawn.steps)),
        ("Play", replace(at, step=None) if at.turn else None),
        ("Step ▶", later(at, drawn.steps, last)),
        ("Turn ▶", turn_after(aside, last)),
    ):
        view.add_item(Wind(to or at, len(view.children), label, leads=to is not None))
    return view


ADDRESS = r"reel:(?P<match>\d{1,15}):(?P<turn>\d{1,6}):(?P<step>\d{1,4}|film):(?P<place>\d)"


class Wind(Guarded, ui.DynamicItem[ui.Button[Any]], template=ADDRESS):
    """Leads to a moment of a match: `reel:match:turn:step:place`, with `film` for all its steps.

    The place keeps two buttons apart that lead to the same moment.
    """

    def __init__(self, to: Moment, place: int, label: str = "…", *, leads: bool = True) -> None:
        self.to = to
        step = "film" if to.step is None else to.step
        custom_id = f"reel:{to.match}:{to.turn}:{step}:{place}"
        super().__init__(ui.Button(label=label, disabled=not leads, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, talk: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button of a custom id."""
        step = None if found["step"] == "film" else int(found["step"])
        to = Moment(MatchId(int(found["match"])), int(found["turn"]), step)
        return cls(to, int(found["place"]))

    async def press(self, talk: Talk) -> None:
        """Show that moment in the place of this one."""
        await talk.response.defer()
        look = await private_view.look_at(talk, await talk.client.matches.match(self.to.match))
        require_turns(look.match)
        text, shown, view = await moment(look, self.to)
        await talk.edit_original_response(content=text, attachments=shown, view=view)
