"""The worker that posts the puzzle of the day in the servers that have switched it on.

A post is planned for a moment of its own within some minutes after the hour.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any

import discord

from bot.front.daily.items import SolveId, solve_button
from bot.front.daily.pictures import DayPictures, in_characters
from bot.front.daily.words import issue_text
from bot.front.discord import lanes, layouts, permissions
from bot.front.discord.context import Client
from bot.front.discord.refusals import may_be_about_file
from bot.front.posting.channel_posts import NO_CHANNEL, ChannelPosts, made_before
from bot.front.preferences import posted_view
from bot.front.ui.base import message_view
from bot.games.phrases import comma_list
from bot.model.exercises.daily import Daily
from bot.model.records import DueKind
from bot.service.exercises.daily import Issue

log = logging.getLogger(__name__)

# What stands in the store of a channel that is gone, and of games without puzzles.
GONE, EMPTY = "gone", "empty"


class DailyWorker(ChannelPosts[Daily]):
    """Posts what is due, one of each server."""

    kind = DueKind.DAILY

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._pictures = DayPictures()

    async def due(self, now: datetime, limit: int) -> Sequence[Daily]:
        return await self._client.service.daily.due(now, limit)

    def key(self, item: Daily) -> int:
        return item.guild

    def about(self, item: Daily) -> dict[str, object]:
        return {"channel": item.channel}

    async def do(self, item: Daily) -> datetime | None:
        book = self._client.service.daily
        issue = await book.issue(item)
        if issue is None or issue.daily.day == str(issue.day):
            await book.put_off(item, EMPTY if issue is None else "")
            return None
        return await self.attempt(item, self._post(issue))

    async def refused(self, item: Daily, error: discord.HTTPException) -> None:
        book = self._client.service.daily
        if error.code == NO_CHANNEL:
            await book.switch_off(item.guild, GONE)
        else:
            await book.put_off(item, error.text)

    async def _post(self, issue: Issue) -> None:
        book, daily = self._client.service.daily, issue.daily
        if lacking := permissions.missing_permissions(self._client, daily.channel):
            await book.put_off(daily, comma_list(lacking))
            return
        if not (await book.begin(issue) and await self._stands(issue)):
            await self._send(issue)
        await book.posted(issue)

    async def _send(self, issue: Issue) -> None:
        server = await self._client.service.preferences.of_server(issue.daily.guild)
        picture = await self._pictures.of(issue.puzzle, posted_view(server))
        if permissions.may_attach(self._client, issue.daily.channel):
            try:
                name = f"{issue.puzzle.id.game}-{issue.day}.png"
                await self._make(issue, file=picture.file(name))
            except discord.HTTPException as error:
                if not may_be_about_file(error):
                    raise
                log.info("channel %s: posted without picture: %s", issue.daily.channel, error)
            else:
                return
        await self._make(issue, await lanes.EXTRAS.run(in_characters, issue.puzzle))

    async def _make(self, issue: Issue, board: str = "", **picture: Any) -> None:
        text = "\n".join(filter(None, [issue_text(issue), board]))
        await self.post_silently(
            issue.daily.channel,
            content=text,
            view=message_view([solve_button(issue.puzzle.id)]),
            nonce=f"{issue.daily.guild:x}.{issue.day.toordinal():x}",
            **picture,
        )

    async def _stands(self, issue: Issue) -> bool:
        # Whether it was posted before somebody could note it.
        hour = datetime.combine(issue.day, time(issue.daily.hour), UTC)
        wanted = str(SolveId(issue.puzzle.id))
        found = await made_before(
            *(self._client, issue.daily.channel, hour),
            lambda message: wanted in layouts.buttons_in(message),
        )
        return found is not None
