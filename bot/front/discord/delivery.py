"""The one way in which messages are sent and edited: what Discord refuses of one, it gets in a
simpler form.

A message that is laid out is tried as a plain one with the same files, and a picture as its words.
Discord changes no message from one form to the other: an edit of such a kind it refuses, and the
next form is tried.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, TypeVar

import discord
from discord import ui

from bot.front.discord import layouts
from bot.front.discord.markdown import LIMIT, clip
from bot.front.discord.refusals import may_be_about_file

log = logging.getLogger(__name__)

T = TypeVar("T")

Body = dict[str, Any]
"""Keywords with which discord.py sends or edits a message; of an edit, its `attachments` are its
files."""

SHOWN = frozenset({"content", "view", "files", "attachments"})
"""Those of them that say what the message shows."""

NEW = frozenset({"ephemeral", "silent"})
"""Those of a message that is sent, one of which each laid-out one has."""

InWords = Callable[[discord.HTTPException], Awaitable[Body]]
"""Makes a message without the files that Discord refused with that error."""

OF_PAGE = 4000  # Most characters of all texts of a message that is laid out.

NOT_TAKEN = "*Discord did not take {what}.*"


async def deliver(
    say: Callable[..., Awaitable[T]], body: Body, in_words: InWords | None = None
) -> T:
    """Send or edit a message by that method of discord.py. Its files must be such as can be read
    again. Raises what Discord answers to the last form."""
    try:
        return await _in_either_form(say, body)
    except discord.HTTPException as error:
        if not (_files(body) or _galleries(body)) or not may_be_about_file(error):
            raise
        # The line names the function that sends it.
        log.warning("message refused; trying it without files: %s", error, stacklevel=2)
        words = await in_words(error) if in_words else in_words_alone(body)
    beside = {key: value for key, value in body.items() if key not in SHOWN}
    return await _in_either_form(say, beside | words)


async def _in_either_form(say: Callable[..., Awaitable[T]], body: Body) -> T:
    rewind(body)
    try:
        return await say(**body)
    except discord.HTTPException as error:
        if not may_be_about_layout(body, error):
            raise
        log.warning("layout refused; trying a plain message: %s", error, stacklevel=3)
    rewind(body)
    return await say(**as_plain(body))


def is_page(body: Body) -> bool:
    return isinstance(body.get("view"), ui.LayoutView)


def may_be_about_layout(body: Body, error: discord.HTTPException) -> bool:
    """Whether Discord may take as a plain message what it refuses."""
    return is_page(body) and error.status == 400 and may_be_about_file(error)


def rewind(body: Body) -> None:
    """Let the files be read from their beginning."""
    for file in _files(body):
        file.reset()


def _files(body: Body) -> list[discord.File]:
    given = body.get("attachments") or body.get("files") or ()
    return [each for each in given if isinstance(each, discord.File)]


def _galleries(body: Body) -> bool:
    return is_page(body) and any(map(_is_picture, body["view"].walk_children()))


def _is_picture(item: ui.Item[Any]) -> bool:
    return isinstance(item, (ui.MediaGallery, ui.Thumbnail))


def as_plain(body: Body) -> Body:
    """The laid-out message as a plain one: its words, buttons and files, as many as there is room
    for."""
    items = [*body["view"].walk_children()]
    words = [each.content for each in items if isinstance(each, ui.TextDisplay)]
    below = _below(each for each in items if isinstance(each, (ui.Button, ui.Select)))
    # A message that is edited would keep the buttons that it had.
    view = below or (discord.utils.MISSING if NEW & body.keys() else None)
    return body | {"content": _clipped("\n".join(words)), "view": view}


def _below(items: Iterable[ui.Item[Any]]) -> ui.View | None:
    view = ui.View(timeout=None)
    for item in items:
        try:
            view.add_item(item)
        except ValueError:
            break  # There is no room for more.
    view.stop()
    return view if view.children else None


def in_words_alone(body: Body) -> Body:
    """The message without its files, which its words tell of."""
    without: Body = {"attachments": []} if "attachments" in body else {}
    lack = "\n".join(_lacking(_files(body)))
    if is_page(body):
        return without | {"view": _without_pictures(body["view"], lack)}
    shown = {"view": body["view"]} if "view" in body else {}
    return without | shown | {"content": _clipped(body.get("content") or "", lack)}


def _lacking(files: list[discord.File]) -> Iterator[str]:
    for file in files:
        what = "the picture" if file.description else f"the file `{file.filename}`"
        yield " ".join(filter(None, [NOT_TAKEN.format(what=what), file.description]))


def _without_pictures(view: ui.LayoutView, lack: str) -> ui.LayoutView:
    texts = (each for each in view.walk_children() if isinstance(each, ui.TextDisplay))
    if first := next(texts, None):
        first.content = _clipped(first.content, lack, OF_PAGE)
    return layouts.page_layout(_drawn_off(view.children))


def _drawn_off(items: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    for item in items:
        if isinstance(item, ui.Container):
            yield ui.Container(*_drawn_off(item.children), accent_color=item.accent_colour)
        elif isinstance(item, ui.Section) and _is_picture(item.accessory):
            yield from item.children
        elif not _is_picture(item):
            yield item


def _clipped(text: str, lack: str = "", limit: int = LIMIT) -> str:
    # The text and what is lacking; small print at its end stays whole and last.
    body, _, last = text.rpartition("\n")
    if not last.startswith("-#"):
        return clip("\n".join(filter(None, [text, lack])), limit)
    return "\n".join([clip("\n".join(filter(None, [body, lack])), limit - len(last) - 1), last])
