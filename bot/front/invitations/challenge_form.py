"""The whole challenge in one form, from a person's menu or below the rules of a game.

The person, 0 if the form asks for one, is in its custom id, so it outlives a restart.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import ui

from bot.catalog import Entry, catalog, entry
from bot.front import ids
from bot.front.board import preferences
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply, defer_private, person_of, show_form
from bot.front.discord.home import here
from bot.front.discord.markdown import clip, one_line
from bot.front.invitations import challenging
from bot.front.ui.base import BLUE, FORM, UNKNOWN, CustomId, LearnId, action, parsed_number
from bot.front.ui.forms import Fields, chosen_fields, form, ticked
from bot.model.clock.time_control import control_text
from bot.model.records import PersonId
from bot.service.invitations.levels import USUAL, level_name, offered_levels

# The id in the form that asks for an opponent, or for nobody by name.
ANYONE = PersonId(0)

MYSELF = "You can't challenge yourself. Open the menu of somebody else, or of me."
GONE = (
    "I can't find that person any more, so nobody is challenged. `/challenge` asks somebody else."
)
# The choices in the menus besides that of the game.
KNOWN: Mapping[str, Mapping[str, Any]] = {
    "time": challenging.TIMES,
    "ending": challenging.ENDINGS,
    "first": challenging.FIRST,
}

# What can be asked for besides: ratings only of people, and the last only of anyone.
MORE = (
    (
        "Out of time loses automatically",
        "hard",
        "Else the opponent may claim the win, or wait",
    ),
    (
        "A proven win may be claimed",
        "claims",
        "A player who can prove it need not play it out",
    ),
    (
        "It counts for ratings",
        "rated",
        "No hints; /profile shows what it changes",
    ),
    (
        "Two matches, seats swapped, one result",
        "pair",
        "Side by side; each of you begins one of them",
    ),
    (
        "Ask again each time it is taken, for 30 days",
        "standing",
        "For a challenge that anyone may accept",
    ),
)
FIRSTS = {"random": "Chance decides", "me": "I begin", "them": "They begin"}
USUAL_OPTIONS = (
    "-# The options of {game} are the usual ones. `/challenge {key}` lets you choose them, and ask "
    "for more."
)


class ChallengeFormId(CustomId, written="ask:{person}"):
    """The form of a challenge to that person."""

    person: PersonId


async def open_challenge_form(
    interaction: Interaction, user: discord.User | discord.Member
) -> None:
    """Open the form, unless that person could never answer, or doesn't want challenges."""
    if user == interaction.user:
        raise PrivateReply(MYSELF)
    challenging.require_guest(interaction, user)
    person = person_of(user)
    await interaction.client.service.welcome.require_guest(ids.user(interaction), person)
    is_robot = user == interaction.client.user
    await _open(interaction, person.id, person.name, is_robot=is_robot)


@action(LearnId, "challenge", "Challenge…", BLUE, acknowledge=None)
async def open_game_form(interaction: Interaction, at: LearnId) -> None:
    """Open the form for a game, which asks for the opponent too."""
    await _open(interaction, ANYONE, "somebody", entry(at.game).key)


async def _open(
    interaction: Interaction, person: PersonId, name: str, game: str = "", *, is_robot: bool = False
) -> None:
    permissions.require_postable(interaction, (await here(interaction)).channel)
    channel, guild = ids.channel(interaction), ids.guild(interaction)
    server = await permissions.require_place(interaction, channel, guild)
    usual, rated = control_text(preferences.usual_control(server)), bool(server.rated)
    asked = challenge_form(person, name, usual, game, is_robot=is_robot, rated=rated)
    await show_form(interaction, asked)


def challenge_form(
    person: PersonId,
    name: str,
    usual: str = challenging.USUAL_TIME,
    game: str = "",
    *,
    is_robot: bool = False,
    rated: bool = False,
) -> ui.Modal:
    """The form of a challenge to that person, or ANYONE; `usual` is the preselected time; the
    `game`, or else the first, is preselected too, and whether it is `rated`. A bot's form asks for
    its level."""
    games = [(game.name, key, clip(game.blurb, 100)) for key, game in catalog().items()]
    fields = [_opponent()] if person == ANYONE else []
    fields.append(_field("Game", ui.Select(custom_id="game"), games, game or games[0][1]))
    if is_robot:
        levels = [(words.name, str(n), words.line) for n, words in offered_levels().items()]
        menu: ui.Select[Any] = ui.Select(custom_id="level")
        fields.append(_field("How strong I play", menu, levels, str(USUAL)))
    times = [(time, time, "") for time in challenging.TIMES]
    fields.append(_field("Time to think", ui.Select(custom_id="time"), times, usual))
    firsts = [(label, name, "") for name, label in FIRSTS.items()]
    fields.append(_field("Who begins", ui.RadioGroup(custom_id="first"), firsts, "random"))
    left_out = {"standing"} if person != ANYONE else set()
    left_out |= {"rated"} if is_robot else set()
    boxes = [box for box in MORE if box[1] not in left_out]
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id="more", required=False, min_values=0, max_values=len(boxes)
    )
    fields.append(_field("More", group, boxes, *(["rated"] if rated else [])))
    return form(f"Challenge {one_line(name)} to a game", ChallengeFormId(person), fields)


def _opponent() -> Any:
    select: ui.UserSelect[Any] = ui.UserSelect(custom_id="opponent", required=False, min_values=0)
    # The form is full: it has no row for the level, which only the bot's own form asks for.
    about = f"Nobody: anyone here may accept. Me: I play at level {level_name(USUAL)}."
    return ui.Label(text="Opponent", description=about, component=select)


def _field(
    label: str,
    group: ui.Select[Any] | ui.RadioGroup[Any] | ui.CheckboxGroup[Any],
    choices: Iterable[tuple[str, str, str]],
    *usual: str,
) -> Any:
    # A field in which the default is preselected, or ticked.
    for shown, value, about in list(choices)[:25]:
        group.add_option(
            label=shown, value=value, description=about or None, default=value in usual
        )
    return ui.Label(text=label, component=group)


@action(ChallengeFormId, FORM, acknowledge=defer_private)
async def answer_challenge_form(interaction: Interaction, sent: ChallengeFormId, _: Fields) -> None:
    data: Any = interaction.data
    chosen, more = chosen_fields(data), ticked(data, "more")
    # Forms of earlier versions have buttons for the ending.
    chosen = {"ending": "hard" if "hard" in more else "soft", **chosen}
    game = chosen_game(chosen)
    asked = _asked_in(sent, chosen)
    given: dict[str, Any] = {"opponent": await _person(interaction, asked) if asked else None}
    given |= {name: chosen[name] for name in KNOWN} | {box: box in more for _, box, _ in MORE[1:]}
    given |= {"level": parsed_number(chosen["level"])} if "level" in chosen else {}
    if given["opponent"] == interaction.client.user:
        # Ticked if that is the default among people.
        given["rated"] = None
    usual = USUAL_OPTIONS.format(game=game.name, key=game.key)
    await challenging.challenge(interaction, game, given, challenging.level_lines, usual)


def chosen_game(chosen: Fields) -> Entry:
    """The game of the form. Raises PrivateReply for a form that was never ours."""
    game = catalog().get(chosen.get("game", ""))
    if game is None or not all(chosen.get(name) in choices for name, choices in KNOWN.items()):
        raise PrivateReply(UNKNOWN)
    return game


def _asked_in(sent: ChallengeFormId, chosen: Fields) -> PersonId:
    """Whom the form asks; ANYONE if it was left open."""
    if sent.person != ANYONE:
        return sent.person
    read = ChallengeFormId.parse(f"ask:{chosen.get('opponent', ANYONE)}")
    return read.person if read else ANYONE


async def _person(interaction: Interaction, person: PersonId) -> discord.abc.User:
    """The person named by the form: nothing but the id came with it."""
    client = interaction.client
    if client.user and person == client.user.id:
        return client.user
    try:
        if interaction.guild and not permissions.may_only_answer(interaction):
            return await interaction.guild.fetch_member(person)
        return await client.fetch_user(person)
    except discord.NotFound:
        raise PrivateReply(GONE) from None
