"""Finding somebody to play with, and not being found: the lobby, the menu of a person, blocks."""

from typing import Any

import discord
from discord import app_commands

from bot.front.discord.context import Interaction, person_of, reply_private
from bot.front.discord.markdown import bold
from bot.front.invitations.block_panel import show_blocked
from bot.front.invitations.challenge_form import open_challenge_form
from bot.front.invitations.lobby_panel import show_lobby
from bot.front.invitations.lobby_worker import POSTED, post_lobby


@app_commands.command(
    name="lobby", description="The challenges of this channel that anybody may take"
)
@app_commands.describe(post="For managers: post the list in the channel, kept up to date")
async def lobby(interaction: Interaction, post: bool = False) -> None:
    if post:
        await post_lobby(interaction)
        await reply_private(interaction, POSTED)
    else:
        await show_lobby(interaction)


@app_commands.command(name="block", description="Keep somebody from challenging you; see your list")
@app_commands.describe(person="Whom you don't want to play; leave it out to see your list")
async def block(interaction: Interaction, person: discord.User | None = None) -> None:
    done = ""
    if person:
        other = person_of(person)
        await interaction.client.service.welcome.block(interaction.user.id, other)
        done = f"{bold(other)} is blocked."
    await show_blocked(interaction, done)


@app_commands.command(name="unblock", description="Let somebody challenge you again")
@app_commands.describe(person="Who may challenge you again")
async def unblock(interaction: Interaction, person: discord.User) -> None:
    other = person_of(person)
    await interaction.client.service.welcome.unblock(interaction.user.id, other)
    await show_blocked(interaction, f"{bold(other)} may challenge you again.")


def challenge_menu() -> app_commands.ContextMenu:
    """“Challenge to a game”, in the menu of a person."""

    async def run(interaction: Interaction, person: discord.Member | discord.User) -> None:
        await open_challenge_form(interaction, person)

    callback: Any = run
    return app_commands.ContextMenu(name="Challenge to a game", callback=callback)
