"""Leagues, their seasons, and tournaments."""
