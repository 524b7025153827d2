"""The one place where an exception becomes something a person reads."""

import logging
import secrets

import discord
from discord import app_commands

from bot.front.context import Interaction, PrivateReply, reply_private
from bot.front.text.markdown import escape
from bot.games.core import PlayerError
from bot.matches.events import MatchId, StaleMatch

log = logging.getLogger(__name__)

OUTDATED = (
    "My commands have changed since your Discord last loaded them. "
    "Please restart Discord (Ctrl+R on a computer) and try again."
)
SORRY = (
    "Something went wrong on my side, and I have noted it as error `{id}`. Nothing that was "
    "answered before is lost. Please look at the board and try again."
)


async def report(
    interaction: Interaction, error: BaseException, match: MatchId | None = None
) -> None:
    """Tell the person what an exception means to them. Raises nothing."""
    cause = getattr(error, "original", error)
    text = sentence(cause)
    try:
        if match is not None and isinstance(cause, StaleMatch):
            text = f"{text}\n{await interaction.client.board_link(match)}"
        await reply_private(interaction, text)
    except discord.HTTPException as failure:
        # The interaction's token has run out, or Discord is down: no answer can arrive.
        log.warning("could not answer %s: %s", interaction.user.id, failure)
    except Exception:
        log.exception("could not answer %s", interaction.user.id)


def sentence(error: BaseException) -> str:
    """The sentence for the person. What they can't mend is logged, under the id they see."""
    if isinstance(error, PrivateReply):
        return str(error)
    if isinstance(error, PlayerError):
        # Such a sentence is plain text, and may quote what somebody typed.
        return escape(str(error))
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return OUTDATED
    if isinstance(error, app_commands.TransformerError):
        return f"I can't use {escape(str(error.value))} there. Pick from what Discord offers."
    number = secrets.token_hex(3)
    log.error("error %s", number, exc_info=error)
    return SORRY.format(id=number)
