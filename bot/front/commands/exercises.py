"""The commands of somebody who learns or solves."""

from typing import Any

from discord import app_commands

from bot.front.commands.fields import command_of, game_field
from bot.front.exercises.lesson_panel import show_lessons, show_puzzle

WHICH = "Which game; leave it out for all of them"


def learn_command() -> app_commands.Command[Any, ..., Any]:
    about = "Learn a game by doing, step by step, in private"
    return command_of("learn", about, [game_field(WHICH)], show_lessons)


def puzzle_command() -> app_commands.Command[Any, ..., Any]:
    about = "A puzzle at your strength, in private"
    return command_of("puzzle", about, [game_field(WHICH)], show_puzzle)
