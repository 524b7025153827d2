"""The texts of players' requests to each other: the question, its answers, and what became of
it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.catalog import entry
from bot.front.discord.markdown import bold, inline_code, mention, relative_time
from bot.front.text.parts import PostContent, in_bold, mentions, others, present, titled
from bot.games.phrases import comma_list
from bot.model.clock.time_control import control_text, left_text
from bot.model.decide.consent import forgiven
from bot.model.match import Match, Ply, Undone
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

    `asks` and `asked` say who asks for what, without a period. The `question` for the answer has
    the `buttons` for yes and no, with which a person has `answered`. `past` makes of `asked` how it
    ended, with those whom it was asked; `lapsed` follows it if nobody answered. `why` comes between
    `asks` and the question, `small` is small print in the post. One about a no says `refused` to
    the person who asked.
    """

    asks: Callable[[Match], str]
    asked: Callable[[Match], str]
    question: str
    buttons: tuple[str, str]
    answered: tuple[str, str]
    past: Callable[[str, str, Match, Closed], str]
    lapsed: str = "."
    refused: Callable[[str, Closed], str] = lambda who, no: ""
    why: Callable[[Match], str] = lambda match: ""
    small: str = ""


def request_question(match: Match, kind: RequestKind, person: int) -> tuple[str, tuple[str, ...]]:
    """What a person is asked in private, and the buttons for yes and no. Raises Absent."""
    asked, words = present(match.requests.of(kind)), WORDS[kind]
    ask, buttons = words.question, words.buttons
    if isinstance(asked, Replacement) and asked.person.id == person:
        ask, buttons = "Will you take over?", ("takeover", "noreplace")
    return f"{words.asks(match)}.{words.why(match)} {ask}", buttons


def request_post(match: Match, kind: RequestKind, more: str = "") -> PostContent:
    """What the other side is asked, and `more` of it, or if nothing is, that it has said no in this
    turn."""
    asked, words = match.requests.of(kind), WORDS[kind]
    if asked is None:
        return _refused_post(match, kind)
    whom = others(match, asked.seat)
    text = f"{mentions(whom)}: {words.asks(match)}.{words.why(match)}{more}"
    return titled(match, text, whom, words.buttons, words.small)


def _refused_post(match: Match, kind: RequestKind) -> PostContent:
    # The request itself shows its answer by then: this calls the player who waits for it.
    no = present(next(reversed(match.declined_in_turn(kind)), None))
    asker, who = no.request.by, in_bold(others(match, no.request.seat))
    return titled(match, f"{mention(asker.id)}, {WORDS[kind].refused(who, no)}", [asker])


def past_request(kind: RequestKind, then: Match, now: Match) -> str:
    """What stays of a request that nobody can answer any more. Raises Absent."""
    request, words = present(then.requests.of(kind)), WORDS[kind]
    asked, whom = words.asked(then), in_bold(others(then, request.seat))
    ended = next((each for each in now.requests.closed if each.request.seq == request.seq), None)
    if ended is None or ended.how is Ending.LAPSED:
        return f"{asked}{words.lapsed}"
    return words.past(asked, whom, now, ended)


# Draws


def _offers_draw(match: Match) -> str:
    return f"{bold(present(match.requests.draw).by)} offers a draw"


def _offered_draw(then: Match) -> str:
    return f"{bold(present(then.requests.draw).by)} offered a draw"


def _past_draw(offered: str, whom: str, now: Match, ended: Closed) -> str:
    agreed = ended.how is Ending.AGREED
    return f"{offered}, and {whom} agreed." if agreed else f"{offered}; {whom} declined."


# More time


def _asks_time(match: Match, asks: str = "asks") -> str:
    asked = present(match.requests.time)
    return f"{bold(asked.by)} {asks} for {amount_text(asked.amount)} more"


def _asked_time(then: Match) -> str:
    return _asks_time(then, "asked")


def _past_time(asked: str, whom: str, now: Match, ended: Closed) -> str:
    if ended.how is Ending.DECLINED:
        return f"{asked}; {whom} could not give it."
    hours = next(gift.hours for seq, gift in now.gifts if seq == ended.seq)
    return f"{asked}; {whom} gave {'it' if hours == ended.request.amount else amount_text(hours)}."


def time_given_post(match: Match) -> PostContent:
    given = present(match.gift)
    until = f" The time runs out {relative_time(match.deadline)}." if match.deadline else ""
    amount = amount_text(given.hours)
    giver, whom = bold(match.person(given.giver)), match.person(given.seat)
    return titled(match, f"{mention(whom.id)}, {giver} gives you {amount} more.{until}", [whom])


# Takebacks


def _asks_takeback(match: Match) -> str:
    # Worded for the player whose answer would be undone with it; it names every such move.
    asked = present(match.requests.takeback)
    return f"{bold(asked.by)} asks to take back {named(match.plies[-asked.amount :], 'your')}"


def _asked_takeback(then: Match) -> str:
    asked = present(then.requests.takeback)
    return f"{bold(asked.by)} asked to take back {inline_code(then.plies[-asked.amount].text)}"


def _past_takeback(asked: str, whom: str, now: Match, ended: Closed) -> str:
    if ended.how is Ending.DECLINED:
        return f"{asked}; {whom} did not agree."
    undone = next(each for each in now.undone if each.seq == ended.seq)
    return taken_back_line(now, undone)


def takeback_post(match: Match) -> PostContent:
    """The request with the current board, which shows all that would be undone."""
    asked = match.requests.takeback
    if asked is None:
        return request_post(match, TAKEBACK)
    turn = "" if _time_again(match) else f" It would be {bold(asked.by)}'s turn again."
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


def _asks_replacement(match: Match, asks: str = "asks") -> str:
    asked = present(match.requests.replacement)
    if asked.by.id == asked.person.id:
        return f"{bold(asked.by)} {asks} to play on for {bold(asked.former)}"
    whom = "them" if asked.former.id == asked.by.id else bold(asked.former)
    return f"{bold(asked.by)} {asks} that {bold(asked.person)} plays on for {whom}"


def _asked_replacement(then: Match) -> str:
    return _asks_replacement(then, "asked")


def _past_replacement(asked: str, whom: str, now: Match, ended: Closed) -> str:
    answer = "It was agreed." if ended.how is Ending.AGREED else _why_off(now, ended)
    return f"{asked}. {answer}"


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
    text = f"{_asks_replacement(match)}.\n{called}\n{_terms(match, asked)}"
    small = f" · ends {relative_time(asked.until)}; play goes on"
    return replace(titled(match, text, pings, replacement_buttons(match), small), board=True)


def _to_leaving(asked: Replacement) -> str:
    ends = "a move by you ends this" if asked.gone else "it is your seat"
    return f"{mention(asked.former.id)}, {ends}."


def _terms(match: Match, asked: Replacement) -> str:
    sides = entry(match.game).sides
    side = f" ({sides[asked.seat - 1].lower()})" if asked.seat <= len(sides) else ""
    time = f", with the whole time from then on ({control_text(match.control)})"
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
        return f"Nobody asks any more that {who} plays on for {leaving}."
    if off.how is Ending.EXPIRED:
        return f"Not everybody agreed in time that {who} plays on for {leaving}."
    if off.by == asked.person.id:
        return f"{who} does not take over from {leaving}."
    if off.by == asked.former.id:
        return f"{leaving} keeps the seat."
    no = next((bold(p) for p in others(match, None) if p.id == off.by), "Somebody")
    return f"{no} does not agree that {who} plays on for {leaving}."


WORDS: Mapping[RequestKind, RequestWords] = {
    DRAW: RequestWords(
        _offers_draw,
        _offered_draw,
        "Do you agree?",
        ("agree", "refuse"),
        ("You agree: the match is a draw.", "You decline the draw."),
        _past_draw,
        refused=lambda who, no: f"no draw: {who} plays on.",
        small=" · the offer is open until it is answered or the other side moves",
    ),
    TAKEBACK: RequestWords(
        _asks_takeback,
        _asked_takeback,
        "Do you let them?",
        ("lettake", "keeptake"),
        ("You let them take it back.", "You do not let them take it back."),
        _past_takeback,
        lapsed="; the move stands.",
        refused=lambda who, no: f"your move stands: {who} does not let you take it back.",
        why=_time_again,
        small=" · the request is open until the next move",
    ),
    TIME: RequestWords(
        _asks_time,
        _asked_time,
        "Do you give it?",
        ("grant", "notnow"),
        ("You give the time that was asked for.", "You give no time now."),
        _past_time,
        refused=lambda who, no: f"{who} can't give you {amount_text(no.request.amount)} now.",
    ),
    REPLACEMENT: RequestWords(
        _asks_replacement,
        _asked_replacement,
        "Do you agree?",
        ("letreplace", "noreplace"),
        ("You agree.", "You say no; nothing is changed."),
        _past_replacement,
        lapsed=". It is no longer asked.",
    ),
}
