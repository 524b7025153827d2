"""Which game? All games in one picture, and how to begin with one of them."""

import re
from functools import cache
from typing import Any

from discord import SelectOption, ui

from bot.catalog import Entry, catalog, entry
from bot.front import ids
from bot.front.board.pictures import Picture, example_position, unless_failed
from bot.front.board.preferences import private_view_of
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, Message, take_allowance
from bot.front.discord.markdown import clip
from bot.front.exercises.lesson_panel import ANY
from bot.front.picker.controller import redraw_screen
from bot.front.ui.base import (
    GREEN,
    LearnId,
    action,
    button,
    chosen_value,
    learn_button,
    message_view,
)
from bot.games.phrases import comma_list
from bot.model.limits import PICTURES
from renderers import View, stacked, thumbnail

HEAD = (
    "**I host slow games of push and shove.** Move when it suits you, days apart, and I call you "
    "when it is your turn."
)
WEIGHTS = ("light", "medium", "heavy")

ABREAST = 3
"""Boards beside each other."""


async def games_message(interaction: Interaction, head: str, chosen: str | None = None) -> Message:
    """All games, drawn and described, with the buttons to begin with the chosen one, or with the
    lightest."""
    await take_allowance(interaction, PICTURES)
    games, person = [*catalog().values()], ids.user(interaction)
    game = entry(chosen) if chosen else min(games, key=_burden)
    theme = (await private_view_of(interaction)).theme
    drawing = lanes.VIEWS.run_for(person, _gallery, theme)
    drawn = await unless_failed(drawing, "the games are not drawn")
    files = [Picture(drawn, _alt_text()).file("games.png")] if drawn else []
    told = comma_list([_in_short(each) for each in games])
    below = interaction.client.contact.lines
    text = "\n".join(filter(None, [head, f"{told}.", f"**{game.name}:** {game.goal}", below]))
    return text, files, message_view([_menu(game), *_ways_on(game)])


def _minutes(game: Entry) -> int:
    # Of reading its rules, as the data file says.
    found = re.search(r"(\d+) minutes", game.weight)
    return int(found[1]) if found else 0


def _weight(game: Entry) -> str:
    return game.weight.partition(":")[0].lower()


def _burden(game: Entry) -> tuple[int, int]:
    weight = _weight(game)
    return WEIGHTS.index(weight) if weight in WEIGHTS else len(WEIGHTS), _minutes(game)


def _in_short(game: Entry) -> str:
    minutes = f", rules {_minutes(game)} min" if _minutes(game) else ""
    return f"**{game.name}** ({_weight(game)}{minutes})"


def _alt_text() -> str:
    return f"The boards of {comma_list([game.name for game in catalog().values()])}."


@cache
def _gallery(theme: str) -> bytes:
    return stacked([_board(game, theme) for game in catalog().values()], ABREAST)


def _board(game: Entry, theme: str) -> bytes:
    shown = next(example for page in game.rules for example in page.examples)
    position, effects = example_position(game, shown)
    view = View(theme=theme)
    return thumbnail(game.key, position, effects, view=view, square=True, title=game.name)


def _menu(chosen: Entry) -> ui.Select[Any]:
    options = [
        SelectOption(
            label=game.name,
            value=game.key,
            description=clip(game.weight, 100),
            default=game is chosen,
        )
        for game in catalog().values()
    ]
    return ui.Select(custom_id=str(LearnId("which", ANY)), options=options)


def _ways_on(game: Entry) -> list[ui.Item[Any]]:
    play = button(LearnId("playme", game.key), "Play now", GREEN)
    below = [learn_button("lessons", game.key, "Learn"), learn_button("challenge", game.key)]
    return [play, *below, *(learn_button(name, game.key) for name in ("steps", "hints"))]


@action(LearnId, "which")
async def pick_game(interaction: Interaction, _: LearnId) -> None:
    """Show how to begin with another game."""
    pressed = interaction.message
    head = pressed.content.partition("\n")[0] if pressed else HEAD
    message = await games_message(interaction, head, chosen_value(interaction))
    await redraw_screen(interaction, *message)
