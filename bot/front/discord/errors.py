"""Turns exceptions into what a person reads."""

import logging

import aiohttp
import discord
from discord import app_commands

from bot.front.discord import context, refusals
from bot.front.discord.markdown import escape, with_local_times
from bot.front.discord.request_budget import HeldBack
from bot.games.core import PlayerError
from bot.model.records import MatchId
from bot.model.refusals import Reason, StaleMatch
from bot.telemetry.interactions import current_id, new_id
from bot.telemetry.metrics import ERRORS
from bot.telemetry.outages import ALWAYS_WRITTEN

log = logging.getLogger(__name__)

OUTDATED = (
    "My commands have changed since your Discord last loaded them. "
    "Please restart Discord (Ctrl+R on a computer) and try again."
)
SORRY = (
    "Something went wrong on my side, and I have noted it as error `{id}`. Everything already "
    "confirmed is safe. Please look at the board and try again; if it happens again, give the "
    "person who runs the bot that number."
)
CUT_OFF = (
    "The connection to Discord broke while I answered. It may have worked: "
    "`/board` and `/games` show how your matches stand."
)

GONE = (
    "The message that this was about is gone. It may have worked; run the command again to check."
)
HELD_BACK = (
    "Discord lets me ask for nothing at the moment, so this is not done. Try again in a few "
    "minutes; if it happens again, tell the person who runs the bot."
)

NEXT: dict[Reason | None, str] = {
    Reason.NO_SUCH_MATCH: "`/games` lists your matches.",
    Reason.NO_SEAT: "`/challenge` begins one of your own.",
    Reason.NOT_RUNNING: "`/games` lists your matches.",
    Reason.OVER: "`/challenge` begins a new one.",
    Reason.NOT_YOUR_TURN: "You are called when it is yours, as `/notices` says.",
    Reason.YOUR_TURN: "Make your move with `/move`.",
    Reason.NO_DRAW_OFFER: "`/draw` makes one.",
    Reason.WANTED: "`/profile` shows how you are known.",
    Reason.NEWCOMER: "`/games` lists your matches, and `/profile` how many have ended.",
    Reason.NO_TIME_REQUEST: "`/time ask` makes one, `/time give` gives unasked.",
    Reason.NO_MUSTER: "`/games` lists your matches.",
    Reason.NO_TAKEBACK: "`/takeback` asks to take back one of your moves.",
    Reason.NO_REPLACEMENT: "`/replace` asks for one.",
    Reason.NO_HINTS: "**My view** points out what is on the board.",
    Reason.ON_LADDER: "A match that `/challenge` begins without `ladder` has both.",
    Reason.NOT_OVER: "`/replay` shows it up to now.",
    Reason.NO_CLAIMS: "The option `claims` of `/challenge` agrees to them.",
    Reason.NOTHING_PROVEN: "Make your move with `/move`.",
    Reason.MANY_CHALLENGES: "`/games` lists them, and **Withdraw** below one takes it back.",
    Reason.MANY_MATCHES: "`/games` lists them.",
    Reason.MANY_PRACTICE: "`/games` lists them.",
    Reason.MANY_DRAFTS: "`/games` lists the matches that wait for you.",
    Reason.MANY_STUDIES: "`/study` lists them; **More…** and **Delete…** at the start of one "
    "delete all of it.",
    Reason.TOO_OFTEN: "You can still play moves, with **Confirm** or with `/move` and "
    "its `preview` set to False.",
    Reason.FULL_SERVER: "`/lobby` lists the challenges that anybody may take.",
    Reason.UNWELCOME: "`/lobby` lists the challenges here that anybody may take.",
    Reason.BLOCKED: "`/unblock` does that.",
    Reason.MANY_STANDING: "**Withdraw** below one takes it back.",
    Reason.STALE_CALENDAR: "`/calendar` shows it.",
}


async def report(
    interaction: context.Interaction, error: BaseException, match: MatchId | None = None
) -> None:
    """Tell the person what an exception means to them. Raises nothing."""
    cause = getattr(error, "original", error)
    if _was_too_late(cause):
        return
    text = interaction.client.contact.named_in(sentence(cause))
    try:
        if match is not None and isinstance(cause, StaleMatch):
            text = f"{text}\n{await interaction.client.board_link(match)}"
        await context.reply_private(interaction, text)
    except (discord.HTTPException, *context.DROPPED) as failure:
        if _was_too_late(failure):
            return
        # Discord is down: no answer can arrive.
        ERRORS.labels("unanswerable").inc()
        log.warning("interaction not answered: %s", failure)
    except Exception:
        ERRORS.labels("unanswerable").inc()
        log.exception("interaction not answered")


def _was_too_late(error: BaseException) -> bool:
    # Whether Discord takes no answer any more, which is then noted.
    if not isinstance(error, discord.HTTPException) or error.code not in context.TOO_LATE:
        return False
    ERRORS.labels("too late").inc()
    log.info("answer too late")
    return True


class OfCompletions(logging.Filter):
    """Rewrites discord.py's log records of failed suggestions: without the person who typed, and in
    one line if they came too late or Discord was down."""

    SAYING = "Ignoring exception in autocomplete for "

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if error is None or not str(record.msg).startswith(self.SAYING):
            return True
        code = getattr(error, "code", None)
        if code in (*context.TOO_LATE, refusals.ACKNOWLEDGED):
            ERRORS.labels("too late").inc()
            log.info("suggestions too late")
        elif isinstance(error, (*context.DROPPED, discord.DiscordServerError)):
            ERRORS.labels("cut off").inc()
            log.info("suggestions not delivered: %s", error)
        else:
            ERRORS.labels("fault").inc()
            log.error("suggestions failed", exc_info=error)
        return False


OF_COMPLETIONS = OfCompletions()


def sentence(error: BaseException) -> str:
    """The sentence for the person. What they can't fix is logged, under the id they see."""
    kind, text = _kind_and_sentence(error)
    ERRORS.labels(kind).inc()
    return text


def _kind_and_sentence(error: BaseException) -> tuple[str, str]:
    match error:
        case context.PrivateReply():
            return "refused", str(error)
        case PlayerError():
            # Such a sentence is plain text, and may quote what a person typed.
            text = with_local_times(escape(str(error)))
            return "refused", f"{text} {NEXT.get(getattr(error, 'reason', None), '')}".strip()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "outdated", OUTDATED
        case app_commands.TransformerError(value=value):
            return (
                "refused",
                f"I can't use {escape(str(value))} there. Pick from what Discord offers.",
            )
        case discord.NotFound(code=refusals.NO_MESSAGE):
            return "refused", GONE
        case HeldBack():
            return "refused", HELD_BACK
        case ConnectionError() | aiohttp.ClientError() | discord.DiscordServerError():
            log.warning("answer not delivered: %s", error)
            return "cut off", CUT_OFF
    number = current_id() or new_id()
    log.error("error %s", number, exc_info=error, extra=ALWAYS_WRITTEN)
    return "fault", SORRY.format(id=number)
