"""The commands of somebody who learns or solves."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.catalog import catalog
from bot.front.discord.context import Interaction
from bot.front.exercises.lesson_panel import show_lessons, show_puzzle


def learn_command() -> app_commands.Command[Any, ..., Any]:
    async def run(interaction: Interaction, game: str | None = None) -> None:
        await show_lessons(interaction, game)

    return _with_game(run, "learn", "Learn a game by doing, step by step, in private")


def puzzle_command() -> app_commands.Command[Any, ..., Any]:
    async def run(interaction: Interaction, game: str | None = None) -> None:
        await show_puzzle(interaction, game)

    return _with_game(run, "puzzle", "A puzzle at your strength, in private")


def _with_game(run: Any, name: str, description: str) -> app_commands.Command[Any, ..., Any]:
    choices = [Choice(name=game.name, value=game.key) for game in catalog().values()]
    app_commands.describe(game="Which game; leave it out for all of them")(run)
    app_commands.choices(game=choices)(run)
    return app_commands.Command(name=name, description=description, callback=run)
