"""What time does to a match: graces, vacation, gifts of time, unannounced turns."""

from dataclasses import replace
from datetime import timedelta

from bot.model.clock.clock_state import give_time, use_grace
from bot.model.events.base import Event, clocks_excused, with_clock
from bot.model.match import Gift, Match, SpentVacation
from bot.model.post_kinds import PostKind
from bot.model.records import Seat
from bot.model.requests import TIME, Ending


class Reminded(Event, kind="reminded"):
    """The player whose turn it is was reminded; only version 0.1 made such events."""

    seat: Seat


class Held(Event, kind="held"):
    """The player's turn could not be announced, so its time does not run."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return replace(match, since=None, held=True)


class Announced(Event, kind="announced"):
    """The player's turn was announced late: its whole time runs from here."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return replace(match, since=match.updated, overdue=False, held=False, warned=None)


class GraceUsed(Event, kind="grace_used", says=PostKind.GRACE):
    """The player's time ran out, and the grace that each has once in a match began.

    It was noticed `late` microseconds after the time was over, which cost the player nothing.
    """

    seat: Seat
    late: int = 0

    def _applied(self, match: Match) -> Match:
        clocks = clocks_excused(match, self.seat, self.late)
        used = use_grace(clocks[self.seat - 1])
        return replace(match, clocks=with_clock(clocks, self.seat, used))


class VacationUsed(SpentVacation, Event, kind="vacation_used", says=PostKind.VACATION):
    """The player's time ran out, and vacation is spent automatically from `start` to `end`.

    `left` hours of their yearly balance remain. It was noticed `late` microseconds after the time
    was over, which cost the player nothing.
    """

    def _applied(self, match: Match) -> Match:
        clocks = clocks_excused(match, self.seat, self.late)
        return replace(match, clocks=clocks, vacations_used=(*match.vacations_used, self))


class TimeGiven(Gift, Event, kind="time_given", says=PostKind.TIME_GIVEN):
    """The player on `seat` got this many more hours from the one on `giver`.

    Their time had been over for `late` microseconds, which cost them nothing: the gift runs from
    then on.
    """

    def _applied(self, match: Match) -> Match:
        clocks = clocks_excused(match, self.seat, self.late)
        given = give_time(clocks[self.seat - 1], timedelta(hours=self.hours))
        return match.acting(
            self.giver,
            gifts=(*match.gifts, (match.seq, self)),
            clocks=with_clock(clocks, self.seat, given),
            requests=match.requests.closing(match.seq, Ending.AGREED, [TIME]),
            overdue=False,
            warned=None,
        )


class AbandonWarned(Event, kind="abandon_warned", says=PostKind.ABANDON):
    """Nobody has moved for a long time: the match ends as abandoned unless somebody does."""

    def _applied(self, match: Match) -> Match:
        return replace(match, warned=match.updated)


class Gone(Event, kind="gone", says=PostKind.GONE):
    """The player to move has left the server: neither grace nor vacation is spent for them, and
    after a day the others may claim the win. In a competition the next event ends the match."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return replace(match, gone=match.updated)


class CameBack(Event, kind="came_back"):
    """The player to move is in the server again, before anybody claimed the win."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return replace(match, gone=None, warned=None)


class Overdue(Event, kind="overdue", says=PostKind.OVERDUE):
    """The player's time for the turn ran out; the others may claim the win."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return replace(match, overdue=True)
