"""What is about people and servers, handed out and deleted."""

from bot.store.privacy.exports import ExportTables
from bot.store.privacy.servers import ServerTable


class PrivacyTables(ServerTable, ExportTables):
    """All of it."""


__all__ = ["PrivacyTables"]
