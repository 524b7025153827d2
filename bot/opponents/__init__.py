"""The bot as an opponent: search, levels, and the processes they run in.

Nothing here decides legality: every move goes through the rules before players see it.
"""
