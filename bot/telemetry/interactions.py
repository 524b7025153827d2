"""The outcomes of interactions, how long people wait, and one id for all their log lines.

The id is in a context variable, so that tasks begun meanwhile have it too.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from structlog.contextvars import bind_contextvars, bound_contextvars, get_contextvars

from bot.telemetry.metrics import ACKNOWLEDGED, ANSWERED, INTERACTIONS

ID = "correlation_id"
"""The field of a log line that has the id."""


def new_id() -> str:
    """A fresh id, short enough to be read out."""
    return secrets.token_hex(4)


def current_id() -> str | None:
    """The id of what is being handled; None outside of anything."""
    found: str | None = get_contextvars().get(ID)
    return found


@contextmanager
def handling(kind: str, **fields: object) -> Iterator[None]:
    """Everything logged inside has a fresh id, the kind of what is handled, and these fields."""
    known = {name: value for name, value in fields.items() if value is not None}
    with bound_contextvars(**{ID: new_id(), "handling": kind, **known}):
        yield


class Asked(NamedTuple):
    """What an interaction asks for: its kind, the command or action, and perhaps the match."""

    kind: str
    action: str
    match: int | None = None


@dataclass(slots=True)
class Handled:
    """An interaction that is being handled."""

    kind: str
    began: float = field(default_factory=perf_counter)
    is_deferred: bool = False
    is_acknowledged: bool = False
    is_answered: bool = False


_handled: ContextVar[Handled | None] = ContextVar("handled", default=None)

Work = Callable[[], object]


def handle(asked: Asked, work: Work) -> None:
    """Do the work as the handling of that interaction, with every task that it begins."""
    # In its own context: one task of discord.py reads all interactions one after another.
    copy_context().run(_handle, asked, work)


def _handle(asked: Asked, work: Work) -> None:
    fields: dict[str, object] = {"handling": asked.kind, "action": asked.action}
    if asked.match is not None:
        fields["match"] = asked.match
    bind_contextvars(**{ID: new_id()}, **fields)
    _handled.set(Handled(asked.kind))
    INTERACTIONS.labels(asked.kind, asked.action).inc()
    work()


def note_deferred() -> None:
    """The current interaction is acknowledged first and answered later."""
    if (handled := _handled.get()) is not None:
        handled.is_deferred = True


def note_response(path: str) -> None:
    """Discord has accepted something at that path."""
    handled = _handled.get()
    if handled is None or handled.is_answered:
        return
    waited = perf_counter() - handled.began
    is_first = "/interactions/" in path
    if is_first and not handled.is_acknowledged:
        handled.is_acknowledged = True
        ACKNOWLEDGED.labels(handled.kind).observe(waited)
    # The callback of a deferred interaction only acknowledges it; the answer comes by its webhook.
    if ("/webhooks/" in path) if handled.is_deferred else is_first:
        handled.is_answered = True
        ANSWERED.labels(handled.kind).observe(waited)
