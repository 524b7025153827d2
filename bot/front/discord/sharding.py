"""The shards of this process, Discord's address, and who may identify when.

The servers of a bot are divided among its shards, and the shards among its processes. A process
gets events of the servers of its own shards; it may ask and post in all.
"""

import asyncio
import logging

import discord
from yarl import URL

from bot.front.discord import private_api
from bot.model.ports import Processes
from bot.model.records import GuildId
from bot.model.refusals import StoreTrouble
from bot.telemetry.metrics import SESSIONS_LEFT

log = logging.getLogger(__name__)

API = "/api/v10"

BETWEEN = 5.5  # Seconds between two shards that identify; Discord asks for 5.

STALE = 5.0  # Seconds after which a reserved slot to identify is no longer used.

SAME_SHARDS = (
    "other processes at work on this database (%s) have the servers of shards %s of %s too, and "
    "each would answer everybody there. Give every process its own part with BUMPBOT_SHARDS, such "
    "as 0/2 and 1/2, and all of them the same number behind the slash. All is well if one was "
    "killed less than a minute ago: it still counts"
)

LOOK = 60.0  # Seconds between two checks whether another process has the same shards.

# Sessions left of those that Discord allows a day, below which the operator is warned.
FEW_STARTS = 50

DAY = 86400.0  # Seconds between two resets of their number.


def use_base(address: str) -> None:
    """Use that address for all of Discord's HTTP API, such as http://localhost:8080."""
    private_api.use_api(f"{address}{API}")


class ShardedClient(discord.AutoShardedClient):
    """A client for a range of shards, all, or as many as Discord advises."""

    _at_once = 1
    _others = 0
    _places: dict[int, float]

    def shared(self) -> Processes | None:
        """What it shares with other processes; None before that is open."""
        return None

    def is_elsewhere(self, guild: GuildId) -> bool:
        """Whether another process has the server's shard. Of such a server this process knows
        nothing, not even whether the bot is a member of it."""
        if self.shard_ids is None or not self.shard_count:
            return False
        return (guild >> 22) % self.shard_count not in self.shard_ids

    @property
    def has_all_servers(self) -> bool:
        return self.shard_ids is None or len(self.shard_ids) == self.shard_count

    @property
    def is_first(self) -> bool:
        """Whether this is the process with shard 0, which does what only one of all has to do."""
        return self.shard_ids is None or 0 in self.shard_ids

    async def launch_shards(self) -> None:
        """Connect to the gateway named by Discord's HTTP API, even if it is not asked how many
        shards."""
        advised, address, limits = await private_api.ask_gateway(self)
        private_api.use_gateway(address)
        if self.shard_count is None:
            self.shard_count = advised
        self._at_once = limits["max_concurrency"]
        self._places = {}
        report = log.warning if limits["remaining"] < FEW_STARTS else log.info
        report(
            "shards %s of %s; Discord lets the bot begin %s sessions in the next %s minutes",
            *(_shown(self.shard_ids or range(self.shard_count)), self.shard_count),
            *(limits["remaining"], limits["reset_after"] // 60_000),
        )
        SESSIONS_LEFT.set(limits["remaining"])
        reset = limits["reset_after"] / 1000
        self.loop.call_later(reset, _reset_sessions, self.loop, limits["total"])
        await self.say_shards()
        await super().launch_shards()

    async def say_shards(self) -> bool:
        """Report our shards to the other processes, and warn the operator if one more of them has
        the same; False if there can be no other."""
        if (processes := self.shared()) is None or not self.shard_count:
            return True
        shards, before = self.shard_ids or range(self.shard_count), self._others
        try:
            others = await processes.hold_shards(shards[0], shards[-1], self.shard_count)
        except StoreTrouble as error:
            log.warning("shards of other processes not read: %s", error)
            return True
        self._others = others or 0
        if self._others > before:
            log.warning(SAME_SHARDS, self._others, _shown(shards), self.shard_count)
        elif before and not self._others:
            log.info("no other process has shards %s any more", _shown(shards))
        return others is not None

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Wait for a slot to identify before connecting: a connection that waits is cut."""
        await self._wait_for_place(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify when all processes together may."""
        if not await self._wait_for_place(shard_id or 0):
            await super().before_identify_hook(shard_id, initial=initial)
        SESSIONS_LEFT.dec()
        self._places.pop(shard_id or 0, None)

    async def _wait_for_place(self, shard: int) -> bool:
        # Wait until the shard may identify; False if no other process shares the limit. A slot that
        # was not used, because the wait was cut short, is kept for the next try.
        now = asyncio.get_running_loop().time
        if (processes := self.shared()) is None:
            return False
        if self._places.get(shard, 0.0) < now() - STALE:
            wait = await processes.reserve(f"identify {shard % self._at_once}", 1, BETWEEN)
            if wait is None:
                return False
            self._places[shard] = now() + wait
        await asyncio.sleep(self._places[shard] - now())
        return True


def _reset_sessions(loop: asyncio.AbstractEventLoop, total: int) -> None:
    SESSIONS_LEFT.set(total)
    loop.call_later(DAY, _reset_sessions, loop, total)


def _shown(shards: "list[int] | range") -> str:
    return f"{shards[0]}-{shards[-1]}" if len(shards) > 1 else str(shards[0])
