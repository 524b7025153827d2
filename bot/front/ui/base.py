"""Buttons whose custom id holds all they need, so they work as long as their message exists.

Custom ids are in messages that were posted years ago: their formats never change. What a press does
is registered in `ACTIONS`, above the function that does it.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from discord import ButtonStyle, SelectOption, ui

from bot.exercises.exercise import ExerciseId
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_update,
    replace_private,
)
from bot.model.records import MatchId, Seq

# Custom ids


def _number(digits: int) -> str:
    # The pattern of a number in ASCII digits, without leading zeros, at most that long.
    return f"0|[1-9][0-9]{{0,{digits - 1}}}"


# Written for a step of None: the whole turn in motion.
ANIMATED = "film"


def _step(text: str) -> int | None:
    return None if text == ANIMATED else int(text)


# The answer to a button or form that no version has now, or that was never ours.
UNKNOWN = "This button no longer does anything. `/board` shows the match with its current buttons."


# The pattern of each part of a custom id, and how it is read.
PARTS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "action": ("[a-z]{1,20}", str),
    "match": (_number(15), int),
    "seq": (_number(15), int),
    "kind": ("pick|do", str),
    "changes": (_number(9), int),
    "key": ("[^:]{1,40}", str),
    "turn": (_number(6), int),
    "node": (_number(9), int),
    "digest": ("[0-9a-f]{8}", str),
    "step": (f"{_number(4)}|{ANIMATED}", _step),
    "slot": ("[0-9]", int),
    "game": ("[a-z][a-z0-9_]{0,39}", str),
    "page": (_number(3), int),
    "scope": ("me|server", str),
    "subject": ("league|tournament", str),
    "name": ("[a-z]{1,20}", str),
    "value": ("[a-z]{1,20}", str),
    "number": (_number(15), int),
    "choice": ("[a-z0-9]{1,20}", str),
    "purpose": ("ask|play|usual|compare", str),
    "kind_of_page": ("menu|waiting|mine|here|finished", str),
    "text": (".{1,70}", str),
    "person": (_number(20), int),
    "level": ("[1-9]", int),
    "seat": ("[12]", int),
    "doing": ("try|act", str),
    "exercise": ("[a-z]{1,6}[.][a-z][a-z0-9_]{0,11}[.][a-z0-9-]{1,40}", ExerciseId.parse),
    "edit": (_number(6), int),
    "part": ("[^:]{1,25}", str),
}


@dataclass_transform(frozen_default=True)
class CustomId:
    """The values of a custom id. Each kind names its parts, in order, as `written`, and those of
    them that name its action."""

    FORMAT: ClassVar[str]
    ACTION: ClassVar[str]

    def __init_subclass__(cls, *, written: str, action: str = "") -> None:
        cls.FORMAT, cls.ACTION = written, action
        dataclass(frozen=True)(cls)

    @property
    def name_of_action(self) -> str:
        """The name of what a press does, among those of this kind."""
        return self.ACTION.format_map(vars(self))

    def __str__(self) -> str:
        parts = {name: ANIMATED if part is None else part for name, part in vars(self).items()}
        return self.FORMAT.format_map(parts)

    @classmethod
    @cache
    def template(cls) -> str:
        """The pattern that fits all custom ids of this kind and no others."""
        return re.sub(r"{(\w+)}", lambda part: f"(?P<{part[1]}>{PARTS[part[1]][0]})", cls.FORMAT)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The values of a custom id; None if it is not of this kind."""
        found = re.fullmatch(cls.template(), text)
        if found is None:
            return None
        return cls(**{name: PARTS[name][1](text) for name, text in found.groupdict().items()})


@dataclass(frozen=True, slots=True)
class Address:
    """What a button is about: a match, after event `seq`."""

    match: MatchId
    seq: Seq


class ButtonId(CustomId, written="{action}:{match}:{seq}", action="{action}"):
    """A button about a match, or the form for a move."""

    action: str
    match: MatchId
    seq: Seq


class LearnId(CustomId, written="learn:{name}:{game}", action="{name}"):
    """What a newcomer wants to do or to read next, and the game that it is about."""

    name: str
    game: str


# Actions

GREEN, RED, BLUE = ButtonStyle.success, ButtonStyle.danger, ButtonStyle.primary
GRAY = ButtonStyle.secondary

Act = Callable[..., Awaitable[None]]
"""What is done. It gets the interaction, and the values of the custom id that was pressed; of a
form also what was written into it."""

Acknowledge = Callable[[Interaction], Awaitable[Any]]


class Action(NamedTuple):
    """A button, menu or form: what it is called, how it looks, and what a press of it does. It is
    acknowledged first, unless it opens a form, which has to be the first answer."""

    act: Act
    label: str
    style: ButtonStyle
    acknowledge: Acknowledge | None


ACTIONS: dict[tuple[type[CustomId], str], Action] = {}
"""All of them, by the kind of their custom ids and the name that these hold; FORM for a form. Each
is added by a decorator of the function that is its `act`."""

# No custom id holds this name.
FORM = "(form)"

AnyAct = TypeVar("AnyAct", bound=Act)
Changed = TypeVar("Changed", bound=Callable[..., Awaitable[Message]])


def action(
    kind: type[CustomId],
    name: str = "",
    label: str = "",
    style: ButtonStyle = GRAY,
    acknowledge: Acknowledge | None = defer_update,
) -> Callable[[AnyAct], AnyAct]:
    """Makes a function the act of such a button or menu, or with the name FORM of such a form."""

    def add(act: AnyAct) -> AnyAct:
        ACTIONS[kind, name] = Action(act, label, style, acknowledge)
        return act

    return add


def panel_action(
    kind: type[CustomId], name: str = "", label: str = ""
) -> Callable[[Changed], Changed]:
    """The same for an item of a panel, which is replaced by what the function makes of it."""

    def add(changed: Changed) -> Changed:
        @action(kind, name, label)
        async def act(interaction: Interaction, at: CustomId) -> None:
            await replace_private(interaction, *await changed(interaction, at))

        return changed

    return add


Button = ui.Button[Any]
Item = ui.Button[Any] | ui.Select[Any]


def button(
    to: CustomId,
    label: str | None = None,
    style: ButtonStyle | None = None,
    *,
    disabled: bool = False,
) -> Button:
    """The button that does this, as it is usually called and looks unless that is given."""
    usual = ACTIONS[type(to), to.name_of_action]
    return ui.Button(
        label=label or usual.label,
        style=style or usual.style,
        custom_id=str(to),
        disabled=disabled,
    )


def match_button(name: str, at: Address, label: str | None = None) -> Button:
    return button(ButtonId(name, at.match, at.seq), label)


def learn_button(name: str, game: str, label: str | None = None) -> Button:
    return button(LearnId(name, game), label)


def button_row(names: Iterable[str], at: Address) -> ui.View | None:
    buttons = [match_button(name, at) for name in names]
    return message_view(buttons) if buttons else None


# What belongs to menus and messages


def chosen_value(interaction: Interaction) -> str | None:
    """The choice in the menu; None for a button."""
    return next(iter(chosen_values(interaction)), None)


def chosen_values(interaction: Interaction) -> list[str]:
    sent: Any = interaction.data
    return list(sent.get("values") or ())


def spelled(value: Any) -> str:
    """A value as written in custom ids and menus."""
    if value is None:
        return "none"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def menu(
    to: CustomId, labels: Mapping[Any, str], chosen: Collection[Any], about: str = ""
) -> ui.Select[Any]:
    """A menu of those values by their labels. If none is chosen it says what it is about."""
    options = [
        SelectOption(label=label, value=spelled(value), default=value in chosen)
        for value, label in labels.items()
    ]
    return ui.Select(custom_id=str(to), placeholder=about or None, options=options)


def parsed_number(text: str) -> int:
    """The number in a button's key or a menu's value. Raises PrivateReply for others than ours."""
    if not re.fullmatch(_number(4), text):
        raise PrivateReply(UNKNOWN)
    return int(text)


def message_view(items: Iterable[ui.Item[Any]]) -> ui.View:
    """The items below a message, for as long as it exists."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    # What is pressed is found by its custom id: discord.py has nothing to keep.
    view.stop()
    return view


def turning(
    number: int, is_last: bool, button: Callable[[str, int], ui.Item[Any]]
) -> list[ui.Item[Any]]:
    """The buttons to the neighboring pages, if there are any. Pages count from 0."""
    back = [button("Back", number - 1)] if number else []
    return back if is_last else [*back, button("Next", number + 1)]
