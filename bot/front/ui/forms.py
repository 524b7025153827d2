"""Submitted forms. Their custom id holds all they need, so they outlive a restart."""

from collections.abc import Iterable, Mapping
from typing import Any

from discord import ui

from bot.front.discord.markdown import clip
from bot.front.ui.base import CustomId

# The contents of the text fields of a form, by the custom ids of the fields.
Fields = Mapping[str, str]

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
