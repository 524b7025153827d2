"""What is timed and counted: requests to Discord, calls of the store, work for threads."""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from enum import StrEnum
from functools import partial
from time import perf_counter
from types import SimpleNamespace
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import aiohttp
from yarl import URL

from bot.telemetry import metrics
from bot.telemetry.interactions import note_response
from bot.telemetry.outages import DISCORD, discord_failed

Params = aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams

WORDS = frozenset(
    {
        *("applications", "bulk-delete", "callback", "channels", "commands", "gateway", "guilds"),
        *("interactions", "members", "messages", "oauth2", "permissions", "pins", "reactions"),
        *("roles", "thread-members", "threads", "typing", "users", "webhooks"),
    }
)
"""The words of a path that show what a request is for; ids and tokens do not."""

SCOPES = ("user", "global", "shared")
"""The scopes of Discord's limits."""

TOO_MANY = 429
WAY = "requests"
"""Their name among the ways of an outage."""

FAILING = 500
"""From this status on it is Discord that fails."""


def route_of(url: URL) -> str:
    """The kind of a request: one of a few dozen."""
    parts = url.path.strip("/").split("/")
    if parts[0] != "api":
        return "gateway" if "v" in url.query else "files"
    words = [part for part in parts[1:] if part in WORDS]
    return "/".join(words[:3]) or "other"


def is_to_api(url: URL) -> bool:
    """Whether it is a request to Discord's API, and not for a file or its gateway."""
    return url.path.startswith("/api/")


def watch(config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Let the session of that config count its requests, too."""
    config.on_request_start.append(_on_start)
    config.on_request_end.append(_on_end)
    config.on_request_exception.append(_on_exception)
    return config


async def _on_start(
    _: object, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams
) -> None:
    context.began = perf_counter()


async def _on_end(
    _: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    answer = params.response
    _count(context, params, str(answer.status))
    if answer.status == TOO_MANY:
        scope = answer.headers.get("X-RateLimit-Scope", "")
        metrics.LIMITED.labels(scope if scope in SCOPES else "unknown").inc()
    if answer.status < 300:
        note_response(params.url.path)
    if is_to_api(params.url):
        _note_status(answer.status)


async def _on_exception(
    _: object, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
) -> None:
    _count(context, params, "none")
    if "/interactions/" in params.url.path and WAY not in DISCORD.failing:
        # An answer that was cut off concerns one request, and the next may well arrive.
        DISCORD.note_failing(WAY)
    elif is_to_api(params.url):
        discord_failed(WAY, params.exception)


def _note_status(status: int) -> None:
    if status < FAILING:
        DISCORD.worked(WAY)
    elif WAY in DISCORD.failing:
        DISCORD.failed(WAY, f"it answers {status}", str(status))
    else:
        # discord.py asks again, which usually works.
        DISCORD.note_failing(WAY)


def _count(context: SimpleNamespace, params: Params, status: str) -> None:
    route = route_of(params.url)
    metrics.REQUESTS.labels(route, status).inc()
    metrics.REQUEST_TIME.labels(route).observe(perf_counter() - context.began)


S = TypeVar("S")

Look = Callable[..., None]
"""Looks at the arguments of a call that is done."""


class Watch(Protocol):
    """Observes how calls end, by their names."""

    def done(self, call: str) -> None:
        """A call succeeded."""

    def failed(self, call: str, error: Exception) -> None:
        """A call has raised that."""


UNTIMED = ("close",)


class Observed:
    """Wraps a store."""

    def __init__(self, store: object, looks: Mapping[str, Look], watch: Watch | None) -> None:
        self.__dict__.update(_store=store, _looks=looks, _watch=watch)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name.startswith("_") or name in UNTIMED or not inspect.iscoroutinefunction(found):
            return found
        return partial(self._call, name, found)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._store, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._store, name)

    async def _call(
        self, name: str, call: Callable[..., Awaitable[Any]], /, *args: Any, **kwargs: Any
    ) -> Any:
        label, began = _label(name, args), perf_counter()
        try:
            done = await call(*args, **kwargs)
        except Exception as error:
            metrics.STORE_FAILURES.labels(label, type(error).__name__).inc()
            if self._watch is not None:
                self._watch.failed(name, error)
            raise
        finally:
            metrics.STORE_CALLS.labels(label).observe(perf_counter() - began)
        if self._watch is not None:
            self._watch.done(name)
        if (look := self._looks.get(name)) is not None:
            look(*args, **kwargs)
        return done


def _label(name: str, args: tuple[Any, ...]) -> str:
    # A call for things of many kinds is counted by kind, too.
    if name in ("add", "put"):
        return f"{name} {type(args[0]).__name__}"
    match args:
        case [type(__name__=kind) | StrEnum(value=kind), *_]:
            return f"{name} {kind}"
    return name


def observed(store: S, looks: Mapping[str, Look], watch: Watch | None = None) -> S:
    """The store, timed. `looks` are called with the arguments of finished calls, and `watch` is
    told of all."""
    return cast(S, Observed(store, looks, watch))


P = ParamSpec("P")
T = TypeVar("T")


class Waiting:
    """A piece of work that was given to a lane."""

    def __init__(self, lane: str) -> None:
        self._lane, self._asked = lane, perf_counter()
        self._context = copy_context()
        self._places = [1]
        metrics.LANE_WAITING.labels(lane).inc()

    def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do the work, in a thread of the lane, as part of what is handled."""
        began = perf_counter()
        self.leave()
        metrics.LANE_WAITED.labels(self._lane).observe(began - self._asked)
        try:
            return self._context.run(work, *args)
        finally:
            metrics.LANE_WORKED.labels(self._lane).observe(perf_counter() - began)

    def leave(self) -> None:
        """It waits no longer. Called by the thread that begins it or by the caller that gives it
        up, it counts once: only the first of two threads finds the entry."""
        try:
            self._places.pop()
        except IndexError:
            return
        metrics.LANE_WAITING.labels(self._lane).dec()


@contextmanager
def waiting_in(lane: str) -> Iterator[Waiting]:
    """Work waits in the lane."""
    waiting = Waiting(lane)
    try:
        yield waiting
    finally:
        waiting.leave()


def pictured(game: str, lane: str, work: Callable[P, T]) -> Callable[P, T]:
    """The work, which draws a picture, timed."""

    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with metrics.PICTURES.labels(game, lane).time():
            return work(*args, **kwargs)

    return drawn
