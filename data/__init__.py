"""What the bot ships: games, themes, fonts. Read through importlib.resources; never written."""
