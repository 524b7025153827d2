"""One kernel a game, with the name of the game: its position as flat integers, made for search.

Each has a class `Kernel` that implements the protocol of `bot.opponents.kernel`.
"""
