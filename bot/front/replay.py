"""Seeing turns again, in private: in motion, or step by step through a chain and a whole match."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, Self

import discord
from discord import ui

from bot.front import looks, sketches, views
from bot.front.buttons import Address, Guarded, button
from bot.front.looks import Look
from bot.front.messages import count, names, opening, title, told
from bot.front.places import NAMES
from bot.front.reels import END, Moment, Reel, earlier, film, later, reel, turn_after, turn_before
from bot.front.talk import Talk, Told, person, think, whisper
from bot.front.words import bold, clip, listing
from bot.matches.events import MatchId
from bot.matches.match import Match

LONGEST = 300
"""Turns of a film at most: more take too long to draw, and nobody would see them to the end."""

NO_TURN = "No turn has been made yet, so there is nothing to see again."
TOO_LATE = "There have been {turns} so far. Choose a smaller number for `from`."
BACKWARDS = "`from` is the first turn and `to` the last, so `to` can't be the smaller number."
TOO_LONG = "{turns} are too many for one animation. Choose some of them with `from` and `to`."
TOO_LARGE = "That animation is too large a file for here. Choose fewer turns with `from` and `to`."
FROM_ELSEWHERE = "That match is played elsewhere, so I show it only to you. Leave `share` out."
MAY_NOT = "Not everybody here may see it: it takes the permission {lacking}. Leave `share` out."


@button("replay", "Replay")
async def again(talk: Talk, at: Address) -> None:
    """The turn that led to that board, in motion."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    require_turns(match)
    made = sum(ply.seq <= at.seq for ply in match.plies)
    await show(talk, await looks.look_at(talk, match), Moment(match.id, made))


async def show(talk: Talk, look: Look, at: Moment) -> None:
    """Show a moment of a match in a message of its own."""
    text, files, view = await moment(look, at)
    await whisper(talk, text, view=view, files=files)
    if at.turn == len(look.match.plies):
        await looks.noted(talk, look.match)


async def moment(look: Look, at: Moment) -> tuple[str, list[discord.File], ui.View]:
    """What a message shows of a moment: its words, its files and its buttons."""
    drawn = await asyncio.to_thread(reel, look.match, at, look.view)
    return dressed(look, drawn, caption(look.match, drawn))


def dressed(look: Look, drawn: Reel, said: str) -> tuple[str, list[discord.File], ui.View]:
    """A still or film with its words, the text board for those who want one, and its buttons."""
    match = look.match
    text, more = sketches.beside(f"{said}\n-# {title(match)}", board(look, drawn.at))
    return clip(text), [file(match, drawn), *more], stepper(match, drawn)


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


def file(match: Match, drawn: Reel) -> discord.File:
    """The still or film as Discord takes it."""
    name = f"{match.game}-{match.id}-{drawn.at.turn}.{drawn.ending}"
    return discord.File(BytesIO(drawn.data), name, description=drawn.alt)


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
        look = await looks.look_at(talk, await talk.client.matches.match(self.to.match))
        require_turns(look.match)
        text, files, view = await moment(look, self.to)
        await talk.edit_original_response(content=text, attachments=files, view=view)


# Several turns


async def show_film(
    talk: Talk, match: Match, first: int | None, last: int | None, *, share: bool
) -> None:
    """Show some turns in motion: to the person, or to everybody in the channel."""
    looks.require_board(match)
    first, last = span(match, first, last)
    if share:
        require_sharing(talk, match)
    look = await looks.look_at(talk, match)
    view = await views.public_view(talk.client, talk.guild_id) if share else look.view
    drawn = await asyncio.to_thread(film, match, first, last, view)
    if len(drawn.data) > talk.filesize_limit:
        raise Told(TOO_LARGE)
    who = listing(list(names(match).values()))
    said = f"**Turns {first} to {last}** of {len(match.plies)}, played by {who}."
    if share:
        await hand_round(talk, match, drawn, said)
        return
    text, files, buttons = dressed(look, drawn, said)
    await whisper(talk, text, view=buttons, files=files)
    await looks.noted(talk, match)


async def hand_round(talk: Talk, match: Match, drawn: Reel, said: str) -> None:
    """Show a film to everybody. The private acknowledgement is answered first, and privately."""
    await whisper(talk, "Here it is, for everybody.")
    shown = f"{bold(person(talk.user))} shows match {match.id}. {said}\n-# {title(match)}"
    await talk.followup.send(clip(shown), file=file(match, drawn))


def span(match: Match, first: int | None, last: int | None) -> tuple[int, int]:
    """The turns meant, of those there are. Told when there are none such."""
    require_turns(match)
    made = len(match.plies)
    first, last = first or 1, min(last or made, made)
    if first > made:
        raise Told(TOO_LATE.format(turns=count(made, "turn")))
    if last < first:
        raise Told(BACKWARDS)
    if last - first >= LONGEST:
        raise Told(TOO_LONG.format(turns=count(last - first + 1, "turn")))
    return first, last


def require_turns(match: Match) -> None:
    """Refuse to show turns where none has been made."""
    if not match.plies:
        raise Told(NO_TURN)


def require_sharing(talk: Talk, match: Match) -> None:
    """Refuse to show everybody what is not theirs to see, or what the channel does not take."""
    inside = match.guild == talk.guild_id if match.guild else match.channel == talk.channel_id
    if not inside:
        raise Told(FROM_ELSEWHERE)
    lacking = lacking_to_share(talk) if talk.guild_id else ()
    if lacking:
        raise Told(MAY_NOT.format(lacking=listing([f"**{name}**" for name in lacking])))


def lacking_to_share(talk: Talk) -> Sequence[str]:
    """The permissions to post a picture here that the person or the bot has not."""
    thread = isinstance(talk.channel, discord.Thread)
    send = "send_messages_in_threads" if thread else "send_messages"
    mine, theirs = talk.app_permissions, talk.permissions
    needed = ((send, theirs), ("attach_files", theirs), ("attach_files", mine))
    return tuple(dict.fromkeys(NAMES[name] for name, held in needed if not getattr(held, name)))
