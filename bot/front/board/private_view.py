"""Looking at a match in private: as the person likes it, with help on it, or with what changed."""

import asyncio
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import discord
from discord import ui

from bot.front import actions, preferences
from bot.front.board import pictures, text_board
from bot.front.components.base import Address, Guarded, Press, row
from bot.front.context import Talk, Told, whisper
from bot.front.text.markdown import clip, code, listing, plain
from bot.front.text.posts import challenge, count, names, title
from bot.games.core import Hint
from bot.matches import recap
from bot.matches.events import MatchId, Status, StoreTrouble
from bot.matches.match import Match, Ply
from bot.matches.personal.preferences import Preferences
from renderers import Marks, View

log = logging.getLogger(__name__)

Help = Mapping[str, tuple[Hint, ...]]

SINCE = "Since you last looked"
SEEN = "Nothing has happened since you last looked."
SINCE_MINE = "Since your own last move"

LISTED = 8
"""Turns that are named one by one when somebody has missed several."""

POINTED = 30
"""Things pointed out that are also told in words."""


@dataclass(frozen=True, slots=True)
class Look:
    """One person's look at a match that has begun: how they like boards, and the event whose
    board they saw before."""

    match: Match
    person: int
    preferences: Preferences
    seen: int

    @property
    def view(self) -> View:
        """How the board is drawn for them."""
        return preferences.private_view(self.preferences, self.match, self.person)

    @property
    def player(self) -> int:
        """Whose game they look into: their own, or that of whoever is to move."""
        return self.match.seat_of(self.person) or self.match.turn or 1

    @property
    def sketch(self) -> str | None:
        """The text board, for those who want one."""
        return text_board.sketched(self.match) if self.preferences.text else None


async def look_at(talk: Talk, match: Match) -> Look:
    """The look that the person takes now. Told when there is no board to look at."""
    require_board(match)
    visited = await talk.client.store.visited(talk.user.id, match.id)
    seen = recap.seen(match, talk.user.id, visited)
    return Look(match, talk.user.id, await preferences.preferences_of(talk), seen)


def require_board(match: Match) -> None:
    """Refuse to show the board of a match that has none."""
    if match.status is Status.INVITED:
        raise Told("That match has not begun: the challenge waits for an answer.")
    if match.position is None:
        raise Told(f"Match {match.id} never began: the challenge is {match.status}.")


async def noted(talk: Talk, match: Match) -> None:
    """Remember that the person has seen the board. Forgetting it would do little harm."""
    try:
        await talk.client.store.visit(talk.user.id, match.id, match.seq)
    except StoreTrouble as error:
        log.warning("match %s: a visit is not remembered: %s", match.id, error)


# The board as it stands


async def show(talk: Talk, match: Match, *, text: bool | None = None) -> None:
    """The match as it stands, privately; `text` asks for the text board just this time."""
    if match.status is Status.INVITED:
        saying = challenge(match)
        view = row(saying.buttons, Address(match.id, match.seq))
        await whisper(talk, await actions.with_notes(talk, match, saying.text), view=view)
        return
    look = await look_at(talk, match)
    if text is not None:
        look = replace(look, preferences=replace(look.preferences, text=text))
    file = await pictures.board(match, look.view)
    words = await worded(talk, look, [actions.state(match)], file)
    await answer(talk, look, words, file, await helped(look))


async def worded(talk: Talk, look: Look, lines: Sequence[str], file: discord.File | None) -> str:
    """What is said beside the picture, or instead of it."""
    whole = [*lines, f"-# {title(look.match)}", *([] if file else [pictures.NO_PICTURE])]
    return await actions.with_notes(talk, look.match, "\n".join(whole))


async def answer(
    talk: Talk, look: Look, words: str, file: discord.File | None, titles: Sequence[str]
) -> None:
    """Send what is seen, and remember that it was seen."""
    text, more = text_board.beside(words, look.sketch)
    files = [*([file] if file else []), *more]
    await whisper(talk, text, view=panel(look, titles), files=files)
    await noted(talk, look.match)


def panel(look: Look, titles: Sequence[str] = (), chosen: int | None = None) -> ui.View:
    """The buttons below a private board, and the menu of what can be pointed out on it."""
    match = look.match
    view = ui.View(timeout=None)
    for action in view_actions(look):
        seq = look.seen if action == "since" else match.seq
        view.add_item(Press(action, Address(match.id, seq)))
    if titles:
        view.add_item(Pointer(Address(match.id, look.seen), titles, chosen))
    return view


def view_actions(look: Look) -> Iterator[str]:
    """What can be done from a private board."""
    match = look.match
    if match.turn is not None and match.turn == match.seat_of(look.person):
        yield "move"
    if match.plies:
        yield from ("replay", "since")
    yield "more"


# What has changed


async def show_changes(talk: Talk, match: Match, seen: int | None = None) -> None:
    """The net change since the person last looked, or since the event `seen`."""
    look = await look_at(talk, match)
    look = look if seen is None else replace(look, seen=seen)
    said, plies = missed(look)
    if plies:
        file = await pictures.change(match, plies, look.view)
    else:
        file = await pictures.board(match, look.view)
    words = await worded(talk, look, [said, actions.standing(match)], file)
    await answer(talk, look, words, file, ())


def missed(look: Look) -> tuple[str, tuple[Ply, ...]]:
    """The turns that the person has missed, in a sentence or two. Having missed nothing, they are
    told what has happened since their own last move."""
    match = look.match
    plies = recap.after(match, look.seen)
    if plies:
        return summary(match, SINCE, plies), plies
    plies = recap.after(match, recap.moved(match, look.person) or match.seq)
    return (f"{SEEN} {summary(match, SINCE_MINE, plies)}", plies) if plies else (SEEN, ())


def summary(match: Match, since: str, plies: tuple[Ply, ...]) -> str:
    """How many turns there were, which, and what they cost each player."""
    played = ", ".join(code(ply.text) for ply in plies[-LISTED:])
    ellipsis = "…, " if len(plies) > LISTED else ""
    lost = [
        f"{names(match)[seat]} {count(number, 'piece')}"
        for seat, number in sorted(recap.captured(plies).items())
    ]
    cost = f" Captured: {listing(lost)}." if lost else ""
    return f"**{since}:** {count(len(plies), 'turn')} ({ellipsis}{played}).{cost}"


# What can be pointed out


def help_in(match: Match, player: int) -> Help:
    """What may be pointed out to a player, by title.

    This is where it is decided that help is given: in every running match, as none is rated.
    """
    return match.rules.hints(match.position, player) if match.status is Status.RUNNING else {}


async def helped(look: Look) -> tuple[str, ...]:
    """The titles of what can be pointed out; none when it can't be found out."""
    try:
        return tuple(await asyncio.to_thread(help_in, look.match, look.player))
    except Exception:
        log.exception("match %s: nothing can be pointed out", look.match.id)
        return ()


async def point_out(talk: Talk, at: Address, chosen: int | None) -> None:
    """Mark what was chosen on the private board, in its place; None takes the marks off."""
    match = await talk.client.matches.match(at.match)
    look = replace(await look_at(talk, match), seen=at.seq)
    helps = tuple((await asyncio.to_thread(help_in, match, look.player)).items())
    chosen = chosen if chosen is not None and chosen < len(helps) else None
    heading, hints = ("", ()) if chosen is None else helps[chosen]
    pointed = f"{heading}: {spelled(hints)}." if heading else ""
    file = await pictures.board(match, look.view, Marks(hints=hints), pointed)
    words = await worded(
        talk, look, list(filter(None, [actions.state(match), plain(pointed)])), file
    )
    text, more = text_board.beside(words, look.sketch)
    files = [*([file] if file else []), *more]
    view = panel(look, [each for each, _ in helps], chosen)
    await talk.edit_original_response(content=clip(text), attachments=files, view=view)
    await noted(talk, match)


def spelled(hints: Sequence[Hint]) -> str:
    """What is pointed out, in words."""
    told = [f"{h.at} to {h.towards}" if h.towards else h.at for h in hints]
    more = [f"{len(told) - POINTED} more"] if len(told) > POINTED else []
    return listing([*told[:POINTED], *more]) or "nothing on this board"


ADDRESS = r"look:(?P<match>\d{1,15}):(?P<seq>\d{1,15}):point"

NOTHING = "none"
"""The value of the line that takes the marks off again."""


class Pointer(Guarded, ui.DynamicItem[ui.Select[Any]], template=ADDRESS):
    """The menu of what can be pointed out on a private board: `look:match:seq:point`, where `seq`
    is the event whose board the person had seen before."""

    def __init__(self, at: Address, titles: Sequence[str] = (), chosen: int | None = None) -> None:
        self.address = at
        select: ui.Select[Any] = ui.Select(
            custom_id=f"look:{at.match}:{at.seq}:point", placeholder="Point out…"
        )
        for number, each in enumerate(titles[:24]):
            select.add_option(label=clip(each, 100), value=str(number), default=number == chosen)
        if chosen is not None:
            select.add_option(label="Nothing", value=NOTHING)
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, talk: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The menu of a custom id."""
        return cls(Address(MatchId(int(found["match"])), int(found["seq"])))

    async def press(self, talk: Talk) -> None:
        """Point out what was chosen."""
        await talk.response.defer()
        sent: Any = talk.data
        assert self.address
        value = sent["values"][0]
        await point_out(talk, self.address, None if value == NOTHING else int(value))
