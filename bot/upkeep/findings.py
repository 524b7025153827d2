"""The doctor's findings: a line each, with what to do about trouble."""

import sqlite3
from datetime import datetime, timedelta

from bot.store.sqlite.file import describe_error
from bot.telemetry.clock import LATE


def ok(text: str) -> str:
    return f"OK: {text}"


def trouble(text: str) -> str:
    return f"TROUBLE: {text}"


def skipped(text: str) -> str:
    """Something was not checked, for the reason in the text."""
    return f"SKIPPED: {text}"


def compare_clocks(here: datetime, there: datetime, whose: str) -> str:
    """The finding about this machine's clock compared with another one."""
    apart = here - there
    if abs(apart) <= LATE:
        return ok(f"the clock agrees with {whose}")
    way = "ahead of" if apart > timedelta(0) else "behind"
    return trouble(
        f"this machine's clock is {abs(apart).total_seconds():,.0f} seconds {way} {whose}, and so "
        "are all deadlines. Let the system set it by the network (timedatectl set-ntp true)."
    )


def describe_trouble(error: BaseException) -> str:
    """What went wrong with the store and what to do about it, without a password."""
    cause = error.__cause__
    if cause is None or isinstance(cause, sqlite3.Error):
        return describe_error(cause or error)
    from bot.store.postgres.errors import describe_server_error

    return describe_server_error(cause)
