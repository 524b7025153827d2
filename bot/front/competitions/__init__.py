"""Leagues and tournaments: their posts, their tables and their buttons."""
