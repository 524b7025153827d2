"""Several turns of a match in motion: for the person alone, or for everybody in the channel."""

from collections.abc import Sequence

import discord

from bot.front import preferences
from bot.front.board import private_view, replay
from bot.front.board.replay_frames import Moment, Reel, film
from bot.front.context import Talk, Told, person, whisper
from bot.front.permissions import NAMES
from bot.front.text.markdown import bold, clip, listing
from bot.front.text.posts import count, names, title
from bot.matches.match import Match

LONGEST = 300
"""Turns of a film at most: more take too long to draw, and nobody would see them to the end."""

TOO_LATE = "There have been {turns} so far. Choose a smaller number for `from`."
BACKWARDS = "`from` is the first turn and `to` the last, so `to` can't be the smaller number."
TOO_LONG = "{turns} are too many for one animation. Choose some of them with `from` and `to`."
TOO_LARGE = "That animation is too large a file for here. Choose fewer turns with `from` and `to`."
FROM_ELSEWHERE = "That match is played elsewhere, so I show it only to you. Leave `share` out."
MAY_NOT = "Not everybody here may see it: it takes the permission {lacking}. Leave `share` out."


async def show(
    talk: Talk, match: Match, first: int | None, last: int | None, *, share: bool
) -> None:
    """Show some turns in motion: to the person, or to everybody in the channel."""
    private_view.require_board(match)
    first, last = span(match, first, last)
    if share:
        require_sharing(talk, match)
    look = await private_view.look_at(talk, match)
    if first == last and not share:
        await replay.show(talk, look, Moment(match.id, last))
        return
    view = await preferences.public_view(talk.client, talk.guild_id) if share else look.view
    drawn = await replay.drawn_or_not(match, Moment(match.id, last), film, first, last, view)
    if len(drawn.data) > talk.filesize_limit:
        raise Told(TOO_LARGE)
    who = listing(list(names(match).values()))
    which = f"Turns {first} to {last}" if first < last else f"Turn {last}"
    said = f"**{which}** of {len(match.plies)}, played by {who}."
    if share and not drawn.data:
        raise Told(replay.NOT_DRAWN)
    if share:
        await hand_round(talk, match, drawn, said)
        return
    text, shown, buttons = replay.dressed(look, drawn, said)
    await whisper(talk, text, view=buttons, files=shown)
    await private_view.noted(talk, match)


async def hand_round(talk: Talk, match: Match, drawn: Reel, said: str) -> None:
    """Show a film to everybody. The private acknowledgement is answered first, and privately."""
    await whisper(talk, "Here it is, for everybody.")
    shown = f"{bold(person(talk.user))} shows match {match.id}. {said}\n-# {title(match)}"
    await talk.followup.send(clip(shown), files=replay.files(match, drawn))


def span(match: Match, first: int | None, last: int | None) -> tuple[int, int]:
    """The turns meant, of those there are. Told when there are none such."""
    replay.require_turns(match)
    made = len(match.plies)
    first, last = first or 1, min(last or made, made)
    if first > made:
        raise Told(TOO_LATE.format(turns=count(made, "turn")))
    if last < first:
        raise Told(BACKWARDS)
    if last - first >= LONGEST:
        raise Told(TOO_LONG.format(turns=count(last - first + 1, "turn")))
    return first, last


def require_sharing(talk: Talk, match: Match) -> None:
    """Refuse to show everybody what is not theirs to see, or what the channel does not take."""
    inside = match.guild == talk.guild_id if match.guild else match.channel == talk.channel_id
    if not inside:
        raise Told(FROM_ELSEWHERE)
    lacking = lacking_to_share(talk) if talk.guild_id else ()
    if lacking:
        raise Told(MAY_NOT.format(lacking=listing([f"**{name}**" for name in lacking])))


def lacking_to_share(talk: Talk) -> Sequence[str]:
    """The permissions to post a picture here that the person or the bot has not."""
    thread = isinstance(talk.channel, discord.Thread)
    send = "send_messages_in_threads" if thread else "send_messages"
    mine, theirs = talk.app_permissions, talk.permissions
    needed = ((send, theirs), ("attach_files", theirs), ("attach_files", mine))
    return tuple(dict.fromkeys(NAMES[name] for name, held in needed if not getattr(held, name)))
