"""The rules of a game, page by page, with their drawn examples; and How to play, on one page."""

from collections.abc import Iterable, Iterator

import discord
from discord import ui

from bot.catalog import Entry, Example, entry
from bot.exercises.lessons import lesson
from bot.front import preferences
from bot.front.board import pictures
from bot.front.discord.context import Interaction, Message, reply_private, take_allowance
from bot.front.discord.markdown import clip
from bot.front.ui.base import CustomId, LearnButton, PanelItem, learn_button, message_view, turning
from bot.model.limits import PICTURES
from renderers import View, icon_names


class RulesPageId(CustomId, written="page:{game}:{page}"):
    game: str
    page: int


class RulesPageButton(PanelItem[RulesPageId], kind=RulesPageId):
    async def changed(self, interaction: Interaction) -> Message:
        return await rules_page(interaction, entry(self.parsed.game), self.parsed.page)


async def show_rules(interaction: Interaction, game: Entry, page: int) -> None:
    await reply_private(interaction, *await rules_page(interaction, game, page))


async def show_how(interaction: Interaction, game: Entry) -> None:
    """How to play in one message: the goal, and what the pictures need explained drawn in them."""
    await take_allowance(interaction, PICTURES)
    view = await preferences.private_view_of(interaction)
    examples = [e for page in game.rules for e in page.examples if e.legend]
    files = await drawings(game, examples, view, interaction.user.id, with_legends=True)
    buttons = [RulesPageButton.button(RulesPageId(game.key, 0), "All rules")]
    await reply_private(
        interaction,
        how_text(game, examples, emoji_of(interaction, game, view)),
        files,
        message_view([*buttons, *ways_on(game)]),
    )


def emoji_of(interaction: Interaction, game: Entry, view: View) -> str:
    """A piece of the game, to put before its name."""
    return interaction.client.emoji_book.before(game.key, view.theme, *icon_names(game.key))


def how_text(game: Entry, examples: Iterable[Example], emoji: str = "") -> str:
    pictures = [f"{n}. {example.caption}" for n, example in enumerate(examples, 1)]
    begin = [f"## {emoji}How to play {game.name}", f"**{game.goal}**", f"Your turn: {game.turn}"]
    return "\n".join([*begin, *pictures, f"-# {game.weight}."])


def ways_on(game: Entry) -> Iterator[LearnButton]:
    """The buttons of somebody who has read enough."""
    if lesson(game.key).stages:
        yield learn_button("lessons", game.key)
    yield learn_button("playme", game.key)
    yield learn_button("challenge", game.key)


async def rules_page(interaction: Interaction, game: Entry, page: int) -> Message:
    """The message that shows a page. Raises Refused to somebody who looks too often."""
    await take_allowance(interaction, PICTURES)
    view = await preferences.private_view_of(interaction)
    examples = game.rules[page % len(game.rules)].examples
    files = await drawings(game, examples, view, interaction.user.id)
    text = page_text(game, page, emoji_of(interaction, game, view))
    return text, files, page_buttons(game, page)


def page_text(game: Entry, page: int, emoji: str = "") -> str:
    """A page in words. The last one names the game's author, if known, and its source."""
    shown = game.rules[page % len(game.rules)]
    # The pictures come below all words, so several are told apart by their order.
    several = len(shown.examples) > 1
    captions = [f"{f'{n}. ' * several}*{e.caption}*" for n, e in enumerate(shown.examples, 1)]
    is_last = shown is game.rules[-1]
    author = f" · {game.name}: {game.author}" if game.author and is_last else ""
    lines = [
        f"## {emoji}{game.name}: {shown.title}",
        shown.text,
        *captions,
        *([f"-# Told in our own words, after {game.source}"] if is_last else []),
        f"-# Page {page % len(game.rules) + 1} of {len(game.rules)}{author}",
    ]
    return clip("\n".join(lines))


def page_buttons(game: Entry, page: int) -> ui.View:
    def button(label: str, number: int) -> RulesPageButton:
        return RulesPageButton.button(RulesPageId(game.key, number), label)

    is_last = page + 1 >= len(game.rules)
    return message_view([*turning(page, is_last, button), *(ways_on(game) if is_last else ())])


async def drawings(
    game: Entry, examples: Iterable[Example], view: View, person: int, *, with_legends: bool = False
) -> list[discord.File]:
    """The pictures of examples; one that can't be drawn leaves the words."""
    drawn = [
        await pictures.unless_failed(
            pictures.example_file(game, each, view, person, each.legend if with_legends else ""),
            f"{game.key}: example not drawn",
        )
        for each in examples
    ]
    return [file for file in drawn if file][:10]
