"""The button below a puzzle of the day, and what managers set it up with."""

from typing import Any

from discord import ButtonStyle, ui

from bot.exercises.exercise import ExerciseId
from bot.front.discord.context import Interaction, defer_private, person_of
from bot.front.exercises.on_exercise import open_exercise
from bot.front.ui.base import CustomId, GuardedItem


class SolveId(CustomId, written="solve:{exercise}"):
    """The button of the puzzle of a day."""

    exercise: ExerciseId


class SolveButton(GuardedItem[SolveId], kind=SolveId):
    """Opens the puzzle in private, for whoever presses it, where they left it."""

    async def press(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        of, guild = self.parsed.exercise, interaction.guild_id
        if guild is not None:
            book = interaction.client.service.daily
            await book.enter(guild, of, person_of(interaction.user))
        await open_exercise(interaction, of)


def solve_button(of: ExerciseId) -> SolveButton:
    face: ui.Button[Any] = ui.Button(label="Solve", style=ButtonStyle.success)
    return SolveButton(face, SolveId(of))
