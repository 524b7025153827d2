"""Several turns of a match in motion: for one person, or for everybody in the channel."""

import logging
from collections.abc import Sequence

import discord

from bot.front import ids
from bot.front.board import preferences, replay
from bot.front.board.pictures import unless_failed
from bot.front.board.private_view import load_view, record_visit, require_board
from bot.front.board.replay import ReplayFrame, ReplayPosition, turns_animation
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    person_of,
    reply_private,
    reply_public,
    take_allowance,
)
from bot.front.discord.markdown import bold
from bot.front.discord.permissions import NAMES
from bot.front.text.parts import bold_names, match_title
from bot.games.phrases import comma_list, counted
from bot.model.limits import EXPORTS
from bot.model.match import Match
from bot.telemetry.timing import pictured
from renderers import View

log = logging.getLogger(__name__)

# Most turns of an animation: more take too long to draw, and nobody watches them to the end.
LONGEST = 300

TOO_LATE = "There have been {turns} so far. Choose a smaller number for `from`."
BACKWARDS = "`from` is the first turn and `to` the last, so `to` can't be the smaller number."
TOO_LONG = "{turns} are too many for one animation. Choose some of them with `from` and `to`."
TOO_LARGE = "That animation is too large a file for here. Choose fewer turns with `from` and `to`."
FROM_ELSEWHERE = "That match is played elsewhere, so I show it only to you. Leave `share` out."
MAY_NOT = "I can't show it to everybody here: that takes the permission {lacking}."


async def show_animation(
    interaction: Interaction, match: Match, first: int | None, last: int | None, *, share: bool
) -> None:
    require_board(match)
    first, last = _turn_range(match, first, last)
    if share:
        await share_animation(interaction, match, first, last)
        return
    view = await load_view(interaction, match)
    if first == last:
        await replay.show_replay(interaction, view, ReplayPosition(match.id, last))
        return
    frame = await draw_turns(interaction, match, first, last, view.board_view)
    message = replay.replay_parts(view, frame, _turns_line(match, first, last))
    await reply_private(interaction, *message)
    await record_visit(interaction, match)


async def share_animation(interaction: Interaction, match: Match, first: int, last: int) -> None:
    # The acknowledgement was private, and so is its answer.
    _require_sharing(interaction, match)
    view = await preferences.public_view(interaction.client, match)
    frame = await draw_turns(interaction, match, first, last, view)
    if not frame.data:
        raise PrivateReply(replay.NOT_DRAWN)
    await reply_private(interaction, "Here it is, for everybody.")
    who = bold(person_of(interaction.user))
    text = (
        f"{who} shows match {match.id}. {_turns_line(match, first, last)}\n-# {match_title(match)}"
    )
    await reply_public(interaction, text, replay.replay_files(match, frame))


async def draw_turns(
    interaction: Interaction, match: Match, first: int, last: int, view: View
) -> ReplayFrame:
    """The turns in motion. Raises PrivateReply if Discord would not take the file, and Refused to a
    person who asks too often."""
    await take_allowance(interaction, EXPORTS)
    at = ReplayPosition(match.id, last)
    person = ids.user(interaction)
    frame = await replay.draw_safely(person, match, at, turns_animation, first, last, view)
    if len(frame.data) > interaction.filesize_limit:
        raise PrivateReply(TOO_LARGE)
    return frame


async def turns_file(
    match: Match, first: int, last: int, view: View, limit: int
) -> discord.File | None:
    """The turns in motion for everybody, the last of very many. None (and a log entry) if they
    can't be drawn, or make a file larger than `limit` bytes."""
    first = max(first, last - LONGEST + 1)
    work = pictured(match.game, lanes.EXTRAS.name, turns_animation)
    drawing = lanes.EXTRAS.run(work, match, first, last, view)
    lack = "match %s: turns %s to %s not drawn"
    frame = await unless_failed(drawing, lack, match.id, first, last)
    if frame and len(frame.data) > limit:
        log.info("match %s: animation of turns %s to %s is too large", match.id, first, last)
        return None
    return next(iter(replay.replay_files(match, frame)), None) if frame else None


def _turns_line(match: Match, first: int, last: int) -> str:
    players = comma_list(list(bold_names(match).values()))
    which = f"Turns {first} to {last}" if first < last else f"Turn {last}"
    return f"**{which}** of {len(match.plies)}, played by {players}."


def _turn_range(match: Match, first: int | None, last: int | None) -> tuple[int, int]:
    replay.require_turns(match)
    made = len(match.plies)
    first, last = first or 1, min(last or made, made)
    if first > made:
        raise PrivateReply(TOO_LATE.format(turns=counted(made, "turn")))
    if last < first:
        raise PrivateReply(BACKWARDS)
    if last - first >= LONGEST:
        raise PrivateReply(TOO_LONG.format(turns=counted(last - first + 1, "turn")))
    return first, last


def _require_sharing(interaction: Interaction, match: Match) -> None:
    server, channel = ids.guild(interaction), interaction.channel_id
    if not (match.guild == server if match.guild else match.channel == channel):
        raise PrivateReply(FROM_ELSEWHERE)
    require_sharing_allowed(interaction)


def require_sharing_allowed(interaction: Interaction) -> None:
    """Refuse what is to be shown to everybody here, if the person or the bot may not."""
    lacking = _lacking_to_share(interaction) if interaction.guild_id else ()
    if lacking:
        raise PrivateReply(MAY_NOT.format(lacking=comma_list([f"**{name}**" for name in lacking])))


def _lacking_to_share(interaction: Interaction) -> Sequence[str]:
    thread = isinstance(interaction.channel, discord.Thread)
    send = "send_messages_in_threads" if thread else "send_messages"
    mine, theirs = interaction.app_permissions, interaction.permissions
    needed = ((send, theirs), ("attach_files", theirs), ("attach_files", mine))
    return tuple(dict.fromkeys(NAMES[name] for name, held in needed if not getattr(held, name)))
