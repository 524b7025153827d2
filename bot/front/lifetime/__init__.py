"""From the start of the bot to its end."""
