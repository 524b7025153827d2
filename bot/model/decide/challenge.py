"""How a match comes about: the challenge, its seats, the start, the rematch. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.catalog import Entry, Option, entry
from bot.games.phrases import comma_list
from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.events import Accepted, Challenged, Event, Person, Started
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.records import NO_EVENT, ChannelId, GuildId, MatchId, PersonId, Status, seats_of
from bot.model.refusals import Reason, Refused
from bot.model.results import WITHOUT_RESULT
from bot.model.terms import Terms, Wanted

ANSWER_TIME = timedelta(days=7)
"""How long a challenge waits for an answer."""

FIRSTS = ("host", "guest", "random")


def challenge_event(
    game: str,
    options: Mapping[str, Any],
    host: Person,
    invited: tuple[Person | None, ...],
    channel: ChannelId,
    guild: GuildId | None,
    first: str,
    control: TimeControl | None,
    now: datetime,
    wanted: Wanted | None = None,
    terms: Terms | None = None,
) -> Challenged:
    """The challenge as it is recorded. Raises Refused or BadOptions if it is invalid."""
    offered = entry(game)
    # As the record will be read: nobody sees the event earlier with other options.
    plain: dict[str, Any] = json.loads(json.dumps(dict(options)))
    _check_people(offered, host, invited)
    _check_first(first)
    # The dice of this trial are not used: chance decides again at the start.
    trial = offered.game.prepare(plain, 1 + len(invited), Random(0))
    offered.game.start(trial)
    if terms and terms.pair:
        _check_pair(terms, 1 + len(invited))
    if terms and terms.ladder:
        _check_ladder(offered, plain, terms, 1 + len(invited))
    days = _soft_days(control)
    return Challenged(
        game=game,
        options=plain,
        host=host,
        invited=invited,
        channel=channel,
        guild=guild,
        first=first,
        days=days,
        expires=now + ANSWER_TIME,
        control=None if days else control,
        wanted=wanted or None,
        terms=terms or None,
    )


def _check_people(offered: Entry, host: Person, invited: Sequence[Person | None]) -> None:
    named = [p.id for p in invited if p]
    if host.id in named:
        raise Refused(
            "You can't challenge yourself. Name somebody else, or leave the seat open to anyone."
        )
    if len(set(named)) < len(named):
        raise Refused("You named the same person twice. Name each opponent once.")
    if 1 + len(invited) not in offered.players:
        fewest, most = offered.players[0] - 1, offered.players[-1] - 1
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise Refused(
            f"{offered.name} needs {wanted} opponent{'s' if most > 1 else ''}, "
            f"and you asked for {len(invited)}. Start the challenge again with that many."
        )


def _check_pair(terms: Terms, players: int) -> None:
    if players != 2:
        raise Refused(
            f"In a pair two players swap seats, and this match has {players}. Ask for a match of "
            "two, or leave the pair out."
        )
    if terms.ladder:
        raise Refused(
            "On the ladder each seat is beaten separately, so there are no pairs. Leave the pair "
            "out, or play off the ladder."
        )


def _check_ladder(offered: Entry, options: Mapping[str, Any], terms: Terms, players: int) -> None:
    unusual = [o.name for o in offered.options if not _is_usual(o, options.get(o.name, o.default))]
    if players != 2:
        raise Refused(
            "On the ladder two play: you, and the bot. Ask for a match of two, or off the ladder."
        )
    if unusual:
        raise Refused(
            f"On the ladder {offered.name} is played with its usual options. Leave out "
            f"{comma_list(unusual)}, or play off the ladder."
        )
    if terms.claims:
        raise Refused(
            "On the ladder only a win on the board counts. Leave out claims, or play off "
            "the ladder."
        )


def _is_usual(option: Option, value: Any) -> bool:
    # What chance draws is nobody's wish.
    each = value if option.kind == "per_seat" and isinstance(value, list) else [value]
    return option.kind == "drawn" or all(one == option.default for one in each)


def _soft_days(control: TimeControl | None) -> int | None:
    # Whole days for each turn, claimed and not lost: the only control of version 0.1.
    days = control.start.days if control else 0
    return days if days and control == days_a_move(days) else None


def _check_first(first: str) -> None:
    if first not in FIRSTS:
        raise Refused(f"“{first}” can't begin. Choose one of: {', '.join(FIRSTS)}.")


def is_complete(match: Match) -> bool:
    """Whether everybody asked has accepted, and there are enough to play."""
    enough = 1 + len(match.invited) >= match.rules.players.start
    return enough and all(p is not None and p in match.accepted for p in match.invited)


def start_event(match: Match, chance: Random) -> Started:
    """The start with those who have accepted: who begins, and everything else that chance
    decides."""
    people = (match.host, *match.invited)
    coming = [0, *(place for place, p in enumerate(people) if place and p in match.accepted)]
    order = _order(match.first, coming, chance)
    seats = tuple(person for place in order if (person := people[place]))
    options = arrange_seats(match.game, match.options, order)
    prepared = match.rules.prepare(options, len(seats), chance)
    return Started(seats, json.loads(json.dumps(dict(prepared))))


def arranged_events(asked: Challenged, now: datetime, chance: Random) -> list[Event]:
    """The events of a match that all agreed to before; each is asked by name."""
    accepted = [Accepted(person) for person in asked.invited if person]
    match = fold(record_events([asked, *accepted], NO_EVENT, now), MatchId(0))
    assert is_complete(match), "who is to play is known"
    return [asked, *accepted, start_event(match, chance)]


def second_event(first: Match, now: datetime) -> Challenged | None:
    """The other match of a pair, made from the first: the same people, who agreed to both, with
    seats swapped, the same terms, and the same random options.

    None if none begins any more: the first never began or has no result, or somebody who began it
    is deleted.
    """
    people = [first.beginner(seat) for seat in reversed(seats_of(2))] if first.seats else []
    came_to_nothing = first.outcome is not None and first.outcome.reason in WITHOUT_RESULT
    if not people or came_to_nothing or any(person.is_deleted for person in people):
        return None
    return challenge_event(
        first.game,
        arrange_seats(first.game, first.options, (1, 0)),
        people[0],
        (people[1],),
        first.channel,
        first.guild,
        "host",
        first.control,
        now,
        terms=replace(first.terms, pair_of=first.id),
    )


def _order(first: str, places: list[int], chance: Random) -> list[int]:
    if first == "guest":
        return [*places[1:], places[0]]
    if first == "random":
        return chance.sample(places, len(places))
    return places


USUAL_DAYS = 7
"""The days a move of a rematch outside a season or tournament."""


def rematch_event(match: Match, person_id: PersonId, now: datetime) -> Challenged:
    """The challenge to the same match again, seats swapped; everyone keeps their own terms."""
    seat = match.seat_of(person_id)
    if match.status is not Status.ENDED:
        raise Refused(f"Match {match.id} is not over yet. Ask for a rematch when it is.")
    if seat is None:
        raise Refused(
            f"Only those who played match {match.id} can ask for a rematch.", Reason.NO_SEAT
        )
    if any(person.is_deleted for person in match.seats):
        raise Refused(
            f"Somebody who played match {match.id} has deleted their data, so nobody can be asked "
            "to play it again. Begin a new match with somebody else."
        )
    places = [seat - 1, *(place for place in range(len(match.seats)) if place != seat - 1)]
    drawn = {option.name for option in entry(match.game).options if option.kind == "drawn"}
    terms = arrange_seats(match.game, match.options, places)
    asked = challenge_event(
        match.game,
        {name: value for name, value in terms.items() if name not in drawn},
        match.seats[seat - 1],
        tuple(match.seats[place] for place in places[1:]),
        match.channel,
        match.guild,
        "guest" if seat == 1 else "host",
        # There is no date that a bank for the whole match would belong to.
        days_a_move(USUAL_DAYS) if match.is_by_bank else match.control,
        now,
        match.wanted,
        match.terms.again,
    )
    return replace(asked, rematch_of=repeated(match))


def repeated(match: Match) -> int:
    """What a rematch repeats: the match, or its pair."""
    return match.terms.pair_number(match.id) or match.id


def arrange_seats(key: str, options: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The options with every value per seat put into a new order of seats."""
    per_seat = {option.name for option in entry(key).options if option.kind == "per_seat"}
    return {
        name: [value[place] for place in order]
        if name in per_seat and isinstance(value, list | tuple)
        else value
        for name, value in options.items()
    }
