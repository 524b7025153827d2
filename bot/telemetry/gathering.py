"""The log while an outage lasts: what else is written about it stands there at DEBUG only."""

import logging

from bot.telemetry.outages import DATABASE, DISCORD, Outage, is_lost, log

GATHERED = range(logging.INFO, logging.CRITICAL)

ALWAYS_WRITTEN = {"always_written": True}
"""For `extra` of a line that says more than that there is an outage."""


class Gathering(logging.Filter):
    """Writes what the log has about an outage that lasts at DEBUG only.

    The errors of the store are those `raised_by_store`, and no special kind of them: that says
    something else than that the store fails.
    """

    def __init__(self, raised_by_store: tuple[type[BaseException], ...]) -> None:
        super().__init__()
        self._raised_by_store = raised_by_store
        for outage in (DATABASE, DISCORD):
            outage.forget()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno not in GATHERED or hasattr(record, *ALWAYS_WRITTEN):
            return True
        outages = (self._outage_of(error, record) for error in errors_in(record))
        outage = next((each for each in outages if each), None)
        if outage is None or record.name == log.name or not outage.gathers():
            return True
        record.levelno, record.levelname = logging.DEBUG, "DEBUG"
        return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)

    def _outage_of(self, error: BaseException, record: logging.LogRecord) -> Outage | None:
        if type(error) in self._raised_by_store:
            return DATABASE
        if type(error) is TimeoutError and not record.name.startswith("discord."):
            # The bot's own patience has ended: requests have time-outs of another kind.
            return None
        return DISCORD if is_lost(error) else None


def errors_in(record: logging.LogRecord) -> list[BaseException]:
    """The errors that a line was given."""
    values = record.args if isinstance(record.args, tuple) else ()
    raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    return [each for each in (raised, *values) if isinstance(each, BaseException)]
