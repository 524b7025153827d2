"""What can happen before a match begins: challenges, their answers, the start."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.model.clock.clock_state import new_clock
from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.events.base import Event, closed, new_turn
from bot.model.match import Match, Muster
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, GuildId, MatchId, Person, PersonId, Seq, Status
from bot.model.terms import USUAL_TERMS, Terms, Wanted


class Challenged(Event, kind="challenged", says=PostKind.CHALLENGE):
    """`host` asked others to a match in a channel.

    `invited` are the other seats: a person, or None for an open seat. `first` says who begins:
    `host`, `guest` or `random`. Options with a value for each seat stand in the order host, then
    invited, until the start puts them in order of play. The time is so many `days` for a turn,
    which others may claim, or any other `control`; without either it has no limit. `rematch_of` is
    the number of the ended match that this one repeats, if any. `wanted` is what is asked of the
    person who takes an open seat, `terms` everything else that is agreed on. `uncalled` are those
    of the invited who are asked without being called: the host has just called them.
    """

    game: str
    options: dict[str, Any]
    host: Person
    invited: tuple[Person | None, ...]
    channel: ChannelId
    guild: GuildId | None
    first: str
    days: int | None
    expires: datetime
    rematch_of: int | None = None
    control: TimeControl | None = None
    wanted: Wanted | None = None
    terms: Terms | None = None
    uncalled: tuple[PersonId, ...] | None = None

    @property
    def time_control(self) -> TimeControl | None:
        """The time that is asked for, None without a limit."""
        return days_a_move(self.days) if self.days else self.control

    def begun(self, number: MatchId, seq: Seq, at: datetime) -> Match:
        return Match(
            id=number,
            seq=seq,
            game=self.game,
            options=self.options,
            status=Status.INVITED,
            host=self.host,
            invited=self.invited,
            accepted=(),
            board_seq=seq,
            first=self.first,
            channel=self.channel,
            guild=self.guild,
            control=self.time_control,
            expires=self.expires,
            uncalled=self.uncalled or (),
            updated=at,
            open=self.invited.count(None),
            rematch_of=self.rematch_of,
            wanted=self.wanted,
            terms=self.terms or USUAL_TERMS,
            muster=Muster(heard={self.host.id: at}),
        )


class Accepted(Event, kind="accepted", says=PostKind.NOTICE):
    """`person` took a seat of the challenge."""

    person: Person

    def _applied(self, match: Match) -> Match:
        asked = next((p for p in match.invited if p and p.id == self.person.id), None)
        place = match.invited.index(asked)
        heard = {**match.muster.heard, self.person.id: match.updated}
        return replace(
            match,
            invited=(*match.invited[:place], self.person, *match.invited[place + 1 :]),
            accepted=(*match.accepted, self.person),
            declined=tuple(p for p in match.declined if p.id != self.person.id),
            muster=replace(match.muster, heard=heard, absent=()),
        )


class Declined(Event, kind="declined", says=PostKind.NOTICE):
    """The invited person declined; their seat is open to anyone, and with two seats the challenge
    is over."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        invited = tuple(None if p and p.id == self.person else p for p in match.invited)
        decliner = (p for p in match.invited if p and p.id == self.person)
        after = replace(
            match,
            invited=invited,
            accepted=tuple(p for p in match.accepted if p.id != self.person),
            declined=(*match.declined, *decliner),
        )
        if len(after.accepted) < len(match.accepted):
            after = replace(after, muster=self._mustered(match))
        # With nobody in and nobody left to answer, a challenge that was not for anyone is over.
        over = not any(invited) and not match.open
        return closed(after, Status.DECLINED) if over else after

    def _mustered(self, match: Match) -> Muster:
        # A taken seat is free again: nobody has to be ready now.
        muster = match.muster
        if muster.until is not None and match.updated >= muster.until:
            absent = match.awaited
        else:
            absent = muster.absent if self.person in {p.id for p in muster.absent} else ()
        return replace(muster, until=None, absent=absent)


class Withdrawn(Event, kind="withdrawn"):
    """The host, or a manager, withdrew the challenge."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        return closed(match, Status.WITHDRAWN)


class Expired(Event, kind="expired"):
    """Nobody answered the challenge in time."""

    def _applied(self, match: Match) -> Match:
        return closed(match, Status.EXPIRED)


class Mustered(Event, kind="mustered", says=PostKind.MUSTER):
    """All seats of a challenge with long turns are taken: everybody has to say that they are ready.

    Those who have not said so by `until` lose the seat.
    """

    until: datetime

    def _applied(self, match: Match) -> Match:
        return replace(match, muster=Muster(self.until, heard=match.muster.heard))


class Ready(Event, kind="ready"):
    """The person is there, and agrees to the start."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        return replace(match, muster=match.muster.with_ready(self.person, match.updated))


class Started(Event, kind="started", says=PostKind.TURN):
    """The match began. `seats` are in order of play; `options` include what chance decided."""

    seats: tuple[Person, ...]
    options: dict[str, Any]

    def _applied(self, match: Match) -> Match:
        return new_turn(
            match,
            status=Status.RUNNING,
            seats=self.seats,
            options=self.options,
            opening=match.rules.start(self.options),
            clocks=tuple(new_clock(match.control) for _ in self.seats) if match.control else (),
            muster=Muster(heard=match.muster.heard),
        )
