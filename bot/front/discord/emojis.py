"""Pieces as emojis of the application: which of them Discord has, and how they are written.

An emoji's name says which piece of which game it shows, in which theme, and how that is drawn: this
identifies emojis of older versions, and foreign ones.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.catalog import catalog
from renderers import icon_names, themes

NAME = re.compile(r"bb_([a-z0-9]+)_([a-z0-9_]+)_([a-z0-9]+)_[0-9a-f]+")

INVALID = 50035  # Discord's code for an invalid message, such as one whose emoji is missing.


TURN = "🔄"
"""On a button of the picker that only showed a drawn piece: its place says which way it turns."""


class DrawnPiece(NamedTuple):
    """A piece of a game in a theme."""

    game: str
    piece: str
    theme: str

    def named(self, digest: str) -> str:
        """The name of its emoji, given the digest of how it is drawn."""
        return f"bb_{self.game}_{self.piece}_{self.theme}_{digest}"


def piece_of(name: str) -> DrawnPiece | None:
    """The piece that an emoji of that name shows; None if it is none of ours."""
    found = NAME.fullmatch(name)
    return DrawnPiece(*found.groups()) if found else None


def every_piece() -> Iterator[DrawnPiece]:
    """All wanted pieces, those that most people see first."""
    for theme in themes():
        for game in catalog():
            yield from (DrawnPiece(game, piece, theme) for piece in icon_names(game))


class EmojiBook:
    """The pieces that Discord has. If one is missing, words are shown."""

    def __init__(self) -> None:
        self._known: dict[DrawnPiece, str] = {}
        self._is_doubtful = False

    def __contains__(self, piece: DrawnPiece) -> bool:
        return piece in self._known

    def learn(self, emojis: Iterable[discord.Emoji]) -> None:
        """Know exactly these; of two that show one piece the newer."""
        self._known.clear()
        # Of two for one piece the newer shows how it is drawn now.
        for emoji in sorted(emojis, key=lambda each: each.id):
            self.add(emoji)

    def add(self, emoji: discord.Emoji) -> None:
        """Add one."""
        if piece := piece_of(emoji.name):
            self._known[piece] = str(emoji)

    def doubt(self) -> None:
        """Forget all: Discord has refused one of them."""
        self._known.clear()
        self._is_doubtful = True

    def take_doubt(self) -> bool:
        """Whether one was refused since the last call."""
        doubtful, self._is_doubtful = self._is_doubtful, False
        return doubtful

    def of(self, game: str, theme: str) -> Mapping[str, str]:
        """The emojis of a game's pieces in a theme, or the default ones it has none of yet."""
        usual = themes()[0]
        # Those of the theme come last, and so replace the default ones.
        shown = sorted(self._known, key=lambda piece: piece.theme == theme)
        return {
            each.piece: self._known[each]
            for each in shown
            if each.game == game and each.theme in (usual, theme)
        }

    def before(self, game: str, theme: str, *pieces: str) -> str:
        """The first of those pieces that exists, to put before words; empty if none."""
        known = self.of(game, theme)
        return next((f"{known[piece]} " for piece in pieces if piece in known), "")


def is_about_emojis(error: discord.HTTPException) -> bool:
    """Whether Discord refused a message because of an emoji, which may have been deleted."""
    return error.code == INVALID and "emoji" in error.text.casefold()


def take_off(view: ui.View | ui.LayoutView) -> None:
    """Remove the drawn pieces from buttons and menus; a button of nothing else is a sign."""
    children: Iterable[Any] = view.walk_children()
    for child in children:
        for each in getattr(child, "options", [child]):
            if getattr(each, "emoji", None) is not None and each.emoji.is_custom_emoji():
                each.emoji = None if each.label else TURN
