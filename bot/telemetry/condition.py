"""The bot's health: what `/health` says, and the questions to the store for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from math import inf
from time import monotonic
from typing import Any, Literal, NamedTuple

from bot.telemetry import metrics
from bot.telemetry.clock import CLOCK, DiscordClock
from bot.telemetry.metrics import BACKUP_AGE, NEWCOMERS
from bot.telemetry.outages import DISCORD, way_of

log = logging.getLogger(__name__)

EVERY = 3600.0
"""Seconds between two questions about newcomers: they read more than the others."""

PATIENCE = 5.0
"""Seconds to wait for the store, after which it counts as failing."""

Ask = Callable[[], Awaitable[Mapping[str, int]] | None]
"""How many there are of each kind; None while no store is open. Raises what the store raises."""


class Newcomers:
    """Updates the metric of whether learners come to play, and asks at most once an hour."""

    def __init__(self, ask: Ask, every: float = EVERY) -> None:
        self._ask, self._every = ask, every
        self._asked_at: float | None = None

    async def tell(self) -> None:
        """Ask, if it is time. Raises nothing: on an error the metric keeps its value."""
        if self._asked_at is not None and monotonic() - self._asked_at < self._every:
            return
        asked = self._ask()
        if asked is None:
            return
        self._asked_at = monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                found = await asked
        except TimeoutError:
            log.warning("newcomers not counted: no answer within %g seconds", PATIENCE)
        except Exception as error:
            log.warning("newcomers not counted: %s", error)
        else:
            for kind, count in found.items():
                NEWCOMERS.labels(kind).set(count)


FRESH = 15.0
"""Seconds for which the store's answer is cached."""

GRACE = 120.0
"""Seconds for which a shard may be away: Discord ends connections all the time."""

Status = Literal["ok", "starting", "failing"]
Store = Literal["ok", "failing", "not open"]


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard of this process. The latency is in seconds, None before the first heartbeat."""

    id: int
    connected: bool
    latency_seconds: float | None


@dataclass(frozen=True, slots=True)
class Load:
    """The store's state for all processes: pending posts, those of them that were refused, the age
    in seconds of the oldest of the others, open matches by game and status, and for how many
    seconds the oldest work of each kind is due that no process has begun."""

    waiting: int
    refused: int
    oldest_post_seconds: float | None
    matches: Mapping[tuple[str, str], int]
    overdue: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Condition:
    """The bot's health."""

    status: Status
    gateway: Literal["ready", "connecting", "lost"]
    store: Store
    oldest_post_seconds: float | None
    shards: tuple[Shard, ...]
    reason: str | None = None
    """Why the store is failing, in words."""

    commands_refused: str | None = None
    """Why Discord refused the commands of this version, so that people see older ones."""

    another_bot: str | None = None
    """What is wrong if another bot with the same token is running."""

    emojis_refused: str | None = None
    """Why it refused the drawn pieces, so that people read words."""

    backup_age_seconds: float | None = None
    """How old the newest backup is; None without one."""

    backups_made: bool = False
    """Whether the bot makes them."""

    backup_failed: str | None = None
    """Why the last one failed, in words."""

    clock_ahead_seconds: float | None = None
    """How far this machine's clock is ahead of Discord's; None before Discord was heard."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Gateway:
    """Which shards are connected, from discord.py's events."""

    def __init__(self) -> None:
        self.was_ready = False
        self._lost: dict[int, float | None] = {}

    def note_ready(self) -> None:
        """All shards have been connected."""
        self.was_ready = True

    def note(self, shard: int | None, event: Literal["connected", "resumed", "lost"]) -> None:
        """A shard's connection was made, resumed or lost."""
        number = shard or 0
        metrics.GATEWAY_EVENTS.labels(number, event).inc()
        metrics.GATEWAY_READY.labels(number).set(event != "lost")
        if event != "lost":
            DISCORD.worked(way_of(number))
            self._lost[number] = None
            return
        DISCORD.note_failing(way_of(number))
        if self._lost.get(number) is None:
            self._lost[number] = monotonic()

    def is_connected(self, shard: int) -> bool:
        return self._lost.get(shard, 0.0) is None

    def lost_for(self) -> float:
        """For how many seconds the shard that is away longest has been; 0 for none."""
        return max((monotonic() - at for at in self._lost.values() if at is not None), default=0.0)


async def nothing() -> None:
    """Does nothing."""


class Backups(NamedTuple):
    """How many seconds old the newest backup is, infinity if there is none, and why the last one
    failed, if it did."""

    age: float
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the answers come from. `workload` is None while no store is open; it raises what the
    store raises, and `describe` puts that in words.

    `write_trouble` says why the last write failed, None if it did not; before that `try_to_write`
    may find out.
    """

    gateway: Gateway
    latencies: Callable[[], Sequence[tuple[int, float]]]
    workload: Callable[[], Awaitable[Load] | None]
    invalid_requests: Callable[[], float] = lambda: 0
    describe: Callable[[BaseException], str] = str
    write_trouble: Callable[[], str | None] = lambda: None
    try_to_write: Callable[[], Awaitable[None]] = nothing
    commands_refused: Callable[[], str | None] = lambda: None
    another_bot: Callable[[], str | None] = lambda: None
    emojis_refused: Callable[[], str | None] = lambda: None
    newcomers: Ask = lambda: None
    backups: Callable[[], Backups] | None = None
    """None if none are made."""

    clock: DiscordClock = CLOCK


class Monitor:
    """Asks the sources, and the store not too often."""

    def __init__(self, sources: Sources, fresh: float = FRESH) -> None:
        self._sources, self._fresh = sources, fresh
        self._asked_at: float | None = None
        self._turn = asyncio.Lock()
        self._newcomers = Newcomers(sources.newcomers)
        self._is_open = False
        self._unread: str | None = None
        self._workload: Load | None = None
        self._backups: Backups | None = None

    async def condition(self) -> Condition:
        """The bot's health. Updates the metrics, too."""
        async with self._turn:
            await self._ask_store()
            if self._is_open and self._unread is None:
                await self._sources.try_to_write()
        reason = self._reason()
        metrics.STORE_UP.set(self._is_open and reason is None)
        shards = self._shards()
        metrics.INVALID.set(self._sources.invalid_requests())
        oldest = self._workload.oldest_post_seconds if self._workload else None
        store: Store = "failing" if reason else "ok" if self._is_open else "not open"
        status, gateway = self._status(store), self._gateway(shards)
        asked = self._sources
        ahead, kept = asked.clock.ahead, self._backups
        metrics.OTHER_BOT.set(asked.another_bot() is not None)
        return Condition(
            status,
            gateway,
            store,
            oldest,
            shards,
            reason,
            commands_refused=asked.commands_refused(),
            another_bot=asked.another_bot(),
            emojis_refused=asked.emojis_refused(),
            backup_age_seconds=kept.age if kept and kept.age != inf else None,
            backups_made=asked.backups is not None,
            backup_failed=kept and kept.failed,
            clock_ahead_seconds=None if ahead is None else round(ahead.total_seconds(), 1),
        )

    async def tell_all(self) -> None:
        """Update all metrics, including those that do not affect health."""
        await self.condition()
        await self._newcomers.tell()

    def _reason(self) -> str | None:
        if self._unread is not None:
            return f"it can't be read: {self._unread}"
        unwritten = self._sources.write_trouble()
        return unwritten and f"it can't be written: {unwritten}"

    def _status(self, store: Store) -> Status:
        gateway = self._sources.gateway
        if store == "failing" or gateway.lost_for() > GRACE:
            return "failing"
        return "ok" if gateway.was_ready and store == "ok" else "starting"

    def _gateway(self, shards: Sequence[Shard]) -> Literal["ready", "connecting", "lost"]:
        if not self._sources.gateway.was_ready:
            return "connecting"
        return "ready" if all(each.connected for each in shards) else "lost"

    def _shards(self) -> tuple[Shard, ...]:
        found = []
        for number, latency in self._sources.latencies():
            known = 0 <= latency < float("inf")
            if known:
                metrics.GATEWAY_LATENCY.labels(number).set(latency)
            connected = self._sources.gateway.is_connected(number)
            found.append(Shard(number, connected, round(latency, 4) if known else None))
        return tuple(found)

    async def _ask_store(self) -> None:
        if self._asked_at is not None and monotonic() - self._asked_at < self._fresh:
            return
        asked = self._sources.workload()
        if asked is None:
            return
        self._asked_at, self._is_open = monotonic(), True
        await self._look_at_backups()
        try:
            async with asyncio.timeout(PATIENCE):
                self._workload = await asked
        except TimeoutError:
            self._unread = f"no answer within {PATIENCE:g} seconds"
            log.warning("pending work not counted: %s", self._unread)
        except Exception as error:
            self._unread = self._sources.describe(error)
            log.warning("pending work not counted: %s", error)
        else:
            self._unread = None
            _tell(self._workload)

    async def _look_at_backups(self) -> None:
        if (look := self._sources.backups) is None:
            return
        # A folder that hangs, as those on networks do, keeps nobody from an answer.
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                self._backups = await asyncio.to_thread(look)
                BACKUP_AGE.set(self._backups.age)


def _tell(workload: Load) -> None:
    metrics.POSTS_WAITING.set(workload.waiting)
    metrics.POSTS_REFUSED.set(workload.refused)
    metrics.OLDEST_POST.set(workload.oldest_post_seconds or 0)
    metrics.OVERDUE.clear()
    for kind, seconds in workload.overdue.items():
        metrics.OVERDUE.labels(kind).set(seconds)
    # A game without an open match is left out.
    metrics.MATCHES.clear()
    for (game, status), count in workload.matches.items():
        metrics.MATCHES.labels(game, status).set(count)
