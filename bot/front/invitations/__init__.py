"""Asking people to play: the lobby, block lists, the form in a person's menu."""
