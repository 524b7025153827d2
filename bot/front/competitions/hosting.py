"""Announces a tournament, shows one, and lists those of a server."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.catalog import entry
from bot.front.competitions import finding
from bot.front.competitions.asked_terms import (
    TIMES,
    USUAL_ROUND,
    beginning,
    changed_terms,
    round_length,
    terms_of,
    usual_time,
)
from bot.front.competitions.post_words import announcement, beginning_text, is_announced
from bot.front.competitions.showing import show_tables
from bot.front.competitions.words import first_seat_note, fixture_terms, season_title
from bot.front.discord import permissions
from bot.front.discord.context import Client, Interaction, PrivateReply, reply_private
from bot.front.discord.home import lasting_channel
from bot.front.discord.markdown import join_lines, message_link, relative_time
from bot.front.living import state_of
from bot.front.posting.at_discord import leave_note
from bot.front.ui.base import message_view
from bot.model.competitions.competition import Competition, Format, Phase
from bot.model.places import LivingKind, PostState

ANNOUNCED = (
    "{name} is tournament {number}. Its post is on its way to <#{channel}>; anyone who wants to "
    "play presses **Enter** there.\n{begins} `/tournament begin` begins it earlier, `/tournament "
    "change` changes it until then, `/tournament call-off` ends it."
)
PAIRS_HELP = (
    "In pairs each of two begins once, and these are single matches: `/tournament change` with "
    "`pairs` makes pairs of them."
)
CHANGED = (
    "{name} has been changed: {terms}. {begins} Its post in <#{channel}> says so in a moment; "
    "nobody is called for that."
)
MOVED = (
    "{name} is in <#{channel}> now: its post and the matches that are still to begin come there."
)
UNSEEN = (
    "⚠️ I don't see its channel any more, so nothing is posted: `{change}` with `channel` gives it "
    "another."
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

CHANGE = "/tournament change"

ENDED_LISTED = 10
"""Tournaments that are over and still listed."""


async def announce_tournament(interaction: Interaction, **asked: Any) -> None:
    """Announce one as the options of the command ask for it."""
    guild = permissions.server_of(interaction, finding.PLAYED_IN_SERVERS)
    channel = asked["channel"].id if asked["channel"] else lasting_channel(interaction)
    await require_channel(interaction, channel)
    form, length = Format(asked["format"]), round_length(asked["round"])
    if asked["rounds"] is not None and form is not Format.SWISS:
        raise PrivateReply(ROUNDS_FOLLOW)
    wanted = {name: asked[name] for name in ("game", "options", "pairs", "rated")}
    terms = terms_of(**wanted, time=asked["time"] or usual_time(length))
    begins, host = await beginning(interaction, asked["begins"]), interaction.user.id
    new = Competition(
        *(0, form, guild, channel, asked["name"], terms, host, Phase.SIGN_UP, begins, begins),
        rounds=asked["rounds"] or 0,
        round_time=length,
    )
    found = await interaction.client.service.competitions.announce(new)
    answer = ANNOUNCED.format(
        name=season_title(found),
        number=found.number,
        channel=channel,
        begins=beginning_text(found),
    )
    await reply_private(interaction, answer + first_seat_note(found.terms, PAIRS_HELP))


async def require_channel(interaction: Interaction, channel: int) -> None:
    """Refuse a channel that the person may not choose, or in which the bot may not post."""
    permissions.require_host(interaction, channel)
    await permissions.require_place(interaction, channel, interaction.guild_id)
    permissions.require_postable(interaction, channel)


async def change_tournament(interaction: Interaction, tournament: int | None, **given: Any) -> None:
    """Change what is given of a tournament that has not begun."""
    before = await finding.find_tournament(interaction, tournament, finding.has_not_ended)
    permissions.require_host(interaction, before.channel)
    channel = given["channel"].id if given["channel"] else None
    if channel:
        await require_channel(interaction, channel)
    wish = {
        "name": given["name"] and given["name"].strip(),
        "channel": channel,
        "format": Format(given["format"]) if given["format"] else None,
        "begins": await beginning(interaction, given["begins"]) if given["begins"] else None,
        "round_time": round_length(given["round"]) if given["round"] else None,
    }
    wish = {name: value for name, value in wish.items() if value is not None}
    client, number = interaction.client, before.number
    post = await state_of(client, LivingKind.COMPETITION, number)
    after = await client.service.competitions.change(number, partial(_changed, given, wish))
    if after.channel != before.channel:
        await leave_moved_note(client, post, after)
    if after.phase is Phase.RUNNING:
        await reply_private(interaction, _moved(after))
        return
    answer = CHANGED.format(
        name=season_title(after),
        terms=fixture_terms(after.terms),
        begins=beginning_text(after),
        channel=after.channel,
    )
    await reply_private(interaction, answer + first_seat_note(after.terms, PAIRS_HELP))


async def leave_moved_note(client: Client, post: PostState | None, after: Competition) -> None:
    """The living post of a moved tournament is made in its new channel; a note stays in the old
    one."""
    if post:
        await leave_note(client, post.channel, post.message, _moved(after))


def _moved(of: Competition) -> str:
    return MOVED.format(name=season_title(of), channel=of.channel)


def _changed(given: Mapping[str, Any], wish: Mapping[str, Any], before: Competition) -> Competition:
    after = replace(before, **wish, terms=changed_terms(given, before.terms))
    if after.format is not Format.SWISS:
        if given["rounds"] is not None:
            raise PrivateReply(ROUNDS_FOLLOW)
        # With 0 the number follows from the entrants, once it begins.
        after = replace(after, rounds=before.rounds if after.format is before.format else 0)
    elif given["rounds"] is not None:
        after = replace(after, rounds=given["rounds"])
    was_usual = before.terms.control == TIMES[usual_time(before.round_time or USUAL_ROUND)]
    if given["round"] and given["time"] is None and was_usual:
        control = TIMES[usual_time(after.round_time or USUAL_ROUND)]
        after = replace(after, terms=replace(after.terms, control=control))
    return after


def channel_trouble(interaction: Interaction, channel: int, change: str) -> str | None:
    """What managers are told about a channel in which nothing can be posted any more, and that this
    command changes it; None for all others."""
    if not permissions.may_host(interaction, channel):
        return None
    if permissions.permissions_in(interaction.client, channel) is None:
        return UNSEEN.format(change=change)
    return permissions.why_silent(interaction.client, channel)


async def show_tournament(interaction: Interaction, number: int) -> None:
    """The announcement with its buttons, and once it has begun the tables."""
    of = await finding.tournament_here(interaction, number)
    if not is_announced(of):
        await show_tables(interaction, number)
        return
    text, buttons = announcement(await interaction.client.service.competitions.view(number))
    await reply_private(interaction, text, view=message_view(buttons))


async def list_tournaments(interaction: Interaction, *, ended: bool = False) -> None:
    """Those of the server that are open, or with those that are over."""
    found = await finding.tournaments_here(interaction, open_only=not ended)
    if not found:
        raise PrivateReply(NO_TOURNAMENT if ended else NO_TOURNAMENT + ENDED_TOO)
    own = await finding.own_numbers(interaction)
    kind, client = LivingKind.COMPETITION, interaction.client
    posts = await client.service.living_posts.find(PostState, kind=kind, guild=interaction.guild_id)
    links = {
        each.subject: message_link(each.guild, each.channel, each.message)
        for each in posts
        if each.message
    }
    lines = _lines(interaction, found, own, links)
    await reply_private(interaction, join_lines([LIST_HEAD, *lines]))


def _lines(
    interaction: Interaction,
    found: Sequence[Competition],
    own: Collection[int],
    links: Mapping[int, str],
) -> Iterator[str]:
    over = [each for each in found if not each.is_open][:ENDED_LISTED]
    for each in [*(each for each in found if each.is_open), *over]:
        was_or_is = "are in" if each.is_open else "took part"
        is_in = f" · you {was_or_is}" if each.number in own else ""
        game = entry(each.terms.game).name
        title, link = season_title(each), links.get(each.number)
        linked = f"[{title}]({link})" if link else title
        yield f"- {each.number} · {linked} · {game} · {_state(each)}{is_in}"
        if each.is_open and (trouble := channel_trouble(interaction, each.channel, CHANGE)):
            yield f"  {trouble}"


def _state(of: Competition) -> str:
    if of.phase is Phase.SIGN_UP:
        return f"{finding.PHASES[of.phase]}, begins {relative_time(of.begins)}"
    if of.phase is Phase.RUNNING:
        return f"round {of.round} of {of.rounds}, ends {relative_time(of.ends)} at the latest"
    return finding.PHASES[of.phase]
