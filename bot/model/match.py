"""The state of a match: who sits, what was played, what is on offer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from bot.catalog import entry
from bot.games.core import Effect, Outcome, Position, Turn
from bot.games.guide import Game
from bot.model.clock.changes import History
from bot.model.clock.clock_state import ClockState, TurnTime, turn_time
from bot.model.clock.running import Halt
from bot.model.clock.time_control import TimeControl
from bot.model.records import (
    NO_EVENT,
    ChannelId,
    GuildId,
    MatchId,
    Person,
    PersonId,
    Seat,
    Seq,
    Status,
    by_seat,
    seats_of,
)
from bot.model.requests import (
    NOTHING_ASKED,
    REPLACEMENT,
    Closed,
    Ending,
    RequestKind,
    Requests,
)
from bot.model.terms import USUAL_TERMS, Terms, Wanted

Clocks = tuple[ClockState, ...]

OPEN = (Status.INVITED, Status.RUNNING)

COMING_BACK = timedelta(days=1)
"""How long a player who has left the server may come back before the others may claim the win."""


@dataclass(slots=True, eq=False, repr=False)
class Ply:
    """One move as it was made: by seat `seat`, from `before` to `after`, recorded at `seq`.

    Moves before a stored position are played only when their effects are asked for; the result is
    cached. `play` says what the move does to the position before it, `earlier` is the ply before it
    or the position that the match began with, and `known` the position after it, if that was
    stored. `used` is how long the player's clock ran for it, and `clocks` all clocks before it,
    empty without a limit. `prepared`: the player had prepared it as an answer.
    """

    seat: Seat
    text: str
    seq: Seq
    at: datetime
    play: Callable[[Position], Turn[Any]]
    earlier: "Ply | Position"
    known: Position | None = None
    used: timedelta = timedelta(0)
    clocks: Clocks = ()
    prepared: bool = False
    _turn: Turn[Any] | None = field(default=None, init=False)

    @property
    def before(self) -> Position:
        return self.earlier.after if isinstance(self.earlier, Ply) else self.earlier

    @property
    def after(self) -> Position:
        return self.turn.position if self.known is None else self.known

    @property
    def effects(self) -> tuple[Effect, ...]:
        return self.turn.effects

    @property
    def turn(self) -> Turn[Any]:
        """The move with its whole chain. Raises what the rules raise, for a damaged record."""
        return self._turn or self.play_out()

    def play_once(self) -> None:
        """Play the move, unless that was done before."""
        if self._turn is None:
            self.play_out()

    def play_out(self) -> Turn[Any]:
        """Play the move and those before it, as far as their positions are unknown."""
        for ply in reversed(self._unplayed()):
            turn = ply.play(ply.before)
            ply._turn, ply.known = turn, turn.position
        return turn

    def _unplayed(self) -> list["Ply"]:
        unplayed = [self]
        while isinstance(ply := unplayed[-1].earlier, Ply) and ply.known is None:
            unplayed.append(ply)
        return unplayed

    def __eq__(self, other: object) -> bool:
        """Whether the same move did the same to the same position."""
        return isinstance(other, Ply) and self._facts() == other._facts()

    # Comparing plays the moves, which a set or dictionary should not trigger unseen.
    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        return self.seat, self.text, self.seq, self.at, self.before, self.turn

    def __repr__(self) -> str:
        return f"Ply({self.seat}, {self.text!r}, {self.seq})"


@dataclass(frozen=True, slots=True)
class Undone:
    """The moves `plies`, which the player on `seat` took back with event `seq`.

    `made` moves had been made before them. `free`: nobody had to agree to it.
    """

    seq: Seq
    seat: Seat
    made: int
    plies: tuple[Ply, ...]
    free: bool


class Succession(NamedTuple):
    """With event `seq` a person began to play on the seat of its `former` player."""

    seq: Seq
    seat: Seat
    former: Person


@dataclass(frozen=True, slots=True)
class Muster:
    """Whether everybody is there before the start.

    `heard` is when each who is in last made, accepted or confirmed something. If everybody has to
    say that they are `ready`, they have until `until`; `absent` are those who lost their seat
    because they had not.
    """

    until: datetime | None = None
    ready: frozenset[PersonId] = frozenset()
    absent: tuple[Person, ...] = ()
    heard: Mapping[PersonId, datetime] = field(default_factory=dict)

    def with_ready(self, person: PersonId, at: datetime) -> "Muster":
        heard = {**self.heard, person: at}
        return replace(self, ready=self.ready | {person}, heard=heard)


@dataclass(frozen=True, slots=True)
class Gift:
    """The player on `seat` got this many more hours from the one on `giver`, `late` microseconds
    after their time was over."""

    seat: Seat
    giver: Seat
    hours: int
    late: int = 0


@dataclass(frozen=True, slots=True)
class SpentVacation:
    """Vacation that was spent automatically from `start` to `end` for the player on `seat`, with
    this many hours of it left, `late` microseconds after their time was over."""

    seat: Seat
    start: datetime
    end: datetime
    left: int
    late: int = 0


@dataclass(frozen=True)
class Match:
    """The state of a match. Seats count from 1, in order of play."""

    id: MatchId
    """Its number; 0 before it is stored."""
    seq: Seq
    """The last event that it was folded from."""
    game: str
    """The key of the game."""
    options: Mapping[str, Any]
    """The options of the game, by name."""
    status: Status
    """Whether it is asked for, running, or how it ended."""
    host: Person
    """Who asked for the match."""
    invited: tuple[Person | None, ...]
    """Those asked for the other seats; None: anyone may take that seat."""
    accepted: tuple[Person, ...]
    """Those who have said yes, in order."""
    board_seq: Seq
    """The event that last changed the board or the status: what was posted before is outdated."""
    first: str
    """Who begins, as it was asked: the host, the others, or by chance."""
    channel: ChannelId
    """The channel that it belongs to, also while it is posted in a thread."""
    guild: GuildId | None
    """The server of the channel; None for direct messages."""
    control: TimeControl | None
    """The time agreed on; None without a limit."""
    expires: datetime
    """When the invitation ends."""
    updated: datetime
    """When the last event was recorded."""
    uncalled: tuple[PersonId, ...] = ()
    """Those of the invited who are not called: see `Challenged`."""
    open: int = 0
    """How many seats were anyone's from the beginning."""
    declined: tuple[Person, ...] = ()
    """Those who have said no."""
    seats: tuple[Person, ...] = ()
    """Those who play now, in order of play; empty before the start."""
    out: frozenset[Seat] = frozenset()
    """The seats that left while others play on."""
    opening: Position | None = None
    """The position it began with; None before the start."""
    plies: tuple[Ply, ...] = ()
    """The moves that were not taken back, in order."""
    outcome: Outcome | None = None
    """How it ended; None before."""
    clocks: Clocks = ()
    """What each seat has of the time agreed on, in order of play; empty without a limit."""
    since: datetime | None = None
    """When the time of the running turn began; None while no clock runs."""
    overdue: bool = False
    """Whether the time of the player to move is over, and the others may claim the win."""
    gone: datetime | None = None
    """When it was noticed in this turn that the player to move has left the server."""
    rematch_of: int | None = None
    """The number of the ended match that it repeats."""
    wanted: Wanted | None = None
    """What is asked of a person who takes an open seat."""
    terms: Terms = USUAL_TERMS
    """Everything else that was agreed on."""
    held: bool = False
    """Whether the clock does not run because the turn was never announced."""
    muster: Muster = Muster()
    """Whether everybody is there before the start."""
    requests: Requests = NOTHING_ASKED
    """What players ask of each other."""
    last_move: datetime | None = None
    """When the running turn began: by a move, the start, or a move taken back."""
    warned: datetime | None = None
    """When the players were warned since then that the match is about to end as abandoned."""
    vacations_used: tuple[SpentVacation, ...] = ()
    """The vacation that was spent automatically in this turn."""
    time: TurnTime | None = field(default=None, compare=False)
    """The time of the running turn by the calendars of the player to move. It is no part of the
    record: None for a match that was only folded."""
    acted: frozenset[Seat] = frozenset()
    """The seats that have asked or answered anything in this turn."""
    gifts: tuple[tuple[Seq, Gift], ...] = ()
    """All time that was ever given, each with the number of its event."""
    undone: tuple[Undone, ...] = ()
    """The moves that were taken back, in order."""
    turn_seq: Seq = NO_EVENT
    """The event with which the turn began, an earlier one if another player left during it."""
    proof: tuple[str, ...] = ()
    """The moves of the win that ended the match by being claimed or adjudicated, from its last
    board on."""
    successions: tuple[Succession, ...] = ()
    """The replacements that took effect, in order."""
    edition: int = field(default=0, compare=False)
    """How often its events were rewritten, with a name removed or to digest them, as the store
    counts."""
    digest: int | None = field(default=None, compare=False)
    """The digest of its last event: see `bot.model.events.digests`."""

    @property
    def rules(self) -> Game[Any, Any]:
        return entry(self.game).game

    @property
    def position(self) -> Position | None:
        """The current position; None before the start."""
        return self.plies[-1].after if self.plies else self.opening

    @property
    def level(self) -> int | None:
        """The agreed level of the bot: see `Terms`."""
        return self.terms.level

    @property
    def people(self) -> tuple[Person, ...]:
        """All who sit: in order of play, or before the start the host and those asked by name."""
        return self.seats or (self.host, *(p for p in self.invited if p))

    @property
    def participants(self) -> tuple[Person, ...]:
        """All who sit or are asked by name, and those who have taken an open seat."""
        known = {person.id for person in self.people}
        return (*self.people, *(p for p in self.accepted if p.id not in known))

    @property
    def gathered(self) -> tuple[Person, ...]:
        """Those who are in before the start: the host, and those who have accepted."""
        return (self.host, *self.accepted)

    @property
    def awaited(self) -> tuple[Person, ...]:
        """Those who still have to say that they are ready; nobody if that is not needed."""
        if self.muster.until is None:
            return ()
        return tuple(p for p in self.gathered if p.id not in self.muster.ready)

    @property
    def names(self) -> dict[int, str]:
        return {seat: person.name for seat, person in enumerate(self.seats, 1)}

    @property
    def playing(self) -> tuple[Seat, ...]:
        return tuple(s for s in seats_of(len(self.seats)) if s not in self.out)

    @cached_property
    def turn(self) -> Seat | None:
        """The seat to move; None unless the match is running."""
        if self.status is not Status.RUNNING or self.position is None:
            return None
        return Seat(self.position.turn)

    @cached_property
    def turn_person(self) -> Person | None:
        return None if self.turn is None else self.person(self.turn)

    @property
    def last_undone(self) -> Undone | None:
        """What was taken back as the running turn began; None if a move or a start began it."""
        last = self.undone[-1] if self.undone else None
        return last if last and last.seq == self.board_seq else None

    @property
    def vacation_used(self) -> SpentVacation | None:
        """The vacation that was last spent automatically in this turn."""
        return self.vacations_used[-1] if self.vacations_used else None

    @property
    def turn_known(self) -> bool:
        """Whether the player to move began the turn by taking a move back, and needs no call."""
        return self.last_undone is not None and self.last_undone.free

    @cached_property
    def clock(self) -> ClockState | None:
        """The clock of the seat to move; None without a limit, and while it does not run."""
        if self.turn is None or self.since is None or not self.clocks:
            return None
        return replace(self.clocks[self.turn - 1], since=self.since)

    @property
    def claimable_from(self) -> datetime | None:
        """When the others may claim the win over the player to move, as they have left the server;
        None if they have not, as far as is known."""
        return self.gone + COMING_BACK if self.gone else None

    @property
    def is_by_bank(self) -> bool:
        """Whether each player has one bank for the whole match, which no calendar stops."""
        return self.control is not None and self.control.is_plain

    @property
    def deadline(self) -> datetime | None:
        """When the time of the running turn ends; None while none runs, or nobody has asked."""
        return self.time.deadline if self.time else None

    @property
    def halt(self) -> Halt | None:
        """Why the clock of the running turn is stopped; None while it runs, or if there is none."""
        return self.time.halt if self.time else None

    @property
    def history(self) -> History:
        """The calendars of the player to move, as they were read; none if no clock runs."""
        return self.time.history if self.time else ()

    @property
    def gift(self) -> Gift | None:
        """The time that was last given in this turn."""
        seq, gift = self.gifts[-1] if self.gifts else (0, None)
        return gift if seq > self.turn_seq else None

    def declined_in_turn(self, kind: RequestKind) -> tuple[Closed, ...]:
        """The requests of that kind that got a no in this turn, in order; among the players also
        only since one of them was replaced."""
        return self.closed_in_turn(kind, Ending.DECLINED)

    def closed_in_turn(self, kind: RequestKind, how: Ending) -> tuple[Closed, ...]:
        """Those that ended so."""
        since = self.turn_seq if kind is REPLACEMENT else max(self.turn_seq, self._last_succession)
        return tuple(
            each
            for each in self.requests.closed
            if each.request.kind is kind and each.how is how and each.seq > since
        )

    @property
    def called_off(self) -> Closed | None:
        """The last request for a replacement, if it failed, none is open, and nobody has been
        replaced since."""
        last = None if self.requests.replacement else self.requests.last(REPLACEMENT)
        is_news = last is not None and last.seq > self._last_succession
        return last if last and is_news and last.how is not Ending.LAPSED else None

    @property
    def _last_succession(self) -> int:
        return self.successions[-1].seq if self.successions else 0

    def changed(self, **changes: Any) -> "Match":
        """The match with these fields. As `replace`, but several times faster: every event does
        this. Raises TypeError for anything that is no field."""
        if not changes.keys() <= FIELDS:
            raise TypeError(f"no fields of a match: {changes.keys() - FIELDS}")
        made = object.__new__(Match)
        vars(made).update(vars(self), **changes)
        if not changes.keys() <= BESIDE:
            for name in COMPUTED:
                vars(made).pop(name, None)
        return made

    def acting(self, seat: Seat, **changes: Any) -> "Match":
        """The match once that seat has asked or answered something in the running turn."""
        return replace(self, acted=self.acted | {seat}, **changes)

    def timed(self, history: History, now: datetime) -> "Match":
        """The match with its time as of now by the calendars of the player to move."""
        clock, since = self.clock, self.since
        time = None if clock is None or since is None else turn_time(clock, since, history, now)
        return self.changed(time=time)

    def person(self, seat: Seat) -> Person:
        return self.seats[seat - 1]

    def mover_of(self, ply: Ply) -> Person:
        """Who made a move: the person who had its seat then."""
        since = (s.former for s in self.successions if s.seat == ply.seat and s.seq > ply.seq)
        return next(since, self.person(ply.seat))

    def beginner(self, seat: Seat) -> Person:
        return next((s.former for s in self.successions if s.seat == seat), self.person(seat))

    def seat_of(self, person_id: PersonId) -> Seat | None:
        """The seat of a person, from 1; None if they do not play."""
        return next((s for s, p in by_seat(self.seats) if p.id == person_id), None)

    def asks(self, person_id: PersonId) -> bool:
        """Whether that person is asked for a seat by name, or has taken one."""
        return any(p is not None and p.id == person_id for p in self.invited)

    def is_playing(self, person_id: PersonId) -> bool:
        """Whether that person still plays in the match, and it is running."""
        seat = self.seat_of(person_id)
        return self.status is Status.RUNNING and seat is not None and seat not in self.out

    def others(self, person_id: PersonId) -> tuple[Person, ...]:
        return tuple(p for p in self.people if p.id != person_id)


FIELDS = frozenset(each.name for each in fields(Match))
COMPUTED = [name for name, each in vars(Match).items() if isinstance(each, cached_property)]
"""What is computed from the fields once it is asked for."""
BESIDE = frozenset({"time", "edition", "digest"})
"""Fields from which none of that is computed."""
