"""A competition's tables in private: a division at a time, for the person who asks for them."""

import discord
from discord import ui

from bot.front import ids
from bot.front.board import preferences
from bot.front.competitions.post_words import (
    board_links,
    bye_lines,
    head_text,
    running_lines,
    settled_lines,
)
from bot.front.competitions.tables import TablePage, by_number, page_of_reader, table_pages
from bot.front.discord import lanes, permissions
from bot.front.discord.context import (
    Interaction,
    Message,
    acknowledge_press,
    is_private,
    replace_private,
    reply_private,
    take_allowance,
)
from bot.front.discord.markdown import join_lines
from bot.front.ui.base import Button, CustomId, action, button, message_view, turning
from bot.model.competitions.competition import Phase
from bot.model.limits import PICTURES
from bot.service.competitions.changing import CompetitionView, NoSuchCompetition

OWN = 0
"""The page of the reader themselves."""


class TablesId(CustomId, written="tables:{number}:p{page}"):
    """A page, from 1, of the tables of a competition; 0 for that of the person who presses."""

    number: int
    page: int


@action(TablesId, "", "Tables", acknowledge=acknowledge_press)
async def turn_tables(interaction: Interaction, at: TablesId) -> None:
    """Show the page in private; below a private page instead of it."""
    await _require_known(interaction, at.number)
    message = await tables_message(interaction, at.number, at.page)
    await (replace_private if is_private(interaction) else reply_private)(interaction, *message)


async def _require_known(interaction: Interaction, number: int) -> None:
    # A button may be older than the reader's permissions.
    found = await interaction.client.service.competitions.competition(number)
    if not await permissions.may_know(interaction, found.channel):
        raise NoSuchCompetition(number)


def tables_button(number: int, page: int = OWN, label: str | None = None) -> Button:
    return button(TablesId(number, page), label)


async def show_tables(interaction: Interaction, number: int, page: int = OWN) -> None:
    """Answer privately with the state of a competition: the page of its tables, who still plays
    whom, and buttons to the other pages. Raises NoSuchCompetition, and Refused if a person asks too
    often."""
    await reply_private(interaction, *await tables_message(interaction, number, page))


async def tables_message(interaction: Interaction, number: int, page: int = OWN) -> Message:
    """The same as a message."""
    await take_allowance(interaction, PICTURES)
    view = await interaction.client.service.competitions.view(number)
    if view.competition.guild != interaction.guild_id:
        raise NoSuchCompetition(number)
    reader = ids.user(interaction)
    pages = await lanes.VIEWS.run_for(reader, table_pages, view, reader)
    if not pages:
        return head_text(view), [], message_view([])
    at = min(page or page_of_reader(view, pages, reader), len(pages))
    shown = pages[at - 1]
    links = await board_links(interaction.client, view.competition, shown.fixtures)
    table, files = await _drawn(interaction, view, shown)
    playing = running_lines(view, shown.fixtures, links)
    lines = [head_text(view), *table, *bye_lines(view), *playing, *_settled(view)]
    return join_lines(lines), files, _pager(number, at, len(pages))


def _settled(view: CompetitionView) -> list[str]:
    return [*settled_lines(view)] if view.competition.phase is Phase.ENDED else []


async def _drawn(
    interaction: Interaction, view: CompetitionView, shown: TablePage
) -> tuple[list[str], list[discord.File]]:
    chosen, entrants = await preferences.preferences_of(interaction), by_number(view)
    seen = preferences.view_from(chosen)
    file = await lanes.VIEWS.run_for(ids.user(interaction), shown.file, seen)
    names = shown.undrawn(entrants)
    small = [f"-# {names}."] if names else []
    return [*small, *([shown.in_characters(entrants)] if chosen.text else [])], [file]


def _pager(number: int, at: int, pages: int) -> ui.View:
    # Their pages count from 1: 0 is that of the person who presses.
    beside = turning(at - 1, at == pages, lambda name, n: tables_button(number, n + 1, name))
    return message_view(beside)
