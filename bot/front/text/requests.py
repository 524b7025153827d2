"""The texts of what players ask of each other: more time, and a word that they are there."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from bot.front.discord.markdown import bold, mention, relative_time
from bot.front.text.parts import (
    PostContent,
    bold_names,
    challenge_buttons,
    claim_button,
    match_title,
)
from bot.games.phrases import comma_list
from bot.model.decide.muster import TERM, is_long
from bot.model.match import Match
from bot.model.projection import abandoned_at

AMOUNTS: Mapping[int, str] = {24: "24 hours", 72: "3 days", 168: "7 days"}


def amount_text(hours: int) -> str:
    """A length of time in words."""
    return AMOUNTS.get(hours) or f"{hours} hours"


# Draws

DRAW_BUTTONS = ("agree", "refuse")


def draw_question(match: Match) -> str:
    """The question to somebody who is offered a draw; nothing where none is on offer."""
    if match.draw.offer is None:
        return ""
    return f"{bold(match.person(match.draw.offer))} offers a draw. Do you agree?"


# More time

TIME_BUTTONS = ("grant", "notnow")


def time_question(match: Match) -> str:
    """The question to somebody who is asked for time; nothing where nobody asks."""
    asked = match.more_time.asked
    if asked is None:
        return ""
    who, amount = bold(match.person(asked.seat)), amount_text(asked.hours)
    return f"{who} asks for {amount} more. Do you give it?"


def ask_time_post(match: Match) -> PostContent:
    """The request for more time, with buttons for the answer."""
    asked = match.more_time.asked
    if asked is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    others = [match.person(seat) for seat in match.playing if seat != asked.seat]
    whom = comma_list([mention(person.id) for person in others])
    text = f"{whom}: {bold(match.person(asked.seat))} asks for {amount_text(asked.hours)} more."
    pings = tuple(person.id for person in others)
    return PostContent(f"{text}\n-# {match_title(match)}", pings, TIME_BUTTONS)


def time_given_post(match: Match) -> PostContent:
    """Who gave whom how much time, and when it runs out now."""
    given, names = match.more_time.given, bold_names(match)
    if given is None:
        return PostContent(f"Time was given.\n-# {match_title(match)}")
    until = f" The time runs out {relative_time(match.deadline)}." if match.deadline else ""
    text = f"{names[given.giver]} gives {names[given.seat]} {amount_text(given.hours)} more.{until}"
    return PostContent(f"{text}\n-# {match_title(match)}")


def time_declined_post(match: Match) -> PostContent:
    """That a request for time was declined."""
    if not match.more_time.declined:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    asked, names = match.more_time.declined[-1], bold_names(match)
    others = comma_list([names[seat] for seat in match.playing if seat != asked.seat])
    text = f"{others} can't give {names[asked.seat]} {amount_text(asked.hours)} now; the time stays"
    return PostContent(f"{text} as it is.\n-# {match_title(match)}")


# Readiness


def long_terms(match: Match) -> Iterator[str]:
    """What is agreed on besides with a challenge to a long match."""
    if is_long(match.control):
        hours = TERM // timedelta(hours=1)
        yield (
            f"-# Turns may be long here: if you joined over an hour before the last player, press "
            f"**I'm ready** within {hours} hours."
        )


def muster_post(match: Match) -> PostContent:
    """That all are in, who is there, and who still has to say so."""
    awaited = match.awaited
    whom = comma_list([mention(person.id) for person in awaited])
    ready = comma_list([bold(p) for p in match.gathered if p not in awaited])
    lines = [
        f"{whom}: all are in, and the match begins when you say that you are ready.",
        f"Ready so far: {ready}." if ready else "",
        f"-# {match_title(match)} · who is not ready loses the seat {_until(match)}",
    ]
    pings = tuple(person.id for person in awaited)
    return PostContent("\n".join(filter(None, lines)), pings, ("ready", "decline", "withdraw"))


def _until(match: Match) -> str:
    return relative_time(match.muster.until) if match.muster.until else "soon"


def reopened_post(match: Match) -> PostContent:
    """That a seat is free again, because somebody was not ready in time or gave it back."""
    who = comma_list([bold(person) for person in match.muster.absent])
    why = f"{who} {_was(match)} not ready in time. " if match.muster.absent else ""
    left = len(match.invited) - len(match.accepted)
    free = "A seat is" if left == 1 else f"{left} seats are"
    lines = [
        f"{why}{free} free again, for anyone.",
        f"Joined so far: {comma_list([bold(person) for person in match.gathered])}.",
        f"-# {match_title(match)} · the invitation ends {relative_time(match.expires)}",
    ]
    return PostContent("\n".join(lines), (), challenge_buttons(match))


def not_ready_post(match: Match) -> PostContent:
    """That a match does not begin, and for whom it waited in vain."""
    whom = comma_list([bold(person) for person in match.awaited])
    others = [person for person in match.gathered if person not in match.awaited]
    mentioned = comma_list([mention(person.id) for person in others])
    text = f"{mentioned}, the" if mentioned else "The"
    was = "was" if len(match.awaited) == 1 else "were"
    return PostContent(
        f"{text} match does not begin: {whom} {was} not ready in time.\n-# {match_title(match)}",
        tuple(person.id for person in others),
    )


def _was(match: Match) -> str:
    return "was" if len(match.muster.absent) == 1 else "were"


# Matches that nobody plays on


def abandon_post(match: Match) -> PostContent:
    """The warning that a match is about to end as abandoned."""
    playing = [match.person(seat) for seat in match.playing]
    whom = comma_list([mention(person.id) for person in playing])
    at, unless = abandoned_at(match), "somebody moves"
    if match.overdue:
        unless += " or claims the win" if len(playing) == 2 else " or plays on without who is late"
    lines = [
        f"{whom}: nobody has moved for long. The match ends without a winner "
        f"{relative_time(at) if at else 'in 7 days'} unless {unless}.",
        f"-# {match_title(match)}",
    ]
    buttons = ("move", claim_button(match)) if match.overdue else ("move",)
    return PostContent("\n".join(lines), tuple(person.id for person in playing), buttons)
