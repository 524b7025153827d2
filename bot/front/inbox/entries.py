"""The matches of a page, read and compared with what the reader has seen of them."""

import asyncio
import logging
from dataclasses import replace

from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.inbox.words import InboxEntry
from bot.model.inbox.pages import InboxPage
from bot.model.match import Match
from bot.model.records import MatchSummary
from bot.model.refusals import StoreTrouble
from bot.service.personal.changes import NO_CHANGES, Changes, changes_for

log = logging.getLogger(__name__)

# The event whose board the reader saw last.
Seen = int | None


async def read_entries(interaction: Interaction, page: InboxPage) -> list[InboxEntry]:
    """The matches of a page: only these are opened, however many the person has."""
    reader = interaction.user.id
    work = (_read(interaction, number, row) for number, row in enumerate(page.rows, page.first))
    found = await asyncio.gather(*work)
    try:
        return await lanes.VIEWS.run_for(reader, _compared, reader, found)
    except PrivateReply:
        # Too much of the person's waits already; the rest of the page is right without.
        return [shown for shown, _ in found]


async def _read(
    interaction: Interaction, number: int, row: MatchSummary
) -> tuple[InboxEntry, Seen]:
    service = interaction.client.service
    shown = InboxEntry(number, row)
    try:
        match, board, seen = await asyncio.gather(
            service.matches.match(row.match),
            service.posts.last_board(row.match),
            service.people.visited(interaction.user.id, row.match),
        )
    except StoreTrouble:
        raise
    except Exception:
        log.exception("match %s: listed without board", row.match)
        return shown, None
    return replace(shown, match=match, board=board), seen


def _compared(reader: int, found: list[tuple[InboxEntry, Seen]]) -> list[InboxEntry]:
    return [replace(shown, changes=_changes(shown.match, reader, seen)) for shown, seen in found]


def _changes(match: Match | None, reader: int, seen: Seen) -> Changes:
    try:
        return changes_for(match, reader, seen) if match else NO_CHANGES
    except Exception:
        log.exception("match %s: news not read", match and match.id)
        return NO_CHANGES
