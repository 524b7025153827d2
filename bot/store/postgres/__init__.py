"""Matches in a PostgreSQL database, which several processes share."""

from bot.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
