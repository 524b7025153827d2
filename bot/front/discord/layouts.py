"""Messages that are laid out: words, pictures below each other at full width, and buttons in a box.

A message can never change between laid out and plain. Laid out it has no content: its words are a
component, and of its files only those that a component names are shown. Callers describe changes as
for a plain one; `edit_in_form` converts them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui
from discord.components import Container

ROW = 5  # Buttons in a row; a menu takes all of it.


def is_laid_out(message: discord.Message) -> bool:
    """Whether it is a post that is laid out. Lists of several matches have no box."""
    return bool(_boxes(message))


def words_of(message: discord.Message) -> str:
    """The text of a message, in either form."""
    texts = [part.content for part in _parts(message) if isinstance(part, discord.TextDisplay)]
    return "\n".join(texts) or message.content


def buttons_in(message: discord.Message) -> list[str | None]:
    """The custom ids of a message's buttons and menus, in either form."""
    rows = [*message.components, *_parts(message)]
    children = [part for row in rows for part in getattr(row, "children", ())]
    return [part.custom_id for part in children if hasattr(part, "custom_id")]


def _parts(message: discord.Message) -> list[Any]:
    return [part for box in _boxes(message) for part in box.children]


def _boxes(message: discord.Message) -> list[Container]:
    return [part for part in message.components if isinstance(part, Container)]


def laid_out(
    text: str, pictures: Sequence[discord.File], buttons: ui.View | None, color: int | None
) -> ui.LayoutView:
    """A laid-out message in a box with an edge of that color."""
    return _box([ui.TextDisplay(text), *map(_gallery, pictures), *_rows(buttons)], color)


def unboxed(parts: Iterable[str | discord.File], buttons: ui.View | None) -> ui.LayoutView:
    """A page of its own: words and pictures below each other in that order, without a box."""
    shown = (ui.TextDisplay(part) if isinstance(part, str) else _gallery(part) for part in parts)
    return page_layout([*shown, *_rows(buttons)])


def page_layout(parts: Iterable[ui.Item[Any]]) -> ui.LayoutView:
    """Those parts below each other, for as long as their message exists."""
    layout = ui.LayoutView(timeout=None)
    for part in parts:
        layout.add_item(part)
    # What is pressed is found by its custom id: discord.py has nothing to keep.
    layout.stop()
    return layout


def _gallery(picture: discord.File) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(picture))


def edit_in_form(
    message: discord.Message, view: ui.View | None = None, **plain: Any
) -> dict[str, Any]:
    """How to edit a message that was just read, in its form: with these buttons alone, and else as
    a plain one. Words and pictures that are not given stay."""
    if not is_laid_out(message):
        return {"view": view, **plain}
    (box,) = _boxes(message)
    found: list[Any] = [] if "attachments" in plain else ui.Container.from_component(box).children
    galleries = [part for part in found if isinstance(part, ui.MediaGallery)]
    text: ui.TextDisplay[Any] = ui.TextDisplay(plain.pop("content", words_of(message)))
    layout = _box([text, *galleries, *_rows(view)], box.accent_colour)
    return {"view": layout, **plain}


def _box(parts: Sequence[ui.Item[Any]], color: int | discord.Color | None) -> ui.LayoutView:
    return page_layout([ui.Container(*parts, accent_color=color)])


def _rows(buttons: ui.View | None) -> Iterator[ui.ActionRow[Any]]:
    row = list[ui.Item[Any]]()
    for child in buttons.children if buttons else []:
        if row and sum(each.width for each in row) + child.width > ROW:
            yield ui.ActionRow(*row)
            row = []
        row.append(child)
    if row:
        yield ui.ActionRow(*row)
