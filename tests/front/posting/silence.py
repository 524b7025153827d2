"""What somebody with a watch holds against the bot who sees every message and every clock, and
nothing of its plans: who was called to which turn, and for how long nobody told them anything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.model.records import MatchId, PersonId
from tests.front.snapshot import TO_TURN

LONGEST_SILENCE = timedelta(hours=48)
SHORTEST = timedelta(hours=4)
"""Two calls to one turn within less are one too many, unless quiet lies between them."""

CALL, SPENT = TO_TURN, "of your vacation"


@dataclass(frozen=True)
class Message:
    """What somebody was told by the message `id`: whom it calls, about which matches."""

    id: int
    at: datetime
    called: frozenset[PersonId]
    matches: frozenset[MatchId]
    text: str
    direct: bool = False

    @property
    def calls(self) -> bool:
        return CALL in self.text.lower()


@dataclass(frozen=True)
class Turn:
    """A turn, as it is at one look; `runs`: its time is running or being spent, or may soon."""

    match: MatchId
    number: int
    person: PersonId
    other: int
    runs: bool

    @property
    def key(self) -> tuple[MatchId, int]:
        return self.match, self.number


@dataclass(frozen=True)
class Look:
    """How all stands at an instant: `quiet` holds who wished to be told nothing now, `left` what
    each has left of their vacation and `by_hand` what they ever took of it by hand."""

    at: datetime
    turns: tuple[Turn, ...]
    quiet: frozenset[int] = frozenset()
    left: Mapping[int, timedelta] = field(default_factory=dict)
    by_hand: Mapping[int, timedelta] = field(default_factory=dict)

    @property
    def keys(self) -> set[tuple[MatchId, int]]:
        return {turn.key for turn in self.turns}


Span: TypeAlias = tuple[Look, Look, Sequence[Message]]
"""Two looks, and what came between."""


@dataclass
class Told:
    """What somebody was told of one turn until now."""

    calls: list[Message] = field(default_factory=list)
    other: int = 0
    last: Message | None = None
    silent: timedelta = timedelta(0)
    was_quiet: bool = True
    awake: bool = False


def faults(log: Sequence[Look | Message]) -> list[str]:
    """What was wrong, in words. Looks and messages in the order in which they came: a turn that
    begins between two looks is told of between them."""
    spans = list(_spans(log))
    return [*_of_turns(spans), *_of_spendings(spans)]


def _spans(log: Sequence[Look | Message]) -> Iterator[Span]:
    before: Look | None = None
    new: list[Message] = []
    for each in log:
        if isinstance(each, Message):
            new.append(each)
            continue
        if before:
            yield before, each, new
        before, new = each, []


def _of_turns(spans: Iterable[Span]) -> Iterator[str]:
    told: dict[tuple[MatchId, int], tuple[Turn, Told]] = {}
    for before, look, new in spans:
        for turn in {turn.key: turn for turn in (*look.turns, *before.turns)}.values():
            mine = [m for m in new if turn.match in m.matches]
            if turn.key not in before.keys:  # What came before it was told of the turn before.
                mine = [m for m in mine if m.calls]
            known = told.setdefault(turn.key, (turn, Told()))[1]
            yield from _of_turn(turn, known, before, look, mine)
    for turn, known in told.values():
        yield from _of_calls(turn, known)


def _of_turn(
    turn: Turn, told: Told, before: Look, look: Look, new: Sequence[Message]
) -> Iterator[str]:
    """What is wrong in the time between two looks."""
    is_quiet = turn.person in before.quiet | look.quiet
    goes_on = turn.key in before.keys & look.keys
    told.awake |= goes_on and not is_quiet
    told.was_quiet |= is_quiet
    if goes_on and turn.runs and not is_quiet:
        told.silent += look.at - before.at
    for message in new:
        if turn.person in message.called:
            yield from _too_soon(turn, told, message)
            told.last, told.silent, told.was_quiet = message, timedelta(0), is_quiet
            told.calls += [message] if message.calls else []
        if turn.other in message.called and SPENT in message.text:
            told.other += 1
    if goes_on and told.silent > LONGEST_SILENCE:
        yield f"{look.at}: {turn} heard nothing for {told.silent}"


def _too_soon(turn: Turn, told: Told, message: Message) -> Iterator[str]:
    last = told.last
    if last is None or told.was_quiet or last.id == message.id or last.direct != message.direct:
        return
    if message.at - last.at < SHORTEST:
        yield f"{message.at}: {turn} was called at {last.at} already"


def _of_calls(turn: Turn, told: Told) -> Iterator[str]:
    here = [message for message in told.calls if not message.direct]
    if max(len(here), len(told.calls) - len(here)) > 1:
        yield f"{turn} was called more than once: {told.calls}"
    if told.awake and not told.calls:
        yield f"{turn} was never called"
    if told.other > 1:
        yield f"{turn}: the opponent was told of vacation {told.other} times"


def _of_spendings(spans: Sequence[Span]) -> Iterator[str]:
    """Whoever's vacation became less hears what is left, once they may be told anything."""
    for person in {person for look, _, _ in spans for person in look.left}:
        owed: timedelta | None = None
        for before, look, new in spans:
            by_hand = look.by_hand[person] - before.by_hand[person]
            if look.left[person] < before.left[person] - by_hand:
                owed = look.left[person]
            if owed is not None and any(_tells(m, PersonId(person), owed) for m in new):
                owed = None
            if owed is not None and person not in before.quiet | look.quiet:
                yield f"{look.at}: {person} was not told that {owed} are left"
                owed = None


def _tells(message: Message, person: PersonId, left: timedelta) -> bool:
    days, hours = divmod(left // timedelta(hours=1), 24)
    words = " ".join([f"{days} d"] * bool(days) + [f"{hours} h"] * bool(hours)) or "none"
    return person in message.called and SPENT in message.text and words in message.text
