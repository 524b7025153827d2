"""The bot as an opponent: search, levels, and the processes they run in.

Nothing here decides what is legal: every move goes through the rules before players see it.
"""
