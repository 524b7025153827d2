"""The texts of players' requests to each other: the question, its answers, and what became of
it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.catalog import entry
from bot.front.discord.markdown import bold, inline_code, mention, relative_time
from bot.front.text.parts import PostContent, in_bold, mentions, others, present, titled
from bot.games.phrases import comma_list
from bot.model.clock.time_control import bank_text, control_text, left_text
from bot.model.decide.consent import forgiven
from bot.model.match import Match, Ply, Undone
from bot.model.records import PersonId
from bot.model.requests import (
    DRAW,
    REPLACEMENT,
    TAKEBACK,
    TIME,
    Closed,
    Ending,
    Replacement,
    RequestKind,
)
from bot.service.invitations.levels import level_name

AMOUNTS: Mapping[int, str] = {24: "24 hours", 72: "3 days", 168: "7 days"}


def amount_text(hours: int) -> str:
    return AMOUNTS.get(hours) or f"{hours} hours"


class RequestWords(NamedTuple):
    """What is said of a kind of request.

    `asks` says who asks for what, or in the past who asked, without a period; a `question` for the
    answer follows. The `buttons` for yes and no, and what a person has `answered` with them.
    `ended` completes what was asked by what those who were asked did; `lapsed`, if they did
    nothing. A post about a no says `refused` to the person who asked.
    """

    asks: Callable[[Match, bool], str]
    question: str
    buttons: tuple[str, str]
    answered: tuple[str, str]
    ended: Callable[[str, str, Match, Closed], str]
    lapsed: str = "."
    refused: str = ""
    small: str = ""


def asks(match: Match, kind: RequestKind) -> str:
    """Who asks for what, in a sentence. Raises Absent."""
    return f"{WORDS[kind].asks(match, False)}."


def request_question(
    match: Match, kind: RequestKind, person: PersonId
) -> tuple[str, tuple[str, ...]]:
    """What a person is asked in private, and the buttons for yes and no. Raises Absent."""
    asked, words = present(match.requests.of(kind)), WORDS[kind]
    question, buttons = words.question, words.buttons
    if isinstance(asked, Replacement) and asked.person.id == person:
        question, buttons = "Will you take over?", ("takeover", "noreplace")
    again = _time_again(match) if kind is TAKEBACK else ""
    return f"{asks(match, kind)}{again} {question}", buttons


def request_post(match: Match, kind: RequestKind, more: str = "") -> PostContent:
    """What the other side is asked, and `more` of it; or if nothing is, that it has said no in this
    turn."""
    asked, words = match.requests.of(kind), WORDS[kind]
    if asked is None:
        return _refused_post(match, kind)
    whom = others(match, asked.seat)
    text = f"{mentions(whom)}: {asks(match, kind)}{more}"
    return titled(match, text, whom, words.buttons, words.small)


def _refused_post(match: Match, kind: RequestKind) -> PostContent:
    # The request itself shows its answer by then: this calls the player who waits for it.
    no = present(next(reversed(match.declined_in_turn(kind)), None)).request
    who, amount = in_bold(others(match, no.seat)), amount_text(no.amount)
    refused = WORDS[kind].refused.format(who=who, amount=amount)
    return titled(match, f"{mention(no.by.id)}, {refused}", [no.by])


def past_request(kind: RequestKind, then: Match, now: Match) -> str:
    """What stays of a request that nobody can answer any more. Raises Absent."""
    request, words = present(then.requests.of(kind)), WORDS[kind]
    asked, whom = words.asks(then, True), in_bold(others(then, request.seat))
    ended = next((each for each in now.requests.closed if each.request.seq == request.seq), None)
    if ended is None or ended.how is Ending.LAPSED:
        return f"{asked}{words.lapsed}"
    return words.ended(asked, whom, now, ended)


# Draws


def _draw_asks(match: Match, past: bool) -> str:
    return f"{bold(present(match.requests.draw).by)} offer{'ed' if past else 's'} a draw"


def _draw_ended(offered: str, whom: str, now: Match, ended: Closed) -> str:
    agreed = ended.how is Ending.AGREED
    return f"{offered}, and {whom} agreed." if agreed else f"{offered}; {whom} declined."


# More time


def _time_asks(match: Match, past: bool) -> str:
    asked = present(match.requests.time)
    return f"{bold(asked.by)} {_ask(past)} for {amount_text(asked.amount)} more"


def _ask(past: bool) -> str:
    return "asked" if past else "asks"


def _time_ended(asked: str, whom: str, now: Match, ended: Closed) -> str:
    if ended.how is Ending.DECLINED:
        return f"{asked}; {whom} could not give it."
    hours = dict(now.gifts)[ended.seq].hours
    return f"{asked}; {whom} gave {'it' if hours == ended.request.amount else amount_text(hours)}."


def time_given_post(match: Match) -> PostContent:
    given = present(match.gift)
    until = f" The time runs out {relative_time(match.deadline)}." if match.deadline else ""
    amount = amount_text(given.hours)
    giver, whom = bold(match.person(given.giver)), match.person(given.seat)
    return titled(match, f"{mention(whom.id)}, {giver} gives you {amount} more.{until}", [whom])


# Takebacks


def _takeback_asks(match: Match, past: bool) -> str:
    # Worded for the player whose answer would be undone with it; it names every such move.
    asked = present(match.requests.takeback)
    undone = match.plies[-asked.amount :]
    what = inline_code(undone[0].text) if past else named(undone, "your")
    return f"{bold(asked.by)} {_ask(past)} to take back {what}"


def _takeback_ended(asked: str, whom: str, now: Match, ended: Closed) -> str:
    if ended.how is Ending.DECLINED:
        return f"{asked}; {whom} did not agree."
    return taken_back_line(now, next(each for each in now.undone if each.seq == ended.seq))


def takeback_post(match: Match) -> PostContent:
    """The request with the current board, which shows all that would be undone."""
    asked = match.requests.takeback
    if asked is None:
        return request_post(match, TAKEBACK)
    turn = _time_again(match) or f" It would be {bold(asked.by)}'s turn again."
    return replace(request_post(match, TAKEBACK, turn), board=True, turns=asked.amount)


def _time_again(match: Match) -> str:
    # The time that the person who asks would have again, if what they have used would not count.
    time = forgiven(match)
    if time is None or match.turn_person is None:
        return ""
    left = left_text(time.left) or "less than 1 h"
    grace = " and their grace of 24 h" if time.grace else ""
    return (
        f" It would be {bold(match.turn_person)}'s turn again, with {left}: the "
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


# Replacements


def _replacement_asks(match: Match, past: bool) -> str:
    asked = present(match.requests.replacement)
    if asked.by.id == asked.person.id:
        return f"{bold(asked.by)} {_ask(past)} to play on for {bold(asked.former)}"
    whom = "them" if asked.former.id == asked.by.id else bold(asked.former)
    return f"{bold(asked.by)} {_ask(past)} that {bold(asked.person)} plays on for {whom}"


def _replacement_ended(asked: str, whom: str, now: Match, ended: Closed) -> str:
    return f"{asked}. {'It was agreed.' if ended.how is Ending.AGREED else _why_off(now, ended)}"


def replacement_post(match: Match) -> PostContent:
    """The request, with the current board and buttons for all who have to agree."""
    asked = present(match.requests.replacement)
    leaving = asked.former
    successor = asked.person.id in asked.awaited
    players = [p for p in others(match, None) if p.id in asked.awaited]
    pings = [p for p in (asked.person, *others(match, None)) if asked.concerns(p.id)]
    lines = [
        f"{mention(asked.person.id)}, will you take over?" if successor else "",
        f"{mentions(players)}, do you agree?" if players else "",
        _to_leaving(asked) if leaving in pings and leaving not in players else "",
    ]
    called = " ".join(filter(None, lines))
    text = f"{asks(match, REPLACEMENT)}\n{called}\n{_terms(match, asked)}"
    small = f" · ends {relative_time(asked.until)}; play goes on"
    return replace(titled(match, text, pings, replacement_buttons(match), small), board=True)


def _to_leaving(asked: Replacement) -> str:
    ends = "a move by you ends this" if asked.gone else "it is your seat"
    return f"{mention(asked.former.id)}, {ends}."


def _terms(match: Match, asked: Replacement) -> str:
    sides = entry(match.game).sides
    side = f" ({sides[asked.seat - 1].lower()})" if asked.seat <= len(sides) else ""
    time = f", with the whole time from then on ({control_text(match.control)})"
    if match.is_by_bank:
        time = f", with what is left of its time: {bank_text(match.clocks[asked.seat - 1].left)}"
    level = f" I play on at level {level_name(asked.level)}." if asked.level else ""
    return f"-# The seat{side} is taken over as it is{time if match.control else ''}.{level}"


def replacement_buttons(match: Match) -> tuple[str, ...]:
    """The buttons below the request, for those whose answer it still waits for."""
    asked = match.requests.replacement
    if asked is None:
        return ()
    successor = ("takeover",) if asked.person.id in asked.awaited else ()
    players = ("letreplace",) if set(asked.awaited) - {asked.person.id} else ()
    return (*successor, *players, "noreplace", "endreplace")


def waits_for_word(match: Match) -> str:
    asked = match.requests.replacement
    if asked is None:
        return ""
    return in_bold(p for p in (asked.person, *others(match, None)) if p.id in asked.awaited)


def replacement_off_post(match: Match) -> PostContent:
    off = present(match.called_off)
    why, by = f"{_why_off(match, off)} The match goes on as before.", off.request.by
    if off.by == by.id:
        return titled(match, why)
    # The request itself shows its answer by then: this calls the player who waits for it.
    return titled(match, f"{mention(by.id)}, {why[0].lower()}{why[1:]}", [by])


def _why_off(match: Match, off: Closed) -> str:
    asked = off.request
    assert isinstance(asked, Replacement), "a replacement was asked for"
    who, leaving = bold(asked.person), bold(asked.former)
    if off.how is Ending.WITHDRAWN:
        return f"{who} is no longer asked to play on for {leaving}."
    if off.how is Ending.EXPIRED:
        return f"Not everybody agreed in time that {who} plays on for {leaving}."
    if off.by == asked.person.id:
        return f"{who} declined to take over from {leaving}."
    if off.by == asked.former.id:
        return f"{leaving} keeps the seat."
    no = next((bold(p) for p in others(match, None) if p.id == off.by), "Somebody")
    return f"{no} does not agree that {who} plays on for {leaving}."


WORDS: Mapping[RequestKind, RequestWords] = {
    DRAW: RequestWords(
        _draw_asks,
        "Do you agree?",
        ("agree", "refuse"),
        ("You agree: the match is a draw.", "You decline the draw."),
        _draw_ended,
        refused="{who} declined the draw.",
        small=" · the offer is open until it is answered or the other side moves",
    ),
    TAKEBACK: RequestWords(
        _takeback_asks,
        "Do you let them?",
        ("lettake", "keeptake"),
        ("You let them take it back.", "You do not let them take it back."),
        _takeback_ended,
        lapsed="; the move stands.",
        refused="{who} declined: your move stands.",
        small=" · the request is open until the next move",
    ),
    TIME: RequestWords(
        _time_asks,
        "Do you give it?",
        ("grant", "notnow"),
        ("You give the time that was asked for.", "You gave no more time."),
        _time_ended,
        refused="{who} can't give you {amount} now.",
    ),
    REPLACEMENT: RequestWords(
        _replacement_asks,
        "Do you agree?",
        ("letreplace", "noreplace"),
        ("You agree.", "You say no; nothing is changed."),
        _replacement_ended,
        lapsed=". It is no longer asked.",
    ),
}
