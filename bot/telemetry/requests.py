"""Requests to Discord, counted by what they are for."""

from time import perf_counter
from types import SimpleNamespace
from typing import TypeAlias

import aiohttp
from yarl import URL

from bot.telemetry.interactions import note_response
from bot.telemetry.metrics import LIMITED, REQUEST_TIME, REQUESTS
from bot.telemetry.outages import DISCORD, discord_failed

Params: TypeAlias = aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams

WORDS = frozenset(
    {
        *("applications", "bulk-delete", "callback", "channels", "commands", "gateway", "guilds"),
        *("interactions", "members", "messages", "oauth2", "permissions", "pins", "reactions"),
        *("roles", "thread-members", "threads", "typing", "users", "webhooks"),
    }
)
"""The words of a path that tell what a request is for; ids and tokens do not."""

SCOPES = ("user", "global", "shared")
"""What Discord says a limit is of."""

TOO_MANY = 429
WAY = "requests"
"""Their name among the ways of an outage."""

FAILING = 500
"""From this status on it is Discord that fails."""


def route_of(url: URL) -> str:
    """What kind of request it is: one of a few dozen."""
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
        LIMITED.labels(scope if scope in SCOPES else "unknown").inc()
    if answer.status < 300:
        note_response(params.url.path)
    if is_to_api(params.url):
        _note_status(answer.status)


async def _on_exception(
    _: object, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
) -> None:
    _count(context, params, "none")
    if "/interactions/" in params.url.path and WAY not in DISCORD.failing:
        # An answer that was cut off is one person's, and what comes next may well arrive.
        DISCORD.note_failing(WAY)
    elif is_to_api(params.url):
        discord_failed(WAY, params.exception)


def _note_status(status: int) -> None:
    if status < FAILING:
        DISCORD.worked(WAY)
    elif WAY in DISCORD.failing:
        DISCORD.failed(WAY, f"it answers {status}", str(status))
    else:
        # discord.py asks once more, and mostly that is all.
        DISCORD.note_failing(WAY)


def _count(context: SimpleNamespace, params: Params, status: str) -> None:
    route = route_of(params.url)
    REQUESTS.labels(route, status).inc()
    REQUEST_TIME.labels(route).observe(perf_counter() - context.began)
