"""How the person at hand sees boards: their own word, then their server's, then the usual."""

from bot.front.context import Client, Interaction
from bot.matches.match import Match
from bot.matches.personal.preferences import USUAL, Preferences
from renderers import View, themes

PERSON, SERVER = "person", "guild"
"""Whose word preferences are, as the store keeps them."""


async def preferences_of(interaction: Interaction) -> Preferences:
    """What holds for the person who is talking, where they are talking."""
    said = await interaction.client.store.preferences(PERSON, interaction.user.id)
    return Preferences.of(said).over(
        await server_preferences(interaction.client, interaction.guild_id)
    )


async def server_preferences(client: Client, guild: int | None) -> Preferences:
    """What holds for everybody in a server who has said nothing."""
    said = await client.store.preferences(SERVER, guild) if guild else {}
    return Preferences.of(said).over(USUAL)


async def private_view_of(interaction: Interaction, match: Match | None = None) -> View:
    """How the person sees boards; those of a match from the side they like."""
    return private_view(await preferences_of(interaction), match, interaction.user.id)


async def public_view(client: Client, guild: int | None) -> View:
    """How boards look that everybody in a server sees: never turned."""
    return view_from(await server_preferences(client, guild))


def private_view(preferences: Preferences, match: Match | None, person: int) -> View:
    """How somebody with those preferences sees the board of a match."""
    second = match is not None and match.seat_of(person) == 2
    return view_from(preferences, turned=second and preferences.side == "own")


def view_from(preferences: Preferences, *, turned: bool = False) -> View:
    """The view that whole preferences ask for; a theme that is no more gives way to the usual."""
    usual, *others = themes()
    return View(
        theme=preferences.theme if preferences.theme in others else usual,
        turned=turned,
        coordinates=bool(preferences.coordinates),
        large=bool(preferences.large),
    )
