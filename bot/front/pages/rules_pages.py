"""The rules of a game, page by page, with their drawn examples."""

import logging
import re
from typing import Any, Self

import discord
from discord import ui

from bot.catalog import Entry, entry
from bot.front import preferences
from bot.front.board import pictures
from bot.front.components.base import GuardedItem
from bot.front.context import Interaction, reply_private
from bot.front.text.markdown import clip
from renderers import View

log = logging.getLogger(__name__)

ADDRESS = r"page:(?P<game>[a-z0-9_]{1,40}):(?P<page>\d{1,3})"


class RulesPageButton(GuardedItem, ui.DynamicItem[ui.Button[Any]], template=ADDRESS):
    """Turns to a page of the rules."""

    def __init__(self, game: str, page: int, label: str) -> None:
        self.game, self.page = game, page
        super().__init__(ui.Button(label=label, custom_id=f"page:{game}:{page}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button of a custom id."""
        return cls(found["game"], int(found["page"]), "…")

    async def press(self, interaction: Interaction) -> None:
        """Show that page instead of this one."""
        await interaction.response.defer()
        game = entry(self.game)
        files = await _drawings(game, self.page, await preferences.private_view_of(interaction))
        await interaction.edit_original_response(
            content=page_text(game, self.page),
            attachments=files,
            view=page_buttons(game, self.page),
        )


async def show_rules(interaction: Interaction, game: Entry, page: int) -> None:
    """Show a page of the rules, privately."""
    files = await _drawings(game, page, await preferences.private_view_of(interaction))
    await reply_private(
        interaction, page_text(game, page), view=page_buttons(game, page), files=files
    )


def page_text(game: Entry, page: int) -> str:
    """A page in words. Every page names the game's author, the last one its source too."""
    shown = game.rules[page % len(game.rules)]
    captions = [f"*{example.caption}*" for example in shown.examples]
    lines = [
        f"## {game.name}: {shown.title}",
        shown.text,
        *captions,
        *([f"-# Told in our own words, after {game.source}"] if shown is game.rules[-1] else []),
        f"-# Page {page % len(game.rules) + 1} of {len(game.rules)} · {game.name}: {game.author}",
    ]
    return clip("\n".join(lines))


def page_buttons(game: Entry, page: int) -> ui.View:
    """Buttons to the page before and the page after."""
    view = ui.View(timeout=None)
    if page > 0:
        view.add_item(RulesPageButton(game.key, page - 1, "Back"))
    if page + 1 < len(game.rules):
        view.add_item(RulesPageButton(game.key, page + 1, "Next"))
    return view


async def _drawings(game: Entry, page: int, view: View) -> list[discord.File]:
    """The examples of a page as pictures; without those that can't be drawn."""
    files = []
    for example in game.rules[page % len(game.rules)].examples:
        try:
            files.append(await pictures.example_file(game, example, view))
        except Exception:
            log.exception("%s: an example of the rules could not be drawn", game.key)
    return files[:10]
