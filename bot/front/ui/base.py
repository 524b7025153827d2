"""Buttons whose custom id holds all they need, so they work as long as their message exists.

Custom ids are in messages that were posted years ago: their formats never change.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

import discord
from discord import ButtonStyle, SelectOption, ui
from discord.ui.select import BaseSelect

from bot.exercises.exercise import ExerciseId
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_update,
    replace_private,
    require_not_leaving,
)
from bot.front.discord.errors import report
from bot.model.records import MatchId

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
    """The values of a custom id. Each kind names its parts, in order, as `written`.

    >>> str(ButtonId("move", MatchId(7), 12))
    'move:7:12'
    >>> ButtonId.parse("move:7:12")
    ButtonId(action='move', match=7, seq=12)
    >>> ButtonId.parse("move:07:12") is None
    True
    """

    FORMAT: ClassVar[str]

    def __init_subclass__(cls, *, written: str) -> None:
        cls.FORMAT = written
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        parts = {name: ANIMATED if part is None else part for name, part in vars(self).items()}
        return self.FORMAT.format_map(parts)

    @classmethod
    def template(cls) -> str:
        """The pattern that fits all custom ids of this kind and no others."""
        return re.sub(r"{(\w+)}", lambda part: f"(?P<{part[1]}>{PARTS[part[1]][0]})", cls.FORMAT)

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        return cls(**{name: PARTS[name][1](text) for name, text in found.groupdict().items()})

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The values of a custom id; None if it is not of this kind."""
        found = re.fullmatch(cls.template(), text)
        return cls.read(found) if found else None


@dataclass(frozen=True, slots=True)
class Address:
    """What a button is about: a match, after event `seq`."""

    match: MatchId
    seq: int


class ButtonId(CustomId, written="{action}:{match}:{seq}"):
    """A button about a match, or the form for a move."""

    action: str
    match: MatchId
    seq: int


class LearnId(CustomId, written="learn:{name}:{game}"):
    """What a newcomer wants to do or to read next, and the game that it is about."""

    name: str
    game: str


# Buttons

GREEN, RED, BLUE = ButtonStyle.success, ButtonStyle.danger, ButtonStyle.primary
GRAY = ButtonStyle.secondary

Parsed = TypeVar("Parsed", bound=CustomId)


class GuardedItem(ui.DynamicItem[ui.Item[Any]], Generic[Parsed], template="(?!)"):
    """A button or menu that reports everything that goes wrong in its `press`.

    discord.py passes an exception in a dynamic item's callback to no error handler and swallows one
    in `interaction_check`, so everything is caught here and nothing is checked there.
    """

    kind: ClassVar[type[CustomId]]

    def __init_subclass__(cls, *, kind: type[CustomId] | None = None) -> None:
        super().__init_subclass__(template=kind.template() if kind else "(?!)")
        if kind:
            cls.kind = kind

    def __init__(self, item: ui.Button[Any] | BaseSelect[Any], parsed: Parsed) -> None:
        item.custom_id = str(parsed)
        super().__init__(item)
        self.parsed = parsed

    @classmethod
    def button(
        cls, parsed: Parsed, label: str, style: ButtonStyle = GRAY, *, disabled: bool = False
    ) -> Self:
        return cls(ui.Button(label=label, style=style, disabled=disabled), parsed)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, found: re.Match[str], /
    ) -> Self:
        parsed: Any = cls.kind.read(found)
        return cls(item, parsed)

    async def press(self, interaction: Interaction) -> None:
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            require_not_leaving(interaction)
            await self.press(interaction)
        except Exception as error:
            await report(interaction, error, getattr(self.parsed, "match", None))


class PanelItem(GuardedItem[Parsed]):
    """A button or menu of a panel, which is replaced by what the press makes of it."""

    async def changed(self, interaction: Interaction) -> Message:
        """Do what was pressed. Returns the panel as it is then."""
        raise NotImplementedError

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        await replace_private(interaction, *await self.changed(interaction))


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


def menu(labels: Mapping[Any, str], chosen: Collection[Any], about: str = "") -> ui.Select[Any]:
    """A menu of those values by their labels. If none is chosen it says what it is about."""
    options = [
        SelectOption(label=label, value=spelled(value), default=value in chosen)
        for value, label in labels.items()
    ]
    return ui.Select(placeholder=about or None, options=options)


def parsed_number(text: str) -> int:
    """The number in a button's key or a menu's value. Raises PrivateReply for others than ours."""
    if not re.fullmatch(_number(4), text):
        raise PrivateReply(UNKNOWN)
    return int(text)


FACES: Mapping[str, tuple[str, ButtonStyle]] = {
    "accept": ("Accept", GREEN),
    "learnfirst": ("Learn it first", BLUE),
    "decline": ("Decline", RED),
    "withdraw": ("Withdraw", GRAY),
    "begin": ("Begin", BLUE),
    "move": ("Move", BLUE),
    "again": ("Start over", BLUE),
    "type": ("Type it…", GRAY),
    "view": ("My view", GRAY),
    "since": ("Since I last looked", GRAY),
    "replay": ("Replay", GRAY),
    "more": ("More…", GRAY),
    "draw": ("Draw…", GRAY),
    "offerdraw": ("Yes, offer a draw", BLUE),
    "agree": ("Agree to the draw", GREEN),
    "refuse": ("Play on", GRAY),
    "takeback": ("Take back", GRAY),
    "lettake": ("Let them take it back", GREEN),
    "keeptake": ("No", GRAY),
    "askresign": ("Resign…", RED),
    "resign": ("Yes, resign", RED),
    "keep": ("No, play on", GRAY),
    "calloff": ("Yes, end it", RED),
    "leave": ("No, leave it", GRAY),
    "asktime": ("Ask for time…", GRAY),
    "askday": ("24 hours", BLUE),
    "askthree": ("3 days", BLUE),
    "askweek": ("7 days", BLUE),
    "givetime": ("Give time…", GRAY),
    "giveday": ("24 hours", BLUE),
    "givethree": ("3 days", BLUE),
    "giveweek": ("7 days", BLUE),
    "grant": ("Give it", GREEN),
    "notnow": ("Not now", GRAY),
    "takeover": ("Take over", GREEN),
    "letreplace": ("Agree", GREEN),
    "noreplace": ("No", GRAY),
    "endreplace": ("Withdraw", GRAY),
    "ready": ("I'm ready", GREEN),
    "claim": ("Claim the win", BLUE),
    "without": ("Play on without them", BLUE),
    "showproof": ("Show the win", BLUE),
    "review": ("Review", GRAY),
    "missed": ("Show", BLUE),
    "lastmissed": ("Show", BLUE),
    "ownpuzzle": ("Puzzle", BLUE),
    "rules": ("Rules", GRAY),
    "howto": ("How to play", GRAY),
    "record": ("Moves so far", GRAY),
    "rematch": ("Rematch", BLUE),
    "unprepare": ("Clear", GRAY),
    "mute": ("Off for this turn", GRAY),
    "muteall": ("Off for these turns", GRAY),
    "next": ("Next game", BLUE),
    "answer": ("Answer…", BLUE),
    "follow": ("Follow", GRAY),
    "unfollow": ("Unfollow", GRAY),
    "playon": ("Play on now", GREEN),
    "onepost": ("One post a turn", GRAY),
}


async def refuse_unknown(interaction: Interaction, *_: object) -> None:
    """Answer for a button of an older version whose function no longer exists."""
    raise PrivateReply(UNKNOWN)


class MatchButton(GuardedItem[ButtonId], kind=ButtonId):
    """A button about a match. The client's table says what it does."""

    async def press(self, interaction: Interaction) -> None:
        act = interaction.client.buttons.get(self.parsed.action, refuse_unknown)
        await act(interaction, Address(self.parsed.match, self.parsed.seq))


# The labels of the buttons for newcomers. What they do is the client's table `lessons`.
LESSONS: Mapping[str, tuple[str, ButtonStyle]] = {
    "how": ("How to play", BLUE),
    "learn": ("Learn by doing", GREEN),
    "lessons": ("Learn by doing", GREEN),
    "courses": ("All games", GRAY),
    "stages": ("All stages", GRAY),
    "stage": ("A stage…", GRAY),
    "goon": ("Go on", GREEN),
    "puzzle": ("A puzzle", BLUE),
    "firstmatch": ("Play your first match", GREEN),
    "playme": ("Play me", GREEN),
    "challenge": ("Challenge…", BLUE),
    "hints": ("Good to know", GRAY),
    "commands": ("All commands", GRAY),
}


class LearnButton(GuardedItem[LearnId], kind=LearnId):
    async def press(self, interaction: Interaction) -> None:
        learn = interaction.client.lessons.get(self.parsed.name, refuse_unknown)
        await learn(interaction, self.parsed.game)


def learn_button(name: str, game: str, label: str | None = None) -> LearnButton:
    usual, style = LESSONS[name]
    return LearnButton.button(LearnId(name, game), label or usual, style)


def match_button(action: str, at: Address, label: str | None = None) -> MatchButton:
    usual, style = FACES[action]
    return MatchButton.button(ButtonId(action, at.match, at.seq), label or usual, style)


def message_view(items: Iterable[ui.Item[Any]]) -> ui.View:
    """The items below a message, for as long as it exists."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def turning(
    number: int, is_last: bool, button: Callable[[str, int], ui.Item[Any]]
) -> list[ui.Item[Any]]:
    """The buttons to the neighboring pages, if there are any. Pages count from 0."""
    back = [button("Back", number - 1)] if number else []
    return back if is_last else [*back, button("Next", number + 1)]


def button_row(actions: Iterable[str], at: Address) -> ui.View | None:
    buttons = [match_button(action, at) for action in actions]
    return message_view(buttons) if buttons else None
