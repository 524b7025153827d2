"""How a player who leaves is replaced, and the private answers; command and buttons end here."""

from functools import partial

import discord

from bot.front import ids
from bot.front.actions import match_action, still_newest, until_not_asked
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    change_post,
    defer_update,
    is_private,
    person_of,
    remove_buttons,
)
from bot.front.discord.home import known_channel
from bot.front.discord.markdown import bold, full_time
from bot.front.text.requests import WORDS, replacement_buttons, replacement_post, waits_for_word
from bot.front.ui.answers import reply_and_lead_on, reply_with_notes
from bot.front.ui.answers_only import answers_only
from bot.front.ui.base import GREEN, Address, button_row
from bot.model.commands import AnswerRequest, AskReplacement, Command, WithdrawReplacement
from bot.model.match import Match
from bot.model.records import ChannelId
from bot.model.requests import REPLACEMENT
from bot.service.invitations.levels import level_name

User = discord.User | discord.Member

ONLY_ANSWERS = (
    "Match {number} is played where I can only answer, so I can ask nobody there to take over. "
    "I can play on myself: name me as the successor."
)


async def ask_replacement(
    interaction: Interaction,
    match: Match,
    leaving: User,
    successor: User,
    level: int | None = None,
) -> None:
    """Ask for a replacement, or make it if nobody has to agree."""
    channel = await known_channel(interaction.client, match)
    await _require_askable(interaction, successor, match)
    _require_successor(interaction, successor, channel)
    command = AskReplacement(
        person_of(interaction.user),
        person_of(leaving),
        person_of(successor),
        manager=_manages(interaction, match, channel),
        gone=await _has_left(interaction, match, leaving),
        level=level,
    )
    after = await interaction.client.matches.do(match, command)
    who, whom = bold(command.successor), bold(command.leaving)
    asked = after.requests.replacement
    if asked is None:
        text = f"{who} plays on for {whom} in match {match.id} from now on."
    else:
        text = (
            f"{_wish(command)} in match {match.id}, open until {full_time(asked.until)} for "
            f"the word of {waits_for_word(after)}. Play goes on meanwhile, and **Withdraw** below "
            "the request ends it."
        )
    if successor == interaction.client.user and level is None:
        text = f"{text}\n{_level_line(after)}"
    await reply_with_notes(interaction, after, text)


def _level_line(after: Match) -> str:
    # The level at which the bot plays on, if nobody asked for one.
    level = asked.level if (asked := after.requests.replacement) else after.level
    assert level, "a seat that the bot plays on has a level"
    return f"-# I play on at level {level_name(level)}; `level` of `/replace` asks for another."


def _wish(asked: AskReplacement) -> str:
    whom = "you" if asked.leaving.id == asked.by.id else bold(asked.leaving)
    if asked.successor.id == asked.by.id:
        return f"You asked to play on for {whom}"
    return f"You asked for {bold(asked.successor)} to play on for {whom}"


async def _require_askable(interaction: Interaction, user: User, match: Match) -> None:
    # Refuse a successor whom no request could reach: they have no seat yet, so they see nothing of
    # the match if the bot posts nothing.
    if user != interaction.client.user and await answers_only(interaction.client, match):
        raise PrivateReply(ONLY_ANSWERS.format(number=match.id))


def _require_successor(interaction: Interaction, user: User, channel: ChannelId) -> None:
    if user == interaction.client.user:
        return
    name = bold(person_of(user))
    if user.bot:
        raise PrivateReply(f"{name} is a bot and can't play. I can: name me as the successor.")
    if not isinstance(user, discord.Member):
        raise PrivateReply(
            f"{name} is not in this server, and would not see the board. Name somebody who is."
        )
    held = permissions.permissions_in(interaction.client, channel, user)
    if held is not None and not held.view_channel:
        raise PrivateReply(
            f"{name} can't see <#{channel}>, where the match is played. Name somebody who can."
        )


def _manages(interaction: Interaction, match: Match, channel: ChannelId) -> bool:
    here = match.guild is not None and match.guild == interaction.guild_id
    return here and permissions.is_manager(interaction, channel)


async def _has_left(interaction: Interaction, match: Match, leaving: User) -> bool:
    # Whether a player is no longer in the server of the match. A player whose command shows them as
    # a member is.
    if match.guild is None or isinstance(leaving, discord.Member):
        return False
    return await permissions.is_no_member(interaction.client, match.guild, person_of(leaving).id)


# Answers


request_action = partial(
    match_action,
    acknowledge=defer_update,
    while_=partial(still_newest, kind=REPLACEMENT),
    around=until_not_asked,
)


@request_action("takeover", "Take over", GREEN)
async def take_over(interaction: Interaction, match: Match) -> None:
    asked = match.requests.replacement
    if asked and ids.user(interaction) != asked.person.id:
        raise PrivateReply(
            f"**Take over** is for {bold(asked.person)} alone. If you are asked to agree, press "
            "**Agree**."
        )
    await _say(interaction, match, f"You take over the seat in match {match.id}.", yes=True)


@request_action("letreplace", "Agree", GREEN)
async def agree(interaction: Interaction, match: Match) -> None:
    asked = match.requests.replacement
    if asked and ids.user(interaction) == asked.person.id and asked.person.id in asked.awaited:
        raise PrivateReply("It is you who would play on: press **Take over** to agree.")
    await _say(interaction, match, WORDS[REPLACEMENT].answered[0], yes=True)


@request_action("noreplace", "No")
async def decline(interaction: Interaction, match: Match) -> None:
    await _say(interaction, match, WORDS[REPLACEMENT].answered[1], yes=False)


async def _say(interaction: Interaction, match: Match, text: str, *, yes: bool) -> None:
    await _answer(interaction, match, AnswerRequest(REPLACEMENT, ids.user(interaction), yes), text)


@request_action("endreplace", "Withdraw")
async def withdraw(interaction: Interaction, match: Match) -> None:
    """Withdraw the request, as its author or as a manager."""
    manager = _manages(interaction, match, await known_channel(interaction.client, match))
    command = WithdrawReplacement(ids.user(interaction), manager)
    await _answer(interaction, match, command, "The request is taken back.")


async def _answer(interaction: Interaction, match: Match, command: Command, text: str) -> None:
    after = await interaction.client.matches.do(match, command)
    if after.requests.replacement is None or is_private(interaction):
        await remove_buttons(interaction)
    else:
        at = Address(after.id, after.requests.replacement.seq)
        view = button_row(replacement_buttons(after), at)
        await change_post(interaction, replacement_post(after).text, view=view)
    waits = f" {waits_for_word(after)} still had to agree." if after.requests.replacement else ""
    await reply_and_lead_on(interaction, after, f"{text}{waits}")
