"""How the current person sees boards: their own setting, then their server's, then the default."""

from dataclasses import replace

from bot.catalog import entry
from bot.front import ids
from bot.front.discord.context import Client, Interaction
from bot.model.clock.time_control import OFFERED_BY_KEY, TimeControl
from bot.model.match import Match
from bot.model.records import PersonId
from bot.service.personal.preferences import USUAL, Preferences
from renderers import View, themes


async def preferences_of(interaction: Interaction) -> Preferences:
    """The effective preferences of the person, where the interaction is."""
    book = interaction.client.service.preferences
    return await book.of_person(ids.user(interaction), ids.guild(interaction))


async def private_view_of(interaction: Interaction, match: Match | None = None) -> View:
    """How the person sees boards; those of a match from the side they prefer."""
    return private_view(await preferences_of(interaction), match, ids.user(interaction))


async def boards_of(client: Client, match: Match) -> Preferences:
    """The effective preferences for the public boards of a match."""
    people = [person.id for person in match.seats if not person.is_deleted]
    return await client.service.preferences.of_posts(match.guild, people)


async def public_view(client: Client, match: Match) -> View:
    """How public boards of a match look: never turned."""
    return posted_view(await boards_of(client, match))


def posted_view(server: Preferences) -> View:
    """How boards look that are posted in a server: small on a phone, so the names of empty spaces
    are left out, unless a player asked for them."""
    return replace(view_from(server), empty=server.spaces == "all")


def usual_control(server: Preferences) -> TimeControl | None:
    """The time of a challenge that asks for none, in a server with those preferences."""
    return OFFERED_BY_KEY.get(server.time or "", OFFERED_BY_KEY[USUAL.time or ""])


def private_view(preferences: Preferences, match: Match | None, person: PersonId) -> View:
    """How somebody with those preferences sees the board of a match: the second player from their
    own end, if they want it and the game has ends."""
    if match is None or match.seat_of(person) != 2 or not entry(match.game).game.has_ends:
        return view_from(preferences)
    return view_from(preferences, turned=preferences.side == "own")


def view_from(preferences: Preferences, *, turned: bool = False) -> View:
    """The view that full preferences ask for; a theme that no longer exists is replaced by the
    default."""
    usual, *others = themes()
    return View(
        theme=preferences.theme if preferences.theme in others else usual,
        turned=turned,
        coordinates=bool(preferences.coordinates),
        large=bool(preferences.large),
    )
