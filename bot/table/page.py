"""simcord's preview as the page of a table that is always up to date.

The preview shows what was published, and takes an action only from a view of exactly that. At a
table posts come at any time and several people act, so `Page` publishes whenever something
happened, takes actions in turn, and accepts one from a slightly old view as Discord would.
"""

import asyncio
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from simcord.components import walk_components
from simcord.preview import Preview

from bot.table.cache import WindowCache, install
from bot.table.env import Room, TableEnv
from bot.table.memory import forget
from bot.table.pictures import Pictures
from bot.table.server import Server

log = logging.getLogger(__name__)

# Things that happen together, such as a post and the edit of the one before, are shown together.
GATHER = 0.05


@dataclass(frozen=True, slots=True)
class Offer:
    """A message's buttons, and the revision of the view where they first appeared."""

    buttons: tuple[str, ...]
    since: int


class Page(Preview):
    """The browser's view of the room, for everybody in it."""

    _MAX_PAGES = 64
    # A window may be left open over a holiday. simcord gives it ten minutes.
    _PAGE_LEASE_SECONDS = 30 * 86400.0

    def __init__(self, env: TableEnv, room: Room, port: int) -> None:
        super().__init__(
            env,
            room.channel,
            room.people,
            layout="channel",
            display="responsive",
            width=1280,
            height=900,
            locale="en-US",
            timezone=time_zone(),
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = Server(self, port, self.state)
        self._media_worker = Pictures()
        self._ledger = env.ledger
        self._turn = asyncio.Lock()
        self._offers: dict[str, dict[str, Offer]] = {}
        # How much had happened when each window was updated.
        self._published: dict[str, int] = {}
        self.caches: dict[str, WindowCache] = {}
        install()

    async def keep_current(self) -> None:
        """Show everything that happens, until cancelled."""
        while True:
            await self._ledger.news()
            await asyncio.sleep(GATHER)
            try:
                if forget(self.env.backend):
                    self._published.clear()
                self.publish()
            except Exception:
                log.exception("page not refreshed")

    def publish(self) -> None:
        """Update every window that is out of date."""
        self._publish_message_pages(reason="refresh")
        for known in (self._offers, self._published, self.caches):
            for closed in known.keys() - self._pages.keys():
                del known[closed]

    def _publish_message_pages(self, *, reason: str = "action") -> None:
        # simcord makes new views for all windows, and for itself one that nobody looks at.
        for page in list(self._pages.values()):
            acted = page is self._action_page
            if page is not self._python and (acted or not self.is_current(page)):
                self._publish(page, reason=reason)

    def is_current(self, page: Any) -> bool:
        """Whether nothing has happened since the window was updated."""
        return self._published.get(page.id) == self._ledger.entries

    def state(self, context_id: str | None) -> str | None:
        """What a window is to show, as JSON, or None if simcord has to answer.

        simcord removes from a view what is no longer there, so that a picture disappears before its
        words do. Here a window gets a new view instead, in which there is nothing to remove.
        """
        page = self._pages.get(context_id or "")
        if page is None or page.status != "current" or page.pinned_snapshot is not None:
            return None
        if not self.is_current(page):
            self._publish(page, reason="refresh")
        self._get_page(context_id)
        cache = self.caches[page.id]
        messages = (
            f'"{key}": {cache.text(key, m)}' for key, m in page.snapshot["messages"].items()
        )
        others = {key: part for key, part in page.snapshot.items() if key != "messages"}
        rest = json.dumps(others | self._live(page))
        return f'{rest[:-1]}, "messages": {{{", ".join(messages)}}}}}'

    def _live(self, page: Any) -> dict[str, Any]:
        # What simcord adds to a view at each look: pictures that came in, and receipts.
        shown = {key: page.assets[key].to_wire() for key in page.snapshot["assets"]}
        for asset in shown.values():
            asset.pop("diagnostic", None)
        receipt = partial(self._receipt_payload, page, allowed=True)
        activity = [receipt(each) for each in page.activity]
        return {"assets": shown, "lastAction": receipt(page.last_action), "activity": activity}

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        # simcord makes a window's new view. The table notes the buttons of its messages. "In 7
        # days" is counted from now, not from the last event.
        self._advance_presentation_time()
        cache = self.caches.setdefault(page.id, WindowCache())
        cache.begin(self._ledger.world)
        super()._publish(page, reason=reason)
        cache.end()
        self._published[page.id] = self._ledger.entries
        known = self._offers.get(page.id, {})
        self._offers[page.id] = {
            message: Offer(offered, page.revision)
            if (old := known.get(message)) is None or old.buttons != offered
            else old
            for message, offered in self._buttons(page)
        }

    def _buttons(self, page: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
        # The addresses of all buttons and menus of each message the window shows.
        for key, message in page.snapshot["messages"].items():
            parts = walk_components(message["components"])
            yield key, tuple(part["custom_id"] for part in parts if "custom_id" in part)

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        # simcord refuses an action while another runs, or from any view but the newest.
        async with self._turn:
            return await super()._action(context_id, self._forgiven(context_id, body))

    def _forgiven(self, context_id: str | None, body: Any) -> Any:
        # The action as from the newest view, unless its message has other buttons by now.
        page = self._pages.get(context_id or "")
        if page is None or not isinstance(body, Mapping):
            return body
        seen = body.get("published_revision")
        offer = self._offers.get(page.id, {}).get(str(body.get("target_id")))
        if not isinstance(seen, int) or (offer and seen < offer.since):
            return body
        return {**body, "published_revision": page.revision}


def time_zone() -> str:
    """The name of this machine's time zone, or UTC if unknown."""
    _, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if found else "UTC"
