"""Submitted forms. Their custom id holds all they need, so they outlive a restart."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from discord import ui

from bot.front.discord.context import Interaction, PrivateReply, defer_private, require_not_leaving
from bot.front.discord.errors import report
from bot.front.discord.markdown import clip
from bot.front.ui.base import UNKNOWN, CustomId

# The contents of the text fields of a form, by the custom ids of the fields.
Fields = Mapping[str, str]

# Answers a form. It gets what the form's custom id says, and what was written.
FormAnswer = Callable[[Interaction, Any, Fields], Awaitable[None]]


# Seconds in which a form can be submitted; Discord takes no answer to it later.
OPEN_FOR = 900.0


def form(title: str, custom_id: CustomId, parts: Iterable[ui.Item[Any]]) -> ui.Modal:
    """A form of those parts, below each other."""
    made = ui.Modal(title=clip(title, 45), custom_id=str(custom_id), timeout=OPEN_FOR)
    for part in parts:
        made.add_item(part)
    return made


def text_field(
    name: str, label: str, about: str = "", written: str = "", example: str = "", **limits: Any
) -> ui.Label[Any]:
    """A field for a line of text, which may be `written` already, or show an example."""
    field = ui.TextInput[Any](
        custom_id=name, default=written or None, placeholder=example or None, **limits
    )
    return ui.Label(text=label, description=about or None, component=field)


async def answer_form(interaction: Interaction, forms: Mapping[type[CustomId], FormAnswer]) -> None:
    """Do what the form asks, by the kind of its custom id, or say why not."""
    sent: Any = interaction.data
    read = ((kind.parse(sent["custom_id"]), answer) for kind, answer in forms.items())
    found = next(((parsed, answer) for parsed, answer in read if parsed), None)
    try:
        require_not_leaving(interaction)
        if found is None:
            await defer_private(interaction)
            raise PrivateReply(UNKNOWN)
        parsed, answer = found
        await answer(interaction, parsed, written_fields(sent))
    except Exception as error:
        await report(interaction, error, getattr(found and found[0], "match", None))


def written_fields(sent: Mapping[str, Any]) -> Fields:
    """What was written into a form; unknown text fields are ignored."""
    return {
        str(part.get("custom_id")): part["value"]
        for part in _parts(sent)
        if isinstance(part.get("value"), str)
    }


def chosen_fields(sent: Mapping[str, Any]) -> Fields:
    """What was chosen in the menus and groups of buttons of a form, if it is one thing in each."""
    chosen = ((part.get("custom_id"), list(part.get("values") or ())) for part in _parts(sent))
    in_menus = {str(name): str(values[0]) for name, values in chosen if len(values) == 1}
    return {**written_fields(sent), **in_menus}


def ticked(sent: Mapping[str, Any], name: str) -> frozenset[str]:
    """What was ticked in a group of boxes of a form."""
    found = (part.get("values") or () for part in _parts(sent) if part.get("custom_id") == name)
    return frozenset(map(str, next(found, ())))


def _parts(sent: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [part.get("component") or {} for part in sent.get("components") or ()]
