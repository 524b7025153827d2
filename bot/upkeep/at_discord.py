"""The doctor's questions to Discord: the token, the application, permissions where matches run, the
time.

discord.py asks, and keeps Discord's limits; nothing is changed there.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord
from discord import app_commands
from discord.utils import utcnow

from bot.front.commands import commands
from bot.front.commands.sync import LACKING, installs_of, same_commands, sent_commands
from bot.front.discord import private_api
from bot.front.discord.emojis import every_piece, piece_of
from bot.front.observing.other_bots import ANOTHER, tells_of_two
from bot.model.records import GuildId
from bot.store.maintenance import MOST_SPOTS, PlayedAt, progress
from bot.upkeep.findings import compare_clocks, ok, skipped, trouble

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""The permissions that a match needs, as Discord's settings call them."""

UNREACHED = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)


class Clocks:
    """The time here and at Discord, as of its last answer."""

    def __init__(self) -> None:
        self.seen: tuple[datetime, datetime] | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """A hook that notes the time of each answer."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._note)
        return config

    async def _note(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if date := end.response.headers.get("Date"):
            self.seen = utcnow(), parsedate_to_datetime(date)


async def ask_discord(
    token: str, spots: Sequence[PlayedAt], guild: GuildId | None = None
) -> AsyncIterator[str]:
    """What Discord says about the token, the application, its commands (in one server only, if they
    are offered in one), and the bot's permissions in those places."""
    if not token:
        yield skipped("Discord: without DISCORD_TOKEN neither it nor any rights are checked")
        return
    clocks = Clocks()
    client = discord.Client(intents=discord.Intents.none(), http_trace=clocks.trace())
    try:
        await client.login(token)
        yield ok("Discord takes the token")
        async for line in _look_at_commands(client, guild):
            yield line
        async for line in _look_at_emojis(client):
            yield line
        async for line in _examined(client, spots):
            yield line
    except discord.LoginFailure:
        yield trouble(
            "Discord refuses DISCORD_TOKEN. Copy it again: discord.com/developers, your "
            "application, Bot, Reset Token."
        )
    except (*UNREACHED, discord.HTTPException) as error:
        text = str(error) or type(error).__name__
        yield skipped(f"Discord can't be reached ({text}), so the rest is not checked there")
    finally:
        await client.close()
    if clocks.seen:
        yield compare_clocks(*clocks.seen, "Discord's")


async def _look_at_commands(client: discord.Client, guild: GuildId | None) -> AsyncIterator[str]:
    tree = app_commands.CommandTree(client)
    known = await private_api.commands_known(client, guild)
    if not known:
        yield skipped("commands: Discord has none yet; the bot offers them when it starts")
        return
    installs = await installs_of(client, guild)
    for lacking in sorted(LACKING.keys() - installs):
        yield ok(LACKING[lacking])
    if same_commands(known, sent_commands(tree, commands(), guild, installs)):
        yield ok("Discord has the commands of this version")
        return
    yield trouble(
        "Discord has other commands than this version, so people see those. The bot offers its own "
        "when it starts; where it runs, its log says why Discord did not take them."
    )


async def _look_at_emojis(client: discord.Client) -> AsyncIterator[str]:
    try:
        found = await client.fetch_application_emojis()
    except discord.Forbidden as error:
        yield trouble(f"Discord does not let the bot have emojis ({error}): people read words.")
        return
    if any(tells_of_two(emoji, utcnow()) for emoji in found):
        yield trouble(f"{ANOTHER}.")
    yield _look_at_pieces(found)


def _look_at_pieces(found: Sequence[discord.Emoji]) -> str:
    wanted = {*every_piece()}
    if not (lacking := len(wanted - {piece_of(emoji.name) for emoji in found})):
        return ok("Discord has the drawn pieces of this version")
    text = f"Discord lacks {lacking} of {len(wanted)} drawn pieces, so people read words for them."
    if lacking == len(wanted):
        return skipped(f"{text} The bot uploads them within minutes of its start")
    return trouble(f"{text} If the bot has run for minutes, its log or bumpbot health says why.")


async def _examined(client: discord.Client, spots: Sequence[PlayedAt]) -> AsyncIterator[str]:
    for setting in _settings(await client.application_info()):
        yield setting
    looked_at, lines = spots[:MOST_SPOTS], 0
    with progress("asking for rights", len(looked_at), " channels") as move:
        guilds = Guilds(client)
        for spot in looked_at:
            if line := await guilds.lacking(spot):
                lines += 1
                yield line
            move(1)
    more = f"; {len(spots) - len(looked_at):,} more are not looked at" if spots[MOST_SPOTS:] else ""
    if not spots:
        yield skipped("rights: no match is running in a server")
    elif not lines:
        places = "1 place" if len(looked_at) == 1 else f"{len(looked_at)} places"
        yield ok(f"rights in {places} with running matches{more}")
    elif more:
        yield skipped(f"places with running matches{more}")


def _settings(found: discord.AppInfo) -> list[str]:
    lines = []
    if found.interactions_endpoint_url:
        lines.append(
            "the application has an Interactions Endpoint URL, so that commands go there and not "
            "to the bot. Empty it: discord.com/developers, General Information."
        )
    if found.bot_require_code_grant:
        lines.append(
            "the application requires an OAuth2 code grant, so that nobody can invite the bot. "
            "Switch that off: discord.com/developers, Bot."
        )
    return [trouble(line) for line in lines] or [ok("the application's settings")]


class Guilds:
    """Servers and the bot's permissions there. Each is asked for once."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[int, tuple[discord.Guild, discord.Member] | None] = {}

    async def lacking(self, spot: PlayedAt) -> str | None:
        """What is wrong with a place, in a line; None if nothing is."""
        name = f"server {spot.guild}, channel {spot.channel}"
        if (known := await self._guild(spot.guild)) is None:
            return skipped(
                f"{name}: the bot is no member of the server, so its players are called by direct "
                "message. If it was removed, invite it again."
            )
        guild, me = known
        try:
            place = await guild.fetch_channel(spot.thread or spot.channel)
            thread = place if isinstance(place, discord.Thread) else None
            channel = await guild.fetch_channel(thread.parent_id) if thread else place
        except discord.NotFound:
            return trouble(
                f"{name}{_thread(spot)} is gone. Its players find their boards with "
                "/games anywhere; to play on in public they start over in another channel."
            )
        except discord.Forbidden:
            return trouble(f"{name}: the bot can't see it. Give it View Channel there.")
        return None if isinstance(channel, discord.Thread) else _lacks(name, me, channel, thread)

    async def _guild(self, guild: GuildId) -> tuple[discord.Guild, discord.Member] | None:
        if guild not in self._known:
            assert self._client.user
            try:
                found = await self._client.fetch_guild(guild, with_counts=False)
                member = await found.fetch_member(self._client.user.id)
                self._known[guild] = found, member
            except (discord.NotFound, discord.Forbidden):
                self._known[guild] = None
        return self._known[guild]


def _thread(spot: PlayedAt) -> str:
    return f", or its thread {spot.thread}" if spot.thread else ""


def _lacks(
    name: str, me: discord.Member, channel: discord.abc.GuildChannel, thread: discord.Thread | None
) -> str | None:
    held = channel.permissions_for(me)
    speaks = "send_messages_in_threads" if thread else "send_messages"
    needed = ("view_channel", speaks, "attach_files", "read_message_history")
    lacking = [NEEDED[each] for each in needed if not getattr(held, each)]
    if not lacking:
        return None
    where = f"{name}, thread {thread.id}" if thread else name
    return trouble(f"{where}: the bot lacks {', '.join(lacking)}. Give it that in the channel.")
