"""The log: one event a line, as plain text or JSON, without secrets and people.

All code, including discord.py and asyncpg, calls the standard `logging`; structlog formats it.
"""

import logging
import re
import sys
import threading
from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Any, Literal, TextIO

import aiohttp
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

from bot.telemetry.metrics import LOG_LINES
from bot.telemetry.outages import Gathering
from bot.telemetry.redaction import Describer, Redactor

Form = Literal["text", "json"]

OURS = ("bot", "renderers")
"""The loggers that say more at DEBUG. discord.py, aiohttp and the databases' drivers would then log
whole messages with all contents, so they stay at INFO."""

LOUD = "asyncpg.pool"
"""Its warnings are dropped: a traceback for each try to reach a server that is away, about which
the store itself logs a line."""

LINE_LOST = (aiohttp.ClientError, OSError, TimeoutError)
CLOSED = "ConnectionClosed"
"""discord.py's errors for a lost connection to Discord, before it tries again: a line is enough.
The last one has its own class, by its name."""

BREAKS = re.compile(r"[\x00-\x1f\x7f\x80-\x9f\u2028\u2029]+")
"""Characters that would begin another line, or control a terminal."""

FIRST = ("timestamp", "level", "logger", "event", "correlation_id")
"""The fields that come first in a line of JSON."""


class EventFormatter(ProcessorFormatter):
    """Formats records of the standard logging, with only what a log may contain."""

    def __init__(
        self,
        describer: Describer,
        redactor: Redactor,
        renderer: Processor,
        brief: tuple[type[BaseException], ...] = (),
    ) -> None:
        self._describer, self._brief = describer, brief
        before: list[Processor] = [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            self._add_traceback,
            counted,
        ]
        super().__init__(
            processors=[ProcessorFormatter.remove_processors_meta, renderer, redactor],
            foreign_pre_chain=before,
        )

    def format(self, record: logging.LogRecord) -> str:
        return super().format(self._describer.record(record))

    def _add_traceback(self, _: object, __: str, event: EventDict) -> EventDict:
        event["event"] = BREAKS.sub(" ", str(event["event"]))
        raised = event.pop("exc_info", None)
        event.pop("stack_info", None)
        if not isinstance(raised, tuple) or raised[1] is None:
            return event
        if brief := self._in_brief(str(event.get("logger")), raised[1]):
            event["event"] += f" ({brief})"
        else:
            event["exception"] = self._describer.traceback(raised[1])
        return event

    def _in_brief(self, logger: str, error: BaseException) -> str | None:
        if isinstance(error, self._brief):
            return type(error).__name__
        is_lost = isinstance(error, LINE_LOST) or type(error).__name__ == CLOSED
        return self._describer.error(error) if logger.startswith("discord.") and is_lost else None


def counted(_: object, level: str, event: EventDict) -> EventDict:
    LOG_LINES.labels(level).inc()
    return event


def in_order(_: object, __: str, event: EventDict) -> EventDict:
    """The most wanted fields first."""
    return {name: event[name] for name in FIRST if name in event} | dict(event)


def renderer_for(form: Form, stream: TextIO) -> Processor:
    """Renders an event as a line. Colors are for terminals."""
    if form == "json":
        as_json = structlog.processors.JSONRenderer()
        return lambda logger, name, event: as_json(logger, name, in_order(logger, name, event))
    return structlog.dev.ConsoleRenderer(
        colors=stream.isatty(), pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
    )


class EventHandler(logging.StreamHandler[TextIO]):
    """The bot's only handler, recognized by its class."""


def configure(
    level: str,
    form: Form = "text",
    *,
    secrets: Iterable[str | None] = (),
    trusted: Iterable[type[BaseException]] = (),
    brief: Iterable[type[BaseException]] = (),
    gathered: Collection[type[BaseException]] = (),
    stream: TextIO | None = None,
) -> logging.Handler:
    """Write the log to standard error, or that stream, instead of the former configuration.

    `secrets` are never written; the texts of the exceptions that are `trusted` quote nobody. Those
    that are `brief` have logged before where they come from, and get no traceback. Lines about one
    outage are gathered if the store's exceptions that are `gathered` are known; special kinds of
    them are logged as usual.
    """
    handler = EventHandler(stream or sys.stderr)
    renderer = renderer_for(form, handler.stream)
    handler.setFormatter(
        EventFormatter(Describer(trusted), Redactor(secrets), renderer, tuple(brief))
    )
    if gathered:
        handler.addFilter(Gathering(tuple(gathered)))
    root = logging.getLogger()
    for each in [each for each in root.handlers if isinstance(each, EventHandler)]:
        root.removeHandler(each)
    root.addHandler(handler)
    number = logging.getLevelNamesMapping()[level]
    root.setLevel(max(number, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(number)
    logging.getLogger(LOUD).setLevel(logging.ERROR)
    return handler


def catch_the_rest() -> None:
    """Let uncaught errors go to the log, too: Python itself would show their whole text."""
    log = logging.getLogger("bot")

    def at_the_end(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            log.critical("the bot failed", exc_info=(kind, error, trace))

    def in_a_thread(failed: threading.ExceptHookArgs) -> None:
        error = failed.exc_value
        log.error(
            "a thread failed", exc_info=error and (failed.exc_type, error, error.__traceback__)
        )

    def unraisable(failed: Any) -> None:
        error = failed.exc_value
        log.error("unraisable error", exc_info=error)

    sys.excepthook, threading.excepthook, sys.unraisablehook = at_the_end, in_a_thread, unraisable
