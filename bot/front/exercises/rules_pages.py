"""The rules of a game, page by page, with their drawn examples; and How to play, on one page."""

from collections.abc import Iterable, Iterator

import discord
from discord import ui

from bot.catalog import Entry, Example, entry
from bot.exercises.lessons import lesson
from bot.front import ids
from bot.front.board import pictures, preferences
from bot.front.discord import layouts
from bot.front.discord.context import (
    Interaction,
    Page,
    replace_layout,
    reply_layout,
    take_allowance,
)
from bot.front.ui.base import (
    Button,
    CustomId,
    action,
    button,
    learn_button,
    message_view,
    turning,
)
from bot.model.limits import PICTURES
from bot.model.records import PersonId
from renderers import View, icon_names


class RulesPageId(CustomId, written="page:{game}:{page}"):
    game: str
    page: int


@action(RulesPageId)
async def turn_rules(interaction: Interaction, at: RulesPageId) -> None:
    page = await rules_page(interaction, entry(at.game), at.page)
    # Pages of earlier versions are plain messages, which can't become laid-out ones.
    pressed = interaction.message
    turn = replace_layout if pressed and pressed.flags.components_v2 else reply_layout
    await turn(interaction, *page)


async def show_rules(interaction: Interaction, game: Entry, page: int) -> None:
    await reply_layout(interaction, *await rules_page(interaction, game, page))


async def show_how(interaction: Interaction, game: Entry) -> None:
    """How to play in one message: the goal, and what the pictures need explained drawn in them."""
    await take_allowance(interaction, PICTURES)
    view = await preferences.private_view_of(interaction)
    examples = [e for page in game.rules for e in page.examples if e.legend]
    drawn = await drawings(game, examples, view, ids.user(interaction), with_legends=True)
    texts = how_texts(game, examples, emoji_of(interaction, game, view))
    whole = button(RulesPageId(game.key, 0), "All rules")
    buttons = message_view([whole, *ways_on(game)])
    await reply_layout(interaction, *_laid_out(texts, drawn, buttons))


def _laid_out(texts: list[str], drawn: Iterable[discord.File | None], buttons: ui.View) -> Page:
    # The first text, each caption above its picture, and the small print.
    first, *captions, small = texts
    files = [file for file in drawn if file]
    pairs = zip(captions, drawn, strict=True)
    parts = [part for pair in pairs for part in pair if part]
    return layouts.unboxed([first, *parts, small], buttons), files


def emoji_of(interaction: Interaction, game: Entry, view: View) -> str:
    """A piece of the game, to put before its name."""
    return interaction.client.emoji_book.before(game.key, view.theme, *icon_names(game.key))


def how_texts(game: Entry, examples: Iterable[Example], emoji: str = "") -> list[str]:
    """How to play in words: the beginning, a caption for each picture, and the small print."""
    begin = [f"## {emoji}How to play {game.name}", f"**{game.goal}**", f"Your turn: {game.turn}"]
    return ["\n".join(begin), *_captions(examples), f"-# {game.weight}."]


def _captions(examples: Iterable[Example]) -> Iterator[str]:
    return (f"*{example.caption}*" for example in examples)


def ways_on(game: Entry) -> Iterator[Button]:
    """The buttons of somebody who has read enough."""
    if lesson(game.key).stages:
        yield learn_button("lessons", game.key)
    yield learn_button("playme", game.key)
    yield learn_button("challenge", game.key)


async def rules_page(interaction: Interaction, game: Entry, page: int) -> Page:
    """The message that shows a page. Raises Refused to somebody who looks too often."""
    await take_allowance(interaction, PICTURES)
    view = await preferences.private_view_of(interaction)
    examples = game.rules[page % len(game.rules)].examples
    drawn = await drawings(game, examples, view, ids.user(interaction))
    texts = rules_texts(game, page, emoji_of(interaction, game, view))
    return _laid_out(texts, drawn, page_buttons(game, page))


def rules_texts(game: Entry, page: int, emoji: str = "") -> list[str]:
    """A page in words: its text, a caption for each picture, and the small print. The last page
    names the game's author, if known, and its source."""
    shown = game.rules[page % len(game.rules)]
    is_last = shown is game.rules[-1]
    author = f" · {game.name}: {game.author}" if game.author and is_last else ""
    small = [
        *([f"-# Told in our own words, after {game.source}"] if is_last else []),
        f"-# Page {page % len(game.rules) + 1} of {len(game.rules)}{author}",
    ]
    text = f"## {emoji}{game.name}: {shown.title}\n{shown.text}"
    return [text, *_captions(shown.examples), "\n".join(small)]


def page_buttons(game: Entry, page: int) -> ui.View:
    def page_button(label: str, number: int) -> Button:
        return button(RulesPageId(game.key, number), label)

    is_last = page + 1 >= len(game.rules)
    return message_view([*turning(page, is_last, page_button), *(ways_on(game) if is_last else ())])


async def drawings(
    game: Entry,
    examples: Iterable[Example],
    view: View,
    person: PersonId,
    *,
    with_legends: bool = False,
) -> list[discord.File | None]:
    """The pictures of examples, each with its own name; None for one that can't be drawn."""
    drawn = [
        await pictures.unless_failed(
            pictures.example_file(game, each, view, person, each.legend if with_legends else ""),
            "%s: example not drawn",
            game.key,
        )
        for each in examples
    ]
    for number, file in enumerate(drawn, 1):
        if file:
            file.filename = f"{game.key}-{number}.png"
    return drawn
