"""A study as its owner sees it: the board at its place, the words around it, and its buttons."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from discord import ButtonStyle

from bot.front.board.preferences import private_view
from bot.front.discord.markdown import clip, escape
from bot.front.picker import phone
from bot.front.picker.components import control_button, named_key
from bot.front.picker.controls import BACK, MORE, PICK, Control
from bot.front.picker.screen import Manner
from bot.front.text.parts import match_title
from bot.front.text.turns import move_line
from bot.front.ui.base import Button, CustomId
from bot.games.phrases import counted
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import Draft, Person
from bot.model.studies.as_match import as_match, own_board
from bot.model.studies.following import LEAVES
from bot.model.studies.kept import Opened, StoredStudy
from bot.model.studies.study import START, Study
from bot.service.personal.preferences import Preferences
from renderers import View


class StudyId(CustomId, written="study:{kind}:{number}:{changes}:{key}"):
    """A button, menu or form of a study, with its `changes` when it was shown: `pick` takes a
    choice, `do` names what to do."""

    kind: str
    number: int
    changes: int
    key: str

    def to(self, kind: str, key: str) -> Self:
        return replace(self, kind=kind, key=key)

    @property
    def form(self) -> Self:
        return self.to("do", "type")

    @property
    def name_of_action(self) -> str:
        return "pick" if self.kind == "pick" else named_key(self.key)[0]


PLAY = Control("Add", "confirm", ButtonStyle.success)
MOVE = Control("Move", "move", ButtonStyle.primary)
DROP = Control("Cancel", "drop")
PLAY_THIS = Control("Play this", "playthis", ButtonStyle.success)
ON = Control("On", "on")
TO_MATCH = Control("To the match", "tomatch")

NOTE_SHOWN, LINES = 100, 3
"""Characters of a node's note above a board, and lines of a phone for its move; **More…** shows all
of them."""


@dataclass(frozen=True, slots=True)
class StudyView:
    """A study, the match that it follows or its own first board as `base`, and the board at its
    place. It `asks` for the first choice of a move; later ones are in the draft."""

    opened: Opened
    base: Match
    owner: Person
    match: Match
    asks: bool = False

    @property
    def stored(self) -> StoredStudy:
        return self.opened.stored

    @property
    def study(self) -> Study:
        return self.stored.study

    @property
    def draft(self) -> Draft:
        return self.stored.draft

    @property
    def buttons(self) -> StudyId:
        return StudyId("do", self.stored.number, self.stored.changes, "")

    def button(self, control: Control) -> Button:
        return control_button(control, self.buttons)

    def board_view(self, preferences: Preferences) -> View:
        return replace(private_view(preferences, self.base, self.owner.id), study=True)

    # Where it stands

    @property
    def follows(self) -> bool:
        """Whether it is of a match."""
        return self.stored.match is not None

    @property
    def ahead(self) -> tuple[int, ...]:
        """The nodes between where the match is and the place; empty elsewhere."""
        line, trunk = self.study.line(), self.study.trunk_line
        return line[len(trunk) :] if line[: len(trunk)] == trunk else ()

    @property
    def playable(self) -> str:
        """The move of the branch that its owner could make in the match now; empty without."""
        if not self.follows or not self.ahead or not is_turn(self.base, self.owner.id):
            return ""
        move = self.study[self.ahead[0]].move
        return "" if move.startswith(LEAVES) else move

    @property
    def branch(self) -> tuple[int, ...]:
        """The nodes of the line to the place that the match has not gone."""
        trunk = frozenset(self.study.trunk_line)
        return tuple(number for number in self.study.line() if number not in trunk)

    # What is shown

    @property
    def manner(self) -> Manner:
        mover = self.match.turn_person
        return Manner(
            self.small,
            confirm=PLAY,
            beside=None,
            last=MORE if self.is_at_rest else DROP,
            shows_turn=True,
            in_place=True,
            pick=replace(PICK, name="move"),
            mover="" if mover is None else mover.name,
            at_rest=self.is_at_rest,
            ways=tuple(self._ways()),
            more_ways=tuple(self._more_ways()),
        )

    @property
    def is_at_rest(self) -> bool:
        """Whether the board is shown as it is, and no move is being made."""
        return (not self.asks and not self.stored.keys) or self.match.outcome is not None

    def _ways(self) -> Iterator[Control]:
        if self.study.place != START:
            yield BACK
        following = len(self.study.branches())
        if following == 1:
            yield ON
        elif following:
            yield Control(f"Branches ({following})", "branches")
        if not self.match.outcome:
            yield MOVE

    def _more_ways(self) -> Iterator[Control]:
        if self.playable:
            yield PLAY_THIS
        if self.follows and self.study.place != self.study.trunk:
            yield TO_MATCH

    @property
    def title(self) -> str:
        """What it is of."""
        return match_title(self.base) if self.follows else self.stored.title

    @property
    def small(self) -> str:
        """The line in small print: that it is a study, of what, and where it stands."""
        return f"Study · {escape(self.title)} · {self.whereabouts}"

    @property
    def whereabouts(self) -> str:
        """Where the place is, seen from the match, or how many moves from the start."""
        made = len(self.study.line())
        if not self.follows:
            return counted(made, "move")
        if self.study.place == self.study.trunk:
            return "where the match is"
        if self.ahead:
            return f"{counted(len(self.ahead), 'move')} ahead"
        if self.study.place in (START, *self.study.trunk_line):
            return f"the match after {counted(made, 'turn')}"
        return "what might have been"

    @property
    def heading(self) -> str:
        """The lines above the board: what came true, the node's name and note, and its move."""
        return "\n".join(self._heading())

    def _heading(self) -> Iterator[str]:
        if not self.is_at_rest:
            return
        if self.opened.new:
            yield came_true(self.opened.deep)
        node = self.study[self.study.place]
        if node.name:
            yield f"**{escape(node.name)}**"
        if node.note:
            yield f"📝 {escape(clip(' '.join(node.note.split()), NOTE_SHOWN))}"
        if self.match.plies:
            yield phone.clipped(move_line(self.match.plies[-1], self.match, where=""), LINES)


CAME_TRUE = "**✓ Came true:** the match went your way, {deep} deep."


def came_true(deep: int) -> str:
    """What is said once of a study whose match has taken one of its branches."""
    return CAME_TRUE.format(deep=counted(deep, "move"))


AnyView = TypeVar("AnyView", bound=StudyView)


def study_view(kind: type[AnyView], opened: Opened, owner: Person) -> AnyView:
    """The study with its board. Computes."""
    base = opened.match or own_board(opened.study, owner, opened.stored.at)
    match = as_match(opened.study, base, owner)
    for ply in match.plies[-1:]:
        ply.play_once()
    return kind(opened, base, owner, match)
