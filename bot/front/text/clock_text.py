"""The time of a turn in the words of posts and private answers: its end, why its clock stands."""

from bot.front.discord.markdown import bold, full_time, relative_time
from bot.model.clock.calendar import BALANCE, HOUR
from bot.model.clock.running import Halt
from bot.model.clock.time_control import control_text, left_text
from bot.model.decide.requirements import STANDS
from bot.model.events import Person
from bot.model.match import Match, SpentVacation
from bot.model.records import Status


def time_left(match: Match, whose: str = "The") -> str:
    """When the time of the turn runs out, and why its clock stands; nothing where it has no end."""
    until = runs_out(match, whose)
    if match.halt is None or match.turn_person is None:
        return until
    owner = whose if whose == "Your" else f"{bold(match.turn_person)}'s"
    return f"{until} {owner} {stands_until(match.halt)}."


def runs_out(match: Match, whose: str = "The") -> str:
    """When the time of the turn runs out, in a sentence; nothing when it is not limited."""
    if match.deadline is None:
        return ""
    excused = match.vacation_used or match.more_time.given
    is_grace = match.clock and match.clock.extra and not excused
    what = "grace" if is_grace else "time"
    return f" {whose} {what} runs out {relative_time(match.deadline)}."


def stands_until(halt: Halt) -> str:
    """Until when a clock stands, and why: `clock stands until 24 December 18:00 (asleep)`."""
    return f"clock stands until {full_time(halt.until)} ({STANDS[halt.cause]})"


def time_terms(match: Match) -> str:
    """The time agreed on, and what each has in the bank where there is one."""
    agreed = control_text(match.control)
    if match.control is None or match.control.is_per_move or match.status is not Status.RUNNING:
        return agreed
    left = [
        f"{bold(match.person(seat))} {left_text(match.clocks[seat - 1].left)}"
        for seat in match.playing
    ]
    return f"{agreed}; left as this turn began: {', '.join(left)}"


def private_terms(match: Match) -> str:
    """The same, and what vacation whoever is to move has left, where some of it is spent; nothing
    of it without a clock."""
    terms = time_terms(match)
    if match.time is None or match.turn_person is None or match.time.vacation_left >= BALANCE:
        return terms
    left = left_text(match.time.vacation_left) or "none"
    return f"{terms} · vacation left: {bold(match.turn_person)} {left}"


def spent_text(player: Person, spent: SpentVacation) -> str:
    """What became of somebody's vacation, said to them while the others read it."""
    hours, left = (spent.end - spent.start) // HOUR, left_text(spent.left * HOUR)
    return (
        f"your time is over, and {hours} h of your vacation are spent instead of losing: your "
        f"clock stands until {full_time(spent.end)}. "
        f"Vacation left: {bold(player)} {left or 'none'}."
    )
