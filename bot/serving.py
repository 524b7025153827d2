"""The bot on Discord: what the settings say is put together, and played with until it is told to
stop."""

import asyncio
import logging
import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from urllib.parse import unquote, urlsplit

from aiohttp import ClientError
from discord import ConnectionClosed, GatewayNotFound, HTTPException, LoginFailure

from bot.front.client import Bumpbot
from bot.front.contact import Contact
from bot.front.discord.ending import play_until_stopped
from bot.front.discord.request_budget import ASK_AGAIN, TOKEN_REFUSED
from bot.front.discord.sharding import use_base
from bot.games.core import PlayerError
from bot.model.clock.outages import BEAT
from bot.model.records import GuildId
from bot.model.refusals import BrokenMatch, StoreTrouble
from bot.opponents.workers import SearchFailed, Workers
from bot.service.owner import LOOK
from bot.settings import Settings, unknown_settings
from bot.store.opening import open_patiently, require_postgres
from bot.telemetry.logs import catch_the_rest, configure
from bot.upkeep.backups import NO_BACKUPS, NightlyBackups, require_usable
from bot.upkeep.commands import installed_version
from bot.upkeep.findings import describe_trouble
from bot.upkeep.stopping import until_stopped

log = logging.getLogger("bot")

TOKEN_NOT_TAKEN = 4004
"""The code with which Discord's gateway closes if it refuses the token."""


def play_on_discord(settings: Settings, token: str) -> None:
    """Play until told to stop. Raises PlayerError if Discord can't be played on."""
    configure_log(settings)
    catch_the_rest()
    _say_what_begins(settings)
    folder, nightly = settings.backup_folder, None
    if folder:
        nightly = NightlyBackups(folder, settings.backup_time)
        require_usable(folder, asked_for=settings.backups is not None)
    if settings.discord_base:
        use_base(settings.discord_base)
    told = (settings.support, settings.contact, settings.terms, settings.privacy)
    contact = Contact(*told, settings.feedback)
    make = partial(
        Bumpbot,
        partial(open_patiently, settings.database, copies=folder),
        None if settings.guild is None else GuildId(settings.guild),
        settings.shards,
        has_proxy=settings.discord_base is not None,
        marked=True,
        beat=BEAT,
        heeds=timedelta(seconds=LOOK),
        contact=contact,
        metrics=settings.metrics,
        beside=[nightly.run] if nightly else [],
        backups=nightly.state if nightly else None,
        describe=describe_trouble,
        emojis=timedelta(seconds=1),
        thinking=Workers(settings.workers),
    )
    _play(make, token)
    log.info("stopped; all that was acknowledged is saved")


async def _asking_twice(make: Callable[[], Bumpbot], token: str, made: list[Bumpbot]) -> None:
    # Play with a bot, which is the last of those `made`. A refused token may be a fluke, at the
    # start as well as later: it is tried again once.
    made.append(make())
    try:
        await play_until_stopped(made[-1], token)
        return
    except LoginFailure:
        log.warning("token refused at the start; retrying once")
    await asyncio.sleep(ASK_AGAIN)
    made.append(make())
    try:
        await play_until_stopped(made[-1], token)
    except LoginFailure:
        made[-1].requests.refuse_token()
        raise


def _play(make: Callable[[], Bumpbot], token: str) -> None:
    # Play until told to stop. Raises PlayerError if Discord can't be played on.
    made: list[Bumpbot] = []
    try:
        asyncio.run(until_stopped(_asking_twice(make, token, made)))
    except LoginFailure as error:
        raise PlayerError(TOKEN_REFUSED) from error
    except ConnectionClosed as error:
        if error.code != TOKEN_NOT_TAKEN:
            raise
        made[-1].requests.refuse_token()
    except (ClientError, ConnectionError, TimeoutError, GatewayNotFound, HTTPException) as error:
        if made[-1].requests.is_refused:
            raise PlayerError(TOKEN_REFUSED) from error
        raise PlayerError(
            f"Discord can't be reached: {error or type(error).__name__}. Check that this machine "
            "and Discord (https://discordstatus.com) are online; then start the bot again. "
            "`bumpbot table` needs no network."
        ) from error
    if made and made[-1].requests.is_refused:
        raise PlayerError(TOKEN_REFUSED)


def _say_what_begins(settings: Settings) -> None:
    # Log what an owner who looks for a fault needs first.
    kept, parts = settings.database, [f"Bumpbot {installed_version()}"]
    if isinstance(kept, str):
        kept = require_postgres().named(kept)
    parts.append(f"matches in {kept}")
    if settings.backup_folder:
        parts.append(f"backups in {settings.backup_folder} at {settings.backup_time:%H:%M}")
    elif settings.backups:
        parts.append("no backups")
    if settings.metrics:
        parts.append(f"health at {settings.metrics.host}:{settings.metrics.port}")
    log.info("%s", ", ".join(parts))
    for sentence in unknown_settings(os.environ):
        log.warning("%s", sentence)
    if not (settings.backup_folder or settings.backups):
        log.warning("%s", NO_BACKUPS)


def configure_log(settings: Settings) -> None:
    """Configure the log by the settings, without the secrets in them."""
    address = settings.database if isinstance(settings.database, str) else ""
    password = urlsplit(address).password or ""
    secrets = [settings.token, password, unquote(password), os.environ.get("PGPASSWORD")]
    # They name matches, databases and the code, and quote nobody.
    trusted = (BrokenMatch, StoreTrouble, SearchFailed)
    configure(
        settings.log_level,
        settings.log_format,
        secrets=secrets,
        trusted=trusted,
        brief=[StoreTrouble],
        gathered=[StoreTrouble],
    )
