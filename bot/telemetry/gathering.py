"""Which lines of the log are about an outage, and are gathered while it lasts."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import aiohttp

from bot.telemetry import outages
from bot.telemetry.outages import DATABASE, DISCORD, Outage

REPEATED = 60.0
"""Seconds in which a hint is not repeated that something may begin to fail."""

LOST = (
    *(aiohttp.ClientConnectionError, aiohttp.ClientPayloadError),
    *(aiohttp.WSServerHandshakeError, ConnectionError, TimeoutError),
)
BY_NAME = frozenset({"ConnectionClosed", "DiscordServerError", "GatewayNotFound"})
"""discord.py's own, which this part of the bot does not know."""

OTHERS = frozenset({"HeldBack", "TokenRefused"})
"""Requests that the bot itself does not make."""

DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Sign:
    """What a line says about an outage: its reason in short (None for one that was told before),
    and in full."""

    outage: Outage
    reason: str | None
    why: object
    is_hint: bool = False
    """Whether it may pass by itself, so that nothing begins with it."""

    is_told: bool = False
    """Whether the line itself says all that there is to say when it begins."""


BACK = Sign(DATABASE, None, "", is_hint=True)
"""The store says that it is back, which is told once, with how long it was away."""


class DiscordSigns:
    """Lines of discord.py and of the front with an error of the way to Discord."""

    APART = (aiohttp.ClientSSLError, aiohttp.ClientConnectorDNSError)
    """What goes wrong on this side of the network, each with a remedy of its own."""

    LOGGERS = ("discord.", "bot.front.")
    NOT_OF = ("bot.front.discord.request_budget", "bot.front.discord.command_sync")
    """The one asks the database, too; the other has a consequence of its own to tell."""

    WITH_IDS = "bot.front.discord.errors"
    """Its errors have an id that somebody was told."""

    def read(self, record: logging.LogRecord) -> Sign | None:
        """What the line says; None where it is about something else."""
        if not record.name.startswith(self.LOGGERS) or record.name in self.NOT_OF:
            return None
        if record.name == self.WITH_IDS and record.levelno >= logging.ERROR:
            return None
        found = (each for each in errors_in(record) if is_lost(each))
        error = next(found, None)
        if type(error) is TimeoutError and not record.name.startswith("discord."):
            # The bot's own patience has ended: requests have time-outs of another kind.
            return None
        return None if error is None else Sign(DISCORD, self._reason(error), error)

    def _reason(self, error: BaseException) -> str:
        if isinstance(error, self.APART):
            return type(error).__name__
        return str(getattr(error, "status", "no way"))


@dataclass(frozen=True)
class StoreSigns:
    """Lines with an error of the store, and those in which the store itself says what is wrong: its
    last value is the reason, with what to do behind a semicolon and more in brackets.

    The errors are those that are `raised`, and no special kind of them: that says something else
    than that the store fails.
    """

    raised: tuple[type[BaseException], ...]

    TOLD_BY: ClassVar = ("bot.store.trouble", "bot.store.postgres.wakeups")
    LOST_FILE: ClassVar = "bot.store.sqlite.in_place"

    def read(self, record: logging.LogRecord) -> Sign | None:
        """What the line says; None where it is about something else."""
        why = next((each for each in errors_in(record) if type(each) in self.raised), None)
        if why is not None:
            return Sign(DATABASE, None, why.__cause__ or why)
        if record.name == self.LOST_FILE:
            return self._of_lost_file(record)
        if not record.name.startswith("bot.store."):
            return None
        return self._told(record)

    def _of_lost_file(self, record: logging.LogRecord) -> Sign:
        if record.levelno < logging.CRITICAL:
            return BACK
        return Sign(DATABASE, str(record.msg), "", is_told=True)

    def _told(self, record: logging.LogRecord) -> Sign | None:
        said = record.args[-1] if isinstance(record.args, tuple) and record.args else None
        if record.name in self.TOLD_BY and said is None:
            return BACK
        if not isinstance(said, str):
            return None
        reason = DIGITS.sub("0", re.split(r";| \(", said, maxsplit=1)[0])
        why = record.getMessage() if record.name == self.TOLD_BY[0] else said
        return Sign(DATABASE, reason, why, is_hint=record.name not in self.TOLD_BY)


def is_lost(error: BaseException) -> bool:
    """Whether the way to Discord is lost, or Discord itself fails."""
    name = type(error).__name__
    return name in BY_NAME or (isinstance(error, LOST) and name not in OTHERS)


def errors_in(record: logging.LogRecord) -> Sequence[BaseException]:
    """The errors that a line was given."""
    values = record.args if isinstance(record.args, tuple) else ()
    raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    return [each for each in (raised, *values) if isinstance(each, BaseException)]


class Gathering(logging.Filter):
    """Lets through the first line about each thing that goes wrong, in the words for it."""

    def __init__(self, raised_by_store: tuple[type[BaseException], ...]) -> None:
        super().__init__()
        self._signs = (StoreSigns(raised_by_store), DiscordSigns())
        self._hints: dict[str, float] = {}
        for outage in (DATABASE, DISCORD):
            outage.forget()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if record.levelno < logging.INFO or record.name == outages.log.name:
            return True
        sign = next((found for each in self._signs if (found := each.read(record))), None)
        if sign is None or self._is_news(sign, record) or record.levelno >= logging.CRITICAL:
            return True
        record.levelno, record.levelname = logging.DEBUG, "DEBUG"
        return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)

    def _is_news(self, sign: Sign, record: logging.LogRecord) -> bool:
        """Whether the line itself is to be written. Begins the outage that it tells of first."""
        if sign.outage.is_known:
            return not sign.outage.gathers(sign.reason, sign.why)
        if sign.is_hint:
            before = self._hints.get(str(sign.reason), 0.0)
            self._hints[str(sign.reason)] = record.created
            return record.created - before > REPEATED
        if record.levelno < logging.WARNING:
            # What is of no weight by itself.
            return True
        sign.outage.begin(str(sign.reason), sign.why, is_told=sign.is_told)
        return sign.is_told
