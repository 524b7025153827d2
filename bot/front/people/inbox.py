"""The inbox: a page of matches with their boards, two lines and a button for each, and a menu."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.catalog import entry
from bot.front import ids
from bot.front.board.part_of import round_ends, unserved
from bot.front.board.pictures import Picture, alt_text
from bot.front.board.preferences import preferences_of, private_view, view_from
from bot.front.discord import lanes
from bot.front.discord.context import (
    DROPPED,
    Interaction,
    Page,
    PrivateReply,
    replace_layout,
    reply_layout,
    take_allowance,
)
from bot.front.discord.home import here
from bot.front.discord.layouts import page_layout
from bot.front.people.inbox_words import (
    NAME,
    SHORT_NAME,
    InboxEntry,
    entry_text,
    is_mustering,
    page_heading,
)
from bot.front.text.parts import plain_names
from bot.front.ui.base import (
    Address,
    Button,
    CustomId,
    action,
    button,
    chosen_value,
    match_button,
    turning,
)
from bot.model.limits import PICTURES
from bot.model.match import Match
from bot.model.records import MatchSummary, PersonId, Seq, Status
from bot.model.refusals import StoreTrouble
from bot.service.inbox import InboxPage, Kind, is_awaited
from bot.service.personal.preferences import Preferences
from bot.service.personal.recap import NO_CHANGES, Changes, changes_for, seen_board
from bot.telemetry.timing import pictured
from renderers import draw, icon_names, thumbnail

log = logging.getLogger(__name__)

# The event whose board the reader saw last.
Seen = Seq | None


class InboxId(CustomId, written="inbox:{kind_of_page}:{page}"):
    """A page of the matches of a kind, or the menu of the kinds."""

    kind_of_page: str
    page: int = 0


async def read_entries(interaction: Interaction, page: InboxPage) -> list[InboxEntry]:
    """The matches of a page: only these are opened, however many the person has."""
    reader = ids.user(interaction)
    work = (_read(interaction, number, row) for number, row in enumerate(page.rows, page.first))
    read = await asyncio.gather(*work)
    others = await interaction.client.service.pairs.others(page.rows)
    ends = await round_ends(interaction.client, page.rows)
    found = [
        (replace(shown, other=others.get(shown.row.match), ends=ends.get(shown.row.match)), seen)
        for shown, seen in read
    ]
    try:
        return await lanes.VIEWS.run_for(reader, _compared, reader, found)
    except PrivateReply:
        # Too much of the person's work waits already; the rest of the page is complete without.
        return [shown for shown, _ in found]


async def _read(
    interaction: Interaction, number: int, row: MatchSummary
) -> tuple[InboxEntry, Seen]:
    service = interaction.client.service
    shown = InboxEntry(number, row)
    try:
        match, board, seen = await asyncio.gather(
            interaction.client.matches.match(row.match),
            service.posts.last_board(row.match),
            seen_board(service.people, ids.user(interaction), row.match),
        )
    except StoreTrouble:
        raise
    except Exception:
        log.exception("match %s: listed without board", row.match)
        return shown, None
    away = unserved(interaction.client, match, "they")
    return replace(shown, match=match, board=board, unserved=away), seen


def _compared(reader: PersonId, found: list[tuple[InboxEntry, Seen]]) -> list[InboxEntry]:
    return [replace(shown, changes=_changes(shown.match, reader, seen)) for shown, seen in found]


def _changes(match: Match | None, reader: PersonId, seen: Seen) -> Changes:
    try:
        return changes_for(match, reader, seen) if match else NO_CHANGES
    except Exception:
        log.exception("match %s: news not read", match and match.id)
        return NO_CHANGES


async def draw_tiles(
    shown: Sequence[InboxEntry], preferences: Preferences, reader: PersonId
) -> list[discord.File]:
    """The boards that could be drawn, as the person likes them, each with its number on it; a
    single one is drawn whole."""
    tiles = [partial(_tile, each, preferences, reader, len(shown) == 1) for each in shown]
    try:
        return await lanes.VIEWS.run_for(reader, _files, tiles, counts=len(tiles))
    except PrivateReply:
        return []


def _files(tiles: Iterable[Callable[[], discord.File | None]]) -> list[discord.File]:
    return [file for tile in tiles if (file := tile())]


def _tile(
    shown: InboxEntry, preferences: Preferences, reader: PersonId, alone: bool
) -> discord.File | None:
    match = shown.match
    if match is None or match.position is None:
        return None
    work = partial(_picture, match, shown.number, preferences, reader, alone)
    try:
        png, alt = pictured(match.game, lanes.VIEWS.name, work)()
    except Exception:
        log.exception("match %s: tile not drawn", match.id)
        return None
    name = f"{shown.number}-{match.game}-{match.id}-{len(match.plies)}.png"
    return Picture(png, alt).file(name)


def _picture(
    match: Match, number: int, preferences: Preferences, reader: PersonId, alone: bool
) -> tuple[bytes, str]:
    effects = match.plies[-1].effects if match.plies else ()
    view, names = private_view(preferences, match, reader), plain_names(match)
    paint = (
        partial(draw, ended=match.outcome)
        if alone
        else partial(thumbnail, label=str(number), square=True)
    )
    png = paint(match.game, match.position, effects, view=view, names=names)
    name = f"{entry(match.game).name}."
    # Before the first turn it begins with the name of the game already.
    named = alt_text(match).startswith(name)
    return png, alt_text(match, f"{number}." if named else f"{number}. {name}")


# The most characters of all texts on a page.
TEXT_LIMIT = 4000

UNDRAWN = "-# *A board could not be drawn this time.*"

# The lines of the menu: a label, and what it shows.
KINDS = {
    Kind.WAITING: ("Waiting for you", "What waits only for you first, then by deadline"),
    Kind.MINE: ("All my matches", "Open ones, yours to move or not, and challenges"),
    Kind.HERE: ("This channel", "Open matches here, those of others too"),
    Kind.FINISHED: ("Finished", "How your matches ended"),
}


# A placeholder for the kind of page in the menu's own custom id: the choice comes with the press.
MENU = "menu"


@action(InboxId)
async def turn_inbox(interaction: Interaction, at: InboxId) -> None:
    """Turn to another page, or from the menu to another list."""
    chosen = chosen_value(interaction) or at.kind_of_page
    kind = Kind(chosen) if chosen in set(Kind) else Kind.WAITING
    layout, pictures = await inbox_page(interaction, kind, at.page)
    try:
        await replace_layout(interaction, layout, pictures)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("inbox not edited: %s", error)
        for file in pictures:
            file.reset()
        await reply_layout(interaction, layout, pictures)


async def show_inbox(interaction: Interaction, kind: Kind = Kind.WAITING) -> None:
    """Show the first page, privately; if nothing waits for the person, that of all matches."""
    await reply_layout(interaction, *await inbox_page(interaction, kind, 0, instead=Kind.MINE))


async def inbox_page(
    interaction: Interaction, kind: Kind, number: int, *, instead: Kind | None = None
) -> Page:
    """A page and its pictures; if nothing waits, perhaps the matches of a kind `instead`."""
    inbox, reader = interaction.client.service.inbox, ids.user(interaction)
    channel = (await here(interaction)).channel
    page = await inbox.page(reader, kind, number, channel)
    if instead and kind is Kind.WAITING and not page.rows:
        page = await inbox.page(reader, instead, number, channel)
    preferences = await preferences_of(interaction)
    theme = view_from(preferences).theme
    shown = [
        replace(each, emoji=_emoji(interaction, each, theme))
        for each in await read_entries(interaction, page)
    ]
    gallery = not preferences.text
    if gallery:
        await take_allowance(interaction, PICTURES, max(1, board_count(shown)))
    pictures = await draw_tiles(shown, preferences, reader) if gallery else []
    return inbox_layout(page, shown, reader, pictures, gallery=gallery), pictures


def _emoji(interaction: Interaction, shown: InboxEntry, theme: str) -> str:
    match, game = shown.match, shown.row.game
    own = str(match.seat_of(ids.user(interaction))) if match else ""
    return interaction.client.emoji_book.before(game, theme, own, *icon_names(game))


def inbox_layout(
    page: InboxPage,
    shown: Sequence[InboxEntry],
    reader: PersonId,
    pictures: Sequence[discord.File],
    *,
    gallery: bool = True,
) -> ui.LayoutView:
    """A page whose buttons work as long as its message exists. Without a `gallery` it does not
    mention missing boards."""
    heading, texts = page_texts(page, shown, reader)
    missed = gallery and len(pictures) < board_count(shown)
    layout = page_layout([ui.TextDisplay(f"{heading}\n{UNDRAWN}" if missed else heading)])
    if pictures:
        items = [discord.MediaGalleryItem(file) for file in pictures]
        layout.add_item(ui.MediaGallery(*items))
    for each, text in zip(shown, texts, strict=True):
        layout.add_item(ui.Section(text, accessory=_entry_button(each, reader)))
    layout.add_item(ui.ActionRow(_kind_menu(page.kind)))
    page_button = partial(_page_button, page.kind)
    pages = turning(page.number, not page.more, page_button)
    layout.add_item(ui.ActionRow(*pages, page_button("Refresh", page.number)))
    return layout


def board_count(shown: Iterable[InboxEntry]) -> int:
    """How many matches of a page have a board to be drawn."""
    return sum(each.match is not None and each.match.position is not None for each in shown)


def page_texts(
    page: InboxPage, shown: Sequence[InboxEntry], reader: PersonId
) -> tuple[str, list[str]]:
    """The heading and the matches in words; if the whole would be too long, names are cut, and
    emojis and pairs are left out."""
    heading = page_heading(page)
    texts = [entry_text(each, reader, NAME) for each in shown]
    if len(heading) + len(UNDRAWN) + 1 + sum(map(len, texts)) > TEXT_LIMIT:
        bare = [replace(each, emoji="", other=None) for each in shown]
        texts = [entry_text(each, reader, SHORT_NAME) for each in bare]
    return heading, texts


def _entry_button(shown: InboxEntry, reader: PersonId) -> Button:
    row = shown.row
    at = Address(row.match, row.seq)
    if shown.changes.asks:
        return match_button("answer", at)
    if row.status is Status.RUNNING and row.turn == reader:
        return match_button("move", at)
    if row.status is Status.INVITED and is_awaited(row, reader):
        return match_button("ready" if is_mustering(shown) else "answer", at)
    return match_button("view", at, "Board")


def _kind_menu(kind: Kind) -> ui.Select[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=str(InboxId(MENU)))
    for each, (label, about) in KINDS.items():
        select.add_option(label=label, value=each, description=about, default=each is kind)
    return select


def _page_button(kind: Kind, label: str, number: int) -> Button:
    return button(InboxId(kind, number), label)
