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
from bot.front.components.base import Address, GuardedItem, MatchButton, button_row
from bot.front.context import Interaction, PrivateReply, reply_private
from bot.front.text.markdown import clip, comma_list, escape, inline_code
from bot.front.text.posts import bold_names, challenge_post, counted, match_title
from bot.games.guide import Hint
from bot.matches import recap
from bot.matches.events import MatchId, Status, StoreTrouble
from bot.matches.match import Match, Ply
from bot.matches.personal.preferences import Preferences
from renderers import BoardMarks, View

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
class PrivateView:
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
        return text_board.text_board(self.match) if self.preferences.text else None


async def private_view(interaction: Interaction, match: Match) -> PrivateView:
    """The look that the person takes now. Told when there is no board to look at."""
    require_board(match)
    visited = await interaction.client.store.visited(interaction.user.id, match.id)
    seen = recap.last_seen(match, interaction.user.id, visited)
    return PrivateView(
        match, interaction.user.id, await preferences.preferences_of(interaction), seen
    )


def require_board(match: Match) -> None:
    """Refuse to show the board of a match that has none."""
    if match.status is Status.INVITED:
        raise PrivateReply("That match has not begun: the challenge waits for an answer.")
    if match.position is None:
        raise PrivateReply(f"Match {match.id} never began: the challenge is {match.status}.")


async def record_visit(interaction: Interaction, match: Match) -> None:
    """Remember that the person has seen the board. Forgetting it would do little harm."""
    try:
        await interaction.client.store.visit(interaction.user.id, match.id, match.seq)
    except StoreTrouble as error:
        log.warning("match %s: a visit is not remembered: %s", match.id, error)


# The board as it stands


async def show_board(interaction: Interaction, match: Match, *, text: bool | None = None) -> None:
    """The match as it stands, privately; `text` asks for the text board just this time."""
    if match.status is Status.INVITED:
        saying = challenge_post(match)
        view = button_row(saying.buttons, Address(match.id, match.seq))
        await reply_private(
            interaction, await actions.with_notes(interaction, match, saying.text), view=view
        )
        return
    look = await private_view(interaction, match)
    if text is not None:
        look = replace(look, preferences=replace(look.preferences, text=text))
    file = await pictures.board_file(match, look.view)
    words = await view_text(interaction, look, [actions.state_lines(match)], file)
    await send_view(interaction, look, words, file, await hint_titles(look))


async def view_text(
    interaction: Interaction, look: PrivateView, lines: Sequence[str], file: discord.File | None
) -> str:
    """What is said beside the picture, or instead of it."""
    whole = [*lines, f"-# {match_title(look.match)}", *([] if file else [pictures.NO_PICTURE])]
    return await actions.with_notes(interaction, look.match, "\n".join(whole))


async def send_view(
    interaction: Interaction,
    look: PrivateView,
    words: str,
    file: discord.File | None,
    titles: Sequence[str],
) -> None:
    """Send what is seen, and remember that it was seen."""
    text, more = text_board.with_text_board(words, look.sketch)
    files = [*([file] if file else []), *more]
    await reply_private(interaction, text, view=view_buttons(look, titles), files=files)
    await record_visit(interaction, look.match)


def view_buttons(
    look: PrivateView, titles: Sequence[str] = (), chosen: int | None = None
) -> ui.View:
    """The buttons below a private board, and the menu of what can be pointed out on it."""
    match = look.match
    view = ui.View(timeout=None)
    for action in view_actions(look):
        seq = look.seen if action == "since" else match.seq
        view.add_item(MatchButton(action, Address(match.id, seq)))
    if titles:
        view.add_item(HintSelect(Address(match.id, look.seen), titles, chosen))
    return view


def view_actions(look: PrivateView) -> Iterator[str]:
    """What can be done from a private board."""
    match = look.match
    if match.turn is not None and match.turn == match.seat_of(look.person):
        yield "move"
    if match.plies:
        yield from ("replay", "since")
    yield "more"


# What has changed


async def show_changes(interaction: Interaction, match: Match, seen: int | None = None) -> None:
    """The net change since the person last looked, or since the event `seen`."""
    look = await private_view(interaction, match)
    look = look if seen is None else replace(look, seen=seen)
    said, plies = missed_turns(look)
    if plies:
        file = await pictures.change_file(match, plies, look.view)
    else:
        file = await pictures.board_file(match, look.view)
    words = await view_text(interaction, look, [said, actions.standing_line(match)], file)
    await send_view(interaction, look, words, file, ())


def missed_turns(look: PrivateView) -> tuple[str, tuple[Ply, ...]]:
    """The turns that the person has missed, in a sentence or two. Having missed nothing, they are
    told what has happened since their own last move."""
    match = look.match
    plies = recap.plies_after(match, look.seen)
    if plies:
        return recap_line(match, SINCE, plies), plies
    plies = recap.plies_after(match, recap.last_move(match, look.person) or match.seq)
    return (f"{SEEN} {recap_line(match, SINCE_MINE, plies)}", plies) if plies else (SEEN, ())


def recap_line(match: Match, since: str, plies: tuple[Ply, ...]) -> str:
    """How many turns there were, which, and what they cost each player."""
    played = ", ".join(inline_code(ply.text) for ply in plies[-LISTED:])
    ellipsis = "…, " if len(plies) > LISTED else ""
    lost = [
        f"{bold_names(match)[seat]} {counted(number, 'piece')}"
        for seat, number in sorted(recap.captures_by_seat(plies).items())
    ]
    cost = f" Captured: {comma_list(lost)}." if lost else ""
    return f"**{since}:** {counted(len(plies), 'turn')} ({ellipsis}{played}).{cost}"


# What can be pointed out


def hints_for(match: Match, player: int) -> Help:
    """What may be pointed out to a player, by title.

    This is where it is decided that help is given: in every running match, as none is rated.
    """
    return match.rules.hints(match.position, player) if match.status is Status.RUNNING else {}


async def hint_titles(look: PrivateView) -> tuple[str, ...]:
    """The titles of what can be pointed out; none when it can't be found out."""
    try:
        return tuple(await asyncio.to_thread(hints_for, look.match, look.player))
    except Exception:
        log.exception("match %s: nothing can be pointed out", look.match.id)
        return ()


async def point_out(interaction: Interaction, at: Address, chosen: int | None) -> None:
    """Mark what was chosen on the private board, in its place; None takes the marks off."""
    match = await interaction.client.matches.match(at.match)
    look = replace(await private_view(interaction, match), seen=at.seq)
    helps = tuple((await asyncio.to_thread(hints_for, match, look.player)).items())
    chosen = chosen if chosen is not None and chosen < len(helps) else None
    heading, hints = ("", ()) if chosen is None else helps[chosen]
    pointed = f"{heading}: {hints_in_words(hints)}." if heading else ""
    file = await pictures.board_file(match, look.view, BoardMarks(hints=hints), pointed)
    words = await view_text(
        interaction, look, list(filter(None, [actions.state_lines(match), escape(pointed)])), file
    )
    text, more = text_board.with_text_board(words, look.sketch)
    files = [*([file] if file else []), *more]
    view = view_buttons(look, [each for each, _ in helps], chosen)
    await interaction.edit_original_response(content=clip(text), attachments=files, view=view)
    await record_visit(interaction, match)


def hints_in_words(hints: Sequence[Hint]) -> str:
    """What is pointed out, in words."""
    told = [f"{h.at} to {h.towards}" if h.towards else h.at for h in hints]
    more = [f"{len(told) - POINTED} more"] if len(told) > POINTED else []
    return comma_list([*told[:POINTED], *more]) or "nothing on this board"


ADDRESS = r"look:(?P<match>\d{1,15}):(?P<seq>\d{1,15}):point"

NOTHING = "none"
"""The value of the line that takes the marks off again."""


class HintSelect(GuardedItem, ui.DynamicItem[ui.Select[Any]], template=ADDRESS):
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
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The menu of a custom id."""
        return cls(Address(MatchId(int(found["match"])), int(found["seq"])))

    async def press(self, interaction: Interaction) -> None:
        """Point out what was chosen."""
        await interaction.response.defer()
        sent: Any = interaction.data
        assert self.address
        value = sent["values"][0]
        await point_out(interaction, self.address, None if value == NOTHING else int(value))
