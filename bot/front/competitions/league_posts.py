"""The post of each league in which people sign up, and the worker that makes and changes it.

A post that was begun is recorded by the time at which it is tried again.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

import discord
from discord.utils import utcnow

from bot.front.competitions.items import LEAGUE, CompetitionId
from bot.front.competitions.leagues import post_buttons, running_season
from bot.front.competitions.words import league_text
from bot.front.discord import layouts, permissions
from bot.front.discord.refusals import NO_MESSAGE
from bot.front.posting.at_discord import NO_CHANNEL, REFUSED, ChannelPosts, edit_silently
from bot.games.phrases import comma_list
from bot.model.competitions.competition import LONG_AGO, League
from bot.model.records import DueKind
from bot.service.competitions.leagues import LeagueBook, NoSuchLeague
from bot.service.queue import REST, About

log = logging.getLogger(__name__)

# How long a post is left alone after a change: all that comes meanwhile is one more.
CALM = timedelta(minutes=2)

# How long one that was deleted is left alone if no season is planned.
GONE = timedelta(days=30)


class LeaguePosts(ChannelPosts[League]):
    """Makes the posts of new leagues, and updates those that are out of date."""

    kind = DueKind.LEAGUE_POST
    key = attrgetter("number")
    about = About(league="number", channel="channel")

    @property
    def _book(self) -> LeagueBook:
        return self._client.service.leagues

    async def do(self, item: League) -> datetime | None:
        with suppress(NoSuchLeague):
            return await self.attempt(item, self._show(item.number))
        return None

    async def refused(self, item: League, error: discord.HTTPException) -> None:
        league = await self._book.league(item.number)
        if error.code == NO_CHANNEL and league.channel == item.channel:
            # Until something changes, such as its channel.
            league = replace(league, shown=league.changes)
        if error.code != NO_MESSAGE or league.message is None:
            await self._put_off(league, utcnow() + REFUSED)
            return
        # Deleting it may have had a reason: it comes back with the next season, or when a manager
        # changes the league.
        log.info("league %s: post is gone", league.number)
        gone = replace(league, message=None, shown=-1)
        await self._put_off(gone, league.begins or utcnow() + GONE)

    async def _put_off(self, league: League, until: datetime) -> None:
        await self._book.note_post(replace(league, shows=until))

    async def _show(self, number: int) -> None:
        league = await self._book.league(number)
        if lacking := permissions.missing_permissions(self._client, league.channel):
            log.info("league %s: not posted; permissions missing: %s", number, comma_list(lacking))
            await self._put_off(league, utcnow() + REFUSED)
            return
        members = await self._book.members(number)
        text = league_text(league, members, await running_season(self._client, league))
        body: dict[str, Any] = {"content": text, "view": post_buttons(league)}
        message = league.message or await self._found(league)
        if message is None:
            await self._put_off(league, utcnow() + REST)
            nonce = f"league.{league.number:x}.{league.changes:x}"[:25]
            message = await self.post_silently(league.channel, **body, nonce=nonce)
        else:
            await edit_silently(self._client, league.channel, message, **body)
        shown = replace(league, message=message, shown=league.changes, shows=utcnow() + CALM)
        await self._book.note_post(shown)

    async def _found(self, league: League) -> int | None:
        # The post that was made before it could be recorded.
        if league.shows == LONG_AGO:
            return None
        wanted = str(CompetitionId(LEAGUE, "join", league.number))
        since = league.shows - REST
        return await self.made_before(
            league.channel, since, lambda message: wanted in layouts.buttons_in(message)
        )
