"""A match's board shown in private: as the person likes it, with hints, or with what changed."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.front import ids, meant
from bot.front.actions import match_action
from bot.front.board import pictures, preferences
from bot.front.board.part_of import other_link, part_of, unserved
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    replace_layout,
    replace_private,
    reply_layout,
    reply_private,
    take_allowance,
)
from bot.front.discord.layouts import is_laid_out, laid_out
from bot.front.discord.markdown import clip, escape, inline_code
from bot.front.text.clock_text import private_terms
from bot.front.text.parts import bold_names
from bot.front.text.profiles import invited_content
from bot.front.text.requests import taken_back_line
from bot.front.text.turns import state_lines, status_line, title_for
from bot.front.ui.answers import own_note, reply_with_notes, with_notes
from bot.front.ui.base import (
    Address,
    CustomId,
    Item,
    action,
    button_row,
    chosen_value,
    match_button,
    message_view,
    parsed_number,
)
from bot.games.core import PlayerError, Position
from bot.games.guide import Hint
from bot.games.phrases import comma_list, counted
from bot.model.limits import PICTURES
from bot.model.match import Match, Ply, Undone
from bot.model.records import FIRST_SEAT, MatchId, PersonId, Seat, Seq, Status
from bot.model.refusals import StoreTrouble
from bot.service.personal import recap
from bot.service.personal.preferences import Preferences
from renderers import BoardMarks, View

log = logging.getLogger(__name__)

Hints = Mapping[str, tuple[Hint, ...]]

SINCE = "Since you last looked"
SEEN = "Nothing has happened since you last looked."

# Turns that are named one by one when a person has missed several.
LISTED = 8

# Most hints of one kind that are also named in words.
HINTS_IN_WORDS = 30


class HintId(CustomId, written="look:{match}:{seq}:point"):
    """The menu of hints. `seq` is the event whose board the person had seen before."""

    match: MatchId
    seq: Seq


@dataclass(frozen=True, slots=True)
class PrivateView:
    """How one person sees a match that has begun: the boards they like, and the event whose board
    they saw before."""

    match: Match
    person: PersonId
    preferences: Preferences
    seen: Seq

    @property
    def board_view(self) -> View:
        return preferences.private_view(self.preferences, self.match, self.person)

    @property
    def player(self) -> Seat:
        """Whose hints they get: their own, or those of the player to move."""
        return self.match.seat_of(self.person) or self.match.turn or FIRST_SEAT

    @property
    def text_board(self) -> str | None:
        return pictures.text_board(self.match) if self.preferences.text else None


async def load_view(interaction: Interaction, match: Match) -> PrivateView:
    """How the person sees the match now, to be drawn. Raises PrivateReply if there is no board, and
    Refused to a person who looks too often."""
    require_board(match)
    await take_allowance(interaction, PICTURES)
    person = ids.user(interaction)
    seen = await interaction.client.service.visits.last_seen(match, person)
    return PrivateView(match, person, await preferences.preferences_of(interaction), seen)


def require_board(match: Match) -> None:
    if match.status is Status.INVITED:
        raise PrivateReply("That match has not begun: the challenge waits for an answer.")
    if match.position is None:
        raise PrivateReply(f"Match {match.id} never began: the challenge is {match.status}.")


async def record_visit(interaction: Interaction, match: Match) -> None:
    # Forgetting it would do little harm.
    try:
        await interaction.client.service.visits.record(match, ids.user(interaction))
    except StoreTrouble as error:
        log.warning("match %s: visit not stored: %s", match.id, error)


# The current board


@match_action("view", "My view")
async def show_board(interaction: Interaction, match: Match, *, text: bool | None = None) -> None:
    """The current board, privately; `text` adds the text board this time."""
    if match.status is Status.INVITED:
        content = await invited_content(interaction.client, match, ids.user(interaction))
        buttons = button_row(content.buttons, Address(match.id, match.seq))
        await reply_with_notes(interaction, match, content.text, buttons)
        return
    view = await load_view(interaction, match)
    if text is not None:
        view = replace(view, preferences=replace(view.preferences, text=text))
    picture = await pictures.board_file(match, view.board_view, person=view.person)
    close = await chain_file(view) if picture else None
    buttons = view_buttons(view, await _hint_titles(view))
    lines = [state_lines(match, view.person)]
    await _send_view(interaction, view, lines, picture, buttons, close)


async def chain_file(view: PrivateView) -> discord.File | None:
    """The close-up of what the last turn bumped or captured, if it did and the person has it below
    the board: with a text board there is no need."""
    match, wanted = view.match, view.preferences.closeups and not view.preferences.text
    if not wanted or not match.plies or not pictures.has_chain(match.plies[-1].effects):
        return None
    return await pictures.close_file(match, match.plies[-1], view.board_view, view.person)


async def view_parts(
    interaction: Interaction, view: PrivateView, lines: Sequence[str], picture: discord.File | None
) -> tuple[str, list[discord.File]]:
    """The text of a private board, and its files: the picture, and a long text board."""
    note = await own_note(interaction, view.match)
    other = await other_link(interaction.client, view.match)
    whole = await part_of(interaction.client, view.match)
    away = unserved(interaction.client, view.match)
    lines = [
        *lines,
        *([note] if note else []),
        f"-# {title_for(view.match, view.person)} · {private_terms(view.match)}",
        *([f"-# The other match of the pair: {other}"] if other else []),
        *([f"-# Part of {whole}"] if whole else []),
        *([f"-# {away}."] if away else []),
        *([] if picture else [pictures.NO_PICTURE]),
    ]
    text = await with_notes(interaction, view.match, "\n".join(lines))
    text, more = pictures.with_text_board(text, view.text_board)
    return text, [*([picture] if picture else []), *more]


async def _send_view(
    interaction: Interaction,
    view: PrivateView,
    lines: Sequence[str],
    picture: discord.File | None,
    buttons: ui.View,
    close: discord.File | None = None,
) -> None:
    text, files = await view_parts(interaction, view, lines, picture)
    if close:
        files.append(close)
        await reply_layout(interaction, _laid_out(view, text, files, buttons), files)
    else:
        await reply_private(interaction, text, files, buttons)
    await record_visit(interaction, view.match)


def _laid_out(
    view: PrivateView, text: str, files: Sequence[discord.File], buttons: ui.View
) -> ui.LayoutView:
    color = pictures.mover_color(view.match, view.board_view) if view.match.plies else None
    return laid_out(text, files, buttons, color)


def view_buttons(
    view: PrivateView, titles: Sequence[str] = (), chosen: int | None = None
) -> ui.View:
    match = view.match
    now, before = Address(match.id, match.seq), Address(match.id, view.seen)
    items: list[Item] = [
        match_button(action, before if action == "since" else now) for action in _view_actions(view)
    ]
    return message_view([*items, *([_hint_select(before, titles, chosen)] if titles else [])])


def _view_actions(view: PrivateView) -> Iterator[str]:
    match = view.match
    seat = match.seat_of(view.person)
    if recap.asked_for(match, view.person):
        yield "answer"
    if match.turn is not None and match.turn == seat:
        yield "move"
    if match.plies:
        yield from ("replay", "since")
    yield from ("study", "more")


# What has changed


async def show_changes(interaction: Interaction, match: Match, seen: Seq | None = None) -> None:
    """The net change since the person last saw the board, or since the event `seen`."""
    view = await load_view(interaction, match)
    view = view if seen is None else replace(view, seen=seen)
    news, plies = missed_turns(view)
    was = await seen_position(interaction, view)
    picture = await (
        pictures.change_file(match, plies, view.board_view, view.person, was)
        if plies or was is not None
        else pictures.board_file(match, view.board_view, person=view.person)
    )
    lines = [news, status_line(match, view.person)]
    await _send_view(interaction, view, lines, picture, view_buttons(view))


async def seen_position(interaction: Interaction, view: PrivateView) -> Position | None:
    """The board that the person saw, if a move on it has been taken back since; None if the current
    turns continue it, and if it can't be read."""
    if not recap.undone_after(view.match, view.seen):
        return None
    try:
        return (await interaction.client.matches.at(view.match.id, view.seen)).position
    except PlayerError as error:
        log.warning("match %s: earlier board not available: %s", view.match.id, error)
        return None


def missed_turns(view: PrivateView) -> tuple[str, tuple[Ply, ...]]:
    """The turns that the person has missed, in a sentence or two. If none, those since their own
    last move."""
    match = view.match
    plies = recap.plies_after(match, view.seen)
    undone = recap.undone_after(match, view.seen)
    if undone:
        return _undone_line(match, undone, plies), plies
    if plies:
        return _recap_line(match, SINCE, plies), plies
    plies = recap.plies_after(match, recap.last_move(match, view.person) or match.seq)
    mine = f" {_recap_line(match, 'Since your own last move', plies)}" if plies else ""
    return f"{SEEN}{mine}", plies


def _undone_line(match: Match, undone: Sequence[Undone], plies: tuple[Ply, ...]) -> str:
    taken_back = " ".join(taken_back_line(match, each) for each in undone)
    return f"**{SINCE}:** {taken_back} {_recap_line(match, 'Then', plies) if plies else ''}".strip()


def _recap_line(match: Match, since: str, plies: tuple[Ply, ...]) -> str:
    played = ", ".join(inline_code(ply.text) for ply in plies[-LISTED:])
    ellipsis = "…, " if len(plies) > LISTED else ""
    lost = [
        f"{bold_names(match)[seat]} {counted(number, 'piece')}"
        for seat, number in recap.losses_by_seat(match, plies).items()
    ]
    cost = f" Lost: {comma_list(lost)}." if lost else ""
    return f"**{since}:** {counted(len(plies), 'turn')} ({ellipsis}{played}).{cost}"


# Hints


def hints_for(match: Match, player: int) -> Hints:
    """The hints that a player may have, by title.

    Hints are given in every running match whose result does not count. Where it does, everybody is
    to have beaten the same opponent in the same way, and some hints say what wins.
    """
    is_given = match.status is Status.RUNNING and not match.terms.counts
    return match.rules.hints(match.position, player) if is_given else {}


async def _hint_titles(view: PrivateView) -> tuple[str, ...]:
    finding = lanes.VIEWS.run_for(view.person, hints_for, view.match, view.player)
    found = await pictures.unless_failed(finding, "match %s: hints failed", view.match.id)
    return tuple(found or ())


async def show_hints(interaction: Interaction, at: Address, chosen: int | None) -> None:
    """Mark the chosen hints on the private board, in its place; None removes them."""
    match = await meant.find_visible(interaction, at.match)
    view = replace(await load_view(interaction, match), seen=at.seq)
    found = await lanes.VIEWS.run_for(view.person, hints_for, match, view.player)
    titles = list(found)
    title = titles[chosen] if chosen is not None and chosen < len(titles) else ""
    hints = found.get(title, ())
    alt = f"{title}: {hints_in_words(hints)}." if title else ""
    marks = BoardMarks(hints=hints)
    picture = await pictures.board_file(match, view.board_view, marks, alt, person=view.person)
    lines = [state_lines(match, view.person), *([escape(alt)] if alt else [])]
    buttons = view_buttons(view, titles, chosen if title else None)
    if interaction.message and is_laid_out(interaction.message):
        # It stays laid out, and shows no text board.
        view = replace(view, preferences=replace(view.preferences, text=False))
        text, files = await view_parts(interaction, view, lines, picture)
        files += filter(None, [await chain_file(view)])
        await replace_layout(interaction, _laid_out(view, text, files, buttons), files)
    else:
        text, files = await view_parts(interaction, view, lines, picture)
        await replace_private(interaction, text, files, buttons)
    await record_visit(interaction, match)


def hints_in_words(hints: Sequence[Hint]) -> str:
    ways: dict[str, list[str]] = {}
    for hint in hints:
        ways.setdefault(hint.at, []).extend([hint.towards] if hint.towards else [])
    spaces = [f"{at} to {comma_list(to, 'or')}" if to else at for at, to in ways.items()]
    rest = len(spaces) - HINTS_IN_WORDS
    more = [f"{rest} more"] if rest > 0 else []
    each = [*spaces[:HINTS_IN_WORDS], *more]
    return ("; ".join(each) if any(ways.values()) else comma_list(each)) or "nothing on this board"


# The value of the line that removes the marks.
NOTHING = "none"


@action(HintId)
async def choose_hint(interaction: Interaction, at: HintId) -> None:
    value = chosen_value(interaction)
    chosen = None if value is None or value == NOTHING else parsed_number(value)
    await show_hints(interaction, Address(at.match, at.seq), chosen)


def _hint_select(at: Address, titles: Sequence[str], chosen: int | None) -> Item:
    hints = HintId(at.match, at.seq)
    select: ui.Select[Any] = ui.Select(custom_id=str(hints), placeholder="Point out…")
    for number, title in enumerate(titles[:24]):
        select.add_option(label=clip(title, 100), value=str(number), default=number == chosen)
    if chosen is not None:
        select.add_option(label="Nothing", value=NOTHING)
    return select
