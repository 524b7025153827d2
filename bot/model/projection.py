"""What is stored with a match's events: its summary, and what must be posted. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from bot.model.events import Event
from bot.model.match import OPEN, Match
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, MatchSummary, PersonId, Post, Status
from bot.model.requests import DRAW, TIME

LAST_CALL = timedelta(days=7)
"""How long a match lasts after the warning that it is about to end as abandoned."""

IDLE = timedelta(days=60) - LAST_CALL
"""How long nobody moves before that warning, if no clock decides."""


THINKING = timedelta(seconds=20)
"""How long a post that the robot will answer waits for the answer, which replaces both; in practice
how long its move is left to the process that the person asked."""


def due_at(match: Match, robot: PersonId | None = None) -> datetime | None:
    """When the clock has something to do in the match, for any reason."""
    return _first_due(match, due_otherwise(match, robot))


def _first_due(match: Match, otherwise: datetime | None) -> datetime | None:
    on_time = match.deadline if _is_clock_running(match) else None
    return min((time for time in (on_time, otherwise) if time), default=None)


def due_otherwise(match: Match, robot: PersonId | None = None) -> datetime | None:
    """When the match is due for any reason but the clock of its turn: for the robot at once (in
    practice soon), else when a challenge, its muster or a request for a replacement expires, or
    when a match counts as abandoned."""
    if match.status is Status.INVITED:
        return match.muster.until or match.expires
    if match.status is not Status.RUNNING:
        return None
    if robot is not None and waits_for(match, robot):
        # The bot's moves in practice are made where the person waits for them; else by the clock.
        is_left = match.terms.practice and match.turn == match.seat_of(robot)
        return match.updated + (THINKING if is_left else timedelta(0))
    until = match.requests.replacement.until if match.requests.replacement else None
    times = (abandoned_at(match), until, lost_at(match))
    return min((at for at in times if at), default=None)


def lost_at(match: Match) -> datetime | None:
    """When a match is lost by the player to move, who has left the server; None if the others have
    to claim it."""
    return match.claimable_from if match.control and match.control.hard else None


def _is_clock_running(match: Match) -> bool:
    return match.clock is not None and not match.overdue and match.gone is None


def abandoned_at(match: Match) -> datetime | None:
    """When the players are to be warned that nobody moves, or once they are, when the match ends;
    practice ends unwarned.

    None if a clock decides: a match that may still be played in time is never abandoned.
    """
    if match.status is not Status.RUNNING or match.last_move is None or _is_clock_running(match):
        return None
    if match.terms.practice:
        return match.last_move + IDLE + LAST_CALL
    return match.warned + LAST_CALL if match.warned else match.last_move + IDLE


def waits_for(match: Match, person_id: PersonId) -> bool:
    """Whether the match waits for that person: to move, or to answer a draw offer or a request for
    time."""
    if not match.is_playing(person_id):
        return False
    is_turn = match.turn == match.seat_of(person_id)
    asked = match.requests.awaiting(person_id)
    return is_turn or any(each.kind in (DRAW, TIME) for each in asked)


def summary_of(match: Match, robot: PersonId | None = None) -> MatchSummary:
    """The summary of the match. It is due at once if it waits for the robot.

    A running match is in no list of a person who has left it.
    """
    mover = match.turn_person
    running = match.status is Status.RUNNING
    clock = match.clock if _is_clock_running(match) else None
    deadline = None if match.gone else match.deadline
    otherwise = due_otherwise(match, robot)
    return MatchSummary(
        match=match.id,
        seq=match.seq,
        game=match.game,
        status=match.status,
        channel=match.channel,
        guild=match.guild,
        people=tuple(map(match.person, match.playing)) if running else match.participants,
        turn=None if mover is None else mover.id,
        deadline=due_otherwise(match) if match.status is Status.INVITED else deadline,
        due=_first_due(match, otherwise),
        competition=match.terms.competition,
        updated=match.updated,
        # Calendars move the deadlines of all clocks but those of plain banks.
        clock_since=clock.since if clock and not match.is_by_bank else None,
        clock_budget=clock.budget if clock else None,
        due_otherwise=otherwise,
        turn_seq=match.turn_seq if _is_called(match, robot) else None,
        turn_known=match.turn_known,
        awaited=awaited(match),
        edition=match.edition,
        pair=_pair(match),
        digest=match.digest,
    )


def _is_called(match: Match, robot: PersonId | None) -> bool:
    # The bot is not called to a turn: its matches are due. Nor is anybody in practice.
    mover = match.turn_person
    return mover is not None and mover.id != robot and not match.terms.practice


def _pair(match: Match) -> MatchId | None:
    number = match.terms.pair_number(match.id)
    return MatchId(number) if number else None


def urgency(summary: MatchSummary, person_id: PersonId) -> tuple[bool, bool, bool, bool, float]:
    """Sort key of a person's list: open matches, their turn, their answer, then the earliest
    deadline."""
    asked = summary.status is Status.INVITED and summary.people[0].id != person_id
    deadline = summary.deadline.timestamp() if summary.deadline else 0.0
    return (
        summary.status not in OPEN,
        summary.turn != person_id,
        not asked,
        summary.deadline is None,
        deadline,
    )


def posts_for(
    before: Match | None, after: Match, events: Sequence[Event], robot: PersonId | None = None
) -> list[Post]:
    """The post for events that happened together: at most one, for the last that has one, and none
    in practice.

    If the robot comes next, the post waits for its answer, and is made only without one. A post
    says where it stands in the outbox by its match and the event that it is about:

    >>> Post(MatchId(7), seq=12, kind=PostKind.TURN)
    Post(match=7, seq=12, kind=<PostKind.TURN: 'turn'>, ...)
    >>> [kind.value for kind in PostKind.PAUSE.outdates]
    ['turn', 'thinking', 'pause']
    >>> PostKind.PAUSE.call.value
    'turn'
    """
    kinds = [event.says for event in events if event.says]
    if not events or after.terms.practice or (before and before.status is Status.ENDED):
        return []
    if after.status is Status.ENDED:
        kinds = [PostKind.END]
    elif after.status not in OPEN:
        kinds = [PostKind.CLOSED]
    elif before is None and after.status is Status.INVITED:
        # The bot may have accepted already; the others need the buttons.
        kinds = [PostKind.CHALLENGE]
    elif before and before.muster.until and after.status is Status.INVITED and not after.awaited:
        kinds = [PostKind.REOPENED]
    elif kinds and kinds[-1].traits.awaits_robot and robot is not None and waits_for(after, robot):
        return [Post(after.id, after.seq, PostKind.THINKING, delay=THINKING)]
    return [Post(after.id, after.seq, kind) for kind in kinds[-1:]]


def awaited(match: Match) -> tuple[PersonId, ...]:
    """The people that a match waits for: to accept, to move, or to answer a request of the other
    side."""
    if match.status is Status.INVITED:
        return tuple(_asked(match))
    if match.status is not Status.RUNNING:
        return ()
    people = ((seat, match.person(seat).id) for seat in match.playing)
    return tuple(
        person for seat, person in people if seat == match.turn or match.requests.awaiting(person)
    )


def _asked(match: Match) -> Iterator[PersonId]:
    accepted = {person.id for person in match.accepted}
    if match.muster.until is not None:
        yield from (p for p in (match.host.id, *accepted) if p not in match.muster.ready)
    else:
        yield from (p.id for p in match.invited if p is not None and p.id not in accepted)
