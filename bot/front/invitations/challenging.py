"""Makes the challenge that a person asks for, by the command or in the form."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.catalog import Entry, Option
from bot.front import ids
from bot.front.board import preferences
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply, person_of
from bot.front.discord.home import here
from bot.front.discord.markdown import bold, message_link, relative_time
from bot.front.text.profiles import guest_lines
from bot.front.ui.answers import reply_with_notes
from bot.model.clock.time_control import (
    HARD,
    TimeControl,
    control_text,
    days_a_move,
    offered_controls,
)
from bot.model.events import Person
from bot.model.match import Match
from bot.model.profiles.ladder import Step, next_to_beat
from bot.model.records import MatchSummary, Status
from bot.model.terms import Terms, Wanted
from bot.service.invitations.levels import level_name, offered_levels
from bot.service.personal.preferences import Preferences

User = discord.User | discord.Member
FIRST = {"me": "host", "them": "guest", "random": "random"}
TIMES = {control_text(each): each for each in offered_controls(hard=False)}
USUAL_TIME = control_text(days_a_move(7))
BEGINS = {1: "me", 2: "them"}
ENDINGS = {
    "soft": "the opponent may claim the win, or wait",
    "hard": "the match is lost",
}
AWAY = (
    "-# I can only answer here. What comes up when nobody has just used me here goes by direct "
    "message: your friends have to allow those from me, or look at `/games`."
)
WAITING = (
    "You have challenged {name} to {game} here already: match {number} waits for their answer. "
    "Press **Withdraw** on it to ask for something else."
)


async def begin(interaction: Interaction, game: Entry, given: Mapping[str, Any]) -> Match:
    permissions.require_postable(interaction, (await here(interaction)).channel)
    channel, guild = ids.channel(interaction), ids.guild(interaction)
    server = await permissions.require_place(interaction, channel, guild)
    if given.get("ladder"):
        given = await _on_the_ladder(interaction, game, given)
    invited = seats(interaction, game, given)
    await require_new(interaction, game, invited)
    control = _control_of(given, preferences.usual_control(server))
    return await interaction.client.matches.challenge(
        game=game.key,
        options=dict(agreed(game, given, 1 + len(invited))),
        host=person_of(interaction.user),
        invited=invited,
        channel=(await here(interaction)).channel,
        guild=guild,
        first=FIRST[given.get("first") or "random"],
        control=control,
        wanted=Wanted(given.get("finishes"), given.get("answers")),
        terms=_terms_of(interaction, given, invited, server),
        standing=bool(given.get("standing")),
    )


def _control_of(given: Mapping[str, Any], usual: TimeControl | None) -> TimeControl | None:
    control = TIMES[given["time"]] if given.get("time") else usual
    if given.get("ending") != "hard":
        return control
    if control is None:
        raise PrivateReply(
            "Without a time limit nobody runs out of time. Choose a time, or leave `ending` out."
        )
    return replace(control, hard=True)


def _terms_of(
    interaction: Interaction,
    given: Mapping[str, Any],
    invited: tuple[Person | None, ...],
    server: Preferences,
) -> Terms:
    claims, ladder = bool(given.get("claims")), bool(given.get("ladder"))
    rated = given.get("rated")
    if rated is None:
        # Defaults among people don't apply to a match with the bot, which is never rated.
        robot = interaction.client.user
        is_among_people = robot is None or robot.id not in {p.id for p in invited if p}
        rated = is_among_people and bool(server.rated)
    pair = bool(given.get("pair"))
    return Terms(given.get("level"), claims, ladder, rated=rated, pair=pair)


async def _on_the_ladder(
    interaction: Interaction, game: Entry, given: Mapping[str, Any]
) -> Mapping[str, Any]:
    """What was given, with the defaults of the ladder: the bot as opponent, at the next level."""
    asked = {name: value for name, value in given.items() if value is not None}
    rungs = await interaction.client.service.profiles.rungs(ids.user(interaction))
    levels = [asked["level"]] if "level" in asked else [*offered_levels()]
    beaten = {rung.step for rung in rungs if rung.game == game.key}
    level, seat = next_to_beat(beaten, levels) or (levels[-1], 1)
    usual = {"opponent": interaction.client.user, "level": level, "first": BEGINS[seat]}
    return usual | asked


def seats(
    interaction: Interaction, game: Entry, given: Mapping[str, Any]
) -> tuple[Person | None, ...]:
    """The seats besides the host's: those asked by name, then the open ones."""
    users = [u for name, u in given.items() if name.startswith("opponent") and u is not None]
    for user in users:
        require_guest(interaction, user)
    count = given.get("players") or max(game.players.start, 1 + len(users))
    if 1 + len(users) > count:
        raise PrivateReply(
            f"You name {len(users)} opponents for {count} players. Ask for more players."
        )
    open_seats = count - 1 - len(users)
    if open_seats:
        permissions.require_shared_channel(interaction)
    return (*map(person_of, users), *[None] * open_seats)


async def require_new(
    interaction: Interaction, game: Entry, invited: tuple[Person | None, ...]
) -> None:
    """Refuse to ask a person here for a game for which the host has asked them alone already."""
    host, matches = ids.user(interaction), interaction.client.matches
    if len(invited) != 1 or invited[0] is None or invited[0].id == host:
        return
    for row in await matches.of_person(host, channel=(await here(interaction)).channel):
        asked = {host, invited[0].id} == {person.id for person in row.people}
        if row.status is not Status.INVITED or row.game != game.key or not asked:
            continue
        match = await matches.match(row.match)
        if match.host.id == host and len(match.invited) == 1:
            again = WAITING.format(name=bold(invited[0]), number=row.match, game=game.name)
            raise PrivateReply(f"{again}\n{await _challenge_link(interaction, row)}")


async def require_new_rung(interaction: Interaction, game: Entry, step: Step) -> None:
    """Refuse to begin what the person is playing on the ladder already."""
    me, robot, matches = ids.user(interaction), interaction.client.user, interaction.client.matches
    alone = {me, robot.id if robot else 0}
    for row in await matches.of_person(me):
        is_alike = row.status is Status.RUNNING and row.game == game.key
        if not is_alike or {person.id for person in row.people} != alone:
            continue
        match = await matches.listed(row)
        if match.terms.ladder and (match.level, match.seat_of(me)) == step:
            again = f"You play that one already: match {match.id}."
            raise PrivateReply(f"{again}\n{await _challenge_link(interaction, row)}")


async def _challenge_link(interaction: Interaction, row: MatchSummary) -> str:
    post = await interaction.client.service.posts.last_board(row.match)
    where = message_link(row.guild, post.channel, post.message) if post else f"<#{row.channel}>"
    return f"It is here: {where}"


def require_guest(interaction: Interaction, user: User) -> None:
    """Refuse an opponent who could never answer."""
    if user == interaction.client.user:
        return
    name = bold(person_of(user))
    if user.bot:
        raise PrivateReply(f"{name} is a bot and can't play. I can: challenge me.")
    permissions.require_shared_channel(interaction)
    is_known = interaction.guild_id and not permissions.may_only_answer(interaction)
    if is_known and not isinstance(user, discord.Member):
        raise PrivateReply(f"{name} is not in this server, and would not see the board.")
    if isinstance(user, discord.Member) and not permissions.can_see(interaction, user):
        raise PrivateReply(
            f"{name} can't see this channel. Challenge them where both of you can read."
        )


def agreed(game: Entry, given: Mapping[str, Any], players: int) -> Iterator[tuple[str, Any]]:
    """The options in the form of the rules: those given, and defaults for the others."""
    for option in game.options:
        if option.kind == "per_seat":
            yield option.name, _for_each_seat(option, given, players)
        elif option.kind == "choice" and given.get(option.name) is not None:
            yield option.name, dict(option.choices)[given[option.name]]
        elif given.get(option.name) is not None:
            yield option.name, given[option.name]
        elif option.default is not None:
            yield option.name, option.default


def _for_each_seat(option: Option, given: Mapping[str, Any], players: int) -> list[Any]:
    """Host first, then the others, who all get the same."""
    yours, theirs = given.get(f"your_{option.name}"), given.get(f"their_{option.name}")
    mine = option.default if yours is None else yours
    return [mine, *[option.default if theirs is None else theirs] * (players - 1)]


def _time_lines(match: Match, given: Mapping[str, Any]) -> Iterator[str]:
    """That a challenge has a time nobody asked for, if that is not the command's default."""
    time = control_text(match.control).removesuffix(f", {HARD}")
    if not given.get("time") and time != USUAL_TIME:
        yield f"-# Time to think: {time}, as is usual in this server. `time` asks for another."


def small_lines(match: Match, given: Mapping[str, Any]) -> Iterator[str]:
    """Defaults that may surprise."""
    yield from _time_lines(match, given)
    yield from level_lines(match, given)


def level_lines(match: Match, given: Mapping[str, Any]) -> Iterator[str]:
    """The level of the bot, if nobody asked for one, and the rules of the ladder."""
    if match.level is None:
        return
    if match.terms.ladder:
        yield (
            f"-# On the ladder, level {level_name(match.level)}: a win on the board counts, and "
            "there are no takebacks and no hints."
        )
    elif given.get("level") is None:
        yield (
            f"-# I play at level {level_name(match.level)}, as usual. `/challenge {match.game}` "
            "has others, and `/ladder` leads up through them."
        )


def begins_text(match: Match) -> str:
    """That a match begins, or both of a pair."""
    if match.terms.pair:
        return (
            f"Match {match.id} begins, and the other one of the pair. Both boards are on their way."
        )
    return f"Match {match.id} begins. The board is on its way."


async def challenge(
    interaction: Interaction,
    game: Entry,
    given: Mapping[str, Any],
    small: Callable[[Match, Mapping[str, Any]], Iterator[str]],
    *below: str,
) -> None:
    """Make the challenge and say what became of it, with `small` print about defaults, what is
    known of those who are asked, and the buttons below."""
    match = await begin(interaction, game, given)
    guests = await guest_lines(interaction.client, match)
    away = [AWAY] if permissions.may_only_answer(interaction) else []
    lines = [
        _challenge_text(match, standing=bool(given.get("standing"))),
        *away,
        *small(match, given),
        *guests,
        *below,
    ]
    await reply_with_notes(interaction, match, "\n".join(lines))


def _challenge_text(match: Match, *, standing: bool) -> str:
    if match.status is not Status.INVITED:
        return begins_text(match)
    ends = relative_time(match.expires)
    if standing:
        return (
            f"Your challenge is match {match.id}. It stays here, is renewed each time somebody "
            f"takes it, and ends {ends}; **Withdraw** ends it at once."
        )
    return (
        f"Your challenge is match {match.id}. It stays here until it is answered, or ends {ends}."
    )
