"""When clocks run and stop, in words: that of a turn for all, a calendar for its owner alone."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.front.discord.markdown import bold, full_time, join_lines, relative_time
from bot.games.phrases import comma_list
from bot.model.clock.calendar import BALANCE, Calendar, Vacation
from bot.model.clock.changes import History, can_be_shortened, free_from, vacation_left
from bot.model.clock.running import Cause, Halt, calendar_at, halt_at
from bot.model.clock.time_control import bank_text, control_text, left_text
from bot.model.clock.units import HOUR
from bot.model.decide.requirements import WHY_STOPPED
from bot.model.events import Person
from bot.model.match import Match, SpentVacation
from bot.model.records import Status


def time_left(match: Match, whose: str = "The") -> str:
    """When the time of the turn runs out, and why its clock is stopped; empty if it has no end."""
    until = runs_out(match, whose)
    if match.halt is None or match.turn_person is None:
        return until
    owner = whose if whose == "Your" else f"{bold(match.turn_person)}'s"
    return f"{until} {owner} {stopped_until(match.halt)}."


def runs_out(match: Match, whose: str = "The") -> str:
    """When the time of the turn runs out, in a sentence; empty if it is unlimited."""
    if match.deadline is None:
        return ""
    excused = match.vacation_used or match.gift
    is_grace = match.clock and match.clock.extra and not excused
    what = "grace" if is_grace else "time"
    if match.clock and match.clock.reserve:
        return f" {whose} {what} for a first move runs out {relative_time(match.deadline)}."
    return f" {whose} {what} runs out {relative_time(match.deadline)}."


def stopped_until(halt: Halt) -> str:
    """Until when and why, such as `clock is stopped until 24 December 18:00 (asleep)`."""
    return f"clock is stopped until {full_time(halt.until)} ({WHY_STOPPED[halt.cause]})"


def time_terms(match: Match) -> str:
    """The time agreed on, and what each has in the bank if there is one."""
    agreed = control_text(match.control)
    if match.control is None or match.control.is_per_move or match.status is not Status.RUNNING:
        return agreed
    if match.control.is_plain:
        banks = [
            f"{bold(match.person(seat))} {bank_text(match.clocks[seat - 1].left)}"
            for seat in match.playing
        ]
        of = bank_text(match.control.start)
        return f"time left as this turn began, of {of} for all moves: {', '.join(banks)}"
    left = [
        f"{bold(match.person(seat))} {left_text(match.clocks[seat - 1].left)}"
        for seat in match.playing
    ]
    return f"{agreed}; left as this turn began: {', '.join(left)}"


def private_terms(match: Match) -> str:
    """The same, and the remaining vacation of the player to move, if some of it is spent; nothing
    of it without a clock, nor while they are excluded."""
    terms = time_terms(match)
    if match.time is None or match.turn_person is None or match.is_by_bank:
        return terms
    if match.time.vacation_left >= BALANCE or match.time.is_excluded:
        return terms
    left = left_text(match.time.vacation_left) or "none"
    return f"{terms} · vacation left: {bold(match.turn_person)} {left}"


def spent_text(player: Person, spent: SpentVacation) -> str:
    """The outcome of a person's vacation, worded for them while the others read it."""
    hours, left = (spent.end - spent.start) // HOUR, left_text(spent.left * HOUR)
    return (
        f"your time is over, and {hours} h of your vacation are spent instead of losing: your "
        f"clock is stopped until {full_time(spent.end)}. "
        f"Vacation left: {bold(player)} {left or 'none'}."
    )


ABOUT = (
    "**When your clocks stop.** While you sleep, on your weekend and on vacation your time runs "
    "in no match."
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WHY = {
    Cause.SLEEP: "you are asleep",
    Cause.WEEKEND: "it is your weekend",
    Cause.VACATION: "you are on vacation",
}
SPENT = (
    "When your time runs out and your grace is used, 24 hours of vacation are spent automatically, "
    "while any is left."
)
NOT_SPENT = "When your time runs out, no vacation is spent automatically: you may lose the match."
# The text of a vacation that can't be shortened any more.
FIXED = "spent in whole hours, 24 at least: it can't end earlier"

# Most vacations that are listed one by one.
LISTED = 5


def calendar_text(history: History, now: datetime) -> str:
    held = calendar_at(now, history)
    lines = [ABOUT, _clock_now_text(history, now), *_hours_lines(held, now)]
    return join_lines([*lines, *_vacation_lines(held, now), *_waiting_lines(history, now)])


def _clock_now_text(history: History, now: datetime) -> str:
    halt = halt_at(now, history)
    if halt is None:
        return "Your clocks run now, if it is your turn."
    return f"Your clocks are stopped now: {WHY[halt.cause]}. They run {relative_time(halt.until)}."


def _hours_lines(calendar: Calendar, now: datetime) -> Iterator[str]:
    wall = now.astimezone(ZoneInfo(calendar.zone))
    yield f"- Time zone: **{calendar.zone}**, where it is {wall:%H:%M} now."
    sleep = calendar.sleep
    yield f"- Sleep: {f'**{sleep.start:%H:%M} to {sleep.end:%H:%M}**' if sleep else 'none'}."
    days = comma_list([DAYS[day] for day in sorted(calendar.weekend)])
    yield f"- Weekend: {f'**{days}**' if days else 'none'}."


def _vacation_lines(calendar: Calendar, now: datetime) -> Iterator[str]:
    left = left_text(vacation_left(calendar, now)) or "nothing"
    yield f"- Vacation: **{left}** left of {BALANCE.days} days in any year."
    coming = vacations_ahead(calendar, now)
    for each in coming[:LISTED]:
        begun = "now" if each.start <= now else full_time(each.start)
        fixed = "" if can_be_shortened(each, now) else f" ({FIXED})"
        yield f"  - {begun}, until {full_time(each.end)}{fixed}"
    if len(coming) > LISTED:
        yield f"  - … and {len(coming) - LISTED} more"
    yield f"- {SPENT if calendar.automatic_vacation else NOT_SPENT}"


def _waiting_lines(history: History, now: datetime) -> Iterator[str]:
    free = free_from(history, now)
    if history and history[-1].since > now:
        since, asked = history[-1]
        yield f"**From {full_time(since)} on**, {relative_time(since)}:"
        yield from _hours_lines(asked, now)
    if free > now:
        yield (
            "-# Hours that stop your clock hold for seven days: others may begin "
            f"{relative_time(free)}, fewer at once."
        )


def vacations_ahead(calendar: Calendar, now: datetime) -> list[Vacation]:
    return [each for each in calendar.vacations if each.end > now]
