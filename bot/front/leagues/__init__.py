"""Leagues: the post in which people sign up, its buttons, and what managers do with them."""
