"""Announces a tournament, shows one, and lists those of a server."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from bot.catalog import entry
from bot.front.competitions.announcement import (
    announcement,
    beginning_text,
    is_announced,
)
from bot.front.competitions.asked_terms import terms_of
from bot.front.competitions.showing import show_tables
from bot.front.competitions.tournament_times import beginning, round_length, usual_time
from bot.front.competitions.tournaments import (
    IN_SERVERS,
    PHASES,
    own_numbers,
    tournament_of,
    tournaments_here,
)
from bot.front.competitions.words import first_seat_note, season_title
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply, person_of, reply_private
from bot.front.discord.home import lasting_channel
from bot.front.discord.markdown import join_lines, message_link, relative_time
from bot.front.ui.base import message_view
from bot.model.competitions.competition import Competition, Format, Phase

ANNOUNCED = (
    "{name} is tournament {number}. Its post is on its way to <#{channel}>; whoever likes presses "
    "**Enter** there.\n{begins} `/tournament begin` begins it earlier, `/tournament call-off` ends "
    "it."
)
PAIRS_HELP = (
    "In pairs each of two begins once, and these are single matches: to have pairs, call it off "
    "and announce it anew with `pairs`."
)
ROUNDS_FOLLOW = (
    "In a round robin everybody meets everybody, which says how many rounds there are. Leave "
    "`rounds` out, or choose Swiss as `format`."
)
NO_TOURNAMENT = (
    "No tournament can be entered or runs here. Managers announce one with `/tournament announce`."
)
ENDED_TOO = " `ended` lists those that are over."
LIST_HEAD = "**Tournaments of this server.** `/tournament show` has announcement or tables of one."

ENDED_LISTED = 10
"""Tournaments that are over and still listed."""


@dataclass(frozen=True, slots=True)
class AskedTournament:
    """What somebody asks for who announces a tournament; None where they said nothing."""

    name: str
    game: str
    begins: str
    form: Format = Format.ROUND_ROBIN
    options: str | None = None
    time: str | None = None
    round: str | None = None
    rounds: int | None = None
    pairs: bool = True
    rated: bool = True
    channel: int | None = None


async def announce_tournament(interaction: Interaction, asked: AskedTournament) -> None:
    guild, channel = await _place(interaction, asked)
    if asked.rounds is not None and asked.form is not Format.SWISS:
        raise PrivateReply(ROUNDS_FOLLOW)
    length = round_length(asked.round)
    time = asked.time or usual_time(length)
    found = await interaction.client.service.competitions.announce(
        host=person_of(interaction.user),
        guild=guild,
        channel=channel,
        name=asked.name,
        form=asked.form,
        terms=terms_of(asked.game, asked.options, time, pairs=asked.pairs, rated=asked.rated),
        begins=await beginning(interaction, asked.begins),
        round_time=length,
        rounds=asked.rounds,
    )
    answer = ANNOUNCED.format(
        name=season_title(found),
        number=found.number,
        channel=channel,
        begins=beginning_text(found),
    )
    await reply_private(interaction, answer + first_seat_note(found.terms, PAIRS_HELP))


async def _place(interaction: Interaction, asked: AskedTournament) -> tuple[int, int]:
    guild = permissions.server_of(interaction, IN_SERVERS)
    channel = asked.channel or lasting_channel(interaction)
    permissions.require_host(interaction, channel)
    await permissions.require_place(interaction, channel, guild)
    permissions.require_postable(interaction, channel)
    return guild, channel


async def show_tournament(interaction: Interaction, number: int) -> None:
    """The announcement with its buttons, and once it has begun the tables."""
    of = await tournament_of(interaction, number)
    if not is_announced(of):
        await show_tables(interaction, number)
        return
    text, buttons = announcement(await interaction.client.service.competitions.view(number))
    await reply_private(interaction, text, view=message_view(buttons))


async def list_tournaments(interaction: Interaction, *, ended: bool = False) -> None:
    """Those of the server that are open, or with those that are over."""
    found = await tournaments_here(interaction, open_only=not ended)
    if not found:
        raise PrivateReply(NO_TOURNAMENT if ended else NO_TOURNAMENT + ENDED_TOO)
    own = await own_numbers(interaction)
    await reply_private(interaction, join_lines([LIST_HEAD, *_lines(found, own)]))


def _lines(found: Sequence[Competition], own: Collection[int]) -> Iterator[str]:
    over = [each for each in found if not each.is_open][:ENDED_LISTED]
    for each in [*(each for each in found if each.is_open), *over]:
        is_in = " · you are in" if each.number in own else ""
        game = entry(each.terms.game).name
        yield f"- {each.number} · {_linked(each)} · {game} · {_state(each)}{is_in}"


def _linked(of: Competition) -> str:
    link = message_link(of.guild, of.channel, of.message) if of.message else ""
    return f"[{season_title(of)}]({link})" if link else season_title(of)


def _state(of: Competition) -> str:
    if of.phase is Phase.SIGN_UP:
        return f"{PHASES[of.phase]}, begins {relative_time(of.begins)}"
    if of.phase is Phase.RUNNING:
        return f"round {of.round} of {of.rounds}, ends {relative_time(of.ends)} at the latest"
    return PHASES[of.phase]
