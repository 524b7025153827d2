"""The texts about a player who leaves and the replacement."""

from dataclasses import replace

from bot.catalog import entry
from bot.front.discord.markdown import bold, mention, relative_time
from bot.front.text.parts import PostContent, in_bold, mentions, others, present, titled
from bot.model.clock.time_control import control_text
from bot.model.events import Person
from bot.model.match import CalledOff, Match, Replacement
from bot.service.invitations.levels import level_name

CONSENT_BUTTONS = ("letreplace", "noreplace")
SUCCESSOR_BUTTONS = ("takeover", "noreplace")


def replacement_question(match: Match) -> str:
    asked = match.replacing.asked
    return f"{_wish(match, asked)} Do you agree?" if asked else ""


def successor_question(match: Match) -> str:
    asked = match.replacing.asked
    return f"{_wish(match, asked)} Will you take over?" if asked else ""


def replacement_post(match: Match) -> PostContent:
    """The request, with the current board and buttons for all who have to agree."""
    asked = present(match.replacing.asked)
    successor = asked.person.id in asked.awaited
    players = [p for p in others(match, None) if p.id in asked.awaited]
    leaving = match.person(asked.seat)
    pings = [p for p in (asked.person, *others(match, None)) if asked.is_for(p.id, leaving)]
    lines = [
        f"{mention(asked.person.id)}, will you take over?" if successor else "",
        f"{mentions(players)}, do you agree?" if players else "",
        _lines(leaving, asked) if leaving in pings and leaving not in players else "",
    ]
    text = f"{_wish(match, asked)}\n{' '.join(filter(None, lines))}\n{_terms(match, asked)}"
    small = f" · ends {relative_time(asked.until)}; play goes on"
    return replace(titled(match, text, pings, request_buttons(match), small), board=True)


def _lines(leaving: Person, asked: Replacement) -> str:
    ends = "a move by you ends this" if asked.gone else "it is your seat"
    return f"{mention(leaving.id)}, {ends}."


def request_buttons(match: Match) -> tuple[str, ...]:
    """The buttons below the request, for those whose answer it still waits for."""
    asked = match.replacing.asked
    if asked is None:
        return ()
    successor = ("takeover",) if asked.person.id in asked.awaited else ()
    players = ("letreplace",) if set(asked.awaited) - {asked.person.id} else ()
    return (*successor, *players, "noreplace", "endreplace")


def waits_for_word(match: Match) -> str:
    asked = match.replacing.asked
    if asked is None:
        return ""
    return in_bold(p for p in (asked.person, *others(match, None)) if p.id in asked.awaited)


def replacement_off_post(match: Match) -> PostContent:
    off = present(match.replacing.off)
    why, by = f"{_why_off(match, off)} The match goes on as before.", off.asked.by
    if off.by == by.id:
        return titled(match, why)
    # The request itself shows its answer by then: this calls the player who waits for it.
    return titled(match, f"{mention(by.id)}, {why[0].lower()}{why[1:]}", [by])


def _why_off(match: Match, off: CalledOff) -> str:
    left = match.person(off.asked.seat)
    who, leaving = bold(off.asked.person), bold(left)
    if off.how == "withdrawn":
        return f"Nobody asks any more that {who} plays on for {leaving}."
    if off.how != "declined":
        return f"Not everybody agreed in time that {who} plays on for {leaving}."
    if off.by == off.asked.person.id:
        return f"{who} does not take over from {leaving}."
    if off.by == left.id:
        return f"{leaving} keeps the seat."
    no = next((bold(p) for p in others(match, None) if p.id == off.by), "Somebody")
    return f"{no} does not agree that {who} plays on for {leaving}."


def succession_line(match: Match) -> str:
    """Who plays on for whom, while no move has been made since; else empty."""
    newest = match.successions[-1] if match.successions else None
    if newest is None or any(ply.seq > newest.seq for ply in match.plies[-1:]):
        return ""
    return successions_after(match, newest.seq - 1)[0]


def successions_after(match: Match, seq: int) -> list[str]:
    """Who has begun to play on for whom after an event, a line each."""
    found = [each for each in match.successions if each.seq > seq]
    return [f"{bold(match.person(each.seat))} plays on for {bold(each.former)}." for each in found]


def past_replacement(then: Match, now: Match) -> str:
    """What stays of a request that nobody can answer any more."""
    asked, off = present(then.replacing.asked), now.replacing.off
    answer = "It is no longer asked."
    if off and off.asked.seq == asked.seq:
        answer = _why_off(now, off)
    elif any(then.seq < each.seq and each.seat == asked.seat for each in now.successions):
        answer = "It was agreed."
    return f"{_wish(then, asked, 'asked')} {answer}"


def _wish(match: Match, asked: Replacement, asks: str = "asks") -> str:
    leaving = match.person(asked.seat)
    if asked.by.id == asked.person.id:
        return f"{bold(asked.by)} {asks} to play on for {bold(leaving)}."
    whom = "them" if leaving.id == asked.by.id else bold(leaving)
    return f"{bold(asked.by)} {asks} that {bold(asked.person)} plays on for {whom}."


def _terms(match: Match, asked: Replacement) -> str:
    sides = entry(match.game).sides
    side = f" ({sides[asked.seat - 1].lower()})" if asked.seat <= len(sides) else ""
    time = f", with the whole time from then on ({control_text(match.control)})"
    level = f" I play on at level {level_name(asked.level)}." if asked.level else ""
    return f"-# The seat{side} is taken over as it is{time if match.control else ''}.{level}"
