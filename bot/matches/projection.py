"""What is kept beside a match's events: its summary, and what must be said. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.matches.events import (
    Accepted,
    Challenged,
    Declined,
    DrawDeclined,
    DrawOffered,
    Event,
    GraceUsed,
    Overdue,
    Played,
    Reminded,
    Resigned,
    Started,
    VacationUsed,
)
from bot.matches.match import OPEN, Match
from bot.matches.records import MatchSummary, Post, Status


def reminder_at(match: Match) -> datetime | None:
    """When the player to move should be reminded: with a third of the time left, once a turn."""
    if match.deadline is None or match.clock is None or match.reminded:
        return None
    return match.deadline - match.clock.budget / 3


def due_at(match: Match, robot: int | None = None) -> datetime | None:
    """When the clock has something to do: with the turn's time, or otherwise."""
    timed = None if match.overdue else reminder_at(match) or match.deadline
    return min(filter(None, [timed, due_otherwise(match, robot)]), default=None)


def due_otherwise(match: Match, robot: int | None = None) -> datetime | None:
    """When the clock has something to do whatever the turn's time: expiry, or the robot's move."""
    if match.status is Status.INVITED:
        return match.expires
    if robot is not None and waits_for(match, robot):
        return match.updated
    return None


def waits_for(match: Match, person_id: int) -> bool:
    """Whether the match waits for that person: to move, or to answer an offer of a draw."""
    seat = match.seat_of(person_id)
    if seat is None or match.status is not Status.RUNNING:
        return False
    return match.turn == seat or match.draw_offer not in (None, seat)


def summary_of(match: Match, robot: int | None = None) -> MatchSummary:
    """What the lists show of the match. It is due at once when it waits for the robot.

    A running match stands in no list of somebody who has left it.
    """
    mover = match.turn_person
    running = match.status is Status.RUNNING
    clock = None if match.overdue else match.clock
    return MatchSummary(
        match=match.id,
        seq=match.seq,
        game=match.game,
        status=match.status,
        channel=match.channel,
        guild=match.guild,
        people=tuple(map(match.person, match.playing)) if running else match.people,
        turn=None if mover is None else mover.id,
        deadline=match.expires if match.status is Status.INVITED else match.deadline,
        due=due_at(match, robot),
        updated=match.updated,
        clock_since=clock.since if clock else None,
        clock_budget=clock.budget if clock else None,
        due_otherwise=due_otherwise(match, robot),
    )


def urgency(summary: MatchSummary, person_id: int) -> tuple[bool, bool, bool, bool, float]:
    """Sorts a person's list: open matches, their turn, their answer, then the oldest deadline."""
    asked = summary.status is Status.INVITED and summary.people[0].id != person_id
    deadline = summary.deadline.timestamp() if summary.deadline else 0.0
    return (
        summary.status not in OPEN,
        summary.turn != person_id,
        not asked,
        summary.deadline is None,
        deadline,
    )


SAID: dict[type[Event], str] = {
    Challenged: "challenge",
    Accepted: "notice",
    Declined: "notice",
    Started: "turn",
    Played: "turn",
    Resigned: "turn",
    DrawOffered: "notice",
    DrawDeclined: "notice",
    Reminded: "reminder",
    GraceUsed: "grace",
    VacationUsed: "vacation",
    Overdue: "overdue",
}
"""The post that follows an event, while the match is open."""


THINKING = timedelta(seconds=20)
"""How long the post of what the robot answers waits for the answer, which stands for both."""


def posts_for(
    before: Match | None, after: Match, events: Sequence[Event], robot: int | None = None
) -> list[Post]:
    """The post for events that happened together: at most one, for the last that has one.

    Where the robot comes next, the post waits for its answer, and is made only without one.
    """
    said = [SAID[type(event)] for event in events if type(event) in SAID]
    if not events:
        return []
    if after.status is Status.ENDED:
        said = ["end"]
    elif after.status not in OPEN:
        said = ["closed"]
    elif before is None and after.status is Status.INVITED:
        # The bot may have accepted already; the others need the buttons.
        said = ["challenge"]
    elif said[-1:] in (["turn"], ["notice"]) and robot is not None and waits_for(after, robot):
        return [Post(after.id, after.seq, "thinking", delay=THINKING)]
    return [Post(after.id, after.seq, kind) for kind in said[-1:]]
