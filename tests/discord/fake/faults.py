"""What goes wrong between the bot and Discord, asked for or by dice that a seed decides."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum

from aiohttp import web
from aiohttp.typedefs import Middleware

EVER = 1_000_000
"""Times that no test comes to."""

HOLD = 1.5
"""Seconds for which a request that times out is held."""


class Fault(StrEnum):
    """What can happen to one request."""

    LIMITED = "429"
    LIMITED_EVERYWHERE = "429, global"
    ERROR = "500"
    GATEWAY = "502"
    UNAVAILABLE = "503"
    HELD = "time-out"
    REFUSED = "403"
    UNAUTHORIZED = "401"
    UNKNOWN = "404"
    TOO_LATE = "404, too late"
    CUT = "cut before it arrived"
    LOST = "done, the answer lost"
    STUCK = "never answered"


NOT_PASSING = ("401", "403", "404", "404, too late", "never answered")
PASSING = tuple(fault for fault in Fault if fault not in NOT_PASSING)
"""Faults that another try may overcome."""

Where = Callable[[web.Request], bool]


def sends(request: web.Request) -> bool:
    """Whether the request makes a message in a channel."""
    return request.method == "POST" and request.path.endswith("/messages")


def after_start(request: web.Request) -> bool:
    """Whether the request is none of those without which no bot starts."""
    starting = ("/users/@me", "/oauth2", "/gateway", "/commands", "/applications")
    return not any(part in request.path for part in starting)


@dataclass
class Planned:
    """A fault that is to happen to the next requests of a kind."""

    fault: Fault
    where: Where
    times: int = 1


@dataclass
class Faults:
    """The faults to come, planned ones first, and how often each has happened."""

    dice: random.Random = field(default_factory=lambda: random.Random(1))
    rate: float = 0.0
    kinds: tuple[Fault, ...] = PASSING
    where: Where = after_start
    planned: list[Planned] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    stuck: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    """The tokens of those that wait for an answer which never comes."""

    def plan(self, fault: Fault, where: Where = after_start, times: int = 1) -> None:
        self.planned.append(Planned(fault, where, times))

    def next_for(self, request: web.Request) -> Fault | None:
        fault = self._planned_for(request)
        if fault is None and self.where(request) and self.dice.random() < self.rate:
            fault = self.dice.choice(self.kinds)
        if fault:
            self.counts[fault] += 1
        return fault

    def _planned_for(self, request: web.Request) -> Fault | None:
        for each in self.planned:
            if each.where(request):
                each.times -= 1
                if not each.times:
                    self.planned.remove(each)
                return each.fault
        return None


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def middleware(faults: Faults) -> Middleware:
    """Lets the faults happen to the requests of a server."""

    @web.middleware
    async def faulty(request: web.Request, handler: Handler) -> web.StreamResponse:
        fault = faults.next_for(request)
        if fault is None:
            return _as_json(await handler(request))
        if fault is Fault.LOST:
            await handler(request)
        else:
            await request.read()
        if fault is Fault.HELD:
            await asyncio.sleep(HOLD)
        if fault is Fault.STUCK:
            faults.stuck.put_nowait(request.headers["Authorization"].removeprefix("Bot "))
            await asyncio.Event().wait()
        if fault in (Fault.LOST, Fault.HELD, Fault.CUT):
            _cut(request)
        return _as_json(answer_of(fault))

    return faulty


def _as_json(response: web.StreamResponse) -> web.StreamResponse:
    """The answer with the type as Discord says it: without a character set."""
    if response.content_type == "application/json":
        response.headers["Content-Type"] = "application/json"
    return response


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def answer_of(fault: Fault) -> web.Response:
    if fault in (Fault.LIMITED, Fault.LIMITED_EVERYWHERE):
        return limited(0.2, everywhere=fault is Fault.LIMITED_EVERYWHERE)
    if fault is Fault.REFUSED:
        return refusal(403, 50013, "Missing Permissions")
    if fault is Fault.UNAUTHORIZED:
        return refusal(401, 0, "401: Unauthorized")
    if fault is Fault.UNKNOWN:
        return refusal(404, 10003, "Unknown Channel")
    if fault is Fault.TOO_LATE:
        return refusal(404, 10062, "Unknown interaction")
    status = int(fault) if fault.isdigit() else 500
    return web.json_response({"message": f"{status}: fault", "code": 0}, status=status)


def limited(seconds: float, *, everywhere: bool) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    headers = {"Via": "1.1 fake", "Retry-After": str(seconds)}
    return web.json_response(body, status=429, headers=headers)


def refusal(status: int, code: int, message: str) -> web.Response:
    """A refusal with Discord's own code."""
    return web.json_response({"message": message, "code": code}, status=status)
