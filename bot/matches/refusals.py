"""The sentences that refusals are made of. Names stand as people wrote them, without markup."""

from collections.abc import Sequence

from bot.matches.events import Person, Status
from bot.matches.match import Match

CLOSED = {
    Status.DECLINED: "was declined",
    Status.WITHDRAWN: "was taken back",
    Status.EXPIRED: "ran out before it was accepted",
}


def listed_people(people: Sequence[Person]) -> str:
    """Names in a row: `Ada, Grace and Linus`."""
    return joined_words([p.name for p in people])


def joined_words(words: Sequence[str]) -> str:
    """Words in a row: `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def is_already_in(match: Match, person_id: int) -> bool:
    """Whether that person has a seat in the challenge: as its host, or by having accepted."""
    return person_id in {match.host.id, *(p.id for p in match.accepted)}


def waits_sentence(match: Match) -> str:
    """Whom an open match waits for, and until when."""
    if match.turn_person is not None:
        until = f" until {match.deadline:%d %B, %H:%M} UTC" if match.deadline else ""
        return f"Match {match.id} waits for {match.turn_person.name}{until}."
    missing = [p.name for p in match.invited if p and p not in match.accepted]
    if None in match.invited:
        missing.append("somebody to take the open seat")
    return f"It waits for {joined_words(missing)}."


def closed_sentence(match: Match) -> str:
    """That a match is over, how it ended, and what to do instead."""
    if match.outcome is None:
        return f"This challenge {CLOSED[match.status]}. Start a new one with /challenge."
    return f"Match {match.id} is over: {_result(match)}. Start a new one with /challenge."


def _result(match: Match) -> str:
    assert match.outcome is not None, "only a match that is over has a result"
    if match.outcome.winners:
        return f"{listed_people([match.person(seat) for seat in match.outcome.winners])} won"
    return "it was called off" if match.outcome.reason == "called_off" else "it was a draw"


def not_a_player_sentence(match: Match) -> str:
    """That somebody has no seat in the match."""
    return (
        f"You do not play in match {match.id}: it is between {listed_people(match.seats)}. "
        "Start one of your own with /challenge."
    )
