"""The command tree: what is checked before a command runs, and who hears of its errors."""

from typing import Any

import discord
from discord import app_commands

from bot.front.discord import context, private_api
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.errors import OF_COMPLETIONS, report
from bot.front.discord.options import require_fitting


class Tree(app_commands.CommandTree[context.Client]):
    """The commands. Whatever they raise is reported to the person who typed them; of suggestions it
    is said in the log."""

    def __init__(self, client: context.Client) -> None:
        super().__init__(client)
        private_api.tree_log.addFilter(OF_COMPLETIONS)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the person may use commands now, and this one is known as they have it.
        Suggestions are just not made; what was typed is acknowledged, as all of it is answered in
        private."""
        is_suggesting = interaction.type is discord.InteractionType.autocomplete
        sent: Any = interaction.data
        try:
            context.require_not_leaving(interaction)
            require_fitting(interaction)
            if not is_suggesting and sent["type"] == discord.AppCommandType.chat_input.value:
                await context.defer_private(interaction)
        except Exception as error:
            if not is_suggesting:
                await report(interaction, error)
            elif not isinstance(error, PrivateReply | app_commands.CommandSignatureMismatch):
                raise
            return False
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)
