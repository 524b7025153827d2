"""What an interaction asks for, read off it before anybody answers it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import discord

from bot.front.buttons import BUTTONS, FORMS, ITEMS
from bot.front.competitions.items import SUBJECTS, CompetitionId
from bot.front.exercises.items import DO, PICK, TryId
from bot.front.ui.base import ButtonId, CustomId, PickerId
from bot.telemetry.interactions import Asked

KINDS = {
    discord.InteractionType.application_command.value: "command",
    discord.InteractionType.component.value: "button",
    discord.InteractionType.autocomplete.value: "completion",
    discord.InteractionType.modal_submit.value: "form",
}

# Stands for what no version of the bot has now: a label must not take any value that comes.
OTHER = "other"

BELOW = (1, 2)  # Discord's types of options that are commands of a command.


def read_asked(sent: Mapping[str, Any], commands: Iterable[str]) -> Asked:
    """What was asked for. `commands` are the names of all there are. Raises nothing."""
    kind, data = KINDS.get(sent.get("type", 0), OTHER), sent.get("data") or {}
    try:
        if kind in ("command", "completion"):
            return _of_command(kind, data, commands)
        return _of_custom_id(kind, str(data.get("custom_id", "")))
    except (AttributeError, LookupError, TypeError, ValueError):
        return Asked(kind, OTHER)


def _of_command(kind: str, data: Mapping[str, Any], commands: Iterable[str]) -> Asked:
    words, options = [data["name"]], data.get("options") or ()
    while options and options[0].get("type") in BELOW:
        words.append(options[0]["name"])
        options = options[0].get("options") or ()
    name = " ".join(words)
    match = next((each.get("value") for each in options if each["name"] == "match"), None)
    return Asked(kind, name if name in commands else OTHER, _number(match))


def _of_custom_id(kind: str, custom_id: str) -> Asked:
    parts = custom_id.split(":")
    action = parts[0] if parts[0] in actions() else OTHER
    place = actions().get(action)
    return Asked(kind, action, _number(parts[place]) if place is not None else None)


def _number(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


@cache
def actions() -> Mapping[str, int | None]:
    """The first words of all custom ids, and in which part the number of the match stands."""
    kinds: set[type[CustomId]] = {*(item.kind for item in ITEMS), *FORMS}
    words = {
        ButtonId: tuple(BUTTONS),
        PickerId: ("pick", "do"),
        TryId: (PICK, DO),
        CompetitionId: SUBJECTS,
    }
    return {
        word: parts.index("{match}") if "{match}" in parts else None
        for kind in kinds
        for parts in [kind.FORMAT.split(":")]
        for word in words.get(kind, (parts[0],))
    }
