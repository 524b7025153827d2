"""Asking people to play: the lobby, block lists, the form behind a person's menu."""
