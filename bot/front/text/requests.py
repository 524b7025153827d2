"""The texts of players' requests to each other: a draw, more time, a takeback, and being ready."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from bot.front.discord.markdown import bold, inline_code, mention, relative_time
from bot.front.text.parts import (
    PostContent,
    challenge_buttons,
    claim_button,
    in_bold,
    mentions,
    others,
    present,
    titled,
)
from bot.games.phrases import comma_list
from bot.model.clock.time_control import left_text
from bot.model.decide.consent import forgiven
from bot.model.decide.muster import TERM, is_long
from bot.model.events import Person
from bot.model.match import Match, Ply, Undone
from bot.model.projection import abandoned_at
from bot.model.records import Status

AMOUNTS: Mapping[int, str] = {24: "24 hours", 72: "3 days", 168: "7 days"}


def amount_text(hours: int) -> str:
    return AMOUNTS.get(hours) or f"{hours} hours"


# Draws

DRAW_BUTTONS = ("agree", "refuse")


def draw_question(match: Match) -> str:
    if match.draw.offer is None:
        return ""
    return f"{bold(match.person(match.draw.offer))} offers a draw. Do you agree?"


def past_offer(then: Match, now: Match) -> str:
    """What stays of a draw offer that nobody can answer any more, or of the list of who was in
    before the match began."""
    if then.status is Status.INVITED:
        return f"In by then: {in_bold(then.gathered)}."
    offer = present(then.draw.offer)
    offered = f"{bold(then.person(offer))} offered a draw"
    if now.outcome and now.outcome.reason == "agreed":
        return f"{offered}, and {in_bold(others(then, offer))} agreed."
    no = now.draw.declined
    return f"{offered}; {bold(now.person(no))} declined." if no else f"{offered}."


# More time

TIME_BUTTONS = ("grant", "notnow")


def time_question(match: Match) -> str:
    asked = match.more_time.asked
    if asked is None:
        return ""
    who, amount = bold(match.person(asked.seat)), amount_text(asked.hours)
    return f"{who} asks for {amount} more. Do you give it?"


def ask_time_post(match: Match) -> PostContent:
    asked = present(match.more_time.asked)
    whom, who = others(match, asked.seat), bold(match.person(asked.seat))
    text = f"{mentions(whom)}: {who} asks for {amount_text(asked.hours)} more."
    return titled(match, text, whom, TIME_BUTTONS)


def time_given_post(match: Match) -> PostContent:
    given = present(match.more_time.given)
    until = f" The time runs out {relative_time(match.deadline)}." if match.deadline else ""
    amount = amount_text(given.hours)
    giver, whom = bold(match.person(given.giver)), match.person(given.seat)
    return titled(match, f"{mention(whom.id)}, {giver} gives you {amount} more.{until}", [whom])


def time_declined_post(match: Match) -> PostContent:
    asked = present(next(reversed(match.more_time.declined), None))
    # The request itself shows its answer by then: this calls the player who waits for it.
    whom, who = match.person(asked.seat), in_bold(others(match, asked.seat))
    text = f"{mention(whom.id)}, {who} can't give you {amount_text(asked.hours)} now."
    return titled(match, text, [whom])


def past_time_request(then: Match, now: Match) -> str:
    """What stays of a request for time that nobody can answer any more."""
    asked = present(then.more_time.asked)
    request = f"{bold(then.person(asked.seat))} asked for {amount_text(asked.hours)} more"
    if asked in now.more_time.declined:
        return f"{request}; {in_bold(others(then, asked.seat))} could not give it."
    gifts = (gift for seq, gift in now.gifts if seq > then.seq and gift.seat == asked.seat)
    given = next(gifts, None)
    if given is None:
        return f"{request}."
    what = "it" if given.hours == asked.hours else amount_text(given.hours)
    return f"{request}; {bold(then.person(given.giver))} gave {what}."


# Readiness


def long_terms(match: Match) -> Iterator[str]:
    """The additional terms of a challenge to a long match."""
    if is_long(match.control):
        hours = TERM // timedelta(hours=1)
        yield (
            f"-# Turns may be long here: if you joined over an hour before the last player, press "
            f"**I'm ready** within {hours} hours."
        )


def muster_post(match: Match) -> PostContent:
    awaited = match.awaited
    text = f"{mentions(awaited)}: all are in, and the match begins when you say that you are ready."
    if ready := in_bold(p for p in match.gathered if p not in awaited):
        text += f"\nReady so far: {ready}."
    until = relative_time(match.muster.until) if match.muster.until else "soon"
    small = f" · who is not ready loses the seat {until}"
    return titled(match, text, awaited, ("ready", "decline", "withdraw"), small)


def reopened_post(match: Match) -> PostContent:
    absent = match.muster.absent
    why = f"{in_bold(absent)} {_was(absent)} not ready in time. " if absent else ""
    left = len(match.invited) - len(match.accepted)
    free = "A seat is" if left == 1 else f"{left} seats are"
    text = f"{why}{free} free again, for anyone.\nJoined so far: {in_bold(match.gathered)}."
    small = f" · the invitation ends {relative_time(match.expires)}"
    return titled(match, text, (), challenge_buttons(match), small)


def not_ready_post(match: Match) -> PostContent:
    present = [person for person in match.gathered if person not in match.awaited]
    the = f"{mentions(present)}, the" if present else "The"
    late = f"{in_bold(match.awaited)} {_was(match.awaited)}"
    return titled(match, f"{the} match does not begin: {late} not ready in time.", present)


def _was(people: Sequence[Person]) -> str:
    return "was" if len(people) == 1 else "were"


# Matches that nobody plays on


def past_abandon(then: Match, now: Match) -> str:
    """What stays of the warning that a match is about to end, after somebody has acted."""
    return "Nobody had moved for long."


def abandon_post(match: Match) -> PostContent:
    playing = others(match, None)
    at, unless = abandoned_at(match), "somebody moves"
    if match.overdue:
        unless += (
            " or claims the win" if len(playing) == 2 else " or plays on without the late player"
        )
    text = (
        f"{mentions(playing)}: nobody has moved for long. The match ends without a winner "
        f"{relative_time(at) if at else 'in 7 days'} unless {unless}."
    )
    buttons = ("move", claim_button(match)) if match.overdue else ("move",)
    return titled(match, text, playing, buttons)


# Takebacks


def request_line(match: Match) -> str:
    """Who asks whom to take what back; it names every move that would be undone."""
    asked = match.takeback.asked
    if asked is None:
        return "Nobody asks to take a move back any more."
    turn = _time_again(match) or f"It would be {bold(match.person(asked.seat))}'s turn again."
    return f"{mentions(others(match, asked.seat))}: {asking_line(match)} {turn}"


def asking_line(match: Match) -> str:
    """Who asks to take what back, worded for the player whose answer would be undone with it."""
    asked = match.takeback.asked
    assert asked is not None, "somebody asks to take a move back"
    undone = match.plies[-asked.plies :]
    return f"{bold(match.person(asked.seat))} asks to take back {named(undone, 'your')}."


def past_takeback(then: Match, now: Match) -> str:
    """What stays of a request for a takeback that nobody can answer any more."""
    asked = present(then.takeback.asked)
    made = len(then.plies) - asked.plies
    for undone in now.undone:
        if undone.seq > then.seq and (undone.seat, undone.made) == (asked.seat, made):
            return taken_back_line(then, undone)
    request = (
        f"{bold(then.person(asked.seat))} asked to take back {inline_code(then.plies[made].text)}"
    )
    no = now.takeback.declined
    answer = f"{bold(now.person(no))} did not agree" if no else "the move stands"
    return f"{request}; {answer}."


def takeback_question(match: Match) -> str:
    parts = (asking_line(match), _time_again(match), "Do you let them?")
    return " ".join(filter(None, parts))


def _time_again(match: Match) -> str:
    # The time that the person who asks would have again, if what they have used would not count.
    time = forgiven(match)
    if time is None or match.turn_person is None:
        return ""
    left = left_text(time.left) or "less than 1 h"
    grace = " and their grace of 24 h" if time.grace else ""
    return (
        f"It would be {bold(match.turn_person)}'s turn again, with {left}: the "
        f"{left_text(time.used)} they have used in this one{grace} would not count."
    )


def named(undone: Sequence[Ply], whose: str, goes: str = "goes") -> str:
    """The moves that are undone: the one that is taken back, and the answer that `goes` with it."""
    first, *answers = (inline_code(ply.text) for ply in undone)
    return f"{first}, and {whose} answer {comma_list(answers)} {goes} with it" if answers else first


def taken_back_line(match: Match, undone: Undone) -> str:
    taker = bold(match.person(undone.seat))
    rest = others(match, undone.seat)
    whose = f"{bold(rest[0])}'s" if rest else "the"
    what = named(undone.plies, whose, "went")
    if undone.free or not rest:
        return f"{taker} took back {what}."
    return f"{bold(rest[0])} let {taker} take back {what}."


def takeback_declined_post(match: Match) -> PostContent:
    no = present(match.takeback.declined)
    who, asked = bold(match.person(no)), others(match, no)
    text = f"{mentions(asked)}, your move stands: {who} does not let you take it back."
    return titled(match, text, asked)


def record_lines(match: Match) -> list[str]:
    """Every move in the order it was made; those that were taken back are struck through."""
    stands = [(ply.seq, f"{n}. {inline_code(ply.text)}") for n, ply in enumerate(match.plies, 1)]
    gone = [
        (ply.seq, f"~~{n}. {inline_code(ply.text)}~~ taken back")
        for undone in match.undone
        for n, ply in enumerate(undone.plies, undone.made + 1)
    ]
    return [line for _, line in sorted(stands + gone)]
