"""The kinds of posts, each with its traits, what it outdates and what it calls to. Plain values.

The same values name what a person is notified of in private: a turn, a reminder of it, or what a
post to all said. The front chooses the words.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Self


class Traits(NamedTuple):
    """The traits of a kind of post.

    `board`: links to the match lead to the newest of those. `buttons`: there may be buttons below
    it, or words that pass with the turn. `before_play`: it comes before there is a board, and what
    it asks is asked until the match begins. `in_a_turn`: what it says to a person holds at most
    while the same turn runs. `asks`: it wants an answer from those it mentions. `thread`: a thread
    may be made from it. `stretched`: stretches affect it. `awaits_robot`: if the robot comes next,
    its answer replaces the post. `of_turn`: it is about a person's own turn, and nothing else.
    """

    board: bool = False
    buttons: bool = False
    before_play: bool = False
    in_a_turn: bool = False
    asks: bool = False
    thread: bool = False
    stretched: bool = False
    awaits_robot: bool = False
    of_turn: bool = False


class PostKind(StrEnum):
    """What a post says. The values are stored, and never renamed."""

    traits: Traits

    def __new__(cls, value: str, traits: Traits = Traits()) -> Self:  # noqa: B008
        """A kind with its traits, by its value alone once all are known."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.traits = traits
        return kind

    CHALLENGE = "challenge", Traits(board=True, buttons=True, before_play=True, asks=True)
    MUSTER = "muster", Traits(board=True, buttons=True, before_play=True, asks=True)
    REOPENED = "reopened", Traits(board=True, buttons=True, before_play=True, asks=True)
    CLOSED = "closed"
    TURN = (
        "turn",
        Traits(
            board=True, buttons=True, thread=True, stretched=True, awaits_robot=True, of_turn=True
        ),
    )
    THINKING = "thinking", Traits(board=True, buttons=True, thread=True)
    END = "end", Traits(board=True, buttons=True, stretched=True)
    RESULT = "result"
    NOTICE = "notice", Traits(buttons=True, asks=True, awaits_robot=True)
    TAKEBACK = "takeback", Traits(buttons=True, in_a_turn=True, asks=True)
    ASK_TIME = "ask_time", Traits(buttons=True, in_a_turn=True, asks=True, awaits_robot=True)
    TIME_GIVEN = "time_given", Traits(in_a_turn=True)
    TIME_DECLINED = "time_declined", Traits(in_a_turn=True)
    REPLACEMENT = "replacement", Traits(buttons=True, asks=True)
    REPLACEMENT_OFF = "replacement_off"
    GRACE = "grace", Traits(buttons=True, in_a_turn=True)
    VACATION = "vacation", Traits(buttons=True, in_a_turn=True)
    OVERDUE = "overdue", Traits(buttons=True, in_a_turn=True)
    GONE = "gone", Traits(buttons=True, in_a_turn=True)
    ABANDON = "abandon", Traits(buttons=True, in_a_turn=True)
    # To one person, besides the end of their last match.
    NOT_COME = "not_come"
    PAUSE = "pause", Traits(board=True, buttons=True, thread=True, stretched=True)
    # Earlier versions posted it below the end of a match that ended in a stretch.
    STRETCH = "stretch", Traits(stretched=True)
    REMINDER = "reminder", Traits(of_turn=True)
    LAST_REMINDER = "last", Traits(of_turn=True)
    WARNING = "warning", Traits(of_turn=True)
    PERSONAL = "personal", Traits(buttons=True)
    COPY = "copy", Traits(buttons=True)
    FALLBACK = "fallback", Traits(buttons=True)
    FOLLOWED = "followed"

    @property
    def call(self) -> "PostKind":
        """What it calls people to, in terms of notices: a pause calls to its turn."""
        return PostKind.TURN if self is PostKind.PAUSE else self

    @property
    def asks_in_play(self) -> bool:
        """Whether it wants an answer while the match is played. Once it has one, or it is too late
        for one, its picture goes: the board may be another one by then."""
        return self.traits.asks and not self.traits.before_play

    @property
    def passes(self) -> bool:
        """Whether it holds only while the same turn runs, asks nothing, and says something else
        after that."""
        return self.traits.in_a_turn and self.traits.buttons and not self.traits.asks

    @property
    def outdates(self) -> Sequence["PostKind"]:
        """The earlier kinds in its match whose buttons are removed once it is delivered."""
        return OUTDATES.get(self, ())


WITH_BUTTONS = [kind for kind in PostKind if kind.traits.buttons]
BEFORE_PLAY = [kind for kind in PostKind if kind.traits.before_play]

OUTDATES: Mapping[PostKind, Sequence[PostKind]] = {
    PostKind.TURN: WITH_BUTTONS,
    PostKind.THINKING: WITH_BUTTONS,
    PostKind.END: WITH_BUTTONS,
    PostKind.CLOSED: WITH_BUTTONS,
    PostKind.NOTICE: [PostKind.NOTICE],
    PostKind.MUSTER: BEFORE_PLAY,
    PostKind.REOPENED: BEFORE_PLAY,
    PostKind.ASK_TIME: [PostKind.ASK_TIME],
    PostKind.TIME_GIVEN: [PostKind.ASK_TIME, PostKind.OVERDUE, PostKind.ABANDON],
    PostKind.GONE: [PostKind.GRACE, PostKind.VACATION],
    PostKind.TIME_DECLINED: [PostKind.ASK_TIME],
    PostKind.ABANDON: [PostKind.OVERDUE],
    PostKind.TAKEBACK: [PostKind.TAKEBACK],
    PostKind.REPLACEMENT: [PostKind.REPLACEMENT],
    PostKind.REPLACEMENT_OFF: [PostKind.REPLACEMENT],
    PostKind.PAUSE: [PostKind.TURN, PostKind.THINKING, PostKind.PAUSE],
}
"""By kind, those of `PostKind.outdates`."""

BOARDS = tuple(kind.value for kind in PostKind if kind.traits.board)
CALLS_TO_TURN = tuple(kind.value for kind in PostKind if kind.call is PostKind.TURN)
"""The stored names of the kinds whose newest post links lead to, and of those that call to a
turn."""
