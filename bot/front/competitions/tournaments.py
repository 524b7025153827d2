"""What commands and buttons do with tournaments: announce, show, list, enter, withdraw, begin, call
off."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.catalog import entry
from bot.front import ids
from bot.front.competitions import finding
from bot.front.competitions.asked_terms import (
    beginning,
    changed_terms,
    channel_trouble,
    require_channel,
    round_length,
    terms_of,
)
from bot.front.competitions.items import TOURNAMENT, competition_action, competition_buttons
from bot.front.competitions.length_words import round_pace
from bot.front.competitions.post_words import announcement, beginning_text, is_announced
from bot.front.competitions.showing import show_tables
from bot.front.competitions.words import competition_terms, first_seat_note, season_title
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    person_of,
    replace_private,
    reply_private,
)
from bot.front.discord.home import lasting_channel
from bot.front.discord.markdown import full_time, join_lines, message_link, relative_time
from bot.front.living import leave_where_it_was, state_of
from bot.front.ui.base import GREEN, RED, message_view
from bot.games.phrases import counted
from bot.model.competitions.competition import USUAL_ROUND, Competition, Format, Phase, Presence
from bot.model.competitions.lengths import round_of_days
from bot.model.places import LivingKind, PostState
from bot.model.records import PersonId
from bot.service.competitions.changing import CompetitionView

ENTERED = (
    "You are in: {name} begins {begins}. Your first match then starts automatically, in "
    "<#{channel}>, and you are called when it is your turn."
)
IN_ALREADY = "You are in {name} already. It begins {begins}."
LEFT = "You have withdrawn from {name}. Until it begins you can enter again."
RESIGNED = (
    "You have withdrawn from {name}. Your matches of it are resigned, and what you have not begun "
    "is forfeited."
)
NOT_IN = "You don't take part in {name}."
ASK_RESIGN = (
    "Withdraw from {name}? It has begun: you resign your matches of it that run, forfeit the rest, "
    "and come last in its table. That can't be undone."
)
ASK_CALL_OFF = (
    "Call {name} off, with {players} in it? It ends without a result; running matches go on like "
    "any others. That can't be undone."
)
OVER = "{name} is over already. `/tournament show` has its table."
BEGUN = "{name} begins with {players}. The first matches are on their way."
CALLED_OFF = "{name} is called off."


@competition_action(TOURNAMENT, "enter", "Enter", GREEN)
async def enter_tournament(interaction: Interaction, number: int) -> None:
    of = await finding.tournament_here(interaction, number)
    book, user = interaction.client.service.competitions, interaction.user
    before = await book.view(number)
    was_in = any(each.person == user.id for each in before.entrants)
    await book.enter(number, person_of(user))
    text = IN_ALREADY if was_in else ENTERED
    answer = text.format(name=season_title(of), begins=full_time(of.begins), channel=of.channel)
    await reply_private(interaction, answer)


@competition_action(TOURNAMENT, "leave", "Withdraw")
async def leave_tournament(interaction: Interaction, number: int) -> None:
    """Withdraw before it begins; ask first if that gives up matches."""
    of = await finding.tournament_here(interaction, number, own=True)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), ids.user(interaction))
    if of.phase is Phase.RUNNING:
        view = message_view(competition_buttons(TOURNAMENT, number, "resign", "keep"))
        await reply_private(interaction, ASK_RESIGN.format(name=season_title(of)), view=view)
        return
    await book.take_entry_back(number, ids.user(interaction))
    await reply_private(interaction, LEFT.format(name=season_title(of)))


def _require_in(view: CompetitionView, person: PersonId) -> None:
    of = view.competition
    if not of.is_open:
        raise PrivateReply(OVER.format(name=season_title(of)))
    found = next((each for each in view.entrants if each.person == person), None)
    if found is None or found.presence is not Presence.IN:
        raise PrivateReply(NOT_IN.format(name=season_title(of)))


async def _managed(interaction: Interaction, number: int, *, is_open: bool = False) -> Competition:
    # The tournament, for its managers alone, and perhaps only one that is not over.
    of = await finding.tournament_here(interaction, number)
    permissions.require_host(interaction, of.channel)
    if is_open and not of.is_open:
        raise PrivateReply(OVER.format(name=season_title(of)))
    return of


async def begin_tournament(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number)
    book = interaction.client.service.competitions
    await book.begin(number)
    players = counted(len((await book.view(number)).entrants), "player")
    await reply_private(interaction, BEGUN.format(name=season_title(of), players=players))


async def ask_to_end(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number, is_open=True)
    entrants = (await interaction.client.service.competitions.view(number)).entrants
    question = ASK_CALL_OFF.format(name=season_title(of), players=counted(len(entrants), "player"))
    view = message_view(competition_buttons(TOURNAMENT, number, "calloff", "keep"))
    await reply_private(interaction, question, view=view)


@competition_action(TOURNAMENT, "resign", "Yes, withdraw", RED)
async def resign_tournament(interaction: Interaction, number: int) -> None:
    of = await finding.tournament_here(interaction, number, own=True)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), ids.user(interaction))
    await book.leave(number, ids.user(interaction))
    await replace_private(interaction, RESIGNED.format(name=season_title(of)))


@competition_action(TOURNAMENT, "calloff", "Yes, call it off", RED)
async def call_tournament_off(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number, is_open=True)
    await interaction.client.service.competitions.call_off(number)
    await replace_private(interaction, CALLED_OFF.format(name=season_title(of)))


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
    form = Format(asked["format"])
    if asked["rounds"] is not None and form is not Format.SWISS:
        raise PrivateReply(ROUNDS_FOLLOW)
    wanted = {name: asked[name] for name in ("game", "options", "pairs", "rated", "preparing")}
    terms = terms_of(**wanted)
    length = round_length(asked["round"]) if asked["round"] else round_of_days(terms)
    begins, host = await beginning(interaction, asked["begins"]), ids.user(interaction)
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
    answer = join_lines(filter(None, [answer, round_pace(terms, length)]))
    await reply_private(interaction, answer + first_seat_note(found.terms, PAIRS_HELP))


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
    await leave_where_it_was(client, post, after.channel, moved_text(after))
    if after.phase is Phase.RUNNING:
        await reply_private(interaction, moved_text(after))
        return
    answer = CHANGED.format(
        name=season_title(after),
        terms=competition_terms(after),
        begins=beginning_text(after),
        channel=after.channel,
    )
    answer = join_lines(
        filter(None, [answer, round_pace(after.terms, after.round_time or USUAL_ROUND)])
    )
    await reply_private(interaction, answer + first_seat_note(after.terms, PAIRS_HELP))


def moved_text(of: Competition) -> str:
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
    return after


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
    posts = await client.service.living_posts.find(
        PostState, kind=kind, guild=ids.guild(interaction)
    )
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
