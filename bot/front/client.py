"""The Discord client: holds the parts together from connecting to closing."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import discord
from yarl import URL

from bot.front.board import pictures
from bot.front.clock import measure, note_made, utcnow
from bot.front.commands import commands
from bot.front.commands.sync import sync_commands
from bot.front.competitions.league_posts import LeaguePost
from bot.front.competitions.table_posts import CompetitionPost
from bot.front.contact import Contact
from bot.front.discord import context, permissions, private_api, sharding
from bot.front.discord.context import Interaction, person_of
from bot.front.discord.emojis import EmojiBook
from bot.front.discord.ending import ANSWERING, LEAVING, end_within, note_end, steadily
from bot.front.discord.markdown import message_link
from bot.front.discord.refusals import AGAIN
from bot.front.discord.repeated import handle_each_once
from bot.front.discord.request_budget import OWN_ACCOUNT, RequestBudget
from bot.front.exercises import actions as exercise_actions
from bot.front.exercises import lesson_panel
from bot.front.exercises.daily import DailyPost
from bot.front.invitations.lobby import LobbyList
from bot.front.living import LivingPostWorker
from bot.front.match import begin, play
from bot.front.observing.other_bots import OtherBotCheck
from bot.front.observing.sources import (
    count_waiting_posts,
    newcomers_of,
    note_milestone,
    observe_interactions,
    observe_store,
    workload_of,
)
from bot.front.observing.writing import WriteWatch
from bot.front.people import daily_puzzle, next_game
from bot.front.people.leaders import RoleWorker
from bot.front.people.owner import AnnouncementPost, heed_owner
from bot.front.people.privacy import tell_deleted
from bot.front.posting import threads
from bot.front.posting.emoji_worker import EmojiWorker
from bot.front.posting.outbox import OutboxWorker
from bot.front.posting.typing_sign import typing_for
from bot.front.studies import actions as study_actions
from bot.front.studies import preparing, replaying, sharing
from bot.front.tree import Tree
from bot.front.ui.dispatch import PRESSES, press
from bot.games.core import PlayerError
from bot.model.clock.outages import SILENCE
from bot.model.match import Match
from bot.model.ports import ForAnswer, Processes, Store
from bot.model.records import ChannelId, GuildId, MatchId
from bot.service.build import NOBODY, Service
from bot.service.queue import DueSource, Pause, pause
from bot.service.thinking import Thinking
from bot.telemetry.condition import Backups, Gateway, Sources
from bot.telemetry.interactions import handling
from bot.telemetry.outages import DATABASE, DISCORD, discord_failed, way_of
from bot.telemetry.server import serving
from bot.telemetry.timing import watch

log = logging.getLogger(__name__)

T = TypeVar("T")

# Imported by nothing else: what buttons do is registered by the rooms that have them.
WITH_BUTTONS = (
    *(begin, play, exercise_actions, daily_puzzle, next_game),
    *(study_actions, preparing, replaying, sharing),
)

# The shards of this process, and how many there are in all.
Shards = tuple[Sequence[int], int]

ONE: Shards = ((0,), 1)

# Background work until the bot stops.
Beside = Callable[[Store], Coroutine[Any, Any, None]]

# Describes an error of the store.
Describe = Callable[[BaseException], str]

# Opens the store; the bot closes it when it stops.
OpenStore = Callable[[], Awaitable[Store]]


class Bumpbot(context.Client):
    """Discord on one side, the matches on the other. Opens its store before it connects.

    It offers its commands everywhere, or in one server only; it has these shards, or if none are
    given as many as Discord advises. A proxy keeps all processes together within Discord's limits.
    A `marked` one leaves a mark at Discord, by which it notices another with its token. `metrics`
    is the host and port of `/health` and `/metrics`, where store errors appear in the words of
    `describe`; `beside` runs in the background, and `pause` is how it waits. `backups` tells of
    them, if any are made. It uploads its pieces
    as emojis with a pause of that length between two, or has none. Each `beat` it notes that it is
    there, or never. It looks for what its owner has decided whenever that much time, `heeds`, has
    passed, and names `contact` as whom to turn to. It thinks in `thinking`, else in its own
    processes.
    """

    store: Store
    outbox: OutboxWorker

    def __init__(
        self,
        open_store: OpenStore,
        guild: GuildId | None = None,
        shards: Shards | None = ONE,
        *,
        has_proxy: bool = False,
        marked: bool = False,
        metrics: tuple[str, int] | None = None,
        beside: Sequence[Beside] = (),
        backups: Callable[[], Backups] | None = None,
        describe: Describe = str,
        pause: Pause = pause,
        emojis: timedelta | None = None,
        beat: timedelta | None = None,
        heeds: timedelta | None = None,
        contact: Contact = Contact(),  # noqa: B008 # a plain value
        thinking: Thinking | None = None,
        chance: random.Random | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        ids, count = shards or (None, None)
        self.requests = RequestBudget(
            on_refused=self._stop,
            ask_again=lambda: private_api.answer_at(self, OWN_ACCOUNT),
            # Before login the caller hears of the refusal, and there is no token to ask with.
            can_ask=lambda: self.user is not None,
            shared=lambda: None if has_proxy else self.shared(),
        )
        self._closing: asyncio.Task[None] | None = None
        private_api.expect_no_voice()
        super().__init__(
            http_trace=measure(watch(self.requests.trace())),
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_ids=None if ids is None else list(ids),  # type: ignore[arg-type]
            shard_count=count,
        )
        self._open_store, self._beside = open_store, beside
        self._backups = backups
        self._guild = guild
        self.pause, self._thinking, self._beat = pause, thinking, beat
        self._heeds, self.contact = heeds, contact
        self._chance = chance or random.Random()
        self.memberships, self.command_ids = {}, {}
        self._commands_refused: str | None = None
        self._other_bots, self._marked = OtherBotCheck(self), marked and self.is_first
        self.emoji_book = EmojiBook()
        self._emojis = EmojiWorker(self, emojis) if emojis is not None else None
        self.tree = Tree(self)
        for command in commands():
            self.tree.add_command(command)
        self._workers: list[asyncio.Task[None]] = []
        self._gateway, self._metrics = Gateway(), metrics
        self._writes = WriteWatch(describe)
        self._command_names = {each.qualified_name for each in self.tree.walk_commands()}
        self._command_names |= {each.name for each in self.tree.get_commands()}
        observe_interactions(self, lambda: self._command_names)
        handle_each_once(self)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Connect and stay connected. How the bot is can be asked from the beginning on."""
        async with serving(self._metrics, self._sources()):
            # First: it answers even if Discord can't be reached.
            await self._open()
            await super().start(token, reconnect=reconnect)

    def _sources(self) -> Sources:
        # Where `/health` and `/metrics` ask. Nothing is asked of a store that is not open yet.
        def ask(what: Callable[[Store], Awaitable[T]]) -> Callable[[], Awaitable[T] | None]:
            return lambda: what(self.store) if hasattr(self, "store") else None

        return Sources(
            self._gateway,
            latencies=lambda: self.latencies if self.shards else (),
            workload=ask(workload_of),
            invalid_requests=lambda: self.requests.invalid_requests,
            describe=self._writes.describe,
            write_trouble=lambda: self._writes.trouble,
            try_to_write=lambda: self._writes.try_to_write(self.store),
            commands_refused=lambda: self._commands_refused,
            another_bot=lambda: self._other_bots.found,
            emojis_refused=lambda: self._emojis.refused if self._emojis else None,
            backups=self._backups,
            newcomers=ask(lambda store: newcomers_of(store, utcnow())),
        )

    async def _open(self) -> None:
        if not hasattr(self, "store"):
            self.store = observe_store(await self._open_store(), self._writes)

    def shared(self) -> Processes | None:
        return getattr(self, "store", None)

    async def setup_hook(self) -> None:
        await self._open()
        count = count_waiting_posts(self.store)
        DISCORD.count_by(count)
        DATABASE.count_by(count)
        robot = person_of(self.user) if self.user else NOBODY
        self.outbox = OutboxWorker(self, self.store)
        emojis = [self._emojis] if self._emojis else []
        self.service = Service(
            self.store,
            clock=utcnow,
            chance=self._chance,
            robot=robot,
            sources=(*self.outbox.sources, *_workers(self), *emojis),
            pause=self.pause,
            handling=handling,
            require_place=partial(permissions.require_place_for, self),
            has_left=partial(permissions.is_no_member, self),
            on_deleted=partial(tell_deleted, self),
            thinking=self._thinking,
            note_milestone=note_milestone,
            show_thinking=partial(typing_for, self),
        )
        self.matches = self.service.matches
        self.store.listen(self.service.queue.wake)
        self.command_ids, self._commands_refused = await sync_commands(self, self._guild)
        watches: tuple[Callable[[], Awaitable[None]], ...] = (
            self._do_what_is_due,
            self._watch_shards,
            self._offer_again,
            *([partial(self._report, self._beat)] if self._beat else []),
            *([partial(heed_owner, self, self._heeds)] if self._heeds else []),
            partial(self._writes.watch, self.pause, self.store),
            *([partial(self._other_bots.watch, self.pause)] if self._marked else []),
        )
        beside = (each(self.store) for each in self._beside)
        ahead = (pictures.warm_up(), lesson_panel.read_lessons())
        work = (*(steadily(each, self.pause) for each in watches), *ahead, *beside)
        self._workers = [asyncio.create_task(each) for each in work]
        for worker in self._workers:
            worker.add_done_callback(note_end)

    async def _do_what_is_due(self) -> None:
        # Do it, once Discord is there, forever.
        await self.wait_until_ready()
        await self.service.queue.run()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, and from then on note why it is lost."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        if shard_id in self.shards:
            heard = partial(discord_failed, way_of(shard_id))
            private_api.hear_why_lost(self, shard_id, heard)

    async def on_ready(self) -> None:
        self._gateway.note_ready()
        log.info("connected, servers: %s", len(self.guilds))
        await self._note_servers()

    async def _note_servers(self) -> None:
        # These have the bot, even one with an outage; of this process's shards no others do.
        try:
            await self.service.servers.seen(
                {GuildId(guild.id) for guild in self.guilds},
                lambda each: not self.is_elsewhere(each),
            )
        except Exception:
            # The next start, or the next server that comes or goes, makes up for it.
            log.exception("servers not stored")
        self.service.queue.wake()

    async def on_shard_connect(self, shard: int) -> None:
        self._gateway.note(shard, "connected")

    async def on_shard_resumed(self, shard: int) -> None:
        self._gateway.note(shard, "resumed")

    async def on_shard_disconnect(self, shard: int) -> None:
        self._gateway.note(shard, "lost")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry refused posts in a server that is back."""
        await self.outbox.retry_in([*guild.channels, *guild.threads])

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the current state of its matches in a server that has added the bot."""
        await self.service.servers.joined(GuildId(guild.id))
        self.service.queue.wake()
        await self.on_guild_available(guild)
        await self.outbox.restate_in(GuildId(guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server has removed the bot: its data is deleted after a while."""
        await self.service.servers.left(GuildId(guild.id))
        self.service.queue.wake()

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Retry refused posts if a role gives the permission again."""
        await self.on_guild_available(after.guild)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Retry refused posts if a role given to the bot gives the permission again."""
        if after == after.guild.me:
            await self.on_guild_available(after.guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry refused posts in a channel, and in its threads, whose permissions have changed."""
        below = [each for each in after.guild.threads if each.parent_id == after.id]
        await self.outbox.retry_in([after, *below])

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Retry refused posts in a thread that is open again; continue in the channel with the
        match whose thread was locked."""
        if after.locked and not before.locked:
            await self.outbox.places.thread_lost(ChannelId(after.id), threads.LOCKED_NOTE)
        await self.outbox.retry_in([after])

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Continue in the channel with the match whose thread was deleted."""
        await self.outbox.places.thread_lost(ChannelId(gone.thread_id), threads.GONE)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer all buttons, menus and forms; commands go to the tree."""
        note_made(interaction.created_at)
        self.outbox.answers.note(interaction)
        if interaction.type in PRESSES:
            await press(interaction)

    async def undelivered(self, match: Match, found: ForAnswer) -> str | None:
        return await self.outbox.undelivered(match, found)

    async def board_link(self, match: MatchId) -> str:
        last = await self.service.posts.last_board(match)
        if last is None:
            return "`/board` shows the current board."
        guild = (await self.matches.match(match)).guild
        return f"The current board: {message_link(guild, last.channel, last.message)}"

    async def _offer_again(self) -> None:
        # Offer the commands that Discord did not take, until it does.
        while self._commands_refused:
            await self.pause(asyncio.Event(), AGAIN)
            self.command_ids, self._commands_refused = await sync_commands(self, self._guild)

    async def _report(self, beat: timedelta) -> None:
        # Note that the bot is there, unless people can't reach it, forever.
        while True:
            if self._gateway.was_ready and self._gateway.lost_for() < SILENCE.total_seconds():
                try:
                    await self.service.outages.report()
                except PlayerError as error:
                    log.warning("presence not noted: %s", error)
            # What another program has written to a file, as `doctor --mend` does, wakes nobody.
            self.service.queue.wake()
            await self.pause(asyncio.Event(), beat.total_seconds())

    async def _watch_shards(self) -> None:
        # Report our shards to processes that come later, too; forever if there can be others.
        can_be_others = True
        while can_be_others:
            await self.pause(asyncio.Event(), sharding.LOOK)
            can_be_others = await self.say_shards()

    def _stop(self) -> None:
        # Stop a bot that has started. One that is starting fails by itself.
        if self._workers and self._closing is None:
            self._closing = asyncio.create_task(self._close())

    async def close(self) -> None:
        """Begin nothing new, end work in progress, leave Discord, and close the store last.
        Concurrent calls wait for the same end."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        for worker in self._workers:
            worker.cancel()
        try:
            await asyncio.gather(*self._workers, return_exceptions=True)
            await self._hear_no_more()
            await end_within(ANSWERING, private_api.handlers())
            if hasattr(self, "service"):
                await self.service.queue.finish()
                await self.service.thinking.close()
            # One that never began has nothing to leave.
            if isinstance(self.loop, asyncio.AbstractEventLoop):
                await super().close()
        finally:
            # Even if leaving Discord failed: the next process needs the file.
            if hasattr(self, "store"):
                await self.store.close()

    async def _hear_no_more(self) -> None:
        # Leave the gateway, so that nothing new comes in; answers and posts still go out.
        leaving = [asyncio.create_task(each.disconnect()) for each in self.shards.values()]
        await end_within(LEAVING, leaving)


LIVING_POSTS = (LeaguePost, CompetitionPost, DailyPost, LobbyList, AnnouncementPost)


def _workers(client: Bumpbot) -> tuple[DueSource[Any], ...]:
    # Work at Discord besides posts.
    return (
        RoleWorker(client),
        LivingPostWorker(client, [each(client) for each in LIVING_POSTS]),
    )
