"""What somebody's calendar says, in sentences for them alone."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.front.discord.markdown import full_time, join_lines, relative_time
from bot.games.phrases import comma_list
from bot.model.clock.calendar import BALANCE, Calendar, Vacation
from bot.model.clock.changes import History, free_from
from bot.model.clock.running import Cause, calendar_at, halt_at
from bot.model.clock.spending import can_be_shortened, vacation_left
from bot.model.clock.time_control import left_text

ABOUT = (
    "**When your clocks stand.** While you sleep, on your weekend and on vacation your time runs "
    "in no match."
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WHY = {
    Cause.SLEEP: "you are asleep",
    Cause.WEEKEND: "it is your weekend",
    Cause.VACATION: "you are on vacation",
}
SPENT = (
    "When your time runs out and your grace is used, 24 hours of vacation are spent by themselves, "
    "as long as any is left."
)
NOT_SPENT = "When your time runs out, no vacation is spent by itself: you may lose the match."
# Said of a vacation of which nothing can be called off any more.
FIXED = "spent in whole hours, 24 at least: it can't end earlier"

# Vacations that are told of one by one.
LISTED = 5


def calendar_text(history: History, now: datetime) -> str:
    held = calendar_at(now, history)
    lines = [ABOUT, _clock_now_text(history, now), *_hours_lines(held, now)]
    return join_lines([*lines, *_vacation_lines(held, now), *_waiting_lines(history, now)])


def _clock_now_text(history: History, now: datetime) -> str:
    halt = halt_at(now, history)
    if halt is None:
        return "Your clocks run now, where it is your turn."
    return f"Your clocks stand now: {WHY[halt.cause]}. They run {relative_time(halt.until)}."


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
