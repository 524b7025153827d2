"""The page of `/settings` on which managers say whether challenges are rated in their server."""

from typing import Any

from bot.front.discord.context import Interaction, Message
from bot.front.ui.base import GuardedItem, message_view
from bot.front.ui.settings_items import SCOPES, pages_menu, setting_button, setting_menu
from bot.service.personal.preferences import Preferences

WHAT = (
    "**Ratings in this server.** A rated match changes the ratings of those who play it. Whoever "
    "challenges may say `rated` for each match; here you choose what holds where they say nothing. "
    "Challenges that stand already stay as they are."
)


async def ratings_page(interaction: Interaction, stored: Preferences | None = None) -> Message:
    chosen = await SCOPES["server"].holds(interaction, stored)
    parts: list[GuardedItem[Any]] = [
        pages_menu("server", "ratings"),
        setting_menu("server", "rated", chosen),
        setting_button("server", "reset", "ratings", "Reset"),
    ]
    return WHAT, [], message_view(parts)
