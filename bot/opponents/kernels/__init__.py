"""One kernel a game, named as the game is: its position as flat integers, made for search.

Each has a class `Kernel` that keeps the protocol of `bot.opponents.kernel`.
"""
