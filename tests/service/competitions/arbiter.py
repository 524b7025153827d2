"""What becomes of a season or tournament, reckoned by the words of docs/leagues.md from what its
people did and when.

Of the bot only the rules of the games are used, and who was drawn to meet whom. What it has decided
(who lost on time, who is withdrawn, when a round ends, what a fixture came to) is not looked at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from bot.catalog import entry
from tests.service.competitions.reckoned import Row, reckoned_table

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Act:
    """What somebody did, or what befell a board: `played`, `resigned`, `agreed` to a draw,
    `called off`, `held` as it could not be shown, and `shown`, each in a match; or an entrant has
    `left`, or has `emigrated` from the server, or was looked for there and `missed`. The bot may
    have refused it."""

    at: datetime
    what: str
    match: int = 0
    seat: int = 0
    text: str = ""
    entrant: int = 0
    is_refused: bool = False


@dataclass(frozen=True, eq=False)
class Meeting:
    """Two entrants who were drawn to meet in a round, and the matches they got, each with the
    options that chance gave it. `second` is None for a bye."""

    round: int
    first: int
    second: int | None
    matches: tuple[tuple[int, Mapping[str, Any]], ...]


@dataclass(frozen=True)
class Plan:
    """A competition as it began: a season has one round, and its length is that of the season. It
    had so many `rounds`; those that were `left` were not drawn."""

    game: str
    is_season: bool
    is_pair: bool
    begins: datetime
    length: timedelta
    rounds: int
    seeds: Mapping[int, int]
    divisions: Mapping[int, int]
    meetings: Sequence[Meeting]
    left: int = 0
    absences: Sequence[Span] = ()

    @property
    def most_moved(self) -> timedelta:
        """How far the date of a round moves at most."""
        return timedelta(hours=2) if self.length < DAY else 2 * DAY

    @property
    def worth(self) -> int:
        return 4 if self.is_pair else 2


@dataclass
class Board:
    """A match, by entrants. The bank of whoever is to move runs `since` an instant, but not while
    the board `is_held`."""

    players: tuple[int, int]
    rules: Any
    position: Any
    bank: timedelta
    begins: datetime
    left: list[timedelta]
    turn: int = 0
    moves: int = 0
    came: set[int] = field(default_factory=set)
    is_held: bool = False
    end: tuple[datetime, str, tuple[int, int] | None] | None = None
    """When it ended, why, and the points of both seats; None if it counts for nobody."""

    def __post_init__(self) -> None:
        self.since = self.begins

    @property
    def mover(self) -> int:
        return self.players[self.turn]

    def allowed(self) -> timedelta:
        """What the player to move has left of the bank, or for the first move."""
        left = self.left[self.turn]
        return left if self.turn in self.came else min(left, self.bank / 4)

    def won_by(self, seat: int, at: datetime, why: str) -> None:
        self.end = (at, why, (2, 0) if seat == 0 else (0, 2))

    def lost_as_gone(self, entrant: int) -> bool:
        """Whether that entrant has lost it as they have left the server."""
        if not self.end or self.end[1] != "gone":
            return False
        return self.end[2] == ((0, 2) if self.players[0] == entrant else (2, 0))

    def lost_by_absence(self, entrant: int) -> bool:
        """Whether that entrant has lost it as they did not come."""
        if not self.end or self.end[1] != "did_not_come":
            return False
        return self.end[2] == ((0, 2) if self.players[0] == entrant else (2, 0))


class Arbiter:
    """Follows a competition through all acts, in order, each deadline before what was done then.

    Afterwards: who is `out`, and who of them `never_came`; when each round has `begun`, what each
    meeting came to, and how each board ended.
    """

    def __init__(self, plan: Plan, acts: Sequence[Act]) -> None:
        self.plan = plan
        self.acts = list(acts)
        self.out: set[int] = set()
        self.never_came: set[int] = set()
        self.emigrants: set[int] = set()
        self.begun: list[datetime] = []
        self.results: list[tuple[Meeting, tuple[int, int] | None]] = []
        self.boards: dict[int, Board] = {}

    def follow(self) -> datetime:
        """When it is over: a tournament with the last of its fixtures or where no other round can
        be drawn, a season on its date."""
        at = self.plan.begins
        for number in range(1, self.plan.rounds + 1):
            at = self._idle(at if number == 1 else self._posted(at))
            self.begun.append(at)
            at = self._play([each for each in self.plan.meetings if each.round == number], at)
        if self.plan.is_season:
            at = max(at, self._back(self.plan.begins + self.plan.length))
        return self._idle(self._posted(at) if at < self._last_date() else at)

    def _last_date(self) -> datetime:
        # With rounds left, up to when another one would begin; else no more does.
        rounds, length = self.plan.rounds + self.plan.left, self.plan.length
        dates = [at + (rounds - number) * length for number, at in enumerate(self.begun)]
        return max(dates) + self.plan.most_moved if self.plan.left else self.plan.begins

    def _posted(self, at: datetime) -> datetime:
        # After an absence what has ended is posted first.
        return max([at, *(back + MINUTE for _, back in self.plan.absences if back <= at)])

    def _idle(self, until: datetime) -> datetime:
        # Who leaves while there is nothing to play.
        while self.acts and self.acts[0].at < until:
            self._do(self.acts.pop(0))
        return until

    def tables(self) -> list[list[Row]]:
        """The tables of all divisions, the first one first."""
        results = [(of.first, of.second, *points) for of, points in self.results if points]
        divisions: dict[int, dict[int, int]] = {each: {} for each in self.plan.divisions.values()}
        for entrant, division in self.plan.divisions.items():
            divisions[division][entrant] = self.plan.seeds[entrant]
        return [reckoned_table(seeds, self.out, results) for _, seeds in sorted(divisions.items())]

    # A round

    def _play(self, drawn: Sequence[Meeting], begin: datetime) -> datetime:
        without = {each: self._without_play(each) for each in drawn if not self._can_meet(each)}
        self.boards.update(self._board(*each, begin) for of in drawn for each in self._seated(of))
        at, latest = begin, begin + self.plan.length + self.plan.most_moved
        while self._running():
            at = self._step(latest)
        for each in drawn:
            self.results.append((each, without[each] if each in without else self._sum(each)))
        return at

    def _can_meet(self, of: Meeting) -> bool:
        return of.second is not None and not {of.first, of.second} & self.out

    def _without_play(self, of: Meeting) -> tuple[int, int] | None:
        # A bye is won, and so is what the other one has forfeited; what both have is nobody's.
        assert not of.matches
        if of.second is None or of.second in self.out:
            return (self.plan.worth, 0) if of.first not in self.out else None
        return (0, self.plan.worth)

    def _seated(self, of: Meeting) -> list[tuple[int, Mapping[str, Any], tuple[int, int]]]:
        if not self._can_meet(of):
            return []
        assert of.second is not None
        assert len(of.matches) == (2 if self.plan.is_pair else 1)
        orders = ((of.first, of.second), (of.second, of.first))
        return [(*each, order) for each, order in zip(of.matches, orders, strict=False)]

    def _board(
        self, number: int, options: Mapping[str, Any], players: tuple[int, int], begin: datetime
    ) -> tuple[int, Board]:
        rules = entry(self.plan.game).game
        bank = self.plan.length / 2
        board = Board(players, rules, rules.start(options), bank, begin, [bank, bank])
        return number, board

    def _sum(self, of: Meeting) -> tuple[int, int] | None:
        ends = [board.end for board in (self.boards[each] for each, _ in of.matches)]
        counted = [
            end[2] if nth == 0 else end[2][::-1] for nth, end in enumerate(ends) if end and end[2]
        ]
        return (sum(a for a, _ in counted), sum(b for _, b in counted)) if counted else None

    def _running(self) -> list[Board]:
        return [each for each in self.boards.values() if each.end is None]

    def _step(self, latest: datetime) -> datetime:
        # What comes first: an act, somebody's last instant, or the last one of all.
        latest = self._back(latest)
        deadline = min(latest, *map(self._deadline, self._running()))
        if self.acts and self.acts[0].at < deadline:
            act = self.acts.pop(0)
            self._do(act)
            self._withdraw_absent(act.at)
            return act.at
        assert self.acts or deadline <= latest
        for board in self._running():
            if self._deadline(board) <= deadline:
                self._lose_on_time(board, deadline)
            elif deadline == latest:
                self._decide_by_banks(board, deadline)
        self._withdraw_absent(deadline)
        return deadline

    # Time

    def _back(self, at: datetime) -> datetime:
        # When the bot is there, at that time or after it.
        return next((back for away, back in self.plan.absences if away < at < back), at)

    def _used(self, board: Board, now: datetime) -> timedelta:
        if board.is_held:
            return timedelta(0)
        lost = [
            min(back, now) - max(away, board.since)
            for away, back in self.plan.absences
            if away < now and back > board.since
        ]
        return now - board.since - sum(lost, timedelta(0))

    def _deadline(self, board: Board) -> datetime:
        if board.is_held:
            return datetime.max.replace(tzinfo=board.since.tzinfo)
        at = board.since + board.allowed()
        for away, back in self.plan.absences:
            if away < at and back > board.since:
                at += back - max(away, board.since)
        return at

    def _lose_on_time(self, board: Board, at: datetime) -> None:
        why = "time_lost" if board.turn in board.came else "did_not_come"
        why = "gone" if board.mover in self.emigrants else why
        board.won_by(1 - board.turn, at, why)

    def _decide_by_banks(self, board: Board, at: datetime) -> None:
        board.left[board.turn] -= self._used(board, at)
        first, second = board.left
        if self._away_in_round() > self.plan.most_moved:
            board.end = (at, "cut_short", (1, 1))
        elif first == second:
            board.end = (at, "less_time", (1, 1))
        else:
            winner = 0 if first > second else 1
            assert winner in board.came or (winner == 1 and not board.moves)
            board.won_by(winner, at, "less_time")

    def _away_in_round(self) -> timedelta:
        begin = self.begun[-1]
        end = begin + self.plan.length + self.plan.most_moved
        spans = [(max(away, begin), min(back, end)) for away, back in self.plan.absences]
        return sum((end - begin for begin, end in spans if end > begin), timedelta(0))

    def _withdraw_absent(self, at: datetime) -> None:
        """Who has lost a match of the round as they did not come, has neither moved nor resigned in
        any, and is to move in none."""
        last = self.begun[-1]
        of_round = [each for each in self.boards.values() if each.begins == last]
        for entrant in {e for each in of_round for e in each.players} - self.out:
            theirs = [each for each in of_round if entrant in each.players]
            is_absent = any(each.lost_by_absence(entrant) for each in theirs)
            has_come = any(each.players.index(entrant) in each.came for each in theirs)
            is_awaited = any(each.end is None and each.mover == entrant for each in theirs)
            if is_absent and not has_come and not is_awaited:
                self.never_came.add(entrant)
                self._leave(entrant, at)
            elif any(each.lost_as_gone(entrant) for each in theirs):
                self._leave(entrant, at)

    def _leave(self, entrant: int, at: datetime) -> None:
        self.out.add(entrant)
        for board in self._running():
            if entrant in board.players:
                board.won_by(1 - board.players.index(entrant), at, "resigned")

    # Acts

    def _do(self, act: Act) -> None:
        if act.what == "left":
            if act.entrant not in self.out:
                self._leave(act.entrant, act.at)
            return
        if act.what == "emigrated":
            self.emigrants.add(act.entrant)
            return
        if act.what == "missed":
            return
        board = self.boards[act.match]
        if act.is_refused:
            assert board.end, "nothing is refused while the match runs"
            return
        assert board.end is None, f"{act} was taken behind the end {board.end}"
        if act.what in ("held", "shown"):
            board.is_held = act.what == "held"
            board.since = act.at
        elif act.what == "resigned":
            board.came.add(act.seat)
            board.won_by(1 - act.seat, act.at, "resigned")
        elif act.what == "agreed":
            board.end = (act.at, "agreed", (1, 1))
        elif act.what == "called_off":
            board.end = (act.at, "called_off", None)
        else:
            self._move(board, act)

    def _move(self, board: Board, act: Act) -> None:
        assert act.seat == board.turn
        board.left[act.seat] -= self._used(board, act.at)
        board.came.add(act.seat)
        board.moves += 1
        rules = board.rules
        turn = rules.resolve(board.position, rules.parse(board.position, act.text))
        board.position, board.since, board.turn = turn.position, act.at, turn.position.turn - 1
        if over := rules.outcome(turn.position):
            points = {(1,): (2, 0), (2,): (0, 2)}.get(tuple(over.winners), (1, 1))
            board.end = (act.at, over.reason, points)
