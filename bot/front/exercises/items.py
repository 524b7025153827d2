"""The buttons and menus of an exercise. What was chosen is stored, not in the custom ids."""

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.exercises.exercise import ExerciseId
from bot.front.discord.context import Interaction, defer_update
from bot.front.picker.components import Part, named_key
from bot.front.picker.screen import Control
from bot.front.ui.base import CustomId, GuardedItem, chosen_value, refuse_unknown

# What the custom ids say: a choice of a step, or the name of what to do.
PICK, DO = "try", "act"

# What opens a form: nothing may be acknowledged before.
FORMS = ("type", "space")


class TryId(CustomId, written="{doing}:{exercise}:{edit}:{part}"):
    """A button, menu or form of an exercise, whose attempt had changed so often when it was
    shown."""

    doing: str
    exercise: ExerciseId
    edit: int
    part: str


class TryItem(GuardedItem[TryId], kind=TryId):
    """A button or menu of an exercise, as a match has one: the client's table says what it does."""

    async def press(self, interaction: Interaction) -> None:
        at = self.parsed
        name, key = named_key(at.doing == PICK, at.part, chosen_value(interaction))
        if name not in FORMS:
            await defer_update(interaction)
        act = interaction.client.try_buttons.get(name, refuse_unknown)
        await act(interaction, at, key)


@dataclass(frozen=True, slots=True)
class TryAddress:
    """The buttons of an exercise after so many changes: see `PickerAddress`."""

    exercise: ExerciseId
    changes: int

    def item(self, part: Part, kind: str, key: str) -> TryItem:
        doing = PICK if kind == "pick" else DO
        return TryItem(part, TryId(doing, self.exercise, self.changes, key))

    def form_button(self) -> GuardedItem[Any]:
        return self.button(TYPE)

    def button(self, control: Control) -> TryItem:
        """The button of something to do."""
        face: ui.Button[Any] = ui.Button(label=control.label, style=control.style)
        return self.item(face, "do", control.name)


TYPE = Control("Type it…", "type")
