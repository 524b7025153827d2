"""The commands that show things: matches, people, and a person's own settings."""

import asyncio

import discord
from discord.app_commands import Choice, Range

from bot.catalog import entry
from bot.front import ids
from bot.front.board import animations
from bot.front.board.preferences import private_view_of
from bot.front.board.private_view import require_board
from bot.front.commands.options import (
    REQUIRED,
    Command,
    Field,
    command_of,
    game_field,
    group_of,
    of_match,
)
from bot.front.competitions.leagues import leagues_of_person
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply, person_of, reply_private
from bot.front.discord.markdown import LIMIT, bold, join_lines, lines_in_messages
from bot.front.invitations.ladder_panel import show_ladder
from bot.front.match import analysis
from bot.front.match.follow import follow_or_not, keep_note
from bot.front.meant import TO_FOLLOW, TO_REPLAY, TO_REVIEW, TO_VIEW
from bot.front.people.calendar import apply_zone, show_calendar
from bot.front.people.inbox import show_inbox
from bot.front.people.notices import show_notices
from bot.front.people.privacy import ABOUT, hand_out, warn
from bot.front.people.ratings import all_games, curve_files, one_game, show_leaderboard
from bot.front.people.settings_pages import show_settings
from bot.front.text.moves_here import moves_here
from bot.front.text.profiles import profile_page
from bot.front.text.turns import status_line, title_for, with_bold_names
from bot.front.ui.choices import OFFERED, to_choose
from bot.model.clock.calendar import zones, zones_like
from bot.model.match import Match
from bot.model.records import PersonId, Status
from bot.service.inbox import Kind
from bot.service.personal.following import LONGEST_NOTE

# Characters that stay free for what a person must know, and for line breaks.
SMALL_PRINT = 200

# What a person must know who is given directions, which are those of the channel's board.
TURNED = (
    "Your own pictures are turned round: east is on their left. `/settings` shows them as the "
    "channel sees them."
)


FIRST = Field("first", Range[int, 1], "The first turn you want to see", called="from")
LAST = Field("last", Range[int, 1], "The last one; leave both out for the whole match", called="to")
SHARE = Field("share", bool, "Show it to everybody here, not only to you", default=False)
replay = of_match(
    "replay",
    "See a match again, or some turns of it",
    animations.show_animation,
    TO_REPLAY,
    behind=[FIRST, LAST, SHARE],
)

MISSED = "What was missed in a match that is over, as far as it is proven"
review = of_match("review", MISSED, analysis.show_review, TO_REVIEW)


async def _describe(interaction: Interaction, match: Match, space: str) -> None:
    require_board(match)
    reader = ids.user(interaction)
    text = await lanes.VIEWS.run_for(reader, space_text, match, space, reader)
    if (await private_view_of(interaction, match)).turned:
        # The person's own pictures are turned.
        text += f"\n-# {TURNED}"
    await reply_private(interaction, text)


def space_text(match: Match, space: str, reader: PersonId) -> str:
    rules, position = match.rules, match.position
    text = with_bold_names(match, lambda names: rules.describe_cell(position, space, names))
    below = [status_line(match, reader), f"-# {title_for(match, reader)}"]
    room = LIMIT - SMALL_PRINT - len("\n".join([text, *below]))
    return join_lines(filter(None, [text, moves_here(match, space, room), *below]))


SPACE = Field(
    "space",
    Range[str, 1, 40],
    "The space, as the board names it; the centers of Bump are C1 and C2",
    default=REQUIRED,
)
DESCRIBE = "What is on a space in words, and what can be played there"
describe = of_match("describe", DESCRIBE, _describe, TO_VIEW, [SPACE])


async def _settings(interaction: Interaction, *, server: bool) -> None:
    await show_settings(interaction, "server" if server else "me")


async def _games(interaction: Interaction, *, here: bool) -> None:
    await show_inbox(interaction, Kind.HERE if here else Kind.WAITING)


SERVER = "For managers: where, how and how long this server plays, and its boards"
settings = command_of(
    "settings",
    "Your settings: boards, notices, calendar, challenges and blocks",
    [Field("server", bool, SERVER, default=False)],
    _settings,
)
notices = command_of("notices", "Where and when you are called and reminded", (), show_notices)
games = command_of(
    "games",
    "All your boards, those waiting first",
    [Field("here", bool, "Those of this channel, yours first", default=False)],
    _games,
)
ladder = command_of("ladder", "Which of my levels you have beaten, and the next", (), show_ladder)

FOLLOW = "Get a match's turns by direct message; again to stop"
follow = of_match("follow", FOLLOW, follow_or_not, TO_FOLLOW)

NOTE = Field(
    "text",
    Range[str, 0, LONGEST_NOTE],
    "What only you will see with the board; leave it out to remove your note",
    default="",
)
note = of_match("note", "Keep a private note about a match", keep_note, TO_VIEW, behind=[NOTE])


async def zones_offered(_: Interaction, typed: str) -> list[Choice[str]]:
    """The zones with that in their name, from memory once they were read."""
    await asyncio.to_thread(zones)
    return to_choose(zones_like(typed, OFFERED))


async def _calendar(interaction: Interaction, zone: str | None) -> None:
    if zone:
        await apply_zone(
            interaction.client.service.calendars, ids.user(interaction), {"zone": zone}
        )
    await show_calendar(interaction)


ZONE = "Your time zone: type a city near you"
calendar = command_of(
    "calendar",
    "When your clocks stop: while you sleep, on weekends, on vacation",
    [Field("zone", Range[str, 1, 64], ZONE, offer=zones_offered)],
    _calendar,
)


async def _about(interaction: Interaction) -> None:
    await reply_private(interaction, ABOUT)


privacy = group_of(
    "privacy",
    "What I store about you: see it, get it, delete it",
    command_of("about", "What I store about you, why and for how long", (), _about),
    command_of("export", "Get all that I store about you, as files", (), hand_out),
    command_of("delete", "Delete all that I store about you; I ask first", (), warn),
)

CURVE = "-# The line is the rating, week by week; the band is what it may be off by."
ROBOT = "That is me. I answer at once, finish every match, and have no clock to keep."


def profile_command() -> Command:
    about = "How somebody plays: ratings, results, how fast they answer"
    fields = (
        Field("person", discord.User, "Whom you ask about; leave it out for yourself"),
        game_field("Results of one game: opponents, longest chain, most captures"),
    )
    return command_of("profile", about, fields, _show_profile)


def leaderboard_command() -> Command:
    about = "Who leads a game, in this server or everywhere"
    rated = "Of those rated within that many months (usually 12)"
    several = "Matches of three and more players, which have ratings of their own"
    fields = (
        game_field("Which game", REQUIRED),
        Field("months", Range[int, 1, 36], rated, default=12),
        Field("several", bool, several, default=False),
        Field("everywhere", bool, "All servers, not only this one", default=False),
    )
    return command_of("leaderboard", about, fields, show_leaderboard)


async def _show_profile(
    interaction: Interaction, person: discord.User | None, game: str | None
) -> None:
    user = person or interaction.user
    if user == interaction.client.user:
        raise PrivateReply(ROBOT)
    if user.bot:
        raise PrivateReply(f"{bold(person_of(user))} is a bot and can't play. I can: challenge me.")
    files: list[discord.File] = []
    if game is not None:
        about = await one_game(interaction, person_of(user).id, entry(game))
        files = await curve_files(interaction, person_of(user), entry(game))
        text = "\n".join([bold(person_of(user)), about, *([CURVE] if files else [])])
    else:
        text = await _known_as(interaction, user)
    *parts, last = lines_in_messages(text.split("\n"))
    for part in parts:
        await reply_private(interaction, part)
    await reply_private(interaction, last, files)


async def _known_as(interaction: Interaction, user: discord.User | discord.Member) -> str:
    person = person_of(user)
    found = await interaction.client.service.profiles.profile(person.id)
    here = await running_here(interaction, person.id)
    rungs = await interaction.client.service.profiles.rungs(person.id)
    own = person.id == ids.user(interaction)
    solved = await interaction.client.service.exercises.solving(person.id) if own else None
    text = profile_page(person, found, here, rungs, own=own, solved=solved)
    games = await all_games(interaction, person.id)
    return "\n".join(filter(None, [text, games, await leagues_of_person(interaction, person.id)]))


async def running_here(interaction: Interaction, person: PersonId) -> int:
    """The person's running matches in this server, or outside of servers in this channel."""
    rows = await interaction.client.matches.of_person(person)
    running = (row for row in rows if row.status is Status.RUNNING)
    if interaction.guild_id:
        return sum(row.guild == interaction.guild_id for row in running)
    return sum(row.channel == interaction.channel_id for row in running)
